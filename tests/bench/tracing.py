"""Traces what a bot does for a message: its steps, their times and their database statements."""

import functools
import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import Any

from sqlalchemy import Engine, event

from bot.store import Store
from bot.store.reading import Prepared, ReadConnection

Names = tuple[tuple[Any, str, str], ...]
"""Functions to watch: the class or module, the name of the function, and what to call the step."""


@dataclass
class Step:
    """One step: when it began, how long it took, how long the loop worked meanwhile, and how many
    statements read, wrote and committed."""

    name: str
    began: float
    took: float = 0.0
    worked: float = 0.0
    asked: int = 0
    wrote: int = 0
    flushes: int = 0


@dataclass
class Trace:
    """The steps in the order in which they began, and counts of statements so far."""

    steps: list[Step] = field(default_factory=list)
    asked: int = 0
    wrote: int = 0
    flushes: int = 0
    begun: float = field(default_factory=time.perf_counter)
    worked: float = field(default_factory=time.thread_time)

    def watch(self, names: Names) -> None:
        """Wrap these functions, so that each call becomes a step."""
        for owner, attribute, name in names:
            setattr(owner, attribute, self._watched(getattr(owner, attribute), name))

    def _watched(self, work: Callable[..., Any], name: str) -> Callable[..., Any]:
        @functools.wraps(work)
        async def awaited(*given: Any, **named: Any) -> Any:
            step = self.enter(name)
            try:
                return await work(*given, **named)
            finally:
                self.leave(step)

        @functools.wraps(work)
        def called(*given: Any, **named: Any) -> Any:
            step = self.enter(name)
            try:
                return work(*given, **named)
            finally:
                self.leave(step)

        return awaited if work.__code__.co_flags & 0x80 else called

    def enter(self, name: str) -> Step:
        """Begin a step."""
        now, worked = time.perf_counter(), time.thread_time()
        step = Step(name, now, -now, -worked)
        step.asked, step.wrote = -self.asked, -self.wrote
        step.flushes = -self.flushes
        self.steps.append(step)
        return step

    def leave(self, step: Step) -> None:
        """End a step: its figures become the differences since its beginning."""
        step.took += time.perf_counter()
        step.worked += time.thread_time()
        step.asked += self.asked
        step.wrote += self.wrote
        step.flushes += self.flushes

    def listen(self, store: Store) -> None:
        """Count the statements of a store."""
        self.count_rows()
        engines = [store.database.own, store.database._reader, store.database.engine.sync_engine]
        for engine in engines:
            if engine is not None:
                self._listen(engine)

    def count_rows(self) -> None:
        """Count prepared queries, which do not go through SQLAlchemy on a SQLite file."""
        rows = ReadConnection.rows

        async def counted(reading: ReadConnection, asked: Prepared, **values: Any) -> list[Any]:
            self.asked += 1
            return await rows(reading, asked, **values)

        setattr(ReadConnection, "rows", counted)  # noqa: B010

    def _listen(self, engine: Engine) -> None:
        def executed(_: Any, __: Any, statement: str, *___: Any) -> None:
            word = statement.split(maxsplit=1)[0].upper()
            if word in ("SELECT", "PRAGMA"):
                self.asked += 1
            elif word in ("INSERT", "UPDATE", "DELETE"):
                self.wrote += 1
            elif word == "COMMIT":
                self.flushes += 1

        event.listen(engine, "before_cursor_execute", executed)

    def told(self) -> str:
        """The trace as JSON; then it begins anew."""
        whole = {
            "steps": [asdict(step) for step in self.steps],
            "begun": self.begun,
            "worked": time.thread_time() - self.worked,
            "asked": self.asked,
            "wrote": self.wrote,
            "flushes": self.flushes,
        }
        self.steps = []
        self.asked = self.wrote = self.flushes = 0
        self.begun, self.worked = time.perf_counter(), time.thread_time()
        return json.dumps(whole)


def steps_of_a_message() -> Names:
    """The functions that are called between a message and the end of all that it causes."""
    from bot.chat.inbox import Inbox
    from bot.chat.marks import Marks
    from bot.doors import doors, filing, tables
    from bot.posts.announce import Announcer
    from bot.posts.living_posts import LivePost, LivingPosts
    from bot.posts.outbox import Outbox
    from bot.referee.service import Referee
    from bot.store import Mail

    return (
        (Inbox, "receive", "the message is dealt with"),
        (tables.Tables, "meant_by", "which match"),
        (doors, "is_talk", "an order, or talk?"),
        (filing, "secret_line", "is it for everybody's eyes?"),
        (filing.Filing, "_understood", "what is meant"),
        (filing.Filing, "_question", "is it to be asked about?"),
        (filing.Filing, "_filed", "filed"),
        (Referee, "_entry", "adjudicated"),
        (Announcer, "posts", "its posts"),
        (Store, "append", "written, with one flush"),
        (filing, "has_secrets", "is the receipt for everybody?"),
        (Marks, "_put", "the tick (HTTP)"),
        (Outbox, "flush", "what is to be sent"),
        (LivingPosts, "update", "the living posts"),
        (LivingPosts, "_update_turns", "the post of the turn (HTTP)"),
        (LivePost, "update", "the pinned post"),
        (Mail, "advance", "how far the channel is read"),
    )
