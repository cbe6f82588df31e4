"""An action under way: the table so far, and what the rest of the action must remember."""

from rules.crusade8x8 import events as ev
from rules.crusade8x8.apply import after_deed
from rules.crusade8x8.board.position import House, Position, Unit
from rules.crusade8x8.board.tables import FROZEN, tile_name, tile_named
from rules.crusade8x8.orders import UnitRef
from rules.line.errors import Refusal
from rules.line.events import Event


class UnderWay:
    """C8-ACT-8, C8-ACT-9: clauses are carried out from left to right; a refusal drops them all.

    It gathers events, each applied at once.  A unit is told apart from others by the tile on
    which it stood when the action began (`origin`).
    """

    def __init__(self, position: Position, house: House) -> None:
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

    def unit_at(self, tile: int) -> Unit | None:
        return self.position.unit_at(tile)

    def origin(self, tile: int) -> int:
        """Who stands there: the tile where that unit stood when the action began."""
        return self._origin.get(tile, tile)

    def is_bound(self, tile: int) -> bool:
        """C8-FRZ-3: frozen since an earlier turn; a hit of this turn does not bind yet."""
        return bool(self.position.cells[tile] & FROZEN)

    def own_unit(self, ref: UnitRef) -> tuple[int, Unit]:
        """C8-REF-1, C8-REF-2, C8-REF-3: the mover's unit on that tile, of the type named."""
        tile = tile_named(ref.tile)
        unit = self.unit_at(tile)
        if unit is None:
            raise Refusal("C8-REF-1", f"no unit stands on {ref.tile}")
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
        why = f"{tile_name(tile)} is not open: {a(str(unit))} stands there{hint}"
        raise Refusal("C8-ACT-5", why)

    def check_enemy(self, tile: int, ref: UnitRef) -> Unit:
        """C8-ACT-6: a capture or shot needs an enemy on the tile."""
        unit = self.unit_at(tile)
        if unit is None:
            raise Refusal("C8-ACT-6", f"no enemy stands on {tile_name(tile)}: it is empty")
        if unit.seat == self.mover:
            raise Refusal("C8-ACT-6", f"the {unit.kind} on {tile_name(tile)} is your own")
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
            why = f"the {kind} on {tile_name(tile)} is frozen and cannot {what} this turn"
            raise Refusal("C8-ACT-7", why)

    def check_sight(self, between: int) -> None:
        """C8-SIGHT-1: shots and telekinesis pass over what stands between, unless `sight=clear`."""
        if self.house.sight_clear and not self.position.is_open(between):
            why = f"{tile_name(between)} between must be open (house rule sight=clear)"
            raise Refusal("C8-SIGHT-1", why)

    def move(self, start: int, goal: int) -> None:
        """C8-FOL-1: an own unit leaves a tile where its movement starts, and lands at its end.

        C8-TREAS-4: a unit of the opponent that was pushed there captures nothing.
        """
        unit = self.unit_at(start)
        self.emit(ev.Moved(tile_name(start), tile_name(goal)))
        who = self.origin(start)
        self._origin.pop(start, None)
        self._origin[goal] = who
        if unit is not None and unit.seat == self.mover:
            self.left.append((start, who))
            self.land(goal)

    def swap(self, start: int, goal: int) -> None:
        """C8-ROGUE-4: both have moved and both land, on the Rogue's new tile first."""
        one, two = self.origin(start), self.origin(goal)
        self.emit(ev.Swapped(tile_name(start), tile_name(goal)))
        self._origin[start], self._origin[goal] = two, one
        self.left += [(start, one), (goal, two)]
        self.land(goal)
        self.land(start)

    def fall(self, start: int, goal: int) -> None:
        """C8-WAR-3: the attacker falls where the Warrior stood; the tile it came from is left."""
        unit = self.unit_at(start)
        if unit is not None:
            self.left.append((start, self.origin(start)))
            self._origin.pop(start, None)
            self.emit(ev.CounterCaptured(unit.seat, unit.kind, tile_name(goal), tile_name(start)))

    def turn(self, tile: int, facing: str | None) -> None:
        """A Pawn turns, if that is another facing than it has."""
        unit = self.unit_at(tile)
        if facing and unit and unit.facing != facing:
            self.emit(ev.Turned(tile_name(tile), facing))

    def capture(self, tile: int) -> None:
        """C8-SETUP-10: the captured unit leaves the board and is in its owner's reserve again."""
        unit = self.unit_at(tile)
        if unit is not None:
            self._origin.pop(tile, None)
            self.emit(ev.Captured(unit.seat, unit.kind, tile_name(tile)))

    def freeze(self, tile: int) -> None:
        """C8-CAST-7, C8-FRZ-1: who is hit by telekinesis is frozen, pushed or turned."""
        unit = self.unit_at(tile)
        if unit is not None:
            self.emit(ev.Froze(unit.seat, unit.kind, tile_name(tile)))

    def land(self, tile: int) -> None:
        """C8-TREAS-3, C8-TREAS-5: an own unit ends a movement on a treasure of the opponent."""
        byte = self.position.treasures[tile]
        if byte and (byte + 1) // 2 != self.mover:
            self.prizes.append(tile)
            kind = "Relic" if byte % 2 == 0 else "Supply"
            self.emit(ev.TreasureCaptured(self.mover, kind, tile_name(tile)))


def check_kind(unit: Unit, ref: UnitRef) -> None:
    """C8-REF-3: if the order names a type, the unit there is of that type."""
    if ref.kind and ref.kind != unit.kind:
        why = f"the unit on {ref.tile} is {a(unit.kind)}, not {a(ref.kind)}"
        raise Refusal("C8-REF-3", why)


def a(name: str) -> str:
    """`a Caster`, `an Archer`."""
    return f"an {name}" if name[:1].lower() in tuple("aeiou") else f"a {name}"
