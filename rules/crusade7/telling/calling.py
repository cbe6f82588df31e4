"""What an army that is called should know: what it may do now, and who could still do it."""

from collections.abc import Iterator

from rules.crusade7 import tactics
from rules.crusade7.army.statblock import Attack, Tactic
from rules.crusade7.candidates import concerned, known_tactics, passes
from rules.crusade7.fight.attack_checks import FIGHTERS
from rules.crusade7.harm.resolve import uses_left
from rules.crusade7.legal import able
from rules.crusade7.orders import SkipTo
from rules.crusade7.state import PHASE_NAMES, State, Unit
from rules.crusade7.telling.labels import IN_A_TABLE, ranges
from rules.line.orders import Order

HINDRANCES = {
    "move": {
        "shaken": "no step forward",
        "frightened": "no step forward",
        "stunned": "no move",
        "prone": "neither advances nor falls back",
    },
    "charge": {
        "frightened": "no step forward",
        "stunned": "no charge",
        "prone": "no charge",
    },
    "heavy": {"prone": "may stand up", "poisoned": "disadvantage", "blinded": "disadvantage"},
    "fight": {"prone": "may stand up", "poisoned": "disadvantage", "blinded": "disadvantage"},
}
"""What a condition means for the orders of a phase."""

FEW = 3
"""So many units are named with what they could do."""

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
    """The units with something to do in a phase that is not everybody's."""
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
    """` (Bolt; Fire Pot 4 left)`: what a unit could do it with."""
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
    """`Only tactics are possible: High Alert 2`: in a phase in which no unit can do anything."""
    if state.flow.turn != seat or state.flow.phase == "move" or able(state, seat):
        return
    named = sorted(f"{one.name} {one.cost}" for one in open_tactics(state, seat))
    yield f"Only tactics are possible: {', '.join(named)}" if named else "Nothing can be done"


def until_move(state: State, seat: int) -> tuple[Order, str] | None:
    """C7-TURN-8: between two Move Phases, where no unit can do anything, they can be awaited."""
    if state.flow.turn != seat or state.flow.phase not in ("command", "morale"):
        return None
    if state.flow.outcome is not None or able(state, seat):
        return None
    return SkipTo("move"), PHASE_NAMES["move"]


def open_tactics(state: State, seat: int) -> Iterator[Tactic]:
    """C7-TAC-1 to C7-TAC-4: the tactics that the army may use now, as far as they find a unit."""
    for tactic in known_tactics(state, seat):
        if (
            passes(tactics.check_phase, state, tactic)
            and passes(tactics.check_is_unused, state, seat, tactic)
            and passes(tactics.check_cp, state, seat, tactic)
            and (tactic.who in ("all", "none") or any(True for _ in concerned(state, seat, tactic)))
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
    """`Not moved: G2, O1`; in the secret set-up only the seat itself hears what is not deployed."""
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
