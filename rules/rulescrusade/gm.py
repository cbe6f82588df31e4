"""The overrides of the GM and how they are carried out."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from rules.line import overrides
from rules.line.common import each_alone, load_dice, record_ruling, set_winner
from rules.line.errors import Refusal, required
from rules.line.events import Overridden, PhaseBegan, TurnPassed
from rules.line.flow import seat_name
from rules.line.orders import Order, Unread
from rules.numbers.grid import Cell
from rules.rulescrusade import attributes as at
from rules.rulescrusade import checks
from rules.rulescrusade import events as ev
from rules.rulescrusade import overrides as gm
from rules.rulescrusade.apply import sector_as
from rules.rulescrusade.checks import Battle
from rules.rulescrusade.field.terrain import relief
from rules.rulescrusade.fight.arms import Source
from rules.rulescrusade.fight.harm import drop_everything, occupied, release
from rules.rulescrusade.fight.structures import collapse
from rules.rulescrusade.orders import TakeList
from rules.rulescrusade.sequence.turns import end_turn
from rules.rulescrusade.setup import ground as land
from rules.rulescrusade.setup.deploy import start, take_list
from rules.rulescrusade.sheets import MapSheet
from rules.rulescrusade.state import STANDING, Ground, Item, Marker, State, Unit
from rules.rulescrusade.words import cell_text

# RC-GM: each override of the GM.


RULE = "RC-GM-7"
PHASES = ("setup", "play", "over")


def found(state: State, ref: str) -> Unit:
    """RC-GM-7: the unit of that reference, also one under a chit.  Raises `Refusal` if none."""
    return required(state.find(ref), RULE, f"There is no {ref[:40]}")


# --- models and things --------------------------------------------------------------------------


def put_model(battle: Battle, order: gm.PutModel) -> None:
    """RC-GM-1, RC-GM-8: put a model on the board or in reserve; a building cell is its roof."""
    unit = made(battle.state, order.kind, order.ref, order.seat)
    if order.at is None:
        battle.emit(ev.UnitPut(replace(unit, place="reserve")))
        return
    inside = land.check_room(battle.state.ground, order.at, order.where)
    check_free(battle.state, order.at, inside)
    battle.emit(ev.UnitPut(replace(unit, at=order.at, inside=inside)))


def put_chit(battle: Battle, order: gm.PutChit) -> None:
    """RC-GM-1, RC-HULK-10: put a chit anywhere, and say in secret what it stands for."""
    state = battle.state
    seat = at.check_seat(state, order.seat)
    checks.check_models(state, seat, chits=True)
    check_new(state, order.ref)
    if not order.ref.startswith("X"):
        raise Refusal(RULE, f"chits are called X1, X2 ..., not {order.ref[:20]}")
    inside = land.check_room(state.ground, order.at, "")
    check_free(state, order.at, inside)
    model = made(state, order.kind, order.model, order.seat) if order.kind else None
    battle.emit(ev.UnitPut(replace(checks.fresh_chit(order.ref, seat), at=order.at)))
    hidden = replace(model, place="under") if model is not None else None
    battle.emit(ev.UnderChit(seat, order.ref, hidden))


def put_item(battle: Battle, order: gm.PutItem) -> None:
    """RC-GM-1: put an item into a cell."""
    land.check_room(battle.state.ground, order.at, "")
    items = (*battle.state.items, Item(order.name, order.at, light=order.light))
    checks.check_kind("items", len(items))
    battle.emit(ev.ItemsChanged(items, str(order)))


def made(state: State, kind: str, ref: str, seat: int) -> Unit:
    """RC-GM-7: a fresh model.  Raises `Refusal` for an unknown type or seat or a used reference."""
    model = required(checks.type_named(state, kind), RULE, f"there is no type of model {kind[:40]}")
    check_new(state, ref)
    checks.check_models(state, at.check_seat(state, seat))
    return checks.fresh(state, model, ref, seat)


def check_new(state: State, ref: str) -> None:
    """RC-SETUP-10: the reference must be free; those of dead or waiting units may be reused."""
    unit = state.find(ref)
    if unit is not None and unit.place not in ("dead", "reserve"):
        raise Refusal(RULE, f"there is a {ref[:20]} already")


def check_free(state: State, cell: Cell, inside: bool, but: str = "") -> None:
    """RC-GM-7, RC-GEO-10: the cell must be free of standing models and chits in its layer."""
    if occupied(state, (*cell, inside), but):
        raise Refusal(RULE, f"{cell_text(cell)} is occupied")


def remove(battle: Battle, order: overrides.Remove) -> None:
    """`remove O1`: remove a unit; what it carried stays in its cell."""
    unit = found(battle.state, order.ref)
    if unit.place == "board":
        drop_everything(battle, unit.ref)
        release(battle, unit.ref)
    battle.emit(ev.Left(unit.ref, "removed"))


def relocate(battle: Battle, order: overrides.Relocate) -> None:
    """`move M1 to 5,12`: put a unit elsewhere; it stays inside between cells of buildings."""
    unit, to = found(battle.state, order.ref), order.to
    if isinstance(to, str):
        raise Refusal(RULE, f"a position is written like 5,12, not {to[:40]}")
    state = battle.state
    land.check_room(state.ground, to, "")
    inside = unit.inside and bool(relief(state.ground).sector_at(to)) and unit.place == "board"
    check_free(state, to, inside, unit.ref)
    if unit.place == "board":
        battle.emit(ev.Placed(unit.ref, "gm", unit.spot, (*to, inside)))
    else:
        battle.emit(ev.UnitPut(replace(unit, place="board", at=to, inside=False)))


# --- the ground ---------------------------------------------------------------------------------


def laid(change: Callable[..., Ground], *said: str) -> Callable[[Battle, Any], None]:
    """RC-GM-3, RC-GM-4: carry out a change of the ground, given these fields of the order."""

    def carried_out(battle: Battle, order: Order) -> None:
        ground = change(battle.state.ground, *(getattr(order, one) for one in said))
        battle.emit(ev.GroundChanged(ground, str(order)))

    return carried_out


def set_light(battle: Battle, order: gm.SetLight) -> None:
    """RC-GM-3: set the light of an area, which also removes smoke clouds from it."""
    clouds = land.thinned(battle.state, order.area)
    lit = land.with_light(battle.state.ground, order.area, order.name)
    battle.emit(ev.GroundChanged(lit, str(order), clouds=clouds))


def add_marker(battle: Battle, order: gm.AddMarker) -> None:
    """RC-GM-4: mark a forced entry into a standing sector."""
    marker = Marker(standing_sector(battle.state, order.building, order.at), order.at)
    land.check_on_board(battle.state.ground, order.at)
    checks.check_kind("markers", len(battle.state.markers) + 1)
    battle.emit(ev.MarkersChanged((*battle.state.markers, marker), str(order)))


def clear_marker(battle: Battle, order: gm.ClearMarker) -> None:
    """RC-GM-4: remove the forced entries of a cell."""
    kept = tuple(marker for marker in battle.state.markers if marker.at != order.at)
    if kept == battle.state.markers:
        raise Refusal(RULE, f"there is no marker at {cell_text(order.at)}")
    battle.emit(ev.MarkersChanged(kept, str(order)))


def standing_sector(state: State, name: str, near: Cell | None = None) -> str:
    """RC-GM-7: `B1.2` itself, or of `B1` the standing sector nearest to a cell, else the first.

    Raises `Refusal` if there is none.
    """
    ground = relief(state.ground)
    what = "sector" if "." in name else "building"
    standing = required(ground.standing(name), RULE, f"there is no {what} {name[:20]}")
    if near is None:
        return standing[0]

    def away(ref: str) -> tuple[int, int]:
        part = ground.sectors[ref]
        gaps = (max(abs(row - near[0]), abs(column - near[1])) for row, column in part.cells)
        return min(gaps), part.number

    return min(standing, key=away)


def shipped(state: State, name: str) -> MapSheet:
    """RC-DATA-5: the shipped map of that name.  Raises `Refusal` if there is none."""
    meant = (sheet for sheet in state.library.maps if sheet.name.lower() == name.lower())
    known = ", ".join(sheet.name for sheet in state.library.maps)
    return required(next(meant, None), RULE, f"there is no map {name[:40]}; there are {known}")


def use_map(battle: Battle, sheet: MapSheet, what: str) -> None:
    """RC-MAP-2, RC-MAP-5: replace ground and items by those of a map; models stay in place."""
    ground, items = land.lay_out(sheet, battle.state.rules.hulk)
    for unit in battle.state.on_board():
        if not ground.holds(unit.at) or relief(ground).wall(unit.at):
            where = "off the board" if not ground.holds(unit.at) else "in a wall"
            raise Refusal("RC-MAP-5", f"{unit.ref} at {cell_text(unit.at)} would be {where}")
    carried = tuple(item for item in battle.state.items if item.carrier)
    battle.emit(ev.GroundChanged(ground, what, (*carried, *items), (), ()))
    for unit in battle.state.on_board():
        if unit.inside and not relief(ground).sector_at(unit.at):
            battle.mark(unit.ref, inside=False)


# --- values -------------------------------------------------------------------------------------


def give(battle: Battle, order: overrides.Give) -> None:
    """RC-GM-8: give a condition, with the fields that change with it."""
    unit = found(battle.state, order.subject)
    condition, changes = at.given(battle.state, unit, order.condition)
    battle.emit(ev.ConditionGained(unit.ref, condition))
    battle.mark(unit.ref, **changes)


def clear(battle: Battle, order: overrides.Clear) -> None:
    """RC-GM-8: take a condition away."""
    unit = found(battle.state, order.subject)
    battle.cure(unit.ref, at.condition_named(order.condition))


def define_weapon(battle: Battle, order: gm.DefineWeapon) -> None:
    """RC-GM-5: define a weapon."""
    known = battle.state.weapons.keys() | {order.weapon.name.lower()}
    checks.check_kind("weapons", len(known))
    battle.emit(ev.StatblockRead(weapon=order.weapon))


def define_model(battle: Battle, order: gm.DefineModel) -> None:
    """RC-GM-5: define a type of model."""
    checks.check_statblock(battle.state, order.model)
    battle.emit(ev.StatblockRead(model=order.model))


def set_value(battle: Battle, order: overrides.Set) -> None:
    """Carry out a `set` line: of the game, a seat, a sector or a unit."""
    subject, name, value = order.subject, order.attribute, order.value
    if subject == "game":
        set_game(battle, name, value)
    elif subject.startswith("army "):
        set_army(battle, at.seat_of(battle.state, subject), name, value, str(order))
    elif subject.startswith("B") and battle.state.find(subject) is None:
        set_sector(battle, subject, name, value, str(order))
    elif name == "carrying":
        set_carrying(battle, found(battle.state, subject), value, str(order))
    else:
        unit = found(battle.state, subject)
        changes = at.unit_changes(battle.state, unit, name, value)
        secret = unit.seat if name in STANDING else 0
        battle.emit(ev.UnitSet(unit.ref, str(order), tuple(changes.items()), secret))


def set_sector(battle: Battle, name: str, attribute: str, value: str, what: str) -> None:
    """`set B1 hits 3`."""
    if attribute != "hits":
        raise Refusal(RULE, f"hits can be set of a sector, not {attribute[:40]}")
    ref = standing_sector(battle.state, name)
    hits = at.whole(value, "hits", 99)
    battle.emit(ev.GroundChanged(sector_as(battle.state.ground, ref, hits=hits), what))


def set_carrying(battle: Battle, unit: Unit, value: str, what: str) -> None:
    """RC-GM-8: set what a unit carries: new items, and bodies of knocked-out models.

    The load hampers it at once (RC-CARRY-3).
    """
    names = at.names_of(value)
    bodies = []
    for name in names:
        body = battle.state.find(name.lower().removeprefix("body of ").strip())
        if name.lower().startswith("body of "):
            if body is None or not body.has("ko"):
                raise Refusal(RULE, f"there is no {name[:40]}")
            bodies.append(body)
    kept = tuple(item for item in battle.state.items if item.carrier != unit.ref)
    items = tuple(
        Item(name, carrier=unit.ref) for name in names if not name.lower().startswith("body of ")
    )
    checks.check_kind("items", len(kept) + len(items))
    battle.emit(ev.ItemsChanged((*kept, *items), what))
    for other in list(battle.state.on_board()):
        if other.borne_by == unit.ref:
            battle.mark(other.ref, borne_by="")
    for body in bodies:
        battle.mark(body.ref, borne_by=unit.ref, at=unit.at, inside=unit.inside)
    battle.mark(unit.ref, laden=bool(names))


def set_army(battle: Battle, seat: int, name: str, value: str, what: str) -> None:
    """RC-GM-5: set a seat's team, role, hand or points."""
    match name:
        case "team":
            letter = value.strip().upper()
            if len(letter) != 1 or not "A" <= letter <= "Z":
                raise Refusal(RULE, f"a team is a letter, not {value[:40]}")
            changes: at.Changes = {"team": letter}
        case "role":
            changes = {"role": at.choice(value, "role", ("good", "bad"))}
        case "cards":
            changes = {"hand": at.cards_of(value)}
        case "points":
            changes = {"points": at.whole(value, "points", 99999)}
        case _:
            raise Refusal(RULE, f"there is no attribute {name[:40]} of a seat")
    battle.emit(ev.ArmySet(seat, what, tuple(changes.items()), secret=name == "cards"))


def set_game(battle: Battle, name: str, value: str) -> None:
    """RC-GM-8: set round, phase or turn, without the steps of a turn."""
    state = battle.state
    if state.flow.outcome is not None:
        battle.emit(ev.GameReopened())
    match name:
        case "round":
            number = at.whole(value, "round", 9999)
            battle.emit(Overridden(name, value))
            battle.emit(PhaseBegan(number, battle.state.flow.phase))
        case "turn":
            seat = at.seat_of(state, value)
            battle.emit(Overridden(name, seat_name(seat)))
            if state.flow.phase != "setup":
                battle.emit(TurnPassed(seat))
        case "phase":
            set_phase(battle, at.choice(value, "phase", PHASES))
        case _:
            raise Refusal(RULE, f"there is no attribute {name[:40]} of the game")


def set_phase(battle: Battle, phase: str) -> None:
    """RC-SETUP-7: `set phase setup` begins stage `muster`."""
    flow = battle.state.flow
    battle.emit(Overridden("phase", phase))
    battle.emit(PhaseBegan(max(1, flow.round), phase))
    battle.emit(ev.StageBegan("muster" if phase == "setup" else "-"))
    if phase == "play":
        battle.emit(TurnPassed(flow.turn or 1))


def judge(battle: Battle, order: overrides.SetWinner) -> None:
    """RC-VIC-5: declare a seat the winner, or a draw."""
    seats = each_alone(tuple(range(1, len(battle.state.armies) + 1)))
    set_winner(battle, order, "RC-VIC-5", seats, over="RC-VIC-5", unknown="RC-GM-7")


def time_out(battle: Battle, order: overrides.Timeout) -> None:
    """End the turn of a seat that missed its deadline; nothing happens in the set-up."""
    flow = battle.state.flow
    if flow.phase == "play" and flow.outcome is None and order.seat in (0, flow.turn):
        end_turn(battle)


def fall_in(battle: Battle, order: gm.Collapse) -> None:
    """RC-GM-4: collapse a sector."""
    collapse(battle, standing_sector(battle.state, order.sector), Source(grazes=("W",)))


# RC-GM-6: the table of all overrides, those that draw dice too.


GM_ORDERS: Mapping[type[Order], Callable[[Battle, Any], None]] = {
    gm.PutModel: put_model,
    gm.PutChit: put_chit,
    gm.PutItem: put_item,
    overrides.Remove: remove,
    overrides.Relocate: relocate,
    gm.SetTerrain: laid(land.with_terrain, "area", "name"),
    gm.SetElevation: laid(land.with_height, "area", "level"),
    gm.SetLight: set_light,
    gm.AddBuilding: laid(land.with_building, "ref", "areas", "roof", "armored"),
    gm.AddSector: laid(land.with_sector, "ref", "areas"),
    gm.AddLadder: laid(land.with_ladder, "foot", "top"),
    gm.AddManhole: laid(land.with_manhole, "one", "other"),
    gm.AddMarker: add_marker,
    gm.ClearMarker: clear_marker,
    gm.UseMap: lambda battle, o: use_map(battle, shipped(battle.state, o.name), f"map {o.name}"),
    gm.PasteMap: lambda battle, o: use_map(
        battle, o.sheet, f"map {o.sheet.rows}x{o.sheet.columns}"
    ),
    overrides.Set: set_value,
    overrides.Give: give,
    overrides.Clear: clear,
    gm.DefineWeapon: define_weapon,
    gm.DefineModel: define_model,
    overrides.NextDice: lambda battle, o: load_dice(battle, o, "RC-DICE-5", range(100)),
    overrides.Rule: record_ruling,
    overrides.SetWinner: judge,
    gm.Start: lambda battle, _: start(battle),
    TakeList: lambda battle, order: take_list(battle, order.name, order.seat),
    gm.Collapse: fall_in,
    overrides.Timeout: time_out,
}
"""RC-GM-1 to RC-GM-9: what carries out each order of the GM."""


def override(battle: Battle, order: Order) -> None:
    """Carry out an order of the GM.  RC-ORD-10: all but rulings bar a player's undo."""
    if isinstance(order, Unread):
        raise Refusal(order.rule or "RC-ORD-1", order.why or f"I don't understand {order}")
    if type(order) not in GM_ORDERS:
        raise Refusal("RC-GM-7", f"`{order}` is an order of a player, not of the GM")
    GM_ORDERS[type(order)](battle, order)
    if not isinstance(order, overrides.Rule):
        battle.emit(ev.GmActed())
