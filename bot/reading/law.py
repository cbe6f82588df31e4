"""What the law reads in a text as it stands, and when that cannot be what is meant."""

import re
from typing import Any

from bot.match.reckoned import names_in
from bot.reading.drafts import ends_twice
from bot.reading.world import COMMENT, is_strange, is_unfinished, try_out, world_of
from grammar import Written, parse
from grammar.doubt import Message, ReadSentence
from grammar.doubt.at_last import misjudged, notes
from grammar.lines import TooMuch, raw_lines
from grammar.reader.doubts import orders_in_brackets
from grammar.reader.table import table_of
from rules.border.game import Game
from rules.line.orders import GM, Unread

TAIL, MOST_CUTS = re.compile(r"[,.;!]\s+"), 6
"""Where a remark after a sentence of the law may begin, and how many such places are tried."""


def law_is_wrong(game: Game[Any], state: Any, seat: int, text: str) -> bool:
    """Is what the law reads in a text probably not what is meant?

    So it is if the text orders nothing, holds a name that this match does not have, ends a phase
    twice, has an order or a wrong distance in brackets (which the law skips), or is a GM's note on
    a unit that may be an order.
    """
    if seat == GM and notes(_filed(game, state, seat, text)):
        return True
    return (
        is_unfinished(table_of(game.id), state.flow.phase, text)
        or is_strange(game, state, seat, text)
        or ends_twice([one.strip() for one in re.split(r"[.!;\n]+", text) if one.strip()])
        or ("(" in text and orders_in_brackets(text, world_of(game, state, seat)))
        or ("(" in text and bool(misjudged(_filed(game, state, seat, text))))
    )


def _filed(game: Game[Any], state: Any, seat: int, text: str) -> Message:
    """The text as a message for which it is filed itself."""
    return Message(text, (ReadSentence(text),), world_of(game, state, seat))


def written_in(game: Game[Any], state: Any, seat: int, text: str) -> tuple[Written, ...]:
    """Parse a text with the law, line by line; empty if the law does not read all of it."""
    return parse(game.id, text, names_in(game, state), gm=seat == GM) or ()


def is_law(game: Game[Any], state: Any, seat: int, text: str) -> bool:
    """Does the law read the whole text?"""
    written = written_in(game, state, seat, text)
    unread = any(isinstance(order, Unread) for one in written for order in one.orders)
    return bool(written) and not unread and "?" not in text


def without_tail(game: Game[Any], state: Any, seat: int, text: str) -> tuple[str, str] | None:
    """Cut a remark off a sentence of the law that the rules refuse (`set M1 hits 1, he is back from
    the surgeon`).

    Returns the longest beginning that stands by itself, and why the whole is refused; None if none
    stands.
    """
    cuts = [one.start() for one in TAIL.finditer(text)][:MOST_CUTS]
    if not cuts:
        return None
    whole = try_out(game, state, seat, (text,))
    if not whole.read or whole.stands or whole.done:
        return None
    for head in (text[:cut].strip() for cut in reversed(cuts)):
        if is_law(game, state, seat, head) and try_out(game, state, seat, (head,)).stands:
            return head, whole.why
    return None


def stands_alone(game: Game[Any], state: Any, seat: int, line: str) -> bool:
    """Is a line of a message a sentence of the law, word for word as the log would show it?"""
    shown = _is_shown(written_in(game, state, seat, line), line)
    return shown and not law_is_wrong(game, state, seat, line)


def is_word_for_word(game: Game[Any], state: Any, seat: int, text: str) -> bool:
    """Is a text, apart from its comment, word for word what the log would show?  Then only the
    comment can speak against it."""
    return _is_shown(written_in(game, state, seat, text), COMMENT.sub("", text))


def _is_shown(written: tuple[Written, ...], text: str) -> bool:
    said = " ".join(text.strip().rstrip(".").lower().split())
    shown = " then ".join(str(order) for one in written for order in one.orders)
    return said == shown.lower()


def comments_of(text: str) -> tuple[str, ...]:
    """The comments after `//`, line by line; empty for a text of too many lines."""
    try:
        return tuple(line.reason for line in raw_lines(text) if line.reason)
    except TooMuch:
        return ()
