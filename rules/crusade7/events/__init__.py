"""What can happen in a battle: facts with every number that a report shows; they name units by
reference."""

from rules.crusade7.events.field import *
from rules.crusade7.events.fight import *
from rules.crusade7.events.sequence import *
