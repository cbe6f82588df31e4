"""C8-GM-1: orders of the GM that only this system has."""

from rules.line.orders import Order


class SetPosition(Order):
    """The GM replaces everything: `position "..."` (C8-POS-1)."""

    SAYS = 'position "{text}"'

    text: str


class PutUnit(Order):
    """The GM's `put Archer for army 1 at b2 facing left`; without a facing, forward."""

    SAYS = "put {kind} for army {seat} at {tile}[ facing {facing}]"

    kind: str
    seat: int
    tile: str
    facing: str = ""
