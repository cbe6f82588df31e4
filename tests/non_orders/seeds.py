"""Orders that are carried out as they stand: in the law's words, and in free ones of the corpus."""

import asyncio
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from bot.cases.casefile import Phrase
from bot.doors.measure import Came, Paper
from bot.doors.saying import Door
from bot.match.tree import Match
from bot.reading.world import world_of
from grammar.doubt.marks import found
from grammar.doubt.message import said_in
from grammar.reader.shape import shape
from grammar.reader.tokens import tokens_of
from grammar.reader.world import World
from tests.reader_mutants import scenes

MOST_LISTED = 150
"""How many legal orders of a unit are listed at most before one is chosen."""

OWN_SIGNS = re.compile(r"//|#|\?|\n|>|~~|\[|\"")
"""Signs of a comment, question, quote or second line: a frame around them would mean something
else."""


@dataclass(frozen=True)
class Seed:
    """An order of a seat in a match, and what comes of it."""

    system: str
    match: Match
    seat: int
    text: str
    came: Came

    @property
    def world(self) -> World:
        """The match as this seat knows it."""
        return world_of(self.match.game, self.match.state, self.seat)

    @property
    def sentences(self) -> tuple[str, ...]:
        """What was filed, in the law's words."""
        return tuple(" then ".join(map(str, one.orders)) for one in self.came.filed)

    def hear(self, text: str, door: Door = "command") -> Came:
        """Say another text in its place."""
        return heard(self.match, self.seat, text, door)


def heard(match: Match, seat: int, text: str, door: Door = "command") -> Came:
    """Say a text to a fresh copy of the match, and return what comes of it."""
    with asyncio.Runner() as runner:
        return runner.run(Paper(match).say(seat, text, door))


def seeds(system: str, dice: random.Random) -> Iterator[Seed]:
    """An endless stream of orders of one sentence, about half of them in the law's own words."""
    pool = [(scene, phrase) for scene, phrase in scenes(system) if phrase.seat]
    while True:
        scene, phrase = dice.choice(pool)
        match = scene.match
        if dice.random() < 0.5:
            text = _of_the_law(match, phrase.seat, dice)
        else:
            text = phrase.text if _orders(phrase) else ""
        text = text.strip().rstrip(".!")
        if text and is_plain(text) and (seed := _seed(system, match, phrase.seat, text)):
            yield seed


def real_seeds(system: str, dice: random.Random) -> Iterator[Seed]:
    """An endless stream of messages that are carried out, as people wrote them."""
    pool = [one for part in ("train", "dev") for one in scenes(system, part)]
    pool = [(scene, phrase) for scene, phrase in pool if phrase.seat and _orders(phrase)]
    while True:
        scene, phrase = dice.choice(pool)
        if seed := _seed(system, scene.match, phrase.seat, phrase.text):
            yield seed


def _seed(system: str, match: Match, seat: int, text: str) -> Seed | None:
    came = heard(match, seat, text)
    return Seed(system, match, seat, text, came) if came.filed and not came.rules else None


def _orders(phrase: Phrase) -> bool:
    return phrase.means not in ("?", "-")


def is_plain(text: str) -> bool:
    """Is this one sentence without denial, condition or time, and without any of `OWN_SIGNS`?"""
    words = [token.word for token in tokens_of(text) if token.sort != "sign"]
    if OWN_SIGNS.search(text) or found(words, "denial", "condition", "withdrawal", "time"):
        return False
    return len(shape(text).sentences) == 1


def _of_the_law(match: Match, seat: int, dice: random.Random) -> str:
    """A random order that this seat may give now; empty if there is none."""
    world = world_of(match.game, match.state, seat)
    unit = dice.choice(["", *(one.ref for one in world.own)])
    legal = match.game.legal(match.state, seat, unit or None)
    listed = [str(order) for order in islice(legal, MOST_LISTED)]
    return dice.choice(listed) if listed else ""


WILL = ("will", "wants to", "plans to", "is about to", "will surely", "did")


def turned_round(seed: Seed, dice: random.Random) -> str:
    """The order with own units and those of the foe exchanged; if it names no own unit, a sentence
    which says that another seat does it."""
    world, tokens = seed.world, tokens_of(seed.text)
    mine = [one.spoken for one in world.own if "/" not in one.spoken]
    foes = [one.spoken for one in world.things if one.seat not in (0, seed.seat)]
    foes = [one for one in foes if "/" not in one]
    text, at, own = "", 0, False
    for one in said_in(tokens, world):
        units = [value for value in one.values if value.kind == "units"]
        if not (units and foes and mine):
            continue
        ones_own = any(value.side == "own" for value in units)
        text += seed.text[at : tokens[one.start].start] + dice.choice(foes if ones_own else mine)
        at, own = tokens[one.end - 1].end, own or ones_own
    if own:
        return text + seed.text[at:]
    other = dice.choice([one for one in world.seats if one != seed.seat])
    return f"army {other} {dice.choice(WILL)} {seed.text}"
