"""Count the distinct successors of a position, and the positions some turns ahead."""

from rules.crusade8x8.board import SEAT_OF, SETTLE, House, Position
from rules.crusade8x8.search.generate import Generator, Packed, packed


def notations(position: Position, house: House) -> list[str]:
    """C8-NOTE-6: the canonical notation of every legal action, `pass` included."""
    found = Generator(packed(position), house, position.removed).actions()
    return ["pass", *(note for note, _, _ in found)]


def count_lines(position: Position, depth: int, house: House) -> tuple[tuple[str, int], ...]:
    """What `referee perft` prints: each acting unit, then `notations`, then `total`."""
    groups = successors_by_unit(position, house) if depth else {}
    distinct = dict.fromkeys(one for group in groups.values() for one in group)
    counted = {one: count(one, depth - 1, house, position.removed) for one in distinct}
    return (
        *((name, sum(counted[one] for one in group)) for name, group in groups.items()),
        ("notations", len(notations(position, house))),
        ("total", sum(counted.values()) if depth else 1),
    )


def perft(position: Position, depth: int, house: House) -> int:
    """C8-PERFT-1: perft(0) is 1, perft(n) the sum of perft(n-1) over the successors."""
    return count(packed(position), depth, house, position.removed)


def count(at: Packed, depth: int, house: House, removed: str) -> int:
    """The number of positions `depth` turns ahead; each is made, those of the last turn too."""
    if depth == 0:
        return 1
    return sum(count(one, depth - 1, house, removed) for one in successors(at, house, removed))


def successors(at: Packed, house: House, removed: str) -> list[Packed]:
    """C8-PERFT-1: the distinct positions that actions lead to, then the one after a pass.

    An action sets the mover's forfeits to 0 and a pass does not, so a pass is always distinct.
    """
    if is_over(at):
        return []
    found = Generator(at, house, removed).actions()
    foe = 3 - at.mover
    distinct = dict.fromkeys([(cells, treasures, foe) for _, cells, treasures in found])
    made = list(map(Packed._make, distinct))
    made.append(after_pass(at))
    return made


def after_pass(at: Packed) -> Packed:
    """C8-FRZ-3: the position after a pass, at which units thaw as after any turn."""
    return Packed(at.cells.translate(SETTLE[at.mover]), at.treasures, 3 - at.mover)


def is_over(at: Packed) -> bool:
    """C8-PERFT-2: has a player no unit or no treasure left?"""
    units = at.cells.translate(SEATS)
    owners = at.treasures.translate(OWNERS)
    return not (1 in units and 2 in units and 1 in owners and 2 in owners)


SEATS = bytes(SEAT_OF)
OWNERS = bytes((0, 1, 1, 2, 2, *(0 for _ in range(251))))


def successors_by_unit(position: Position, house: House) -> dict[str, dict[Packed, None]]:
    """The distinct successors for each acting unit by its tile, then for `pass`.

    A successor that two units reach is listed under both.
    """
    at = packed(position)
    if is_over(at):
        return {}
    groups: dict[str, dict[Packed, None]] = {}
    for note, cells, treasures in Generator(at, house, position.removed).actions():
        group = groups.setdefault(note[1:3], {})
        group[Packed(cells, treasures, 3 - at.mover)] = None
    groups["pass"] = {after_pass(at): None}
    return groups
