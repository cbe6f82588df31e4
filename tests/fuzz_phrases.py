"""`python -m tests.fuzz_phrases`: change the phrases of the corpora a hundred thousand times.

Every changed phrase must get a short answer, and one that the strict law can read must be carried
out as the law reads it, or not at all.  If the change keeps the meaning, an order must be carried
out with that meaning or asked about; if the change makes it doubtful, nothing may be carried out.
The same seed tries the same changes.
"""

import argparse
import os
import random
import re
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import islice

import grammar
from bot.cases.casefile import Phrase
from bot.match.tree import Match
from bot.reading.decide import understand
from bot.reading.decision import Decision
from bot.reading.world import COMMENT, NUMBERED
from rules.line.orders import GM, Unread
from tests.effects import Effect, effect_of
from tests.places import PHRASINGS
from tests.reader_mutants import barred, garbled, new_names, respelt, same_meaning, scenes

SYSTEMS = tuple(sorted(path.name for path in PHRASINGS.iterdir() if path.is_dir()))
MANY = 100_000
PART = 500
"""How many mutants one seed makes."""

POLITE = re.compile(r"(?i)\W*(?:can|could|would|will|shall we|how about)\b")
"""A request put as a question: one more question mark does not make it doubtful."""

MOST_SENTENCES, MOST_OPTIONS = 60, 5


@dataclass(frozen=True)
class Mutant:
    """A changed phrase; `kind` is the sort of change, on which depends what may be carried out."""

    match: Match
    phrase: Phrase
    kind: str
    text: str


@dataclass(frozen=True)
class Wrong:
    """A mutant that was handled wrongly, and why."""

    system: str
    seed: str
    kind: str
    typed: str
    text: str
    why: str

    def __str__(self) -> str:
        return f"{self.system} {self.seed} {self.kind}: {self.text!r} ({self.typed!r}): {self.why}"


def slipped(text: str, dice: random.Random) -> str:
    """The text with a typing slip anywhere: a character lost, doubled, swapped or inserted."""
    at = dice.randrange(len(text))
    kind = dice.randrange(4)
    if kind == 0:
        return text[:at] + text[at + 1 :]
    if kind == 1:
        return text[:at] + text[at] + text[at:]
    if kind == 2:
        return text[:at] + text[at + 1 : at + 2] + text[at] + text[at + 2 :]
    return text[:at] + dice.choice("aeost 0123459,.-:?!\n") + text[at:]


def mutants(system: str, dice: random.Random) -> Iterator[Mutant]:
    """An endless stream of changed phrases of a system."""
    pool = scenes(system)
    while True:
        scene, phrase = dice.choice(pool)
        match = scene.match
        plain = phrase.means not in ("?", "-") and not phrase.means.startswith("rule ")
        if plain and "\n" not in phrase.text:
            for text in same_meaning(phrase.text, dice, new_names(match, phrase)):
                yield Mutant(match, phrase, "same", text)
            if not POLITE.match(phrase.text):
                yield Mutant(match, phrase, "barred", barred(phrase.text, dice))
        for text in (phrase.text, phrase.means):
            if text not in ("?", "-"):
                yield Mutant(match, phrase, "garbled", garbled(text, dice))
                yield Mutant(match, phrase, "slipped", slipped(text, dice) or "x")
                yield Mutant(match, phrase, "twice", garbled(respelt(text, dice), dice))
        other = dice.choice(pool)[1].text
        yield Mutant(match, phrase, "joined", dice.choice(" ,\n").join((phrase.text, other)))


def law_of(mutant: Mutant) -> Effect | None:
    """What a mutant does as the strict law reads it; None if the law cannot read it, if it does
    nothing, or if it is refused and seems to name something that this match does not have."""
    match, seat, text = mutant.match, mutant.phrase.seat, mutant.text
    names = match.game.names(match.state)
    written = grammar.parse(match.game.id, text, names, gm=seat == GM)
    if not written or any(isinstance(one, Unread) for line in written for one in line.orders):
        return None
    effect = effect_of(match, seat, (text,))
    strange = any(line.strange for line in written) or NUMBERED.search(COMMENT.sub("", text))
    if effect is None or effect.nothing or (effect.rule and strange):
        return None
    return effect


def trouble(mutant: Mutant) -> str:
    """What is wrong with how a mutant is handled; empty if all is well."""
    match, seat = mutant.match, mutant.phrase.seat
    decision = understand(match.game, match.state, seat, mutant.text)
    if len(decision.sentences) > MOST_SENTENCES or len(decision.options) > MOST_OPTIONS:
        return f"{len(decision.sentences)} sentences, {len(decision.options)} options"
    if decision.kind != "run":
        return ""
    return _misread(mutant, decision)


def _misread(mutant: Mutant, decision: Decision) -> str:
    """What is wrong with what is carried out; empty if all is well."""
    match, seat = mutant.match, mutant.phrase.seat
    came = effect_of(match, seat, decision.sentences)
    said = " ; ".join(decision.sentences)
    law = law_of(mutant)
    if law is not None and not (came is not None and came.same(law)):
        return f"the law reads it otherwise: {said}"
    if came is None:  # nothing happens: the law answers why it cannot be meant
        return ""
    if mutant.kind == "barred" and not came.nothing:
        return f"carried out against a doubt: {said}"
    refused = came.nothing and bool(came.rule)
    if mutant.kind == "same" and not refused:
        meant = effect_of(match, seat, mutant.phrase.sentences)
        if meant is not None and not came.same(meant):
            return f"another meaning: {said}"
    return ""


def part(system: str, seed: str, count: int) -> tuple[Counter[str], list[Wrong]]:
    """Try `count` mutants of a system; returns how many of each kind, and the wrong ones."""
    dice = random.Random(f"{system} {seed}")
    tried: Counter[str] = Counter()
    wrong = []
    for mutant in islice(mutants(system, dice), count):
        try:
            why = trouble(mutant)
        except Exception:
            why = traceback.format_exc()
        tried[mutant.kind] += 1
        if why:
            typed = mutant.phrase.text
            wrong.append(Wrong(system, seed, mutant.kind, typed, mutant.text, why))
    return tried, wrong


def _part(chosen: tuple[str, str, int]) -> tuple[Counter[str], list[Wrong]]:
    return part(*chosen)


def main() -> int:
    """Try mutants of all systems, in several processes; 1 if any was handled wrongly."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz_phrases", description=__doc__)
    parser.add_argument("--count", type=int, default=MANY)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--system", choices=SYSTEMS)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    chosen = parser.parse_args()
    systems = [chosen.system] if chosen.system else SYSTEMS
    rounds = -(-chosen.count // (PART * len(systems)))
    parts = [(one, f"{chosen.seed}.{at}", PART) for at in range(rounds) for one in systems]
    tried: Counter[str] = Counter()
    failed = 0
    begun = time.monotonic()
    with ProcessPoolExecutor(chosen.processes) as pool:
        for at, (some, wrong) in enumerate(pool.map(_part, parts), 1):
            tried += some
            failed += len(wrong)
            for one in wrong:
                print(one, flush=True)
            if at % (2 * len(systems)) == 0:
                spent = time.monotonic() - begun
                print(f"{tried.total():,} tried, {failed} wrong, {spent:.0f} s", flush=True)
    kinds = ", ".join(f"{count:,} {kind}" for kind, count in sorted(tried.items()))
    print(f"{tried.total():,} mutants of {len(systems)} systems ({kinds}): {failed} wrong")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
