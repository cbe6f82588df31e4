"""Clauses of moving become orders: on foot, by ladder, over gaps, in and out of buildings."""

from functools import partial
from typing import Any

from lark import Token, v_args

from grammar.rulescrusade.cards import CardsReader
from grammar.rulescrusade.parts import Clause, only
from rules.numbers.grid import Cell
from rules.rulescrusade import orders as own
from rules.rulescrusade.words import Goal, Who

Route = tuple[Cell, ...]


@v_args(inline=True)
class MovingReader(CardsReader):
    """One method for each such rule of sentences.lark."""

    def move(self, *said: Any) -> Clause:
        """RC-MOVE-1, RC-MOVE-14: `moves to 10,14`, `runs to 10,20`."""
        kind = own.Run if isinstance(said[0], Token) else own.Move
        goal, *via = said[1:] if kind is own.Run else said
        return partial(kind, to=goal, via=_route(goal, via))

    def move_by(self, *said: Any) -> Clause:
        """`moves via 9,12 to 10,14`."""
        kind = own.Run if isinstance(said[0], Token) else own.Move
        via, goal = said[1:] if kind is own.Run else said
        return partial(kind, to=goal, via=_route(goal, [via]))

    def front_move(self, *said: Any) -> own.UnitOrder:
        """`move M3 to 10,14`."""
        kind = said[:1] if isinstance(said[0], Token) else ()
        who, *rest = said[len(kind) :]
        return self.move(*kind, *rest)(who)

    def front_move_by(self, *said: Any) -> own.UnitOrder:
        """`move M3 via 9,12 to 10,14`."""
        kind = said[:1] if isinstance(said[0], Token) else ()
        who, via, goal = said[len(kind) :]
        return self.move_by(*kind, via, goal)(who)

    def bare(self, who: Who, to: Cell, via: Route = ()) -> own.UnitOrder:
        """`M3 -> 10,14`."""
        return own.Move(who, to, via)

    def slip(self, to: Goal) -> Clause:
        """RC-REACT-6: `slips to 10,13`."""
        return partial(own.Slip, to=to)

    def move_out(self, to: Cell) -> Clause:
        """RC-BLDG-12: `moves out to 5,6`."""
        return partial(own.Leave, to=to)

    def leave(self, building: str, to: Cell) -> Clause:
        """RC-BLDG-12: `leaves B1 to 5,6`."""
        return partial(own.Leave, to=to, building=building)

    def enter(self, building: str, at: Cell | None = None) -> Clause:
        """RC-BLDG-7: `enters B1 at 4,5`."""
        return partial(own.Enter, building=building, at=at)

    def onto_roof(self, *said: Any) -> Clause:
        """RC-BLDG-12: `goes onto the roof of B1 at 4,5`."""
        at = next((one for one in said if isinstance(one, tuple)), None)
        return partial(own.OntoRoof, at=at)

    def climb(self, to: Cell | None = None) -> Clause:
        """RC-MOVE-16: `climbs to 4,6`, `climbs the ladder`."""
        return partial(own.Climb, to=to)

    def front_climb(self, who: Who, to: Cell) -> own.UnitOrder:
        """`climb M2 to 4,6`."""
        return own.Climb(who, to)

    def jump(self, to: Cell) -> Clause:
        """RC-JUMP-1: `jumps to 5,9`."""
        return partial(own.Jump, to=to)

    def jump_down(self, to: Cell) -> Clause:
        """RC-FALL-4: `jumps down to 5,9`."""
        return partial(own.JumpDown, to=to)

    def hang(self, to: Cell) -> Clause:
        """RC-FALL-5: `hangs and drops to 5,9`."""
        return partial(own.HangAndDrop, to=to)

    def scrabble(self, to: Cell) -> Clause:
        """RC-SCRAB-1: `scrabbles to 5,9`."""
        return partial(own.Scrabble, to=to)

    def front_jump(self, who: Who, to: Cell) -> own.UnitOrder:
        """`jump M2 to 5,9`."""
        return own.Jump(who, to)

    def front_jump_down(self, who: Who, to: Cell) -> own.UnitOrder:
        """`jump M2 down to 5,9`."""
        return own.JumpDown(who, to)

    def front_hang(self, who: Who, to: Cell) -> own.UnitOrder:
        """`hang and drop M2 to 5,9`."""
        return own.HangAndDrop(who, to)

    def front_scrabble(self, who: Who, to: Cell) -> own.UnitOrder:
        """`scrabble M2 to 5,9`."""
        return own.Scrabble(who, to)


def _route(goal: Goal, via: list[Route]) -> Route:
    """The cells on the way; a route through cells ends in a cell."""
    if not via:
        return ()
    only(goal)
    return via[0]
