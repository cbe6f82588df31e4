"""What can happen: facts with every number that a report shows."""

from rules.candlebre.events.realm import *
from rules.candlebre.events.war import *
