"""What a stretch of play cost each army."""

from collections.abc import Iterator, Mapping

from rules.crusade8x8.board.tables import KINDS, SEATS
from rules.crusade8x8.state import State


def losses(before: State, after: State, viewer: int | None) -> Mapping[int, str]:
    """`{2: "Rogue, 2 Warriors, Supply"}`: types of which there are fewer, treasures that are gone.

    A unit that was recruited in the same stretch makes up for one of its type.
    """
    played = ("play", "over")
    if before.flow.phase not in played or after.flow.phase not in played:
        return {}
    found = {seat: ", ".join(lost(before, after, seat)) for seat in SEATS}
    return {seat: text for seat, text in found.items() if text}


def lost(before: State, after: State, seat: int) -> Iterator[str]:
    """Units by type, then treasures."""
    for kind in KINDS:
        count = before.position.count(seat, kind) - after.position.count(seat, kind)
        if count > 0:
            yield kind if count == 1 else f"{count} {kind}s"
    for kind, plural in (("Supply", "Supplies"), ("Relic", "Relics")):
        had, has = (len(one.position.treasures_of(seat, kind)) for one in (before, after))
        if had > has:
            yield kind if had - has == 1 else f"{had - has} {plural}"
