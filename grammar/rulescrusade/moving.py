"""Clauses of moving become orders: on foot, by ladder, over gaps, in and out of buildings."""

from functools import partial
from typing import Any

from lark import Token, v_args

from grammar.rulescrusade.cards import CardsReader
from grammar.rulescrusade.parts import only
from grammar.transform import Clause, clause
from rules.numbers.grid import Cell
from rules.rulescrusade import orders as own
from rules.rulescrusade.words import Goal

Route = tuple[Cell, ...]


@v_args(inline=True)
class MovingReader(CardsReader):
    """Such rules of sentences.lark."""

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

    slip = clause(own.Slip)
    move_out = clause(own.Leave)

    def leave(self, building: str, to: Cell) -> Clause:
        """RC-BLDG-12: `leaves B1 to 5,6`."""
        return partial(own.Leave, to=to, building=building)

    enter = clause(own.Enter)

    def onto_roof(self, *said: Any) -> Clause:
        """RC-BLDG-12: `goes onto the roof of B1 at 4,5`."""
        at = next((one for one in said if isinstance(one, tuple)), None)
        return partial(own.OntoRoof, at=at)

    climb = clause(own.Climb)
    jump = clause(own.Jump)
    jump_down = clause(own.JumpDown)
    hang = clause(own.HangAndDrop)
    scrabble = clause(own.Scrabble)


def _route(goal: Goal, via: list[Route]) -> Route:
    """The cells on the way; a route through cells ends in a cell."""
    if not via:
        return ()
    only(goal)
    return via[0]
