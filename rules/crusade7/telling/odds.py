"""What an attack, a spell or a psionic test would bring, before it is ordered: exactly.

In another phase or turn it is reckoned for the next one in which it can be ordered, from where all
stand now.

No die is drawn; what lies in the tray counts for nothing here, for no player may know of it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction

from rules.crusade7 import adjudicate
from rules.crusade7.apply import apply
from rules.crusade7.events import PsionicTested
from rules.crusade7.naming import in_order
from rules.crusade7.orders import Cast, Manifest, Multiattack, Strike
from rules.crusade7.state import PHASE_NAMES, PHASES, State, Unit
from rules.crusade7.telling import report
from rules.line.adjudication import Dice
from rules.line.errors import Refusal
from rules.line.events import Event, PhaseBegan, Refused, TurnPassed
from rules.line.flow import winner_name
from rules.line.orders import Order
from rules.line.work import Spent
from rules.numbers.arith import half_up
from rules.numbers.chances import Fall, every

KINDS = (Strike, Multiattack, Cast, Manifest)
NOTHING = "nothing changes"


def odds(state: State, seat: int, order: Order) -> tuple[str, ...]:
    """One line per outcome, the likeliest first.  Raises `Refusal` as the order itself would."""
    if not isinstance(order, KINDS):
        raise Refusal("C7-ORDER-1", "odds are for attacks, spells and psionic tests")
    clean = replace(state, flow=replace(state.flow, tray=()))
    phases = ("mana",) if isinstance(order, Cast | Manifest) else ("heavy", "fight")
    flow = clean.flow
    if flow.phase not in PHASES or flow.outcome is not None or seat not in clean.armies:
        return worked_out(clean, seat, order)
    if flow.phase in phases and flow.turn == seat:
        return worked_out(clean, seat, order)
    return foreseen(clean, seat, order, phases)


def foreseen(state: State, seat: int, order: Order, phases: tuple[str, ...]) -> tuple[str, ...]:
    """The same in the next of these phases that lets the unit's class act (C7-ATK-7)."""
    wrong: Refusal | None = None
    for phase in phases:
        then = as_if(state, seat, phase)
        try:
            lines = worked_out(then, seat, order)
        except Refusal as refusal:
            idle = wrong is not None and "C7-ATK-7" in (wrong.rule, wrong.why.split("(")[-1][:8])
            wrong = refusal if wrong is None or idle else wrong
            continue
        when = f"the {PHASE_NAMES[phase]} Phase of round {then.flow.round}"
        return (f"In {when}, from where everybody stands now:", *lines)
    raise wrong or Refusal("C7-ORDER-1", "there is no phase for this")


def worked_out(clean: State, seat: int, order: Order) -> tuple[str, ...]:
    """One line per outcome in this very state."""

    def run(dice: Dice) -> tuple[Event, ...]:
        return adjudicate.adjudicate(clean, seat, (order,), dice)

    falls: list[Fall[tuple[Event, ...]]] = []
    try:
        for fall in every(run):
            falls.append(fall)
    except Spent as spent:
        spent.found = tuple(shared(clean, falls))
        raise
    if len(falls) == 1:
        return certain(clean, falls[0].result, seat)
    return tuple(shared(clean, falls))


def certain(state: State, events: Iterable[Event], seat: int) -> tuple[str, ...]:
    """No die is drawn: the report as it would be, then what changes."""
    lines: list[str] = []
    after = state
    for event in events:
        lines += report.report(event, after, seat)
        after = apply(after, event)
    return (*lines, f"certain: {changes(state, after)}")


def shared(state: State, falls: list[Fall[tuple[Event, ...]]]) -> Iterator[str]:
    """Outcomes that are the same to the eye are one, with the sum of their chances."""
    outcomes: dict[str, list[Fall[tuple[Event, ...]]]] = {}
    for fall in sorted(falls, key=lambda one: one.faces):
        outcomes.setdefault(outcome(state, fall.result), []).append(fall)
    for text, same in sorted(outcomes.items(), key=lambda one: -chance_of(one[1])):
        chance = chance_of(same)
        percent = half_up(100 * chance.numerator, chance.denominator)
        faces = [fall.faces[0] for fall in same if len(fall.faces) == 1]
        on = f" on {ranges(faces)}" if len(faces) == len(same) else ""
        yield f"{chance.numerator} of {chance.denominator} ({percent}%){on}: {text}"


def chance_of(falls: Iterable[Fall[tuple[Event, ...]]]) -> Fraction:
    """The sum of their chances."""
    return sum((fall.chance for fall in falls), Fraction(0))


def outcome(state: State, events: Iterable[Event]) -> str:
    """What comes of these events: whether tests pass, and what is different afterwards."""
    after = state
    tests = []
    for event in events:
        if isinstance(event, PsionicTested):
            tests.append(f"{event.power} {'succeeds' if event.passed else 'fails'}")
        elif isinstance(event, Refused):
            tests.append(f"not allowed: {event.why}")
        after = apply(after, event)
    return "; ".join((*tests, changes(state, after)))


def changes(before: State, after: State) -> str:
    """Who has lost or gained what."""
    parts = []
    for unit in in_order(before.living()):
        now = after.units[after.key(unit.seat, unit.ref)]
        told = list(unit_changes(unit, now))
        if told:
            parts.append(f"{unit.ref} {', '.join(told)}")
    if after.flow.outcome is not None and before.flow.outcome is None:
        parts.append(f"the battle ends: {winner_name(after.flow.outcome)}")
    return "; ".join(parts) or NOTHING


def unit_changes(before: Unit, now: Unit) -> Iterator[str]:
    """`48 -> 13 HP`, `is killed`, `becomes prone`, `gains Shield`."""
    if now.dead:
        yield "is killed"
        return
    if now.hp != before.hp:
        yield f"{before.hp} -> {now.hp} HP"
    had, has = ({one.condition for one in unit.conditions} for unit in (before, now))
    yield from (f"becomes {one}" for one in sorted(has - had))
    yield from (f"is no longer {one}" for one in sorted(had - has))
    old, new = ([one.name for one in unit.effects] for unit in (before, now))
    yield from (f"gains {name}" for name in new if name not in old)
    yield from (f"loses {name}" for name in old if name not in new)
    if now.ac != before.ac:
        yield f"AC {before.ac} -> {now.ac}"
    if before.concentration is not None and now.concentration is None:
        yield "concentrates no longer"


def ranges(faces: Iterable[int]) -> str:
    """`2-8, 11`."""
    runs: list[list[int]] = []
    for face in sorted(faces):
        if runs and face == runs[-1][1] + 1:
            runs[-1][1] = face
        else:
            runs.append([face, face])
    return ", ".join(str(low) if low == high else f"{low}-{high}" for low, high in runs)


def as_if(state: State, seat: int, phase: str) -> State:
    """C7-TURN-1, C7-TURN-7: the next such phase, this army's turn in it; what each phase between
    forgets is forgotten, and nothing else happens."""
    number = state.flow.round
    at = PHASES.index(state.flow.phase)
    while state.flow.phase != phase:
        at += 1
        if at == len(PHASES):
            at, number = 0, number + 1
        state = apply(state, PhaseBegan(number, PHASES[at]))
    return apply(state, TurnPassed(seat))
