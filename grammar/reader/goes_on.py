"""Candidates that continue the order before: the same with other values, or instead of it.

`HH1 at 2,9, HH2 at 3,9`, `same from Harrowby into Saltby`, `no, sorry, on O1`, `scratch that`,
`G4 is in trouble there. He retreats`: what a stretch lacks was said in the one before it.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from grammar.reader.deeds import SUBJECT, Deed
from grammar.reader.weights import Weights
from grammar.reader.world import Value
from rules.line.frozen import Frozen

Facts = tuple[str, ...]

AGAIN, INSTEAD, FORGET, NAMED = "again", "instead", "forget", "named before"
MOST_AGAIN = 3


class Continuation(Frozen):
    """A candidate for a stretch of a message, with the facts about it and their score.

    It is `deeds`, or a sentence of the law as typed (`text`); with neither, the stretch orders
    nothing.  `drops`: how many orders before it are taken back.
    """

    deeds: tuple[Deed, ...]
    facts: Facts
    score: int
    text: str = ""
    drops: int = 0

    def known(self, more: Facts, weights: Weights) -> "Continuation":
        """The same with more facts, and the score adjusted."""
        if not more:
            return self
        return replace(self, facts=(*self.facts, *more), score=self.score + weights.of(more))

    @property
    def key(self) -> object:
        """What it orders, regardless of its facts and score."""
        return self.text or self.deeds

    @property
    def orders(self) -> bool:
        """Does it order anything?"""
        return bool(self.deeds or self.text)


class Line(Frozen):
    """One proposal for each stretch of a message that orders something, from first to last."""

    proposals: tuple[Continuation, ...] = ()
    score: int = 0
    facts: Facts = ()
    named: Value | None = None
    """The units named since the last order, which could be the ones to act next."""

    def and_then(self, one: Continuation, named: Value | None = None) -> "Line":
        """The line with the proposal for its next stretch; `named`: the units named in that."""
        kept = self.proposals[: len(self.proposals) - one.drops]
        score, facts = self.score + one.score, (*self.facts, *one.facts)
        if not one.orders:
            return Line(kept, score, facts, named or self.named)
        return Line((*kept, one), score, (*facts, f"order {min(len(kept) + 1, 5)}"))

    @property
    def last(self) -> Deed | None:
        """The last deed, if it has a form."""
        deeds = self.proposals[-1].deeds[-1:] if self.proposals else ()
        return deeds[0] if deeds and deeds[0].form is not None else None

    @property
    def carries(self) -> bool:
        """Does the last order have a subject, who could also act next?"""
        last = self.proposals[-1].deeds[-1:] if self.proposals else ()
        return any(one.role(SUBJECT) is not None or one.subject == "same" for one in last)


Filled = Callable[[Deed], Iterator[tuple[Deed, Facts]]]
"""Repeats an order with the values of a stretch instead of its own."""


def going_on(
    line: Line,
    proposals: Sequence[Continuation],
    words: Sequence[str],
    filled: Filled,
    weights: Weights,
) -> Iterator[Continuation]:
    """Proposals for a stretch with these words that build on what the line says before it.

    They are: an order by whoever was named before, the last order taken back, the last order
    again with other values, and that instead of the last order.
    """
    if line.named is not None:
        for one in proposals:
            yield from _by(one, line.named, weights)
    if not line.proposals:
        return
    forget = (FORGET, *(f"{FORGET}|{word}" for word in words))
    yield Continuation((), forget, weights.of(forget), drops=1)
    if line.last is None:
        return
    for deed, more in filled(line.last):
        for name, drops in ((AGAIN, 0), (INSTEAD, 1)):
            facts = (name, *(f"{name}|{word}" for word in words), *more)
            yield Continuation((deed,), facts, weights.of(facts), drops=drops)


def _by(one: Continuation, who: Value, weights: Weights) -> Iterator[Continuation]:
    """The proposal with `who` as its subject, if it names none itself."""
    deed = one.deeds[0] if one.deeds else None
    if deed is None or deed.form is None or SUBJECT not in deed.form.slots:
        return
    if deed.subject not in ("open", "same"):
        return
    lost = f"subject={deed.subject}"
    facts = (*(fact for fact in one.facts if fact != lost), NAMED)
    roles = tuple(sorted((*deed.roles, (SUBJECT, who))))
    done = replace(deed, roles=roles, subject="said")
    yield Continuation((done, *one.deeds[1:]), facts, weights.of(facts))
