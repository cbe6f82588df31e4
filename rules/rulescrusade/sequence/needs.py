"""6.2: what the orders take."""

from rules.rulescrusade.sequence.checks import Needs

ACTION = Needs(action=True)
MELEE = Needs(action=True, melee=True)
MOVEMENT = Needs(movement=True)
RUN = Needs(action=True, movement=True, run=True)
CHARGE = Needs(action=True, movement=True, melee=True)
FREE = Needs()
CHIT = Needs(movement=True, chit=True)
ANYTIME = Needs(activation=False)
