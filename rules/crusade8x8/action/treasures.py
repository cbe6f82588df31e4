"""Section 7.9: recruits, and how the game is decided."""

from collections.abc import Sequence

from rules.crusade8x8.action.under_way import UnderWay, a
from rules.crusade8x8.board.position import Position
from rules.crusade8x8.board.tables import COLOURS, NOBLES, PAWNS, ROW, tile_name, tile_named
from rules.crusade8x8.board.tables import LETTER_OF_KIND as LETTER
from rules.crusade8x8.events import Recruited
from rules.crusade8x8.orders import Recruit
from rules.line.errors import Refusal
from rules.line.flow import Outcome


def verdict(position: Position, mover: int) -> Outcome | None:
    """C8-WIN-5: judged after main part and follow steps: first units, then treasures.

    C8-SCOPE-3: no unit is royal; there is no king, no check and no promotion.
    """
    foe = 3 - mover
    ours, theirs = bool(position.tiles_of(mover)), bool(position.tiles_of(foe))
    if not ours and not theirs:
        return Outcome("both armies are gone", "C8-WIN-3", ())
    if not theirs:
        return Outcome(f"no {COLOURS[foe].lower()} unit left", "C8-WIN-2", (mover,))
    if not ours:
        return Outcome(f"no {COLOURS[mover].lower()} unit left", "C8-WIN-2", (foe,))
    if not position.treasures_left(foe):
        return Outcome("all four treasures", "C8-WIN-1", (mover,))
    return None


def recruit_all(act: UnderWay, named: Sequence[Recruit]) -> None:
    """C8-REC-1: one recruit for each captured treasure, in the order of the captures."""
    if len(named) > len(act.prizes):
        raise _too_many(len(named), len(act.prizes))
    waiting = list(named)
    for prize in act.prizes:
        kinds = kinds_for(act, prize)
        if not is_recruit_possible(act.position, act.mover, kinds):
            continue
        if not waiting:
            raise _unnamed(act, prize, kinds)
        recruit(act, prize, kinds, waiting.pop(0))
    if waiting:
        raise _too_many(len(named), len(named) - len(waiting))


def kinds_for(act: UnderWay, prize: int) -> tuple[str, ...]:
    """C8-REC-3: a Supply gives a Pawn, a Relic gives a Noble."""
    return NOBLES if act.start.treasures[prize] % 2 == 0 else PAWNS


def is_recruit_possible(position: Position, seat: int, kinds: Sequence[str]) -> bool:
    """C8-REC-7: without a type in reserve, or without a tile, the recruit is lost."""
    first = 2 if kinds == PAWNS else 1
    room = any(position.is_open(tile) and first <= ROW[seat][tile] <= 3 for tile in range(64))
    return room and any(position.reserve(seat, kind) for kind in kinds)


def recruit(act: UnderWay, prize: int, kinds: Sequence[str], order: Recruit) -> None:
    """C8-REC-3, C8-REC-4: the right class, and a unit of the type in reserve at that moment."""
    treasure, wanted = ("Supply", "Pawn") if kinds == PAWNS else ("Relic", "Noble")
    if order.kind not in kinds:
        why = f"the {treasure} on {tile_name(prize)} gives a {wanted}, not {a(order.kind)}"
        raise Refusal("C8-REC-3", why)
    if not act.position.reserve(act.mover, order.kind):
        raise Refusal("C8-REC-4", f"no {order.kind} is in reserve ({_reserve(act, kinds)})")
    tile = tile_named(order.tile)
    check_recruit_tile(act, order.kind, tile)
    act.check_open(tile)
    act.emit(Recruited(act.mover, order.kind, order.tile))
    act.note += f"!{LETTER[order.kind]}{order.tile}"


def check_recruit_tile(act: UnderWay, kind: str, tile: int) -> None:
    """C8-REC-5, C8-REC-6: in the recruiter's rows 1 to 3, a Pawn not on row 1."""
    row = ROW[act.mover][tile]
    if row > 3:
        why = f"{tile_name(tile)} is on {COLOURS[act.mover]}'s row {row}, recruits come on 1 to 3"
        raise Refusal("C8-REC-5", why)
    if row == 1 and kind in PAWNS:
        why = f"{tile_name(tile)} is on {COLOURS[act.mover]}'s row 1, no {kind} is recruited there"
        raise Refusal("C8-REC-6", why)


def _unnamed(act: UnderWay, prize: int, kinds: Sequence[str]) -> Refusal:
    treasure, wanted = ("Supply", "Pawn") if kinds == PAWNS else ("Relic", "Noble")
    why = f"name the unit recruited for the {treasure} on {tile_name(prize)}"
    return Refusal("C8-REC-1", f"{why} (a {wanted}; available {_reserve(act, kinds)})")


def _too_many(named: int, due: int) -> Refusal:
    """C8-REC-2: more recruits named than due."""
    return Refusal("C8-REC-2", f"{named} recruits are named, {due} due")


def _reserve(act: UnderWay, kinds: Sequence[str]) -> str:
    counts = ((kind, act.position.reserve(act.mover, kind)) for kind in kinds)
    return ", ".join(f"{kind} {count}" for kind, count in counts if count) or "none"
