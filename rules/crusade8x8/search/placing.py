"""C8-PLACE-1: where the opponent puts its units by hand: guards on its treasures, shots behind."""

from rules.crusade8x8.board.tables import ROW, TILE_NAMES, tile_named
from rules.crusade8x8.orders import PlaceUnits, Recruit
from rules.crusade8x8.state import State
from rules.numbers.arith import scattered

POSTS = {
    "Commander": ((2, "de"), (1, "decf"), (2, "cf")),
    "Warrior": ((3, "de"), (3, "cf"), (3, "bg"), (2, "de")),
    "Archer": ((2, "cf"), (2, "de"), (2, "bg"), (3, "cf")),
    "Caster": ((2, "de"), (2, "bg"), (2, "cf"), (3, "bg")),
    "Rogue": ((3, "bg"), (3, "ah"), (2, "ah"), (3, "cf")),
    "Paladin": ((1, "de"), (1, "cf"), (2, "de"), (1, "bg")),
    "Bishop": ((1, "cf"), (1, "bg"), (1, "de"), (2, "ah")),
    "Knight": ((2, "ah"), (1, "bg"), (1, "cf"), (1, "de")),
}
"""Row by row from its own edge, the files on which a type likes to stand, best first."""

ORDER = ("Commander", "Warrior", "Archer", "Rogue", "Caster", "Paladin", "Bishop", "Knight")
GUARDS = {1: ("Paladin", "Bishop", "Knight"), 2: ("Warrior", "Archer"), 3: ("Warrior", "Rogue")}
"""Who keeps a treasure on which row."""


def by_hand(state: State, seat: int, seed: int) -> PlaceUnits | None:
    """Everybody who has no place yet, in one order; None if all have."""
    waiting = list(state.armies[seat - 1])
    taken = [tile for _, tile in state.placed[seat - 1]]
    for kind, _ in state.placed[seat - 1]:
        waiting.remove(kind)
    spots: list[Recruit] = []

    def put(kind: str, tile: str) -> None:
        waiting.remove(kind)
        taken.append(tile)
        spots.append(Recruit(kind, tile))

    for tile in treasures_of(state, seat):
        row = ROW[seat][tile_named(tile)]
        keeper = next((kind for kind in GUARDS.get(row, ()) if kind in waiting), None)
        if keeper is not None and tile not in taken:
            put(keeper, tile)
    for kind in ORDER:
        for tile in posts(kind, seat, seed):
            if kind in waiting and tile not in taken:
                put(kind, tile)
    return PlaceUnits(tuple(spots)) if spots else None


def treasures_of(state: State, seat: int) -> list[str]:
    """C8-TREAS-1: the tiles of its own treasures."""
    own = (2 * seat - 1, 2 * seat)
    return [TILE_NAMES[tile] for tile in range(64) if state.position.treasures[tile] in own]


def posts(kind: str, seat: int, seed: int) -> list[str]:
    """The tiles that a type likes, then any others where it may start; the seed mirrors them."""
    mirrored = scattered(seed, 5) % 2 == 1
    found = []
    first = 1 if kind in ("Commander", "Paladin", "Bishop", "Knight") else 2
    wanted = (*POSTS[kind], *((row, "decfbgah") for row in range(first, 4)))
    for row, files in wanted:
        for file in files:
            column = "hgfedcba"["abcdefgh".index(file)] if mirrored else file
            tile = f"{column}{row if seat == 1 else 9 - row}"
            if tile not in found:
                found.append(tile)
    return found
