"""Spells, powers and tactics: tried in thought with every face of the dice, and weighed."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice

from rules.crusade7 import adjudicate, tactics
from rules.crusade7 import orders as od
from rules.crusade7.apply import apply
from rules.crusade7.candidates import attempts, castings, concerned, known_tactics, passes
from rules.crusade7.field.geometry import anchor_of, separation, within
from rules.crusade7.legal import is_accepted
from rules.crusade7.magic.psionics import check_denials_left
from rules.crusade7.naming import in_order
from rules.crusade7.search.worth import GOLD, Ledger, Looks, loss, spread, standing
from rules.crusade7.state import State, Unit
from rules.crusade7.tactics import HIGH_ALERT, OPPORTUNITY, REFLEXIVE_FIRE, SUPPORT
from rules.line.adjudication import Dice
from rules.line.errors import Refusal
from rules.line.events import Event
from rules.line.orders import Order
from rules.numbers.chances import every

POINT = GOLD
"""A command point should bring at least so much: there is a new one each round."""

ENOUGH = GOLD
"""A spell that brings less is kept."""

NEAR = 2
"""In a phase of attacks only foes a step away are within reach of a blow."""

REACH = 9
"""Foes farther away than a move and a charge are no menace in this round, unless they shoot."""

MOST = 200
"""An order whose dice may fall in more ways is not weighed."""

Spend = Callable[[], bool]


class Balance:
    """What both armies are worth, and what they could do to each other next."""

    def __init__(self, state: State, seat: int) -> None:
        self.seat = seat
        self.fights = state.flow.phase in ("heavy", "fight")
        self.known: dict[Looks, int] = {}
        self.looks: dict[str, Looks] = {}
        self.menaces: dict[str, int] = {}
        self.base = 0
        ledger = self.ledger(state)
        for unit in state.on_field():
            self.looks[unit.ref] = ledger.looks(unit)
            self.menaces[unit.ref] = menace(ledger, unit, self.reach(unit))
        self.base = self.of(state)

    def reach(self, unit: Unit) -> int:
        """How far its blows reach before the round is over: no farther than a step, once it is
        at it."""
        return NEAR if self.fights and unit.seat == self.seat else REACH

    def ledger(self, state: State) -> Ledger:
        """Damage as in the Fight Phase to come."""
        return Ledger(replace(state, flow=replace(state.flow, phase="fight")), self.known)

    def of(self, state: State) -> int:
        """Points of a seat less those of the other; only those changed are reckoned anew."""
        ledger, total = self.ledger(state), 0
        changed = [one for one in state.on_field() if ledger.looks(one) != self.looks[one.ref]]
        refs = [one.ref for one in changed]
        seats = [one.seat for one in changed]
        for unit in state.on_field():
            danger = self.menaces[unit.ref]
            if unit.ref in refs or 3 - unit.seat in seats:
                danger = menace(ledger, unit, self.reach(unit))
            weight = 2 if self.reach(unit) == NEAR else 1
            value = standing(state, unit, unit.hp) + danger * weight // 2
            total += value if unit.seat == self.seat else -value
        return total


def menace(ledger: Ledger, unit: Unit, reach: int) -> int:
    """The best blow of a unit at any foe that it may reach in this round."""
    state, best = ledger.state, 0
    for foe in state.on_field(3 - unit.seat):
        gap = max(spread(state, unit, anchor_of(unit), foe))
        for arm in ledger.arms(unit):
            if gap <= (reach if arm.melee else arm.first.range or 0):
                best = max(best, loss(state, foe, ledger.damage(unit, arm, foe)))
    return best


def gain_of(state: State, seat: int, order: Order, balance: Balance, spend: Spend) -> int | None:
    """What an order brings on average over every fall of the dice; None: it cannot be given."""
    clean = replace(state, flow=replace(state.flow, tray=()))

    def run(dice: Dice) -> tuple[Event, ...]:
        return adjudicate.adjudicate(clean, seat, (order,), dice)

    try:
        falls = list(islice(every(run), MOST + 1))
    except Refusal:
        return None
    if len(falls) > MOST or not spend():
        return None
    total = 0
    for fall in falls:
        after = clean
        for event in fall.result:
            after = apply(after, event)
        won = after.flow.outcome is not None and seat in after.flow.outcome.winners
        value = 10**8 if won else balance.of(after) - balance.base
        total += value * fall.chance.numerator * (10**6 // fall.chance.denominator)
    return total // 10**6


# --- the Mana Phase -----------------------------------------------------------------------------


def best_magic(state: State, seat: int, spend: Spend) -> Order | None:
    """C7-MANA-1: the spell or power that brings most, if it is worth the trouble."""
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
        for order in (*castings(state, unit), *attempts(state, unit)):
            if isinstance(order, od.Cast | od.Manifest) and is_accepted(state, seat, order):
                yield order


def wider(
    state: State, seat: int, order: od.Cast | od.Manifest, balance: Balance, spend: Spend
) -> Order:
    """C7-EFF-1: with more targets, as long as each of them adds something."""
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
    """C7-PSI-9: it costs nothing: an enemy psionic near one of ours is denied before he begins."""
    waiting = {one.target.upper() for one in state.denials}
    for unit in in_order(state.on_field(seat)):
        if not state.block(unit).psionic or not passes(check_denials_left, state, unit):
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
    for tactic in known_tactics(state, seat):
        if tactic in (SUPPORT, HIGH_ALERT, OPPORTUNITY, REFLEXIVE_FIRE):
            continue
        if not (
            passes(tactics.check_phase, state, tactic)
            and passes(tactics.check_is_unused, state, seat, tactic)
            and passes(tactics.check_cp, state, seat, tactic)
        ):
            continue
        balance = balance or Balance(state, seat)
        refs = [""] if tactic.who == "all" else [one.ref for one in concerned(state, seat, tactic)]
        for ref in refs:
            order = od.UseTactic(tactic.name, ref)
            if not is_accepted(state, seat, order):
                continue
            gain = gain_of(state, seat, order, balance, spend)
            if gain is not None and gain - POINT * tactic.cost > best:
                best, found = gain - POINT * tactic.cost, order
    return found


def lies_in_wait(state: State, seat: int) -> Order | None:
    """C7-TAC-6: an Opportunity Attack costs nothing unless it works; with a foe in contact."""
    if state.second_turn or state.flow.phase != "move":
        return None
    for unit in in_order(state.on_field(seat)):
        if within(state, unit, 1, 3 - seat):
            order = od.UseTactic(OPPORTUNITY.name)
            return order if is_accepted(state, seat, order) else None
    return None
