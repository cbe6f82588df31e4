"""What the GM set, in short: `GM: L7 HP 13 → 27`; the reason is added where it is posted."""

from collections.abc import Iterator, Sequence

from rules.crusade7 import events as ev
from rules.crusade7 import overrides as own
from rules.crusade7.state import Unit
from rules.crusade7.telling.brief import turns
from rules.crusade7.telling.brief.acts import Seen
from rules.crusade7.telling.brief.outcomes import outcomes
from rules.crusade7.telling.brief.spans import change, join, shortened, worded
from rules.crusade7.telling.wording import phase_name
from rules.display.view import Line
from rules.display.words import listed
from rules.line import overrides as shared
from rules.line.events import DiceLoaded, PhaseBegan, Refused, Ruled
from rules.line.flow import seat_name
from rules.line.orders import Order

ORDERS = (
    *(shared.Put, shared.Remove, shared.Relocate, shared.Set, shared.Give, shared.Clear),
    *(shared.NextDice, shared.Rule, own.Damage, own.Heal, own.Kill, own.PaintTerrain),
    *(own.Import, own.AddNote),
)
"""The orders that set something; a missed deadline is told like the end of a turn."""

NAMES = {"hp": "HP", "maxhp": "maximum HP", "ac": "AC", "cp": "CP", "speed": "Speed"}
STATS = ("str", "dex", "con", "int", "wis", "cha", "pf")


def is_override(orders: Sequence[Order]) -> bool:
    """Did the GM set something with this line?"""
    return any(isinstance(order, ORDERS) for order in orders)


def lines_of(seen: Sequence[Seen]) -> Iterator[Line]:
    """One line of what was set and what followed; Morale and a victory on lines of their own."""
    for one in seen:
        if isinstance(one.event, Ruled):
            yield worded(f"Ruling: {' '.join(one.event.text.split())}")
    set_ = [worded(text) for one in seen for text in phrase(one)]
    left = [one for one in seen if not any(True for _ in phrase(one))]
    pieces = [*set_, *outcomes(left), *turns.passed(seen)]
    if pieces:
        yield worded("GM: ") + join(pieces)
    yield from turns.morale(seen)
    yield from turns.ended(seen)


def phrase(one: Seen) -> Iterator[str]:
    """What before → after."""
    match one.event:
        case ev.UnitChanged(unit, attribute, before, value):
            yield f"{unit.ref} {name_of(attribute)} {change(before, value)}"
        case ev.ArmyChanged(seat, attribute, before, value):
            yield f"{seat_name(seat)} {name_of(attribute)} {change(before, value)}"
        case ev.BattleChanged(attribute, before, value):
            yield f"{attribute} {change(before, value)}"
        case PhaseBegan(phase=phase):
            yield f"phase {change(phase_name(one.before.flow.phase), phase_name(phase))}"
        case ev.FirstSet(seat):
            phase = phase_name(one.before.flow.phase)
            yield f"{seat_name(seat)} has the first turn of {phase}"
        case ev.Damaged(unit, _, before, after, _, "GM") | ev.Healed(unit, _, before, after, "GM"):
            yield f"{unit} HP {change(before, after)}"
        case _:
            yield from placed(one)
            yield from noted(one)


def placed(one: Seen) -> Iterator[str]:
    """Units put, removed and moved; the ground."""
    match one.event:
        case ev.UnitPut(unit):
            army, kind = seat_name(unit.seat), one.before.block(unit).name
            yield f"{kind} {unit.ref} put {whereabouts(unit)} for {army}"
        case ev.UnitRemoved(unit):
            yield f"{unit} removed"
        case ev.UnitPlaced(ref, to):
            found = one.before.find(ref)
            before = whereabouts(found) if found else ""
            yield f"{ref} {before} → {to[0]},{to[1]}"
        case ev.TerrainPainted(terrain, start, end):
            last = "" if start == end else f" to {end[0]},{end[1]}"
            yield f"{terrain} ground at {start[0]},{start[1]}{last}"


def whereabouts(unit: Unit) -> str:
    """`at 5,12`, `in CR1`, `in reserve`."""
    if unit.at is not None:
        return f"at {unit.at[0]},{unit.at[1]}"
    if unit.inside:
        return f"in {unit.inside}"
    return "in reserve" if unit.reserve else "not deployed"


def noted(one: Seen) -> Iterator[str]:
    """Notes, data, dice, and parts of the line that were refused."""
    match one.event:
        case ev.NoteAdded(unit, text):
            yield f"note on {unit}: {shortened(text)}"
        case ev.DataImported(library):
            names = [
                *(faction.name for faction in library.factions),
                *(block.name for block in library.blocks),
                *(spell.name for spell in library.spells),
                *(power.name for power in library.powers),
            ]
            yield f"imports {shortened(', '.join(names), 200)}"
            if left := listed(library.left_to_gm):
                yield f"it is for the GM to say what comes of {shortened(left, 200)}"
        case DiceLoaded(faces):
            yield f"dice laid ready: {' '.join(map(str, faces)) or 'none'}"
        case Refused(_, why):
            yield f"not done: {why}"
        case ev.BattleBegan(renamed):
            yield "the battle begins"
            if renamed:
                yield f"army 2's {', '.join(f'{old} is now {new}' for old, new in renamed)}"


def name_of(attribute: str) -> str:
    """`HP` for `hp`; the others as they are written."""
    return attribute.upper() if attribute in STATS else NAMES.get(attribute, attribute)
