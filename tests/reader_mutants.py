"""Changes to phrases that keep their meaning, or after which nothing may be carried out."""

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property

from bot.cases.casefile import Phrase, PhraseBlock, files_of, read_phrases
from bot.doors.measure import scene_of
from bot.match.tree import Match
from tests.effects import effect_of
from tests.places import CORPUS, PHRASINGS

FRAMES = (
    "{}", "ok {}", "please {}", "{} please", "so, {}", "{} thx", "{}!", "{}.", "- {}", "**{}**",
    "1. {}", "{} 🙏", "hi all\n{}", "{}\n\ncheers", "I'd like to say: {}", "[b]{}[/b]", "`{}`",
    "> old words\n{}", "~~old words~~ {}", "{} // because", "[quote]old[/quote] {}",
)  # fmt: skip
"""Around a sentence these words do not change its meaning."""

BARRED = (
    "maybe {}", "if it helps, {}", "{}??", "perhaps {}", "> {}", "~~{}~~", "[s]{}[/s]",
    "[quote]{}[/quote]", "should {}?", "{} unless you object", "not sure yet: {}", "draft: {}",
    "when he comes, {}", "either {} or something else", "what if {}?", "plan a: {}",
    '"{}" he wrote in the other thread', "{} or not", "{} tomorrow", "I might {}",
)  # fmt: skip
"""Around a sentence these words keep it from being carried out."""


SENTENCE_END = re.compile(r"(?<=[.!?])\s+")


@dataclass(eq=False)
class Scene:
    """The match in which the phrases of a block are said; it is set up when it is first needed."""

    block: PhraseBlock

    @cached_property
    def match(self) -> Match:
        """The match as its set-up lines leave it."""
        return scene_of(self.block)


@cache
def scenes(system: str, part: str = PHRASINGS.name) -> tuple[tuple[Scene, Phrase], ...]:
    """Every phrase of a system in a part of the corpus, with the scene in which it is said."""
    files = files_of(CORPUS / part / system)
    laid = (Scene(block) for file in files for block in read_phrases(file))
    return tuple((scene, phrase) for scene in laid for phrase in scene.block.phrases)


def new_names(match: Match, phrase: Phrase) -> frozenset[str]:
    """The names (in lower case) that a phrase gives to new units: a slip in one of these cannot be
    noticed, since the name was not known before."""
    effect = effect_of(match, phrase.seat, phrase.sentences)
    if effect is None or effect.nothing:
        return frozenset()
    before, after = (
        {one.lower() for one in match.game.references(state, phrase.seat)}
        for state in (match.state, effect.state)
    )
    return frozenset((after - before) & set(re.findall(r"\w+", phrase.means.lower())))


def respelt(text: str, dice: random.Random, new: frozenset[str] = frozenset()) -> str:
    """The text with a typing slip in a word of five or more letters that is no new name."""
    words = re.finditer(r"\b([A-Za-z]{5,})(\d*)", text)
    labels = {one.start() for one in words if one[0].lower() in new}
    spots = [one for one in re.finditer(r"[A-Za-z]{5,}", text) if one.start() not in labels]
    if not spots:
        return text
    spot = dice.choice(spots)
    word, at = spot[0], dice.randrange(1, len(spot[0]) - 1)
    kind = dice.randrange(3)
    if kind == 0:
        word = word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    elif kind == 1:
        word = word[:at] + word[at + 1 :]
    else:
        word = word[:at] + dice.choice("aeiourstln") + word[at:]
    return text[: spot.start()] + word + text[spot.end() :]


def shuffled_case(text: str, dice: random.Random, new: frozenset[str] = frozenset()) -> str:
    """The text with other capitals, except in new names, and with other blanks."""
    labels = {one.lower(): one for one in re.findall(r"\w+", text) if one.lower() in new}
    text = dice.choice((text, text.lower(), text.capitalize()))
    text = re.sub(r"\w+", lambda found: labels.get(found[0].lower(), found[0]), text)
    return re.sub(" ", lambda _: dice.choice((" ", " ", "  ")), text)


def garbled(text: str, dice: random.Random) -> str:
    """The text with a word lost, doubled, moved, or replaced by one that means nothing."""
    words = text.split(" ")
    at = dice.randrange(len(words))
    kind = dice.randrange(4)
    if kind == 0 and len(words) > 1:
        del words[at]
    elif kind == 1:
        words.insert(at, words[at])
    elif kind == 2:
        words.insert(dice.randrange(len(words)), words.pop(at))
    else:
        words[at] = "zorp"
    return " ".join(words)


def same_meaning(
    text: str, dice: random.Random, new: frozenset[str] = frozenset()
) -> Iterator[str]:
    """Variants of a text that mean the same."""
    yield dice.choice(FRAMES).format(text)
    yield shuffled_case(text, dice, new)
    yield respelt(text, dice, new)


def barred(text: str, dice: random.Random) -> str:
    """The text with each sentence inside words that bar it.  A comment is cut off: words behind it
    would bar nothing."""
    text = re.split(r"\s(?://|#)", text)[0]
    return " ".join(dice.choice(BARRED).format(one) for one in SENTENCE_END.split(text))
