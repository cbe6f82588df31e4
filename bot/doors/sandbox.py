"""A dry run of one's own turn on a copy of the match: seen by one account, and nothing is filed."""

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
"""How many sandboxes are kept, how many orders are in one, how long an order is typed."""

PATIENCE, ODDS_SHOWN = 4.0, 4
"""So many seconds are waited for odds, and so many of their lines are shown."""

NO_MOVES = (Resign, OfferDraw, AcceptDraw, DeclineDraw)
SAND = "sandbox"
"""What the dice of every sandbox follow: everybody may know it, and it is no seed of a match."""

ON_CONDITION = "in the sandbox you see what comes of an order: try each branch by itself"
NOT_TRIED = "`{said}` is between you and the others: there is nothing in it to try"
TAKES_BACK = "`try undo` takes back the last order of the sandbox"
FULL = f"it is full: {MOST_ORDERS} orders"


class Happened(Frozen):
    """Orders of a seat, and what came of them in the state `before`."""

    seat: int
    orders: tuple[Order, ...]
    events: tuple[Event, ...]
    before: Any


class Step(Frozen):
    """One line that was tried: what came of it, what passed by itself after it, its odds."""

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
        """All that happened, in its order."""
        return tuple(event for one in (self.came, *self.passed) for event in one.events)


@dataclass
class Sandbox:
    """What one seat tries: from the state `begun`, after entry `start`, its steps so far."""

    seat: int
    start: int
    begun: Any
    steps: list[Step] = field(default_factory=list)
    note: str = ""
    """What is to be said of it once: the match went on, and it stands or went."""

    def state(self, table: OpenMatch) -> Any:
        """The state after all that was tried."""
        return fold(table.game, self.begun, self.events)

    @property
    def events(self) -> tuple[Event, ...]:
        """All that happened in it."""
        return tuple(event for step in self.steps for event in step.events)


class Closed(Exception):
    """There is no sandbox in this match now; the text says why."""


class Sandboxes:
    """The sandboxes of one program, by account, match and seat; those not used for longest go."""

    def __init__(self, referee: Referee) -> None:
        self.referee = referee
        self._boxes: LRUCache[tuple[str, int, int], Sandbox] = LRUCache(MOST_BOXES)

    async def box(self, user: str, table: OpenMatch, seat: int) -> Sandbox:
        """The sandbox of a seat, made if there is none.  Raises `Closed`.

        While something is secret from the seat there is none: a refusal could give it away.
        """
        key = user, table.record.id, seat
        if await is_kept_from(self.referee, table, seat):
            self._boxes.pop(key, None)
            raise Closed(
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
        """The sandbox of a seat as it was left."""
        return self._boxes.get((user, table.record.id, seat))

    def drop(self, user: str, table: OpenMatch, seat: int) -> None:
        """It is not needed any more."""
        self._boxes.pop((user, table.record.id, seat), None)

    async def add(self, table: OpenMatch, box: Sandbox, text: str) -> Reply:
        """Try orders, line by line; what is refused ends it, and the reply says why.  The reply has
        nothing in `accepted`: that is for what is filed."""
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
    """Why a line is none for a sandbox; empty if it is."""
    if written.given is not None:
        return ON_CONDITION
    for order in written.orders:
        if isinstance(order, Undo | Rewind):
            return TAKES_BACK
        if isinstance(order, NO_MOVES):
            return NOT_TRIED.format(said=order)
    return ""


def open_state(table: OpenMatch) -> Any:
    """The state now, without what the GM has laid ready for the dice."""
    state = table.state
    return replace(state, flow=replace(state.flow, tray=()))


def shadow_of(table: OpenMatch, state: Any) -> OpenMatch:
    """The match as if this were its state, for reading and looking; nothing can be filed there."""
    match = replace(table.match, states={**table.match.states, table.match.head: state})
    return replace(table, match=match)


def tried(table: OpenMatch, box: Sandbox, place: int, written: Written, state: Any) -> Step:
    """One line in a state, with dice of the sandbox's own.  Raises `Refusal`."""
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
    return Step(written, came, tuple(passed))


async def odds_of_step(table: OpenMatch, step: Step) -> tuple[str, ...]:
    """What an order with dice could bring as well, where its system reckons it."""
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
    """The match went on: the same orders from where it stands now, if they give the same; else an
    empty sandbox, and its note has the orders."""
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


def again_of(table: OpenMatch, box: Sandbox, place: int, step: Step, state: Any) -> Step | None:
    """A step in another state; None if it gives something else there, or is refused."""
    try:
        again = tried(table, box, place, step.written, state)
    except Refusal:
        return None
    return again if again.came.events == step.came.events else None
