"""C8-ACT-1: one action from beginning to end, judged in the order of section 6.4."""

from collections.abc import Sequence

from rules.crusade8x8.action.commander import commander_clause
from rules.crusade8x8.action.nobles import noble_clause
from rules.crusade8x8.action.pawns import pawn_clause
from rules.crusade8x8.action.skills import follow
from rules.crusade8x8.action.treasures import recruit_all, verdict
from rules.crusade8x8.action.under_way import UnderWay
from rules.crusade8x8.board.position import House, Position, named
from rules.crusade8x8.events import Froze
from rules.crusade8x8.orders import Act, Capture, Deed, SideStep, Step, Swap, Wheel
from rules.line.errors import Refusal
from rules.line.flow import Outcome


def judge(position: Position, house: House, order: Act) -> tuple[UnderWay, Outcome | None]:
    """C8-PERFT-3: check and carry out one order, without looking at all the others."""
    act = UnderWay(position, house)
    tile, unit = act.own_unit(order.unit)
    deeds, orders = order.deeds, order.orders
    if unit.kind == "Commander":
        commander_clause(act, tile, unit, deeds, orders)
    else:
        deeds = same_unit(order, named(unit, tile))
        if unit.is_pawn:
            pawn_clause(act, tile, unit, deeds)
        else:
            noble_clause(act, tile, unit, deeds)
    for one in order.follows:
        follow(act, one, unit.kind == "Commander")
    check_changed(act)
    outcome = verdict(act.position, act.mover)
    if outcome is None:
        recruit_all(act, order.recruits)
    return act, outcome


def same_unit(order: Act, name: str) -> tuple[Deed, ...]:
    """C8-ACT-2: orders to a second unit are only for Commanders.

    A clause that names the acting unit by the tile where it now stands is still its own clause.
    """
    deeds = order.deeds
    for clause in order.orders:
        if isinstance(clause, Wheel) or clause.unit.tile != tile_after(order.unit.tile, deeds):
            why = f"{name} is no Commander, {clause.unit} cannot be ordered in the same turn"
            raise Refusal("C8-ACT-2", why)
        deeds += clause.deeds
    return deeds


def tile_after(tile: str, deeds: Sequence[Deed]) -> str:
    """Where deeds that name their tiles lead; relative steps are not followed."""
    for deed in deeds:
        match deed:
            case Step(to) | SideStep(to) if to[0] in "abcdefgh" and len(to) == 2:
                tile = to
            case Capture(target) | Swap(target):
                tile = target.tile
            case _:
                pass
    return tile


def check_changed(act: UnderWay) -> None:
    """C8-ACT-4: an action changes something: a tile, a facing, or telekinesis hit a unit."""
    before = tuple(byte & 0x3F for byte in act.start.cells)
    after = tuple(byte & 0x3F for byte in act.position.cells)
    if before == after and not any(isinstance(event, Froze) for event in act.events):
        raise Refusal("C8-ACT-4", f"{act.note} changes nothing; whoever wants nothing passes")
