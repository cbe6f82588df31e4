"""Pupils: at which step of a lesson each of them is, on which table, and whether the step is done.

How far they have come is kept with their accounts; their tables are in a temporary database that is
deleted at the end.
"""

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from tempfile import TemporaryDirectory

from cachetools import LRUCache

from bot.cases.casefile import PREFIX, Witness
from bot.cases.starter import deal
from bot.lessons.course import Course, LessonStep, course_of, systems_taught
from bot.match.reply import Reply
from bot.referee.service import OpenMatch, Referee, RefereeError
from bot.store import Store, StoreError
from rules.line.frozen import Frozen
from rules.line.orders import GM


class Scratch:
    """Makes tables for lessons in a temporary database: nobody else sees them, nothing is kept."""

    def __init__(self) -> None:
        self._folder: TemporaryDirectory[str] | None = None
        self._referee: Referee | None = None
        self._opening = asyncio.Lock()
        self._count = 0

    async def referee(self) -> Referee:
        """The referee of the temporary database, which is made when it is first needed."""
        async with self._opening:
            if self._referee is None:
                self._folder = TemporaryDirectory(prefix="lessons-", ignore_cleanup_errors=True)
                self._referee = Referee(await Store.open(f"{self._folder.name}/lessons.sqlite"))
        return self._referee

    async def table(self, system: str) -> OpenMatch:
        """Make a new table."""
        self._count += 1
        return await (await self.referee()).create(f"lesson {self._count}", system)

    async def drop(self, table: OpenMatch) -> None:
        """Delete a table that is no longer needed."""
        with suppress(StoreError):
            referee = await self.referee()
            await referee.store.delete(table.record.id, referee.timestamp())

    async def close(self) -> None:
        """Delete the temporary database."""
        if self._referee is not None:
            await self._referee.store.close()
            self._referee = None
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None


LEARNER = 1
"""The seat of the pupil."""

OVER = (
    "The game on this table is over, and nothing more can be ordered here. `back` sets it up "
    "again, a step before this one."
)

PATIENCE = 2
"""Failed tries after which the hint is said."""


class LessonResult(Frozen):
    """The result of a line: whether the step is `done`, and what is `said` about it."""

    done: bool = False
    said: str = ""


class Pupil:
    """Somebody in a lesson.  After a skip the table is as if the step had been done."""

    def __init__(self, scratch: Scratch, system: str, step: int = 0) -> None:
        self.scratch = scratch
        self.course: Course = course_of(system)
        self.number = max(0, min(step, len(self.course.steps) - 1))
        self.table: OpenMatch | None = None
        self.tries = 0
        self.offer = ""
        """The sentence that was offered, where a line was nearly understood."""

    @property
    def step(self) -> LessonStep:
        """The current step."""
        return self.course.steps[self.number]

    def filled(self, text: str) -> str:
        """A text of the lesson, with `{last}` replaced by the number of the last order."""
        number = self.table.match.head if self.table is not None else 0
        return text.replace("{last}", str(number))

    @property
    def writes(self) -> tuple[str, ...]:
        """What may be typed at this step."""
        return tuple(map(self.filled, self.step.write))

    @property
    def is_last(self) -> bool:
        """Is this the last step?"""
        return self.number == len(self.course.steps) - 1

    async def begin(self) -> OpenMatch:
        """Set up and return a new table as it is when this step begins.  Raises `RefereeError`."""
        if self.table is not None:
            await self.scratch.drop(self.table)
        self.tries = 0
        self.table = await self.scratch.table(self.course.system)
        await deal(await self.scratch.referee(), self.table)
        for step in self.course.steps[: self.number]:
            await self._play(step.before)
            if not step.refused and not step.asks:
                await self._play(f"{LEARNER}> {one}" for one in step.write[:1])
        await self._play(self.step.before)
        return self.table

    async def go(self, by: int) -> OpenMatch:
        """Go `by` steps forward, or back, to a new table."""
        self.number = max(0, min(self.number + by, len(self.course.steps) - 1))
        return await self.begin()

    async def on(self) -> None:
        """Go to the next step, which continues on the same table."""
        self.number += 1
        self.tries = 0
        await self._play(self.step.before)

    async def _play(self, lines: Iterable[str]) -> None:
        """Submit lines of the lesson for their seats (`2> ...`).  Raises `RefereeError`."""
        assert self.table is not None
        referee = await self.scratch.referee()
        for line in lines:
            found = PREFIX.fullmatch(line)
            seat = GM if found is None or found[1] else int(found[2])
            text = line if found is None else found[3]
            reply = await referee.submit(self.table, seat, text)
            if not reply.ok:
                raise RefereeError(f"the lesson cannot go on: {line}")

    def heard(self, text: str, reply: Reply | None) -> LessonResult:
        """Check whether a line does the step.  `reply` is the reply to it if it was an order, or a
        question that failed; None for a question that was answered."""
        step, word = self.step, text.strip().lower()
        self.offer = "\n".join(reply.offer) if reply is not None else ""
        asked = any(word.startswith(self.filled(one)) for one in step.asks)
        if step.asks:
            done = asked and reply is None
        elif step.refused:
            done = reply is not None and any(one.rule == step.refused for one in reply.refused)
        else:
            done = self.stands()
        if done:
            return LessonResult(True, self.filled(step.right))
        if reply is None or reply.offer or reply.options:
            return LessonResult()
        if self.is_over():
            return LessonResult(False, OVER)
        self.tries += 1
        if self.tries >= PATIENCE and step.hint:
            return LessonResult(False, self.filled(step.hint))
        return LessonResult(False, f"Not yet. Write `{self.writes[0]}`.")

    def is_over(self) -> bool:
        """Is the game on this table over, so that nothing more can be ordered?"""
        assert self.table is not None
        match = self.table.match
        return match.game.outcome(match.state) is not None

    def stands(self) -> bool:
        """Does everything that this step needs hold on the table?"""
        assert self.table is not None
        witness = Witness(self.table.match)
        return all(
            witness.expect(one.removeprefix("not ")).holds != one.startswith("not ")
            for one in self.step.need
        )

    def told(self) -> tuple[str, str]:
        """The heading of the step, and its task."""
        at = f"Lesson, step {self.number + 1} of {len(self.course.steps)}"
        return f"{at} \u00b7 {self.step.title}", self.filled(self.step.say)


# --- all who learn in chat ------------------------------------------------------------------------


MOST = 200
"""Most tables kept at once.  Beyond that, who has not written for longest begins the step again."""

KEPT = "lesson"
"""The setting of an account that says where it stopped: `crusade7 3`."""


class Classroom:
    """All lessons in chat of this process."""

    def __init__(self, referee: Referee) -> None:
        self.referee = referee
        self.scratch = Scratch()
        self._pupils: LRUCache[str, Pupil] = LRUCache(MOST)

    async def at(self, user: str, system: str, step: int) -> tuple[Pupil, bool]:
        """Return somebody at a step, and whether their table was still as they left it; if not, the
        step begins again.  Raises `RefereeError` if the system has no lesson."""
        course_of(system)
        pupil = self._pupils.get(user)
        kept = pupil is not None and (pupil.course.system, pupil.number) == (system, step)
        if pupil is None or not kept:
            if pupil is not None and pupil.table is not None:
                await self.scratch.drop(pupil.table)
            pupil = Pupil(self.scratch, system, step)
            await pupil.begin()
        self._pupils[user] = pupil
        await self.remember(user, pupil)
        return pupil, kept

    async def begin(self, user: str, system: str) -> Pupil:
        """Begin the lesson of a system at the step where this account stopped, on a new table."""
        named, _, step = (await self.referee.mail.person(user)).get(KEPT, "").partition(" ")
        number = int(step) if named == system and step.isdecimal() else 0
        self._pupils.pop(user, None)
        return (await self.at(user, system, number))[0]

    async def system_of(self, user: str) -> str:
        """The system whose lesson this account is in; empty if it has none, or has finished it."""
        named = (await self.referee.mail.person(user)).get(KEPT, "").partition(" ")[0]
        return named if named in systems_taught() else ""

    async def remember(self, user: str, pupil: Pupil) -> None:
        """Keep with the account how far somebody has come."""
        settings = await self.referee.mail.person(user)
        kept = f"{pupil.course.system} {pupil.number}"
        if settings.get(KEPT) != kept:
            await self.referee.mail.remember(user, {KEPT: kept})

    async def leave(self, user: str, over: bool) -> None:
        """End a lesson for now; if it is `over`, it begins from the start the next time."""
        pupil = self._pupils.pop(user, None)
        if pupil is not None and pupil.table is not None:
            await self.scratch.drop(pupil.table)
        if over:
            await self.referee.mail.remember(user, {KEPT: ""})

    async def close(self) -> None:
        """Delete all tables."""
        self._pupils.clear()
        await self.scratch.close()
