"""What an order that could not be read is refused with."""

import re

from rules.crusade8x8.board.tables import LETTERS, TILE_NAMES
from rules.line.errors import Refusal
from rules.line.orders import Unread

WORD = re.compile(rf"[{LETTERS}K]?([a-z][0-9]+)[v^<>]?", re.IGNORECASE)


def refusal_of(order: Unread) -> Refusal:
    """C8-BOARD-1, C8-NOTE-1: a tile that does not exist is named first, then what is unreadable."""
    wrong = missing_tile(order.text)
    if wrong:
        return Refusal("C8-BOARD-1", f"{wrong} is no tile; tiles are a1 to h8")
    return Refusal(order.rule or "C8-NOTE-1", order.why or f"cannot read `{order.text}`")


def missing_tile(text: str) -> str:
    """C8-BOARD-1: a word of one letter and a number that is no tile, also in compact notation."""
    text = text.split("//")[0]
    for separator in (r"[^\w]+", r"[^\w]+|x", r"[^\w]+|x|(?<=[0-9])v"):
        for word in re.split(separator, text, flags=re.IGNORECASE):
            found = WORD.fullmatch(word)
            if found and found[1].lower() not in TILE_NAMES:
                return found[1]
    return ""
