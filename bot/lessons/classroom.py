"""Everybody who learns in chat just now, each at a table of his own; how far they have come is
kept with their accounts, what stands on their tables is not."""

from cachetools import LRUCache

from bot.lessons.course import course_of, systems_taught
from bot.lessons.pupil import Pupil, Scratch
from bot.referee.service import Referee

MOST = 200
"""So many tables are kept; whoever has not written for longest begins his step again."""

KEPT = "lesson"
"""The setting of an account that says where it stopped: `crusade7 3`."""


class Classroom:
    """The lessons of one program."""

    def __init__(self, referee: Referee) -> None:
        self.referee = referee
        self.scratch = Scratch()
        self._pupils: LRUCache[str, Pupil] = LRUCache(MOST)

    async def at(self, user: str, system: str, step: int) -> tuple[Pupil, bool]:
        """Somebody at a step; was his table still as he left it?"""
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
        """The lesson of a system where this account stopped, its step from the beginning."""
        named, _, step = (await self.referee.mail.person(user)).get(KEPT, "").partition(" ")
        number = int(step) if named == system and step.isdecimal() else 0
        self._pupils.pop(user, None)
        return (await self.at(user, system, number))[0]

    async def system_of(self, user: str) -> str:
        """Of which system this account learnt last; empty: it has not yet, or to the end."""
        named = (await self.referee.mail.person(user)).get(KEPT, "").partition(" ")[0]
        return named if named in systems_taught() else ""

    async def remember(self, user: str, pupil: Pupil) -> None:
        """How far somebody has come."""
        settings = await self.referee.mail.person(user)
        kept = f"{pupil.course.system} {pupil.number}"
        if settings.get(KEPT) != kept:
            await self.referee.mail.remember(user, {KEPT: kept})

    async def leave(self, user: str, over: bool) -> None:
        """Somebody stops; a lesson that is over begins anew the next time."""
        pupil = self._pupils.pop(user, None)
        if pupil is not None and pupil.table is not None:
            await self.scratch.drop(pupil.table)
        if over:
            await self.referee.mail.remember(user, {KEPT: ""})

    async def close(self) -> None:
        """All tables go."""
        self._pupils.clear()
        await self.scratch.close()
