"""What is told when a phase begins and when it is over: who could act, what was lost."""

from collections.abc import Iterator, Mapping, Sequence

from rules.crusade7 import events as ev
from rules.crusade7 import tactics
from rules.crusade7.adjudicate import able, legal
from rules.crusade7.army.statblock import Attack, Tactic
from rules.crusade7.candidates import concerned, passes
from rules.crusade7.field.geometry import enemies, separation
from rules.crusade7.fight.attacks import FIGHTERS
from rules.crusade7.harm.damage import uses_left
from rules.crusade7.march.movement import CHARGE_RANGE, SLOW
from rules.crusade7.naming import in_order
from rules.crusade7.orders import SkipTo
from rules.crusade7.sequence import NOBODY, end_of_shock
from rules.crusade7.state import PHASE_NAMES, State, Unit
from rules.crusade7.telling.brief.acts import mean, until_words
from rules.crusade7.telling.describe import phase_name
from rules.crusade7.telling.report import report
from rules.crusade7.telling.roll import IN_A_TABLE, ranges
from rules.crusade7.telling.view import is_visible
from rules.display.telling import Tally, not_empty
from rules.display.words import listed
from rules.line.events import Event
from rules.line.flow import seat_name
from rules.line.orders import EndPhase, Order

# What an army whose turn begins should know: what it may do now, and which units could still act.


HINDRANCES = {
    "move": {
        "shaken": "no step forward",
        "frightened": "no step forward",
        "stunned": "no move",
        "prone": "neither advances nor falls back",
    },
    "charge": {"frightened": "no step forward", "stunned": "no charge", "prone": "no charge"},
    "heavy": {"prone": "may stand up", "poisoned": "disadvantage", "blinded": "disadvantage"},
    "fight": {"prone": "may stand up", "poisoned": "disadvantage", "blinded": "disadvantage"},
}
"""What a condition means for the orders of a phase."""

FEW = 3
"""Up to this many units are named with what they could do."""

COULD = {
    "move": "Not moved",
    "mana": "Could use magic",
    "heavy": "Could still act",
    "charge": "Could charge",
    "fight": "Could still act",
}


def situation(state: State, seat: int, viewer: int | None) -> tuple[str, ...]:
    """`May act: B1 (Bolt; Fire Pot 4 left)`, `6 CP`, `G2 is shaken: no step forward`."""
    if state.flow.outcome is not None or seat not in state.armies:
        return ()
    army = state.armies[seat]
    if state.flow.phase == "setup":
        return (f"{army.gold} gold and {army.cp} CP left",) if viewer in (0, seat) else ()
    told = [*may_act(state, seat), *only_tactics(state, seat), f"{army.cp} CP"]
    return (*told, *hindered(state, seat))


def may_act(state: State, seat: int) -> Iterator[str]:
    """`May act: B1 (Bolt)`: the units that could act, in phases in which not all units do."""
    if state.flow.phase in ("command", "move", "morale") or state.flow.turn != seat:
        return
    units = able(state, seat)
    if not units:
        return
    if len(units) <= FEW:
        yield f"May act: {', '.join(f'{unit.ref}{means(state, unit)}' for unit in units)}"
    else:
        yield f"May act: {ranges((unit.ref for unit in units), IN_A_TABLE)}"


def means(state: State, unit: Unit) -> str:
    """` (Bolt; Fire Pot 4 left)`: what a unit could act with."""
    block, phase = state.block(unit), state.flow.phase
    if phase == "mana":
        parts = []
        if block.casting is not None:
            slots = "/".join(str(left) for _, left in sorted(unit.slots))
            parts.append(f"spells, slots {slots}" if slots else "spells")
        if block.psionic:
            parts.append("powers")
        return f" ({'; '.join(parts)})" if parts else ""
    if phase not in FIGHTERS:
        return ""
    named = [attack_text(unit, one) for one in block.attacks if uses_left(unit, one) != 0]
    return f" ({'; '.join(named)})" if named else ""


def attack_text(unit: Unit, attack: Attack) -> str:
    """`Fire Pot 4 left`."""
    left = uses_left(unit, attack)
    return attack.name if left is None else f"{attack.name} {left} left"


def only_tactics(state: State, seat: int) -> Iterator[str]:
    """`Only tactics are possible: High Alert 2`, in a phase in which no unit can do anything."""
    if state.flow.turn != seat or state.flow.phase == "move" or able(state, seat):
        return
    named = sorted(f"{one.name} {one.cost}" for one in open_tactics(state, seat))
    yield f"Only tactics are possible: {', '.join(named)}" if named else "Nothing can be done"


def until_move(state: State, seat: int) -> tuple[Order, str] | None:
    """C7-TURN-8: the order that skips to the Move Phase, and the name of that phase.

    None unless it is the seat's Morale or Command turn and none of its units can do anything.
    """
    if state.flow.turn != seat or state.flow.phase not in ("command", "morale"):
        return None
    if state.flow.outcome is not None or able(state, seat):
        return None
    return SkipTo("move"), PHASE_NAMES["move"]


def open_tactics(state: State, seat: int) -> Iterator[Tactic]:
    """C7-TAC-1 to C7-TAC-4: the tactics that the army may use now and that have a unit to work
    on."""
    for tactic in tactics.known_tactics(state, seat):
        if passes(tactics.check_usable, state, seat, tactic) and (
            tactic.who in ("all", "none") or any(True for _ in concerned(state, seat, tactic))
        ):
            yield tactic


def hindered(state: State, seat: int) -> Iterator[str]:
    """`G2 is shaken: no step forward`."""
    told = HINDRANCES.get(state.flow.phase, {})
    for condition, means_ in told.items():
        units = [unit.ref for unit in state.on_field(seat) if unit.has(condition)]
        if units:
            verb = "is" if len(units) == 1 else "are"
            yield f"{ranges(units, IN_A_TABLE)} {verb} {condition}: {means_}"


def waiting(state: State, seat: int, viewer: int | None) -> str:
    """`Not moved: G2, O1`; in the set-up what is not deployed, for the seat itself and the GM."""
    if state.flow.outcome is not None or seat not in state.armies:
        return ""
    if state.flow.phase == "setup":
        off = [one.ref for one in state.living(seat) if not (one.on_field or one.reserve)]
        named = ranges((ref for ref in off), IN_A_TABLE)
        return f"Not deployed: {named}" if named and viewer in (0, seat) else ""
    if state.flow.turn != seat or state.flow.phase not in COULD:
        return ""
    units = ranges((unit.ref for unit in able(state, seat)), IN_A_TABLE)
    return f"{COULD[state.flow.phase]}: {units}" if units else ""


# Turns in which an army can only pass; found without trying every order.


NOTHING = {
    "command": "no tactic is possible",
    "mana": "nobody casts",
    "heavy": "nobody can fight",
    "charge": "nobody can charge",
    "fight": "nobody can fight",
    "morale": "no tactic is possible",
}
"""Why a turn passes, by phase; in Move every unit can at least stay (C7-MOVE-5)."""

ENGAGE_RANGE = 3
"""C7-MELEE-2: a unit farther than this from every enemy can engage none."""


def idle(state: State) -> tuple[int, Order, str] | None:
    """C7-TURN-4, C7-TURN-5: the seat that can do nothing but pass, the order to pass, and why.

    None if it can do more.  In the Mana Phase only units count: a tactic that could be used in any
    phase (C7-TAC-9) can wait.
    """
    seat, phase = state.flow.turn, state.flow.phase
    if state.flow.outcome is not None or seat not in state.armies or phase not in NOTHING:
        return None
    if phase != "mana" and any(True for _ in open_tactics(state, seat)):
        return None
    if any(may_do_something(state, unit) for unit in state.living(seat)):
        return None
    return seat, EndPhase(), NOTHING[phase]


def may_do_something(state: State, unit: Unit) -> bool:
    """Can the unit be given an order now?  Cheap checks come first, then its orders are tried."""
    if unit.concentration is not None:
        return True
    if not unit.on_field or not is_concerned(state, unit):
        return False
    return any(True for _ in legal(state, unit.seat, unit.ref))


def is_concerned(state: State, unit: Unit) -> bool:
    """Could a unit of its kind do anything in this phase, where it stands?"""
    phase, block = state.flow.phase, state.block(unit)
    if phase in ("command", "mana"):
        return block.psionic or (phase == "mana" and block.casting is not None)
    if phase == "charge":
        return block.classification not in SLOW and is_near(state, unit, CHARGE_RANGE)
    if phase == "morale":
        return False
    grenades = any("grenade" in attack.attributes for attack in block.attacks)
    if block.classification not in FIGHTERS[phase] and not grenades:
        return False
    reaches = [attack.range or 2 for attack in block.attacks]
    return unit.has("prone") or is_near(state, unit, max((ENGAGE_RANGE, *reaches)))


def is_near(state: State, unit: Unit, reach: int) -> bool:
    """Is an enemy at that distance or less?"""
    return any(separation(state, unit, enemy) <= reach for enemy in enemies(state, unit))


# What a phase or a round has brought, in a few lines.


def summary(state: State, events: Sequence[Event], viewer: int | None) -> tuple[str, ...]:
    """What a phase or a round has brought: which phase is over, losses, the end of a round, CP.

    `events` are those since the phase (or round) began, up to and with the ones that began the
    next; `state` is the state after them.
    """
    if state.flow.phase == "setup":
        return ()
    lines = [*_phase_over(events), *_losses(state, events)]
    for event in events:
        if isinstance(event, ev.RoundEnded):
            lines += report(event, state, viewer)
    armies = [f"{seat_name(seat)} {army.cp}" for seat, army in sorted(state.armies.items())]
    lines.append(f"CP: {', '.join(armies)}")
    return tuple(lines)


def _phase_over(events: Sequence[Event]) -> tuple[str, ...]:
    """`Round 1, Fight Phase is over`: the phase before the last one that began."""
    orders = [event for event in events if isinstance(event, ev.OrderOfPlay)]
    if len(orders) < 2:
        return ()
    last = orders[-2]
    return (f"Round {last.round}, {phase_name(last.phase)} Phase is over",)


def _losses(state: State, events: Sequence[Event]) -> tuple[str, ...]:
    """Which units each army has lost in these events; an army without losses is not named."""
    killed = [event.unit for event in events if isinstance(event, ev.Killed)]
    lines = []
    for seat in (1, 2):
        lost = [ref for ref in killed if (unit := state.find(ref)) and unit.seat == seat]
        if lost:
            lines.append(f"{seat_name(seat)} lost {listed(tuple(lost))}")
    return (", ".join(lines),) if lines else ()


# What a round, or any stretch of play, has brought each army.


SEATS = (1, 2)


def losses(before: State, after: State, viewer: int | None) -> Mapping[int, str]:
    """The units that each army has lost between two states: `{2: "O5"}`."""
    return not_empty(
        {seat: ranges(dead_since(before, after, viewer, seat), IN_A_TABLE) for seat in SEATS}
    )


def dead_since(before: State, after: State, viewer: int | None, seat: int) -> list[str]:
    """The units of a seat that died between two states and that the viewer may see."""
    return [
        unit.ref
        for unit in in_order(after.units.values())
        if unit.seat == seat
        and unit.dead
        and is_visible(after, unit, viewer)
        and not ((was := before.units.get(before.key(seat, unit.ref))) and was.dead)
    ]


def tally(before: State, after: State, viewer: int | None) -> Tally | None:
    """The table of a round: lost, units, HP, CP, who goes first next; above it Morale.

    `after` may be the first state of the next round.
    """
    if after.flow.phase == "setup" or before.flow.phase == "setup":
        return None
    rows: dict[str, Mapping[int, str]] = {
        "lost": losses(before, after, viewer),
        "units": {seat: units(after, seat) for seat in SEATS},
        "HP": {seat: hit_points(after, seat) for seat in SEATS},
        "CP": {seat: command_points(before, after, seat) for seat in SEATS},
        **dict(order_of_command(before, after)),
    }
    kept = tuple((name, texts) for name, texts in rows.items() if texts)
    return Tally(SEATS, kept, tuple(morale(before, after)))


def units(state: State, seat: int) -> str:
    """`14 of 15`: how many units live, of all that the army has had."""
    all_ = sum(1 for unit in state.units.values() if unit.seat == seat)
    return f"{sum(1 for _ in state.living(seat))} of {all_}"


def hit_points(state: State, seat: int) -> str:
    """`363 of 487`."""
    full = sum(unit.maxhp for unit in state.units.values() if unit.seat == seat)
    return f"{sum(unit.hp for unit in state.living(seat))} of {full}"


def command_points(before: State, after: State, seat: int) -> str:
    """`6 → 7`."""
    had, has = before.armies[seat].cp, after.armies[seat].cp
    return str(has) if had == has else f"{had} → {has}"


def order_of_command(before: State, after: State) -> Iterator[tuple[str, Mapping[int, str]]]:
    """C7-INIT-2: `first (3)`: who goes first in the round that has begun."""
    if after.flow.phase != "command" or after.flow.round == before.flow.round:
        return
    told = {}
    for seat, average in zip(SEATS, after.initiatives, strict=True):
        place = "first" if seat == after.first else "second"
        told[seat] = place if average == NOBODY else f"{place} ({mean(average)})"
    yield "Command", told


def morale(before: State, after: State) -> Iterator[str]:
    """C7-MORALE-4: `Morale: all hold but G2, shaken until the Mana Phase of round 3`."""
    if after.flow.outcome is not None or after.flow.round == before.flow.round:
        return
    until = end_of_shock(after.flow.round - 1)
    failed = [
        unit.ref
        for unit in after.living()
        for one in unit.conditions
        if one.condition == "shaken" and one.until == until
    ]
    if failed:
        yield f"Morale: all hold but {ranges(failed)}, shaken{until_words(until)}"
    else:
        yield "Morale: all hold"
