"""File the runs of a message one after the other, and answer their author."""

import re
from collections.abc import Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from functools import partial

from bot.doors.answers import answer_text, effect
from bot.doors.confirming import Question, asks_reason, ends_unasked, parts, question, shared
from bot.doors.freely import Meant, meant, with_typed
from bot.doors.openly import READ_BY_ALL, openly_said, secret_line, with_advice
from bot.doors.saying import (
    PUBLIC,
    Answer,
    IncomingText,
    Offer,
    Run,
    given_by_gm,
    instead_of,
    lines_about,
    marks_of,
    offer_of,
    with_rest,
    without_accepted,
)
from bot.doors.suggest import Suggestions, units
from bot.history.log import receipts_of
from bot.history.secrets import has_secrets, sees_more
from bot.match.reply import Reply
from bot.referee.beside import in_thread, soon
from bot.referee.gate import check_may_file
from bot.referee.news import MatchChanged
from bot.referee.open_match import MovedOnError
from bot.referee.service import OpenMatch, Referee
from bot.render.wording import plain
from rules.line.frozen import Frozen
from rules.line.orders import GM

# Legal alternatives to a refused order: most alike in wording first, then nearest in place.


MOST = 3
LONGEST = 78
"""The most characters of a sentence on a button."""

ATTEMPTS = 8
"""How often free words are read again because another process wrote to their match."""

PATIENCE = 0.5
"""Seconds that an answer waits for alternatives."""

PLACED = re.compile(r"\b[a-h](?=[1-8]\b)|[0-9]+")
"""The parts of places: numbers, and the letters of tiles."""

NEAR = 0.62
"""The least likeness of two sentences, leaving out their places; 1 is equal."""


async def rewrites(known: Suggestions, table: OpenMatch, seat: int, line: str) -> tuple[str, ...]:
    """Up to three sentences like this one that would be accepted now, of different kinds first."""
    if seat == GM or not line or len(line) > LONGEST:
        return ()
    words = [word.strip(",").lower() for word in line.split()[:2]]
    unit = next((one for one in units(table, seat) if one.lower() in words), None)
    if unit is None:
        return ()
    orders = await known.orders(table, seat, unit, PATIENCE)
    wanted, found = line.lower(), []
    kind = PLACED.sub("#", wanted)
    likeness: dict[str, float] = {}
    for text in dict.fromkeys(map(str, orders)):
        other = PLACED.sub("#", text.lower())
        alike = likeness.get(other)
        if alike is None:
            alike = likeness[other] = SequenceMatcher(None, kind, other).ratio()
        if alike >= NEAR and text.lower() != wanted and len(text) <= LONGEST:
            found.append((-alike, _apart(wanted, text.lower()), text))
    best = [text for _, _, text in sorted(found)]
    kinds: dict[str, str] = {}
    for text in best:
        kinds.setdefault(" ".join(text.split()[1:2]), text)
    first = [*kinds.values()][:MOST]
    rest = [text for text in best if text not in first]
    return tuple((*first[:2], *rest[:1], *first[2:])[:MOST])


def _apart(one: str, other: str) -> int:
    """The sum of the differences between the places and numbers of two sentences, in order."""
    pairs = zip(PLACED.findall(one), PLACED.findall(other), strict=False)
    return sum(abs(_line(first) - _line(second)) for first, second in pairs)


def _line(part: str) -> int:
    """The row or column that a number or the letter of a tile stands for."""
    return int(part) if part.isdigit() else ord(part)


class RunResult(Frozen):
    """The result of one run.  If it `halts`, the runs after it are not carried out."""

    reply: Reply
    halts: bool
    secret: bool = False
    ask: Question | None = None


class Filing:
    """Files what was understood as orders, and asks first where a question is needed."""

    def __init__(self, referee: Referee, suggestions: Suggestions) -> None:
        self.referee = referee
        self.suggestions = suggestions

    async def run(
        self, table: OpenMatch, heard: IncomingText, runs: Sequence[Run], key: str
    ) -> Answer:
        """File the runs in order, up to the first that does not go through as a whole."""
        if heard.door in READ_BY_ALL:
            line = await soon(partial(secret_line, self.referee, table, runs))
            if line:
                return openly_said(table, line)
        steps: list[tuple[Run, RunResult]] = []
        waiting = list(runs)
        unread, attempts = waiting, ATTEMPTS
        while waiting and not (steps and steps[-1][1].halts):
            run = waiting.pop(0)
            source = f"{key}.{len(steps)}" if steps else key
            if run.said is None:
                unread = [run, *waiting]
                waiting = [*await self._understood(table, heard, run, source), *waiting]
                continue
            try:
                steps.append((run, await self._step(table, heard, run, source)))
            except MovedOnError:
                attempts -= 1
                if not attempts or run.said.read_after is None:
                    raise
                waiting = unread
        replies = [(run, step.reply) for run, step in steps]
        if replies:
            run, reply = replies[-1]
            rest = (line for later in waiting for line in later.lines(run))
            replies[-1] = run, replace(reply, unrun=(*reply.unrun, *rest))
        ask = steps[-1][1].ask if steps else None
        secret = any(step.secret for _, step in steps)
        done = any(reply.accepted for _, reply in replies)
        if done:
            self.referee.news.tell(MatchChanged(table))
        notes = () if ask is None else (plain(ask.public if heard.door in PUBLIC else ask.text),)
        offer = offer_of(table, replies) or await self._instead(table, replies)
        answer = await self._answer(table, heard, replies, notes, secret, done)
        about = tuple(line for _, reply in replies for line in lines_about(reply))
        told = tuple(reply for _, reply in replies)
        marks = marks_of(replies, ask)
        asked = any(reply.answers for reply in told) and not marks
        if heard.door in READ_BY_ALL and not done and answer.text:
            answer = await in_thread(partial(with_advice, table, runs, answer))
        return replace(
            answer, ask=ask, offer=offer, marks=marks, about=about, replies=told, told=asked
        )

    async def _step(
        self, table: OpenMatch, heard: IncomingText, run: Run, source: str
    ) -> RunResult:
        """Handle one run: answer it if it cannot be read, ask if a question is needed (and it was
        not filed already), else file it."""
        said = run.said.reply if run.said is not None else None
        if said is not None:
            held = said.unrun or (() if said.offer else self._held(table, run))
            secret = sees_more(table, table.state, run.seat)
            return RunResult(replace(said, unrun=held), True, secret)
        ask = await self._question(table, heard, run)
        needed = asks_reason(self.referee, table, run.text) if run.seat == GM else None
        stops = ask is not None or needed is not None
        if stops and await self.referee.store.receipt(table.record.id, source) is None:
            return RunResult(needed or Reply(), True, ask=ask)
        before = table.state
        reply = await self._filed(table, heard, run, source)
        more = bool(not reply.whole or reply.untaken) and sees_more(table, before, run.seat)
        secret = more or await has_secrets(self.referee, table, reply)
        return RunResult(reply, not reply.whole, secret)

    async def _instead(
        self, table: OpenMatch, replies: Sequence[tuple[Run, Reply]]
    ) -> Offer | None:
        """Offer what could be ordered instead of the last refused or unread line."""
        run, reply = replies[-1] if replies else (None, Reply())
        refused = (*reply.parts_refused, *reply.refused)
        if run is None or (not refused and not reply.unreadable):
            return None
        if refused:
            found = await rewrites(self.suggestions, table, run.seat, refused[-1].line)
        else:
            found = tuple(one.form for one in reply.unreadable[-1:] if 0 < len(one.form) <= 78)
        return instead_of(table, run, found)

    async def _understood(
        self, table: OpenMatch, heard: IncomingText, run: Run, source: str
    ) -> Sequence[Run]:
        """Fill in what a run means, as one or several runs.

        Lines to be asked about become runs of their own, so that what precedes them is filed first.
        A message that was filed already is not read again.
        """
        known = await self.referee.store.receipt(table.record.id, source) is not None
        again = heard.sure or known
        said = Meant(run.text) if again else meant(table, run.seat, run.text, run.door)
        if said.silent:
            return ()
        if said.reply is not None or heard.sure:
            return (replace(run, said=said),)
        texts = parts(self.referee, table, run.seat, said.text)
        early = replace(said, beside=(), why="")
        found = list[Run]()
        for at, part in enumerate(texts, 1):
            own = said if at == len(texts) else early
            after = None if found else said.read_after  # later parts follow our own entry
            found.append(replace(run, text=part, said=replace(own, text=part, read_after=after)))
        return found

    def _held(self, table: OpenMatch, run: Run) -> tuple[str, ...]:
        """The lines that can be read but are not carried out, since others cannot be read."""
        lines = self.referee.read(table, run.seat, run.text)
        return tuple(line.text for line in lines if line.problem is None)

    async def _filed(self, table: OpenMatch, heard: IncomingText, run: Run, source: str) -> Reply:
        """File the lines of a run."""
        said = run.said or Meant(run.text)
        lines = with_typed(self.referee.read(table, run.seat, run.text), said)
        if check_may_file(table, heard.caller, run.seat):
            lines = given_by_gm(lines)
        lines = shared(lines) if run.seat == GM else lines
        user = heard.caller.user
        reply = await self.referee.submit(
            table,
            run.seat,
            run.text,
            user=user,
            source=source,
            lines=lines,
            locked=True,
            read_after=said.read_after,
        )
        return with_rest(table, reply, said)

    async def _question(self, table: OpenMatch, heard: IncomingText, run: Run) -> Question | None:
        """The question to ask before these lines are filed; None if there is none."""
        if heard.sure or not table.holds(heard.caller.user, run.seat):
            return None
        if heard.door in PUBLIC and ends_unasked(table, run.seat, run.text, heard.door != "chat"):
            return None
        about = table, heard.caller.user, run.seat, run.text
        return await question(self.referee, self.suggestions, *about)

    async def _answer(
        self,
        table: OpenMatch,
        heard: IncomingText,
        replies: Sequence[tuple[Run, Reply]],
        notes: Sequence[str],
        secret: bool,
        done: bool,
    ) -> Answer:
        """The receipt for the author, and the part of it that everybody may read."""
        effects = [  # what an offered sentence would do if it were filed
            effect(self.referee, table, run.seat, *reply.offer) if len(reply.offer) == 1 else ""
            for run, reply in replies
        ]
        texts = [
            answer_text(reply, await receipts_of(self.referee, table, run.seat, reply))
            for run, reply in replies
        ]
        text = "\n".join(one for one in (*texts, *effects, *notes) if one)
        if not secret:
            said = [answer_text(without_accepted(reply)) for _, reply in replies]
            public = "\n".join(one for one in (*said, *effects, *notes) if one)
            return Answer(text, public, False, done, table)
        numbers = [f"#{one.number}" for _, reply in replies for one in reply.accepted]
        public = f"Filed: {', '.join(numbers)}." if numbers else ""
        if any(not reply.whole for _, reply in replies):
            public = f"{public} Something was refused; I have written to you directly.".strip()
        public = "\n".join(one for one in (public, *notes) if one)
        return Answer(text, public, True, done, table)
