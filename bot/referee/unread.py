"""What is answered to lines that cannot be read: where reading stopped, what would fit there."""

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from itertools import islice

import grammar
from bot.match.dice import seeded
from bot.match.reckoned import names_in
from bot.match.reply import RefusedLine, Reply, Unreadable
from bot.match.tree import Match, fold
from bot.referee.open_match import OpenMatch
from grammar import Written
from rules.line.adjudication import lowest
from rules.line.errors import Refusal
from rules.line.events import Refused
from rules.line.orders import GM, AcceptDraw, DeclineDraw, OfferDraw, Resign, Undo, Unread
from rules.line.overrides import Rewind

# The sentence that was perhaps meant, with names of this match, and legal for this seat now.


UNITS = 2
TRIED = 200
FEW = 40
NEVER = (AcceptDraw, DeclineDraw, OfferDraw, Resign, Undo, Rewind, Unread)
"""Orders that are no example of what to write: they cannot be taken back, or end the match."""

GRAVE = re.compile(r"(resign|concede|surrender|clear army|rewind)\b", re.IGNORECASE)


def nearest_legal(match: Match, seat: int, line: str, form: str) -> str:
    """Of the orders that this seat could give now, the most like: those of the units that a line
    names, or of others that can do the like, or of the whole side.  `form` is the nearest sentence
    of the grammar; it stays where it would be accepted now.  Nothing that cannot be taken back is
    ever an example."""
    form = "" if GRAVE.match(form) else form
    if seat == GM:
        return _for_gm(match, form)
    words = set(re.findall(r"\w+", line.lower()))
    state = match.state
    known = match.game.references(state, seat)
    own = [one for one in known if one.lower() in words]
    best, likeness = form, 0.55
    for text in _legal_of(match, seat, own[:UNITS]):
        like = _likeness(text, line, form)
        if like > likeness:
            best, likeness = text, like
    if best != form or (form and stands(match, seat, form)):
        return best
    others = [one for one in known if one not in own]
    some = [*_legal_of(match, seat, others[:UNITS], FEW), *islice(_legal(match, seat), FEW)]
    return max(some, key=lambda text: _likeness(text, line, form), default=form)


def _legal_of(match: Match, seat: int, units: list[str], most: int = TRIED) -> Iterator[str]:
    for unit in units:
        for order in islice(match.game.legal(match.state, seat, unit), most):
            if not isinstance(order, NEVER):
                yield str(order)


def _legal(match: Match, seat: int) -> Iterator[str]:
    """Orders that are good examples: those of units before those of the whole army."""
    later: list[str] = []
    for order in islice(match.game.legal(match.state, seat), TRIED):
        if isinstance(order, NEVER) or GRAVE.match(str(order)):
            continue
        if re.search(r"\d", str(order)):
            yield str(order)
        else:
            later.append(str(order))
    yield from later


def _likeness(text: str, line: str, form: str) -> float:
    verb = SequenceMatcher(None, _bare(form), _bare(text), autojunk=False)
    letters = SequenceMatcher(None, line[:80].lower(), text.lower(), autojunk=False)
    if verb.real_quick_ratio() + letters.real_quick_ratio() < 1:
        return 0
    return (verb.ratio() + letters.ratio()) / 2


def stands(match: Match, seat: int, text: str) -> bool:
    """Would these words be accepted now?  Every die falls on its lowest face; nothing is filed."""
    game, state = match.game, match.state
    written = grammar.parse(game.id, text, names_in(game, state), gm=seat == GM)
    for line in written or ():
        if any(isinstance(order, NEVER) for order in line.orders):
            return False
        try:
            events = game.adjudicate(state, seat, line.orders, lowest)
        except Refusal:
            return False
        if any(isinstance(event, Refused) for event in events):
            return False
        state = fold(game, state, events)
    return bool(written)


def _for_gm(match: Match, form: str) -> str:
    """An example for a GM, with a unit that exists; none if it would not be accepted."""
    refs = match.game.references(match.state, GM)
    known = {one.lower() for one in refs}
    found = re.search(r"\b[A-Z]{1,8}\d{1,3}\b|\b[a-h][1-8]\b", form)
    tried = [form]
    if found is not None and found[0].lower() not in known:
        tried += [form.replace(found[0], ref) for ref in refs[:3]]
    return next((text for text in tried if text and stands(match, GM, text)), form)


def _bare(text: str) -> str:
    """A sentence without references and numbers: what is left is its kind."""
    return re.sub(r"\w*\d\w*", "", text).lower()


EXAMPLES = 5
"""So many lines of a message that cannot be read are answered with an example of what can."""


def answer_unread(table: OpenMatch, seat: int, lines: tuple[Written, ...]) -> Reply | None:
    """The answer to a message some line of which cannot be read; None if all can.

    All bad lines are answered together, and nothing of the message runs.  A line of data bars
    nothing: it is refused in its turn.
    """
    unreadable, refused = list[Unreadable](), list[RefusedLine]()
    for written in lines:
        if not written.bars or written.problem is None:
            continue
        rule, why = _rule_for(table, seat, written)
        problem = written.problem
        if isinstance(written.orders[0], Unread) and written.orders[0].rule:
            refused.append(RefusedLine(written.text, rule, why))
            continue
        shown = len(unreadable) < EXAMPLES
        form = nearest_legal(table.match, seat, problem.line, problem.form) if shown else ""
        advice = (problem.fits, problem.nearest, form, problem.why)
        unreadable.append(Unreadable(problem.line, rule, problem.column, *advice))
    if not unreadable and not refused:
        return None
    held = tuple(one.text for one in lines if one.problem is None)
    return Reply(refused=tuple(refused), unreadable=tuple(unreadable), unrun=held)


def _rule_for(table: OpenMatch, seat: int, written: Written) -> tuple[str, str]:
    """The system's own rule ID for a line that cannot be read."""
    try:
        table.match.play(seat, written.orders, seeded("", "", 0))
    except Refusal as refusal:
        return refusal.rule, refusal.why
    return table.game.gm_rule, "this line cannot be read"
