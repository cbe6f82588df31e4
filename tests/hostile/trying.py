"""Try one input at a door: what sort of answer it got, how much work that was, and what was wrong.

Work is counted in function calls, also of the threads beside the event loop, so that the same input
counts the same on every machine.  `part` tries random inputs, also in the suite.
"""

import hashlib
import random
import threading
import time
import traceback
from cProfile import Profile
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

from bot.referee import beside
from tests.hostile.changing import changed
from tests.hostile.doors import DOORS

SECONDS = 30.0
"""Seconds of CPU after which an input counts as wrong, even if few functions were called."""

KEPT = 400
"""How many texts are kept to be changed further."""


class InPlace:
    """A thread that does its work in `start`, in the caller's thread, so that it is counted."""

    def __init__(self, target: Any, **_: Any) -> None:
        self._target = target

    def start(self) -> None:
        """Do the work."""
        self._target()


def count_in_place() -> None:
    """Make this process do the work in its main thread that threads do beside the event loop."""
    given: Any = {**vars(threading), "Thread": InPlace}
    vars(beside)["threading"] = SimpleNamespace(**given)


@dataclass
class Tried:
    """The results of a part."""

    door: str
    tried: int = 0
    answers: set[str] = field(default_factory=set)
    most: int = 0
    """Function calls of the input that took the most."""
    slowest: float = 0.0
    spent: float = 0.0
    reached: int = 0
    """Branches of the program that all inputs together took; 0 without Atheris."""
    wrong: list[str] = field(default_factory=list)

    def add(self, other: "Tried") -> None:
        """Add the results of another part."""
        self.tried += other.tried
        self.answers |= other.answers
        self.most = max(self.most, other.most)
        self.slowest = max(self.slowest, other.slowest)
        self.spent += other.spent
        self.reached = max(self.reached, other.reached)
        self.wrong += other.wrong


def attempt(tried: Tried, text: str) -> str:
    """Bring one text to the door and note what comes of it; returns a hash of the sort of answer,
    or nothing if it failed."""
    door, counter = DOORS[tried.door], Profile(subcalls=False, builtins=False)
    begun, answer, wrong = time.process_time(), "", ""
    counter.enable()
    try:
        answer = door.hear(text)
    except Exception as error:
        where = traceback.extract_tb(error.__traceback__)[-1]
        wrong = f"{type(error).__name__}: {error} ({where.filename}:{where.lineno})"
    finally:
        counter.disable()
    calls = sum(one.callcount for one in counter.getstats())
    spent = time.process_time() - begun
    if calls > door.most:
        wrong = wrong or f"{calls:,} calls"
    if spent > SECONDS:
        wrong = wrong or f"{spent:.0f} s"
    if wrong:
        tried.wrong.append(f"{tried.door}: {wrong[:400]} by {text[:300]!r}")
    tried.tried += 1
    tried.most, tried.slowest = max(tried.most, calls), max(tried.slowest, spent)
    if not answer:
        return ""
    sort = hashlib.sha256(answer.encode(errors="replace")).hexdigest()[:12]
    tried.answers.add(sort)
    return sort


def warm(door: str) -> None:
    """Bring the seeds to a door, so that what is built once does not count as work of an input."""
    count_in_place()
    for text in DOORS[door].seeds():
        DOORS[door].hear(text)


def part(door: str, seed: str, count: int) -> Tried:
    """Try `count` random inputs; the same seed tries the same."""
    dice, tried = random.Random(f"{door} {seed}"), Tried(door)
    corpus = list(DOORS[door].seeds())
    warm(door)
    began = time.process_time()
    for _ in range(count):
        text = changed(dice.choice(corpus), dice, corpus, DOORS[door].longest)
        known = len(tried.answers)
        attempt(tried, text)
        if len(tried.answers) > known:
            corpus = [*corpus, text][-KEPT:]
    tried.spent = time.process_time() - began
    return tried
