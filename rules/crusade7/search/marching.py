"""The Move Phase: together while the enemy is far; near him, where more is dealt than taken."""

from collections.abc import Iterator
from math import isqrt

from rules.crusade7 import orders as od
from rules.crusade7.candidates import arrivals, landings, passes
from rules.crusade7.field.geometry import anchor_of, forward, is_engaged
from rules.crusade7.harm.numbers import stat
from rules.crusade7.legal import is_accepted
from rules.crusade7.march.charge import SLOW
from rules.crusade7.march.movement import check_may_move, destinations
from rules.crusade7.naming import in_order
from rules.crusade7.search.mustering import who_of
from rules.crusade7.search.worth import Ledger, as_if, in_reach, is_near, is_shooter, loss, price
from rules.crusade7.state import State, Unit
from rules.line.orders import Order
from rules.numbers.grid import Cell, gaps

FAR = 12
"""Beyond this nobody need look where exactly he goes."""

CHARGE_REACH = 4
"""C7-CHARGE-5, C7-MELEE-1: three cells and the blow."""

LOOKED_AT = 20
"""So many places are weighed for one manner of one move: the nearest to a foe first."""

LAST_WAIT = 3
"""Up to this round who shoots better lets the other come."""

MANNERS = (("normal", od.Move), ("advance", od.Advance), ("fall back", od.FallBack))


class March:
    """One decision of the Move Phase: what is known of both sides, worked out once."""

    def __init__(self, state: State, seat: int, wise: bool) -> None:
        self.state, self.seat, self.wise = state, seat, wise
        self.friends = in_order(state.on_field(seat))
        self.foes = in_order(state.on_field(3 - seat))
        known: dict[tuple[object, ...], int] = {}
        marked = {
            "stay": as_if(state, seat, "fight", moved="stationary"),
            "normal": as_if(state, seat, "fight", moved="normal"),
            "advance": as_if(state, seat, "fight", moved="advance"),
        }
        self.ledgers = {name: Ledger(one, known) for name, one in marked.items()}
        self.ledgers["fall back"] = self.ledgers["normal"]
        self.boxes = [(anchor_of(foe), state.block(foe).footprint) for foe in self.foes]
        still = self.ledgers["stay"]
        self.strides = [0 if state.second_turn else (self.speed(foe) + 1) // 2 for foe in self.foes]
        self.grip = [
            CHARGE_REACH if state.block(foe).classification not in SLOW else 2 for foe in self.foes
        ]
        self.arms = [still.arms(foe) for foe in self.foes]
        self.crowds = [0] * len(self.foes)
        self.crowds = self.crowded() if wise else self.crowds
        self.caution = max(20, 70 - 10 * state.flow.round)
        self.waits = wise and state.flow.round <= LAST_WAIT and self.shoots_better()

    def speed(self, unit: Unit) -> int:
        """C7-EFF-18."""
        return stat(self.state, unit, "Speed")

    def order(self) -> Order | None:
        """The next order of this phase, or None if everybody is where he should be."""
        ahead = forward(self.seat)
        walkers = [
            one
            for one in sorted(self.friends, key=lambda one: -ahead * anchor_of(one)[1])
            if passes(check_may_move, self.state, one, "normal")
        ]
        for unit in walkers:
            found = self.together(unit, walkers) or self.alone(unit)
            if found is not None:
                return found
        return self.rest()

    def rest(self) -> Order | None:
        """C7-TRANS-7, C7-RES-4: passengers get out near the enemy; then reserves arrive."""
        waiting = [one for one in self.state.living(self.seat) if one.inside or one.reserve]
        for unit in sorted(in_order(waiting), key=lambda one: one.reserve):
            if unit.reserve:
                found = [*arrivals(self.state, unit)]
                found.sort(key=lambda one: abs(2 * one.at[0] - 25))
                options: list[Order] = [*found]
            else:
                found_out = [one for one in landings(self.state, unit) if self.is_worth(one)]
                options = [*found_out]
            for order in options:
                if is_accepted(self.state, self.seat, order):
                    return order
        return None

    def is_worth(self, order: Order) -> bool:
        """Would a passenger stand near enough to do something?"""
        if not isinstance(order, od.Disembark) or isinstance(order.to, od.Heading):
            return False
        return any(is_near(self.gap(order.to, (1, 1), n), 9) for n in range(len(self.foes)))

    # --- what can be dealt and taken ------------------------------------------------------------

    def gap(self, cell: Cell, size: Cell, number: int) -> Cell:
        """C7-GEO-4: the gaps from a place to a foe."""
        return gaps(cell, size, *self.boxes[number])

    def nearest(self, unit: Unit, cell: Cell) -> tuple[int, int]:
        """How far the nearest foe is, in tenths of a cell, and which it is."""
        size = self.state.block(unit).footprint
        found = [
            (10 * (gap[0] * gap[0] + gap[1] * gap[1]) * 10, number)
            for number in range(len(self.foes))
            for gap in (self.gap(cell, size, number),)
        ]
        square, number = min(found)
        return isqrt(square), number

    def dealt(self, unit: Unit, cell: Cell, manner: str) -> int:
        """The most that it could do to any foe in this round, from there."""
        state, ledger = self.state, self.ledgers[manner]
        size, best = state.block(unit).footprint, 0
        shoots = manner != "advance" or state.block(unit).classification == "Cavalry"
        charges = state.block(unit).classification not in SLOW and manner in ("stay", "normal")
        for number, foe in enumerate(self.foes):
            gap = self.gap(cell, size, number)
            close = max(gap) <= 2 or (charges and is_near(gap, CHARGE_REACH))
            for arm in ledger.arms(unit):
                if arm.melee:
                    share = 90 if close else 0
                elif shoots or "assault" in arm.first.attributes:
                    share = 100 if in_reach(arm.first, gap) else 0
                else:
                    share = 0
                if share:
                    gain = loss(state, foe, ledger.damage(unit, arm, foe)) * share // 100
                    best = max(best, gain)
        return best

    def taken(self, unit: Unit, cell: Cell) -> int:
        """What the foes could do to it there, each of them having others to choose from."""
        ledger, size, total = self.ledgers["stay"], self.state.block(unit).footprint, 0
        for number, foe in enumerate(self.foes):
            blow = self.blow_of(ledger, number, foe, unit, self.gap(cell, size, number))
            total += blow // (1 + self.crowds[number] // 2)
        return loss(self.state, unit, total)

    def blow_of(self, ledger: Ledger, number: int, foe: Unit, unit: Unit, gap: Cell) -> int:
        """The hardest blow of a foe over such a gap, its own move included."""
        stride, best = self.strides[number], 0
        for arm in self.arms[number]:
            reach = self.grip[number] if arm.melee else arm.first.range or 0
            if is_near(gap, reach + stride):
                best = max(best, ledger.damage(foe, arm, unit))
        return best

    def crowded(self) -> list[int]:
        """For each foe how many of ours it could strike at now."""
        ledger = self.ledgers["stay"]
        counts = []
        for number, foe in enumerate(self.foes):
            count = 0
            for friend in self.friends:
                size = self.state.block(friend).footprint
                gap = self.gap(anchor_of(friend), size, number)
                count += self.blow_of(ledger, number, foe, friend, gap) > 0
            counts.append(count)
        return counts

    def shoots_better(self) -> bool:
        """Is waiting in our favour: do our shots outweigh theirs by a quarter?"""
        ours = self.firepower(self.friends, self.foes)
        theirs = self.firepower(self.foes, self.friends)
        return 4 * ours > 5 * theirs

    def firepower(self, shooters: list[Unit], targets: list[Unit]) -> int:
        """The sum of what each could shoot at the hardest target, at eight cells or more."""
        ledger, total = self.ledgers["stay"], 0
        sample = sorted(targets, key=lambda one: -price(self.state, one))[:3]
        for unit in shooters:
            arms = [arm for arm in ledger.arms(unit) if (arm.first.range or 0) >= 8]
            total += max(
                (ledger.damage(unit, arm, one) for arm in arms for one in sample), default=0
            )
        return total

    # --- where to -------------------------------------------------------------------------------

    def together(self, unit: Unit, walkers: list[Unit]) -> Order | None:
        """Units of one type that are all far from the enemy go straight on, side by side."""
        room = self.room(unit)
        if room <= 0 or self.waits:
            return None
        rooms = {one.ref: self.room(one) for one in walkers if one.kind == unit.kind}
        band = [one for one in walkers if rooms.get(one.ref, 0) > 0]
        steps = min(self.pace(), *(min(rooms[one.ref], self.speed(one)) for one in band))
        half = min((self.speed(one) + 1) // 2 for one in band)
        goal = od.Heading(steps, "forward")
        for one_order in (od.Advance, od.Move):
            if steps <= 0:
                return None
            order = one_order(who_of(band), goal)
            if (one_order is od.Advance) == (steps > half):
                return order if is_accepted(self.state, self.seat, order) else None
        return None

    def room(self, unit: Unit) -> int:
        """How many cells it may go on before the enemy is near, or in its range."""
        if not self.foes or is_engaged(self.state, unit):
            return 0
        tenths, _ = self.nearest(unit, anchor_of(unit))
        ranges = [arm.first.range or 0 for arm in self.ledgers["stay"].arms(unit)]
        return tenths // 10 - max(FAR - 1, *ranges, 0) if ranges else 0

    def pace(self) -> int:
        """The speed of the slowest on foot: an army arrives together."""
        foot = [
            self.speed(one)
            for one in self.friends
            if self.state.block(one).classification in ("Troops", "Elites")
        ]
        return min(foot, default=30) if self.wise else 30

    def alone(self, unit: Unit) -> Order | None:
        """The place that brings most, if one is better than where it stands."""
        if not self.foes:
            return None
        here = self.score(unit, anchor_of(unit), "stay")
        best, found = here + price(self.state, unit) // 100, None
        engaged = is_engaged(self.state, unit)
        tenths, _ = self.nearest(unit, anchor_of(unit))
        for manner, order in MANNERS:
            if (manner == "fall back") != engaged:
                continue
            if not passes(check_may_move, self.state, unit, manner):
                continue
            for cell in self.places(unit, manner):
                if manner == "advance" and self.nearest(unit, cell)[0] >= tenths:
                    continue
                value = self.score(unit, cell, manner)
                if value > best:
                    best, found = value, order(od.Who((unit.ref,)), cell)
        return found

    def places(self, unit: Unit, manner: str) -> Iterator[Cell]:
        """The cells in reach that are nearest to a foe, and some of those farthest away."""
        cells = list(destinations(self.state, unit, manner))
        ranked = sorted(cells, key=lambda cell: (self.nearest(unit, cell)[0], cell))
        yield from ranked[:LOOKED_AT]
        yield from ranked[LOOKED_AT:][-6:]

    def is_leader(self, unit: Unit) -> bool:
        """Who commands is in no hurry."""
        return self.wise and self.state.block(unit).classification == "Warlord"

    def score(self, unit: Unit, cell: Cell, manner: str) -> int:
        """What is dealt from there, less what is taken, less the way that is left to go."""
        tenths, _ = self.nearest(unit, cell)
        dealt = self.dealt(unit, cell, manner)
        left = tenths
        if is_shooter(self.state, unit):
            left = 0 if dealt else max(0, tenths - 80)
        elif self.waits and tenths > 70:
            left = 0
        way = price(self.state, unit) * left // (1200 if self.is_leader(unit) else 400)
        if not self.wise:
            return dealt - way
        return dealt - self.taken(unit, cell) * self.caution // 100 - way
