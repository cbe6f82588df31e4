"""Questions before acting: what an order would bring, how far a unit reaches, what threatens it."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction

from rules.border.questions import gathered
from rules.crusade7.adjudicate import falls
from rules.crusade7.apply import apply
from rules.crusade7.army.statblock import Attack
from rules.crusade7.events import Engaged, MarksCleared, PsionicTested
from rules.crusade7.field.geometry import anchor_of, enemy_seat, rounded, separation, size_of
from rules.crusade7.fight import attacks, melee
from rules.crusade7.harm.numbers import grants, stat
from rules.crusade7.march import movement as charging
from rules.crusade7.march.movement import destinations, speed_allowed
from rules.crusade7.naming import find_unit, in_order, unknown
from rules.crusade7.orders import Cast, Manifest, Multiattack, Strike, place
from rules.crusade7.setup import fresh_unit
from rules.crusade7.state import COLUMNS, PHASE_NAMES, PHASES, ROWS, State, Unit
from rules.crusade7.telling import card, report
from rules.crusade7.telling.roll import ranges
from rules.crusade7.telling.view import is_visible
from rules.display.telling import Reach, Zone
from rules.display.words import in_groups
from rules.line.errors import Refusal, allows
from rules.line.events import Event, PhaseBegan, Refused, TurnPassed
from rules.line.flow import winner_name
from rules.line.frozen import Frozen
from rules.line.orders import Order
from rules.line.work import Spent, spend
from rules.numbers.arith import SCALE, decimals, half_up, nearest
from rules.numbers.chances import Fall
from rules.numbers.grid import Cell, gaps, rectangle

# What an attack, a spell or a psionic test would bring, before it is ordered: exactly.
#
# In another phase or turn it is worked out for the next one in which it can be ordered, from where
# all units stand now.
#
# No die is drawn; loaded dice in the tray are ignored, as no player may know of them.


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
    """The odds in the next of these phases in which the unit's class acts (C7-ATK-7)."""
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
    """One line per outcome, as if ordered in this state."""
    found: list[Fall[tuple[Event, ...]]] = []
    try:
        for fall in falls(clean, seat, order):
            found.append(fall)
    except Spent as spent:
        spent.found = tuple(shared(clean, found))
        raise
    if len(found) == 1:
        return certain(clean, found[0].result, seat)
    return tuple(shared(clean, found))


def certain(state: State, events: Iterable[Event], seat: int) -> tuple[str, ...]:
    """For an order without dice: the report as it would be, then what changes."""
    lines: list[str] = []
    after = state
    for event in events:
        lines += report.report(event, after, seat)
        after = apply(after, event)
    return (*lines, f"certain: {changes(state, after)}")


def shared(state: State, falls: list[Fall[tuple[Event, ...]]]) -> Iterator[str]:
    """One line per outcome, the likeliest first; falls with the same text are one outcome, with
    the sum of their chances."""
    ordered = sorted(falls, key=lambda one: one.faces)
    outcomes = in_groups((outcome(state, fall.result), fall) for fall in ordered)
    for text, same in sorted(outcomes.items(), key=lambda one: -chance_of(one[1])):
        chance = chance_of(same)
        percent = half_up(100 * chance.numerator, chance.denominator)
        faces = [fall.faces[0] for fall in same if len(fall.faces) == 1]
        on = f" on {spans(faces, ', ')}" if len(faces) == len(same) else ""
        yield f"{chance.numerator} of {chance.denominator} ({percent}%){on}: {text}"


def chance_of(falls: Iterable[Fall[tuple[Event, ...]]]) -> Fraction:
    """The sum of the chances of these falls."""
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
    """What each unit has lost or gained between two states, and whether the battle ended."""
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


def as_if(state: State, seat: int, phase: str) -> State:
    """C7-TURN-1: the state as in the next such phase, in this army's turn, with the marks cleared
    that the phases until then clear (C7-TURN-7).  Nothing else happens."""
    number = state.flow.round
    at = PHASES.index(state.flow.phase)
    while state.flow.phase != phase:
        at += 1
        if at == len(PHASES):
            at, number = 0, number + 1
        state = apply(state, PhaseBegan(number, PHASES[at]))
        state = apply(state, MarksCleared(PHASES[at]))
    return apply(state, TurnPassed(seat))


# How far a unit moves and strikes from where it stands: cells to be drawn, and the enemies there.


MANNERS = (("normal", "moves"), ("advance", "advances"))
NEAR, FAR = 1, 3
"""C7-RANGE-2: the least distance at which a light weapon shoots, and at which any other does."""


def reach(state: State, viewer: int | None, name: str) -> Reach | None:
    """C7-MOVE-2, C7-MOVE-3, C7-RANGE-1, C7-RANGE-2: where a unit could move, then each range.

    None for a unit that is not on the field or that the viewer may not see.
    """
    unit = find_unit(state, viewer or 0, name)
    if unit is None or not unit.on_field or not is_visible(state, unit, viewer):
        return None
    row, column = anchor_of(unit)
    title = f"{unit.ref} {state.block(unit).name} at {row},{column}"
    ways = [way(state, unit, manner, verb) for manner, verb in MANNERS]
    shots = [one for one in state.block(unit).attacks if one.range is not None]
    lines = [f"{zone.name}: {cells_text(zone.cells)}" for zone in ways]
    lines += [struck(state, unit, attack, viewer) for attack in state.block(unit).attacks]
    zones = [zone for zone in ways if zone.cells]
    zones += [Zone(f"{one.name} {one.range}", tuple(ring(state, unit, one))) for one in shots]
    return Reach(title, tuple(zones), tuple(lines))


def way(state: State, unit: Unit, manner: str, verb: str) -> Zone:
    """The cells that it covers at the end of one leg in this manner."""
    size = size_of(state, unit)
    covered = {cell for to in destinations(state, unit, manner) for cell in rectangle(to, size)}
    far = speed_allowed(manner, stat(state, unit, "Speed"))
    return Zone(f"{verb} {far}", tuple(index(cell) for cell in sorted(covered)))


def index(cell: Cell) -> tuple[int, int]:
    """A cell with row and column counted from 0, as drawings do."""
    return cell[0] - 1, cell[1] - 1


def ring(state: State, unit: Unit, attack: Attack) -> Iterator[tuple[int, int]]:
    """The cells that a ranged attack reaches and that are not too near for it."""
    at, size = anchor_of(unit), size_of(state, unit)
    nearest = NEAR if "light" in attack.attributes else FAR
    for cell in rectangle((1, 1), (ROWS, COLUMNS)):
        rows, columns = gaps(at, size, cell, (1, 1))
        if nearest <= rounded(rows * rows + columns * columns) <= (attack.range or 0):
            yield index(cell)


def struck(state: State, unit: Unit, attack: Attack, viewer: int | None) -> str:
    """`Bolt range 3-20: O1 (5 away), O2 (6 away)`: which enemies stand where it strikes."""
    foes = [
        f"{foe.ref} ({separation(state, unit, foe)} away)"
        for foe in in_order(state.on_field(enemy_seat(unit)))
        if is_visible(state, foe, viewer)
        and allows(attacks.check_distance, state, unit, attack, foe)
    ]
    return f"{attack.name} {card.reach(attack)}: {', '.join(foes) or 'nobody'}"


def cells_text(cells: Iterable[tuple[int, int]]) -> str:
    """`row 5: 2-8; row 6: 2-7`, counted from 1."""
    rows = in_groups((row + 1, column + 1) for row, column in cells)
    return "; ".join(f"row {row}: {spans(columns)}" for row, columns in rows.items()) or "nowhere"


def spans(numbers: list[int], between: str = " ") -> str:
    """`2-8 10`, `2-8, 11`."""
    found: list[list[int]] = []
    for number in sorted(numbers):
        if found and number == found[-1][-1] + 1:
            found[-1][-1] = number
        else:
            found.append([number, number])
    return between.join(f"{first}-{last}" if last > first else str(first) for first, last in found)


# Questions before acting: what could strike a unit where it stands, can one unit charge another.


FIGHTING = ("heavy", "fight")
CHECKED, RECKONED = 5, 70
"""Steps of work charged for checking whether an attack can be made, and for working out its
damage; each modifier on the unit adds one step."""
STILL, STEP = "", " after one step"
"""C7-MELEE-2: an attack from where the unit stands, or after it has engaged."""


class Threat(Frozen):
    """One attack that could be made: by which unit, after what (`STILL`, `STEP`), its damage."""

    by: str
    attack: str
    after: str
    damage: int


def threats(state: State, viewer: int | None, name: str) -> tuple[str, ...]:
    """C7-ATK-1, C7-ATK-7: in each fighting phase the enemies that could strike the unit if nobody
    moved before.  Raises `Refusal` for a name that the viewer does not know."""
    target = on_board(state, viewer, name)
    return gathered(threatening(state, viewer, target))


def threatening(state: State, viewer: int | None, target: Unit) -> Iterator[str]:
    """Yield the lines of `threats`.  Raises `Spent` after the lines found until then."""
    head = f"HP {target.hp}, AC {target.ac}, at {place(anchor_of(target))}"
    yield f"What can reach {target.ref} ({head}), if nobody moves:"
    nobody = True
    for phase in FIGHTING:
        then = as_if(state, enemy_seat(target), phase)
        found: list[Threat] = []
        spent = None
        try:
            for one in of_phase(then, target, viewer):
                found.append(one)
        except Spent as ended:
            spent = ended
        if found:
            nobody = False
            yield f"{PHASE_NAMES[phase]}: {' · '.join(grouped(target, found))}"
        if spent is not None:
            raise spent
    if nobody:
        yield "Nobody, in the next fighting phases."


def on_board(state: State, viewer: int | None, name: str) -> Unit:
    """C7-ORDER-2, C7-SETUP-8: a unit on the field that the viewer may see.  Raises `Refusal`."""
    if state.flow.phase not in PHASES:
        raise Refusal("C7-SETUP-8", "before the battle begins nobody can be reached")
    unit = find_unit(state, viewer or 0, name)
    if unit is None or not is_visible(state, unit, viewer):
        raise unknown(name)
    if not unit.on_field:
        raise Refusal("C7-ATK-11", f"{unit.ref} is not on the field")
    return unit


def of_phase(state: State, target: Unit, viewer: int | None) -> Iterator[Threat]:
    """The strongest attack of each enemy from where it stands, or if it has none, after one
    step."""
    for foe in in_order(state.on_field(enemy_seat(target))):
        if not is_visible(state, foe, viewer):
            continue
        found = strongest(state, foe, target, STILL) or strongest(
            after_step(state, foe, target), foe, target, STEP
        )
        if found is not None:
            yield found


def after_step(state: State, foe: Unit, target: Unit) -> State | None:
    """C7-MELEE-2, C7-MELEE-3: the state as if it had engaged the target; None if it cannot."""
    try:
        melee.check_may_engage(state, foe)
        to = melee.cell_beside(state, foe, target)
    except Refusal:
        return None
    return apply(state, Engaged(foe.ref, to))


def strongest(state: State | None, foe: Unit, target: Unit, after: str) -> Threat | None:
    """The attack that would do most damage, the first of equals; None if none can be made."""
    found: Threat | None = None
    now = None if state is None else state.find(foe.ref)
    if state is None or now is None:
        return None
    modifiers = len(tuple(grants(state, now)))
    for attack in state.block(now).attacks:
        spend(CHECKED)
        if allows(attacks.check_attacks, state, now, (attack,), (target,)):
            spend(RECKONED + modifiers)
            damage = attacks.expected_damage(state, now, attack, target)
            if found is None or damage > found.damage:
                found = Threat(foe.ref, attack.name, after, damage)
    return found


def grouped(target: Unit, found: list[Threat]) -> Iterator[str]:
    """`WB1 Cleaver 11 kills`, `O4, O7 after one step: War Axe 5 kills`; the worst first."""
    ordered = sorted(found, key=lambda one: (one.after, -one.damage))
    groups = in_groups((replace(one, by=""), one.by) for one in ordered)
    for one, refs in groups.items():
        kills = " kills" if one.damage >= target.hp else ""
        sign = f"{one.after}:" if one.after else ""
        yield f"{ranges(refs)}{sign} {one.attack} {one.damage}{kills}"


def compared(
    state: State, viewer: int | None, name: str, foe: str, at: tuple[int, int] | None
) -> tuple[str, ...]:
    """C7-ATK-1: the damage of each attack of a unit or type on another, from next to it or from a
    place."""
    state, target = combatant(state, viewer, foe, 2)
    state, unit = combatant(state, viewer, name, enemy_seat(target))
    where = f"from {place(at)}" if at else "as near as each attack wants"
    one, two = called(state, unit), called(state, target)
    lines = [f"{one} against {two} (HP {target.hp}, AC {target.ac}), {where}:"]
    for attack in state.block(unit).attacks:
        if at is None:
            there = replace(unit, at=beside(target))
            lines.append(taking(state.with_unit(there), there, attack, target))
            continue
        there, told = replace(unit, at=at), ""
        for phase in FIGHTING:
            then = as_if(state, unit.seat, phase).with_unit(there)
            try:
                attacks.check_attacks(then, there, (attack,), (target,))
            except Refusal as refusal:
                if not told or refusal.rule != "C7-ATK-7":
                    told = f"{attack.name}: {refusal.why} ({refusal.rule})"
            else:
                told = taking(then, there, attack, target)
                break
        lines.append(told)
    return tuple(lines)


def combatant(state: State, viewer: int | None, name: str, seat: int) -> tuple[State, Unit]:
    """A unit on the field that the viewer may see, or a new one of a type as printed, with the
    state that holds it.  Raises `Refusal` if the name is neither."""
    try:
        return state, on_board(state, viewer, name)
    except Refusal:
        block = card.block_named(state, name)
        if block is None:
            raise
    number = len(state.blocks)
    unit = replace(fresh_unit(f"{block.abbreviation}0", seat, number, block), at=(1, 1))
    return replace(state, blocks=(*state.blocks, block)).with_unit(unit), unit


def called(state: State, unit: Unit) -> str:
    """The reference of a unit, or the type of one that is not in the battle."""
    return state.block(unit).name if unit.ref == f"{state.block(unit).abbreviation}0" else unit.ref


def taking(state: State, unit: Unit, attack: Attack, target: Unit) -> str:
    """`Gladius 5, 7 to kill`."""
    damage = attacks.expected_damage(state, unit, attack, target)
    if damage >= target.hp:
        return f"{attack.name} {damage} kills"
    blows = f", {-(-target.hp // damage)} to kill" if damage > 0 else ""
    return f"{attack.name} {damage}{blows}"


def beside(target: Unit) -> tuple[int, int]:
    """A cell next to the target."""
    row, column = anchor_of(target)
    return row, column - 1


def can_charge(state: State, viewer: int | None, name: str, foe: str) -> tuple[str, ...]:
    """C7-CHARGE-1 to C7-CHARGE-7: could one unit charge another in the next Charge Phase, from
    where both stand?"""
    unit, target = on_board(state, viewer, name), on_board(state, viewer, foe)
    then = as_if(state, unit.seat, "charge")
    now = then.find(unit.ref) or unit
    try:
        charging.check_may_charge(then, now)
        charging.check_target(then, now, target)
        to, length = charging.best_place(then, now, target)
    except Refusal as refusal:
        return (f"Can {unit.ref} charge {target.ref}? No: {refusal.why}. ({refusal.rule})",)
    exact = f"{decimals(length, SCALE)} -> {nearest(length)} of {charging.CHARGE_MOVE}"
    away = f"{separation(then, now, target)} away (limit {charging.CHARGE_RANGE})"
    return (
        f"Can {unit.ref} charge {target.ref}? Yes: to {place(to)}, {exact}. Target {away}.",
        "It cannot shoot in Fight then, and may not engage. (C7-RANGE-8, C7-MELEE-4)",
    )
