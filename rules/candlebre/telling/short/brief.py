"""A line of orders and what came of it in few lines: the line and the turn."""

from collections.abc import Sequence

from rules.candlebre import events as ev
from rules.candlebre.apply import apply
from rules.candlebre.state import State
from rules.candlebre.telling.report import report
from rules.candlebre.telling.short.brief_battle import belongs, of_gm, tell_battle
from rules.candlebre.telling.short.brief_court import of_court, of_land
from rules.candlebre.telling.short.clauses import (
    Passage,
    capital,
    change,
    changes,
    loud,
    put_together,
    said,
    side,
    speaks,
)
from rules.candlebre.words import joined, side_name
from rules.display.view import Line
from rules.line.events import (
    DrawOfferClosed,
    DrawOffered,
    Ended,
    Event,
    PhaseBegan,
    Refused,
    Rolled,
    TurnPassed,
)

# Phases and turns, income, standing orders, draws and the end, one clause each.


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


# One line of orders and what came of it, in few lines: the wording of chat and console.


CHAPTERS = (of_land, of_court, of_turn, of_gm)

OPENING = (ev.BattleBegan, ev.RoundBegan, ev.Withdrew)
"""With these a battle begins, or goes on."""

OWN_LINE = (
    ev.MajorityWarned,
    ev.Revolted,
    ev.PlacementFailed,
    ev.IncomePaid,
    ev.FirstPlayerRolled,
    ev.TurnBegan,
    ev.Eliminated,
    Ended,
    Refused,
)
"""What does not go on in the line of what came before."""

QUIET = (TurnPassed, ev.CaptivesLost)
"""What is added to a line, and makes none."""

FEW = 3
"""More battles than that in one line are told without their rounds."""


def brief(state: State, events: Sequence[Event]) -> tuple[Line, ...]:
    """CB-SCOPE-3: what was ordered and what came of it, in the same words for everybody."""
    told = passages(state, events)
    battles = sum(isinstance(one.events[0][0], OPENING) for one in told)
    lines: list[list[Line]] = []
    fresh = True
    loaded = False
    for one in told:
        event = one.events[0][0]
        if isinstance(event, OPENING):
            lines += [[line] for line in tell_battle(one, rounds=battles <= FEW)]
            fresh, loaded = True, False
            continue
        if isinstance(event, Rolled):
            loaded = loaded or event.loaded
            continue
        clause = clause_of(one)
        if not clause or (isinstance(event, QUIET) and (fresh or not lines)):
            continue
        if loaded:
            clause, loaded = (*clause, *said(" (loaded by the GM)")), False
        if fresh or begins_line(event):
            lines.append([clause])
        else:
            lines[-1].append(clause)
        fresh = False
    return tuple(put_together(clauses) for clauses in lines)


def begins_line(event: Event) -> bool:
    """Does it not go on in the line of what came before?"""
    if isinstance(event, ev.GoldReceived):
        return event.why in ("bonus", "first income")
    return isinstance(event, OWN_LINE)


def clause_of(passage: Passage) -> Line:
    """The clause of what is no battle; what no chapter says in fewer words as in the report."""
    for chapter in CHAPTERS:
        clause = chapter(passage)
        if clause is not None:
            return clause
    return said("; ".join(report(*passage.first)))


# --- passages -----------------------------------------------------------------------------------


def passages(state: State, events: Sequence[Event]) -> tuple[Passage, ...]:
    """The events in their order: those of one battle together, and equal ones of a row."""
    found: list[Passage] = []
    phases = [at for at, event in enumerate(events) if isinstance(event, PhaseBegan)]
    turns = [at for at, event in enumerate(events) if isinstance(event, ev.TurnBegan)]
    for at, event in enumerate(events):
        before, state = state, apply(state, event)
        if isinstance(event, PhaseBegan) and (at != phases[-1] or turns):
            continue  # a phase that passed in the same line, or the first of a turn
        if isinstance(event, TurnPassed) and turns:
            continue  # the turn that begins says it
        if found and joins(found[-1], event):
            found[-1] = Passage((*found[-1].events, (event, before)), state)
        else:
            found.append(Passage(((event, before),), state))
    return tuple(found)


def joins(passage: Passage, event: Event) -> bool:
    """Does an event belong to what is being told?"""
    first = passage.events[0][0]
    if isinstance(first, OPENING):
        return belongs(passage, event)
    match first, event:
        case ev.Placed(noted=True), ev.Placed(noted=True):
            return True
        case ev.GoldReceived(why="bonus"), ev.GoldReceived(why="bonus"):
            return True
        case ev.GoldReceived(why="first income"), ev.GoldReceived(why="first income"):
            return True
        case ev.InfluenceChanged(why="intercession"), ev.ClergyCame():
            return True
        case ev.ProvinceTaken(how="resigned"), ev.ProvinceTaken(how="resigned"):
            return True
        case _:
            return False
