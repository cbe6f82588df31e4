"""Messages with orders on a condition: carried out as they stand, offered in the words of the law,
or kept as a plan."""

import re
from collections.abc import Sequence
from typing import Any, Literal

from bot.match.reckoned import names_in
from bot.reading.branching import UNTOLD, Branching
from bot.reading.decide import understand
from bot.reading.whom import bodies_of, doers
from bot.reading.world import is_grave, strict_orders
from grammar import Written, read_given
from grammar.branches import BranchPart, parts_of
from grammar.given import GRAVE
from grammar.plans import Given, OpenOrder, read_standing
from rules.border.game import Game
from rules.line.frozen import Frozen

MOST_PARTS = 12
WHO = re.compile(r"\b(he|she|it|they)\b", re.IGNORECASE)
FREELY = "this is how I read your condition"
LATER = "a plan can wait for that"
BEHIND = "that waits for what others do, and nothing is done: send it alone, to leave it as a plan"


class Conditional(Frozen):
    """The decision on a message with conditions: `lines` are filed, offered, or kept as a plan; or
    the sender is asked, and `why` gives the reason."""

    kind: Literal["run", "offer", "plan", "ask"]
    lines: tuple[str, ...] = ()
    why: str = ""


def conditional(game: Game[Any], state: Any, seat: int, text: str) -> Conditional | None:
    """Decide on a message in which something is ordered on a condition; None if there is no
    condition in it, or if not all of it is understood."""
    parts = parts_of(text) if game.plans else None
    if parts is None or len(parts) > MOST_PARTS:
        return None
    said, free, standing = list[str](), False, False
    for part in parts:
        sentence = _sentence(game, state, seat, part.order)
        if sentence != part.order and part.line is not None:
            finds = isinstance(read_standing(part.line), OpenOrder)
            sentence, standing = (part.order, True) if finds else (sentence, standing)
        if sentence is None:
            return None
        meant = _with_name(game, state, seat, part, said)
        free = free or part.loose or sentence != part.order or meant != part.lead
        reason = f" // {part.reason}" if part.reason else ""
        said.append(f"{meant}{sentence}{reason}")
    if standing:
        return _finding(game, state, seat, parts, tuple(said))
    return _weighed(game, state, seat, parts, tuple(said), free)


def _sentence(game: Game[Any], state: Any, seat: int, order: str) -> str | None:
    """One order as a sentence of the law.  None if it is not an order, not for units of this seat,
    or a guess at ending a phase or taking something back."""
    if not doers(game, state, seat, order)[1]:
        return None
    decision = understand(game, state, seat, order)
    if decision.kind not in ("run", "offer") or len(decision.sentences) != 1:
        return None
    if decision.kind == "run" and decision.strict:
        return order
    (sentence,) = decision.sentences
    return (
        None if any(map(is_grave, strict_orders(game, state, seat, sentence) or ())) else sentence
    )


def _with_name(
    game: Game[Any], state: Any, seat: int, part: BranchPart, said: Sequence[str]
) -> str:
    """The words of a condition, with a pronoun (`he`) replaced by the enemy named last before."""
    found = WHO.search(part.lead)
    if part.line is None or part.line.condition is None or found is None:
        return part.lead
    foes = {
        ref.lower(): ref for ref, one in bodies_of(game, state, seat).items() if one.seat != seat
    }
    before = (*said, part.order) if part.behind else said
    words = re.findall(r"\w+", " ".join(before))
    named = [foes[word.lower()] for word in words if word.lower() in foes]
    return WHO.sub(named[-1], part.lead, count=1) if named else part.lead


def _finding(
    game: Game[Any], state: Any, seat: int, parts: tuple[BranchPart, ...], lines: tuple[str, ...]
) -> Conditional | None:
    """Keep lines with a standing order (one that finds its own target) as a plan, if any of them
    waits for something; else None."""
    branching = Branching(game, seat, state)
    for part in parts:
        if part.line is None:
            return None
        given = Given(part.order, part.line.condition)
        if part.waits or branching.decide(Written(part.order, (), given=given), state, False).waits:
            return Conditional("plan", lines, LATER)
    return None


def _weighed(
    game: Game[Any],
    state: Any,
    seat: int,
    parts: tuple[BranchPart, ...],
    lines: tuple[str, ...],
    free: bool,
) -> Conditional | None:
    """Decide what to do with lines that are all understood."""
    alone = all(part.line is not None for part in parts)
    if any(part.waits for part in parts):
        return Conditional("plan", lines, LATER) if alone else Conditional("ask", why=BEHIND)
    written = read_given(game.id, "\n".join(lines), names_in(game, state))
    problems = [one.problem.why for one in written if one.problem is not None]
    if problems:
        return Conditional("ask", why=GRAVE) if GRAVE in problems else None
    branching, acted = Branching(game, seat, state), False
    for line in written:
        branch = branching.decide(line, state, acted)
        if branch.waits:
            return Conditional("plan", lines, LATER) if alone else Conditional("ask", why=BEHIND)
        if branch.taken is None and not (acted and branch.why == UNTOLD):
            return Conditional("ask", why=branch.why)
        acted = acted or line.given is None
    return Conditional("offer", lines, FREELY) if free else Conditional("run", lines)
