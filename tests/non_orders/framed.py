"""Orders inside words that keep them from being carried out."""

import random
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice

from bot.doors.measure import said
from tests.non_orders.seeds import Seed, seeds, turned_round
from tests.non_orders.trying import Tried, is_quiet, outcome_of
from tests.places import CORPUS, TESTS
from tests.training.corpus import frames

OF_A_FOE = "told of a foe"
KINDS = TESTS / "non_orders" / "frames.toml"
PER_SEED = 20
"""How many frames each order is tried in."""


@dataclass(frozen=True, slots=True)
class Around:
    """Words around an order, written `{}`, and their kind (`prediction`, `report`, ..)."""

    kind: str
    text: str


@cache
def barring(parts: tuple[str, ...] = ("train",)) -> tuple[Around, ...]:
    """Frames in which nothing is ordered: those of `frames.toml` by kind, and those of people in
    these parts of the corpus by author."""
    kinds = tomllib.loads(KINDS.read_text(encoding="utf-8"))
    made = [Around(kind, text) for kind, texts in kinds.items() for text in texts]
    written = (one for part in parts for one in frames(CORPUS / "frames" / part))
    return (*made, *(Around(f"by {one.author}", one.text) for one in written if not one.stands))


def framed(
    system: str, dice: random.Random, around: Sequence[Around], each: int = PER_SEED
) -> Iterator[Tried]:
    """Try an endless stream of orders of a system in frames, each order in `each` of them."""
    kinds: dict[str, list[Around]] = {}
    for one in around:
        kinds.setdefault(one.kind, []).append(one)
    for seed in seeds(system, dice):
        for _ in range(each):
            frame = dice.choice(kinds[dice.choice(list(kinds))])
            yield try_frame(seed, frame, dice)


def try_frame(seed: Seed, frame: Around, dice: random.Random) -> Tried:
    """Say an order in a frame, as a command and in plain chat, and judge what comes of it."""
    order = turned_round(seed, dice) if frame.kind == OF_A_FOE else seed.text
    text = frame.text.replace("{}", order)
    came, room = seed.hear(text), seed.hear(text, "chat")
    wrong = came if came.filed else room
    return Tried(
        seed.system, frame.kind, seed.text, text, outcome_of(came),
        bool(wrong.filed), is_quiet(room), said(wrong),
    )  # fmt: skip


def sample(system: str, seed: str, count: int, parts: tuple[str, ...] = ("train",)) -> list[Tried]:
    """Try `count` orders of a system in frames; the same seed tries the same."""
    dice = random.Random(f"{system} framed {seed}")
    return list(islice(framed(system, dice, barring(parts)), count))
