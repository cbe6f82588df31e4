"""Orders of this system.  `str(order)` is the sentence that a player would type.

Provinces, Houses, buildings, trees, cards, leaders and unknown unit types are kept as written; the
rules look them up (CB-ORDER-6).
"""

from rules.candlebre.orders.campaign import *
from rules.candlebre.orders.court import *
from rules.candlebre.orders.lists import *
from rules.candlebre.orders.standing import *
from rules.candlebre.orders.umpire import *
