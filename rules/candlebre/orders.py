"""Orders of this system.  `str(order)` is the sentence that a player would type.

Provinces, Houses, buildings, trees, cards, leaders and unknown unit types are kept as written; the
rules look them up (CB-ORDER-6).  Known unit types are the ids of the roster.
"""

from dataclasses import dataclass, field

from rules.candlebre.words import building_words, counted, joined, plural, plurals, side_name
from rules.orders import Order


@dataclass(frozen=True, slots=True)
class Some:
    """CB-ORDER-3: `3 infantry`; of a captive's owner or a pool, so many of that type."""

    count: int
    kind: str

    def __str__(self) -> str:
        return counted(self.count, self.kind)


@dataclass(frozen=True, slots=True)
class AllOf:
    """CB-ORDER-12: `all archers`."""

    kind: str

    def __str__(self) -> str:
        return f"all {plural(self.kind)}"


@dataclass(frozen=True, slots=True)
class LeaderRef:
    """CB-ORDER-3: `GL1`."""

    ref: str

    def __str__(self) -> str:
        return self.ref


Item = Some | AllOf | LeaderRef


@dataclass(frozen=True, slots=True)
class UnitList:
    """CB-ORDER-3: `2 cavalry, 1 archer and GL1`; with `everything`, `items` are what stays out."""

    items: tuple[Item, ...] = ()
    everything: bool = False

    def __str__(self) -> str:
        listed = joined(tuple(map(str, self.items)))
        if self.everything:
            return f"everything but {listed}" if listed else "everything"
        return listed


@dataclass(frozen=True, slots=True)
class Claim(Order):
    """CB-SETUP-2: `claim Ashford, Brindle, Harrowby, Ivelstone and Jestwick`."""

    provinces: tuple[str, ...]

    def __str__(self) -> str:
        return f"claim {joined(self.provinces)}"


@dataclass(frozen=True, slots=True)
class ChooseHouse(Order):
    """CB-HOUSE-2: `house Varlan`."""

    house: str

    def __str__(self) -> str:
        return f"house {self.house}"


@dataclass(frozen=True, slots=True)
class Buy(Order):
    """CB-BUY-3: `buy 3 infantry and 1 cavalry in Ashford`, or without a place."""

    units: UnitList
    place: str = ""

    def __str__(self) -> str:
        return f"buy {self.units}{within(self.place)}"


@dataclass(frozen=True, slots=True)
class Build(Order):
    """CB-BUILD-1: `build great hall in Ashford`; `building` is the id `hall` then."""

    building: str
    place: str

    def __str__(self) -> str:
        return f"build {building_words(self.building)} in {self.place}"


@dataclass(frozen=True, slots=True)
class Transfer(Order):
    """CB-GOLD-5: `transfer 30 gold to civil`; to `military` it is refused (CB-GOLD-6)."""

    gold: int
    purse: str = "civil"

    def __str__(self) -> str:
        return f"transfer {self.gold} gold to {self.purse}"


@dataclass(frozen=True, slots=True)
class Research(Order):
    """CB-RES-4: `research military`."""

    tree: str

    def __str__(self) -> str:
        return f"research {self.tree}"


@dataclass(frozen=True, slots=True)
class RollResearch(Order):
    """CB-RES-5: `roll 5 research dice on espionage`."""

    dice: int
    tree: str

    def __str__(self) -> str:
        return f"roll {self.dice} research dice on {self.tree}"


@dataclass(frozen=True, slots=True)
class Attack(Order):
    """CB-MOVE-4: `attack Brindle from Ashford with 3 infantry and 1 archer`."""

    target: str
    source: str
    units: UnitList

    def __str__(self) -> str:
        return f"attack {self.target} from {self.source} with {self.units}"


@dataclass(frozen=True, slots=True)
class March(Order):
    """CB-ORDER-11: `move 4 infantry from Ashford to Brindle`; in phase `move` it is an attack."""

    units: UnitList
    source: str
    target: str

    def __str__(self) -> str:
        return f"move {self.units} from {self.source} to {self.target}"


@dataclass(frozen=True, slots=True)
class Fight(Order):
    """CB-FIGHT-1: `fight Brindle`; `how` is empty, `one round` or `to the end`."""

    place: str = ""
    how: str = ""

    def __str__(self) -> str:
        return " ".join(("fight", *self.place.split(), *self.how.split()))


@dataclass(frozen=True, slots=True)
class FightAll(Order):
    """CB-FIGHT-4: `fight all battles`."""

    def __str__(self) -> str:
        return "fight all battles"


@dataclass(frozen=True, slots=True)
class WithdrawNow(Order):
    """CB-WDRAW-1: `withdraw from Brindle to Ashford`, between two rounds; all may be left out."""

    place: str = ""
    to: str = ""

    def __str__(self) -> str:
        return f"withdraw{phrase('from', self.place)}{phrase('to', self.to)}"


@dataclass(frozen=True, slots=True)
class PlaceUnits(Order):
    """CB-PLACE-1: `place 2 infantry from reserve in Ashford`; in setup `place GL1 in Ashford`."""

    units: UnitList
    place: str
    reserve: bool = False

    def __str__(self) -> str:
        return f"place {self.units}{' from reserve' if self.reserve else ''} in {self.place}"


@dataclass(frozen=True, slots=True)
class Kill(Order):
    """CB-CAPT-4: `kill 2 infantry of army 2`; the owner may be left out (None)."""

    units: UnitList
    owner: int | None = None

    def __str__(self) -> str:
        return f"kill {self.units}{owned(self.owner)}"


@dataclass(frozen=True, slots=True)
class Release(Order):
    """CB-DIPL-4: `release 2 infantry of army 2`; the owner may be left out (None)."""

    units: UnitList
    owner: int | None = None

    def __str__(self) -> str:
        return f"release {self.units}{owned(self.owner)}"


@dataclass(frozen=True, slots=True)
class Ransom(Order):
    """CB-DIPL-1: `ransom 2 infantry to army 3 for 20 gold`."""

    units: UnitList
    seat: int
    gold: int

    def __str__(self) -> str:
        return f"ransom {self.units} to army {self.seat} for {self.gold} gold"


@dataclass(frozen=True, slots=True)
class Exchange(Order):
    """CB-DIPL-1: `exchange 2 infantry for 1 cavalry with army 2`: own captives for theirs."""

    units: UnitList
    wanted: UnitList
    seat: int

    def __str__(self) -> str:
        return f"exchange {self.units} for {self.wanted} with army {self.seat}"


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class DeclineOffer(Order):
    """CB-DIPL-3: `decline offer 1`."""

    number: int

    def __str__(self) -> str:
        return f"decline offer {self.number}"


@dataclass(frozen=True, slots=True)
class CancelOffer(Order):
    """CB-DIPL-3: `cancel offer 1`."""

    number: int

    def __str__(self) -> str:
        return f"cancel offer {self.number}"


@dataclass(frozen=True, slots=True)
class Intercede(Order):
    """CB-CLERGY-1: `intercession in Ashford`."""

    place: str

    def __str__(self) -> str:
        return f"intercession in {self.place}"


@dataclass(frozen=True, slots=True)
class Steal(Order):
    """CB-TECH-3, E1: `steal from army 2`."""

    seat: int

    def __str__(self) -> str:
        return f"steal from army {self.seat}"


@dataclass(frozen=True, slots=True)
class Sabotage(Order):
    """CB-TECH-3, E3: `sabotage market in Pellam`."""

    building: str
    place: str

    def __str__(self) -> str:
        return f"sabotage {building_words(self.building)} in {self.place}"


@dataclass(frozen=True, slots=True)
class Bribe(Order):
    """CB-TECH-3, E5: `bribe mercenaries in Hollin`."""

    place: str

    def __str__(self) -> str:
        return f"bribe mercenaries in {self.place}"


@dataclass(frozen=True, slots=True)
class Assassinate(Order):
    """CB-TECH-3, E7: `assassinate infantry in Pellam`."""

    kind: str
    place: str

    def __str__(self) -> str:
        return f"assassinate {plural(self.kind)} in {self.place}"


@dataclass(frozen=True, slots=True)
class Rescue(Order):
    """CB-TECH-3, E9: `rescue infantry from army 2`."""

    kind: str
    seat: int

    def __str__(self) -> str:
        return f"rescue {plural(self.kind)} from army {self.seat}"


@dataclass(frozen=True, slots=True)
class Abduct(Order):
    """CB-TECH-3, E10: `abduct GL2`."""

    leader: str

    def __str__(self) -> str:
        return f"abduct {self.leader}"


Mission = Steal | Sabotage | Bribe | Assassinate | Rescue | Abduct


@dataclass(frozen=True, slots=True)
class Guard(Order):
    """CB-HONOR-7: `guard on`, `guard off`."""

    on: bool

    def __str__(self) -> str:
        return "guard on" if self.on else "guard off"


@dataclass(frozen=True, slots=True)
class DrawFate(Order):
    """CB-FATE-2: `draw fate`."""

    def __str__(self) -> str:
        return "draw fate"


@dataclass(frozen=True, slots=True)
class PlayCard(Order):
    """CB-FATE-5: `play 4C in Brindle`; with `neutral` for the neutrals there."""

    card: str
    place: str
    neutral: bool = False

    def __str__(self) -> str:
        return f"play {self.card}{' for neutral' if self.neutral else ''} in {self.place}"


@dataclass(frozen=True, slots=True)
class ProposeAlliance(Order):
    """CB-ALLY-1: `propose alliance with army 2`."""

    seat: int

    def __str__(self) -> str:
        return f"propose alliance with army {self.seat}"


@dataclass(frozen=True, slots=True)
class AcceptAlliance(Order):
    """CB-ALLY-4: `accept alliance with army 1`."""

    seat: int

    def __str__(self) -> str:
        return f"accept alliance with army {self.seat}"


@dataclass(frozen=True, slots=True)
class DeclineAlliance(Order):
    """CB-ALLY-4: `decline alliance`, of everybody (0), or `decline alliance from army 1`."""

    seat: int = 0

    def __str__(self) -> str:
        return f"decline alliance from army {self.seat}" if self.seat else "decline alliance"


@dataclass(frozen=True, slots=True)
class BreakAlliance(Order):
    """CB-ALLY-5: `break alliance with army 2`."""

    seat: int

    def __str__(self) -> str:
        return f"break alliance with army {self.seat}"


@dataclass(frozen=True, slots=True)
class EndTurn(Order):
    """CB-TURN-8: `end turn`: `end phase` until another seat is active."""

    def __str__(self) -> str:
        return "end turn"


# Standing orders (CB-POST-1); each may hold for one province only (CB-POST-2).


@dataclass(frozen=True, slots=True)
class Charge(Order):
    """CB-CHARGE-1: `charge with cavalry and light infantry`; of no type: `no charge`."""

    kinds: tuple[str, ...]
    place: str = ""

    def __str__(self) -> str:
        if not self.kinds:
            return f"no charge{within(self.place)}"
        return f"charge with {plurals(self.kinds)}{within(self.place)}"


@dataclass(frozen=True, slots=True)
class PrecisionStrike(Order):
    """CB-PREC-1: `precision strike cavalry with archers`; without `kinds`: all own segments.

    `target` is a unit type, or a leader as written (CB-PREC-5).
    """

    target: str
    kinds: tuple[str, ...] = ()
    place: str = ""

    def __str__(self) -> str:
        return f"precision strike {plural(self.target)}{using(self.kinds)}{within(self.place)}"


@dataclass(frozen=True, slots=True)
class StandardAttack(Order):
    """CB-PREC-1: `standard attack with archers`; without `kinds`: all own segments."""

    kinds: tuple[str, ...] = ()
    place: str = ""

    def __str__(self) -> str:
        return f"standard attack{using(self.kinds)}{within(self.place)}"


@dataclass(frozen=True, slots=True)
class PayBounty(Order):
    """CB-MERC-6: `pay bounty 2`; 0 is `no bounty`."""

    gold: int
    place: str = ""

    def __str__(self) -> str:
        said = f"pay bounty {self.gold}" if self.gold else "no bounty"
        return f"{said}{within(self.place)}"


@dataclass(frozen=True, slots=True)
class Lose(Order):
    """CB-LOSS-3: `lose mercenaries, infantry first`, `lose cavalry last`."""

    kinds: tuple[str, ...]
    last: bool = False
    place: str = ""

    def __str__(self) -> str:
        listed = ", ".join(map(plural, self.kinds))
        return f"lose {listed} {'last' if self.last else 'first'}{within(self.place)}"


@dataclass(frozen=True, slots=True)
class Rerolls(Order):
    """CB-LEAD-5: `rerolls auto`, `rerolls off`, or `reroll only cavalry` (then `only` has it)."""

    on: bool = True
    only: tuple[str, ...] = ()
    place: str = ""

    def __str__(self) -> str:
        if self.only:
            return f"reroll only {plurals(self.only)}{within(self.place)}"
        return f"rerolls {'auto' if self.on else 'off'}{within(self.place)}"


@dataclass(frozen=True, slots=True)
class WithdrawWhen(Order):
    """CB-WDRAW-8: `withdraw to Ashford after round 2`, `withdraw when 3 units are left`.

    One of `round` (after which) and `left` (so many units) is above 0.
    """

    to: str = ""
    round: int = 0
    left: int = 0
    place: str = ""

    def __str__(self) -> str:
        when = f"after round {self.round}" if self.round else f"when {self.left} units are left"
        return f"withdraw{phrase('to', self.to)} {when}{within(self.place)}"


@dataclass(frozen=True, slots=True)
class StandFast(Order):
    """CB-POST-1: `stand fast`: no withdrawal."""

    place: str = ""

    def __str__(self) -> str:
        return f"stand fast{within(self.place)}"


@dataclass(frozen=True, slots=True)
class Pace(Order):
    """CB-FIGHT-1: `battles by round`, `battles auto`."""

    by_round: bool
    place: str = ""

    def __str__(self) -> str:
        return f"battles {'by round' if self.by_round else 'auto'}{within(self.place)}"


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


# What only a GM may write (CB-GM-1).  `set`, `give`, `clear`, `next dice`, `remove GL1` and `move
# GL1 to Ashford` are the shared ones of `rules.overrides` (`Set`, `Give`, `Clear`, `NextDice`,
# `Remove`, `Relocate`); subjects are `Ashford`, `1-40`, `army 1`, `GL1` and `game`.


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class RemoveUnits(Order):
    """CB-GM-1: `remove 2 infantry from Ashford`."""

    units: UnitList
    place: str

    def __str__(self) -> str:
        return f"remove {self.units} from {self.place}"


@dataclass(frozen=True, slots=True)
class MakeCaptive(Order):
    """CB-GM-1: `captive 2 infantry of army 2 for army 1`, `captive GL2 of army 2 for army 1`."""

    units: UnitList
    owner: int
    seat: int

    def __str__(self) -> str:
        return f"captive {self.units} of {side_name(self.owner)} for army {self.seat}"


@dataclass(frozen=True, slots=True)
class GiveCard(Order):
    """CB-GM-1: `card 5C for army 1`."""

    card: str
    seat: int

    def __str__(self) -> str:
        return f"card {self.card} for army {self.seat}"


@dataclass(frozen=True, slots=True)
class EndPhaseFor(Order):
    """CB-GM-1: `end phase for army 2`."""

    seat: int

    def __str__(self) -> str:
        return f"end phase for army {self.seat}"


@dataclass(frozen=True, slots=True)
class ProvinceRow:
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


@dataclass(frozen=True, slots=True)
class ReplaceMap(Order):
    """CB-MAP-7: `map begin` ... `map end`, one line for each province.

    A line that is no province at all is `Unread` with this rule; the rules check all else.
    """

    provinces: tuple[ProvinceRow, ...]

    def __str__(self) -> str:
        return "\n".join(("map begin", *map(str, self.provinces), "map end"))


def phrase(word: str, what: str) -> str:
    """` to Ashford`, or nothing."""
    return f" {word} {what}" if what else ""


def within(place: str) -> str:
    """` in Ashford`, or nothing."""
    return phrase("in", place)


def using(kinds: tuple[str, ...]) -> str:
    """` with archers and cavalry`, or nothing."""
    return phrase("with", plurals(kinds))


def owned(owner: int | None) -> str:
    """` of army 2`, or nothing."""
    return "" if owner is None else f" of {side_name(owner)}"
