"""Units, cells and the situation in words: for questions, calls to act and the reader of orders."""

from collections.abc import Iterator, Mapping

from rules.display.acts import in_ranges
from rules.display.things import Thing
from rules.line.errors import required
from rules.line.flow import seat_name
from rules.line.orders import EndPhase, Order
from rules.machinadei.attributes import has
from rules.machinadei.field import Taken, check_location, enemies, occupied, touching
from rules.machinadei.fight.shooting import VOLLEY_SPLASH, numbers
from rules.machinadei.fight.strike import hits_of, melee_attacks
from rules.machinadei.formation import arc_of, inches, nearest, within
from rules.machinadei.march.drill import used
from rules.machinadei.naming import brought, find_unit
from rules.machinadei.orders import Cell, place
from rules.machinadei.sequence.turns import can_act, can_shoot, has_magic
from rules.machinadei.statblock import TIERS, Magic, Weapon, signed
from rules.machinadei.state import PHASES, Battle, Pending, State, Unit, key
from rules.machinadei.telling.view import notes_on, shape
from rules.numbers.grid import cell_of, direction

# What a unit or a cell is, and what is near it, in words.


def describe(state: State, reference: str) -> tuple[str, ...]:
    """A unit (`Legion1`) or a cell (`12,20`), then all other units by distance (MD-MEAS-2)."""
    cell = cell_of(reference)
    if cell is not None:
        check_location(state, cell)
        return tuple(from_cell(state, cell))
    unit = required(find_unit(state, reference), "MD-ORD-3", f"there is no unit {reference[:60]}.")
    return tuple(from_unit(state, unit))


def unit_words(state: State, unit: Unit) -> str:
    """`Legionary Legion1, 15 models, 3 ranks x 5 files, facing N, at 20,28`."""
    kind = state.block(unit).name
    where = f"at {place(unit.position)}" if unit.on_board else unit.gone or "in reserve"
    return f"{kind} {unit.ref}, {unit.models} models, {shape(unit)}, {where}"


def from_unit(state: State, unit: Unit) -> Iterator[str]:
    """The unit with its numbers, then the others by gap, each with bearing and arc."""
    yield f"{unit_words(state, unit)}, {seat_name(unit.seat)}"
    stats = f"Move {unit.effective('M')}, Initiative {unit.effective('I')}"
    stats += f", Morale {unit.effective('L')}, Size {unit.size}, {TIERS[unit.tier]}"
    yield f"{stats}, {unit.wounds} wounds, {unit.left} left"
    yield from weapons(state, unit)
    if not unit.on_board:
        return
    notes = notes_on(state, unit, occupied(state))
    if notes:
        yield "; ".join(notes)
    for one, told in what_is_near(state, unit.cells, unit.position, unit):
        yield f"{'own' if unit.seat == one.seat else 'enemy'} {told}{arc(unit, one)}"
    yield from edges(state, unit.cells)


def weapons(state: State, unit: Unit) -> Iterator[str]:
    """What it fights with, and its magic with the uses left."""
    block = state.block(unit)
    yield from map(str, (*block.weapons, *block.abilities))
    left = dict(unit.uses)
    for magic in block.magic:
        uses = left.get(magic.name)
        yield f"{magic}" + ("" if uses is None else f" ({uses} left)")


def from_cell(state: State, cell: Cell) -> Iterator[str]:
    """What stands on a cell, then the others by gap."""
    here = occupied(state).get(cell)
    yield f"{place(cell)}: {unit_words(state, here) if here else 'empty'}"
    for one, told in what_is_near(state, (cell,), cell, here):
        yield f"{seat_name(one.seat)} {told}"
    yield from edges(state, (cell,))


def what_is_near(
    state: State, cells: tuple[Cell, ...], start: Cell, but: Unit | None
) -> Iterator[tuple[Unit, str]]:
    """All other units by their gaps, each as `Warband War1, ...: 7.07" away, up-right`."""
    others = [one for one in state.on_board() if but is None or one.ref != but.ref]
    for other in sorted(others, key=lambda one: nearest(cells, one.cells)):
        end = other.position
        bearing = direction(end[1] - start[1], end[0] - start[0])
        far = inches(nearest(cells, other.cells))
        yield other, f'{unit_words(state, other)}: {far}" away, {bearing}'


def arc(unit: Unit, other: Unit) -> str:
    """MD-ARC-1, MD-ARC-2: in which arc of a formation the other stands."""
    if not unit.is_formation or unit.at is None:
        return ""
    stand = unit.at, unit.facing, unit.files, unit.ranks
    found = dict.fromkeys(arc_of(*stand, cell) for cell in other.cells)
    return f", in its {' and '.join(one for one in found)}"


def edges(state: State, cells: tuple[Cell, ...]) -> Iterator[str]:
    """How many cells away the edges of the board are."""
    across, down = [x for x, _ in cells], [y for _, y in cells]
    yield (
        f"cells to the edge: up {min(down) - 1}, down {state.height - max(down)}, "
        f"left {min(across) - 1}, right {state.width - max(across)}"
    )


# What a seat should know when it is called to act, and which of its units could still act.


OWN_PHASE = {"magic": "Could cast", "shooting": "Could shoot", "melee": "Could divide attacks"}


def situation(state: State, seat: int) -> tuple[str, ...]:
    """What hampers the units of the seat, uses left, hits that wait to be divided."""
    if state.flow.phase == "deploy":
        army = state.armies[seat]
        return (f"{army.points} of {state.options.get('points', '1000')} points deployed",)
    return tuple(facts(state, seat))


def facts(state: State, seat: int) -> Iterator[str]:
    """The lines of `situation` after the deployment."""
    if state.pending is not None and state.flow.turn == seat:
        yield f"{state.pending.unit} must divide its hits: {division(state, state.pending)}"
    units = list(state.on_board(seat))
    broken = [unit.ref for unit in units if unit.broken and not unit.fled]
    if broken:
        verb = "is broken and flees" if len(broken) == 1 else "are broken and flee"
        yield f"{in_ranges(broken)} {verb} when the next Move begins"
    fled = [unit.ref for unit in units if unit.broken and unit.fled]
    if fled:
        yield f"{in_ranges(fled)} {'has' if len(fled) == 1 else 'have'} fled and may only reform"
    if state.flow.phase == "move":
        taken = occupied(state)
        bound = [unit.ref for unit in units if state.is_bound() and touching(state, unit, taken)]
        if bound:
            yield f"{in_ranges(bound)} {'is' if len(bound) == 1 else 'are'} engaged and cannot move"
    for unit in units:
        if unit.modifiers:
            told = (f"{one.stat} {signed(one.amount)}" for one in unit.modifiers)
            yield f"{unit.ref} {', '.join(told)}"
    if state.flow.phase == "magic":
        for unit in units:
            left = [f"{name} {count} left" for name, count in unit.uses if count]
            if left and not unit.broken:
                yield f"{unit.ref}: {', '.join(left)}"
    waiting_units = [unit for unit in state.units.values() if unit.seat == seat and unit.waits]
    for unit in waiting_units:
        reserve = state.reserve(unit)
        if reserve is not None and not unit.gone:
            lost = state.armies[seat].casualties
            yield f"{unit.ref} in reserve: die + {lost} casualties must exceed {reserve.threshold}"


def division(state: State, pending: Pending) -> str:
    """MD-AREA-7: how many hits each eligible unit could take."""
    battle = Battle(state, 0, lambda die: die.faces[0], lambda now, event: now)
    told = []
    for ref, number in numbers(battle, pending):
        unit = state.find(ref)
        hits = hits_of(pending.dice, number)
        name = unit.ref if unit is not None else ref
        told.append(f"{name} up to {hits} at {number}+")
    return ", ".join(told)


def waiting(state: State, seat: int) -> str:
    """MD-SEQ-2: the units that could still act: `Not moved: Legion2`, `Could shoot: Bows1`."""
    if state.flow.outcome is not None or state.flow.turn != seat or state.pending is not None:
        return ""
    phase = state.flow.phase
    taken = occupied(state)
    refs = [unit.ref for unit in state.units.values() if could(state, unit, seat, phase, taken)]
    if not refs:
        return ""
    return f"{OWN_PHASE.get(phase, 'Not moved')}: {in_ranges(refs)}"


def could(
    state: State, unit: Unit, seat: int, phase: str, taken: dict[tuple[int, int], Unit]
) -> bool:
    """Could this unit still take its action of the phase?"""
    if unit.seat != seat or unit.gone or unit.broken or unit.acted:
        return False
    match phase:
        case "move":
            held = state.is_bound() and bool(touching(state, unit, taken))
            fresh = not (used(unit) or unit.reformed or unit.turning)
            return unit.on_board and fresh and not held and unit.effective("M") > 0
        case "magic":
            return unit.waits or has_magic(state, unit)
        case "shooting":
            return unit.on_board and can_shoot(state, unit, taken)
        case "melee":
            several = unit.on_board and len(touching(state, unit, taken)) > 1
            return several and not unit.division and melee_attacks(state, unit) > 0
    return False


# What the reader of orders may know of a battle: units with their kinds, names by class.


BROKEN, ENGAGED = "broken", "engaged"
LOOKS = {"N": "up", "E": "right", "S": "down", "W": "left"}


def things(state: State) -> tuple[Thing, ...]:
    """MD-ORD-7: the units in play, those in reserve included."""
    return tuple(thing_of(state, unit) for unit in state.in_play())


def thing_of(state: State, unit: Unit) -> Thing:
    """A unit with its type, the stem of its name, and words for how it fights and faces."""
    block = state.block(unit)
    uses = [f"armed {weapon.use}" for weapon in block.weapons]
    words = [unit.ref.rstrip("0123456789"), unit.kind, *uses]
    words += [f"looks-{unit.facing}"] if unit.is_formation else ["free moving"]
    words += ["reserve"] if unit.waits else []
    words += ["armed magic"] if block.magic else []
    at = place(unit.position) if unit.on_board else ""
    facing = LOOKS.get(unit.facing, "")
    has = (*brought(block, Weapon), *brought(block, Magic))
    shown = (block.name, tuple(words), at, unit.on_board)
    return Thing(unit.ref, unit.seat, *shown, facing=facing, has=has)


def nouns(state: State, viewer: int) -> Mapping[str, tuple[str, ...]]:
    """MD-ORD-7: the names of this battle by what they name."""
    weapons = [name for block in state.types for name in brought(block, Weapon)]
    found = {
        "type": [block.name for block in state.types],
        "weapon": weapons,
        "effect": [name for block in state.types for name in brought(block, Magic)],
        "extra": [one.name for block in state.types for one in block.upgrades],
        "phase": list(PHASES),
        "condition": ["broken", "reformed"],
        "side": ["left", "right"],
        "facing": ["N", "E", "S", "W"],
        "pool": _pool(state, viewer),
        "divider": [unit.ref for unit in _dividers(state, viewer)],
        "divided": _divided(state, viewer),
        "stat": ["hit", "damage", "guard", "M", "I", "L"],
    }
    return {kind: tuple(dict.fromkeys(names)) for kind, names in found.items()}


def _dividers(state: State, viewer: int) -> list[Unit]:
    """MD-DIV-2, MD-AREA-6: the units of a seat that may divide attacks, or have to divide hits."""
    if state.pending is not None:
        unit = state.units[key(state.pending.unit)]
        return [unit] if unit.seat == viewer else []
    if state.flow.phase != "melee" or not viewer:
        return []
    mine = [unit for unit in state.on_board(viewer) if not has(state, unit, BROKEN)]
    return [unit for unit in mine if len(touching(state, unit)) > 1]


def _divided(state: State, viewer: int) -> list[str]:
    """MD-DIV-3, MD-AREA-4: the enemies among which the only unit that may divide does so."""
    if state.pending is not None:
        return list(state.pending.eligible) if _dividers(state, viewer) else []
    dividers = _dividers(state, viewer)
    return [foe.ref for foe in touching(state, dividers[0])] if len(dividers) == 1 else []


def _pool(state: State, viewer: int) -> list[str]:
    """MD-DIV-1: all attacks of the seat's only unit that has any to divide."""
    if state.pending is not None or state.flow.phase != "melee" or not viewer:
        return []
    fighting = [unit for unit in state.on_board(viewer) if has(state, unit, ENGAGED)]
    dividers = _dividers(state, viewer) or fighting
    return [str(melee_attacks(state, dividers[0]))] if len(dividers) == 1 else []


# MD-SEQ-5 and beyond: a seat's part of a phase passes by itself if no unit can do anything.


def idle(state: State) -> tuple[int, Order, str] | None:
    """The seat to act, the order that ends its part, and why, if none of its units can do anything.

    None once the seat has ordered anything in its part: it may still want to take that back.
    """
    flow = state.flow
    if flow.outcome is not None or not flow.turn or flow.offer or state.pending is not None:
        return None
    seat, taken = flow.turn, occupied(state)
    units = list(state.on_board(seat))
    if any(begun(unit) for unit in units):
        return None
    match flow.phase:
        case "move" if all(is_stuck(state, unit, taken) for unit in units):
            return seat, EndPhase(), "no unit can move"
        case "magic" if not can_act(state, seat):
            return seat, EndPhase(), "nobody casts"
        case "shooting" if not any(has_aim(state, unit, taken) for unit in units):
            return seat, EndPhase(), "nobody is in range"
        case "melee" if not can_act(state, seat):
            return seat, EndPhase(), "nobody divides attacks"
    return None


def begun(unit: Unit) -> bool:
    """Has the unit been given an order in this phase?"""
    moved = bool(used(unit) or unit.reformed or unit.turning)
    return moved or unit.acted or bool(unit.division)


def is_stuck(state: State, unit: Unit, taken: Taken) -> bool:
    """MD-MOVE-2, MD-BREAK-4, MD-BREAK-5: is it engaged and bound, or broken without the right to
    reform?"""
    if unit.broken:
        return not (unit.is_formation and unit.fled)
    return state.is_bound() and bool(touching(state, unit, taken))


def has_aim(state: State, unit: Unit, taken: Taken) -> bool:
    """Is an enemy within reach of its weapons, splash included?  Sight is not checked."""
    if unit.acted or not can_shoot(state, unit, taken):
        return False
    for weapon in state.block(unit).weapons:
        far = weapon.reach + (weapon.splash if weapon.use == "area" else VOLLEY_SPLASH)
        if weapon.use != "melee" and any(
            within(unit.cells, foe.cells, far + 1) for foe in enemies(state, unit.seat)
        ):
            return True
    return False
