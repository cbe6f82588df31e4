"""Trees of machinadei sentences become the orders of `rules.machinadei`."""

import re
from functools import partial
from typing import Any

from lark import Token, v_args

from grammar.lines import MOST_REFS
from grammar.machinadei.table import TableReader
from grammar.transform import ChainReader, Clause, TooMany, always, clause
from rules.machinadei import orders as own

Aim = dict[str, str]
"""`with` a weapon, `on` a unit."""

NO_AIM: Aim = {"weapon": "", "on": ""}

EVERYBODY = ("unit", "units")


@v_args(inline=True)
class MachinaDeiTransformer(ChainReader, TableReader):
    """The rules of sentences.lark that give units an order."""

    _who = own.Who

    def unit_list(self, *refs: str) -> own.Who:
        """MD-ORD-2: `Spears1, Spears2 and Bows1`."""
        if len(refs) > MOST_REFS:
            raise TooMany(f"the list has {len(refs)} units; at most {MOST_REFS} are read")
        return own.Who(refs)

    def all_of(self, kind: str) -> own.Who:
        """MD-ORD-2: `all Legionaries`."""
        return own.Who(every="*" if kind.lower() in EVERYBODY else kind)

    everyone = always(own.Who(every="*"))

    def unit_range(self, token: Token) -> str:
        """MD-ORD-2: `Spears1-Spears3`."""
        found = re.fullmatch(r"(.+?[0-9]+)\s*[-–—−]\s*(.+?[0-9]+)", token)
        assert found is not None
        return f"{found[1]}-{found[2]}"

    # Formations.

    advance = clause(own.Advance)

    def whole(self, token: Token) -> int:
        """Whole inches."""
        return self.number(token)

    def fraction(self, token: Token) -> str:
        """MD-MOVE-5: what is no whole number is refused by the rules."""
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
        return partial(
            own.Volley, at=at, weapon=(aim or NO_AIM)["weapon"], on=(aim or NO_AIM)["on"]
        )

    def bombard(self, at: own.Cell, aim: Aim | None = None) -> Clause:
        """`bombards 12,20 with Stone on Fodder2`."""
        return partial(
            own.Bombard, at=at, weapon=(aim or NO_AIM)["weapon"], on=(aim or NO_AIM)["on"]
        )

    def aim(self, weapon: str, on: str | None) -> Aim:
        """`with Bow on Fodder2`."""
        return {"weapon": weapon, "on": on or ""}

    def aim_on(self, on: str, weapon: str | None) -> Aim:
        """`on Fodder2 with Bow`."""
        return {"weapon": weapon or "", "on": on}

    allocate = clause(own.Allocate)

    def shares(self, *shares: own.Share) -> tuple[own.Share, ...]:
        """The parts of a division."""
        if len(shares) > MOST_REFS:
            raise TooMany(f"there are {len(shares)} parts; at most {MOST_REFS} are read")
        return shares

    def share(self, amount: Token, target: str) -> own.Share:
        """`10 attacks to Fodder1`."""
        return own.Share(self.number(amount), target)

    # Magic.

    cast = clause(own.Cast)
    arrive = clause(own.Arrive)


def compass(said: str) -> str:
    """MD-ORD-7: `north-east` is `NE`."""
    word = re.sub(r"[-\s]", "", said.lower())
    for long, short in (("north", "n"), ("south", "s"), ("east", "e"), ("west", "w")):
        word = word.replace(long, short)
    return word.upper()
