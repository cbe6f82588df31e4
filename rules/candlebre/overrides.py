"""CB-GM-1: orders that only a GM may write."""

from dataclasses import field

from rules.candlebre.orders import OfUnits, Spoken
from rules.line.frozen import Frozen
from rules.line.orders import Order


class PutUnits(OfUnits, Spoken):
    """CB-GM-1: `put 5 infantry for army 1 attacking Brindle from Ashford`; side 0 is neutral."""

    SAYS = "put {units} for {side:side} [{attacking}|in] {place}[ from {source}]"

    side: int
    place: str
    attacking: bool = False
    source: str = ""


class PutLeader(Spoken):
    """CB-GM-1: `put GL4 (warden) for army 1 in Ashford`, or `attacking Brindle`."""

    SAYS = "put {leader}[ ({trait})] for {side:side} [{attacking}|in] {place}"

    leader: str
    side: int
    place: str
    attacking: bool = False
    trait: str = ""


class RemoveUnits(OfUnits, Order):
    """CB-GM-1: `remove 2 infantry from Ashford`."""

    SAYS = "remove {units} from {place}"

    place: str


class MakeCaptive(OfUnits, Spoken):
    """CB-GM-1: `captive 2 infantry of army 2 for army 1`, `captive GL2 of army 2 for army 1`."""

    SAYS = "captive {units} of {owner:side} for army {seat}"

    owner: int
    seat: int


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

    If a line is no province at all, the text is `Unread` with this rule; the rules check the rest.
    """

    provinces: tuple[ProvinceRow, ...]

    def __str__(self) -> str:
        return "\n".join(("map begin", *map(str, self.provinces), "map end"))
