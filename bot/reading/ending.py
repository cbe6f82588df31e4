"""Ends of a turn or phase that a message says beside its orders."""

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any

from bot.reading.decision import Decision
from bot.reading.proposing import UNLIKELY, Likeliest
from bot.reading.world import is_grave, strict_orders, try_out, world_of
from grammar.doubt import Message
from grammar.doubt.beside import ENDS, WORRYING, Parted, parted, worry
from grammar.doubt.marks import AFTERTHOUGHTS, begins, found, past
from grammar.reader.spoken import STRETCHED
from grammar.reader.tokens import tokens_of
from grammar.reader.world import World
from rules.border.game import Game
from rules.line.orders import Resign

Alone = Callable[[Game[Any], Any, int, str], Decision]
"""Decides on a part of a message by itself, by its structure alone."""

SENTENCES = re.compile(r"[;.!\n]+|\b(?:so|but)\b", re.IGNORECASE)
MOST_PARTS, MOST_OF_A_PART = 12, 60
"""How many parts of a message are searched for the end of a phase, and the most characters that
such a part may have."""

SEAMS = re.compile(r"[,;.!\n]+| - | – ")
DANGERS = (*AFTERTHOUGHTS, "correction")


def _ends_in(game: Game[Any], state: Any, seat: int, text: str, alone: Alone) -> dict[str, bool]:
    """Orders that end a phase, offer a draw or take something back, each said in a part of the
    message that names no unit and no place (`Undo the last please, it was the wrong shelf`).

    The value says whether it is plain: said with a word for an end, or in a sentence of its own.
    """
    world, found = world_of(game, state, seat), dict[str, bool]()
    sentences = [one.split(",") for one in SENTENCES.split(text)]
    parts = [(one, len(some) == 1) for some in sentences for one in some if one.strip()]
    for part, is_own in parts[:MOST_PARTS]:
        if len(part) > MOST_OF_A_PART or names_somebody(part, world):
            continue
        if ends := _ends_of(game, state, seat, part, alone):
            is_plain = is_own or not ENDS.isdisjoint(part.lower().split())
            found |= {one: is_plain or found.get(one, False) for one in ends}
    return found


def names_somebody(text: str, world: World) -> bool:
    """Does the text name a unit or a place outright?"""
    said = (one.value for row in Message(text, (), world).said for one in row)
    return any(value.explicit or value.kind in ("place", "force") for value in said)


def with_end(
    game: Game[Any], state: Any, seat: int, text: str, likely: Likeliest, alone: Alone
) -> Likeliest:
    """Add to the likeliest orders an end that the message says beside them.

    An end that is not said plainly is offered second, after the orders without it.  The end alone
    is offered only if the message names nobody who may have been given an order.
    """
    ends = _ends_in(game, state, seat, text, alone)
    first = likely.offered[0] if likely.offered else ()
    orders = [strict_orders(game, state, seat, one) or () for one in first]
    given = {str(order) for some in orders for order in some}
    more = tuple(one for one in ends if one not in given)
    if not more:
        return likely
    if first and likely.spoken < UNLIKELY:
        return Likeliest()
    wholes = [(*first, *more)] if first else []
    if not names_somebody(text, world_of(game, state, seat)):
        wholes.append(more)
    for whole in wholes:
        if try_out(game, state, seat, whole).stands:
            if first and not any(ends[one] for one in more):
                return replace(likely, offered=(first, whole, *likely.offered[1:2]), certain=None)
            return Likeliest((whole, *likely.offered[:2]))
    return likely


def _ends_of(game: Game[Any], state: Any, seat: int, part: str, alone: Alone) -> list[str]:
    """The ends that a part says by itself; resigning is none."""
    read = alone(game, state, seat, part)
    if read.kind != "run" or STRETCHED.search(part.lower()):
        return []
    orders = [strict_orders(game, state, seat, one) or () for one in read.sentences]
    graves = (one for some in orders for one in some if is_grave(one))
    return [str(one) for one in graves if not isinstance(one, Resign)]


# --- said outright --------------------------------------------------------------------------------


def ended_outright(
    game: Game[Any], state: Any, seat: int, text: str, alone: Alone
) -> tuple[str, str] | None:
    """The orders of a message and the end of a turn or phase that it says outright behind them, in
    a part of its own (`That was it for the orcs, end turn. Off to bed.`).

    The orders are empty if all before it only says that nothing more is to come.  None if there is
    no such end, if there is only talk before it, or if what follows may be about it.
    """
    bounds = [0, *(one.end() for one in SEAMS.finditer(text)), len(text)]
    if not seat or "?" in text or '"' in text or len(bounds) > MOST_PARTS + 2:
        return None
    parts = list(pairwise(bounds))
    for at, (begin, end) in reversed(list(enumerate(parts))):
        said = _outright(text[begin:end])
        ends = _ends_of(game, state, seat, said, alone) if said else []
        if len(ends) != 1:
            continue
        if len(alone(game, state, seat, said).sentences) > 1:  # `draw a card and then end turn`
            return None
        while at and _concludes(text[parts[at - 1][0] : begin]):
            at -= 1
            begin = parts[at][0]
        ahead, behind = text[:begin].strip(" ,;:-\n"), text[end:].strip()
        world = world_of(game, state, seat)
        talks = bool(ahead) and not parted(ahead, world).text.strip()
        return None if talks or not _is_talk(behind, world) else (ahead, ends[0])
    return None


def _outright(part: str) -> str:
    """The part without its first small words, if it speaks of an end of a turn or phase, or says
    only `done`; else empty."""
    words = part.strip(" ,;:.!-\n").lower().split()
    words = words[past(words, 0, "leads to it") :]
    of_what = {one for one in words if begins([one], "turn")}
    ends = of_what and not (ENDS - of_what).isdisjoint(words)
    return " ".join(words) if ends or words == ["done"] else ""


def _concludes(part: str) -> bool:
    """Does a part say that nothing more is to come (`that was it for the orcs`)?"""
    words = [token.word for token in tokens_of(part) if token.sort != "sign"]
    words = words[past(words, 0, "leads to it") :]
    return begins(words, "conclusion") and not found(words, *DANGERS)


def _is_talk(text: str, world: World) -> bool:
    """Does what follows an end name nothing of this match and say nothing that may be about it?"""
    parts = parted(text, world)
    words = [token.word for token in tokens_of(text) if token.sort != "sign"]
    if parts.text.strip() or found(words, *DANGERS):
        return False
    return not words or worry(Parted("", (), (text,))) < WORRYING
