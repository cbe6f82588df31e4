"""The answer to lines that cannot be read: where reading stopped, what fits there, an example."""

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from itertools import islice

import grammar
from bot.match.dice import seeded
from bot.match.reckoned import names_in
from bot.match.reply import RefusedLine, Reply, UnreadLine
from bot.match.tree import Match, fold
from bot.referee.open_match import OpenMatch
from grammar import Written
from rules.line.adjudication import lowest
from rules.line.errors import Refusal
from rules.line.events import Refused
from rules.line.orders import GM, AcceptDraw, DeclineDraw, OfferDraw, Resign, Undo, Unread
from rules.line.overrides import Rewind

# Examples: a sentence that was perhaps meant, with names of this match, legal for this seat now.


UNITS = 2
TRIED = 200
FEW = 40
NEVER = (AcceptDraw, DeclineDraw, OfferDraw, Resign, Undo, Rewind, Unread)
"""Orders that are never shown as an example: they cannot be taken back, or end the match."""

GRAVE = re.compile(r"(resign|concede|surrender|clear army|rewind)\b", re.IGNORECASE)


def nearest_legal(match: Match, seat: int, line: str, form: str) -> str:
    """The legal order that is most like a line that could not be read, as an example.

    `form` is the nearest sentence of the grammar.  Orders of the units that the line names are
    tried first.  If none is much like the line, `form` is returned if it would be accepted now,
    else the most similar order of some other units or of the whole side.  Orders that cannot be
    taken back are never shown.
    """
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
    """Legal orders that are good examples: those of units first, then those of the whole army."""
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
    """Would this text be accepted now?  A trial, in which every die shows its lowest face."""
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
    """An example for the GM: `form`, with an unknown unit in it replaced by one that exists, if
    that would be accepted now; else `form` as it is."""
    refs = match.game.references(match.state, GM)
    known = {one.lower() for one in refs}
    found = re.search(r"\b[A-Z]{1,8}\d{1,3}\b|\b[a-h][1-8]\b", form)
    tried = [form]
    if found is not None and found[0].lower() not in known:
        tried += [form.replace(found[0], ref) for ref in refs[:3]]
    return next((text for text in tried if text and stands(match, GM, text)), form)


def _bare(text: str) -> str:
    """A sentence without references and numbers, in lower case, to compare kinds of sentences."""
    return re.sub(r"\w*\d\w*", "", text).lower()


EXAMPLES = 5
"""How many unreadable lines of a message get an example in the answer."""


def answer_unread(table: OpenMatch, seat: int, lines: tuple[Written, ...]) -> Reply | None:
    """The answer to a message with unreadable lines; None if all lines can be read.

    All unreadable lines are answered together, and nothing of the message runs.  Unreadable lines
    of data are not among them: they are refused one by one while the message runs.
    """
    unreadable, refused = list[UnreadLine](), list[RefusedLine]()
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
        unreadable.append(UnreadLine(problem.line, rule, problem.column, *advice))
    if not unreadable and not refused:
        return None
    held = tuple(one.text for one in lines if one.problem is None)
    return Reply(refused=tuple(refused), unreadable=tuple(unreadable), unrun=held)


def _rule_for(table: OpenMatch, seat: int, written: Written) -> tuple[str, str]:
    """The rule ID and reason with which the system refuses a line that cannot be read."""
    try:
        table.match.play(seat, written.orders, seeded("", "", 0))
    except Refusal as refusal:
        return refusal.rule, refusal.why
    return table.game.gm_rule, "this line cannot be read"
