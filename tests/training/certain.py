"""Messages of known meaning, to learn from how certain it is that the likeliest order is meant.

They are phrases of the corpus, orders in frames of people, and orders in the frames of each kind
of non-order (`tests/non_orders`).
"""

import random
import tomllib
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from bot.reading.decide import as_read, structural
from bot.reading.proposing import proposed, weighing
from bot.reading.world import TriedSentences, try_out
from grammar.doubt import Message
from grammar.doubt.certain import UNWEIGHED, facts_of, told_around
from grammar.reader.weights import Weights
from rules import games
from tests.non_orders.framed import KINDS, OF_A_FOE
from tests.non_orders.seeds import is_plain
from tests.places import CORPUS
from tests.training.corpus import Example, examples, frames

MOST_OLD, MOST_OF_KINDS, MOST_SEEDS = 500, 250, 150
"""How many are used of a system: phrases that are older than the reader, orders in the frames of
the kinds of non-orders, and different orders to put into frames."""

REAL, RARE = 4, 3
"""How often a sentence counts whose writer saw neither the reader nor its corpus; in how many
messages a fact must occur to be learnt."""

FOLDS = 3
"""The number of parts into which the authors are split.  The sentences of one part are ranked with
weights learnt from the others: the ranking is surer of sentences it has learnt than of new ones."""

Facts = tuple[str, ...]
Known = tuple[Facts, bool]
"""The facts of a message, and whether it orders what is likeliest."""


def fold_of(author: str) -> int:
    """The part to which an author belongs; no author (an empty name) belongs to the first."""
    return sum(map(ord, author)) % FOLDS


def known_of(
    system: str, folders: Sequence[Path], fold: int, weights: Weights, around: Weights
) -> list[Known]:
    """The facts of the messages of a system that authors of one part wrote, and whether each orders
    what is likeliest.  `weights`, and those of the words `around` orders, were learnt from the
    other parts."""
    dice = random.Random(f"certain {system} {fold}")
    corpus = [one for folder in folders for one in examples(folder, system)]
    found: list[Known] = []
    for one in corpus:
        if one.author and fold_of(one.author) == fold:
            meant = one.meant() if one.orders else None
            found += _known(one, one.text, meant, weights) * REAL
    seeds = list(islice(_seeds(corpus, dice), MOST_SEEDS))
    for frame in frames(CORPUS / "frames" / "train"):
        if fold_of(frame.author) == fold and _falls_to(system, frame.text):
            one, order, trial = dice.choice(seeds)
            found += _known(one, frame.around(order), trial if frame.stands else None, weights)
    if fold == fold_of(""):
        old = [one for one in corpus if not one.author]
        for one in dice.sample(old, min(MOST_OLD, len(old))):
            found += _known(one, one.text, one.meant() if one.orders else None, weights)
        kinds = tomllib.loads(KINDS.read_text(encoding="utf-8"))
        barring = [text for kind, texts in kinds.items() if kind != OF_A_FOE for text in texts]
        for _ in range(MOST_OF_KINDS):
            one, order, _ = dice.choice(seeds)
            found += _known(one, dice.choice(barring).replace("{}", order), None, weights)
    return [((*facts, *told_around(facts, around)), meant) for facts, meant in found]


def _falls_to(system: str, text: str) -> bool:
    """Is a frame tried in a match of this system?  Each frame is tried in one system."""
    systems = sorted(game.id for game in games())
    return systems[sum(map(ord, text)) % len(systems)] == system


def _seeds(
    corpus: Sequence[Example], dice: random.Random
) -> Iterator[tuple[Example, str, TriedSentences]]:
    """Orders that structure alone reads whole, whatever was learnt, with the trial of each."""
    orders = [one for one in corpus if one.orders and one.world.seat]
    for one in dice.sample(orders, len(orders)):
        law = len(one.sentences) == 1 and dice.random() < 0.4
        text = (one.sentences[0] if law else one.text).strip().rstrip(".!")
        if not is_plain(text):
            continue
        decision = structural(one.game, one.state, one.world.seat, text)
        trial = try_out(one.game, one.state, one.world.seat, decision.sentences)
        if decision.kind == "run" and trial.stands:
            yield one, text, trial


def _known(one: Example, text: str, meant: TriedSentences | None, weights: Weights) -> list[Known]:
    """The facts of a text said in the match of an example; `meant` is what it orders, if anything.

    Empty if the text is read whole, or if there is no candidate.
    """
    game, state, seat = one.game, one.state, one.world.seat
    decision = structural(game, state, seat, text)
    if decision.kind == "run":
        return []  # what is read whole needs no certainty
    read = as_read(game, state, seat, text, decision)
    said = (*read.kept, *read.readings)
    weighed = proposed(game, state, one.world, text, weights, said)
    if not weighed:
        return []
    facts = facts_of(*weighing(Message(text, (), one.world), weighed, read))
    first = weighed[0].trial
    same = meant is not None and first.same_as(meant)
    return [(tuple(fact for fact in facts if fact not in UNWEIGHED), same)]
