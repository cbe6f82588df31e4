"""Orders as values; `str()` gives the sentence that a player would type."""

from collections.abc import Iterable
from typing import ClassVar

from rules.candlebre.units import INDEX, KINDS, Tally
from rules.candlebre.words import building_words, counted, joined, plural, plurals, side_name
from rules.line.frozen import Frozen
from rules.line.orders import Order
from rules.line.said import Said, Words


class Some(Frozen):
    """CB-ORDER-3: `3 infantry`: a number of units of one type."""

    count: int
    kind: str

    def __str__(self) -> str:
        return counted(self.count, self.kind)


def some_of(units: Tally) -> tuple[Some, ...]:
    """All units of a tally, type by type."""
    return tuple(Some(count, kind) for kind, count in zip(KINDS, units, strict=True) if count)


class AllOf(Frozen):
    """CB-ORDER-12: `all archers`."""

    kind: str

    def __str__(self) -> str:
        return f"all {plural(self.kind)}"


class LeaderRef(Said):
    """CB-ORDER-3: `GL1`."""

    SAYS = "{ref}"

    ref: str


Item = Some | AllOf | LeaderRef


class UnitList(Frozen):
    """CB-ORDER-3: `2 cavalry, 1 archer and GL1`; with `everything`, `items` are the exceptions."""

    items: tuple[Item, ...] = ()
    everything: bool = False

    def __str__(self) -> str:
        listed = joined(tuple(map(str, self.items)))
        if self.everything:
            return f"everything but {listed}" if listed else "everything"
        return listed

    def counts(self) -> Tally:
        """How many units of each type are named by a number."""
        some = [(item.kind, item.count) for item in self.items if isinstance(item, Some)]
        return tuple(sum(count for kind, count in some if kind == one) for one in KINDS)

    def spared(self, there: Iterable[int]) -> Tally:
        """CB-ORDER-12: all units there except those named."""
        left = list(there)
        for item in self.items:
            if not isinstance(item, LeaderRef):
                kind = INDEX[item.kind]
                left[kind] = max(0, left[kind] - item.count) if isinstance(item, Some) else 0
        return tuple(left)


def said_of(units: Tally) -> str:
    """`2 archers and 4 infantry`, as an order says it."""
    return str(UnitList(some_of(units)))


class Spoken(Order):
    """An order whose sentence needs the words of Candle'Bre."""

    WORDS: ClassVar[Words] = {
        "building": building_words,
        "plural": plural,
        "plurals": plurals,
        "each": lambda kinds: ", ".join(map(plural, kinds)),
        "side": side_name,
        "pace": lambda by_round: "by round" if by_round else "auto",
    }


class OfUnits(Said):
    """A mixin for orders about units, and about leaders among them."""

    units: UnitList


# Orders of the setup, of purchase, moves, battles and placement, and of the end of a turn.


class Claim(Order):
    """CB-SETUP-2: `claim Ashford, Brindle, Harrowby, Ivelstone and Jestwick`."""

    SAYS = "claim {provinces}"

    provinces: tuple[str, ...]


class ChooseHouse(Order):
    """CB-HOUSE-2: `house Varlan`."""

    SAYS = "house {house}"

    house: str


class Buy(OfUnits, Order):
    """CB-BUY-3: `buy 3 infantry and 1 cavalry in Ashford`, or without a place."""

    SAYS = "buy {units}[ in {place}]"

    place: str = ""


class Build(Spoken):
    """CB-BUILD-1: `build great hall in Ashford`; `building` is the id `hall` then."""

    SAYS = "build {building:building} in {place}"

    building: str
    place: str


class Transfer(Order):
    """CB-GOLD-5: `transfer 30 gold to civil`; to `military` it is refused (CB-GOLD-6)."""

    SAYS = "transfer {gold} gold to {purse}"

    gold: int
    purse: str = "civil"


class Research(Order):
    """CB-RES-4: `research military`."""

    SAYS = "research {tree}"

    tree: str


class RollResearch(Order):
    """CB-RES-5: `roll 5 research dice on espionage`."""

    SAYS = "roll {dice} research dice on {tree}"

    dice: int
    tree: str


class Attack(Order):
    """CB-MOVE-4: `attack Brindle from Ashford with 3 infantry and 1 archer`."""

    SAYS = "attack {target} from {source} with {units}"

    target: str
    source: str
    units: UnitList


class March(OfUnits, Order):
    """CB-ORDER-11: `move 4 infantry from Ashford to Brindle`; in phase `move` it is an attack."""

    SAYS = "move {units} from {source} to {target}"

    source: str
    target: str


class Fight(Order):
    """CB-FIGHT-1: `fight Brindle`; `how` is empty, `one round` or `to the end`."""

    SAYS = "fight[ {place}][ {how}]"

    place: str = ""
    how: str = ""


class FightAll(Order):
    """CB-FIGHT-4: `fight all battles`."""

    SAYS = "fight all battles"


class WithdrawNow(Order):
    """CB-WDRAW-1: `withdraw from Brindle to Ashford`, between two rounds; all may be left out."""

    SAYS = "withdraw[ from {place}][ to {to}]"

    place: str = ""
    to: str = ""


class PlaceUnits(OfUnits, Order):
    """CB-PLACE-1: `place 2 infantry from reserve in Ashford`; in setup `place GL1 in Ashford`."""

    SAYS = "place {units}[ from {reserve}] in {place}"

    place: str
    reserve: bool = False


class EndTurn(Order):
    """CB-TURN-8: `end turn`: `end phase` until another seat is active."""

    SAYS = "end turn"


class Kill(OfUnits, Spoken):
    """CB-CAPT-4: `kill 2 infantry of army 2`; the owner may be left out (None)."""

    SAYS = "kill {units}[ of {owner:side}]"

    owner: int | None = None


class Release(OfUnits, Spoken):
    """CB-DIPL-4: `release 2 infantry of army 2`; the owner may be left out (None)."""

    SAYS = "release {units}[ of {owner:side}]"

    owner: int | None = None


class Ransom(OfUnits, Order):
    """CB-DIPL-1: `ransom 2 infantry to army 3 for 20 gold`."""

    SAYS = "ransom {units} to army {seat} for {gold} gold"

    seat: int
    gold: int


class Exchange(OfUnits, Order):
    """CB-DIPL-1: `exchange 2 infantry for 1 cavalry with army 2`: own captives for theirs."""

    SAYS = "exchange {units} for {wanted} with army {seat}"

    wanted: UnitList
    seat: int


class AcceptOffer(Order):
    """CB-DIPL-3: `accept offer 1`; or by `kind` (`ransom`, `exchange`, `offer`) and seat."""

    SAYS = "accept [{seat?}{kind} from army {seat}|{else}offer {number}]"

    number: int = 0
    kind: str = "offer"
    seat: int = 0


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


class Sabotage(Spoken):
    """CB-TECH-3, E3: `sabotage market in Pellam`."""

    SAYS = "sabotage {building:building} in {place}"

    building: str
    place: str


class Bribe(Order):
    """CB-TECH-3, E5: `bribe mercenaries in Hollin`."""

    SAYS = "bribe mercenaries in {place}"

    place: str


class Assassinate(Spoken):
    """CB-TECH-3, E7: `assassinate infantry in Pellam`."""

    SAYS = "assassinate {kind:plural} in {place}"

    kind: str
    place: str


class Rescue(Spoken):
    """CB-TECH-3, E9: `rescue infantry from army 2`."""

    SAYS = "rescue {kind:plural} from army {seat}"

    kind: str
    seat: int


class Abduct(Order):
    """CB-TECH-3, E10: `abduct GL2`."""

    SAYS = "abduct {leader}"

    leader: str


class Guard(Order):
    """CB-HONOR-7: `guard on`, `guard off`."""

    SAYS = "guard [{on}|off]"

    on: bool


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


# Standing orders (CB-POST-1); each may hold for one province only (CB-POST-2).


class Charge(Spoken):
    """CB-CHARGE-1: `charge with cavalry and light infantry`; without types: `no charge`."""

    SAYS = "[charge with {kinds:plurals}|no charge][ in {place}]"

    kinds: tuple[str, ...]
    place: str = ""


class PrecisionStrike(Spoken):
    """CB-PREC-1: `precision strike cavalry with archers`; without `kinds`: all own segments.

    `target` is a unit type, or a leader as written (CB-PREC-5).
    """

    SAYS = "precision strike {target:plural}[ with {kinds:plurals}][ in {place}]"

    target: str
    kinds: tuple[str, ...] = ()
    place: str = ""


class StandardAttack(Spoken):
    """CB-PREC-1: `standard attack with archers`; without `kinds`: all own segments."""

    SAYS = "standard attack[ with {kinds:plurals}][ in {place}]"

    kinds: tuple[str, ...] = ()
    place: str = ""


class PayBounty(Order):
    """CB-MERC-6: `pay bounty 2`; 0 is `no bounty`."""

    SAYS = "[pay bounty {gold}|no bounty][ in {place}]"

    gold: int
    place: str = ""


class Lose(Spoken):
    """CB-LOSS-3: `lose mercenaries, infantry first`, `lose cavalry last`."""

    SAYS = "lose {kinds:each} [{last}|first][ in {place}]"

    kinds: tuple[str, ...]
    last: bool = False
    place: str = ""


class Rerolls(Spoken):
    """CB-LEAD-5: `rerolls auto`, `rerolls off`, or `reroll only cavalry` (the types in `only`)."""

    SAYS = (
        "[{only?}reroll only {only:plurals}|{on=True}rerolls auto|{else}rerolls off][ in {place}]"
    )

    on: bool = True
    only: tuple[str, ...] = ()
    place: str = ""


class WithdrawWhen(Order):
    """CB-WDRAW-8: `withdraw to Ashford after round 2`, `withdraw when 3 units are left`.

    Either `round` or `left` (a number of units) is above 0.
    """

    SAYS = (
        "withdraw[ to {to}] [{round?}after round {round}|{else}when {left} units are left]"
        "[ in {place}]"
    )

    to: str = ""
    round: int = 0
    left: int = 0
    place: str = ""


class StandFast(Order):
    """CB-POST-1: `stand fast`: no withdrawal."""

    SAYS = "stand fast[ in {place}]"

    place: str = ""


class Pace(Spoken):
    """CB-FIGHT-1: `battles by round`, `battles auto`."""

    SAYS = "battles {by_round:pace}[ in {place}]"

    by_round: bool
    place: str = ""


Standing = (
    Charge
    | PrecisionStrike
    | StandardAttack
    | PayBounty
    | Lose
    | Rerolls
    | WithdrawWhen
    | StandFast
    | Pace
)
