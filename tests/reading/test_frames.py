"""Words round an order: those that take it back, put it off or tell of it leave nothing ordered;
those that say nothing of it leave it as it is."""

import random
import re

import pytest

from bot.match.tree import Match
from bot.reading.decide import understand
from tests.effects import effect_of
from tests.places import PHRASINGS
from tests.reader_mutants import scenes
from tests.sample import sample

SYSTEMS = sorted(path.name for path in PHRASINGS.iterdir() if path.is_dir())

BARRED = r"""
no way {}
I won't let {}
I refuse to let {}
instead of {}
not sure, {}
I'm still not sure, {}
I am tempted: {}
I wonder, {}
assuming he stays, {}
on condition that he stays, {}
as long as he stays, {}
{}! next turn
{} - next turn
{} (next turn)
{}\nnext turn
{} in my next phase
next turn: {}
{} the turn after
he wants: {}
he will {}
then he will {}
after that he will {}
test: {}
just testing: {}
question: {}
my question: {}
poll: {}
prediction: {}
rule: {}
syntax: {}
reminder: {}
spoiler: {}
type: {}
your move: {}
Grimgor: {}
{} is stupid
{} is a good idea?
{}, he thinks
{}, in theory
{}, but let me think first
{}. Let me think about it.
{}. Hmm, maybe not.
{}. Don't do that yet.
My uncle would have done it like this: {}
{}, or so the brochure promised
There once was a player who wrote {}
The commentators were certain of it: {}
{}. We both know I would never do that
{}. At least that is how it went in my head
{}. Wait, don't.
{}. Cancel that.
{}. I take that back.
{}, but undo it
{}. What do you think?
{}. Ok?
{}\nThoughts?
{}\nnvm
{}\nactually never mind
{} [maybe]
{} (maybe)
{} after he has moved
{} until he comes
so that {}
after {}
until {}
{}, or not
{}? nah
maybe {}
he said {}
either {} or not
I'm toying with this: {}
I predict: {}
I can't do it, I simply can't: {}
as an exercise: {}
according to Tom, {}
as I recall, {}
nice that {}
{} - that's how you lose
{}. Forgive me, that belongs to my other game.
"""

KEPT = r"""
Hi everyone! {}
Hello all, {}
Thanks everyone. {}
{}. Good luck everyone!
please {}
ok, {}
My orders: {}
Here we go: {}
I'd like to do this: {}
as I said, {}
Sorry for the wait. {}
{} :)
{} now
{}. What a day.
"""


def frames(text: str) -> list[str]:
    """The frames of a text, one in each line."""
    return [line.replace("\\n", "\n") for line in text.strip().split("\n")]


def plain(system: str, seed: str) -> tuple[Match, int, str]:
    """A random order of the corpus, of one sentence, that is carried out as it stands: the match,
    the seat and the text."""
    dice = random.Random(f"{system} {seed}")
    while True:
        scene, phrase = dice.choice(scenes(system))
        single = phrase.seat and not re.search(r"\n|[.!?;:] |[.!?]$| ; ", phrase.text)
        if (
            not single
            or phrase.means in ("?", "-")
            or re.match(r"(?i)no|don|end|pass", phrase.text)
        ):
            continue
        text = dice.choice((phrase.text, *phrase.sentences[: len(phrase.sentences) == 1]))
        if re.match(r"(?i)(no|end|pass|done|undo|ready|resign|accept)\b", text) or "//" in text:
            continue  # a frame around `//` would add its words to the comment
        if changes(scene.match, phrase.seat, text):
            return scene.match, phrase.seat, text


def changes(match: Match, seat: int, text: str) -> bool:
    """Does a text change the match?"""
    decision = understand(match.game, match.state, seat, text)
    if decision.kind != "run":
        return False
    effect = effect_of(match, seat, decision.sentences)
    return effect is not None and not effect.nothing and not effect.rule


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_takes_an_order_back_leaves_nothing(system: str) -> None:
    """An order that is denied, doubted, put off, asked about or told of others is not carried
    out.  The suite tries each frame in one of the systems."""
    for frame in sample(frames(BARRED), len(SYSTEMS), SYSTEMS.index(system)):
        match, seat, text = plain(system, frame)
        assert not changes(match, seat, frame.format(text)), frame.format(text)


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_says_nothing_of_an_order_leaves_it(system: str) -> None:
    """With greetings, politeness or remarks around it, an order means the same or is asked
    about."""
    for frame in frames(KEPT):
        match, seat, text = plain(system, frame)
        decision = understand(match.game, match.state, seat, frame.format(text))
        if decision.kind == "run":
            came = effect_of(match, seat, decision.sentences)
            meant = understand(match.game, match.state, seat, text)
            wanted = effect_of(match, seat, meant.sentences)
            assert came is not None
            assert wanted is not None
            assert came.same(wanted), frame.format(text)
