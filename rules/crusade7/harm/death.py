"""What reaches a unit and what follows when it falls: bursts, passengers put out, death in turn."""

from collections.abc import Iterator

from rules.crusade7.army.statblock import DeathBurst
from rules.crusade7.battle import Battle, unit_now
from rules.crusade7.events import Damaged, Disembarked, Killed
from rules.crusade7.field.geometry import anchor_of, is_free, rounded, size_of, within_of
from rules.crusade7.harm import concentration
from rules.crusade7.harm.damage import Damage, felt
from rules.crusade7.naming import in_order
from rules.crusade7.state import State, Unit
from rules.line.work import spend
from rules.numbers.arith import half_up
from rules.numbers.grid import Cell, gaps, rectangle

RINGS = (1, 2)
"""C7-TRANS-8, C7-TRANS-10: how far from the transport a unit may be set down, nearest first."""


Following = Iterator["Following"]
"""What follows from damage or a death, step by step; what comes of a step is over before the next
begins, however long the row of deaths is."""


def follow(first: Following) -> None:
    """All that follows, depth first."""
    under_way = [first]
    while under_way:
        following = next(under_way[-1], None)
        if following is None:
            under_way.pop()
        else:
            under_way.append(following)


def deal_typed(battle: Battle, ref: str, damage: Damage, cause: str = "") -> None:
    """C7-DMG-6: damage that neither ATK nor DC can soften: resistances, rounded half up."""
    follow(typed(battle, ref, damage, cause))


def deal(battle: Battle, ref: str, damage: int, damage_type: str = "", cause: str = "") -> None:
    """C7-STAT-2, C7-CONC-2: final damage; it kills at 0 HP, and may break concentration."""
    follow(dealt(battle, ref, damage, damage_type, cause))


def kill(battle: Battle, ref: str, cause: str = "") -> None:
    """C7-DMG-7: it leaves the board at once; its spell ends, it bursts, its passengers get out."""
    follow(killed(battle, ref, cause))


def typed(battle: Battle, ref: str, damage: Damage, cause: str) -> Following:
    """C7-DMG-6, as it follows from something."""
    unit = unit_now(battle, ref)
    if not unit.dead:
        left = felt(battle.state, unit, damage)
        kinds = " and ".join(damage_type for _, damage_type in damage)
        yield dealt(battle, ref, half_up(left.halves, 2), kinds, cause)


def dealt(battle: Battle, ref: str, damage: int, damage_type: str, cause: str) -> Following:
    """C7-STAT-2, C7-CONC-2, as it follows from something."""
    unit = unit_now(battle, ref)
    if unit.dead or damage <= 0:
        return
    after = max(0, unit.hp - damage)
    battle.emit(Damaged(unit.ref, damage, unit.hp, after, damage_type, cause))
    if after == 0:
        yield killed(battle, unit.ref, cause)
    elif unit.concentration is not None:
        concentration.test(battle, unit.ref, damage)


def killed(battle: Battle, ref: str, cause: str) -> Following:
    """C7-DMG-7, as it follows from something."""
    unit = unit_now(battle, ref)
    if unit.dead:
        return
    battle.emit(Killed(unit.ref, cause))
    if unit.concentration is not None:
        concentration.end(battle, unit.ref, f"{unit.ref} is killed")
    yield from burst(battle, unit)
    yield from put_out(battle, unit)


def burst(battle: Battle, unit: Unit) -> Following:
    """C7-ABIL-5: its death harms everybody within reach of where it stood, by row, column.

    `unit` is the unit as it was before it died.  Whoever dies of this bursts in turn at once.
    """
    if unit.at is None:
        return
    block = battle.state.block(unit)
    for ability in block.abilities:
        if isinstance(ability, DeathBurst):
            damage = ((ability.damage, ability.damage_type),)
            spend(len(battle.state.units))
            for near in within_of(battle.state, unit.at, block.footprint, ability.within):
                yield typed(battle, near.ref, damage, f"{ability.name} of {unit.ref}")


def passengers(state: State, transport: Unit) -> list[Unit]:
    """C7-TRANS-1: the living units inside a transport, in order of reference (C7-ORDER-7)."""
    inside = [one for one in state.living(transport.seat) if one.inside == transport.ref]
    return in_order(inside)


# --- getting in ---------------------------------------------------------------------------------


def unload(battle: Battle, transport: Unit) -> None:
    """C7-TRANS-10, C7-TRANS-11: the transport is no more; its passengers get out where they can.

    `transport` is the unit as it was before it died: its place is needed.
    """
    follow(put_out(battle, transport))


def put_out(battle: Battle, transport: Unit) -> Following:
    """C7-TRANS-10, C7-TRANS-11, as it follows from something."""
    for rider in passengers(battle.state, transport):
        unit = unit_now(battle, rider.ref)
        if unit.inside != transport.ref:
            continue
        to = next(places_beside(battle.state, unit, transport), None)
        if to is None:
            yield killed(battle, unit.ref, f"no place to get out of {transport.ref}")
        else:
            battle.emit(Disembarked(unit.ref, transport.ref, to, forced=True))


def places_beside(state: State, unit: Unit, transport: Unit) -> Iterator[Cell]:
    """C7-TRANS-10: free places at 1, then at 2, each from the lowest row, then column."""
    if transport.at is None:
        return
    size = size_of(state, unit)
    for ring in RINGS:
        for cell in surroundings(anchor_of(transport), size_of(state, transport), size, ring):
            if is_free(state, cell, size):
                yield cell


def surroundings(anchor: Cell, size: Cell, own: Cell, ring: int) -> Iterator[Cell]:
    """The anchors from which a footprint is exactly at some distance from a rectangle."""
    first = (anchor[0] - ring - own[0] + 1, anchor[1] - ring - own[1] + 1)
    span = (size[0] + 2 * ring + own[0] - 1, size[1] + 2 * ring + own[1] - 1)
    for cell in rectangle(first, span):
        rows, columns = gaps(cell, own, anchor, size)
        if rounded(rows * rows + columns * columns) == ring:
            yield cell
