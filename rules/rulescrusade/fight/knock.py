"""RC-KB, RC-FALL, RC-ABIL-34: models pushed, thrown and falling."""

from rules.numbers.grid import Cell
from rules.rulescrusade.battle import Battle
from rules.rulescrusade.events import Fell, Placed
from rules.rulescrusade.field.measure import ahead, bearing, is_heavy
from rules.rulescrusade.field.sight import ground_of
from rules.rulescrusade.field.steps import gait, may_stand
from rules.rulescrusade.field.terrain import LOW
from rules.rulescrusade.fight.harm import damage, graze, let_go
from rules.rulescrusade.fight.reveal import look_around, reveal
from rules.rulescrusade.fight.source import Source, outright
from rules.rulescrusade.state import Spot, State, Unit


def occupied(state: State, spot: Spot, but: str = "") -> bool:
    """RC-GEO-10: does a standing model or a chit hold the place?"""
    return any(unit.standing and unit.spot == spot and unit.ref != but for unit in state.on_board())


def knock_back(battle: Battle, ref: str, origin: Cell, source: Source, by: Unit | None) -> None:
    """RC-KB-1, RC-KB-2, RC-ABIL-48: one cell away from the attacker or the centre of a blast.

    `by` is the melee opponent, who may push the heavy if it is no smaller.
    """
    unit = battle.unit(ref)
    if unit.place != "board" or unit.has("down") or unit.trait("Steady") or unit.vehicle:
        return
    if is_heavy(unit) and (by is None or by.bulk < unit.bulk):
        return
    if unit.at == origin:
        return
    let_go(battle, ref)
    push(battle, ref, bearing(origin, unit.at, battle.state.rules.hulk), source)


def stops(state: State, unit: Unit, to: Cell) -> bool:
    """RC-KB-3: what a pushed model cannot be pushed into."""
    ground = ground_of(state)
    if not state.ground.holds(to):
        return True
    if not may_stand(ground, gait(unit, state.rules.hulk), (*to, unit.inside)):
        return True
    if occupied(state, (*to, unit.inside), unit.ref):
        return True
    if unit.inside:
        return ground.sector_at(to) != ground.sector_at(unit.at)
    if not ground.sector_at(to) and ground.char(to) in LOW:
        return True
    return ground.level_at(to, False) > ground.level_at(unit.at, False)


def push(
    battle: Battle, ref: str, step: Cell, source: Source, manner: str = "knock", stun: bool = True
) -> bool:
    """RC-KB-3, RC-KB-4, RC-KB-5: one cell; against something it takes a graze S; it may fall."""
    unit = battle.unit(ref)
    to = ahead(unit.at, step)
    if stops(battle.state, unit, to):
        if stun and not (unit.trait("NSB") or unit.trait("Power Armor")):  # RC-ABIL-24, -42
            graze(battle, ref, "S", outright(source, "S"))
        return False
    ground = ground_of(battle.state)
    drop = ground.level_at(unit.at, unit.inside) - ground.level_at(to, unit.inside)
    battle.emit(Placed(ref, manner, unit.spot, (*to, unit.inside)))
    if drop > 0:
        fall(battle, ref, drop, source)
    look_around(battle, ref)
    return True


def fall(battle: Battle, ref: str, inches: int, source: Source, counted: int | None = None) -> str:
    """RC-FALL-1, RC-FALL-2, RC-FALL-3: a quarter of the inches in hits; nothing helps but Fly."""
    if battle.unit(ref).chit:  # RC-CHIT-2, RC-RULING-63
        under = battle.unit(ref).under
        reveal(battle, ref, "the fall", found=False)
        if not under:
            return "nothing"
        ref = under
    unit = battle.unit(ref)
    counted = inches if counted is None else counted
    battle.emit(Fell(unit.ref, inches, counted))
    if unit.place == "board":
        battle.mark(unit.ref, moveleft=0)
    if unit.trait("Fly") or counted // 4 <= 0:
        return "nothing"
    harm = Source(ref=source.ref, seat=source.seat, bare=True, wide=True)
    return damage(battle, ref, counted // 4, harm)


def nearest_free(state: State, unit: Unit, around: Cell) -> Spot:
    """RC-FALL-2: the nearest free outside cell that it may stand in."""
    ground, manner = ground_of(state), gait(unit, state.rules.hulk)
    taken = {one.spot for one in state.on_board() if one.standing and one.ref != unit.ref}
    options = [
        ((cell[0] - around[0]) ** 2 + (cell[1] - around[1]) ** 2, cell)
        for cell in state.ground.cells()
        if (*cell, False) not in taken and may_stand(ground, manner, (*cell, False))
    ]
    return (*min(options)[1], False) if options else unit.spot


def fall_to(
    battle: Battle, ref: str, to: Cell, inches: int, source: Source, counted: int | None = None
) -> str:
    """RC-FALL-2: it lands in the cell, or in the nearest free one."""
    unit = battle.unit(ref)
    spot: Spot = (*to, False)
    if occupied(battle.state, spot, ref):
        spot = nearest_free(battle.state, unit, to)
    battle.emit(Placed(ref, "fall", unit.spot, spot))
    outcome = fall(battle, ref, inches, source, counted)
    look_around(battle, ref)
    return outcome
