"""Decide on a message without what stands beside its orders, and compare a trial with that."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from bot.reading.decision import Decision
from bot.reading.law import written_in
from bot.reading.world import TriedSentences, try_out, world_of
from grammar.doubt import Message, ReadSentence
from grammar.doubt.at_last import doubted_at_last
from grammar.doubt.described import undescribing
from grammar.doubt.kept_home import leaves_them, without_kept
from grammar.doubt.mending import plainly_put_right
from grammar.doubt.reckoned import costs, is_confirmed, without_sums
from grammar.doubt.remarked import unremarked
from grammar.doubt.revoked import revoked
from grammar.doubt.staged import unstaged
from grammar.doubt.strides import are_paced, without_strides
from grammar.reader.whereabouts import undescribed
from rules.border.game import Game
from rules.line.kept import Same

Decide = Callable[[Same[Game[Any]], Same[Any], int, str], Decision]

WIDE = 8
"""By fewer squares than this two formations may be nearer than their places, as they are wide."""


@dataclass(frozen=True, slots=True)
class Beside:
    """What may stand beside the orders of a message: the text without it, and whether a trial of
    the orders fits what it says."""

    without: Callable[[Message], str]
    fits: Callable[[Message, TriedSentences], bool] = lambda said, trial: True


def _is_as_far(message: Message, far: int) -> bool:
    """Are two of those whom the orders name so far apart?  What has a facing is a formation."""
    wide = WIDE if any(one.facing for one in message.things) else 1
    return any(map(message.is_apart, range(far, far + wide)))


SUMS = Beside(
    lambda said: without_sums(said)[0],
    lambda said, trial: (
        (trial.stands and not trial.grave) and is_confirmed(without_sums(said)[1], trial.events)
    ),
)
SCENES = Beside(lambda said: unstaged(said.text, said.world))
PACES = Beside(
    lambda said: without_strides(said.text, said.world)[0],
    lambda said, trial: (
        trial.stands and are_paced(without_strides(said.text, said.world)[1], trial.sentences)
    ),
)
DESCRIPTIONS = Beside(
    lambda said: undescribed(said.text, said.world)[0],
    lambda said, _: all(_is_as_far(said, far) for far in undescribed(said.text, said.world)[1]),
)
KEPT = Beside(
    lambda said: without_kept(said.text, said.world)[0],
    lambda said, trial: (
        (trial.stands and not trial.grave)
        and leaves_them(trial.sentences, without_kept(said.text, said.world)[1], said.world)
    ),
)
CLAUSES = Beside(
    lambda said: undescribing(said.text, said.world),
    lambda said, trial: (
        (trial.read and not trial.grave and not any(doubted_at_last(said)))
        and not (trial.rule and trial.done)  # refused: it says why
    ),
)
CORRECTIONS = Beside(
    lambda said: plainly_put_right(replace(said, text=undescribing(said.text, said.world))),
    lambda said, trial: trial.stands and not trial.grave and not any(revoked(said)),
)
REMARKS = Beside(unremarked, lambda said, trial: not trial.grave and not any(doubted_at_last(said)))
"""What orders cost, speech and acting, how far a move goes, where a place or an enemy lies, which
forces stay, clauses that only describe, what was put right, and what only tells something."""


def decided_without(
    beside: Beside, decide: Decide, game: Same[Game[Any]], state: Same[Any], seat: int, text: str
) -> Decision | None:
    """The decision about a text without what stands beside its orders; None if nothing does, if
    what is left is not carried out, or if it does not fit."""
    about = game.value, state.value, seat
    said = Message(text, (), world_of(*about))
    plain = beside.without(said)
    if not plain or plain == text:
        return None
    decision = of_all(*about, text, plain, decide(game, state, seat, plain))
    if decision.kind != "run":
        return None
    filed = tuple(map(ReadSentence, decision.sentences))
    whole = Message(text, filed, said.world)
    return decision if beside.fits(whole, try_out(*about, decision.sentences)) else None


def is_likeliest(
    game: Game[Any], state: Any, seat: int, found: Decision, decision: Decision
) -> bool:
    """Is what was found also what was to be offered first?"""
    first = decision.sentences or next(iter(decision.options), ())
    if decision.kind not in ("offer", "list"):
        return False
    one, other = (try_out(game, state, seat, some) for some in (found.sentences, first))
    return one.stands and one.state == other.state


def of_all(
    game: Game[Any], state: Any, seat: int, text: str, plain: str, decision: Decision
) -> Decision:
    """What was decided on the plain form or a part of a text, as the decision on all of it."""
    if decision.kind != "run":
        return decision
    free = freely(game, state, seat, plain, decision)
    return replace(free, sources=(text,) * len(free.sentences))


def freely(game: Game[Any], state: Any, seat: int, text: str, decision: Decision) -> Decision:
    """The same decision as one on free words, also if a part of them is the law's."""
    written = written_in(game, state, seat, text) if decision.strict else ()
    sentences = tuple(one.text for one in written) or decision.sentences
    sources = decision.sources or tuple(text for _ in sentences)
    return replace(decision, sentences=sentences, sources=sources, strict=False, sure=False)


def mistaken_sums(game: Game[Any], state: Any, message: Message) -> str:
    """The first sum beside the orders of a message if the sums there do not fit them; else empty.

    Whoever reckons otherwise may have meant another order (`5 infantry and 1 archer, total 5`).
    """
    _, sums = without_sums(message)
    sums = tuple(one for one in sums if not one.isdecimal())  # `(1)` may number an order
    if not sums:
        return ""
    filed = tuple(one.sentence for one in message.filed)
    trial = try_out(game, state, message.world.seat, filed)
    fits = not trial.stands or not costs(trial.events) or is_confirmed(sums, trial.events)
    return "" if fits else sums[0]
