"""`python -m tests.training`: learn the weights of the reader from the corpus, write them, and
print how well it then reads."""

import argparse
import json
import time
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from itertools import repeat
from pathlib import Path

from bot.reading.decide import readings_of, structural
from bot.reading.proposing import proposed
from grammar.doubt import Message, ReadSentence
from grammar.doubt.around import AROUND, ORDER, facts_around, outline, outline_of_frame
from grammar.doubt.beside import WORRY, facts_beside
from grammar.doubt.certain import CERTAIN
from grammar.doubt.marks import marks
from grammar.reader.candidates import SEAMS, Stretch, parts_of
from grammar.reader.chart import chart_of
from grammar.reader.shape import shape
from grammar.reader.tokens import tokens_of
from grammar.reader.weights import (
    NOTHING,
    RANKS,
    SCALE,
    Weights,
    packed,
    unpacked,
    weighed,
    weights_of,
)
from rules import games
from tests.non_orders.framed import KINDS
from tests.places import CORPUS, PHRASINGS, ROOT
from tests.training.certain import FOLDS, Known, fold_of, known_of
from tests.training.certain import RARE as SELDOM
from tests.training.corpus import Example, examples, frames, rows_meant
from tests.training.learn import Choice, learn_facts, learn_rows, learn_whether
from tests.training.measure import Ranked, at_the_door, calibration, curve, door_tables, ranked

FILE = ROOT / "grammar" / "reader" / "weights.json"
MOST_WORDS = 60
REAL = 4
"""How often a sentence counts whose writer saw neither the reader nor its corpus."""

RARE, BESIDE = 3, 8
"""In how many examples a fact must occur to be learnt: of the words around orders, and beside."""

LEAST, LEAST_WORD, LEAST_RANK = SCALE * 37 // 200, SCALE // 4, SCALE // 10
"""Weights nearer to 0 are left out: in general, of words that propose, and of facts that rank."""

LEAST_AROUND, LEAST_CERTAIN = SCALE // 4, SCALE * 39 // 200
"""The same for the words around orders, and for what makes an order certain."""

SHARES, SHARES_OF_PART = (4, 1), (4, 2)
"""One in so many sentences is tried in each turn.  The first turn only finds where the second
begins; for that, half of them are enough if only a part of the authors is learnt from."""

PASSES, DECAY = 8, 0.0003
"""How the facts that rank are learnt: from `BEGIN` again, without the words that propose."""

Learnt = tuple[Mapping[str, int], Mapping[str, int]]
"""Weights that propose candidates, and weights that rank them."""

Outline = tuple[tuple[str, ...], bool, str]
"""The words around an order, whether they speak against it, and who wrote them."""

BEGIN = {
    "unused=own": -2.0, "unused=foe": -2.0, "unused=place": -2.5, "unused=weapon": -1.5,
    "unused=heading": -2.0, "unused=number": -0.5, "unused=force": -2.5, "missing=foe": -0.8,
    "missing=own": -1.5, "missing=place": -1.0, "subject=open": -3.0, "subject=same": -0.5,
    "stands": 2.5, "refused in part": -0.5, "phase=elsewhere": -1.0, "who=spent": -0.5,
    "bears=none": -2.0, "bears=all": 0.5, "again": 0.0, "instead": -1.5, "forget": -1.5,
    "named before": 0.5, "less": -2.0, "spoken=0": -1.5,
}  # fmt: skip
"""The weights that learning begins with, so that the first readings make sense."""


def main() -> None:
    """Learn and measure every system, or those named."""
    parser = argparse.ArgumentParser(prog="python -m tests.training", description=__doc__)
    parser.add_argument("--system", action="append", help="learn this system alone")
    parser.add_argument("--most", type=int, default=700, help="sentences tried on a match, each")
    parser.add_argument("--data", type=Path, action="append", help="folders of the corpus")
    parser.add_argument("--measure", action="store_true", help="learn nothing, only measure")
    parser.add_argument("--processes", type=int, default=2)
    chosen = parser.parse_args()
    systems = [game.id for game in games()] if chosen.system is None else chosen.system
    systems = [one for one in systems if one]
    folders = chosen.data or [PHRASINGS]
    if not chosen.measure:
        with ProcessPoolExecutor(chosen.processes) as pool:
            teach(pool, systems, folders, chosen.most)
    if systems:
        with ProcessPoolExecutor(chosen.processes) as pool:  # new processes load the new weights
            measure(pool, systems, folders, chosen.most)


def teach(pool: Executor, systems: Sequence[str], folders: Sequence[Path], most: int) -> None:
    """Learn the weights of these systems, and of the words around and beside orders; write them."""
    kept = json.loads(FILE.read_text(encoding="utf-8")) if FILE.is_file() else {}
    known: dict[str, Mapping[str, int]] = {name: unpacked(one) for name, one in kept.items()}
    known[WORRY] = rounded(learn_whether(often(_beside(CORPUS / "frames" / "train"), BESIDE)))
    outlines = list(_around([game.id for game in games()], folders))
    known[AROUND] = learn_around(outlines)
    write(known)
    work = pool.map(learned, systems, repeat(folders), repeat(most))
    for system, found in zip(systems, work, strict=True):
        known[system], known[f"{system} {RANKS}"] = found
        write(known)
    if len(systems) == len(games()):  # certainty holds for all systems, so it is learnt from all
        certain = learn_certain(pool, systems, folders, most // 2, outlines)
        known[CERTAIN] = rounded(certain, LEAST_CERTAIN)
        write(known)


def measure(pool: Executor, systems: Sequence[str], folders: Sequence[Path], most: int) -> None:
    """Print how well `dev` is read, and how good the ranking is if it learns from half of the
    authors or from all."""
    heard = pool.map(at_the_door, repeat(CORPUS / "dev"), systems)
    for text in door_tables([one for some in heard for one in some]):
        print(f"\n{text}", flush=True)
    halves = pool.map(learned, systems, repeat(folders), repeat(most // 2), repeat("half"))
    points: dict[str, Sequence[Learnt | None]] = {
        "half of the authors": list(halves),
        "all of `train`": [None] * len(systems),
    }
    found = {
        name: [one for some in pool.map(ranking, systems, weights) for one in some]
        for name, weights in points.items()
    }
    print(f"\n{curve(found)}\n\n{calibration(found['all of `train`'])}")


def ranking(system: str, learnt: Learnt | None) -> list[Ranked]:
    """Rank the orders of `dev`, with these weights or (None) with those that are shipped."""
    weights = weights_of(system) if learnt is None else weighed(*learnt)
    return ranked(examples(CORPUS / "dev", system), weights)


def write(known: Mapping[str, Mapping[str, int]]) -> None:
    """Write all weights to `FILE` as they are shipped, one line for each system."""
    lines = (
        f"{json.dumps(name)}:{json.dumps(packed(facts), ensure_ascii=False, separators=(',', ':'))}"
        for name, facts in sorted(known.items())
    )
    FILE.write_text("{" + ",\n".join(lines) + "}\n", encoding="utf-8")


def _beside(path: Path) -> Iterator[Known]:
    """For each frame the facts of its words, and whether they speak against the order in it."""
    for frame in frames(path):
        before, _, behind = frame.text.partition("{}")
        yield facts_beside(before, behind), not frame.stands


def learn_around(outlines: Iterable[Outline], but: int | None = None) -> dict[str, int]:
    """Learn how much the words around orders speak against them, from all authors, or from all but
    those of one part (`but`)."""
    own = (one for one in outlines if but is None or fold_of(one[2]) != but)
    found = ((facts_around(words), against) for words, against, _ in own)
    known = often((one for one in found if one[0]), RARE)
    return rounded(learn_whether(known, rate=0.05), LEAST_AROUND)


def learn_certain(
    pool: Executor,
    systems: Sequence[str],
    folders: Sequence[Path],
    most: int,
    outlines: Sequence[Outline],
) -> dict[str, float]:
    """Learn how much each fact speaks for or against the likeliest order being meant.

    The messages of each part of the authors are ranked with weights learnt from the other parts.
    """
    found = list[Known]()
    for fold in range(FOLDS):
        others = pool.map(learned, systems, repeat(folders), repeat(most), repeat(f"but {fold}"))
        weights = [weighed(*one) for one in others]
        around = weighed(learn_around(outlines, fold), {})
        known = pool.map(known_of, systems, repeat(folders), repeat(fold), weights, repeat(around))
        found += [one for some in known for one in some]
    return learn_whether(often(found, SELDOM), rate=0.05, decay=0.002)


def often(sentences: Iterable[Known], least: int) -> list[Known]:
    """The examples with only those facts that occur in at least `least` of them."""
    found = list(sentences)
    counted = Counter(fact for facts, _ in found for fact in facts)
    return [(tuple(fact for fact in facts if counted[fact] >= least), yes) for facts, yes in found]


def _around(systems: Sequence[str], folders: Sequence[Path]) -> Iterator[Outline]:
    """Words around orders to learn from: frames of people and of the kinds of non-orders, harmless
    phrases, and the orders of the corpus."""
    for frame in frames(CORPUS / "frames" / "train"):
        yield outline_of_frame(frame.text), not frame.stands, frame.author
    for texts in tomllib.loads(KINDS.read_text(encoding="utf-8")).values():
        yield from ((outline_of_frame(text), True, "") for text in texts)
    for row in sorted(marks()["harmless"]):
        yield (ORDER, ",", *row), False, ""
        yield (*row, ",", ORDER), False, ""
    for one in (
        one for system in systems for folder in folders for one in examples(folder, system)
    ):
        if one.orders:
            words = outline(Message(one.text, tuple(map(ReadSentence, one.sentences)), one.world))
            yield from [(words, False, one.author)] * (REAL if one.author else 1)


def learned(system: str, folders: Sequence[Path], most: int, whom: str = "all") -> Learnt:
    """Learn the weights of a system.  `whom`: from `all` authors of the corpus, from `half` of
    them, or from all but those of one part (`but 0`: all but the first)."""
    begun = time.monotonic()
    corpus = [one for folder in folders for one in examples(folder, system)]
    if whom == "half":
        corpus = list(half_of(corpus))
    elif whom != "all":
        fold = int(whom.removeprefix("but "))
        corpus = [one for one in corpus if not one.author or fold_of(one.author) != fold]
    rows = learn_rows(with_rows(corpus))
    facts = dict(BEGIN)
    for word, own in rows.items():
        for row, weight in own.items():
            facts[_fact(row, word)] = weight
    print(
        f"{system}: {len(corpus)} sentences, rows in {time.monotonic() - begun:.0f} s", flush=True
    )
    compared: list[Choice] = []
    for turn, share in enumerate(SHARES if whom == "all" else SHARES_OF_PART):
        weights = weighed(rounded(facts))
        some = _some(corpus, most // share, share)
        found = list(zip(some, map_choices(some, weights), strict=True))
        choices = [one for _, one in found if one is not None]
        real = [one for example, one in found if one is not None and example.author]
        reached, tried = sum(bool(one.right) for one, _ in choices), len(choices)
        choices += real * (REAL - 1)
        facts = learn_facts([one for one, _ in choices], facts)
        compared = [one for _, one in choices]
        print(
            f"{system}: turn {turn}: {reached} of {tried} among the candidates, "
            f"{time.monotonic() - begun:.0f} s",
            flush=True,
        )
    ranks = learn_facts(compared, BEGIN, PASSES, decay=DECAY)
    return rounded(facts, LEAST_WORD), rounded(ranks, LEAST_RANK)


def half_of(corpus: Sequence[Example]) -> Iterator[Example]:
    """The sentences of half of the authors, that is, of the files; likewise of the files that name
    no author."""
    for named in (True, False):
        some = [one for one in corpus if bool(one.author) is named]
        files = sorted({one.file for one in some}, key=lambda one: hash_of(Path(one).stem))
        kept = files[: len(files) // 2]
        yield from (one for one in some if one.file in kept)


def _fact(row: str, word: str) -> str:
    if row == NOTHING:
        return f"{NOTHING}|{word}" if word else NOTHING
    return f"{row}|{word}" if word else f"row={row}"


def rounded(facts: Mapping[str, float], least: int = LEAST) -> dict[str, int]:
    """Weights as whole numbers, in thousandths; those nearer to 0 than `least` are left out."""
    whole = {fact: round(weight * SCALE) for fact, weight in facts.items()}
    return {fact: weight for fact, weight in sorted(whole.items()) if abs(weight) >= least}


def with_rows(corpus: Iterable[Example]) -> list[tuple[tuple[str, ...], str]]:
    """For sentences of one sort of order, and for parts of sentences of several: the words, and the
    row that they speak for."""
    found = []
    for one in corpus:
        meant = rows_meant(one) if one.orders else [("", NOTHING)]
        rows = {row for _, row in meant or ()}
        known = [(_words(one), *rows)] if len(rows) == 1 else _by_parts(one, meant or ())
        found += [*known] * (REAL if one.author else 1)
    return found


def _stretches(one: Example, whole: bool) -> Iterator[Stretch]:
    """The sentences of a message, or their parts."""
    for sentence in shape(one.text).sentences:
        tokens = tokens_of(sentence.text)
        if 0 < len(tokens) <= MOST_WORDS:
            chart = chart_of(tokens, one.world)
            for begin, end in [(0, len(tokens))] if whole else parts_of(chart):
                yield Stretch(chart, begin, end, one.world)


def _words(one: Example) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word for some in _stretches(one, True) for word in some.words))


def _by_parts(
    one: Example, meant: Sequence[tuple[str, str]]
) -> Iterator[tuple[tuple[str, ...], str]]:
    """The part of the message that says each order, if one alone shares most words with it."""
    parts = [(some.words, {token.word for token in some.tokens}) for some in _stretches(one, False)]
    found = Counter[int]()
    chosen: list[tuple[int, str]] = []
    for sentence, row in meant:
        words = {token.word for token in tokens_of(sentence) if token.word not in SEAMS}
        shared = [len(words & said) for _, said in parts]
        most = max(shared, default=0)
        if most and shared.count(most) == 1:
            chosen.append((shared.index(most), row))
            found[shared.index(most)] += 1
    yield from ((parts[at][0], row) for at, row in chosen if found[at] == 1)


def _some(corpus: Sequence[Example], size: int, share: int) -> list[Example]:
    """About `size` sentences that order something: of those by named authors one in `share`; of the
    others the longest, and then some from all over the corpus."""
    orders = [one for one in corpus if one.orders]
    real = [one for one in orders if one.author][::share]
    orders = [one for one in orders if not one.author]
    orders.sort(key=lambda one: (-min(len(one.text) // 20, 6), hash_of(one.text)))
    half = orders[: size // 2]
    rest = sorted(orders[size // 2 :], key=lambda one: hash_of(one.text))
    return [*real, *half, *rest[: max(0, size - len(half) - len(real))]]


def hash_of(text: str) -> int:
    """A hash of a text that is the same on every machine."""
    number = 7
    for sign in text:
        number = (number * 31 + ord(sign)) % 1_000_003
    return number


def map_choices(
    corpus: Iterable[Example], weights: Weights
) -> Iterable[tuple[Choice, Choice] | None]:
    """For each sentence all candidates, and which of them are meant: once with the facts of how
    each was found, once with those of how it compares with the message too.  None if there are no
    candidates."""
    for one in corpus:
        meant = one.meant()
        known: tuple[tuple[str, ...], ...] = ()
        if one.author:  # the others are older than the reader, and structure alone reads them
            read = structural(one.game, one.state, one.world.seat, one.text)
            if read.kind != "run":
                known = readings_of(one.game, one.state, one.world.seat, one.text, read)
        found = proposed(one.game, one.state, one.world, one.text, weights, known)
        right = frozenset(at for at, each in enumerate(found) if each.trial.same_as(meant))
        own = Choice(tuple(each.facts for each in found), right)
        whole = Choice(tuple((*each.facts, *each.compared) for each in found), right)
        yield (own, whole) if found else None


if __name__ == "__main__":
    main()
