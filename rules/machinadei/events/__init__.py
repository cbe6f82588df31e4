"""What can happen in a battle: facts with every number that a report shows, by chapter.

Units are named by their reference.
"""

from rules.machinadei.events.coming import *
from rules.machinadei.events.fight import *
from rules.machinadei.events.marches import *
from rules.machinadei.events.turns import *
