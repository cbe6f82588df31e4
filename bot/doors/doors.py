"""The six doors for orders: whatever way a text came, here it finds its match, seat and answer."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from bot.doors.confirming import Question, parts, question
from bot.doors.freely import Meant, meant, with_typed
from bot.doors.hearing import (
    CHOSEN,
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
    is_talk,
    offer_of,
    one_word,
    orderly,
    without_words,
    word_answer_of,
)
from bot.doors.openly import ADVICE, READ_BY_ALL, secret_line
from bot.doors.pace import Pace
from bot.doors.withdraw import standing, withdraw
from bot.history.secrets import has_secrets, sees_more
from bot.match.reply import Reply
from bot.match.tree import LogEntry
from bot.referee.gate import LINK, Caller, check_may_file, check_may_see, may_see
from bot.referee.service import Referee, RefereeError, Table
from bot.render import reply_text
from bot.render.escape import plain
from bot.store import PlaceRecord
from grammar import Written
from rules.flow import seat_name
from rules.game import GM

__all__ = ["PUBLIC", "SILENCE", "Answer", "Door", "Doors", "Heard", "is_one_word"]


@dataclass(frozen=True, slots=True)
class Answer:
    """What to say.  `text` is for whoever asked; `public` is what everybody may read of it.

    `choices` are the matches to choose from (number, name); `done` says that something happened;
    `ask` is what is asked before the next word is filed; `offer` is what was perhaps meant.
    """

    text: str = ""
    public: str = ""
    secret: bool = False
    choices: tuple[tuple[int, str], ...] = ()
    done: bool = False
    table: Table | None = None
    ask: Question | None = None
    offer: Offer | None = None


SILENCE = Answer()
BY_GM = "given by the GM"
"""The reason of an order that the GM hands in for a seat."""


class Doors:
    """Takes orders from everywhere; `on_change` hears of every match in which something moved."""

    def __init__(self, referee: Referee, pace: Pace | None = None) -> None:
        self.referee = referee
        self.pace = pace or Pace()
        self.on_change: Callable[[Table], None] = lambda _: None

    # --- orders ---------------------------------------------------------------------------------

    async def hear(self, heard: Heard) -> Answer:
        """A new text: prose is passed over in silence, orders are run and answered."""
        try:
            return await self._hear(heard)
        except RefereeError as error:
            return Answer(plain(str(error)), plain(str(error)))

    async def _hear(self, heard: Heard) -> Answer:
        if len(heard.text) > MOST_CHARACTERS:
            raise RefereeError(f"a message has at most {MOST_CHARACTERS:,} characters")
        found = CHOSEN.fullmatch(heard.text)
        if found is not None and heard.match is None:
            heard = replace(heard, match=found[1], text=found[2])
        table = await self._table(heard)
        if not isinstance(table, Table):
            return table
        if heard.door == "menu":
            heard = await self._anew(table, heard)
        runs = runs_of(table, heard)
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
            asked = word_answer(table, words[0], words[0].text)
            said = "\n".join(one for one in (answer.public, asked.public) if one)
            text = "\n".join(one for one in (answer.text, asked.text) if one)
            answer = replace(answer, text=text, public=said, offer=asked.offer)
        return answer

    async def _table(self, heard: Heard) -> Table | Answer:
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
                raise RefereeError("you hold no seat in any match: /match list shows them")
            return Answer(
                "Which match is this for? Begin with its number: "
                + "; ".join(f"`#{one.record.id}: ...` {plain(one.record.name)}" for one in mine),
                choices=tuple((one.record.id, one.record.name) for one in mine),
            )
        return await self.named(heard.match, heard.caller)

    async def _played_here(self, place: PlaceRecord, heard: Heard) -> Table | Answer:
        """The match of a channel; whoever only talks there and may not see it hears nothing."""
        table = await self.referee.open(f"#{place.match_id}")
        if heard.door == "chat" and not may_see(table, heard.caller):
            return SILENCE
        check_may_see(table, heard.caller)
        return table

    async def named(self, name: str, caller: Caller) -> Table:
        """The match of that name, as far as an account may know of it.  Raises `RefereeError`."""
        link = LINK.fullmatch(name.strip())
        table = await self.referee.open(link[1] if link is not None else name)
        check_may_see(table, caller, name, link[2] if link is not None else "")
        return table

    async def _run(self, table: Table, heard: Heard, runs: Sequence[Run], key: str) -> Answer:
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
                break
            ask = await self._question(table, heard, run, source)
            if ask is not None:
                unrun = tuple(line for later in waiting for line in later.lines(run))
                replies.append((run, Reply(unrun=unrun)))
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
            self.on_change(table)
        notes = () if ask is None else (plain(ask.public if heard.door in PUBLIC else ask.text),)
        answer = self._answer(table, heard, replies, notes, secret, done)
        return replace(answer, ask=ask, offer=offer_of(table, replies))

    async def _understood(self, table: Table, heard: Heard, run: Run, source: str) -> Sequence[Run]:
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

    def _held(self, table: Table, run: Run) -> tuple[str, ...]:
        """The lines of a message that could be read, and do not run since others could not."""
        lines = self.referee.read(table, run.seat, run.text)
        return tuple(line.text for line in lines if line.problem is None)

    async def _anew(self, table: Table, heard: Heard) -> Heard:
        """A post that was refereed and taken back is read once more, as if for the first time."""
        made = await self.referee.store.entries_of(table.record.id, heard.key, table.codec)
        stands = await standing(self.referee, table, heard.key)
        if stands:
            return replace(heard, key=stands[0].key.split(".")[0])
        return replace(heard, key=f"{heard.key}/again{made[-1].number}") if made else heard

    async def _filed(self, table: Table, heard: Heard, run: Run, source: str) -> Reply:
        """The lines of a run, filed."""
        said = run.said or Meant(run.text)
        lines = with_typed(self.referee.read(table, run.seat, run.text), said)
        if check_may_file(table, heard.caller, run.seat):
            lines = given_by_gm(lines)
        reply = await self.referee.submit_locked(
            table, run.seat, run.text, user=heard.caller.user, source=source, lines=lines
        )
        return replace(reply, passed_over=orderly(table, said.passed_over))

    async def _question(self, table: Table, heard: Heard, run: Run, source: str) -> Question | None:
        """What to ask before these lines are filed, unless they were filed already."""
        if heard.sure or not table.holds(heard.caller.user, run.seat):
            return None
        asked = await question(self.referee, table, heard.caller.user, run.seat, run.text)
        if asked is None or await self.referee.store.receipt(table.record.id, source) is not None:
            return None
        return asked

    def _answer(
        self,
        table: Table,
        heard: Heard,
        replies: Sequence[tuple[Run, Reply]],
        notes: Sequence[str],
        secret: bool,
        done: bool,
    ) -> Answer:
        """The receipt for whoever wrote, and the part of it that everybody may read."""
        texts = [reply_text(reply, "markdown") for _, reply in replies]
        text = "\n".join(one for one in (*texts, *notes) if one)
        if not secret:
            troubled = [without_accepted(reply) for _, reply in replies]
            said = [reply_text(reply, "markdown") for reply in troubled]
            public = "\n".join(one for one in (*said, *notes) if one)
            return Answer(text, public, False, (), done, table)
        numbers = [f"#{one.number}" for _, reply in replies for one in reply.accepted]
        public = f"Filed: {', '.join(numbers)}." if numbers else ""
        if any(not reply.ok or any(one.refused for one in reply.accepted) for _, reply in replies):
            public = f"{public} Something was refused; I have written to you directly.".strip()
        public = "\n".join(one for one in (public, *notes) if one)
        return Answer(text, public, True, (), done, table)

    # --- second thoughts ------------------------------------------------------------------------

    async def edited(self, heard: Heard, stamp: str) -> Answer:
        """A message reads differently now: what it did is taken back, all or none, and it is read
        again; if something of it stands, nothing changes and the answer says what and why."""
        try:
            found = CHOSEN.fullmatch(heard.text)
            if found is not None and heard.match is None:
                heard = replace(heard, match=found[1], text=found[2])
            table = await self._filed_in(heard) or await self._table(heard)
            if not isinstance(table, Table):
                return SILENCE if heard.door == "chat" else table
            return await self._edited(table, heard, f"{heard.key}/{stamp}")
        except RefereeError as error:
            return Answer(plain(str(error)), plain(str(error)))

    async def _edited(self, table: Table, heard: Heard, version: str) -> Answer:
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
        self.on_change(table)
        said = f"Edited: {_numbers(taken)} taken back."
        join = "\n".join
        public = join(one for one in (said, answer.public) if one)
        return replace(
            answer, text=join((said, answer.text)), public=public, done=True, table=table
        )

    def _lines_of(self, table: Table, runs: Sequence[Run]) -> list[str]:
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
            self.on_change(table)
            said = f"The message was deleted: {_numbers(taken)} taken back."
            return Answer(said, said, done=True, table=table)
        except RefereeError as error:
            return Answer(plain(str(error)), plain(str(error)))

    async def _filed_in(self, heard: Heard) -> Table | None:
        """The match in which a message has been filed: that of its channel, or by its key."""
        place = await self.referee.mail.place_at(heard.channel)
        number = place.match_id if place is not None else None
        if number is None and heard.door != "chat":
            number = await self.referee.store.match_of(heard.key)
        return None if number is None else await self.referee.open(f"#{number}")

    async def _withdraw(
        self, table: Table, heard: Heard, entries: list[LogEntry], version: str, what: str
    ) -> tuple[int, ...]:
        try:
            return await withdraw(self.referee, table, entries, version, heard.caller.user)
        except RefereeError as error:
            raise RefereeError(f"{what} changed nothing: {error}") from error

    # --- which match ----------------------------------------------------------------------------

    async def tables_of(self, caller: Caller) -> list[Table]:
        """The matches in which an account sits, as a player or GM, and that are not over."""
        found = []
        for record in await self.referee.store.all():
            if any(user == caller.user for _, user in record.seats):
                table = await self.referee.open(f"#{record.id}")
                if table.game.outcome(table.match.state) is None:
                    found.append(table)
        return found

    async def table_for(self, channel: str, caller: Caller, name: str | None = None) -> Table:
        """The match of that name, of this channel, or the only one of this account.

        Raises `RefereeError`.
        """
        if name:
            return await self.named(name, caller)
        place = await self.referee.mail.place_at(channel)
        if place is not None:
            table = await self.referee.open(f"#{place.match_id}")
            check_may_see(table, caller)
            return table
        mine = await self.tables_of(caller)
        if len(mine) == 1:
            return mine[0]
        if mine:
            names = ", ".join(f"#{one.record.id} {one.record.name}" for one in mine)
            raise RefereeError(f"no match is played in this channel; say which one: {names}")
        raise RefereeError("no match is played in this channel: /match list shows all, /match new")

    async def about(self, match_id: int) -> str:
        """A match and its newest entry, for the log."""
        table = await self.referee.open(f"#{match_id}")
        return f"match {match_id} #{table.match.links[-1].number}"


def without_accepted(reply: Reply) -> Reply:
    """What is not on the status post: the refusals, also those inside accepted lines."""
    inside = tuple(one for line in reply.accepted for one in line.refused)
    return replace(reply, accepted=(), refused=(*inside, *reply.refused))


def given_by_gm(lines: tuple[Written, ...]) -> tuple[Written, ...]:
    """The lines of a seat that the GM hands in, marked as such."""
    marks = [f"{line.reason}; {BY_GM}" if line.reason else BY_GM for line in lines]
    return tuple(replace(line, reason=mark) for line, mark in zip(lines, marks, strict=True))


def word_answer(table: Table, run: Run, word: str) -> Answer:
    """`done`, said into the room by a player: a button does it, if it was meant."""
    offer = word_answer_of(table, run, word)
    text = f"`{word}`: is that an order of {seat_name(run.seat)}?"
    return Answer(text, text, table=table, offer=offer)


def _numbers(taken: Sequence[int]) -> str:
    return ", ".join(f"#{number}" for number in taken)
