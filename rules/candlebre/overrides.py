"""CB-GM-1: orders that only a GM may write."""

from dataclasses import field

from rules.candlebre.orders import UnitList
from rules.candlebre.words import (
    phrase,
    side_name,
)
from rules.line.frozen import Frozen
from rules.line.orders import Order


class PutUnits(Order):
    """CB-GM-1: `put 5 infantry for army 1 attacking Brindle from Ashford`; side 0 is neutral."""

    units: UnitList
    side: int
    place: str
    attacking: bool = False
    source: str = ""

    def __str__(self) -> str:
        how = "attacking" if self.attacking else "in"
        where = f"{how} {self.place}{phrase('from', self.source)}"
        return f"put {self.units} for {side_name(self.side)} {where}"


class PutLeader(Order):
    """CB-GM-1: `put GL4 (warden) for army 1 in Ashford`, or `attacking Brindle`."""

    leader: str
    side: int
    place: str
    attacking: bool = False
    trait: str = ""

    def __str__(self) -> str:
        trait = f" ({self.trait})" if self.trait else ""
        where = f"{'attacking' if self.attacking else 'in'} {self.place}"
        return f"put {self.leader}{trait} for {side_name(self.side)} {where}"


class RemoveUnits(Order):
    """CB-GM-1: `remove 2 infantry from Ashford`."""

    SAYS = "remove {units} from {place}"

    units: UnitList
    place: str


class MakeCaptive(Order):
    """CB-GM-1: `captive 2 infantry of army 2 for army 1`, `captive GL2 of army 2 for army 1`."""

    units: UnitList
    owner: int
    seat: int

    def __str__(self) -> str:
        return f"captive {self.units} of {side_name(self.owner)} for army {self.seat}"


class GiveCard(Order):
    """CB-GM-1: `card 5C for army 1`."""

    SAYS = "card {card} for army {seat}"

    card: str
    seat: int


class EndPhaseFor(Order):
    """CB-GM-1: `end phase for army 2`."""

    SAYS = "end phase for army {seat}"

    seat: int


class ProvinceRow(Frozen):
    """CB-MAP-7: one line of a map as it was read; `borders` are codes, `line` is where it stood."""

    number: int
    name: str
    code: str
    x: int
    y: int
    borders: tuple[str, ...]
    line: int = field(default=0, compare=False)

    def __str__(self) -> str:
        borders = " ".join(self.borders)
        return f"{self.number} {self.name} {self.code} {self.x} {self.y} : {borders}".rstrip()


class ReplaceMap(Order):
    """CB-MAP-7: `map begin` ... `map end`, one line for each province.

    A line that is no province at all is `Unread` with this rule; the rules check all else.
    """

    provinces: tuple[ProvinceRow, ...]

    def __str__(self) -> str:
        return "\n".join(("map begin", *map(str, self.provinces), "map end"))
