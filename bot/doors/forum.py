"""Forum posts and plain chat: which of their lines are orders, and the answer to paste back."""

import re
from typing import Any

import grammar
from bot.doors.freely import Meant, meant
from bot.match.reply import Reply
from bot.referee.service import OpenMatch
from bot.render import bbcode, reply_text

QUOTE = re.compile(
    r"\[quote(?:(?!\[quote)[^\]])*\](?:(?!\[quote)(?!\[/quote\]).)*\[/quote\]", re.I | re.S
)
TAG = re.compile(r"\[/?[a-z*][^\]\n]{0,80}\]", re.IGNORECASE)
MAX_POST = 100_000


def read_post(table: OpenMatch, seat: int, text: str) -> Meant | None:
    """What a post orders; None if it orders nothing.

    Quoted posts and forum markup are left out.  If nothing in the whole post can be read as an
    order, only the lines that begin like one are read, so that the answer has the law's errors.
    """
    said = meant(table, seat, text, "mention")
    if not said.nothing:
        return said
    lines = order_lines(table, text, seat)
    return meant(table, seat, "\n".join(lines), "mention") if lines else None


def order_lines(table: OpenMatch, text: str, viewer: int | None) -> list[str]:
    """The lines of a post that begin like an order: with a reference of this match, or a verb.

    Quoted posts and forum markup are removed first; all other lines are prose and left out.
    """
    for _ in range(20):
        text, count = QUOTE.subn("\n", text)
        if not count:
            break
    text = re.sub(r"\[\*\]", "* ", text)
    text = TAG.sub("", text)
    references = table.game.references(table.state, viewer)
    kept = []
    for line in text.splitlines():
        parts = line.split(";") if '"' not in line else [line]
        if any(grammar.begins_like_order(table.game.id, part, references) for part in parts):
            kept.append(line.strip())
    return kept


def bbcode_answer(table: OpenMatch, reply: Reply, viewer: int | None) -> str:
    """The reply to paste into the forum, in BBCode: what happened, the board and its key."""
    state: Any = table.state
    view = table.game.view(state, viewer, "bbcode")
    return f"{reply_text(reply, 'bbcode')}\n\n{bbcode.view(view)}"
