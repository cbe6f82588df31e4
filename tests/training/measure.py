"""How well the reader reads `dev`, which it did not learn from: at the door, and its ranking."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from bot.cases.casefile import files_of, read_phrases
from bot.doors.measure import OUTCOMES, Outcome, run_block
from bot.reading.decide import readings_of, structural
from bot.reading.proposing import proposed
from grammar.reader.weights import Weights
from tests.rates import Rate, table
from tests.training.corpus import Example, author_of

MARGINS = (0, 1_000, 2_000, 4_000, 8_000)
"""Where the bins of the calibration begin, in thousandths."""


# --- at the door ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Heard:
    """The outcome of one sentence that was said at the door."""

    system: str
    author: str
    orders: bool
    outcome: Outcome


def at_the_door(path: Path, system: str) -> list[Heard]:
    """Say every sentence of a system below a folder at the door."""
    return [
        Heard(system, author_of(file), one.phrase.means not in ("?", "-"), one.outcome)
        for file in files_of(path / system)
        for block in read_phrases(file)
        for one in run_block(block)
    ]


def door_tables(heard: Sequence[Heard]) -> Iterator[str]:
    """Tables of how many are right, offered, asked and misread: by system, by system for orders
    alone, and by author."""
    groups: dict[str, dict[str, list[Heard]]] = defaultdict(lambda: defaultdict(list))
    for one in heard:
        groups["system"][one.system].append(one)
        groups["system"]["all"].append(one)
        groups["author"][one.author].append(one)
        if one.orders:
            groups["system, orders alone"][one.system].append(one)
            groups["system, orders alone"]["all"].append(one)
    for name, group in groups.items():
        last = {one: one == "all" for one in group}
        rows = [
            (one, str(len(group[one])), *(str(_rate(group[one], kind)) for kind in OUTCOMES))
            for one in sorted(group, key=lambda one: (last[one], one))
        ]
        yield table((name, "sentences", *OUTCOMES), rows)


def _rate(heard: Sequence[Heard], outcome: Outcome) -> Rate:
    return Rate(sum(one.outcome == outcome for one in heard), len(heard))


# --- the ranking ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ranked:
    """The place in the ranking of what was meant, from 0 (-1: missing), and how far the first
    candidate is ahead of the next that would do something else."""

    place: int
    margin: int


def ranked(corpus: Iterable[Example], weights: Weights) -> list[Ranked]:
    """Rank the candidates of every sentence that orders something."""
    return [rank(one, weights) for one in corpus if one.orders]


def rank(one: Example, weights: Weights) -> Ranked:
    """Rank the candidates of a sentence, and find what was meant among them."""
    game, state, seat, meant = one.game, one.state, one.world.seat, one.meant()
    read = readings_of(game, state, seat, one.text, structural(game, state, seat, one.text))
    found = proposed(game, state, one.world, one.text, weights, read)
    outcomes = [(each.trial.rule, each.trial.state) for each in found]
    order = [at for at, each in enumerate(outcomes) if each not in outcomes[:at]]
    right = [at for at, each in enumerate(order) if outcomes[each] == (meant.rule, meant.state)]
    ahead = found[order[0]].score - found[order[1]].score if len(order) > 1 else MARGINS[-1]
    return Ranked(right[0] if right else -1, ahead if found else 0)


def curve(points: Mapping[str, Sequence[Ranked]]) -> str:
    """A table of how good the ranking is, by how much it learnt from."""
    rows = []
    for name, some in points.items():
        places = [one.place for one in some]
        near = sum(0 <= one < 3 for one in places)
        found = sum(one >= 0 for one in places)
        counts = (sum(one == 0 for one in places), near, found)
        rows.append((name, str(len(some)), *(str(Rate(one, len(some))) for one in counts)))
    head = ("learnt from", "orders of dev", "first", "among three", "among all")
    return table(head, rows)


def calibration(some: Sequence[Ranked]) -> str:
    """A table of how often the first candidate is right, by how far its score is ahead."""
    rows = []
    for low, high in zip(MARGINS, (*MARGINS[1:], None), strict=True):
        inside = [one for one in some if low <= one.margin and (high is None or one.margin < high)]
        right = sum(one.place == 0 for one in inside)
        name = f"{low / 1000:g} to {high / 1000:g}" if high else f"{low / 1000:g} and more"
        rows.append((name, str(len(inside)), str(Rate(right, len(inside)))))
    return table(("ahead by", "orders", "the first is right"), rows)
