"""Section 6: the table of orders: when each is allowed, its checks, and who carries it out."""

from collections.abc import Callable
from functools import partial
from typing import Any, get_args

from rules.candlebre import candidates as might
from rules.candlebre import events as ev
from rules.candlebre import orders as od
from rules.candlebre import sequence
from rules.candlebre.court import captives, diplomacy, espionage, fate, purchase
from rules.candlebre.realm import purse, setup
from rules.candlebre.road import ROAD
from rules.candlebre.state import PHASES, Adj, State
from rules.candlebre.war import battles, movement
from rules.line import orders
from rules.line.chapters import Unlisted, as_it_is
from rules.line.errors import Refusal
from rules.line.flow import seat_name
from rules.line.frozen import Frozen

Check = Callable[[State, int, Any], Any]
"""Takes state, seat and order; returns the plan that is carried out, or raises `Refusal`."""

Carry = Callable[[Adj, Any], None]


SETUP = ("setup",)
EVERY = ("setup", *PHASES)
ANY_TIME: tuple[str, ...] = ()


class Row(Frozen):
    """A row of the tables of section 6: when an order is open, and who checks and carries it out.

    Without phases an order may be given at any time, also in others' turns.  `candidates` lists the
    orders of its kind that might be given now.
    """

    phases: tuple[str, ...]
    check: Check
    carry: Carry
    candidates: might.Candidates | Unlisted

    @property
    def is_of_a_step(self) -> bool:
        """Does it belong to some steps of a turn, and not to all of them?"""
        return bool(self.phases) and self.phases not in (PHASES, EVERY)

    def is_open(self, state: State, seat: int) -> bool:
        """CB-TURN-1, CB-TURN-2: is it the turn and the phase for it?"""
        flow = state.flow
        return not self.phases or (flow.turn == seat and flow.phase in self.phases)


# --- orders whose meaning depends on the phase --------------------------------------------------


def check_place(state: State, seat: int, order: od.PlaceUnits) -> Any:
    """CB-PLACE-1; in setup leaders are placed (CB-SETUP-8)."""
    if state.flow.phase == "setup":
        return setup.check_leader_placed(state, seat, order)
    return purchase.check_place(state, seat, order)


def place(adj: Adj, plan: Any) -> None:
    """CB-PLACE-1, CB-SETUP-10: place units, or leaders in setup."""
    if isinstance(plan, purchase.Placement):
        purchase.place(adj, plan)
    else:
        setup.place_leaders(adj, *plan)


def nothing(state: State, seat: int) -> None:
    """The check of an order that needs none."""


def _other(check: Callable[[State, int, int], None]) -> Check:
    """Make a check of two seats into the check of an order; the plan is the other seat."""

    def of_order(state: State, seat: int, order: Any) -> int:
        check(state, seat, order.seat)
        return int(order.seat)

    return of_order


def simple(
    order: orders.Order,
    phases: tuple[str, ...],
    check: Callable[[State, int], None],
    carry: Callable[[Adj], None],
) -> dict[type[orders.Order], Row]:
    """The row of an order that has no parameters, by its type."""

    def checked(state: State, seat: int, order: orders.Order) -> None:
        check(state, seat)

    return {type(order): Row(phases, checked, lambda adj, _: carry(adj), as_it_is(order))}


def with_seat(
    check: Callable[[State, int, int], None], carry: Carry, order: Callable[[int], orders.Order]
) -> Row:
    """The row of an order about another seat, open at any time."""
    return Row(ANY_TIME, _other(check), carry, might.by_seat(order))


STANDING = Unlisted("a standing order has too many forms; none of them changes the table")

TABLE: dict[type[orders.Order], Row] = {
    od.Claim: Row(SETUP, setup.check_claim, setup.claim, might.first_claims),
    od.ChooseHouse: Row(SETUP, setup.check_house, setup.choose_house, might.houses),
    od.Buy: Row(("setup", "purchase"), purchase.check_buy, purchase.buy, might.purchases),
    od.Build: Row(("setup", "purchase"), purchase.check_build, purchase.build, might.buildings),
    od.PlaceUnits: Row(("setup", "placement"), check_place, place, might.placements),
    od.Research: Row(("purchase",), espionage.check_research, espionage.buy_level, might.research),
    od.RollResearch: Row(
        ("purchase",), espionage.check_dice, espionage.roll_dice, might.research_dice
    ),
    od.Attack: Row(("move",), movement.check_going, movement.set_out, might.attacks),
    od.March: Row(("move", "noncombat"), movement.check_going, movement.set_out, might.marches),
    od.Fight: Row(("combat",), battles.check_fight, battles.fight, might.fights),
    od.FightAll: Row(("combat",), battles.check_fight_all, battles.fight, as_it_is(od.FightAll())),
    od.Release: Row(
        ("diplomacy",), captives.check_meant, captives.release, might.of_captives(od.Release)
    ),
    od.Ransom: Row(("diplomacy",), diplomacy.check_ransom, diplomacy.make, might.ransoms),
    od.Exchange: Row(("diplomacy",), diplomacy.check_exchange, diplomacy.make, might.exchanges),
    od.Intercede: Row(
        ("diplomacy",), captives.check_intercede, captives.intercede, might.intercessions
    ),
    **{
        mission: Row(("diplomacy",), espionage.check_mission, espionage.send, targets)
        for mission, targets in (
            (od.Steal, might.thefts),
            (od.Rescue, might.rescues),
            (od.Sabotage, might.sabotages),
            (od.Bribe, might.bribes),
            (od.Assassinate, might.murders),
            (od.Abduct, might.abductions),
        )
    },
    **simple(od.DrawFate(), ("fate",), fate.check_draw, fate.draw),
    od.Transfer: Row(PHASES, purse.check_transfer, purse.transfer, as_it_is(od.Transfer(1))),
    od.Kill: Row(PHASES, captives.check_meant, captives.kill, might.of_captives(od.Kill)),
    od.BreakAlliance: Row(
        EVERY, _other(diplomacy.check_break), diplomacy.break_off, might.breaches
    ),
    **simple(orders.EndPhase(), EVERY, sequence.check_end_phase, sequence.end_phase),
    **simple(od.EndTurn(), PHASES, sequence.check_end_turn, sequence.end_turn),
    od.WithdrawNow: Row(ANY_TIME, movement.check_withdraw, battles.retire, might.withdrawals),
    od.PlayCard: Row(ANY_TIME, fate.check_play, fate.play, might.plays),
    od.AcceptOffer: Row(
        ANY_TIME, diplomacy.check_accept, diplomacy.accept, might.by_offer(od.AcceptOffer)
    ),
    od.DeclineOffer: Row(
        ANY_TIME,
        lambda state, seat, o: diplomacy.offer_to(state, seat, o.number),
        partial(diplomacy.close, how="declined"),
        might.by_offer(od.DeclineOffer),
    ),
    od.CancelOffer: Row(
        ANY_TIME,
        lambda state, seat, o: diplomacy.check_cancel(state, seat, o.number),
        partial(diplomacy.close, how="cancelled"),
        might.by_offer(od.CancelOffer),
    ),
    od.ProposeAlliance: with_seat(diplomacy.check_propose, diplomacy.propose, od.ProposeAlliance),
    od.AcceptAlliance: with_seat(diplomacy.check_proposed, diplomacy.ally, od.AcceptAlliance),
    od.DeclineAlliance: with_seat(
        diplomacy.check_decline, diplomacy.decline_alliance, od.DeclineAlliance
    ),
    od.Guard: Row(
        ANY_TIME,
        lambda state, seat, order: order.on,
        lambda adj, on: adj.emit(ev.GuardSet(adj.seat, on)),
        might.guards,
    ),
    **{
        standing: Row(ANY_TIME, battles.check_standing, battles.keep, STANDING)
        for standing in get_args(od.Standing)
    },
    **simple(orders.OfferDraw(), ANY_TIME, sequence.check_offer_draw, sequence.offer_draw),
    **simple(orders.AcceptDraw(), ANY_TIME, sequence.check_accept_draw, sequence.accept_draw),
    **simple(orders.DeclineDraw(), ANY_TIME, sequence.check_answer, sequence.decline_draw),
    **simple(orders.Resign(), ANY_TIME, nothing, sequence.resign),
}
"""CB-ORDER-6: the tables of section 6, in the order in which `legal` lists them.  An order with
phases belongs to one's own turn."""


# --- the sequence of checks ---------------------------------------------------------------------


def plan_of(state: State, seat: int, order: orders.Order) -> Any:
    """CB-ORDER-1, CB-ORDER-6: make all checks of an order, in their order, and return its plan.

    Raises `Refusal` at the first check that fails.
    """
    ROAD.check_read(order)
    if type(order) not in TABLE:
        raise ROAD.of_gm(order)
    ROAD.check_going_on(state)
    check_alive(state, seat)
    row = TABLE[type(order)]
    if row.phases:
        check_turn(state, seat)
        check_phase(state, row, order)
    return row.check(state, seat, order)


def order_of_seat(adj: Adj, order: orders.Order) -> None:
    """Check one order and carry it out."""
    plan = plan_of(adj.state, adj.seat, order)
    TABLE[type(order)].carry(adj, plan)


def check_alive(state: State, seat: int) -> None:
    """CB-TURN-4: an eliminated seat's orders are refused; CB-ORDER-4: the seat must exist."""
    if seat not in state.seats:
        raise Refusal("CB-ORDER-4", f"there is no army {seat} in this game")
    if state.realm(seat).eliminated:
        raise Refusal("CB-TURN-4", f"{seat_name(seat)} is out of the game")


def check_turn(state: State, seat: int) -> None:
    """CB-TURN-1, CB-TURN-12: an order with phases is refused in another seat's turn."""
    if state.flow.turn != seat:
        why = f"it is {seat_name(state.flow.turn)}'s turn, not {seat_name(seat)}'s"
        raise Refusal("CB-TURN-1", why)


def check_phase(state: State, row: Row, order: orders.Order) -> None:
    """CB-TURN-2: an order is legal only in its phases."""
    if state.flow.phase not in row.phases:
        needed = "any phase of a turn" if row.phases == PHASES else " or ".join(row.phases)
        why = f"`{order}` belongs to {needed}; this is {state.flow.phase}"
        raise Refusal("CB-TURN-2", why)
