"""One part of the work: so many inputs at a door, and what was wrong with their answers.

What is answered in a way that is new joins the texts that the next ones are made of.
"""

import hashlib
import random
import time
import traceback
from dataclasses import dataclass, field

from tests.hostile.changing import changed
from tests.hostile.doors import DOORS

SECONDS = 10.0
"""So many seconds of this processor's time an input may take, warm-ups aside."""

KEPT = 400
"""So many texts are kept to be changed further."""


@dataclass
class Tried:
    """What came of a part."""

    door: str
    tried: int = 0
    answers: set[str] = field(default_factory=set)
    slowest: float = 0.0
    wrong: list[str] = field(default_factory=list)


def part(door: str, seed: str, count: int) -> Tried:
    """So many inputs; the same seed tries the same."""
    dice, tried = random.Random(f"{door} {seed}"), Tried(door)
    corpus = list(DOORS[door].seeds())
    DOORS[door].hear(corpus[0])
    for _ in range(count):
        text = changed(dice.choice(corpus), dice, corpus, DOORS[door].longest)
        begun = time.process_time()
        try:
            answer = DOORS[door].hear(text)
        except Exception as error:
            where = traceback.extract_tb(error.__traceback__)[-1]
            told = f"{type(error).__name__}: {error} ({where.filename}:{where.lineno})"
            tried.wrong.append(f"{door} {seed}: {told[:400]} by {text[:300]!r}")
            answer = ""
        spent = time.process_time() - begun
        tried.tried += 1
        tried.slowest = max(tried.slowest, spent)
        if spent > SECONDS:
            tried.wrong.append(f"{door} {seed}: {spent:.0f} s for {text[:300]!r}")
        sort = hashlib.sha256(answer.encode(errors="replace")).hexdigest()[:12]
        if answer and sort not in tried.answers:
            tried.answers.add(sort)
            corpus = [*corpus, text][-KEPT:] if len(corpus) >= KEPT else [*corpus, text]
    return tried
