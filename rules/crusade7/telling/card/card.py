"""A unit as it is now, or a type as it is printed."""

from collections.abc import Iterator

from rules.crusade7.army.statblock import STATS, Statblock
from rules.crusade7.fight.attack_checks import FIGHTERS
from rules.crusade7.harm import numbers
from rules.crusade7.march.charge import SLOW
from rules.crusade7.march.movement import speed_allowed
from rules.crusade7.naming import find_unit, in_order, is_called
from rules.crusade7.setup.muster import find_kind, fresh_unit
from rules.crusade7.state import CONDITIONS, PHASE_NAMES, State, Unit
from rules.crusade7.telling.brief.spans import until_words
from rules.crusade7.telling.card import abilities, attacks
from rules.crusade7.telling.labels import listed_ranges
from rules.crusade7.telling.view import is_visible, seen
from rules.crusade7.telling.wording import modifiers_text
from rules.display.telling import Card
from rules.display.view import Line, line
from rules.display.words import listed
from rules.line.flow import seat_name

MOVED = {
    "none": "has not moved",
    "stationary": "stays where it is",
    "normal": "has moved",
    "advance": "has advanced",
    "fall back": "has fallen back",
    "disembark": "has disembarked",
    "arrive": "has arrived",
}


def card(state: State, viewer: int | None, name: str) -> Card | None:
    """The card of a unit that the viewer may see, else of a type of that name."""
    unit = find_unit(state, viewer or 0, name)
    if unit is not None and is_visible(state, unit, viewer):
        return unit_card(state, unit)
    block = block_named(state, name)
    return None if block is None else type_card(state, viewer, block)


def block_named(state: State, name: str) -> Statblock | None:
    """A type by its name, its plural or its letters."""
    for block in state.library.blocks:
        if is_called(name, block.name) or name.strip().upper() == block.abbreviation.upper():
            return block
    return None


def card_names(state: State, viewer: int | None) -> tuple[str, ...]:
    """Labels of the units that the viewer may see, then every type."""
    units = [unit.ref for seat in (1, 2) for unit in seen(state, viewer, seat)]
    types = [block.name for block in state.library.blocks]
    return tuple(dict.fromkeys((*units, *types)))


def unit_card(state: State, unit: Unit) -> Card:
    """`B1 Ballista`: where it stands and what it can do now."""
    block = state.block(unit)
    head = [seat_name(unit.seat), kind_text(block), cost_text(block), *size_text(block)]
    lines = [*body(state, unit), *abilities.lines(state, unit)]
    if state.flow.phase == "setup":
        lines += abilities.options(block)
    rules = tuple(attacks.rules_of(block.attacks))[:2]
    return Card(f"{unit.ref} {block.name}", " · ".join(head), tuple(lines), rules)


def type_card(state: State, viewer: int | None, block: Statblock) -> Card:
    """`Ballista`: as printed, with what can be bought for it."""
    kind = find_kind(state.blocks, block)
    unit = fresh_unit("", viewer or 1, kind or 0, block)
    head = [block.abbreviation, block.faction, kind_text(block), cost_text(block)]
    lines = [line(f"HP {block.hp} · {armour_text(state, unit)} · {acts_text(block)}")]
    lines += [line(stats_text(state, unit)), *attacks.lines(state, unit)]
    lines += [*abilities.lines(state, unit), *abilities.options(block)]
    rules = tuple(attacks.rules_of(block.attacks))[:2]
    return Card(block.name, " · ".join((*head, *size_text(block))), tuple(lines), rules)


def body(state: State, unit: Unit) -> Iterator[Line]:
    """HP, AC, place, what it has done; its stats; what is on it; its attacks."""
    if unit.dead:
        yield line(f"killed · it had {unit.maxhp} HP")
        return
    parts = [f"HP {unit.hp} of {unit.maxhp}", *armours(state, unit), place_text(unit)]
    parts += done(state, unit)
    yield line(" · ".join((*parts, acts_text(state.block(unit)))))
    yield line(stats_text(state, unit))
    now = list(on_it(state, unit))
    if now:
        yield line(f"Now: {' · '.join(now)}")
    yield from attacks.lines(state, unit)


# --- the parts of it ----------------------------------------------------------------------------


def kind_text(block: Statblock) -> str:
    """`Heavy Support, Vehicle`."""
    return ", ".join((block.classification, *block.tags))


def cost_text(block: Statblock) -> str:
    """`46 gold`, with the options that were bought."""
    bought = f" with {listed(block.bought)}" if block.bought else ""
    return f"{block.cost} gold{bought}"


def size_text(block: Statblock) -> Iterator[str]:
    """C7-GEO-5: `1x2 cells`."""
    if block.footprint != (1, 1):
        yield f"{block.footprint[0]}x{block.footprint[1]} cells"


def armours(state: State, unit: Unit) -> Iterator[str]:
    """C7-EFF-18: the AC, and where it is another against ranged or melee attacks that too."""
    yield armour_text(state, unit)
    plain = numbers.armour_class(state, unit)[0]
    for against in ("ranged", "melee"):
        if numbers.armour_class(state, unit, against)[0] != plain:
            yield armour_text(state, unit, against)


def armour_text(state: State, unit: Unit, against: str = "") -> str:
    """`AC 13 (Timber Frame)`, `AC 22 against ranged = 18 Lorica Segmentata + 4 Testudo`."""
    value, parts = numbers.armour_class(state, unit, against)
    name = f"AC {value}{f' against {against}' if against else ''}"
    printed = state.block(unit).armour
    if len(parts) == 1:
        return f"{name} ({printed})" if printed else name
    told = [f"{parts[0].amount} {printed or 'as printed'}"]
    for part in parts[1:]:
        if part.amount:
            told.append(f"{'+' if part.amount > 0 else '-'} {abs(part.amount)} {part.source}")
    ends = [effect for effect in unit.effects if effect.name in (part.source for part in parts)]
    until = f",{until_words(ends[0].until)}" if ends and ends[0].until else ""
    return f"{name} = {' '.join(told)}{until}"


def place_text(unit: Unit) -> str:
    """`at 13,6`."""
    if unit.at is not None:
        return f"at {unit.at[0]},{unit.at[1]}"
    if unit.inside:
        return f"in {unit.inside}"
    return "in reserve" if unit.reserve else "not deployed"


def done(state: State, unit: Unit) -> Iterator[str]:
    """What it has done in this round, as far as it matters still."""
    if state.flow.phase == "setup" or not unit.on_field:
        return
    yield MOVED.get(unit.moved, unit.moved)
    if unit.charged and state.flow.phase in ("charge", "fight", "morale"):
        yield "has charged"
    if "ranged" in unit.spent or "melee" in unit.spent:
        yield "has stood up" if "stand" in unit.spent else "has attacked"
    if "cast" in unit.spent:
        yield "has cast"


def acts_text(block: Statblock) -> str:
    """C7-TURN-11: `acts in Move and Heavy Support Fight, cannot charge`."""
    phases = ["move"]
    if block.casting is not None or block.psionic:
        phases.append("mana")
    slow = block.classification in SLOW
    phases += [] if slow else ["charge"]
    phases += [phase for phase, classes in FIGHTERS.items() if block.classification in classes]
    order = [phase for phase in PHASE_NAMES if phase in phases]
    text = f"acts in {listed(tuple(PHASE_NAMES[phase] for phase in order))}"
    return f"{text}, cannot charge" if slow else text


def stats_text(state: State, unit: Unit) -> str:
    """C7-STAT-1, C7-MOVE-2, C7-MOVE-3: `Speed 3: moves 2, advances 3 · STR 2 DEX 1 ...`."""
    speed = numbers.stat(state, unit, "Speed")
    goes = f"moves {speed_allowed('normal', speed)}, advances {speed_allowed('advance', speed)}"
    flies = ", flies" if "flying" in [tag.lower() for tag in state.block(unit).tags] else ""
    stats = " ".join(stat_text(state, unit, name) for name in STATS[1:])
    carries = state.block(unit).capacity
    cargo = f" · carries {carries}{inside_text(state, unit)}" if carries else ""
    return f"{stat_text(state, unit, 'Speed')}: {goes}{flies} · {stats}{cargo}"


def stat_text(state: State, unit: Unit, name: str) -> str:
    """`STR 2`, or `STR 4 (printed 2)`."""
    now, printed = numbers.stat(state, unit, name), state.block(unit).stat(name)
    return f"{name} {now}" if now == printed else f"{name} {now} (printed {printed})"


def inside_text(state: State, unit: Unit) -> str:
    """C7-TRANS-1: `: L1-L4 inside`."""
    riders = in_order(one for one in state.living(unit.seat) if one.inside == unit.ref)
    refs = listed_ranges(tuple(one.ref for one in riders))
    return f": {refs} inside" if refs and unit.on_field else ""


def on_it(state: State, unit: Unit) -> Iterator[str]:
    """Conditions with their time, effects, concentration, notes."""
    for condition in CONDITIONS:
        times = [one.until for one in unit.conditions if one.condition == condition]
        if times:
            yield condition + ("" if None in times else until_words(max(filter(None, times))))
    for effect in unit.effects:
        yield f"{modifiers_text(effect.modifiers)}{until_words(effect.until)} ({effect.name})"
    if unit.concentration is not None:
        held = unit.concentration
        yield f"concentrates on {held.spell}{until_words(held.until)}"
    yield from unit.notes
