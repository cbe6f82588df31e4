"""Trees of crusade8x8 sentences become the orders of `rules.crusade8x8.orders`.

Bullets, comments, a final full stop and words that say nothing are gone by then (C8-NOTE-5).
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from lark import Token, v_args

from grammar.transform import Reader, Unreadable
from rules.crusade8x8 import orders as own
from rules.crusade8x8.board import ARROWS, COMPASS, FACINGS, KIND_OF_LETTER
from rules.crusade8x8.overrides import PutUnit, SetPosition
from rules.line.frozen import Frozen

WORDS = ("", "one", "two", "three", "four", "five", "six", "seven", "eight")
ORDER_OF_CLAUSES = "main part first, then follow steps, then recruits (C8-NOTE-4)"


class FollowTo(Frozen):
    """A follow step whose Rogue may be the unit that acts in the clause before."""

    to: str


Item = own.Deed | own.Wheel | FollowTo | own.Recruit
Clause = tuple[own.UnitRef | None, Item]


@dataclass
class Gathering:
    """C8-NOTE-4: clauses collected into an action; `deeds` belongs to whoever acts just now."""

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
        """One clause: whose it is, and to which part of the action it belongs."""
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
        """A clause that names a unit begins the deeds of that unit."""
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
        """C8-CMD-1: who gives orders without a word about itself stands still."""
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
    """The rules of sentences.lark; what they are given are values already."""

    def plain_clauses(self, *clauses: Clause) -> own.Act:
        return _gathered(Gathering(), clauses)

    def headed(self, unit: own.UnitRef, *clauses: Clause) -> own.Act:
        gathering = Gathering()
        gathering.begin(unit)
        return _gathered(gathering, clauses)

    def clause(self, *parts: Any) -> Clause:
        return (None, parts[0]) if len(parts) == 1 else (parts[0], parts[1])

    def unit(self, *words: Token) -> own.UnitRef:
        """C8-REF-4: `Ab2`, `archer b2` or `b2`; K is read as N."""
        text = _tile(words[-1])
        if len(text) == 3:
            return own.UnitRef(text[1:], KIND_OF_LETTER[text[0].upper()])
        return own.UnitRef(text, _kind(words[0]) if len(words) == 2 else "")

    def step(self, to: Token, corner: str = "") -> own.Step:
        return own.Step(_tile(to), corner)

    def step_forward(self, *words: Token) -> own.Step:
        count = _count(words[0]) if len(words) == 2 else 1
        if count > 2:
            raise Unreadable(f"a step goes 1 or 2 tiles forward, not {count}")
        return own.Step("2 forward" if count == 2 else "forward")

    def side_step(self, to: Token) -> own.SideStep:
        return own.SideStep(_tile(to))

    capture = own.Capture
    attack = own.Attack

    def arrival(self, corner: Token) -> str:
        return {"STRAIGHT": "straight", "SLANTED": "diagonally"}.get(corner.type) or _tile(corner)

    shot = own.Shoot
    swap = own.Swap

    def push(self, target: own.UnitRef, to: Token) -> own.Push:
        return own.Push(target, _tile(to))

    twist = own.Twist
    hold = own.Hold

    def rotate(self, way: Token) -> own.Rotate:
        return own.Rotate(way.lower())

    def face(self, facing: Token) -> own.Face:
        return own.Face(_facing(facing))

    def wheel_way(self, unit: own.UnitRef, way: Token) -> own.Wheel:
        return own.Wheel(unit, own.Rotate(way.lower()))

    def wheel_face(self, unit: own.UnitRef, facing: Token) -> own.Wheel:
        return own.Wheel(unit, own.Face(_facing(facing)))

    def follow(self, to: Token) -> FollowTo:
        return FollowTo(_tile(to))

    def spot(self, *words: Token) -> own.Recruit:
        ref = self.unit(*words)
        return own.Recruit(ref.kind, ref.tile)

    def choose(self, *counted: tuple[str, ...]) -> own.Choose:
        return own.Choose(tuple(kind for kinds in counted for kind in kinds))

    def counted(self, *words: Token) -> tuple[str, ...]:
        return (_kind(words[-1]),) * (_count(words[0]) if len(words) == 2 else 1)

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

    def c_step(self, to: Token) -> own.Step:
        return own.Step(_tile(to))

    def c_side(self, to: Token) -> own.SideStep:
        return own.SideStep(_tile(to))

    def c_capture(self, tile: Token) -> own.Capture:
        return own.Capture(own.UnitRef(_tile(tile)))

    def c_arrival(self, tile: Token, corner: Token) -> own.Capture:
        return own.Capture(own.UnitRef(_tile(tile)), _tile(corner))

    def c_swap(self, tile: Token) -> own.Swap:
        return own.Swap(own.UnitRef(_tile(tile)))

    def c_shot(self, tile: Token) -> own.Shoot:
        return own.Shoot(own.UnitRef(_tile(tile)))

    def c_push(self, tile: Token, to: Token) -> own.Push:
        return own.Push(own.UnitRef(_tile(tile)), _tile(to))

    def c_twist(self, tile: Token, turn: own.Face) -> own.Twist:
        return own.Twist(own.UnitRef(_tile(tile)), turn)

    def c_command(self, unit: own.UnitRef, *parts: own.Step | own.Command | own.Wheel) -> own.Act:
        """C8-CMD-1: without a step of its own the Commander stands still."""
        steps = tuple(part for part in parts if isinstance(part, own.Step))
        orders = tuple(part for part in parts if not isinstance(part, own.Step))
        return own.Act(unit, steps or (own.Hold(),), orders)

    c_wheel = own.Wheel

    def c_follow(self, unit: own.UnitRef, to: Token, *turns: own.Face) -> own.Follow:
        return own.Follow(unit, _tile(to), turns)

    def c_recruit(self, spot: Token) -> own.Recruit:
        return self.spot(spot)

    def arrow(self, sign: Token) -> own.Face:
        return own.Face(FACINGS[ARROWS.index(sign.lower())])

    def ref(self, tile: Token) -> str:
        return _tile(tile)

    def subject(self, tile: Token) -> str:
        return _tile(tile)

    def bearer(self, tile: Token) -> str:
        return _tile(tile)

    def place(self, tile: Token) -> str:
        return _tile(tile)

    def set_position(self, text: Token) -> SetPosition:
        return SetPosition(self.written(text).strip().strip('"'))

    def put_unit(
        self, kind: Token, seat: Token, tile: Token, facing: Token | None = None
    ) -> PutUnit:
        shown = "" if facing is None else _facing(facing)
        return PutUnit(_kind(kind), self.number(seat), _tile(tile), shown)


def _gathered(gathering: Gathering, clauses: Iterable[Clause]) -> own.Act:
    for unit, item in clauses:
        gathering.add(unit, item)
    return gathering.action()


def _turns(deeds: Iterable[own.Deed]) -> tuple[own.Turning, ...]:
    return tuple(deed for deed in deeds if isinstance(deed, own.Rotate | own.Face))


def _tile(word: Token) -> str:
    return "".join(word.split()).lower()


def _kind(word: Token) -> str:
    return word.lower().removesuffix("s").capitalize()


def _count(word: Token) -> int:
    return WORDS.index(word.lower()) if word.lower() in WORDS else int(word)


def _facing(word: Token) -> str:
    return COMPASS.get(word.lower(), word.lower())
