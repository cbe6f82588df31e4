"""Example sentences for a help topic with the units of this match, legal ones first."""

import re
import time
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

import grammar
from bot.doors.suggest import SHARED
from bot.referee.service import OpenMatch
from rules.border.game import Game
from rules.line.orders import GM, Order

FORMS = 5
EACH = 400
"""The most legal orders of a unit that are looked through."""

SECONDS = 0.6
REFERENCE = re.compile(r"\b[A-Za-z]{1,8}[0-9]{1,3}\b")


def forms_of(table: OpenMatch, seat: int | None, topic: str) -> tuple[str, ...]:
    """Examples that this seat could order now, then examples for another time."""
    game, state = table.game, table.state
    found: dict[str, None] = {}
    if seat:
        found.update(dict.fromkeys(islice(_legal(game, state, seat, topic), FORMS)))
    for text in _readable(game, state, seat, topic):
        if len(found) >= FORMS:
            break
        found.setdefault(text)
    return tuple(found)


def _legal(game: Game[Any], state: Any, seat: int, topic: str) -> Iterator[str]:
    """Legal sentences of a topic's kinds of order: each kind once per unit, alternating kinds."""
    kinds = grammar.kinds_of(game.id, topic)
    end = time.monotonic() + SECONDS
    queues: dict[type[Order], list[str]] = {}
    for ref in (*game.references(state, seat), None):
        seen: set[type[Order]] = set()
        for order in islice(game.legal(state, seat, ref), EACH):
            kind = type(order)
            if kind in kinds and kind not in seen and not isinstance(order, SHARED):
                seen.add(kind)
                queues.setdefault(kind, []).append(str(order))
            if time.monotonic() > end:
                break
        full = sum(map(len, queues.values())) >= FORMS * 2 and len(queues) > 1
        if full or time.monotonic() > end:
            break
    for depth in range(FORMS):
        for queue in queues.values():
            if depth < len(queue):
                yield queue[depth]


def _readable(game: Game[Any], state: Any, seat: int | None, topic: str) -> Iterator[str]:
    """The examples of the grammar with units of this match, as far as the law reads them."""
    known, names = game.references(state, seat), game.names(state)
    things = game.things(state, seat) if seat and game.things else ()
    theirs = {one.ref for one in things if one.seat != seat}
    own = [ref for ref in known if ref not in theirs]
    foes = [ref for ref in known if ref in theirs]
    for text, gm in grammar.examples_of(game.id, topic):
        if gm != (seat == GM) and seat is not None:
            continue
        said = _with_refs(text, own, foes)
        written = grammar.parse(game.id, said, names, gm=gm)
        if written and not any(one.strange for one in written):
            yield said


def _with_refs(text: str, own: Sequence[str], foes: Sequence[str]) -> str:
    """Replace the references in a sentence by those of this match; equal ones stay equal.

    A reference with other letters than the first one is replaced by an enemy if there is one.
    """
    refs = [ref for ref in (*own, *foes) if REFERENCE.fullmatch(ref)]
    against = [ref for ref in (*foes, *own) if REFERENCE.fullmatch(ref)]
    known = {ref.lower(): ref for ref in refs}
    given: dict[str, str] = {}

    def one(found: re.Match[str]) -> str:
        said, letters = found[0], found[0].rstrip("0123456789")
        if re.fullmatch("[a-z][0-9]+c[0-9]+", said):
            return said
        if said not in given:
            first = next(iter(given), said).rstrip("0123456789")
            some = refs if first == letters else against
            left = [ref for ref in some if ref not in given.values()]
            alike = [ref for ref in left if ref.rstrip("0123456789") == letters]
            given[said] = known.get(said.lower()) or (alike or left or [said])[0]
        return given[said]

    return REFERENCE.sub(one, text) if refs else text


def help_text(table: OpenMatch, seat: int | None, topic: str) -> str:
    """The text of a help topic: five examples with units of this match, then all its forms."""
    title, _, rest = grammar.topics(table.game.id)[topic].partition("\n")
    now = forms_of(table, seat, topic)
    if not now:
        return f"{title}\n{rest}"
    return "\n".join((title, *(f"  {text}" for text in now), "all its forms:", rest))
