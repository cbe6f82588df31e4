"""The six doors for orders: whatever way a text came, here it finds its match, seat and answer."""

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from bot.doors.answers import answer_text, effect
from bot.doors.asking import card_said, odds_said, unit_asked
from bot.doors.confirming import Question, parts, question
from bot.doors.conversation import Conversations
from bot.doors.freely import Meant, meant, with_typed
from bot.doors.hearing import (
    CHOSEN,
    MENTION,
    MOST_CHARACTERS,
    PUBLIC,
    Door,
    Heard,
    Run,
    is_one_word,
    runs_of,
)
from bot.doors.offers import (
    Offer,
    instead_of,
    is_talk,
    offer_of,
    one_word,
    orderly,
    without_words,
)
from bot.doors.oneword import with_word, word_answer
from bot.doors.openly import ADVICE, READ_BY_ALL, secret_line
from bot.doors.pace import Pace
from bot.doors.planned import Ask, planned
from bot.doors.reasons import asks_reason, shared
from bot.doors.rewrites import rewrites
from bot.doors.saying import (
    SILENCE,
    Answer,
    given_by_gm,
    kept,
    lines_about,
    marks_of,
    without_accepted,
)
from bot.doors.suggest import Suggestions
from bot.doors.tables import Tables
from bot.doors.withdraw import Stands, standing, withdraw
from bot.history.receipts import receipts_of
from bot.history.secrets import has_secrets, sees_more
from bot.match.reply import Reply
from bot.match.tree import LogEntry
from bot.referee.gate import Caller, check_may_file, check_may_see, may_see
from bot.referee.news import Changed
from bot.referee.notes import noted
from bot.referee.service import OpenMatch, Referee, RefereeError
from bot.render.escape import plain
from bot.store import PlaceRecord, StoreError
from rules.game import GM

__all__ = ["PUBLIC", "SILENCE", "Answer", "Door", "Doors", "Heard", "is_one_word"]

log = logging.getLogger("referee.doors")

UNWRITTEN = (
    "I cannot write to my log just now. What the post of the turn does not show was not filed: "
    "send it again in a moment."
)

Greet = Callable[[str], Awaitable[str]]
"""What is said to an account without a seat that writes by letter; empty: nothing new."""


class Doors(Tables):
    """Takes orders from everywhere; the news tell of every match in which something moved."""

    def __init__(
        self,
        referee: Referee,
        pace: Pace | None = None,
        plans: Ask | None = None,
        greets: Greet | None = None,
    ) -> None:
        super().__init__(referee)
        self.greets = greets
        self.pace = pace or Pace()
        self.plans = plans
        self.suggestions = Suggestions()
        self.conversations = Conversations()

    # --- orders ---------------------------------------------------------------------------------

    async def hear(self, heard: Heard) -> Answer:
        """A new text: prose is passed over in silence, orders are run and answered."""
        try:
            with self.referee.calm.answering():
                answer = await self._hear(heard)
        except RefereeError as error:
            return Answer(plain(str(error)), plain(str(error)))
        except StoreError as problem:
            log.warning("a message could not be filed: %s", problem)
            return Answer(UNWRITTEN, UNWRITTEN)
        self.conversations.keep(heard.caller.user, answer)
        return answer

    async def _hear(self, heard: Heard) -> Answer:
        if len(heard.text) > MOST_CHARACTERS:
            raise RefereeError(f"a message has at most {MOST_CHARACTERS:,} characters")
        found = CHOSEN.fullmatch(heard.text)
        if found is not None and heard.match is None:
            heard = replace(heard, match=found[1], text=found[2])
        table = await self._table(heard)
        if not isinstance(table, OpenMatch):
            return table
        spoken = MENTION.sub(" ", heard.text)
        if (told := await noted(self.referee, table, heard.caller, spoken)) is not None:
            return Answer(told, told, table=table, marks=("filed",))
        if (answer := await planned(self.plans, table, heard, self.pace)) is not None:
            return answer
        if heard.door == "menu":
            heard = await self._anew(table, heard)
        if heard.door != "menu" and (card := card_said(table, heard)) is not None:
            self.pace.check(heard.caller.user)
            return Answer(card, card, table=table, told=True, card=unit_asked(table, heard))
        if heard.door != "menu" and (odds := await odds_said(self.referee, table, heard)):
            self.pace.check(heard.caller.user)
            return Answer(odds, odds, table=table, told=True)
        chosen = self.conversations.hear(self.referee, table, heard)
        if isinstance(chosen, Answer):
            return chosen
        heard = chosen.heard if chosen is not None else heard
        runs = list(chosen.runs) if chosen is not None else runs_of(table, heard)
        words: list[Run] = []
        if heard.door == "chat":
            if (word := one_word(table, runs)) is not None:
                return word_answer(table, runs[0], word)
            runs, words = without_words(table, runs)
            runs = [run for run in runs if run.addressed or not is_talk(table, run)]
        if not runs:
            return SILENCE
        if not heard.late:
            self.pace.check(heard.caller.user)
        for run in runs:
            check_may_file(table, heard.caller, run.seat)
        async with table.lock:
            answer = await self._run(table, heard, runs, heard.key)
        if words and answer.ask is None and answer.offer is None:
            answer = with_word(answer, word_answer(table, words[0], words[0].text), words[0].text)
        return answer

    async def _table(self, heard: Heard) -> OpenMatch | Answer:
        """The match that is meant; where there are several, the choice between them."""
        if heard.match is None:
            place = await self.referee.mail.place_at(heard.channel)
            if place is not None:
                return await self._played_here(place, heard)
            if heard.door == "chat":
                return SILENCE
            mine = await self.tables_of(heard.caller)
            if len(mine) == 1:
                return mine[0]
            if not mine:
                user = heard.caller.user
                if heard.door == "dm" and self.greets and (hello := await self.greets(user)):
                    return Answer(hello, hello, told=True)
                raise RefereeError("you hold no seat in any match: /match list shows them")
            return Answer(
                "Which match is this for? Begin with its number: "
                + "; ".join(f"`#{one.record.id}: ...` {plain(one.record.name)}" for one in mine)
            )
        return await self.named(heard.match, heard.caller)

    async def _played_here(self, place: PlaceRecord, heard: Heard) -> OpenMatch | Answer:
        """The match of a channel; whoever only talks there and may not see it hears nothing."""
        table = await self.referee.open(f"#{place.match_id}")
        if heard.door == "chat" and not may_see(table, heard.caller):
            return SILENCE
        check_may_see(table, heard.caller)
        return table

    async def _run(self, table: OpenMatch, heard: Heard, runs: Sequence[Run], key: str) -> Answer:
        """File every run; the first that does not go through wholly is the last."""
        replies: list[tuple[Run, Reply]] = []
        secret, ask, number = False, None, 0
        if heard.door in READ_BY_ALL and (line := secret_line(self.referee, table, runs)):
            return Answer(ADVICE.format(line=plain(line)), "", True, table=table)
        waiting = list(runs)
        while waiting:
            run = waiting.pop(0)
            source = f"{key}.{number}" if number else key
            if run.said is None:
                waiting = [*await self._understood(table, heard, run, source), *waiting]
                continue
            number += 1
            if run.said.reply is not None:
                rest = tuple(line for later in waiting for line in later.lines(run))
                said = run.said.reply
                unrun = (*(said.unrun or self._held(table, run)), *rest)
                replies.append((run, replace(said, unrun=unrun)))
                secret = secret or sees_more(table, table.match.state, run.seat)
                break
            ask = await self._question(table, heard, run, source)
            if ask is not None:
                unrun = tuple(line for later in waiting for line in later.lines(run))
                replies.append((run, Reply(unrun=unrun)))
                break
            if (needed := await self._unreasoned(table, run, source)) is not None:
                rest = tuple(line for later in waiting for line in later.lines(run))
                replies.append((run, replace(needed, unrun=(*needed.unrun, *rest))))
                break
            before = table.match.state
            reply = await self._filed(table, heard, run, source)
            replies.append((run, reply))
            stopped = not reply.ok or any(one.refused for one in reply.accepted)
            secret = secret or (stopped and sees_more(table, before, run.seat))
            secret = secret or await has_secrets(self.referee, table, reply)
            if stopped:
                rest = tuple(line for later in waiting for line in later.lines(run))
                replies[-1] = (run, replace(reply, unrun=(*reply.unrun, *rest)))
                break
        done = any(reply.accepted for _, reply in replies)
        if done:
            self.referee.news.tell(Changed(table))
        notes = () if ask is None else (plain(ask.public if heard.door in PUBLIC else ask.text),)
        offer = offer_of(table, replies) or await self._instead(table, replies)
        answer = await self._answer(table, heard, replies, notes, secret, done)
        about = tuple(line for _, reply in replies for line in lines_about(reply))
        return replace(answer, ask=ask, offer=offer, marks=marks_of(replies, ask), about=about)

    async def _instead(
        self, table: OpenMatch, replies: Sequence[tuple[Run, Reply]]
    ) -> Offer | None:
        """What could be ordered instead of what was refused last."""
        run, reply = replies[-1] if replies else (None, Reply())
        refused = [*(one for line in reply.accepted for one in line.refused), *reply.refused]
        if run is None or (not refused and not reply.unreadable):
            return None
        if refused:
            found = await rewrites(self.suggestions, table, run.seat, refused[-1].line)
        else:
            found = tuple(one.form for one in reply.unreadable[-1:] if 0 < len(one.form) <= 78)
        return instead_of(table, run, found)

    async def _understood(
        self, table: OpenMatch, heard: Heard, run: Run, source: str
    ) -> Sequence[Run]:
        """A run with what it means.  Words that are asked about stand alone, so that what is
        before them is filed first; a message that was filed already is not weighed again."""
        known = await self.referee.store.receipt(table.record.id, source) is not None
        said = (
            Meant(run.text) if heard.sure or known else meant(table, run.seat, run.text, run.door)
        )
        if said.silent:
            return ()
        if said.reply is not None or heard.sure:
            return (replace(run, said=said),)
        return [
            Run(run.seat, part, run.addressed, replace(said, text=part))
            for part in parts(self.referee, table, run.seat, said.text)
        ]

    def _held(self, table: OpenMatch, run: Run) -> tuple[str, ...]:
        """The lines of a message that could be read, and do not run since others could not."""
        lines = self.referee.read(table, run.seat, run.text)
        return tuple(line.text for line in lines if line.problem is None)

    async def _anew(self, table: OpenMatch, heard: Heard) -> Heard:
        """A post that was refereed and taken back is read once more, as if for the first time."""
        made = await self.referee.store.entries_of(table.record.id, heard.key, table.codec)
        stands = await standing(self.referee, table, heard.key)
        if stands:
            return replace(heard, key=stands[0].key.split(".")[0])
        return replace(heard, key=f"{heard.key}/again{made[-1].number}") if made else heard

    async def _filed(self, table: OpenMatch, heard: Heard, run: Run, source: str) -> Reply:
        """The lines of a run, filed."""
        said = run.said or Meant(run.text)
        lines = with_typed(self.referee.read(table, run.seat, run.text), said)
        if check_may_file(table, heard.caller, run.seat):
            lines = given_by_gm(lines)
        lines = shared(lines) if run.seat == GM else lines
        reply = await self.referee.submit_locked(
            table, run.seat, run.text, user=heard.caller.user, source=source, lines=lines
        )
        return replace(reply, passed_over=orderly(table, said.passed_over))

    async def _question(
        self, table: OpenMatch, heard: Heard, run: Run, source: str
    ) -> Question | None:
        """What to ask before these lines are filed, unless they were filed already."""
        if heard.sure or not table.holds(heard.caller.user, run.seat):
            return None
        user = heard.caller.user
        asked = await question(self.referee, self.suggestions, table, user, run.seat, run.text)
        if asked is None or await self.referee.store.receipt(table.record.id, source) is not None:
            return None
        return asked

    async def _unreasoned(self, table: OpenMatch, run: Run, source: str) -> Reply | None:
        """What is answered to overrides without a reason, unless they were filed already."""
        needed = asks_reason(self.referee, table, run.text) if run.seat == GM else None
        if needed is None or await self.referee.store.receipt(table.record.id, source) is not None:
            return None
        return needed

    async def _answer(
        self,
        table: OpenMatch,
        heard: Heard,
        replies: Sequence[tuple[Run, Reply]],
        notes: Sequence[str],
        secret: bool,
        done: bool,
    ) -> Answer:
        """The receipt for whoever wrote, and the part of it that everybody may read."""
        effects = [self._effect(table, run, reply) for run, reply in replies]
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
        if any(not reply.ok or any(one.refused for one in reply.accepted) for _, reply in replies):
            public = f"{public} Something was refused; I have written to you directly.".strip()
        public = "\n".join(one for one in (public, *notes) if one)
        return Answer(text, public, True, done, table)

    def _effect(self, table: OpenMatch, run: Run, reply: Reply) -> str:
        """What a guess would bring, before it is filed."""
        if len(reply.offer) != 1:
            return ""
        return effect(self.referee, table, run.seat, reply.offer[0])

    # --- second thoughts ------------------------------------------------------------------------

    async def edited(self, heard: Heard, stamp: str) -> Answer:
        """A message reads differently now: what it did is taken back, all or none, and it is read
        again; if something of it stands, nothing changes and the answer says what and why."""
        try:
            found = CHOSEN.fullmatch(heard.text)
            if found is not None and heard.match is None:
                heard = replace(heard, match=found[1], text=found[2])
            table = await self._filed_in(heard) or await self._table(heard)
            if not isinstance(table, OpenMatch):
                return SILENCE if heard.door == "chat" else table
            said = await planned(self.plans, table, heard, self.pace)
            return said or await self._edited(table, heard, f"{heard.key}/{stamp}")
        except Stands as stands:
            return kept(table, stands)
        except RefereeError as error:
            return Answer(plain(str(error)), plain(str(error)))

    async def _edited(self, table: OpenMatch, heard: Heard, version: str) -> Answer:
        runs = runs_of(table, heard)
        if heard.door == "chat":
            runs, _ = without_words(table, runs)
            runs = [run for run in runs if run.addressed or not is_talk(table, run)]
        async with table.lock:
            entries = await standing(self.referee, table, heard.key)
            again = await self.referee.store.receipt(table.record.id, version)
            if again is None and not entries and not runs:
                return SILENCE
            if not heard.late:
                self.pace.check(heard.caller.user)
            for seat in {run.seat for run in runs} | {entry.seat for entry in entries}:
                check_may_file(table, heard.caller, seat)
            taken: tuple[int, ...] = ()
            if again is None and entries:
                if self._lines_of(table, runs) == [entry.text for entry in entries]:
                    return SILENCE
                taken = await self._withdraw(table, heard, entries, version, "your edit")
            answer = SILENCE
            if runs:
                answer = await self._run(table, heard, runs, version)
        if not taken:
            return answer
        self.referee.news.tell(Changed(table))
        said = f"Edited: {_numbers(taken)} taken back."
        join = "\n".join
        public = join(one for one in (said, answer.public) if one)
        return replace(
            answer, text=join((said, answer.text)), public=public, done=True, table=table
        )

    def _lines_of(self, table: OpenMatch, runs: Sequence[Run]) -> list[str]:
        """The sentences of runs as their entries would keep them; prose beside them is none."""
        found: list[str] = []
        for run in runs:
            said = meant(table, run.seat, run.text, run.door)
            for line in self.referee.read(table, run.seat, said.text):
                found.append(said.typed_as(line.text) or line.text)
        return found

    async def deleted(self, heard: Heard) -> Answer:
        """A message is gone: what it did is taken back, all or none.  `heard` has no text."""
        try:
            table = await self._filed_in(heard)
            if table is None:
                return SILENCE
            async with table.lock:
                entries = await standing(self.referee, table, heard.key)
                if not entries:
                    return SILENCE
                holder = Caller(entries[0].holder)
                for seat in {entry.seat for entry in entries} - {GM}:
                    check_may_file(table, holder, seat)
                heard = replace(heard, caller=holder)
                taken = await self._withdraw(
                    table, heard, entries, f"{heard.key}/deleted", "deleting it"
                )
            self.referee.news.tell(Changed(table))
            said = f"The message was deleted: {_numbers(taken)} taken back."
            return Answer(said, said, done=True, table=table)
        except Stands as stands:
            return kept(table, stands)
        except RefereeError as error:
            return Answer(plain(str(error)), plain(str(error)))

    async def _filed_in(self, heard: Heard) -> OpenMatch | None:
        """The match in which a message has been filed: that of its channel, or by its key."""
        place = await self.referee.mail.place_at(heard.channel)
        number = place.match_id if place is not None else None
        if number is None and heard.door != "chat":
            number = await self.referee.store.match_of(heard.key)
        return None if number is None else await self.referee.open(f"#{number}")

    async def _withdraw(
        self, table: OpenMatch, heard: Heard, entries: list[LogEntry], version: str, what: str
    ) -> tuple[int, ...]:
        try:
            return await withdraw(self.referee, table, entries, version, heard.caller.user)
        except Stands as stands:
            raise Stands(f"{what} changed nothing: {stands}", stands.seat, stands.reply) from stands
        except RefereeError as error:
            raise RefereeError(f"{what} changed nothing: {error}") from error


def _numbers(taken: Sequence[int]) -> str:
    return ", ".join(f"#{number}" for number in taken)
