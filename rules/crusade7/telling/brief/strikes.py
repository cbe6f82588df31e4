"""Strikes and all that comes of them in few words."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from rules.crusade7 import events as ev
from rules.crusade7.harm.damage import uses_left
from rules.crusade7.state import State
from rules.crusade7.tactics import OPPORTUNITY, REFLEXIVE_FIRE
from rules.crusade7.telling.brief.acts import (
    Act,
    Seen,
    change,
    join,
    mean,
    strong,
    worded,
    words_of,
)
from rules.crusade7.telling.describe import share_text
from rules.crusade7.telling.roll import places, ranges
from rules.display.acts import befallen
from rules.display.view import Line
from rules.line.events import DrawOfferClosed
from rules.line.flow import seat_name
from rules.line.said import Words
from rules.numbers.grid import Cell

# What came of acts: who was hurt, killed, changed; equal outcomes are one piece.


@dataclass(slots=True)
class Wound:
    """The HP of one unit from the first to the last of what befell it for one reason."""

    unit: str
    cause: str
    before: int
    after: int


@dataclass(slots=True)
class Gathered:
    """The outcomes of some acts, before equal ones are put together."""

    names: tuple[str, ...]
    """Causes that the line has named already."""
    wounds: list[Wound] = field(default_factory=list)
    killed: list[tuple[str, str]] = field(default_factory=list)
    told: dict[tuple[str, str], list[str]] = field(default_factory=dict)
    """Units by what stands before and behind them."""
    uses: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    """Units by the limited attack and by how many uses it had and has."""

    out: dict[str, dict[str, Cell]] = field(default_factory=dict)
    """The passengers of transports that are no more, with their places."""

    def add(self, unit: str, behind: str, before: str = "") -> None:
        """`O2 prone`; those of whom the same is said stand together."""
        self.told.setdefault((before, behind), []).append(unit)

    def cause(self, cause: str) -> str:
        """A cause that is still to be named."""
        return "" if cause in self.names else cause


def outcomes(seen: Iterable[Seen], names: tuple[str, ...] = (), target: str = "") -> list[Line]:
    """Pieces for a line: `O2, O3 32 → 25`, `O5 killed`, `O4 prone`.

    `names`: causes that need not be said; `target`: a unit that has just been named, whose label
    is left out where nothing else is told.
    """
    found = Gathered((*names, "GM", ""))
    for one in seen:
        gather(found, one)
    dead = [unit for unit, _ in found.killed]
    pieces = [*hurt(found, dead, target), *died(found)]
    for (before, behind), units in found.told.items():
        pieces.append(worded(f"{before}{ranges(units)}{behind}"))
    return [*pieces, *put_out(found), *spent(found)]


def put_out(found: Gathered) -> Iterator[Line]:
    """C7-TRANS-10: `L1, L2 out of CR1 at 1,1-2`."""
    for transport, riders in found.out.items():
        yield worded(f"{ranges(riders)} out of {transport} at {places(riders.values())}")


def spent(found: Gathered) -> Iterator[Line]:
    """C7-ATK-10: `Javelin 3 → 2`; with the units where it is not the same for all."""
    for attack, changes in found.uses.items():
        for text, units in changes.items():
            whose = f" ({ranges(units)})" if len(changes) > 1 else ""
            yield worded(f"{attack}{text}{whose}")


def hurt(found: Gathered, dead: list[str], target: str) -> Iterator[Line]:
    """`O2, O3 32 → 25`: those who live, grouped by equal HP."""
    groups: dict[tuple[int, int, str], list[str]] = {}
    for wound in found.wounds:
        if wound.unit not in dead:
            groups.setdefault((wound.before, wound.after, wound.cause), []).append(wound.unit)
    alone = len(groups) == 1 and not dead and not found.told
    for (before, after, cause), units in groups.items():
        label = "" if alone and units == [target] else f"{ranges(units)} "
        yield worded(f"{label}{change(before, after)}{behind(cause)}")


def died(found: Gathered) -> Iterator[Line]:
    """The dead, strong, by what killed them."""
    causes: dict[str, list[str]] = {}
    for unit, cause in found.killed:
        causes.setdefault(cause, []).append(unit)
    for cause, units in causes.items():
        yield strong(f"{ranges(units)} killed") + (worded(behind(cause)) if cause else ())


def behind(cause: str) -> str:
    """` (Regeneration)`."""
    return f" ({cause})" if cause else ""


def gather(found: Gathered, one: Seen) -> None:
    """One event; those that a line tells of elsewhere are passed over."""
    match one.event:
        case ev.Damaged(unit, _, before, after, _, cause) | ev.Healed(
            unit, _, before, after, cause
        ):
            wound(found, Wound(unit, found.cause(cause), before, after))
        case ev.Killed(unit, cause):
            found.killed.append((unit, found.cause(cause)))
        case ev.UseSpent(unit, attack, left):
            spent = f" {change(uses_before(one.before, unit, attack, left), left)}"
            found.uses.setdefault(attack, {}).setdefault(spent, []).append(unit)
        case ev.DenialsLapsed(denials):
            for denier, target in denials:
                found.add(denier, f" of {target} lapses", "denial by ")
        case ev.Disembarked(unit, transport, to, forced=True):
            found.out.setdefault(transport, {})[unit] = to
        case DrawOfferClosed(seat, declined):
            how = "is declined" if declined else "lapses"
            found.add(seat_name(seat), f" {how}", "the draw offer of ")
        case ev.TacticSprung(tactic=tactic) if tactic in found.names:
            pass
        case event if ":them}" in (event.SHORT or ""):
            new: Words = {"new": lambda name: behind(found.cause(name))}
            if told := befallen(event, {**words_of(one), **new}):
                found.add(told[0], told[2], told[1])


def wound(found: Gathered, new: Wound) -> None:
    """Blows on one unit for one reason add up."""
    last = next((one for one in reversed(found.wounds) if one.unit == new.unit), None)
    if last is not None and last.cause == new.cause and last.after == new.before:
        last.after = new.after
    else:
        found.wounds.append(new)


def uses_before(state: State, ref: str, name: str, left: int) -> int:
    """C7-ATTR-5: how many uses there were."""
    unit = state.find(ref)
    attacks = state.block(unit).attacks if unit else ()
    attack = next((one for one in attacks if one.name == name), None)
    uses = uses_left(unit, attack) if unit and attack else None
    return left + 1 if uses is None else uses


# Attacks in short: a single one with its arithmetic, many of a kind by what came of them.


SINGLE = 3
"""So many attacks of an entry show their arithmetic; more are grouped."""

TACTICS = (OPPORTUNITY.name, REFLEXIVE_FIRE.name)


def lines_of(acts: Sequence[Act], ordered: bool) -> list[Line]:
    """The strikes of an entry, one line each, or grouped; `ordered`: the line begins with them."""
    if len(acts) <= SINGLE:
        return [single(act, ordered) for act in acts]
    groups: dict[tuple[str, str], list[Act]] = {}
    for act in acts:
        hit = act.hits()[0]
        groups.setdefault((hit.attack, hit.cause), []).append(act)
    return [
        single(group[0], ordered) if len(group) == 1 else several(group)
        for group in groups.values()
    ]


def single(act: Act, ordered: bool) -> Line:
    """`L1 Gladius on O2: AC 14 - 5 = 9, 60% of 9 = 5 · O2 25 → 20`."""
    hits = act.hits()
    hit = hits[0]
    results = outcomes(act.seen, known(act))
    sums = list(dict.fromkeys(arithmetic(one) for one in hits))
    reacts = hit.cause and hit.cause not in TACTICS
    if reacts and not ordered and len(hits) == 1 and results:
        head = f"{hit.attack} of {hit.attacker}"
    else:
        head = f"{hit.attacker} {hit.attack} on {hit.target}{with_support(act)}"
    if hit.cause in TACTICS:
        head = f"{hit.cause}: {head}"
    if len(sums) > 1 and results:
        return join([worded(f"{head}: ") + results[0], *results[1:], *unhurt(hits)])
    return join([worded(f"{head}: {sums[0]}"), *results, *(unhurt(hits) if hits[1:] else ())])


def known(act: Act) -> tuple[str, ...]:
    """Causes that the head of the line names: the attack, the tactic behind it."""
    hit = act.hits()[0]
    return (hit.attack, hit.cause, "Support")


def with_support(act: Act) -> str:
    """C7-TAC-7: was a Support used up for it?"""
    return " with Support" if any(is_support(one) for one in act.seen) else ""


def is_support(one: Seen) -> bool:
    """C7-TAC-7."""
    return isinstance(one.event, ev.TacticSprung) and one.event.tactic == "Support"


def arithmetic(hit: ev.AttackResolved) -> str:
    """C7-ATK-2, C7-SAVE-2 to C7-SAVE-4: `AC 14 - 5 = 9, 60% of 9 = 5`."""
    share, difference = share_text(hit.share), hit.high - hit.low
    if hit.versus == "AC":
        low = f"- {hit.low}" if hit.low >= 0 else f"+ {-hit.low}"
        against = f"AC {hit.high} {low} = {difference}"
    elif hit.save_type == 3:
        against = f"DC {hit.high} against {hit.versus} {hit.low} + 10 = {hit.low + 10}"
    else:
        low = f"- {hit.versus} {hit.low}" if hit.low >= 0 else f"+ {hit.versus} {-hit.low}"
        against = f"DC {hit.high} {low} = {difference}"
    if not hit.listed:
        return f"{against}, {share}"
    return f"{against}, {share} of {full(hit)} = {hit.damage}"


def full(hit: ev.AttackResolved) -> str:
    """C7-DMG-2 to C7-DMG-4: the damage before its share is taken: `9`, `18 (9 doubled)`."""
    numerator, denominator = hit.sum
    if numerator == hit.listed * denominator:
        return str(hit.listed)
    if not numerator:
        return f"{hit.listed} (immune)"
    how = {
        2 * hit.listed * denominator: f"{hit.listed} doubled",
        4 * hit.listed * denominator: f"{hit.listed} twice doubled",
    }.get(numerator, f"{hit.listed} halved" if 2 * numerator == hit.listed * denominator else "")
    return f"{mean(hit.sum)} ({how or f'{hit.listed} as listed'})"


def unhurt(hits: Sequence[ev.AttackResolved]) -> Iterator[Line]:
    """Those of a blast, or of many attacks, whom nothing reached."""
    hurt = [hit.target for hit in hits if hit.damage]
    missed = [hit.target for hit in hits if hit.target not in hurt]
    if missed:
        yield worded(f"{ranges(missed)} unhurt")


def several(acts: Sequence[Act]) -> Line:
    """`Spears of L1-L5: O2, O3 32 → 25`; ordered at one target: `SG1-SG5 Bows on WB1: 106 → 81`."""
    hits = [hit for act in acts for hit in act.hits()]
    seen = [one for act in acts for one in act.seen]
    attackers = ranges(hit.attacker for hit in hits)
    name, cause = hits[0].attack, hits[0].cause
    targets = list(dict.fromkeys(hit.target for hit in hits))
    support = " with Support" if any(is_support(one) for one in seen) else ""
    if cause or len(targets) > 1:
        head, target = f"{plural(name)} of {attackers}{support}", ""
    else:
        head, target = f"{attackers} {plural(name)} on {targets[0]}{support}", targets[0]
    results = [*outcomes(seen, (name, cause, "Support"), target), *unhurt(hits)]
    results = results or [worded("nothing")]
    return join([worded(f"{head}: ") + results[0], *results[1:]])


def plural(name: str) -> str:
    """`Bows`, `Crushes`; names that end in -s or in a Latin -a stay as they are."""
    if name.endswith(("ch", "sh", "x")):
        return f"{name}es"
    return name if name.endswith(("s", "a", ")")) else f"{name}s"
