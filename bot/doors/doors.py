"""The six doors for orders: find the match and the seat of a text, file its orders, answer it."""

import logging
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from bot.doors.answers import answer_text
from bot.doors.asking import Ask, card_said, odds_said, planned
from bot.doors.conversation import Chosen, Conversations
from bot.doors.filing import Filing
from bot.doors.freely import meant
from bot.doors.learning import Ask as Names
from bot.doors.learning import Learning, nobody
from bot.doors.oneword import ends_at_once, joined, one_word, with_word, without_words, word_answer
from bot.doors.openly import openly_said, secret_line
from bot.doors.pace import Pace
from bot.doors.saying import (
    CHOSEN,
    MOST_CHARACTERS,
    SILENCE,
    Answer,
    IncomingText,
    Run,
    is_quiet,
    is_talk,
    kept,
    offered_by,
    proposed,
    quiet_answer,
    runs_of,
    would_run,
)
from bot.doors.suggest import Suggestions
from bot.doors.tables import Greet, Tables, naming
from bot.doors.taking_back import CannotTakeBack, standing, withdraw
from bot.match.tree import LogEntry
from bot.reading.law import is_word_for_word
from bot.reading.world import world_of
from bot.referee.beside import READERS, soon
from bot.referee.gate import Caller, check_may_file, is_player
from bot.referee.news import MatchChanged
from bot.referee.notes import noted
from bot.referee.service import OpenMatch, Referee, RefereeError
from bot.render.wording import plain
from bot.store import AwayError, StoreError
from grammar.doubt import Message, ReadSentence, doubts_of
from rules.line.orders import GM

log = logging.getLogger("referee.doors")

AT_ONCE = 40
"""The most characters of a text that is read on the event loop; longer ones go to a thread."""

UNWRITTEN = (
    "I cannot write to my log just now. What the post of the turn does not show was not filed: "
    "send it again in a moment."
)


class Doors:
    """Takes orders from all doors, and announces every match that changed in the referee's news."""

    def __init__(
        self,
        referee: Referee,
        pace: Pace | None = None,
        plans: Ask | None = None,
        greets: Greet | None = None,
        names: Names = nobody,
    ) -> None:
        self.referee = referee
        self.tables = Tables(referee, greets)
        self.pace = pace or Pace()
        self.plans = plans
        self.suggestions = Suggestions()
        self.conversations = Conversations()
        self.learning = Learning(referee, names)
        self.filing = Filing(referee, self.suggestions)

    # --- orders ---------------------------------------------------------------------------------

    async def hear(self, heard: IncomingText) -> Answer:
        """Handle a new text: stay silent on talk, file and answer orders.

        Raises `AwayError` if the database does not answer; the text may then be heard again.
        """
        try:
            async with self.referee.calm.turn():
                answer = await self._hear(heard)
        except RefereeError as error:
            return Answer(plain(str(error)), plain(str(error)))
        except AwayError:
            raise
        except StoreError as problem:
            log.warning("a message could not be filed: %s", problem)
            return Answer(UNWRITTEN, UNWRITTEN)
        self.conversations.keep(heard.caller.user, answer)
        self.learning.offered(heard, answer)
        return answer

    async def _hear(self, heard: IncomingText) -> Answer:
        if len(heard.text) > MOST_CHARACTERS:
            raise RefereeError(f"a message has at most {MOST_CHARACTERS:,} characters")
        heard = addressed(heard)
        table, guessed = await self.tables.meant_by(heard)
        if not isinstance(table, OpenMatch):
            return table
        answer = await self._at(table, heard)
        if answer != SILENCE:
            self.tables.said(heard.caller.user, table)
        return naming(table, answer) if guessed else answer

    async def _at(self, table: OpenMatch, heard: IncomingText) -> Answer:
        """Handle a text for this match: a question about it, an answer to one, or orders."""
        await weighed(table, heard)
        if (aside := await self._aside(table, heard)) is not None:
            return aside
        if heard.door == "menu":
            heard = await self._anew(table, heard)
        chosen = self.conversations.hear(self.referee, table, heard)
        if isinstance(chosen, Answer):
            await self.learning.declined(table, heard.caller.user, chosen.declined)
            return chosen
        if chosen is not None and (plan := await self._planned(table, chosen)) is not None:
            return plan
        heard = chosen.heard if chosen is not None else heard
        runs = list(chosen.runs) if chosen is not None else runs_of(table, heard)
        words: list[Run] = []
        if heard.door == "chat":
            if (word := one_word(table, runs)) is not None:
                if not ends_at_once(table, runs[0].seat, word):
                    return word_answer(table, runs[0], word)
                heard, runs = replace(heard, sure=True), [replace(runs[0], addressed=True)]
            runs, words = without_words(table, runs)
            spoken, runs = runs, _orders(table, runs)
            quiet = [run for run in spoken if run not in runs and is_quiet(table, run)]
            sure = [run for run in quiet if would_run(table, run)]
            if sure and (line := await soon(partial(secret_line, self.referee, table, sure))):
                return openly_said(table, line)
            if quiet and not runs:
                return quiet_answer(table)
        if not runs:
            await self._check_still_seated(table, heard)
            return SILENCE
        if not heard.late:
            self.pace.check(heard.caller.user)
        for run in runs:
            check_may_file(table, heard.caller, run.seat)
        async with table.lock:
            answer = await self.filing.run(table, heard, runs, heard.key)
            whole = answer.done and all(reply.ok for reply in answer.replies)
            if words and whole and ends_at_once(table, words[0].seat, words[0].text):
                end, words = replace(words[0], addressed=True), []
                said = replace(heard, sure=True)
                more = await self.filing.run(table, said, [end], f"{heard.key}.word")
                answer = joined(answer, more)
        if words and answer.ask is None and answer.offer is None:
            answer = with_word(answer, word_answer(table, words[0], words[0].text), words[0].text)
        await self.learning.answered(table, heard, answer)
        return answer

    async def _check_still_seated(self, table: OpenMatch, heard: IncomingText) -> None:
        """Raise `RefereeError` if somebody without a seat gives an order, word for word in the law,
        for a seat that they played before and that is free now."""
        game, state = table.game, table.state
        lost = heard.door == "chat" and not is_player(table, heard.caller)
        if not table.free or not lost or table.is_over:
            return
        meant = [one for one in table.free if is_word_for_word(game, state, one, heard.spoken)]
        store, user = self.referee.store, heard.caller.user
        played = await store.seats_played(table.record.id, user) if meant else set()
        for seat in meant:
            if seat in played:
                raise RefereeError(
                    f"nothing was filed: you left {table.name_of(seat)}, or its turns were missed, "
                    "and it is free now: `/match join` takes it again"
                )

    async def _planned(self, table: OpenMatch, chosen: Chosen) -> Answer | None:
        """Answer somebody who takes a plan that was offered; None if the offer was no plan."""
        (run, *_) = chosen.runs
        heard = replace(chosen.heard, text=f"{run.seat}> {run.text}")
        return await planned(self.plans, table, heard, self.pace)

    async def reveal(self, heard: IncomingText) -> Answer:
        """Show the author alone how a line of plain chat would be read if it were addressed to the
        referee.  Files nothing."""
        try:
            table, _ = await self.tables.meant_by(heard)
            if not isinstance(table, OpenMatch):
                return table
            self.pace.check(heard.caller.user)
            heard = replace(heard, door="mention")
            await weighed(table, heard)
            for run in runs_of(table, heard):
                check_may_file(table, heard.caller, run.seat)
                reply = proposed(table, run)
                offer = offered_by(table, run.seat, reply, run.text)
                answer = Answer(answer_text(reply), "", True, table=table, offer=offer)
                self.learning.offered(heard, answer)
                return answer
        except RefereeError as error:
            return Answer(plain(str(error)), "", True)
        return SILENCE

    async def _aside(self, table: OpenMatch, heard: IncomingText) -> Answer | None:
        """Answer a text that is not an order: a note, a plan, a question about a unit or odds."""
        if (told := await noted(self.referee, table, heard.caller, heard.spoken)) is not None:
            return Answer(told, told, table=table, marks=("filed",))
        if (answer := await planned(self.plans, table, heard, self.pace)) is not None:
            return answer
        if heard.door == "menu":
            return None
        if (found := await card_said(table, heard)) is not None:
            self.pace.check(heard.caller.user)
            card, title = found
            return Answer(card, card, table=table, told=True, card=title)
        if odds := await odds_said(self.referee, table, heard):
            self.pace.check(heard.caller.user)
            return Answer(odds, odds, table=table, told=True)
        return None

    async def _anew(self, table: OpenMatch, heard: IncomingText) -> IncomingText:
        """Give a post whose orders were all taken back a new key, so that it is read as if for the
        first time.  If some still stand, it keeps the key that they were filed under."""
        made = await self.referee.store.entries_of(table.record.id, heard.key, table.codec)
        stands = await standing(self.referee, table, heard.key)
        if stands:
            return replace(heard, key=stands[0].key.split(".")[0])
        return replace(heard, key=f"{heard.key}/again{made[-1].number}") if made else heard

    # --- second thoughts ------------------------------------------------------------------------

    async def edited(self, heard: IncomingText, stamp: str) -> Answer:
        """Handle an edited message: take back everything it did and read it again.

        If some of it cannot be taken back, nothing changes and the answer says what and why.
        `stamp` identifies the edit.
        """
        try:
            heard = addressed(heard)
            table, guessed = await self.tables.of_edit(heard)
            if not isinstance(table, OpenMatch):
                return SILENCE if heard.door == "chat" else table
            await weighed(table, heard)
            said = await planned(self.plans, table, heard, self.pace)
            answer = said or await self._edited(table, heard, f"{heard.key}/{stamp}")
            await self.learning.edited(table, heard, answer)
            self.learning.offered(heard, answer)
            return naming(table, answer) if guessed else answer
        except CannotTakeBack as stands:
            return kept(table, stands)
        except RefereeError as error:
            return Answer(plain(str(error)), plain(str(error)))

    async def _edited(self, table: OpenMatch, heard: IncomingText, version: str) -> Answer:
        spoken = runs_of(table, heard)
        if heard.door == "chat":
            spoken, _ = without_words(table, spoken)
        runs = _orders(table, spoken)
        async with table.lock:
            entries = await standing(self.referee, table, heard.key)
            again = await self.referee.store.receipt(table.record.id, version)
            if again is None and not entries and not runs:
                return SILENCE
            if not heard.late:
                self.pace.check(heard.caller.user)
            for seat in {run.seat for run in spoken} | {entry.seat for entry in entries}:
                check_may_file(table, heard.caller, seat)
            taken: tuple[int, ...] = ()
            if again is None and entries:
                if self._says_the_same(table, spoken, entries):
                    return SILENCE
                taken = await self._withdraw(table, heard, entries, version, "your edit")
                runs = _orders(table, spoken)  # now read in the state before it
            answer = SILENCE
            if runs:
                answer = await self.filing.run(table, heard, runs, version)
        if not taken:
            return answer
        self.referee.news.tell(MatchChanged(table))
        said = f"Edited: {_numbers(taken)} taken back."
        text = "\n".join(one for one in (said, answer.text) if one)
        return replace(answer, text=text, done=True, table=table)

    def _says_the_same(
        self, table: OpenMatch, runs: Sequence[Run], entries: Sequence[LogEntry]
    ) -> bool:
        """Does an edited message still say, line by line, what its entries say, and otherwise only
        talk that takes nothing back?"""
        said = [entry.text for entry in entries]
        if self._lines_of(table, runs) == said:
            return True
        lines = [(run, line.strip()) for run in runs for line in run.text.split("\n")]
        if [line for _, line in lines if line in said] != said:
            return False
        filed = tuple(ReadSentence(one, one) for one in said)
        for run in runs:
            message = Message(run.text, filed, world_of(table.game, table.state, run.seat))
            if any(doubt.talk for doubt in doubts_of(message)):
                return False
        rest = [replace(run, text=line) for run, line in lines if line and line not in said]
        return not _orders(table, rest)

    def _lines_of(self, table: OpenMatch, runs: Sequence[Run]) -> list[str]:
        """The sentences of runs as their entries would keep them, without the prose beside them."""
        found: list[str] = []
        for run in runs:
            said = meant(table, run.seat, run.text, run.door)
            for line in self.referee.read(table, run.seat, said.text):
                found.append(said.typed_as(line.text) or line.text)
        return found

    async def deleted(self, heard: IncomingText) -> Answer:
        """Handle a deleted message: take back everything it did, or nothing if some of it cannot be
        taken back.  `heard` has no text."""
        try:
            table = await self.tables.filed_in(heard)
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
            self.referee.news.tell(MatchChanged(table))
            said = f"The message was deleted: {_numbers(taken)} taken back."
            return Answer(said, "", done=True, table=table)
        except CannotTakeBack as stands:
            return kept(table, stands)
        except RefereeError as error:
            return Answer(plain(str(error)), plain(str(error)))

    async def _withdraw(
        self,
        table: OpenMatch,
        heard: IncomingText,
        entries: list[LogEntry],
        version: str,
        what: str,
    ) -> tuple[int, ...]:
        try:
            return await withdraw(self.referee, table, entries, version, heard.caller.user)
        except CannotTakeBack as stands:
            raise CannotTakeBack(
                f"{what} changed nothing: {stands}", stands.seat, stands.reply
            ) from stands
        except RefereeError as error:
            raise RefereeError(f"{what} changed nothing: {error}") from error


def addressed(heard: IncomingText) -> IncomingText:
    """A text that names its match itself (`#7: ...`), without that name."""
    found = CHOSEN.fullmatch(heard.text) if heard.match is None else None
    return heard if found is None else replace(heard, match=found[1], text=found[2])


async def weighed(table: OpenMatch, heard: IncomingText) -> None:
    """Read a long message in a thread, off the event loop; the result is cached for later calls."""
    runs = runs_of(table, heard) if len(heard.text) > AT_ONCE else []
    if runs:
        await READERS.make(_weigh, table, runs)


def _weigh(table: OpenMatch, runs: Sequence[Run]) -> None:
    for run in runs:
        if meant(table, run.seat, run.text, run.door).quiet:  # also how it reads if addressed
            meant(table, run.seat, run.text, "mention")


def _numbers(taken: Sequence[int]) -> str:
    return ", ".join(f"#{number}" for number in taken)


def _orders(table: OpenMatch, runs: Sequence[Run]) -> list[Run]:
    """The runs that are addressed to the referee, or are not talk."""
    return [run for run in runs if run.addressed or not is_talk(table, run)]
