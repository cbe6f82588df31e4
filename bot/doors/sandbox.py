"""The sandbox: a dry run of a turn on a copy of the match, seen by one account, never filed; and
the command `try`, which shows it and files its orders (each of its answers begins with `NAME`)."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from cachetools import LRUCache

from bot.doors.freely import meant
from bot.history.secrets import is_kept_from
from bot.match.dice import seeded
from bot.match.reply import RefusedLine, Reply
from bot.match.tree import canonical, fold
from bot.referee import passing
from bot.referee.beside import beside
from bot.referee.open_match import report_of
from bot.referee.service import OpenMatch, Referee, RefereeError
from bot.referee.unread import answer_unread
from bot.render import reply_text
from bot.render.wording import said, strong, told
from grammar import Written
from rules.display.view import Form
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


# --- the command try ------------------------------------------------------------------------------


WORDS = ("board", "report", "undo", "keep", "drop")
"""The words that may follow `try` instead of an order."""

NAME = "Your sandbox"
FALL = (
    "Dice of the sandbox's own fell; the match will roll others, which nobody can know before: "
    "{places}."
)
MOST_LINES = 3
"""The most lines of a step if all steps are shown."""


class FiledLine(Frozen):
    """The result of filing one line: whether it went through as a whole, and the receipt."""

    done: bool
    text: str


File = Callable[[Written], Awaitable[FiledLine]]
"""Files one line through the normal door."""


class TryAnswer(Frozen):
    """An answer to `try`; `box` is the sandbox afterwards, None if there is none any more."""

    text: str
    box: Sandbox | None = None
    board: bool = False
    """Its board is to be shown below the text."""


class Trying:
    """Answers `try`, formatted for a chat (`markdown`) or a terminal (`text`)."""

    def __init__(self, boxes: Sandboxes, form: Form) -> None:
        self.boxes = boxes
        self.form: Form = form

    async def answer(
        self, user: str, table: OpenMatch, seat: int, words: str, file: File
    ) -> TryAnswer:
        """Answer `try WORDS` of a seat; without words, show the sandbox."""
        word = " ".join(words.lower().split()).rstrip(".!")
        try:
            box = await self.boxes.box(user, table, seat)
        except SandboxClosed as closed:
            return TryAnswer(f"{self.name} is {closed}.")
        note, box.note = box.note, ""
        notes = [said(note, self.form)] if note else []
        if word == "drop":
            self.boxes.drop(user, table, seat)
            return TryAnswer(f"{self.name} is empty now. Nothing was filed.")
        if word == "keep":
            return await self.keep(table, box, notes, file)
        if word == "undo":
            if not box.steps:
                return TryAnswer(
                    self.page(table, box, [*notes, "There is nothing to take back."]), box
                )
            gone = box.steps.pop()
            notes.append(said(f"Taken back: {gone.written.text}", self.form))
        elif word == "report":
            lines = [*notes, *self.report(table, box)]
            return TryAnswer("\n".join((self.head(table, box), *lines)), box)
        elif word and word != "board":
            reply = await self.boxes.add(table, box, words)
            if not reply.ok:
                notes.append(reply_text(reply, self.form))
                notes.append("It is not in the sandbox; nothing else changed.")
        return TryAnswer(self.page(table, box, notes), box, word == "board")

    @property
    def name(self) -> str:
        """The words that begin every answer."""
        return strong(NAME, self.form)

    def head(self, table: OpenMatch, box: Sandbox) -> str:
        """`Your sandbox from #81 (nobody sees it, nothing is filed): round 2, fight phase ...`."""
        game, state = table.game, box.state(table)
        over = game.outcome(state)
        now = "the match would be over" if over is not None else game.moment(state)
        now = said(now or "the beginning", self.form)
        return f"{self.name} from #{box.start} (nobody sees it, nothing is filed): {now}"

    def page(self, table: OpenMatch, box: Sandbox, notes: Sequence[str] = ()) -> str:
        """Show all steps, numbered, with the odds of the newest step that rolled dice."""
        lines = [self.head(table, box)]
        for place, step in enumerate(box.steps, 1):
            first, *more = self.step(table, step, box.seat)
            lines.append(f"{place} {first}")
            lines += [f"  {line}" for line in more[: MOST_LINES - 1]]
        if not box.steps:
            lines.append("Nothing is tried yet: try an order.")
        lines += self.dice(box)
        return "\n".join((*lines, *notes))

    def dice(self, box: Sandbox) -> list[str]:
        """Say which orders rolled dice, with the odds of the newest of them."""
        drawn = [place for place, step in enumerate(box.steps, 1) if step.drew]
        if not drawn:
            return []
        lines = [FALL.format(places=", ".join(map(str, drawn)))]
        last = box.steps[drawn[-1] - 1]
        if last.odds:
            lines.append(f"Odds of {drawn[-1]}:")
            lines += [f"  {said(one, self.form)}" for one in last.odds]
        small = "-# " if self.form == "markdown" else ""
        return [f"{small}{line}" for line in lines]

    def step(self, table: OpenMatch, step: TriedLine, seat: int) -> list[str]:
        """An order and its outcome in short, then the turns that passed by themselves."""
        lines = [line for one in (step.came, *step.passed) for line in self.short(table, one, seat)]
        return lines or [said(step.written.text, self.form)]

    def short(self, table: OpenMatch, one: Happened, seat: int) -> list[str]:
        """Orders and their outcome in the system's short form, else as sentence and report."""
        game = table.game
        if game.brief:
            lines = game.brief(one.before, one.orders, one.events, seat)
            found = [told(line, self.form) for line in lines]
            return [line for line in found if line]
        order = " then ".join(canonical(one.orders))
        report = report_of(game, one.events, one.before, seat)
        came = "; ".join(line for line in report if line != order)
        return [said(f"{order}: {came}" if came else order, self.form)]

    def report(self, table: OpenMatch, box: Sandbox) -> list[str]:
        """Each order with its whole report, then all losses."""
        lines: list[str] = []
        for place, step in enumerate(box.steps, 1):
            lines.append(said(f"{place} {step.written.text}", self.form))
            for one in (step.came, *step.passed):
                report = report_of(table.game, one.events, one.before, box.seat)
                lines += [f"  {said(line, self.form)}" for line in report]
        game = table.game
        if game.losses:
            lost = game.losses(box.begun, box.state(table), box.seat)
            named = "; ".join(f"{table.name_of(seat)} {what}" for seat, what in lost.items())
            lines += [said(f"Lost: {named}", self.form)] if named else []
        return [*lines, *self.dice(box)] or ["Nothing is tried yet: try an order."]

    # --- keeping --------------------------------------------------------------------------------

    async def keep(
        self, table: OpenMatch, box: Sandbox, notes: Sequence[str], file: File
    ) -> TryAnswer:
        """File the orders one by one, up to the first that no longer gives what was shown.

        An order with dice is filed all the same: nobody can know what the match will roll for it.
        """
        texts: list[str] = []
        count, rolled, why = 0, 0, ""
        while box.steps:
            step, place = box.steps[0], count + 1
            if again_of(table, box, count, step, open_state(table)) is None:
                why = f"Order {place} ({step.written.text}) no longer gives what was shown"
                break
            filed = await file(step.written)
            texts += [filed.text] if filed.text else []
            if not filed.done:
                why = f"Order {place} ({step.written.text}) did not go through whole"
                break
            count, rolled = count + 1, rolled + step.drew
            box.steps.pop(0)
        total = count + len(box.steps)
        lines = [f"{self.name}: {count} of {total} orders are filed now.", *notes, *texts]
        if not total:
            lines = [f"{self.name} is empty: there is nothing to file.", *notes]
        if rolled:
            lines.append(f"With dice of the match, which fell anew: {rolled} of them.")
        if why:
            left = "; ".join(step.written.text for step in box.steps)
            lines.append(said(f"{why}. Not filed, and thrown away here: {left}", self.form))
        box.steps.clear()
        box.start, box.begun = table.match.head, open_state(table)
        return TryAnswer("\n".join(lines), box)


def as_filed(reply: Reply, form: Form) -> FiledLine:
    """The referee's reply to one line, as the result of filing it."""
    done = bool(reply.accepted or reply.answers)
    return FiledLine(done and reply.whole, reply_text(reply, form))
