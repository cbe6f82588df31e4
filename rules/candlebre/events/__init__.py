"""What can happen in the kingdom, by chapter; battles have a module of their own."""

from rules.candlebre.events.court import *
from rules.candlebre.events.land import *
from rules.candlebre.events.people import *
from rules.candlebre.events.turns import *
