"""Sections 5, 7.9, 7.10: who may do what, the end of a turn, forfeits and draws."""

from collections.abc import Callable

from rules.crusade8x8 import events as ev
from rules.crusade8x8.action.action import judge
from rules.crusade8x8.board.tables import COLOURS
from rules.crusade8x8.orders import Act, Choose, PlaceUnits
from rules.crusade8x8.road import ROAD
from rules.crusade8x8.setup.choices import check_choice
from rules.crusade8x8.setup.placement import check_spot
from rules.crusade8x8.setup.setup import after_choices, deploy
from rules.crusade8x8.state import State, with_seat
from rules.line import common
from rules.line.adjudication import Adjudication
from rules.line.errors import Refusal
from rules.line.events import Ended, Event, PhaseBegan, TurnPassed
from rules.line.flow import Outcome, seat_name

Adj = Adjudication[State]

SIDES = common.each_alone((1, 2))
COLOURED = common.Wording(COLOURS.__getitem__, "agreed")
"""C8-WIN-6: `Black resigns`, `agreed`."""


def take_action(adj: Adj, order: Act) -> None:
    """C8-TURN-3: one turn is one action with one unit."""
    act, outcome = judge(adj.state.position, adj.state.house, order)
    adj.emit(ev.Acted(adj.seat, act.note))
    for event in act.events:
        adj.emit(event)
    end_turn(adj, adj.seat, outcome, act.events)


def forfeit(adj: Adj, seat: int) -> None:
    """C8-FORF-1, C8-FORF-2: a pass is always legal in one's own turn, and it is counted."""
    count = adj.state.position.forfeits[seat - 1] + 1
    adj.emit(ev.Acted(seat, "pass"))
    adj.emit(ev.Forfeited(seat, count))
    end_turn(adj, seat, None, (), count)


def time_is_up(adj: Adj, seat: int) -> None:
    """C8-FORF-4: the mover forfeits the turn as by `pass`; the clock runs in phase play only."""
    ROAD.check_going_on(adj.state)
    mover = adj.state.position.side
    if adj.state.flow.phase != "play":
        adj.emit(ev.ClockNoticed(seat))
        return
    if seat not in (0, mover):
        raise Refusal(
            "C8-FORF-4",
            f"the clock of {seat_name(mover)} is running, not that of {seat_name(seat)}",
        )
    adj.emit(ev.ClockRanOut(mover))
    forfeit(adj, mover)


def end_turn(
    adj: Adj,
    seat: int,
    outcome: Outcome | None,
    deeds: tuple[Event, ...] | list[Event],
    count: int = 0,
) -> None:
    """Section 7.9: marks, forfeits, offer, progress, round and side; then the end of the game.

    C8-FORF-3: a pass that makes the count 2 or more offers a draw.  C8-DRAW-4: the opponent's
    offer lapses when this turn is completed.
    """
    position = adj.state.position
    took = any(
        isinstance(one, ev.Captured | ev.CounterCaptured | ev.TreasureCaptured) for one in deeds
    )
    offer = seat if count >= 2 or position.offer == seat else 0
    ended = ev.TurnEnded(
        seat,
        with_seat(position.forfeits, seat, count),
        offer,
        0 if took else position.progress + 1,
        position.round + (seat == 2),
    )
    adj.emit(ended)
    result = outcome or barren(adj.state)
    if result is not None:
        end_game(adj, result)
    else:
        adj.emit(TurnPassed(adj.state.position.side))


def barren(state: State) -> Outcome | None:
    """C8-WIN-6, C8-OPT-8, C8-OPT-7: too many turns without a capture, or a position repeated."""
    house, turns = state.house, state.position.progress
    if house.progress and turns >= house.progress:
        return Outcome(f"{turns} turns without a capture", "C8-OPT-8", ())
    times = state.history.count(state.history[-1]) if state.history else 0
    if house.repetition and times >= house.repetition:
        return Outcome(f"the position occurred {times} times", "C8-OPT-7", ())
    return None


def end_game(adj: Adj, outcome: Outcome) -> None:
    """Section 9: the result, and the phase in which nothing more can be ordered."""
    adj.emit(Ended(outcome.rule, outcome.termination, outcome.winners))
    adj.emit(PhaseBegan(adj.state.position.round, "over"))


def choose(adj: Adj, order: Choose) -> None:
    """C8-CHOICE-5: secret until both are in; then both are revealed and the setup goes on."""
    check_choice(adj.state, adj.seat, order)
    adj.emit(ev.Chosen(adj.seat, order.kinds))
    if all(adj.state.choices):
        adj.emit(ev.ChoicesRevealed(adj.state.choices))
        after_choices(adj)


def place(adj: Adj, order: PlaceUnits) -> None:
    """C8-PLACE-1: units are placed in secret, one after the other."""
    for spot in order.units:
        check_spot(adj.state, adj.seat, spot)
        adj.emit(ev.Placed(adj.seat, spot.kind, spot.tile))


def finish_placing(adj: Adj) -> None:
    """C8-PLACE-1: when both are done everything is revealed."""
    adj.emit(ev.PlacementDone(adj.seat))
    if all(adj.state.done):
        deploy(adj)


def settle(adj: Adj, ending: Callable[[Adj], None]) -> None:
    """Section 9: resigning and draws, as in every system; after the end nothing can be ordered."""
    ending(adj)
    if adj.state.flow.outcome is not None:
        adj.emit(PhaseBegan(adj.state.position.round, "over"))


def resign(adj: Adj) -> None:
    """C8-WIN-4: the win goes to the opponent, at any time before the end."""
    settle(adj, lambda adj: common.resign(adj, "C8-WIN-4", SIDES, COLOURED))


def offer_draw(adj: Adj) -> None:
    """C8-DRAW-1, C8-DRAW-3: one offer stands at a time; offering against an offer accepts it."""
    settle(adj, lambda adj: common.offer_draw(adj, "C8-DRAW-2", SIDES, "C8-DRAW-3", COLOURED))


def accept_draw(adj: Adj) -> None:
    """C8-DRAW-2, C8-WIN-6: drawn by agreement."""
    settle(adj, lambda adj: common.accept_draw(adj, "C8-DRAW-2", SIDES, COLOURED))


def decline_draw(adj: Adj) -> None:
    """C8-DRAW-2, C8-DRAW-5: declining removes the offer and changes nothing else."""
    common.decline_draw(adj, "C8-DRAW-2", COLOURED)


def awaits(state: State) -> tuple[int, ...]:
    """C8-CHOICE-5, C8-PLACE-1, C8-TURN-1: both in secret, then the mover."""
    match state.flow.phase:
        case "choose":
            return tuple(seat for seat in (1, 2) if not state.choices[seat - 1])
        case "place":
            return tuple(seat for seat in (1, 2) if not state.done[seat - 1])
        case "play":
            return (state.position.side,)
        case _:
            return ()


def is_timed(state: State) -> bool:
    """C8-FORF-4: the clock runs in phase `play` only."""
    return state.flow.phase == "play"
