"""Phases and turns, income, standing orders, draws and the end, one clause each."""

from rules.candlebre import events as ev
from rules.candlebre.state import State
from rules.candlebre.telling.short.clauses import (
    capital,
    change,
    changes,
    loud,
    said,
    side,
    speaks,
)
from rules.candlebre.telling.short.passage import Passage
from rules.candlebre.words import joined, side_name
from rules.display.view import Line
from rules.line.events import (
    DrawOfferClosed,
    DrawOffered,
    Ended,
    Event,
    PhaseBegan,
    Refused,
    TurnPassed,
)


def of_turn(passage: Passage) -> Line | None:
    """A clause of the course of the game; None: another chapter tells it."""
    event, before = passage.first
    match event:
        case ev.FirstPlayerRolled(rolls, first):
            told = ", ".join(f"{side_name(seat)} {face}" for seat, face in rolls)
            end = f"{side_name(first)} begins" if first else "a tie, once more"
            return (*said(f"First player: {told}: "), *loud(end))
        case ev.TurnBegan():
            return turn_began(event)
        case PhaseBegan(_, phase):
            return said(f"{capital(phase)} begins")
        case TurnPassed(seat):
            return said(f"{side_name(seat)} sets up") if before.flow.phase == "setup" else ()
        case ev.TurnTimedOut(seat):
            return said(f"time is up for {side_name(seat)}")
        case ev.IncomePaid():
            return income(event, before)
        case ev.StandingSet(seat, words=words):
            return said(f"{speaks(before, seat)}{words}")
        case ev.Eliminated(seat, resigned):
            how = "resigns and is out" if resigned else "has no province left and is out"
            return loud(f"{capital(side_name(seat))} {how}")
        case DrawOffered() | DrawOfferClosed() | ev.DrawAccepted() | Ended():
            return agreement(event)
        case Refused(_, why):
            return said(f"Not carried out: {why}")
        case _:
            return None


def turn_began(event: ev.TurnBegan) -> Line:
    """CB-TURN-9: `Round 4: army 2's turn · M1, E2 in force`."""
    found = zip("MIE", event.levels, event.gained, strict=True)
    new = [f"{letter}{level}" for letter, level, more in found if more]
    told = f"Round {event.round}: {side_name(event.seat)}'s turn"
    return said(f"{told} · {joined(new)} in force" if new else told)


def income(event: ev.IncomePaid, before: State) -> Line:
    """CB-INC-1: what the turn brought, before and after."""
    realm = before.realm(event.seat)
    gold = changes(
        (
            change("military", realm.military, event.military),
            change("civil", realm.civil, event.civil),
        )
    )
    parts = (
        f"income {event.gold} gold: {gold}" if gold else "no income",
        change("honor", realm.honor, event.honor),
        change("influence", realm.influence, event.influence),
    )
    over = f"{capital(side(event.seat))}'s turn is over"
    return said(" · ".join((over, *(part for part in parts if part))))


def agreement(event: Event) -> Line:
    """CB-WIN-1, CB-WIN-3, CB-WIN-5: draws, and who has won."""
    match event:
        case DrawOffered(seat):
            return said(f"{side_name(seat)} offers a draw")
        case DrawOfferClosed(seat, True):
            return said(f"the draw offer of {side_name(seat)} is declined")
        case DrawOfferClosed(seat):
            return said(f"the draw offer of {side_name(seat)} lapses")
        case ev.DrawAccepted(seat, waiting):
            left = joined([side_name(one) for one in waiting])
            return said(f"{side_name(seat)} accepts the draw{f'; open: {left}' if left else ''}")
        case Ended(_, how, winners) if winners:
            won = joined([side_name(one) for one in winners])
            why = how.removeprefix(f"{won} has ").removeprefix(f"{won} is ")
            return loud(f"{capital(won)} win{'s' if len(winners) == 1 else ''}: {why}")
        case Ended(_, how):
            return loud(f"Draw: {how}")
        case _:
            return ()
