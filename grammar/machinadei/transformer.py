"""Trees of machinadei sentences become the orders of `rules.machinadei`."""

import re
from collections.abc import Callable
from functools import partial
from typing import Any

from lark import Token, v_args

from grammar.lines import MOST_CLAUSES, MOST_REFS
from grammar.machinadei.table import TableReader
from grammar.transform import TooMany
from rules.line.orders import Order
from rules.machinadei import orders as own

Clause = Callable[[own.Who], own.UnitOrder]
"""What to do, of nobody yet."""

Aim = dict[str, str]
"""`with` a weapon, `on` a unit."""

NO_AIM: Aim = {"weapon": "", "on": ""}

EVERYBODY = ("unit", "units")


@v_args(inline=True)
class MachinaDeiTransformer(TableReader):
    """One method for each rule of sentences.lark that gives units an order."""

    def chain(self, first: own.UnitOrder, *links: Clause | own.UnitOrder) -> tuple[Order, ...]:
        """MD-ORD-2, MD-ORD-9: clauses belong to the units named first; others may not follow."""
        if len(links) >= MOST_CLAUSES:
            raise TooMany(
                f"the sentence has {len(links) + 1} clauses; at most {MOST_CLAUSES} are read"
            )
        orders = [first]
        for link in links:
            orders.append(link if isinstance(link, own.UnitOrder) else link(orders[-1].who))
        return tuple(orders)

    def opening(self, who: own.Who | own.UnitOrder, clause: Clause | None = None) -> own.UnitOrder:
        """Units and what they do, in whatever order it was said."""
        if isinstance(who, own.UnitOrder):
            return who
        assert clause is not None
        return clause(who)

    def who(self, who: own.Who) -> own.Who:
        """Units by name, all of a type, or everyone."""
        return who

    def unit_list(self, *refs: str) -> own.Who:
        """MD-ORD-2: `Spears1, Spears2 and Bows1`."""
        if len(refs) > MOST_REFS:
            raise TooMany(f"the list has {len(refs)} units; at most {MOST_REFS} are read")
        return own.Who(refs)

    def all_of(self, kind: str) -> own.Who:
        """MD-ORD-2: `all Legionaries`."""
        return own.Who(every="*" if kind.lower() in EVERYBODY else kind)

    def everyone(self) -> own.Who:
        """MD-ORD-2: `everyone`."""
        return own.Who(every="*")

    def unit_range(self, token: Token) -> str:
        """MD-ORD-2: `Spears1-Spears3`."""
        found = re.fullmatch(r"(.+?[0-9]+)\s*[-–—−]\s*(.+?[0-9]+)", token)
        assert found is not None
        return f"{found[1]}-{found[2]}"

    # Formations.

    def advance(self, inches: int | str | None = None) -> Clause:
        """Section 6.2: `advances 5`."""
        return partial(own.Advance, inches=inches)

    def advance_units(self, who: own.Who, inches: int | str | None = None) -> own.UnitOrder:
        """`advance Spears1 5`."""
        return own.Advance(who, inches)

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

    def wheel_units(self, who: own.Who, side: Token, angle: Token | None = None) -> own.UnitOrder:
        """`wheel Spears1 left 45`."""
        return self.wheel(side, angle)(who)

    def wheel_units_by(self, who: own.Who, angle: Token, side: Token) -> own.UnitOrder:
        """`wheel Spears1 45 to the left`."""
        return self.wheel(side, angle)(who)

    def turn(self, way: Token) -> Clause:
        """Section 6.4: `turns right`, `turns about`."""
        return partial(own.Turn, way="around" if way.type == "AROUND" else way.lower())

    def turn_about(self) -> Clause:
        """`about-faces`."""
        return partial(own.Turn, way="around")

    def turn_units(self, who: own.Who, way: Token) -> own.UnitOrder:
        """`turn Spears1 to the left`."""
        return self.turn(way)(who)

    def turn_about_units(self, who: own.Who) -> own.UnitOrder:
        """`about-face Spears1`."""
        return own.Turn(who, "around")

    def face(self, facing: Token) -> Clause:
        """MD-TURN-3: `faces east`."""
        return partial(own.Face, facing=facing[0].upper())

    def face_units(self, who: own.Who, facing: Token) -> own.UnitOrder:
        """`turn Spears1 to face east`."""
        return own.Face(who, facing[0].upper())

    def reform(self, shape: dict[str, Any], *places: dict[str, Any]) -> Clause:
        """Section 6.5: `reforms 6 wide facing east at 10,12`."""
        return partial(own.Reform, **self.gathered((shape, *places)))

    def reform_units(
        self, who: own.Who, shape: dict[str, Any], *places: dict[str, Any]
    ) -> own.UnitOrder:
        """`reform Spears1 into 4 files`."""
        return self.reform(shape, *places)(who)

    # Free moves and charges.

    def move_to(self, cells: tuple[own.Cell, ...]) -> Clause:
        """Section 6.6: `moves to 12,20`."""
        return partial(own.MoveTo, cells=cells)

    def move_units(self, who: own.Who, cells: tuple[own.Cell, ...]) -> own.UnitOrder:
        """`move Titan1 to 12,20`."""
        return own.MoveTo(who, cells)

    def move_steps(self, steps: int | str, direction: Token) -> Clause:
        """MD-WALK-3: `moves 4 north-east`."""
        return partial(own.MoveSteps, steps=steps, direction=compass(direction))

    def move_units_steps(self, who: own.Who, steps: int | str, direction: Token) -> own.UnitOrder:
        """`move Titan1 4 NE`."""
        return own.MoveSteps(who, steps, compass(direction))

    def charge(self, target: str) -> Clause:
        """Section 6.7: `charges Spears2`."""
        return partial(own.Charge, target=target)

    def charge_units(self, target: str, who: own.Who) -> own.UnitOrder:
        """`charge Spears2 with Titan1`."""
        return own.Charge(who, target)

    # Shooting and dividing.

    def shoot(self, target: str, weapon: str | None) -> Clause:
        """Section 6.8: `shoots Fodder2 with Bow`."""
        return partial(own.Shoot, target=target, weapon=weapon or "")

    def shoot_units(self, target: str, who: own.Who, weapon: str | None) -> own.UnitOrder:
        """`shoot Fodder2 with Bows1`."""
        return own.Shoot(who, target, weapon or "")

    def volley(self, at: own.Cell, aim: Aim | None = None) -> Clause:
        """`volleys at 12,20 with Bow on Fodder2`."""
        return partial(
            own.Volley, at=at, weapon=(aim or NO_AIM)["weapon"], on=(aim or NO_AIM)["on"]
        )

    def volley_units(self, at: own.Cell, who: own.Who, aim: Aim | None = None) -> own.UnitOrder:
        """`volley 12,20 with Bows1`."""
        return self.volley(at, aim)(who)

    def bombard(self, at: own.Cell, aim: Aim | None = None) -> Clause:
        """`bombards 12,20 with Stone on Fodder2`."""
        return partial(
            own.Bombard, at=at, weapon=(aim or NO_AIM)["weapon"], on=(aim or NO_AIM)["on"]
        )

    def bombard_units(self, at: own.Cell, who: own.Who, aim: Aim | None = None) -> own.UnitOrder:
        """`bombard 12,20 with Onager1`."""
        return self.bombard(at, aim)(who)

    def with_weapon(self, weapon: str) -> str:
        """`with Bow`."""
        return weapon

    def on_unit(self, ref: str) -> str:
        """`on Fodder2`."""
        return ref

    def aim(self, weapon: str, on: str | None) -> Aim:
        """`with Bow on Fodder2`."""
        return {"weapon": weapon, "on": on or ""}

    def aim_on(self, on: str, weapon: str | None) -> Aim:
        """`on Fodder2 with Bow`."""
        return {"weapon": weapon or "", "on": on}

    def allocate(self, shares: tuple[own.Share, ...]) -> Clause:
        """Section 6.9: `allocates 10 to Fodder1 and 5 to Fodder2`."""
        return partial(own.Allocate, shares=shares)

    def allocate_units(self, who: own.Who, shares: tuple[own.Share, ...]) -> own.UnitOrder:
        """`allocate Spears1 10 to Fodder1`."""
        return own.Allocate(who, shares)

    def shares(self, *shares: own.Share) -> tuple[own.Share, ...]:
        """The parts of a division."""
        if len(shares) > MOST_REFS:
            raise TooMany(f"there are {len(shares)} parts; at most {MOST_REFS} are read")
        return shares

    def share(self, amount: Token, target: str) -> own.Share:
        """`10 attacks to Fodder1`."""
        return own.Share(self.number(amount), target)

    # Magic.

    def cast(self, effect: str, target: str | own.Cell | None) -> Clause:
        """Section 6.10: `casts Miasma on 10,10`."""
        return partial(own.Cast, effect=effect, target=target)

    def cast_units(self, effect: str, who: own.Who, target: str | own.Cell | None) -> own.UnitOrder:
        """`cast Miasma with Mage1 at 10,10`."""
        return own.Cast(who, effect, target)

    def cast_at(self, effect: str, target: str | own.Cell, who: own.Who) -> own.UnitOrder:
        """`cast Miasma at 10,10 with Mage1`."""
        return own.Cast(who, effect, target)

    def target(self, target: str | own.Cell) -> str | own.Cell:
        """A unit or a place."""
        return target

    def arrive(self, at: own.Cell) -> Clause:
        """MD-ABIL-6: `arrives at 10,30`."""
        return partial(own.Arrive, at=at)

    def arrive_units(self, who: own.Who, at: own.Cell) -> own.UnitOrder:
        """`bring Herald1 in at 10,30`."""
        return own.Arrive(who, at)


def compass(said: str) -> str:
    """MD-ORD-7: `north-east` is `NE`."""
    word = re.sub(r"[-\s]", "", said.lower())
    for long, short in (("north", "n"), ("south", "s"), ("east", "e"), ("west", "w")):
        word = word.replace(long, short)
    return word.upper()
