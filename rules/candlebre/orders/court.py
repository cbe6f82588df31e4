"""Orders about captives, offers, clergy, spies, fate and alliances."""

from rules.candlebre.orders.lists import UnitList
from rules.candlebre.words import building_words, owned, plural
from rules.line.orders import Order


class Kill(Order):
    """CB-CAPT-4: `kill 2 infantry of army 2`; the owner may be left out (None)."""

    units: UnitList
    owner: int | None = None

    def __str__(self) -> str:
        return f"kill {self.units}{owned(self.owner)}"


class Release(Order):
    """CB-DIPL-4: `release 2 infantry of army 2`; the owner may be left out (None)."""

    units: UnitList
    owner: int | None = None

    def __str__(self) -> str:
        return f"release {self.units}{owned(self.owner)}"


class Ransom(Order):
    """CB-DIPL-1: `ransom 2 infantry to army 3 for 20 gold`."""

    units: UnitList
    seat: int
    gold: int

    def __str__(self) -> str:
        return f"ransom {self.units} to army {self.seat} for {self.gold} gold"


class Exchange(Order):
    """CB-DIPL-1: `exchange 2 infantry for 1 cavalry with army 2`: own captives for theirs."""

    units: UnitList
    wanted: UnitList
    seat: int

    def __str__(self) -> str:
        return f"exchange {self.units} for {self.wanted} with army {self.seat}"


class AcceptOffer(Order):
    """CB-DIPL-3: `accept offer 1`; or by `kind` (`ransom`, `exchange`, `offer`) and seat."""

    number: int = 0
    kind: str = "offer"
    seat: int = 0

    def __str__(self) -> str:
        return (
            f"accept {self.kind} from army {self.seat}"
            if self.seat
            else (f"accept offer {self.number}")
        )


class DeclineOffer(Order):
    """CB-DIPL-3: `decline offer 1`."""

    number: int

    def __str__(self) -> str:
        return f"decline offer {self.number}"


class CancelOffer(Order):
    """CB-DIPL-3: `cancel offer 1`."""

    number: int

    def __str__(self) -> str:
        return f"cancel offer {self.number}"


class Intercede(Order):
    """CB-CLERGY-1: `intercession in Ashford`."""

    place: str

    def __str__(self) -> str:
        return f"intercession in {self.place}"


class Steal(Order):
    """CB-TECH-3, E1: `steal from army 2`."""

    seat: int

    def __str__(self) -> str:
        return f"steal from army {self.seat}"


class Sabotage(Order):
    """CB-TECH-3, E3: `sabotage market in Pellam`."""

    building: str
    place: str

    def __str__(self) -> str:
        return f"sabotage {building_words(self.building)} in {self.place}"


class Bribe(Order):
    """CB-TECH-3, E5: `bribe mercenaries in Hollin`."""

    place: str

    def __str__(self) -> str:
        return f"bribe mercenaries in {self.place}"


class Assassinate(Order):
    """CB-TECH-3, E7: `assassinate infantry in Pellam`."""

    kind: str
    place: str

    def __str__(self) -> str:
        return f"assassinate {plural(self.kind)} in {self.place}"


class Rescue(Order):
    """CB-TECH-3, E9: `rescue infantry from army 2`."""

    kind: str
    seat: int

    def __str__(self) -> str:
        return f"rescue {plural(self.kind)} from army {self.seat}"


class Abduct(Order):
    """CB-TECH-3, E10: `abduct GL2`."""

    leader: str

    def __str__(self) -> str:
        return f"abduct {self.leader}"


class Guard(Order):
    """CB-HONOR-7: `guard on`, `guard off`."""

    on: bool

    def __str__(self) -> str:
        return "guard on" if self.on else "guard off"


class DrawFate(Order):
    """CB-FATE-2: `draw fate`."""

    def __str__(self) -> str:
        return "draw fate"


class PlayCard(Order):
    """CB-FATE-5: `play 4C in Brindle`; with `neutral` for the neutrals there."""

    card: str
    place: str
    neutral: bool = False

    def __str__(self) -> str:
        return f"play {self.card}{' for neutral' if self.neutral else ''} in {self.place}"


class ProposeAlliance(Order):
    """CB-ALLY-1: `propose alliance with army 2`."""

    seat: int

    def __str__(self) -> str:
        return f"propose alliance with army {self.seat}"


class AcceptAlliance(Order):
    """CB-ALLY-4: `accept alliance with army 1`."""

    seat: int

    def __str__(self) -> str:
        return f"accept alliance with army {self.seat}"


class DeclineAlliance(Order):
    """CB-ALLY-4: `decline alliance`, of everybody (0), or `decline alliance from army 1`."""

    seat: int = 0

    def __str__(self) -> str:
        return f"decline alliance from army {self.seat}" if self.seat else "decline alliance"


class BreakAlliance(Order):
    """CB-ALLY-5: `break alliance with army 2`."""

    seat: int

    def __str__(self) -> str:
        return f"break alliance with army {self.seat}"


Mission = Steal | Sabotage | Bribe | Assassinate | Rescue | Abduct
