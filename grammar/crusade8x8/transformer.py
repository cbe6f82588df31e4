"""Trees of crusade8x8 sentences become the orders of `rules.crusade8x8.orders`.

Bullets, comments, a final full stop and words that say nothing are gone by then (C8-NOTE-5).
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from lark import Token, v_args

from grammar.transform import Reader, Unreadable
from rules.crusade8x8.board.tables import ARROWS, COMPASS, FACINGS, KIND_OF_LETTER
from rules.crusade8x8.orders import (
    Act,
    Attack,
    Capture,
    Choose,
    Command,
    Deed,
    Face,
    Follow,
    Hold,
    PlaceUnits,
    Push,
    Recruit,
    Rotate,
    Shoot,
    SideStep,
    Step,
    Swap,
    Turning,
    Twist,
    UnitRef,
    Wheel,
)
from rules.crusade8x8.overrides import PutUnit, SetPosition
from rules.line.frozen import Frozen

WORDS = ("", "one", "two", "three", "four", "five", "six", "seven", "eight")
ORDER_OF_CLAUSES = "main part first, then follow steps, then recruits (C8-NOTE-4)"


class FollowTo(Frozen):
    """A follow step whose Rogue may be the unit that acts in the clause before."""

    to: str


Item = Deed | Wheel | FollowTo | Recruit
Clause = tuple[UnitRef | None, Item]


@dataclass
class Gathering:
    """C8-NOTE-4: clauses collected into an action; `deeds` belongs to whoever acts just now."""

    unit: UnitRef | None = None
    main: list[Deed] = field(default_factory=list)
    orders: list[tuple[UnitRef, list[Deed]] | Wheel] = field(default_factory=list)
    follows: list[tuple[UnitRef, str, list[Deed]]] = field(default_factory=list)
    recruits: list[Recruit] = field(default_factory=list)
    actor: UnitRef | None = None
    deeds: list[Deed] = field(default_factory=list)

    def begin(self, unit: UnitRef) -> None:
        self.unit = self.actor = unit
        self.deeds = self.main

    def add(self, unit: UnitRef | None, item: Item) -> None:
        """One clause: whose it is, and to which part of the action it belongs."""
        if self.recruits and not isinstance(item, Recruit):
            raise Unreadable(ORDER_OF_CLAUSES)
        if isinstance(item, Recruit):
            self._main_unit()
            self.recruits.append(item)
        elif isinstance(item, FollowTo):
            self._follow(unit, item)
        elif isinstance(item, Wheel):
            self._wheel(unit, item)
        else:
            self._deed(unit, item)

    def _follow(self, unit: UnitRef | None, item: FollowTo) -> None:
        self._main_unit()
        rogue = unit or self.actor
        assert rogue is not None
        turns: list[Deed] = []
        self.follows.append((rogue, item.to, turns))
        self.actor, self.deeds = UnitRef(item.to), turns

    def _wheel(self, unit: UnitRef | None, item: Wheel) -> None:
        if self.unit is None and unit is not None:
            self.begin(unit)
        if self.follows or (unit is not None and unit != self.unit):
            raise Unreadable(ORDER_OF_CLAUSES)
        self.actor, self.deeds = self._main_unit(), self.main
        self._hold()
        self.orders.append(item)

    def _deed(self, unit: UnitRef | None, deed: Deed) -> None:
        if unit is not None:
            self._turn_to(unit)
        if self.follows and not isinstance(deed, Rotate | Face):
            raise Unreadable(ORDER_OF_CLAUSES)
        self._main_unit()
        self.deeds.append(deed)
        if isinstance(deed, Step | SideStep) and len(deed.to) == 2:
            self.actor = UnitRef(deed.to)
        elif isinstance(deed, Capture):
            self.actor = UnitRef(deed.target.tile)

    def _turn_to(self, unit: UnitRef) -> None:
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
            self.main.append(Hold())

    def _main_unit(self) -> UnitRef:
        if self.unit is None:
            raise Unreadable("begin with the unit that acts, for instance `archer b2 moves b3`")
        return self.unit

    def action(self) -> Act:
        unit = self._main_unit()
        self._hold()
        orders = tuple(
            one if isinstance(one, Wheel) else Command(one[0], tuple(one[1])) for one in self.orders
        )
        follows = tuple(Follow(who, to, _turns(turns)) for who, to, turns in self.follows)
        return Act(unit, tuple(self.main), orders, follows, tuple(self.recruits))


@v_args(inline=True)
class Crusade8x8Transformer(Reader):
    """One method for each rule of sentences.lark; what it is given are values already."""

    def action(self, read: Act) -> Act:
        return read

    def plain_clauses(self, *clauses: Clause) -> Act:
        return _gathered(Gathering(), clauses)

    def headed(self, unit: UnitRef, *clauses: Clause) -> Act:
        gathering = Gathering()
        gathering.begin(unit)
        return _gathered(gathering, clauses)

    def clause(self, *parts: Any) -> Clause:
        return (None, parts[0]) if len(parts) == 1 else (parts[0], parts[1])

    def unit(self, *words: Token) -> UnitRef:
        """C8-REF-4: `Ab2`, `archer b2` or `b2`; K is read as N."""
        text = _tile(words[-1])
        if len(text) == 3:
            return UnitRef(text[1:], KIND_OF_LETTER[text[0].upper()])
        return UnitRef(text, _kind(words[0]) if len(words) == 2 else "")

    def step(self, to: Token, corner: str = "") -> Step:
        return Step(_tile(to), corner)

    def step_forward(self, *words: Token) -> Step:
        count = _count(words[0]) if len(words) == 2 else 1
        if count > 2:
            raise Unreadable(f"a step goes 1 or 2 tiles forward, not {count}")
        return Step("2 forward" if count == 2 else "forward")

    def side_step(self, to: Token) -> SideStep:
        return SideStep(_tile(to))

    def capture(self, target: UnitRef, corner: str = "") -> Capture:
        return Capture(target, corner)

    def attack(self, target: UnitRef, corner: str = "") -> Attack:
        return Attack(target, corner)

    def arrival(self, corner: Token) -> str:
        return {"STRAIGHT": "straight", "SLANTED": "diagonally"}.get(corner.type) or _tile(corner)

    def shot(self, target: UnitRef) -> Shoot:
        return Shoot(target)

    def swap(self, partner: UnitRef) -> Swap:
        return Swap(partner)

    def push(self, target: UnitRef, to: Token) -> Push:
        return Push(target, _tile(to))

    def twist(self, target: UnitRef, turn: Turning) -> Twist:
        return Twist(target, turn)

    def hold(self) -> Hold:
        return Hold()

    def rotate(self, way: Token) -> Rotate:
        return Rotate(way.lower())

    def face(self, facing: Token) -> Face:
        return Face(_facing(facing))

    def wheel_way(self, unit: UnitRef, way: Token) -> Wheel:
        return Wheel(unit, Rotate(way.lower()))

    def wheel_face(self, unit: UnitRef, facing: Token) -> Wheel:
        return Wheel(unit, Face(_facing(facing)))

    def follow(self, to: Token) -> FollowTo:
        return FollowTo(_tile(to))

    def recruit(self, spot: Recruit) -> Recruit:
        return spot

    def spot(self, *words: Token) -> Recruit:
        ref = self.unit(*words)
        return Recruit(ref.kind, ref.tile)

    def choose(self, *counted: tuple[str, ...]) -> Choose:
        return Choose(tuple(kind for kinds in counted for kind in kinds))

    def counted(self, *words: Token) -> tuple[str, ...]:
        return (_kind(words[-1]),) * (_count(words[0]) if len(words) == 2 else 1)

    def place_units(self, *spots: Recruit) -> PlaceUnits:
        return PlaceUnits(spots)

    def compact(self, main: UnitRef | Command | Act, *more: Follow | Recruit) -> Act:
        if isinstance(main, UnitRef):
            main = Act(main, (Hold(),))
        elif isinstance(main, Command):
            main = Act(main.unit, main.deeds)
        follows = tuple(one for one in more if isinstance(one, Follow))
        recruits = tuple(one for one in more if isinstance(one, Recruit))
        return replace(main, follows=follows, recruits=recruits)

    def c_pawn(self, unit: UnitRef, *deeds: Deed) -> Command:
        return Command(unit, deeds)

    def c_step(self, to: Token) -> Step:
        return Step(_tile(to))

    def c_side(self, to: Token) -> SideStep:
        return SideStep(_tile(to))

    def c_capture(self, tile: Token) -> Capture:
        return Capture(UnitRef(_tile(tile)))

    def c_arrival(self, tile: Token, corner: Token) -> Capture:
        return Capture(UnitRef(_tile(tile)), _tile(corner))

    def c_swap(self, tile: Token) -> Swap:
        return Swap(UnitRef(_tile(tile)))

    def c_shot(self, tile: Token) -> Shoot:
        return Shoot(UnitRef(_tile(tile)))

    def c_push(self, tile: Token, to: Token) -> Push:
        return Push(UnitRef(_tile(tile)), _tile(to))

    def c_twist(self, tile: Token, turn: Face) -> Twist:
        return Twist(UnitRef(_tile(tile)), turn)

    def c_command(self, unit: UnitRef, *parts: Step | Command | Wheel) -> Act:
        """C8-CMD-1: without a step of its own the Commander stands still."""
        steps = tuple(part for part in parts if isinstance(part, Step))
        orders = tuple(part for part in parts if not isinstance(part, Step))
        return Act(unit, steps or (Hold(),), orders)

    def c_wheel(self, unit: UnitRef, turn: Face) -> Wheel:
        return Wheel(unit, turn)

    def c_follow(self, unit: UnitRef, to: Token, *turns: Face) -> Follow:
        return Follow(unit, _tile(to), turns)

    def c_recruit(self, spot: Token) -> Recruit:
        return self.spot(spot)

    def arrow(self, sign: Token) -> Face:
        return Face(FACINGS[ARROWS.index(sign.lower())])

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


def _gathered(gathering: Gathering, clauses: Iterable[Clause]) -> Act:
    for unit, item in clauses:
        gathering.add(unit, item)
    return gathering.action()


def _turns(deeds: Iterable[Deed]) -> tuple[Turning, ...]:
    return tuple(deed for deed in deeds if isinstance(deed, Rotate | Face))


def _tile(word: Token) -> str:
    return "".join(word.split()).lower()


def _kind(word: Token) -> str:
    return word.lower().removesuffix("s").capitalize()


def _count(word: Token) -> int:
    return WORDS.index(word.lower()) if word.lower() in WORDS else int(word)


def _facing(word: Token) -> str:
    return COMPASS.get(word.lower(), word.lower())
