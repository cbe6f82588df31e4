"""What can happen: facts with every number that a report shows."""

from rules.candlebre.events.court import *
from rules.candlebre.events.land import *
from rules.candlebre.events.war import *
