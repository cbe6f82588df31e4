"""Suggest what could be typed now (units, legal orders, words of the match) in bounded time, and
show the sentences of a help topic with the units of this match, legal ones first."""

import asyncio
import re
import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from cachetools import LRUCache

import grammar
from bot.match.reckoned import kept
from bot.referee.beside import beside
from bot.referee.service import OpenMatch, RefereeError
from rules.border.game import Game
from rules.line.orders import GM, AcceptDraw, DeclineDraw, EndPhase, OfferDraw, Order, Resign
from rules.line.work import Spent, budget, spend

MOST = 600
WORK = 700_000
"""Steps of work that one search for legal orders may take."""

PATIENCE = 2.0
KEPT = 300
SHARED = (AcceptDraw, DeclineDraw, EndPhase, OfferDraw, Resign)
"""Orders that are about no unit."""
LAST = (AcceptDraw, DeclineDraw, OfferDraw, Resign)
"""Orders that are never shown as examples."""


def found_of(orders: Iterable[Order]) -> tuple[Order, ...]:
    """The first `MOST` of these orders, or those found until the budget ends."""
    found: list[Order] = []
    with budget(WORK) as own:
        try:
            for order in islice(orders, MOST):
                found.append(order)
                spend()
        except Spent as spent:
            if spent.budget is not own:
                raise
    return tuple(found)


def collect(game: Game[Any], state: Any, seat: int, unit: str | None) -> tuple[Order, ...]:
    """The first legal orders of a seat, or of one unit."""
    return found_of(game.legal(state, seat, unit))


def collect_army(game: Game[Any], state: Any, seat: int) -> tuple[Order, ...]:
    """The legal orders of the army as a whole: those that do not begin with a unit."""
    refs = {one.lower() for one in game.references(state, seat)}
    return found_of(one for one in game.legal(state, seat) if not begins_with(one, refs))


def collect_first(game: Game[Any], state: Any, seat: int) -> tuple[Order, ...]:
    """One legal order of each unit that could act, a different kind each time if there is one."""

    def firsts() -> Iterator[Order]:
        kinds = set[type]()
        for ref in game.references(state, seat):
            several = [
                one for one in islice(game.legal(state, seat, ref), 40) if is_about(one, ref)
            ]
            fresh = [one for one in several if type(one) not in kinds]
            kinds.update(type(one) for one in (fresh or several)[:1])
            yield from (fresh or several)[:1]

    return found_of(firsts())


@kept(16)
def collect_acts(game: Game[Any], state: Any, seat: int) -> tuple[Order, ...]:
    """One legal order, other than waiting, of each unit of the seat that has one."""

    def acts() -> Iterator[Order]:
        for ref in game.references(state, seat):
            own = islice(game.legal(state, seat, ref), MOST)
            yield from islice((one for one in own if not one.waits and first_of(one, [ref])), 1)

    return found_of(acts())


def first_of(order: Order, refs: Sequence[str]) -> str:
    """The unit among these that an order begins with (`L1 ...`, `deploy L1 ...`), or empty."""
    if isinstance(order, SHARED):
        return ""
    words = [word.strip(",").lower() for word in str(order).split()[:2]]
    return next((ref for ref in refs if ref.lower() in words), "")


def begins_with(order: Order, refs: set[str]) -> bool:
    """Does an order begin with one of these units (`L1 ...`, `deploy L1 ...`)?"""
    return any(word.lower() in refs for word in str(order).split()[:2])


def is_about(order: Order, ref: str) -> bool:
    """Does an order name this unit (and is it none of the `SHARED` orders)?"""
    words = re.findall(r"[^\s,]+", str(order).lower())
    return not isinstance(order, SHARED) and ref.lower() in words


def _looked_at(done: asyncio.Future[tuple[Order, ...]]) -> None:
    """Retrieve the exception of a search, so that asyncio does not log one nobody waits for."""
    if not done.cancelled():
        done.exception()


class Suggestions:
    """Legal orders, enumerated in threads and cached until the match moves on."""

    def __init__(self) -> None:
        self._kept: LRUCache[tuple[int, int, int, str], asyncio.Future[tuple[Order, ...]]]
        self._kept = LRUCache(KEPT)

    async def _asked(
        self, table: OpenMatch, seat: int, what: str, patience: float | None, *work: Any
    ) -> tuple[Order, ...]:
        """Enumerate orders in a thread; empty if that takes longer than `patience` seconds.  A late
        result is cached for the next question."""
        if seat == GM:
            return ()
        key = (table.record.id, table.match.links[-1].number, seat, what)
        found = self._kept.get(key)
        if found is None:
            about = (table.game, table.state, seat, *work[1:])
            made = beside(table, (seat, what), work[0], *about)
            found = self._kept[key] = asyncio.ensure_future(made)
            found.add_done_callback(_looked_at)
        try:
            seconds = PATIENCE if patience is None else patience
            return await asyncio.wait_for(asyncio.shield(found), seconds)
        except TimeoutError:
            return ()
        except RefereeError:
            self._kept.pop(key, None)
            return ()

    async def orders(
        self, table: OpenMatch, seat: int, unit: str | None = None, patience: float | None = None
    ) -> tuple[Order, ...]:
        """Legal orders of a seat, or of one unit; empty if they take longer than `patience`."""
        what = f"unit {unit.lower()}" if unit else "all"
        return await self._asked(table, seat, what, patience, collect, unit)

    async def of_army(self, table: OpenMatch, seat: int) -> tuple[Order, ...]:
        """Legal orders of the army as a whole."""
        return await self._asked(table, seat, "army", None, collect_army)

    async def sentences(self, table: OpenMatch, seat: int, typed: str, most: int = 25) -> list[str]:
        """Legal sentences that contain every word typed so far; those that begin so come first."""
        words = typed.lower().split()
        own = units(table, seat)
        unit = next((one for one in own if words and one.lower() == words[0]), None)
        wanted = typed.strip().lower()
        orders = await self.orders(table, seat, unit)
        texts = list(dict.fromkeys(str(order) for order in orders))
        if not wanted:
            texts = [str(order) for order in varied(orders, most)]
        fitting = [text for text in texts if all(word in text.lower() for word in words)]
        first = [text for text in fitting if text.lower().startswith(wanted)]
        return [*first, *(one for one in fitting if one not in first)][:most]

    async def examples(self, table: OpenMatch, seat: int, count: int = 3) -> list[str]:
        """A few sentences of different kinds that this seat could type now."""
        found = varied(await self._asked(table, seat, "first", None, collect_first), count)
        if len(found) < count:
            others = [one for one in await self.of_army(table, seat) if not isinstance(one, LAST)]
            found += varied(others, count - len(found))
        return [str(order) for order in found]

    async def able(self, table: OpenMatch, seat: int) -> list[str]:
        """The units of a seat that may still act now."""
        orders = await self._asked(table, seat, "acts", None, collect_acts)
        acting = {ref for one in orders for ref in (first_of(one, units(table, seat)),) if ref}
        return [ref for ref in units(table, seat) if ref in acting]


def varied(orders: Sequence[Order], count: int) -> list[Order]:
    """Up to `count` orders of as many kinds as possible; those about the match come last."""
    queues: dict[type, list[Order]] = {}
    for order in orders:
        queues.setdefault(type(order), []).append(order)
    kinds = sorted(queues.values(), key=lambda queue: isinstance(queue[0], SHARED))
    chosen: list[Order] = []
    for depth in range(max(map(len, kinds), default=0)):
        for queue in kinds:
            if depth < len(queue) and not (depth and isinstance(queue[0], SHARED)):
                chosen.append(queue[depth])
            if len(chosen) >= count:
                return chosen
    return chosen


def units(table: OpenMatch, viewer: int | None) -> list[str]:
    """The references of things on the table that a viewer may use."""
    return list(table.game.references(table.state, viewer))


def begins(words: Sequence[str], typed: str, most: int = 25) -> list[str]:
    """Words that begin with what was typed, then words that contain it, without duplicates."""
    wanted = typed.strip().lower()
    every = list(dict.fromkeys(word for word in words if word and len(word) <= 100))
    first = [word for word in every if word.lower().startswith(wanted)]
    inside = [word for word in every if wanted in word.lower() and word not in first]
    return [*first, *inside][:most]


# --- help topics ----------------------------------------------------------------------------------


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
