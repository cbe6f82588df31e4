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

    SAYS = "ransom {units} to army {seat} for {gold} gold"

    units: UnitList
    seat: int
    gold: int


class Exchange(Order):
    """CB-DIPL-1: `exchange 2 infantry for 1 cavalry with army 2`: own captives for theirs."""

    SAYS = "exchange {units} for {wanted} with army {seat}"

    units: UnitList
    wanted: UnitList
    seat: int


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

    SAYS = "decline offer {number}"

    number: int


class CancelOffer(Order):
    """CB-DIPL-3: `cancel offer 1`."""

    SAYS = "cancel offer {number}"

    number: int


class Intercede(Order):
    """CB-CLERGY-1: `intercession in Ashford`."""

    SAYS = "intercession in {place}"

    place: str


class Steal(Order):
    """CB-TECH-3, E1: `steal from army 2`."""

    SAYS = "steal from army {seat}"

    seat: int


class Sabotage(Order):
    """CB-TECH-3, E3: `sabotage market in Pellam`."""

    building: str
    place: str

    def __str__(self) -> str:
        return f"sabotage {building_words(self.building)} in {self.place}"


class Bribe(Order):
    """CB-TECH-3, E5: `bribe mercenaries in Hollin`."""

    SAYS = "bribe mercenaries in {place}"

    place: str


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

    SAYS = "abduct {leader}"

    leader: str


class Guard(Order):
    """CB-HONOR-7: `guard on`, `guard off`."""

    on: bool

    def __str__(self) -> str:
        return "guard on" if self.on else "guard off"


class DrawFate(Order):
    """CB-FATE-2: `draw fate`."""

    SAYS = "draw fate"


class PlayCard(Order):
    """CB-FATE-5: `play 4C in Brindle`; with `neutral` for the neutrals there."""

    SAYS = "play {card}[ for {neutral}] in {place}"

    card: str
    place: str
    neutral: bool = False


class ProposeAlliance(Order):
    """CB-ALLY-1: `propose alliance with army 2`."""

    SAYS = "propose alliance with army {seat}"

    seat: int


class AcceptAlliance(Order):
    """CB-ALLY-4: `accept alliance with army 1`."""

    SAYS = "accept alliance with army {seat}"

    seat: int


class DeclineAlliance(Order):
    """CB-ALLY-4: `decline alliance`, of everybody (0), or `decline alliance from army 1`."""

    SAYS = "decline alliance[ from army {seat}]"

    seat: int = 0


class BreakAlliance(Order):
    """CB-ALLY-5: `break alliance with army 2`."""

    SAYS = "break alliance with army {seat}"

    seat: int


Mission = Steal | Sabotage | Bribe | Assassinate | Rescue | Abduct
