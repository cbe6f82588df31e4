"""C8-GM-1: orders of the GM that only this system has."""

from rules.line.orders import Order


class SetPosition(Order):
    """The GM replaces everything: `position "..."` (C8-POS-1)."""

    text: str

    def __str__(self) -> str:
        return f'position "{self.text}"'


class PutUnit(Order):
    """The GM's `put Archer for army 1 at b2 facing left`; without a facing, forward."""

    kind: str
    seat: int
    tile: str
    facing: str = ""

    def __str__(self) -> str:
        facing = f" facing {self.facing}" if self.facing else ""
        return f"put {self.kind} for army {self.seat} at {self.tile}{facing}"
