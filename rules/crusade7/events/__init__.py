"""What can happen in a Crusade battle: facts with every number that a report shows.

Units are named by their reference.  `seat` is carried where a reference alone would not do,
that is during the secret set-up.  The events lie by chapter, each with the closed union of
its own (`FieldEvent`); they are all at hand here.
"""

from rules.crusade7.events.army import *
from rules.crusade7.events.field import *
from rules.crusade7.events.fight import *
from rules.crusade7.events.gm import *
from rules.crusade7.events.magic import *
from rules.crusade7.events.sequence import *
