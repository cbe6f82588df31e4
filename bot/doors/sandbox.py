"""The sandbox: a dry run of a turn on a copy of the match, seen by one account, never filed."""

from dataclasses import dataclass, field, replace
from typing import Any

from cachetools import LRUCache

from bot.doors.freely import meant
from bot.history.secrets import is_kept_from
from bot.match.dice import seeded
from bot.match.reply import RefusedLine, Reply
from bot.match.tree import fold
from bot.referee import passing
from bot.referee.beside import beside
from bot.referee.service import OpenMatch, Referee, RefereeError
from bot.referee.unread import answer_unread
from grammar import Written
from rules.line.errors import Refusal
from rules.line.events import Event
from rules.line.frozen import Frozen
from rules.line.orders import AcceptDraw, DeclineDraw, OfferDraw, Order, Resign, Undo
from rules.line.overrides import Rewind

MOST_BOXES, MOST_ORDERS, LONGEST = 100, 40, 500
"""The most sandboxes kept, orders in one, and characters typed at a time."""

PATIENCE, ODDS_SHOWN = 4.0, 4
"""Seconds to wait for odds, and the most lines of them that are shown."""

NO_MOVES = (Resign, OfferDraw, AcceptDraw, DeclineDraw)
SAND = "sandbox"
"""The public seed of all sandbox dice; no match uses it."""

ON_CONDITION = "in the sandbox you see what comes of an order: try each branch by itself"
NOT_TRIED = "`{said}` is between you and the others: there is nothing in it to try"
TAKES_BACK = "`try undo` takes back the last order of the sandbox"
FULL = f"it is full: {MOST_ORDERS} orders"


class Happened(Frozen):
    """Orders of a seat, and their events in the state `before`."""

    seat: int
    orders: tuple[Order, ...]
    events: tuple[Event, ...]
    before: Any


class TriedLine(Frozen):
    """One line that was tried: its events, turns that passed by themselves after it, its odds."""

    written: Written
    came: Happened
    passed: tuple[Happened, ...] = ()
    odds: tuple[str, ...] = ()

    @property
    def drew(self) -> bool:
        """Was a die drawn for it?"""
        return any(event.draws for event in self.came.events)

    @property
    def events(self) -> tuple[Event, ...]:
        """All its events, in order."""
        return tuple(event for one in (self.came, *self.passed) for event in one.events)


@dataclass
class Sandbox:
    """The steps that a seat has tried so far, from the state `begun` after entry `start`."""

    seat: int
    start: int
    begun: Any
    steps: list[TriedLine] = field(default_factory=list)
    note: str = ""
    """Told once: the match went on, and the steps were kept or thrown away."""

    def state(self, table: OpenMatch) -> Any:
        """The state after all steps."""
        return fold(table.game, self.begun, self.events)

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of all steps."""
        return tuple(event for step in self.steps for event in step.events)


class SandboxClosed(Exception):
    """Raised if the match allows no sandbox now; the text says why."""


class Sandboxes:
    """All sandboxes, by account, match and seat; the least recently used are dropped."""

    def __init__(self, referee: Referee) -> None:
        self.referee = referee
        self._boxes: LRUCache[tuple[str, int, int], Sandbox] = LRUCache(MOST_BOXES)

    async def box(self, user: str, table: OpenMatch, seat: int) -> Sandbox:
        """The sandbox of a seat, made if there is none, moved on if the match has moved on.

        Raises `SandboxClosed` while something is secret from the seat: a refusal could tell it.
        """
        key = user, table.record.id, seat
        if await is_kept_from(self.referee, table, seat):
            self._boxes.pop(key, None)
            raise SandboxClosed(
                "closed while something in this match is secret from you: what is refused or comes "
                "about here could give it away"
            )
        found = self._boxes.get(key)
        if found is None:
            found = Sandbox(seat, table.match.head, open_state(table))
        elif found.start != table.match.head:
            found = followed(table, found)
        self._boxes[key] = found
        return found

    def peek(self, user: str, table: OpenMatch, seat: int) -> Sandbox | None:
        """The sandbox of a seat as it was left; None if there is none."""
        return self._boxes.get((user, table.record.id, seat))

    def drop(self, user: str, table: OpenMatch, seat: int) -> None:
        """Forget the sandbox of a seat."""
        self._boxes.pop((user, table.record.id, seat), None)

    async def add(self, table: OpenMatch, box: Sandbox, text: str) -> Reply:
        """Try orders line by line, up to the first that is refused; the reply says why.

        Nothing is in `accepted` of the reply: that is for filed orders.
        """
        text = text.strip()
        if len(text) > LONGEST:
            return Reply(problem=f"at most {LONGEST} characters at a time")
        shadow = shadow_of(table, box.state(table))
        said = meant(shadow, box.seat, text)
        if said.reply is not None:
            return said.reply
        lines = self.referee.read(shadow, box.seat, said.text)
        unread = answer_unread(shadow, box.seat, lines)
        if unread is not None:
            return unread
        if not lines:
            return Reply(problem="there is no order in this")
        for at, written in enumerate(lines):
            problem = FULL if len(box.steps) >= MOST_ORDERS else not_for_trying(written)
            unrun = tuple(one.text for one in lines[at + 1 :])
            if problem:
                return Reply(problem=problem, unrun=unrun)
            try:
                step = tried(table, box, len(box.steps), written, box.state(table))
            except Refusal as refusal:
                refused = RefusedLine(written.text, refusal.rule, refusal.why)
                return Reply(refused=(refused,), unrun=unrun)
            box.steps.append(replace(step, odds=await odds_of_step(table, step)))
        return Reply()


def not_for_trying(written: Written) -> str:
    """Why a line cannot be tried in a sandbox; empty if it can."""
    if written.given is not None:
        return ON_CONDITION
    for order in written.orders:
        if isinstance(order, Undo | Rewind):
            return TAKES_BACK
        if isinstance(order, NO_MOVES):
            return NOT_TRIED.format(said=order)
    return ""


def open_state(table: OpenMatch) -> Any:
    """The state now, without the dice results that the GM has laid ready."""
    state = table.state
    return replace(state, flow=replace(state.flow, tray=()))


def shadow_of(table: OpenMatch, state: Any) -> OpenMatch:
    """A copy of the match with another state, for reading only; nothing can be filed there."""
    match = replace(table.match, states={**table.match.states, table.match.head: state})
    return replace(table, match=match)


def tried(table: OpenMatch, box: Sandbox, place: int, written: Written, state: Any) -> TriedLine:
    """Try one line in a state, with the sandbox's own dice.  Raises `Refusal`."""
    game = table.game
    dice = seeded(SAND, f"{table.uid}/{box.seat}", place)
    events = game.adjudicate(state, box.seat, written.orders, dice)
    came = Happened(box.seat, written.orders, events, state)
    passed: list[Happened] = []
    state = fold(game, state, events)
    while len(passed) < passing.MOST and (idle := passing.idle_in(table, state)) is not None:
        seat, order, _ = idle
        try:
            events = game.adjudicate(state, seat, (order,), dice)
        except Refusal:
            break
        passed.append(Happened(seat, (order,), events, state))
        state = fold(game, state, events)
    return TriedLine(written, came, tuple(passed))


async def odds_of_step(table: OpenMatch, step: TriedLine) -> tuple[str, ...]:
    """The odds of an order with dice, as lines; empty if its system does not compute them."""
    game, came = table.game, step.came
    if not step.drew or len(came.orders) != 1 or not game.odds:
        return ()
    try:
        about = (came.before, came.seat, came.orders[0])
        found = await beside(table, came.seat, game.odds, *about, patience=PATIENCE)
    except (Refusal, RefereeError):
        return ()
    more = (f"... {len(found) - ODDS_SHOWN} more",) if len(found) > ODDS_SHOWN else ()
    return (*found[:ODDS_SHOWN], *more)


def followed(table: OpenMatch, box: Sandbox) -> Sandbox:
    """Move a sandbox on to the current state of the match, if its orders still give the same there;
    else an empty sandbox, whose note tells the orders."""
    fresh = Sandbox(box.seat, table.match.head, open_state(table))
    if not box.steps:
        return fresh
    for place, step in enumerate(box.steps):
        again = again_of(table, box, place, step, fresh.state(table))
        if again is None:
            fresh.steps.clear()
            texts = "; ".join(one.written.text for one in box.steps)
            fresh.note = (
                f"The match went on to #{fresh.start}, and order {place + 1} no longer gives the "
                f"same: your orders are thrown away. They were: {texts}"
            )
            return fresh
        fresh.steps.append(replace(again, odds=step.odds))
    fresh.note = f"The match went on to #{fresh.start}; your orders still give the same."
    return fresh


def again_of(
    table: OpenMatch, box: Sandbox, place: int, step: TriedLine, state: Any
) -> TriedLine | None:
    """Try a step again in another state; None if its events differ there, or if it is refused."""
    try:
        again = tried(table, box, place, step.written, state)
    except Refusal:
        return None
    return again if again.came.events == step.came.events else None
