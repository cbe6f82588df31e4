"""A line of orders and what came of it in few lines: the line and the turn."""

from collections.abc import Sequence

from rules.candlebre import events as ev
from rules.candlebre.apply import apply
from rules.candlebre.state import State
from rules.candlebre.telling.report import report
from rules.candlebre.telling.short.brief_battle import belongs, of_gm, tell_battle
from rules.candlebre.telling.short.brief_court import clause_words
from rules.candlebre.telling.short.clauses import (
    Passage,
    capital,
    loud,
    put_together,
    said,
)
from rules.candlebre.words import joined, side_name
from rules.display.acts import clause
from rules.display.view import Line
from rules.line.events import (
    DrawOfferClosed,
    Ended,
    Event,
    PhaseBegan,
    Refused,
    Rolled,
    TurnPassed,
)

# Phases and turns, draws and the end: what every system has, in the words of this one.


def of_turn(passage: Passage) -> Line | None:
    """A clause of an event that every system has; None: another chapter tells it."""
    event, before = passage.first
    match event:
        case PhaseBegan(_, phase):
            return said(f"{capital(phase)} begins")
        case TurnPassed(seat):
            return said(f"{side_name(seat)} sets up") if before.flow.phase == "setup" else ()
        case DrawOfferClosed(seat, declined):
            how = "is declined" if declined else "lapses"
            return said(f"the draw offer of {side_name(seat)} {how}")
        case Ended(_, how, winners) if winners:
            won = joined([side_name(one) for one in winners])
            why = how.removeprefix(f"{won} has ").removeprefix(f"{won} is ")
            return loud(f"{capital(won)} win{'s' if len(winners) == 1 else ''}: {why}")
        case Ended(_, how):
            return loud(f"Draw: {how}")
        case Refused(_, why):
            return said(f"Not carried out: {why}")
        case _:
            return None


# One line of orders and what came of it, in few lines: the wording of chat and console.


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
    every = passages(state, events)
    battles = sum(isinstance(one.events[0][0], OPENING) for one in every)
    lines: list[list[Line]] = []
    fresh = True
    loaded = False
    for one in every:
        event = one.events[0][0]
        if isinstance(event, OPENING):
            lines += [[line] for line in tell_battle(one, rounds=battles <= FEW)]
            fresh, loaded = True, False
            continue
        if isinstance(event, Rolled):
            loaded = loaded or event.loaded
            continue
        told = clause_of(one)
        if not told or (isinstance(event, QUIET) and (fresh or not lines)):
            continue
        if loaded:
            told, loaded = (*told, *said(" (loaded by the GM)")), False
        if fresh or begins_line(event):
            lines.append([told])
        else:
            lines[-1].append(told)
        fresh = False
    return tuple(put_together(clauses) for clauses in lines)


def begins_line(event: Event) -> bool:
    """Does it not go on in the line of what came before?"""
    if isinstance(event, ev.GoldReceived):
        return event.why in ("bonus", "first income")
    return isinstance(event, OWN_LINE)


def clause_of(passage: Passage) -> Line:
    """The clause of what is no battle; what is not said in fewer words as in the report."""
    event, before = passage.first
    if event.SHORT is not None:
        return clause(event.SHORT, event, clause_words(passage))
    for chapter in (of_turn, of_gm):
        told = chapter(passage)
        if told is not None:
            return told
    return said("; ".join(report(event, before)))


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
