"""The main parts of actions alone: who can take whom, and who can come where.

Neither a follow step nor a recruit takes anybody, so that one main part stands for all the actions
that begin with it.
"""

from collections.abc import Iterator

from rules.crusade8x8.board.tables import AROUND, FACING_OF, FROZEN, KIND_OF, SEAT_OF, SLANTS
from rules.crusade8x8.search.generate import Found, Generator
from rules.crusade8x8.search.making import BISHOP, Part
from rules.line.work import spend


class Takers(Generator):
    """Main parts; a Commander's second Pawn is ordered only to capture somebody."""

    def mains(self, tile: int) -> Iterator[Found]:
        """C8-ACT-2: each main part of a unit of the mover: the shortest action that begins with it,
        and the boards after it, before anybody is recruited."""
        byte = self.cells[tile]
        if SEAT_OF[byte] != self.mover or not self.can_act(byte):
            return
        for note, _, _, prizes, taken, lost in self.main_parts(tile, byte):
            spend()
            now = bytes(self.cells)
            for said, _, treasures in self.closed(note, prizes, taken, lost):
                self.cells[:] = now
                yield said, now.translate(self.settle), treasures
                break

    def second(self, own: Part, first: Part, at: int) -> Iterator[Part]:
        """C8-CAP-1, C8-CMD-4: another own Pawn next to the Commander captures."""
        said, but, moves, prizes, taken, lost = first
        for tile in AROUND[at]:
            byte = self.cells[tile]
            if SEAT_OF[byte] != self.mover or KIND_OF[byte] >= BISHOP or tile == but:
                continue
            if byte & FROZEN:
                continue
            for goal in SLANTS[FACING_OF[byte]][tile]:
                if SEAT_OF[self.cells[goal]] == self.foe:
                    for note, end, steps, found, more, fell in self.strike(tile, goal, byte, tile):
                        won = prizes
                        for prize in found:
                            won = self.with_prize(won, prize)
                        done = (taken + more, lost + fell)
                        yield f"{said},{note}", end, moves + steps, won, *done


class Alone(Takers):
    """What a unit does by itself: a Commander gives no orders."""

    def orders(self, own: Part) -> Iterator[Part]:
        """No Rotate and no Pawn."""
        return iter(())
