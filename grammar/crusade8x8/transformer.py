"""Parse trees of crusade8x8 sentences become the orders of `rules.crusade8x8.orders`.

Bullets, comments, a final full stop and filler words have been removed by then (C8-NOTE-5).
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from lark import Token, v_args

from grammar.transform import Reader, Unreadable, always, order
from rules.crusade8x8 import orders as own
from rules.crusade8x8.board import ARROWS, COMPASS, FACINGS, KIND_OF_LETTER
from rules.crusade8x8.overrides import PutUnit, SetPosition
from rules.line.frozen import Frozen

WORDS = ("", "one", "two", "three", "four", "five", "six", "seven", "eight")
ORDER_OF_CLAUSES = "main part first, then follow steps, then recruits (C8-NOTE-4)"


class FollowTo(Frozen):
    """A follow step; its Rogue may be the unit that acts in the clause before."""

    to: str


Item = own.Deed | own.Wheel | FollowTo | own.Recruit
Clause = tuple[own.UnitRef | None, Item]


@dataclass
class Gathering:
    """C8-NOTE-4: clauses collected into an action; `deeds` is the list of the current `actor`."""

    unit: own.UnitRef | None = None
    main: list[own.Deed] = field(default_factory=list)
    orders: list[tuple[own.UnitRef, list[own.Deed]] | own.Wheel] = field(default_factory=list)
    follows: list[tuple[own.UnitRef, str, list[own.Deed]]] = field(default_factory=list)
    recruits: list[own.Recruit] = field(default_factory=list)
    actor: own.UnitRef | None = None
    deeds: list[own.Deed] = field(default_factory=list)

    def begin(self, unit: own.UnitRef) -> None:
        self.unit = self.actor = unit
        self.deeds = self.main

    def add(self, unit: own.UnitRef | None, item: Item) -> None:
        """Add one clause to the part of the action that it belongs to.  Raises `Unreadable` if it
        comes too late for it."""
        if self.recruits and not isinstance(item, own.Recruit):
            raise Unreadable(ORDER_OF_CLAUSES)
        if isinstance(item, own.Recruit):
            self._main_unit()
            self.recruits.append(item)
        elif isinstance(item, FollowTo):
            self._follow(unit, item)
        elif isinstance(item, own.Wheel):
            self._wheel(unit, item)
        else:
            self._deed(unit, item)

    def _follow(self, unit: own.UnitRef | None, item: FollowTo) -> None:
        self._main_unit()
        rogue = unit or self.actor
        assert rogue is not None
        turns: list[own.Deed] = []
        self.follows.append((rogue, item.to, turns))
        self.actor, self.deeds = own.UnitRef(item.to), turns

    def _wheel(self, unit: own.UnitRef | None, item: own.Wheel) -> None:
        if self.unit is None and unit is not None:
            self.begin(unit)
        if self.follows or (unit is not None and unit != self.unit):
            raise Unreadable(ORDER_OF_CLAUSES)
        self.actor, self.deeds = self._main_unit(), self.main
        self._hold()
        self.orders.append(item)

    def _deed(self, unit: own.UnitRef | None, deed: own.Deed) -> None:
        if unit is not None:
            self._turn_to(unit)
        if self.follows and not isinstance(deed, own.Rotate | own.Face):
            raise Unreadable(ORDER_OF_CLAUSES)
        self._main_unit()
        self.deeds.append(deed)
        if isinstance(deed, own.Step | own.SideStep) and len(deed.to) == 2:
            self.actor = own.UnitRef(deed.to)
        elif isinstance(deed, own.Capture):
            self.actor = own.UnitRef(deed.target.tile)

    def _turn_to(self, unit: own.UnitRef) -> None:
        """Make the unit that a clause names the one whose deeds are collected."""
        if self.unit is None:
            self.begin(unit)
        elif self.follows:
            if self.actor is None or unit.tile != self.actor.tile:
                raise Unreadable(ORDER_OF_CLAUSES)
        else:
            self._hold()
            self.actor, self.deeds = unit, []
            self.orders.append((unit, self.deeds))

    def _hold(self) -> None:
        """C8-CMD-1: a unit that gives orders without a deed of its own stands still."""
        if not self.main:
            self.main.append(own.Hold())

    def _main_unit(self) -> own.UnitRef:
        if self.unit is None:
            raise Unreadable("begin with the unit that acts, for instance `archer b2 moves b3`")
        return self.unit

    def action(self) -> own.Act:
        unit = self._main_unit()
        self._hold()
        orders = tuple(
            one if isinstance(one, own.Wheel) else own.Command(one[0], tuple(one[1]))
            for one in self.orders
        )
        follows = tuple(own.Follow(who, to, _turns(turns)) for who, to, turns in self.follows)
        return own.Act(unit, tuple(self.main), orders, follows, tuple(self.recruits))


@v_args(inline=True)
class Crusade8x8Transformer(Reader):
    """The rules of sentences.lark; the arguments of its methods are values already."""

    def plain_clauses(self, *clauses: Clause) -> own.Act:
        return _gathered(Gathering(), clauses)

    def headed(self, unit: own.UnitRef, *clauses: Clause) -> own.Act:
        gathering = Gathering()
        gathering.begin(unit)
        return _gathered(gathering, clauses)

    def clause(self, *parts: Any) -> Clause:
        return (None, parts[0]) if len(parts) == 1 else (parts[0], parts[1])

    def LETTER_TILE(self, token: Token) -> own.UnitRef:  # noqa: N802 - the name of a terminal
        """C8-REF-4: `Ab2`; K is read as N."""
        text = self.TILE(token)
        return own.UnitRef(text[1:], KIND_OF_LETTER[text[0].upper()])

    def TILE(self, token: Token) -> str:  # noqa: N802
        return "".join(token.split()).lower()

    def KIND(self, token: Token) -> str:  # noqa: N802
        return token.lower().removesuffix("s").capitalize()

    def COUNT(self, token: Token) -> int:  # noqa: N802
        return WORDS.index(token.lower()) if token.lower() in WORDS else int(token)

    def COMPASS(self, token: Token) -> str:  # noqa: N802
        return COMPASS.get(token.lower(), token.lower())

    WAY = AROUND = COMPASS
    STRAIGHT = always("straight")
    SLANTED = always("diagonally")

    def ARROW(self, token: Token) -> own.Face:  # noqa: N802
        return own.Face(FACINGS[ARROWS.index(token.lower())])

    bearer = arrival = arrow = Reader.system_order

    def ref(self, token: str) -> str:
        return token

    def unit(self, *words: Any) -> own.UnitRef:
        """C8-REF-4: `Ab2`, `archer b2` or `b2`."""
        *kind, tile = words
        return tile if isinstance(tile, own.UnitRef) else own.UnitRef(tile, *kind)

    at = own.UnitRef
    step = c_step = own.Step

    def step_forward(self, *words: Any) -> own.Step:
        count = words[0] if len(words) == 2 else 1
        if count > 2:
            raise Unreadable(f"a step goes 1 or 2 tiles forward, not {count}")
        return own.Step("2 forward" if count == 2 else "forward")

    side_step = c_side = own.SideStep
    capture = c_capture = c_arrival = own.Capture
    attack = own.Attack
    shot = c_shot = own.Shoot
    swap = c_swap = own.Swap
    push = c_push = own.Push
    twist = c_twist = own.Twist
    hold = own.Hold
    rotate = own.Rotate
    face = own.Face

    def wheel_way(self, unit: own.UnitRef, way: str) -> own.Wheel:
        return own.Wheel(unit, own.Rotate(way))

    def wheel_face(self, unit: own.UnitRef, facing: str) -> own.Wheel:
        return own.Wheel(unit, own.Face(facing))

    follow = FollowTo

    def spot(self, *words: Any) -> own.Recruit:
        ref = self.unit(*words)
        return own.Recruit(ref.kind, ref.tile)

    def choose(self, *counted: tuple[str, ...]) -> own.Choose:
        return own.Choose(tuple(kind for kinds in counted for kind in kinds))

    def counted(self, *words: Any) -> tuple[str, ...]:
        return words[-1:] * (words[0] if len(words) == 2 else 1)

    def place_units(self, *spots: own.Recruit) -> own.PlaceUnits:
        return own.PlaceUnits(spots)

    def compact(
        self, main: own.UnitRef | own.Command | own.Act, *more: own.Follow | own.Recruit
    ) -> own.Act:
        if isinstance(main, own.UnitRef):
            main = own.Act(main, (own.Hold(),))
        elif isinstance(main, own.Command):
            main = own.Act(main.unit, main.deeds)
        follows = tuple(one for one in more if isinstance(one, own.Follow))
        recruits = tuple(one for one in more if isinstance(one, own.Recruit))
        return replace(main, follows=follows, recruits=recruits)

    def c_pawn(self, unit: own.UnitRef, *deeds: own.Deed) -> own.Command:
        return own.Command(unit, deeds)

    def c_command(self, unit: own.UnitRef, *parts: own.Step | own.Command | own.Wheel) -> own.Act:
        """C8-CMD-1: without a step of its own the Commander stands still."""
        steps = tuple(part for part in parts if isinstance(part, own.Step))
        orders = tuple(part for part in parts if not isinstance(part, own.Step))
        return own.Act(unit, steps or (own.Hold(),), orders)

    c_wheel = own.Wheel

    def c_follow(self, unit: own.UnitRef, to: str, *turns: own.Face) -> own.Follow:
        return own.Follow(unit, to, turns)

    c_recruit = spot

    def set_position(self, text: Token) -> SetPosition:
        return SetPosition(self.written(text).strip().strip('"'))

    put_unit = order(PutUnit)


def _gathered(gathering: Gathering, clauses: Iterable[Clause]) -> own.Act:
    for unit, item in clauses:
        gathering.add(unit, item)
    return gathering.action()


def _turns(deeds: Iterable[own.Deed]) -> tuple[own.Turning, ...]:
    return tuple(deed for deed in deeds if isinstance(deed, own.Rotate | own.Face))
