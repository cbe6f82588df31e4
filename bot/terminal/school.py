"""`learn`: a lesson at the console, on its own table, where all the rest can be typed too."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bot.lessons.course import LEARN, systems_taught
from bot.lessons.pupil import LessonResult, Pupil, Scratch
from bot.referee.gate import LOCAL
from bot.referee.service import OpenMatch, Referee, RefereeError
from bot.render.columns import wrapped
from bot.render.compact import TERMINAL
from bot.store import Mail

if TYPE_CHECKING:
    from bot.terminal.console import Console

LEAVE = re.compile(r"(stop|quit|exit|leave|end|q)(\s+(the\s+)?lesson)?")

KEPT = "lesson of "
"""Prefix of the setting in which the console keeps the step of a system's lesson."""

STOPPED = (
    "The lesson stops; `learn` goes on at this step, also another day. You are back at your own "
    "table."
)

SIGNS = "Type what the step asks for; `back`, `skip`, `again` and `stop` go through the lesson."


@dataclass(eq=False)
class School:
    """The lesson of one console; `make` makes the console of the lesson's own table."""

    out: Callable[[str], None]
    make: "Callable[[Referee, OpenMatch], Console]"
    kept: Mail
    desk: "Console | None" = field(default=None, init=False)
    """The console of the lesson's table; None outside a lesson."""
    _pupil: Pupil | None = field(default=None, init=False)
    _scratch: Scratch = field(default_factory=Scratch, init=False)

    @property
    def is_open(self) -> bool:
        """Is a lesson going on?"""
        return self._pupil is not None

    async def begin(self, system: str) -> None:
        """Begin a system's lesson where it was stopped.  Raises `RefereeError` if it has none."""
        taught = systems_taught()
        if system not in taught:
            raise RefereeError(f"there are lessons of {', '.join(taught)}")
        step = (await self.kept.person(LOCAL.user)).get(KEPT + system, "")
        pupil = Pupil(self._scratch, system, int(step) if step.isdecimal() else 0)
        await self._settle(pupil)
        self.out(f"{pupil.course.title}, a lesson of ten minutes.")
        self._say(pupil.course.hello)
        self._say(SIGNS)
        self._tell()

    async def _settle(self, pupil: Pupil) -> None:
        table = await pupil.begin()
        self._pupil, self.desk = pupil, self.make(await self._scratch.referee(), table)

    async def answer(self, text: str) -> None:
        """Answer one line that was typed in a lesson."""
        pupil, desk = self._pupil, self.desk
        assert pupil is not None
        assert desk is not None
        word = text.lower().rstrip(".!")
        if LEAVE.fullmatch(word):
            await self._stop(pupil)
        elif word in ("back", "skip", "again") or LEARN.fullmatch(text):
            await self._turn(pupil, {"back": -1, "skip": 1}.get(word, 0))
        else:
            desk.replied = None
            await desk.answer(text)
            await self._after(pupil, pupil.heard(text, desk.replied))

    async def _after(self, pupil: Pupil, heard: LessonResult) -> None:
        self._say(heard.said)
        if not heard.done:
            return
        if pupil.is_last:
            await self._end(pupil)
            return
        await pupil.on()
        await self._remember(pupil)
        self._tell()

    async def _turn(self, pupil: Pupil, by: int) -> None:
        if by > 0 and pupil.is_last:
            await self._end(pupil)
            return
        pupil.number = max(0, pupil.number + by)
        await self._settle(pupil)
        await self._remember(pupil)
        self._tell()

    async def _stop(self, pupil: Pupil) -> None:
        await self._remember(pupil)
        await self.close()
        self.out(STOPPED)

    async def _end(self, pupil: Pupil) -> None:
        await self.kept.remember(LOCAL.user, {KEPT + pupil.course.system: ""})
        await self.close()
        self.out("\nThe lesson is over.")
        self._say(pupil.course.end)

    async def _remember(self, pupil: Pupil) -> None:
        """Keep how far one has come, for the next time."""
        await self.kept.remember(LOCAL.user, {KEPT + pupil.course.system: str(pupil.number)})

    async def close(self) -> None:
        """End the lesson, and delete its tables."""
        self._pupil = self.desk = None
        await self._scratch.close()
        self._scratch = Scratch()

    def _tell(self) -> None:
        assert self._pupil is not None
        heading, say = self._pupil.told()
        self.out(f"\n{heading}")
        self._say(say)

    def _say(self, text: str) -> None:
        """Print words of the lesson, wrapped to the width of a terminal."""
        if text:
            self.out("\n".join(wrapped(text, TERMINAL)))


def asked_for(text: str, own: str) -> str | None:
    """The system whose lesson is asked for: the named one, or that of the match."""
    found = LEARN.fullmatch(text.strip())
    if found is None:
        return None
    named = (found[1] or own).lower()
    close = [one for one in systems_taught() if one.startswith(named)]
    return named if named in close or len(close) != 1 else close[0]
