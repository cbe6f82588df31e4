"""`python -m tests.training`: learn the weights of the reader from the corpus, and write them."""

import argparse
import json
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from bot.reading.decide import readings_of, structural
from bot.reading.proposing import proposed
from grammar.doubt.beside import WORRY, facts_beside
from grammar.reader.candidates import Stretch
from grammar.reader.chart import chart_of
from grammar.reader.shape import shape
from grammar.reader.tokens import tokens_of
from grammar.reader.weights import NOTHING, SCALE, Weights, weighed
from rules import games
from tests.places import CORPUS, PHRASINGS, ROOT
from tests.training.corpus import Example, examples, frames, rows_meant
from tests.training.learn import Choice, learn_facts, learn_rows, learn_whether

FILE = ROOT / "grammar" / "reader" / "weights.json"
MOST_WORDS = 60
REAL = 4
"""A sentence of a writer who saw neither the reader nor its corpus counts so often."""

LEAST = SCALE * 37 // 200
"""Weights nearer to nothing are left out."""

BEGIN = {
    "unused=own": -2.0, "unused=foe": -2.0, "unused=place": -2.5, "unused=weapon": -1.5,
    "unused=heading": -2.0, "unused=number": -0.5, "unused=force": -2.5, "missing=foe": -0.8,
    "missing=own": -1.5, "missing=place": -1.0, "subject=open": -3.0, "subject=same": -0.5,
    "stands": 2.5, "refused in part": -0.5, "phase=elsewhere": -1.0, "who=spent": -0.5,
    "bears=none": -2.0, "bears=all": 0.5, "again": 0.0, "instead": -1.5, "forget": -1.5,
    "named before": 0.5, "less": -2.0, "spoken=0": -1.5,
}  # fmt: skip
"""Where learning begins, so that the first readings are not senseless."""


def main() -> None:
    """Learn every system, or those named."""
    parser = argparse.ArgumentParser(prog="python -m tests.training", description=__doc__)
    parser.add_argument("--system", action="append", help="learn this system alone")
    parser.add_argument("--most", type=int, default=700, help="sentences tried on a match, each")
    parser.add_argument("--data", type=Path, action="append", help="folders of the corpus")
    chosen = parser.parse_args()
    systems = [game.id for game in games()] if chosen.system is None else chosen.system
    systems = [one for one in systems if one]
    folders = chosen.data or [PHRASINGS]
    known = json.loads(FILE.read_text(encoding="utf-8")) if FILE.is_file() else {}
    known[WORRY] = rounded(learn_whether(list(_beside(CORPUS / "frames" / "train"))))
    write(known)
    if not systems:
        return
    with ProcessPoolExecutor(2) as pool:
        work = [(system, folders, chosen.most) for system in systems]
        for system, found in zip(systems, pool.map(learned, *zip(*work, strict=True)), strict=True):
            known[system] = found
            write(known)


def write(known: Mapping[str, object]) -> None:
    """The weights as they are shipped, a system a line."""
    text = json.dumps(known, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    FILE.write_text(text.replace('},"', '},\n"') + "\n", encoding="utf-8")


def _beside(path: Path) -> Iterator[tuple[tuple[str, ...], bool]]:
    """What is known of the words around orders, and whether they speak against them."""
    for frame in frames(path):
        before, _, behind = frame.text.partition("{}")
        yield facts_beside(before, behind), not frame.stands


def learned(system: str, folders: Sequence[Path], most: int) -> Mapping[str, object]:
    """The weights of a system: by word its rows, and by name the other facts."""
    begun = time.monotonic()
    corpus = [one for folder in folders for one in examples(folder, system)]
    rows = learn_rows(_with_rows(corpus))
    facts = dict(BEGIN)
    for word, own in rows.items():
        for row, weight in own.items():
            facts[_fact(row, word)] = weight
    print(
        f"{system}: {len(corpus)} sentences, rows in {time.monotonic() - begun:.0f} s", flush=True
    )
    choices: list[Choice] = []
    for turn, size in enumerate((most // 4, most)):
        weights = weighed(rounded(facts))
        some = _some(corpus, size)
        found = list(zip(some, map_choices(some, weights), strict=True))
        choices = [one for _, one in found if one is not None]
        real = [one for example, one in found if one is not None and example.author]
        facts = learn_facts([*choices, *real * (REAL - 1)], facts)
        reached = sum(bool(one.right) for one in choices)
        print(
            f"{system}: turn {turn}: {reached} of {len(choices)} among the candidates, "
            f"{time.monotonic() - begun:.0f} s",
            flush=True,
        )
    return rounded(facts)


def _fact(row: str, word: str) -> str:
    if row == NOTHING:
        return f"{NOTHING}|{word}" if word else NOTHING
    return f"{row}|{word}" if word else f"row={row}"


def rounded(facts: Mapping[str, float]) -> dict[str, int]:
    """Weights as whole numbers; those near nothing are left out."""
    whole = {fact: round(weight * SCALE) for fact, weight in facts.items()}
    return {fact: weight for fact, weight in sorted(whole.items()) if abs(weight) >= LEAST}


def _with_rows(corpus: Iterable[Example]) -> list[tuple[tuple[str, ...], str]]:
    found = []
    for one in corpus:
        rows = rows_meant(one) if one.orders else [NOTHING]
        if rows is not None and len(set(rows)) == 1:
            found += [(_words(one), rows[0])] * (REAL if one.author else 1)
    return found


def _words(one: Example) -> tuple[str, ...]:
    words: list[str] = []
    for sentence in shape(one.text).sentences:
        tokens = tokens_of(sentence.text)
        if 0 < len(tokens) <= MOST_WORDS:
            words += Stretch(chart_of(tokens, one.world), 0, len(tokens), one.world).words
    return tuple(dict.fromkeys(words))


def _some(corpus: Sequence[Example], size: int) -> list[Example]:
    """So many sentences that order something, from all over the corpus; the longest of them."""
    orders = [one for one in corpus if one.orders]
    real = [one for one in orders if one.author]
    orders = [one for one in orders if not one.author]
    orders.sort(key=lambda one: (-min(len(one.text) // 20, 6), hash_of(one.text)))
    half = orders[: size // 2]
    rest = sorted(orders[size // 2 :], key=lambda one: hash_of(one.text))
    return [*real, *half, *rest[: max(0, size - len(half) - len(real))]]


def hash_of(text: str) -> int:
    """A number that follows from a text, the same everywhere."""
    number = 7
    for sign in text:
        number = (number * 31 + ord(sign)) % 1_000_003
    return number


def map_choices(corpus: Iterable[Example], weights: Weights) -> Iterable[Choice | None]:
    """For each sentence everything that could be meant, and which of it is."""
    for one in corpus:
        meant = one.meant()
        known: tuple[tuple[str, ...], ...] = ()
        if one.author:  # what was there before the reader was, it reads
            read = structural(one.game, one.state, one.world.seat, one.text)
            if read.kind != "run":
                known = readings_of(one.game, one.state, one.world.seat, one.text, read)
        found = proposed(one.game, one.state, one.world, one.text, weights, known)
        right = frozenset(
            at
            for at, each in enumerate(found)
            if each.trial.rule == meant.rule and each.trial.state == meant.state
        )
        yield Choice(tuple(each.facts for each in found), right) if found else None


if __name__ == "__main__":
    main()
