"""Where the practice opponent moves its units, and which magic and tactics it uses."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from math import isqrt

from rules.crusade7 import candidates as might
from rules.crusade7 import orders as od
from rules.crusade7 import tactics
from rules.crusade7.adjudicate import falls, is_accepted
from rules.crusade7.apply import apply
from rules.crusade7.field.geometry import anchor_of, forward, is_engaged, separation, within
from rules.crusade7.harm.numbers import stat
from rules.crusade7.magic import check_denials_left
from rules.crusade7.march.movement import SLOW, check_may_move, destinations
from rules.crusade7.naming import in_order, who_of
from rules.crusade7.search import worth
from rules.crusade7.state import State, Unit
from rules.crusade7.tactics import HIGH_ALERT, OPPORTUNITY, REFLEXIVE_FIRE, SUPPORT
from rules.line.errors import Refusal
from rules.line.orders import Order
from rules.numbers.grid import Cell, gaps

# The Move Phase: in groups while the enemy is far; close to the enemy, each unit goes where it
# deals more than it takes.


FAR = 12
"""Cells to the nearest foe; beyond this, places are not weighed one by one."""

CHARGE_REACH = 4
"""C7-CHARGE-5, C7-MELEE-1: cells; a charge of three, and a blow at one."""

LOOKED_AT = 20
"""How many places nearest to a foe are weighed for one unit and manner of moving."""

LAST_WAIT = 3
"""The last round in which the side that shoots better waits for the other to come."""

MANNERS = (("normal", od.Move), ("advance", od.Advance), ("fall back", od.FallBack))


class March:
    """One decision of the Move Phase, with what it needs to know of both sides, worked out once.

    Lists such as `boxes`, `strides` and `arms` have one item for each foe, in the order of `foes`.
    """

    def __init__(self, state: State, seat: int, wise: bool) -> None:
        self.state, self.seat, self.wise = state, seat, wise
        self.friends = in_order(state.on_field(seat))
        self.foes = in_order(state.on_field(3 - seat))
        known: dict[worth.Looks, int] = {}
        marks = {"stay": "stationary", "normal": "normal", "advance": "advance"}
        self.ledgers = {
            name: worth.Ledger(worth.as_if(state, seat, "fight", moved=moved), known)
            for name, moved in marks.items()
        }
        self.ledgers["fall back"] = self.ledgers["normal"]
        self.boxes = [(anchor_of(foe), state.block(foe).footprint) for foe in self.foes]
        still = self.ledgers["stay"]
        self.strides = [0 if state.second_turn else (self.speed(foe) + 1) // 2 for foe in self.foes]
        self.grip = [
            CHARGE_REACH if state.block(foe).classification not in SLOW else 2 for foe in self.foes
        ]
        self.arms = [still.arms(foe) for foe in self.foes]
        self.crowds = self.crowded() if wise else [0] * len(self.foes)
        self.caution = max(20, 70 - 10 * state.flow.round)
        self.waits = wise and state.flow.round <= LAST_WAIT and self.shoots_better()

    def speed(self, unit: Unit) -> int:
        """C7-EFF-18: the unit's Speed as it is now."""
        return stat(self.state, unit, "Speed")

    def order(self) -> Order | None:
        """The next order of this phase, or None if no unit has anything better to do than stay."""
        ahead = forward(self.seat)
        walkers = [
            one
            for one in sorted(self.friends, key=lambda one: -ahead * anchor_of(one)[1])
            if might.passes(check_may_move, self.state, one, "normal")
        ]
        for unit in walkers:
            found = self.together(unit, walkers) or self.alone(unit)
            if found is not None:
                return found
        return self.rest()

    def rest(self) -> Order | None:
        """C7-TRANS-7, C7-RES-4: let passengers get out near the enemy, then reserves arrive."""
        waiting = [one for one in self.state.living(self.seat) if one.inside or one.reserve]
        for unit in sorted(in_order(waiting), key=lambda one: one.reserve):
            ways: Iterator[od.Arrive | od.Disembark]
            if unit.reserve:
                rows = sorted(might.arrivals(self.state, unit), key=lambda o: abs(2 * o.at[0] - 25))
                ways = iter(rows)
            else:
                ways = (one for one in might.landings(self.state, unit) if self.is_worth(one.to))
            for order in ways:
                if is_accepted(self.state, self.seat, order):
                    return order
        return None

    def is_worth(self, to: Cell) -> bool:
        """Would a passenger there be near enough to a foe, within 9 cells?"""
        return any(worth.is_near(self.gap(to, (1, 1), n), 9) for n in range(len(self.foes)))

    # --- what can be dealt and taken ------------------------------------------------------------

    def gap(self, cell: Cell, size: Cell, number: int) -> Cell:
        """C7-GEO-4: the gaps in rows and columns from a place to foe `number`."""
        return gaps(cell, size, *self.boxes[number])

    def nearest(self, unit: Unit, cell: Cell) -> int:
        """The distance to the nearest foe, in tenths of a cell."""
        size = self.state.block(unit).footprint
        apart = (self.gap(cell, size, number) for number in range(len(self.foes)))
        return isqrt(100 * min(rows * rows + columns * columns for rows, columns in apart))

    def dealt(self, unit: Unit, cell: Cell, manner: str) -> int:
        """The most worth that the unit could take from one foe in this round, from that cell."""
        state, ledger = self.state, self.ledgers[manner]
        size, best = state.block(unit).footprint, 0
        shoots = manner != "advance" or state.block(unit).classification == "Cavalry"
        charges = state.block(unit).classification not in SLOW and manner in ("stay", "normal")
        for number, foe in enumerate(self.foes):
            gap = self.gap(cell, size, number)
            close = max(gap) <= 2 or (charges and worth.is_near(gap, CHARGE_REACH))
            for arm in ledger.arms(unit):
                if arm.melee:
                    share = 90 if close else 0
                elif shoots or "assault" in arm.first.attributes:
                    share = 100 if worth.in_reach(arm.first, gap) else 0
                else:
                    share = 0
                if share:
                    gain = worth.loss(state, foe, ledger.damage(unit, arm, foe)) * share // 100
                    best = max(best, gain)
        return best

    def taken(self, unit: Unit, cell: Cell) -> int:
        """The worth that the foes could take from the unit on that cell.

        The blow of each foe counts for less, the more of our units it could strike instead.
        """
        ledger, size, total = self.ledgers["stay"], self.state.block(unit).footprint, 0
        for number, foe in enumerate(self.foes):
            blow = self.blow_of(ledger, number, foe, unit, self.gap(cell, size, number))
            total += blow // (1 + self.crowds[number] // 2)
        return worth.loss(self.state, unit, total)

    def blow_of(self, ledger: worth.Ledger, number: int, foe: Unit, unit: Unit, gap: Cell) -> int:
        """The most damage that a foe could do over that gap, after its own move."""
        stride, best = self.strides[number], 0
        for arm in self.arms[number]:
            reach = self.grip[number] if arm.melee else arm.first.range or 0
            if worth.is_near(gap, reach + stride):
                best = max(best, ledger.damage(foe, arm, unit))
        return best

    def crowded(self) -> list[int]:
        """For each foe, how many of our units it could strike where they stand now."""
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
        """Is waiting in our favour: is our firepower more than a quarter above theirs?"""
        ours = self.firepower(self.friends, self.foes)
        theirs = self.firepower(self.foes, self.friends)
        return 4 * ours > 5 * theirs

    def firepower(self, shooters: list[Unit], targets: list[Unit]) -> int:
        """The summed damage of each shooter's best shot, with a range of 8 or more, at one of the
        three dearest targets."""
        ledger, total = self.ledgers["stay"], 0
        sample = sorted(targets, key=lambda one: -worth.price(self.state, one))[:3]
        for unit in shooters:
            arms = [arm for arm in ledger.arms(unit) if (arm.first.range or 0) >= 8]
            total += max(
                (ledger.damage(unit, arm, one) for arm in arms for one in sample), default=0
            )
        return total

    # --- where to -------------------------------------------------------------------------------

    def together(self, unit: Unit, walkers: list[Unit]) -> Order | None:
        """One order straight forward for the units of this type that are far from the enemy."""
        room = self.room(unit)
        if room <= 0 or self.waits:
            return None
        rooms = {one.ref: self.room(one) for one in walkers if one.kind == unit.kind}
        band = [one for one in walkers if rooms.get(one.ref, 0) > 0]
        steps = min(self.pace(), *(min(rooms[one.ref], self.speed(one)) for one in band))
        half = min((self.speed(one) + 1) // 2 for one in band)
        kind = od.Advance if steps > half else od.Move
        order = kind(who_of(band), od.Heading(steps, "forward"))
        return order if steps > 0 and is_accepted(self.state, self.seat, order) else None

    def room(self, unit: Unit) -> int:
        """How many cells the unit may advance before the enemy is near, or in its range."""
        if not self.foes or is_engaged(self.state, unit):
            return 0
        tenths = self.nearest(unit, anchor_of(unit))
        ranges = [arm.first.range or 0 for arm in self.ledgers["stay"].arms(unit)]
        return tenths // 10 - max(FAR - 1, *ranges, 0) if ranges else 0

    def pace(self) -> int:
        """The speed of the slowest unit on foot, so that the army arrives together (if `wise`)."""
        foot = [
            self.speed(one)
            for one in self.friends
            if self.state.block(one).classification in ("Troops", "Elites")
        ]
        return min(foot, default=30) if self.wise else 30

    def alone(self, unit: Unit) -> Order | None:
        """The order to go to the place with the best score, if clearly better than to stay."""
        if not self.foes:
            return None
        here = self.score(unit, anchor_of(unit), "stay")
        best, found = here + worth.price(self.state, unit) // 100, None
        engaged = is_engaged(self.state, unit)
        tenths = self.nearest(unit, anchor_of(unit))
        for manner, order in MANNERS:
            if (manner == "fall back") != engaged:
                continue
            if not might.passes(check_may_move, self.state, unit, manner):
                continue
            for cell in self.places(unit, manner):
                if manner == "advance" and self.nearest(unit, cell) >= tenths:
                    continue
                value = self.score(unit, cell, manner)
                if value > best:
                    best, found = value, order(od.Who((unit.ref,)), cell)
        return found

    def places(self, unit: Unit, manner: str) -> Iterator[Cell]:
        """The cells in reach that are nearest to a foe, and some of the farthest ones."""
        cells = list(destinations(self.state, unit, manner))
        ranked = sorted(cells, key=lambda cell: (self.nearest(unit, cell), cell))
        yield from ranked[:LOOKED_AT]
        yield from ranked[LOOKED_AT:][-6:]

    def is_leader(self, unit: Unit) -> bool:
        """Is it a Warlord, which need not hurry to the enemy (if `wise`)?"""
        return self.wise and self.state.block(unit).classification == "Warlord"

    def score(self, unit: Unit, cell: Cell, manner: str) -> int:
        """What the unit deals from a cell, less what it takes there (if `wise`), less the way that
        is left to the enemy."""
        left = tenths = self.nearest(unit, cell)
        dealt = self.dealt(unit, cell, manner)
        if worth.is_shooter(self.state, unit):
            left = 0 if dealt else max(0, tenths - 80)
        elif self.waits and tenths > 70:
            left = 0
        way = worth.price(self.state, unit) * left // (1200 if self.is_leader(unit) else 400)
        if not self.wise:
            return dealt - way
        return dealt - self.taken(unit, cell) * self.caution // 100 - way


# Spells, powers and tactics: each is tried on the state with every face of the dice, and weighed.


POINT = worth.GOLD
"""What a command point must bring at least; there is a new one each round."""

ENOUGH = worth.GOLD
"""A spell or power that brings less is not used."""

NEAR = 2
"""Cells within which a melee attack counts in a phase of attacks: those of one step."""

REACH = 9
"""Cells within which a melee attack counts in a whole round: those of a move and a charge."""

MOST = 200
"""An order with more possible outcomes of the dice is not weighed."""

Spend = Callable[[], bool]


class Balance:
    """What both armies are worth, and what they could do to each other next."""

    def __init__(self, state: State, seat: int) -> None:
        self.seat = seat
        self.fights = state.flow.phase in ("heavy", "fight")
        self.known: dict[worth.Looks, int] = {}
        self.looks: dict[str, worth.Looks] = {}
        self.menaces: dict[str, int] = {}
        self.base = 0
        ledger = self.ledger(state)
        for unit in state.on_field():
            self.looks[unit.ref] = ledger.looks(unit)
            self.menaces[unit.ref] = menace(ledger, unit, self.reach(unit))
        self.base = self.of(state)

    def reach(self, unit: Unit) -> int:
        """How far a unit's melee attacks count in this round: `NEAR` for our own units in a phase
        of attacks, else `REACH`."""
        return NEAR if self.fights and unit.seat == self.seat else REACH

    def ledger(self, state: State) -> worth.Ledger:
        """A ledger of the damage as in the coming Fight Phase."""
        return worth.Ledger(replace(state, flow=replace(state.flow, phase="fight")), self.known)

    def of(self, state: State) -> int:
        """The points of our seat less those of the other.

        What a unit could do next is worked out again only if it, or one of its enemies, changed.
        """
        ledger, total = self.ledger(state), 0
        changed = [one for one in state.on_field() if ledger.looks(one) != self.looks[one.ref]]
        refs = [one.ref for one in changed]
        seats = [one.seat for one in changed]
        for unit in state.on_field():
            danger = self.menaces[unit.ref]
            if unit.ref in refs or 3 - unit.seat in seats:
                danger = menace(ledger, unit, self.reach(unit))
            weight = 2 if self.reach(unit) == NEAR else 1
            value = worth.standing(state, unit, unit.hp) + danger * weight // 2
            total += value if unit.seat == self.seat else -value
        return total


def menace(ledger: worth.Ledger, unit: Unit, reach: int) -> int:
    """The worth of a unit's best attack on any foe that it can reach in this round."""
    state, best = ledger.state, 0
    for foe in state.on_field(3 - unit.seat):
        gap = max(worth.spread(state, unit, anchor_of(unit), foe))
        for arm in ledger.arms(unit):
            if gap <= (reach if arm.melee else arm.first.range or 0):
                best = max(best, worth.loss(state, foe, ledger.damage(unit, arm, foe)))
    return best


def gain_of(state: State, seat: int, order: Order, balance: Balance, spend: Spend) -> int | None:
    """What an order brings on average over all outcomes of the dice.

    None if it is refused, has more than `MOST` outcomes, or `spend` says that the budget is used
    up.
    """
    clean = replace(state, flow=replace(state.flow, tray=()))
    try:
        found = list(islice(falls(clean, seat, order), MOST + 1))
    except Refusal:
        return None
    if len(found) > MOST or not spend():
        return None
    total = 0
    for fall in found:
        after = clean
        for event in fall.result:
            after = apply(after, event)
        won = after.flow.outcome is not None and seat in after.flow.outcome.winners
        value = 10**8 if won else balance.of(after) - balance.base
        total += value * fall.chance.numerator * (10**6 // fall.chance.denominator)
    return total // 10**6


# --- the Mana Phase -----------------------------------------------------------------------------


def best_magic(state: State, seat: int, spend: Spend) -> Order | None:
    """C7-MANA-1: the spell or power that brings most, if it brings more than `ENOUGH`."""
    balance = Balance(state, seat)
    best, found = ENOUGH, None
    for order in magic_options(state, seat):
        gain = gain_of(state, seat, order, balance, spend)
        if gain is not None and gain > best:
            best, found = gain, order
    if isinstance(found, od.Cast | od.Manifest) and found.targets:
        return wider(state, seat, found, balance, spend)
    return found


def magic_options(state: State, seat: int) -> Iterator[od.Cast | od.Manifest]:
    """C7-SPELL-10, C7-PSI-13: every spell and power on every single target."""
    for unit in in_order(state.on_field(seat)):
        for order in (*might.castings(state, unit), *might.attempts(state, unit)):
            if isinstance(order, od.Cast | od.Manifest) and is_accepted(state, seat, order):
                yield order


def wider(
    state: State, seat: int, order: od.Cast | od.Manifest, balance: Balance, spend: Spend
) -> Order:
    """C7-EFF-1: the order with more targets, as long as each of them adds enough."""
    best = gain_of(state, seat, order, balance, spend) or 0
    others = [one.ref for one in in_order(state.on_field()) if one.ref not in order.targets]
    for ref in others:
        more = replace(order, targets=(*order.targets, ref))
        if not is_accepted(state, seat, more):
            continue
        gain = gain_of(state, seat, more, balance, spend)
        if gain is not None and gain > best + ENOUGH // 2:
            best, order = gain, more
    return order


def best_denial(state: State, seat: int) -> Order | None:
    """C7-PSI-9: deny an enemy psionic within 12 of one of ours, as that costs nothing."""
    waiting = {one.target.upper() for one in state.denials}
    for unit in in_order(state.on_field(seat)):
        if not state.block(unit).psionic or not might.passes(check_denials_left, state, unit):
            continue
        for foe in in_order(state.on_field(3 - seat)):
            order = od.Deny(od.Who((unit.ref,)), foe.ref)
            near = state.block(foe).psionic and separation(state, unit, foe) <= 12
            if near and foe.ref.upper() not in waiting and is_accepted(state, seat, order):
                return order
    return None


# --- tactics ------------------------------------------------------------------------------------


def best_tactic(state: State, seat: int, spend: Spend) -> Order | None:
    """C7-TAC-2: the tactic that brings most for its command points, if it brings enough."""
    balance, best, found = None, 0, None
    for tactic in tactics.known_tactics(state, seat):
        if tactic in (SUPPORT, HIGH_ALERT, OPPORTUNITY, REFLEXIVE_FIRE):
            continue
        if not might.passes(tactics.check_usable, state, seat, tactic):
            continue
        balance = balance or Balance(state, seat)
        refs = (
            [""]
            if tactic.who == "all"
            else [one.ref for one in might.concerned(state, seat, tactic)]
        )
        for ref in refs:
            order = od.UseTactic(tactic.name, ref)
            if not is_accepted(state, seat, order):
                continue
            gain = gain_of(state, seat, order, balance, spend)
            if gain is not None and gain - POINT * tactic.cost > best:
                best, found = gain - POINT * tactic.cost, order
    return found


def lies_in_wait(state: State, seat: int) -> Order | None:
    """C7-TAC-6: use Opportunity Attack if a foe is in contact, as it costs nothing unless it
    works."""
    if state.second_turn or state.flow.phase != "move":
        return None
    for unit in in_order(state.on_field(seat)):
        if within(state, unit, 1, 3 - seat):
            order = od.UseTactic(OPPORTUNITY.name)
            return order if is_accepted(state, seat, order) else None
    return None
