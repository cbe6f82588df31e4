"""The rules of Three Houses: plans, raids, the relic, how a round and the match end."""

from rules.line import common
from rules.line.adjudication import Adjudication, Die
from rules.line.errors import Refusal
from rules.line.events import Ended, PhaseBegan, TurnPassed
from rules.line.orders import Resign
from tests.toy import events as ev
from tests.toy.naming import seat_name
from tests.toy.orders import March, Raid, RevealRelic
from tests.toy.state import RING, ROUNDS, SIDES, State, neighbours, playing, side_of

Adj = Adjudication[State]
D6 = Die("d6", (1, 2, 3, 4, 5, 6), "TY-DICE-1")
START = (1, 0, 2, 0, 3, 3)
HARD = {"march": 4, "raid": 5}


def begin(adj: Adj) -> None:
    """TY-SETUP-1: two provinces are empty; House Cedar holds two, as it has no ally."""
    adj.emit(ev.Opened(tuple(zip(RING, START, strict=True))))
    adj.emit(PhaseBegan(1, "plan"))


def check_province(name: str) -> str:
    """TY-MAP-1: a province of the ring, its name in any case."""
    for province in RING:
        if province.lower() == name.lower():
            return province
    raise Refusal("TY-MAP-1", f"there is no province {name}")


def check_phase(adj: Adj, phase: str, rule: str) -> None:
    """Raise Refusal unless this is the phase of an order."""
    if adj.state.flow.phase != phase:
        raise Refusal(rule, f"that belongs to the {phase} phase, this is {adj.state.flow.phase}")


def march(adj: Adj, order: March) -> None:
    """TY-PLAN-1: plan in secret a march from an own province to one beside it."""
    check_phase(adj, "plan", "TY-PLAN-1")
    start, goal = check_province(order.start), check_province(order.goal)
    if adj.seat in adj.state.ready:
        raise Refusal("TY-PLAN-2", "your plans are made")
    if adj.state.holder(start) != adj.seat:
        raise Refusal("TY-PLAN-1", f"{start} is not yours")
    if goal not in neighbours(start):
        raise Refusal("TY-PLAN-1", f"{goal} does not lie beside {start}")
    adj.emit(ev.Planned(adj.seat, start, goal, adj.state.flow.round))


def raid(adj: Adj, order: Raid) -> None:
    """TY-RAID-1: one attack per turn on a province beside an own one; then the turn passes."""
    check_phase(adj, "raid", "TY-RAID-1")
    goal = check_province(order.goal)
    if adj.state.flow.turn != adj.seat:
        raise Refusal("TY-RAID-2", f"it is the turn of {seat_name(adj.state.flow.turn)}")
    if adj.state.holder(goal) in side_of(adj.seat):
        raise Refusal("TY-RAID-1", f"{goal} is held by your own side")
    if not any(adj.state.holder(one) == adj.seat for one in neighbours(goal)):
        raise Refusal("TY-RAID-1", f"{goal} lies beside none of your provinces")
    attack(adj, adj.seat, goal, "raid")
    next_turn(adj)


def attack(adj: Adj, seat: int, goal: str, how: str) -> None:
    """TY-PLAN-4: an empty province falls at once, else the die must show enough."""
    needed = HARD[how] if adj.state.holder(goal) else 1
    face = adj.roll(D6, f"{how} on {goal}") if needed > 1 else 1
    adj.emit(ev.Fought(seat, goal, face, needed))


def reveal(adj: Adj, order: RevealRelic) -> None:
    """TY-RELIC-2: the seat that knows where the relic is may reveal it, in two steps."""
    if not adj.state.relic or adj.state.finder != adj.seat:
        raise Refusal("TY-RELIC-2", "you know of no relic")
    if len(adj.state.shown) == 1 or (adj.state.shown and not order.whole):
        raise Refusal("TY-RELIC-2", "that is known already")
    at = RING.index(adj.state.relic)
    if order.whole:
        adj.emit(ev.RelicShown(adj.state.relic))
    else:
        adj.emit(ev.HalfShown(RING[:3] if at < 3 else RING[3:]))


def end_phase(adj: Adj, seat: int) -> None:
    """TY-PLAN-2, TY-RAID-2: a seat's plans are made, or it passes its turn without a raid."""
    if adj.state.flow.phase == "plan":
        if seat in adj.state.ready:
            raise Refusal("TY-PLAN-2", "your plans are made")
        adj.emit(ev.PlansReady(seat, adj.state.flow.round))
        if all(one in adj.state.ready for one in playing(adj.state)):
            show_plans(adj)
    elif adj.state.flow.turn != seat:
        raise Refusal("TY-RAID-2", f"it is the turn of {seat_name(adj.state.flow.turn)}")
    else:
        next_turn(adj)


def show_plans(adj: Adj) -> None:
    """TY-PLAN-3, TY-PLAN-4: reveal all plans at once and carry them out in the order of seats."""
    marches = tuple(sorted(adj.state.plans))
    adj.emit(ev.PlansShown(adj.state.flow.round, marches))
    for seat, start, goal in marches:
        if adj.state.holder(start) == seat and adj.state.holder(goal) not in side_of(seat):
            attack(adj, seat, goal, "march")
    adj.emit(PhaseBegan(adj.state.flow.round, "raid"))
    adj.emit(TurnPassed(playing(adj.state)[0]))


def next_turn(adj: Adj) -> None:
    """TY-RAID-2: the next seat; after the last one the next round."""
    after = [seat for seat in playing(adj.state) if seat > adj.state.flow.turn]
    if after:
        adj.emit(TurnPassed(after[0]))
    elif adj.state.flow.round == ROUNDS:
        finish(adj)
    else:
        adj.emit(TurnPassed(0))
        adj.emit(PhaseBegan(adj.state.flow.round + 1, "plan"))
        if adj.state.flow.round == 2:
            hide_relic(adj)


def hide_relic(adj: Adj) -> None:
    """TY-RELIC-1: a secret die hides the relic; the seat with the fewest provinces knows where."""
    seat = min(playing(adj.state), key=lambda one: (len(adj.state.held(one)), one))
    face = adj.draw(D6, lambda face, loaded: ev.Buried("d6", face, "relic", loaded, seat))
    adj.emit(ev.RelicHidden(seat, RING[face - 1]))


def finish(adj: Adj) -> None:
    """TY-END-1: a province counts one point, the relic two more; a tie is a draw."""
    points = {
        side: sum(
            1 + 2 * (province == adj.state.relic)
            for province, holder in adj.state.holders
            if holder in side
        )
        for side in SIDES
    }
    best = max(points.values())
    winners = [side for side, count in points.items() if count == best]
    adj.emit(Ended("TY-END-1", f"{best} points", winners[0] if len(winners) == 1 else ()))


def go_on_without(adj: Adj) -> None:
    """TY-END-2: go on, so that nobody waits for a seat that gave up."""
    flow = adj.state.flow
    if flow.phase == "plan" and all(one in adj.state.ready for one in playing(adj.state)):
        show_plans(adj)
    elif flow.phase == "raid" and flow.turn == adj.seat:
        next_turn(adj)


ENDING = common.AgreedEnd("TY-END-2", "TY-END-3", lambda state: SIDES, called=seat_name)
"""TY-END-3: a draw needs the consent of all houses that still play."""


def resign(adj: Adj, order: Resign) -> None:
    """TY-END-2: nobody waits any more for a house that gives up; if one side is left, it wins."""
    ENDING.resign(adj, order)
    if adj.state.flow.outcome is None:
        go_on_without(adj)
