"""Parse trees of machinadei sentences become the orders of `rules.machinadei`."""

import re
from functools import partial
from typing import Any

from lark import Token, v_args

from grammar.machinadei.table import TableReader
from grammar.transform import ChainReader, Clause, always, check_length, clause, order
from rules.machinadei import orders as own

Aim = dict[str, Any]
"""The weapon named after `with`, and the unit named after `on`."""


@v_args(inline=True)
class MachinaDeiTransformer(ChainReader, TableReader):
    """The rules of sentences.lark for orders to units."""

    _who = own.Who

    def unit_list(self, *refs: str) -> own.Who:
        """MD-ORD-2: `Spears1, Spears2 and Bows1`."""
        check_length(refs, "the list has {} units")
        return own.Who(refs)

    def unit_range(self, token: Token) -> str:
        """MD-ORD-2: `Spears1-Spears3`."""
        found = re.fullmatch(r"(.+?[0-9]+)\s*[-–—−]\s*(.+?[0-9]+)", token)
        assert found is not None
        return f"{found[1]}-{found[2]}"

    # Formations.

    advance = clause(own.Advance)

    whole = ChainReader.number

    def fraction(self, token: Token) -> str:
        """MD-MOVE-5: a number that is not whole, as text; the rules refuse it."""
        return str(token).replace("−", "-")

    def wheel(self, side: Token, angle: Token | None = None) -> Clause:
        """Section 6.3: `wheels left 90`."""
        turned = None if angle is None else self.number(angle)
        return partial(own.Wheel, side=side.lower(), angle=turned)

    def wheel_by(self, angle: Token, side: Token) -> Clause:
        """`wheels 45 to the right`."""
        return self.wheel(side, angle)

    def turn(self, way: Token) -> Clause:
        """Section 6.4: `turns right`, `turns about`."""
        return partial(own.Turn, way="around" if way.type == "AROUND" else way.lower())

    turn_about = always(partial(own.Turn, way="around"))

    def face(self, facing: Token) -> Clause:
        """MD-TURN-3: `faces east`."""
        return partial(own.Face, facing=facing[0].upper())

    def reform(self, shape: dict[str, Any], *places: dict[str, Any]) -> Clause:
        """Section 6.5: `reforms 6 wide facing east at 10,12`."""
        return partial(own.Reform, **self.gathered((shape, *places)))

    # Free moves and charges.

    move_to = clause(own.MoveTo)

    def move_steps(self, steps: int | str, direction: Token) -> Clause:
        """MD-WALK-3: `moves 4 north-east`."""
        return partial(own.MoveSteps, steps=steps, direction=compass(direction))

    charge = clause(own.Charge)
    # Shooting and dividing.

    shoot = clause(own.Shoot)

    def volley(self, at: own.Cell, aim: Aim | None = None) -> Clause:
        """`volleys at 12,20 with Bow on Fodder2`."""
        return partial(own.Volley, at=at, **(aim or {}))

    def bombard(self, at: own.Cell, aim: Aim | None = None) -> Clause:
        """`bombards 12,20 with Stone on Fodder2`."""
        return partial(own.Bombard, at=at, **(aim or {}))

    aim = order(dict, "weapon on")
    aim_on = order(dict, "on weapon")
    allocate = clause(own.Allocate)

    def shares(self, *shares: own.Share) -> tuple[own.Share, ...]:
        """The parts of a division."""
        check_length(shares, "there are {} parts")
        return shares

    share = order(own.Share)

    # Magic.

    cast = clause(own.Cast)
    arrive = clause(own.Arrive)


def compass(said: str) -> str:
    """MD-ORD-7: `north-east` is `NE`."""
    word = re.sub(r"[-\s]", "", said.lower())
    for long, short in (("north", "n"), ("south", "s"), ("east", "e"), ("west", "w")):
        word = word.replace(long, short)
    return word.upper()
