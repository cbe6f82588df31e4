"""An action under way, and the reading of a Pawn's clause, steps and turns."""

from collections.abc import Sequence

from rules.crusade8x8 import board, orders
from rules.crusade8x8 import events as ev
from rules.crusade8x8.apply import after_deed
from rules.crusade8x8.orders import Face, Rotate, SideStep, Step, Turning, UnitRef
from rules.line.errors import Refusal, required
from rules.line.events import Event
from rules.line.frozen import Frozen

# An action under way: the table so far, and what the rest of the action must remember.


class UnderWay:
    """C8-ACT-8, C8-ACT-9: clauses are carried out from left to right; a refusal drops them all.

    It gathers events, each applied at once.  A unit is identified by the tile on which it stood
    when the action began (`origin`).
    """

    def __init__(self, position: board.Position, house: board.House) -> None:
        self.start = position
        self.position = position
        self.house = house
        self.mover = position.side
        self.events: list[Event] = []
        self.note = ""
        self.left: list[tuple[int, int]] = []
        self.prizes: list[int] = []
        self.commanded: list[int] = []
        self.followed: list[int] = []
        self._origin: dict[int, int] = {}

    def emit(self, event: ev.Deed) -> None:
        self.position = after_deed(self.position, event)
        self.events.append(event)

    def unit_at(self, tile: int) -> board.Unit | None:
        return self.position.unit_at(tile)

    def origin(self, tile: int) -> int:
        """The tile where the unit that now stands here stood when the action began."""
        return self._origin.get(tile, tile)

    def is_bound(self, tile: int) -> bool:
        """C8-FRZ-3: is it frozen since an earlier turn?  A hit of this turn does not bind yet."""
        return bool(self.position.cells[tile] & board.FROZEN)

    def own_unit(self, ref: UnitRef) -> tuple[int, board.Unit]:
        """C8-REF-1, C8-REF-2, C8-REF-3: the mover's unit on that tile, of the type named."""
        tile = board.tile_named(ref.tile)
        unit = required(self.unit_at(tile), "C8-REF-1", f"no unit stands on {ref.tile}")
        if unit.seat != self.mover:
            raise Refusal("C8-REF-2", f"the {unit.kind} on {ref.tile} belongs to the opponent")
        check_kind(unit, ref)
        return tile, unit

    def check_open(self, tile: int, steps: bool = False) -> None:
        """C8-ACT-5: a step, side-step, follow step, push or recruit needs an open tile."""
        unit = self.unit_at(tile)
        if unit is None:
            return
        foe = unit.seat != self.mover
        hint = "; a capture needs the word captures" if steps and foe else ""
        why = f"{board.tile_name(tile)} is not open: {a(str(unit))} stands there{hint}"
        raise Refusal("C8-ACT-5", why)

    def check_enemy(self, tile: int, ref: UnitRef) -> board.Unit:
        """C8-ACT-6: a capture or shot needs an enemy on the tile."""
        why = f"no enemy stands on {board.tile_name(tile)}: it is empty"
        unit = required(self.unit_at(tile), "C8-ACT-6", why)
        if unit.seat == self.mover:
            raise Refusal("C8-ACT-6", f"the {unit.kind} on {board.tile_name(tile)} is your own")
        check_kind(unit, ref)
        return unit

    def check_free(self, tile: int, leaves: bool) -> None:
        """C8-ACT-7, C8-FRZ-2: a frozen unit does not leave its tile by itself.

        C8-FRZ-4: with `frozen=all` it does nothing at all.
        """
        if self.is_bound(tile) and (leaves or self.house.frozen_all):
            unit = self.unit_at(tile)
            kind = unit.kind if unit else "unit"
            what = "leave its tile" if leaves and not self.house.frozen_all else "act"
            why = f"the {kind} on {board.tile_name(tile)} is frozen and cannot {what} this turn"
            raise Refusal("C8-ACT-7", why)

    def check_sight(self, between: int) -> None:
        """C8-SIGHT-1: shots and telekinesis pass over what stands between, unless `sight=clear`."""
        if self.house.sight_clear and not self.position.is_open(between):
            why = f"{board.tile_name(between)} between must be open (house rule sight=clear)"
            raise Refusal("C8-SIGHT-1", why)

    def move(self, start: int, goal: int) -> None:
        """C8-FOL-1: move a unit; an own one leaves its first tile and lands on the last.

        C8-TREAS-4: a unit of the opponent that was pushed there captures nothing.
        """
        unit = self.unit_at(start)
        self.emit(ev.Moved(board.tile_name(start), board.tile_name(goal)))
        who = self.origin(start)
        self._origin.pop(start, None)
        self._origin[goal] = who
        if unit is not None and unit.seat == self.mover:
            self.left.append((start, who))
            self.land(goal)

    def swap(self, start: int, goal: int) -> None:
        """C8-ROGUE-4: swap two units; both move and land, first on the Rogue's new tile."""
        one, two = self.origin(start), self.origin(goal)
        self.emit(ev.Swapped(board.tile_name(start), board.tile_name(goal)))
        self._origin[start], self._origin[goal] = two, one
        self.left += [(start, one), (goal, two)]
        self.land(goal)
        self.land(start)

    def fall(self, start: int, goal: int) -> None:
        """C8-WAR-3: the attacker falls at the Warrior's tile, and has left its own."""
        unit = self.unit_at(start)
        if unit is not None:
            self.left.append((start, self.origin(start)))
            self._origin.pop(start, None)
            where, whence = board.tile_name(goal), board.tile_name(start)
            self.emit(ev.CounterCaptured(unit.seat, unit.kind, where, whence))

    def turn(self, tile: int, facing: str | None) -> None:
        """Turn a Pawn, unless it has that facing already."""
        unit = self.unit_at(tile)
        if facing and unit and unit.facing != facing:
            self.emit(ev.Turned(board.tile_name(tile), facing))

    def capture(self, tile: int) -> None:
        """C8-SETUP-10: the captured unit leaves the board and returns to its owner's reserve."""
        if unit := self.unit_at(tile):
            self._origin.pop(tile, None)
            self.emit(ev.Captured(unit.seat, unit.kind, board.tile_name(tile)))

    def freeze(self, tile: int) -> None:
        """C8-CAST-7, C8-FRZ-1: a unit hit by telekinesis, pushed or turned, is frozen."""
        if unit := self.unit_at(tile):
            self.emit(ev.Froze(unit.seat, unit.kind, board.tile_name(tile)))

    def land(self, tile: int) -> None:
        """C8-TREAS-3, C8-TREAS-5: an own unit captures the opponent's treasure it landed on."""
        byte = self.position.treasures[tile]
        if byte and (byte + 1) // 2 != self.mover:
            self.prizes.append(tile)
            kind = "Relic" if byte % 2 == 0 else "Supply"
            self.emit(ev.TreasureCaptured(self.mover, kind, board.tile_name(tile)))


def check_kind(unit: board.Unit, ref: UnitRef) -> None:
    """C8-REF-3: if the order names a type, the unit there is of that type."""
    if ref.kind and ref.kind != unit.kind:
        why = f"the unit on {ref.tile} is {a(unit.kind)}, not {a(ref.kind)}"
        raise Refusal("C8-REF-3", why)


def a(name: str) -> str:
    """`a Caster`, `an Archer`."""
    return f"an {name}" if name[:1].lower() in tuple("aeiou") else f"a {name}"


# C8-ACT-2, C8-ACT-3: the parts of a Pawn's clause, before any tile is looked at.


Main = orders.Step | orders.Capture | orders.Shoot | orders.Swap


class Clause(Frozen):
    """One Pawn's clause in order: main deed, side-steps, turns, telekinesis; all optional."""

    main: Main | None
    sides: tuple[orders.SideStep, ...]
    turns: tuple[orders.Turning, ...]
    cast: orders.Cast | None
    late: bool
    """Was anything ordered after the telekinesis?"""

    @property
    def leaves(self) -> bool:
        """C8-FRZ-2: does it leave its tile, which a frozen unit cannot do by itself?"""
        return isinstance(self.main, orders.Step | orders.Capture | orders.Swap)


def read_clause(
    unit: board.Unit, name: str, deeds: Sequence[orders.Deed], commanded: bool
) -> Clause:
    """Read a Pawn's clause, with the checks of section 6.4 that need no tile: C8-ACT-3, C8-MOVE-2,
    C8-CMD-8, C8-ACT-2 (one basic action or one special; a Rotate or telekinesis comes after it)."""
    known = [_attack_as(unit, deed) for deed in deeds]
    for deed in known:
        check_able(unit, name, deed)
    check_side_steps(name, known)
    if commanded:
        check_basic(name, known)
    mains = [deed for deed in known if isinstance(deed, Main)]
    if len(mains) > 1 or (mains and mains[0] is not known[0]):
        raise Refusal("C8-ACT-2", f"{name} was ordered two different actions in one turn")
    casts = [deed for deed in known if isinstance(deed, orders.Cast)]
    end = known.index(casts[0]) if casts else len(known)
    return Clause(
        mains[0] if mains else None,
        tuple(deed for deed in known if isinstance(deed, orders.SideStep)),
        tuple(deed for deed in known[:end] if isinstance(deed, orders.Turning)),
        casts[0] if casts else None,
        end + 1 < len(known),
    )


ONLY = {
    orders.Shoot: ("Archer", "shoot"),
    orders.Push: ("Caster", "use telekinesis"),
    orders.Twist: ("Caster", "use telekinesis"),
    orders.Swap: ("Rogue", "swap"),
    orders.Hold: ("Commander", "hold and give orders"),
}
"""C8-ACT-3: the deeds of which only one kind of unit is able, and what each is called."""


def check_able(unit: board.Unit, name: str, deed: orders.Deed) -> None:
    """C8-ACT-3: what only one kind of unit does, and only Knights choose an arrival."""
    kind, what = ONLY.get(type(deed), (unit.kind, ""))
    if isinstance(deed, orders.Step | orders.Capture) and deed.corner:
        kind, what = "Knight", "choose an arrival"
    if unit.kind != kind:
        raise Refusal("C8-ACT-3", f"{name} cannot {what}")


def check_side_steps(name: str, deeds: Sequence[orders.Deed]) -> None:
    """C8-MOVE-2: a side-step comes right after the step."""
    for before, deed in zip((None, *deeds), deeds, strict=False):
        stepped = isinstance(before, orders.Step | orders.SideStep)
        if isinstance(deed, orders.SideStep) and not stepped:
            raise Refusal("C8-MOVE-2", f"{name} side-steps only right after a step")


def check_basic(name: str, deeds: Sequence[orders.Deed]) -> None:
    """C8-CMD-8: a Commander gives basic actions only; telekinesis may follow one."""
    for deed in deeds:
        if isinstance(deed, orders.Shoot | orders.Swap):
            why = f"{name} can be commanded to basic actions only, not to a special"
            raise Refusal("C8-CMD-8", why)
    if deeds and isinstance(deeds[0], orders.Cast):
        why = f"{name} can be commanded to telekinesis only after a basic action"
        raise Refusal("C8-CMD-8", why)


def _attack_as(unit: board.Unit, deed: orders.Deed) -> orders.Deed:
    """C8-NOTE-4: an `attacks` as the Archer's shot or any other unit's capture."""
    if not isinstance(deed, orders.Attack):
        return deed
    if unit.kind == "Archer" and not deed.corner:
        return orders.Shoot(deed.target)
    return orders.Capture(deed.target, deed.corner)


# C8-ROT-1, C8-ROT-2, C8-ROGUE-6: how far a Pawn may turn.


QUARTERS = {"left": -1, "right": 1, "around": 2}


def facing_after(facing: str, turn: Turning) -> str:
    """C8-NOTE-4: `rotates` is relative to the unit that turns, `faces` is absolute."""
    match turn:
        case Rotate(way):
            return board.FACINGS[(board.FACINGS.index(facing) + QUARTERS[way]) % 4]
        case Face(wanted):
            return wanted


def quarter_turn(name: str, facing: str, turns: Sequence[Turning]) -> str:
    """C8-ROT-1: a Rotate is a quarter turn, left or right, and at most one in a clause."""
    if not turns:
        return facing
    if len(turns) > 1:
        raise Refusal("C8-ROT-1", f"{name} may rotate once, not {len(turns)} times")
    after = facing_after(facing, turns[0])
    if _quarters(facing, after) not in (1, 3):
        why = f"{name} faces {facing}; a Rotate is a quarter turn, {after} is not"
        raise Refusal("C8-ROT-1", why)
    return after


def rogue_turn(name: str, facing: str, turns: Sequence[Turning]) -> str:
    """C8-ROGUE-6: a Rogue's Rotate action gives it any other facing, in one turn or two."""
    if len(turns) == 1:
        after = facing_after(facing, turns[0])
    elif len(turns) == 2:
        after = quarter_turn(name, quarter_turn(name, facing, turns[:1]), turns[1:])
    else:
        raise Refusal("C8-ROT-1", f"{name} may rotate twice at most, not {len(turns)} times")
    if after == facing:
        raise Refusal("C8-ROT-1", f"{name} already faces {facing}: that is no Rotate")
    return after


def arrow(before: str | None, after: str | None) -> str:
    """C8-NOTE-2: the arrow of the facing after a turn; empty if the Pawn does not turn."""
    return board.ARROWS[board.FACINGS.index(after)] if after and after != before else ""


def _quarters(before: str, after: str) -> int:
    return (board.FACINGS.index(after) - board.FACINGS.index(before)) % 4


# C8-MOVE-1 to C8-MOVE-3, C8-ROGUE-1, C8-ROGUE-2: the tiles to which a Pawn's step leads.


def path_of_step(
    act: UnderWay, tile: int, unit: board.Unit, clause: Clause, commanded: bool
) -> tuple[int, ...]:
    """The one or two tiles that a step enters; each must be open when the Pawn gets there."""
    assert isinstance(clause.main, Step)
    if len(clause.sides) > 1:
        why = f"{board.named(unit, tile)} may side-step once, not {len(clause.sides)} times"
        raise Refusal("C8-MOVE-2", why)
    if clause.sides:
        front = forward_tile(tile, unit, clause.main)
        return front, side_tile(front, tile, unit, clause.sides[0])
    if clause.main.to == "2 forward":
        return double_step(tile, unit, commanded)
    if clause.main.to == "forward":
        return (forward_tile(tile, unit, clause.main),)
    return lone_tile(tile, unit, board.tile_named(clause.main.to), commanded)


def forward_tile(tile: int, unit: board.Unit, step: Step) -> int:
    """C8-MOVE-1: a Move is one step to the tile straight ahead; C8-BOARD-1 is checked first."""
    front, far = board.ahead_of(tile, unit.facing)
    if step.to == "forward":
        return on_board(front, tile, unit, "forward")
    if step.to == "2 forward":
        on_board(far, tile, unit, step.to)
    if step.to == "2 forward" or board.tile_named(step.to) != front:
        raise _no_move(tile, unit, step.to)
    return front


def side_tile(front: int, tile: int, unit: board.Unit, side: SideStep) -> int:
    """C8-MOVE-2: the tile to the Pawn's left or right, according to its facing."""
    facing = board.FACINGS.index(unit.facing or "up")
    if side.to in ("left", "right"):
        direction = 2 * facing + (2 if side.to == "right" else -2)
        return on_board(board.NEXT[direction % 8][front], tile, unit, f"side-steps {side.to}")
    goal = board.tile_named(side.to)
    if goal not in board.SIDES[facing][front]:
        beside = " or ".join(board.tile_name(one) for one in board.SIDES[facing][front])
        start = board.tile_name(front)
        why = f"{board.named(unit, tile)} side-steps from {start} to {beside}, not {side.to}"
        raise Refusal("C8-MOVE-2", why)
    return goal


def double_step(tile: int, unit: board.Unit, commanded: bool) -> tuple[int, ...]:
    """C8-ROGUE-2: one step of exactly two tiles straight ahead, by a Rogue that acts itself."""
    near, far = board.ahead_of(tile, unit.facing)
    on_board(far, tile, unit, "2 forward")
    if unit.kind != "Rogue":
        raise _no_move(tile, unit, "2 forward")
    if commanded:
        raise _no_special(tile, unit)
    return near, far


def lone_tile(tile: int, unit: board.Unit, goal: int, commanded: bool) -> tuple[int, ...]:
    """C8-MOVE-3: the path of a step that names only its final tile, side-step included."""
    near, _ = board.ahead_of(tile, unit.facing)
    if goal == near:
        return (goal,)
    if unit.kind == "Rogue" and not commanded:
        return rogue_step(tile, unit, goal)
    if near >= 0 and goal in board.SIDES[board.FACINGS.index(unit.facing or "up")][near]:
        return near, goal
    if unit.kind == "Rogue":
        raise _no_special(tile, unit)
    raise _no_move(tile, unit, board.tile_name(goal))


def rogue_step(tile: int, unit: board.Unit, goal: int) -> tuple[int, ...]:
    """C8-ROGUE-1: one step to any adjacent tile, or (C8-ROGUE-2) two tiles straight ahead."""
    near, far = board.ahead_of(tile, unit.facing)
    if goal in board.AROUND[tile]:
        return (goal,)
    if goal == far:
        return near, far
    why = f"{board.named(unit, tile)} steps to an adjacent tile or 2 {unit.facing}, not to "
    raise Refusal("C8-ROGUE-1", why + board.tile_name(goal))


def on_board(goal: int, tile: int, unit: board.Unit, words: str) -> int:
    """C8-BOARD-1: a relative step must not leave the board."""
    if goal < 0:
        raise Refusal("C8-BOARD-1", f"{board.named(unit, tile)} would leave the board ({words})")
    return goal


def _no_move(tile: int, unit: board.Unit, words: str) -> Refusal:
    near, _ = board.ahead_of(tile, unit.facing)
    where = board.tile_name(near) if near >= 0 else "nowhere"
    why = f"{board.named(unit, tile)} faces {unit.facing} and moves to {where}, not {words}"
    return Refusal("C8-MOVE-1", why)


def _no_special(tile: int, unit: board.Unit) -> Refusal:
    why = f"{board.named(unit, tile)} makes its special steps only when it acts itself"
    return Refusal("C8-CMD-8", why)
