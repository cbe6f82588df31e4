"""The legal orders now, grouped by verb: a line for each verb, or all orders of a verb in pages."""

from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import field
from itertools import islice

from bot.history.looks import meant_by
from bot.referee.open_match import plainly
from bot.referee.service import OpenMatch, RefereeError
from bot.render.columns import wrapped
from rules.border.questions import Listed
from rules.line.frozen import Frozen

MOST = 3_000
"""How many legal orders are looked through at most."""

WIDE, LONG = 80, 20
"""Columns in a line, and lines on a page."""

FEW, PARTS = 12, 6
"""A verb with more than `FEW` orders is split into parts (`fires Bolter at`), if they are at most
`PARTS`."""

SHORT = 3
"""The most words with which a part of a verb is asked for; beyond that, the verb alone is used."""

AND_MORE = "  ... and more than I look through at once: ask about one unit"

LEADS = ("at", "in", "on", "to", "with")
"""Words that introduce the end of an order; they are left out when asking for a part of a verb."""

DOT = " \u00b7 "


class OrderGroup(Frozen):
    """A group of orders that differ only in their `ends`: `M1`, `moves to`, (`15,8`, `17,6`).

    For a single order, `ends` is empty.
    """

    who: str
    begins: str
    ends: tuple[str, ...] = ()
    asked: str = ""
    """The words after `legal` that list all of them: `M1 moves`."""

    @property
    def count(self) -> int:
        """How many orders the group has."""
        return max(1, len(self.ends))

    @property
    def stem(self) -> str:
        """What all orders begin with: `M1 moves to`."""
        return " ".join(part for part in (self.who, self.begins) if part)

    @property
    def brief(self) -> str:
        """The beginning without the unit, and the number of orders: `moves to (99)`."""
        return f"{self.begins} ({self.count})" if self.ends else self.begins

    def line(self, wide: int = WIDE, unit: str = "") -> str:
        """`M1 moves to 15,8 17,6 ... 99 in all: legal M1 moves`: as many orders as fit into a line.

        `unit` is put into the last part if the group names no unit.
        """
        whole = f"{self.stem} {DOT.join(self.ends)}".rstrip()
        if len(whole) <= wide:
            return whole
        asked = self.asked if self.who or not unit else f"{unit} {self.asked}"
        more = f" ... {self.count} in all: legal {asked}"
        line = f"{self.stem} {self.ends[0]}" if self.ends else whole
        for end in self.ends[1:]:
            if len(line) + len(DOT) + len(end) + len(more) > wide:
                break
            line += DOT + end
        return line + (more if self.ends else "")


def verbs_of(sentences: Iterable[str], refs: Collection[str]) -> tuple[OrderGroup, ...]:
    """Group orders by unit and verb, in order of first occurrence.

    `refs` are the names of units and places.
    """
    known = {one.lower() for one in refs}
    kinds: dict[tuple[str, ...], list[list[str]]] = {}
    for words in map(str.split, dict.fromkeys(sentences)):
        kinds.setdefault(tuple(words[: _acts_at(words, known) + 1]), []).append(words)
    return tuple(verb for key, rows in kinds.items() for verb in _parted(len(key), rows, known))


def _acts_at(words: Sequence[str], known: Collection[str]) -> int:
    """The index of the word behind the unit, which is the verb or follows it: `L1 moves`, `archer
    b2 faces`, `deploy L1 at`; 0 if the first two words name no unit."""
    named = (at for at, word in enumerate(words[:2]) if word.lower() in known)
    return min(next(named, -1) + 1, len(words) - 1)


def _parted(at: int, rows: list[list[str]], known: Collection[str]) -> Iterable[OrderGroup]:
    """The orders of a verb as one group or, if many, one for each thing that it is done with."""
    parts: dict[tuple[str, ...], list[list[str]]] = {}
    for words in rows:
        behind = (
            place
            for place, word in enumerate(words)
            if place >= at and (any(map(str.isdigit, word)) or word.strip(",").lower() in known)
        )
        parts.setdefault(tuple(words[: next(behind, len(words))]), []).append(words)
    several = len(rows) > FEW and 1 < len(parts) <= PARTS
    for group in parts.values() if several else (rows,):
        yield _verb(at - 1, group, several)


def _verb(who: int, rows: list[list[str]], is_part: bool) -> OrderGroup:
    """Split orders into their common beginning and the different ends."""
    subject, shared = " ".join(rows[0][:who]), len(rows[0])
    if len(rows) == 1:
        return OrderGroup(subject, " ".join(rows[0][who:]))
    for words in rows:
        same = (one == other for one, other in zip(words, rows[0], strict=False))
        shared = min(shared, len(words) - 1, next((at for at, ok in enumerate(same) if not ok), 99))
    shared = max(shared, who + 1)
    ends = tuple(" ".join(words[shared:]) for words in rows)
    begins = rows[0][who:shared]
    part = begins[:-1] if begins[-1] in LEADS else begins
    short = is_part and len(part) <= SHORT
    asked = (*rows[0][max(0, who - 1) : who], *(part if short else begins[:1]))
    return OrderGroup(subject, " ".join(begins), ends, " ".join(asked))


def pages_of(verb: OrderGroup, page: int, wide: int = WIDE) -> list[str]:
    """One page of all orders of a verb; if there are more, a last line says how to get them."""
    rows = wrapped(DOT.join(verb.ends), wide - 2, DOT) if verb.ends else []
    pages = max(1, -(-len(rows) // LONG))
    start = LONG * (min(page, pages) - 1)
    counted = f" ({verb.count})" if verb.ends else ""
    lines = [f"{verb.stem}{counted}", *(f"  {row}" for row in rows[start : start + LONG])]
    if start + LONG < len(rows):
        lines.append(f"more: legal {verb.asked} page {min(page, pages) + 1}")
    return lines


# --- a match --------------------------------------------------------------------------------------


class LegalOrders(Frozen):
    """Sentences of legal orders; `more`: there are others that were not looked at."""

    sentences: list[str] = field(default_factory=list)
    more: bool = False


def legal_now(table: OpenMatch, seat: int, unit: str | None = None) -> LegalOrders:
    """The legal orders of a seat, or of one unit of it, as sentences."""
    found = table.game.legal(table.state, seat, unit)
    sentences = [str(one) for one in islice(found, MOST)]
    cut = isinstance(found, Listed) and found.cut
    return LegalOrders(sentences, cut or len(sentences) == MOST)


def asked_for(table: OpenMatch, seat: int, words: str) -> tuple[str, LegalOrders, str]:
    """Parse the words of `legal WORDS`.

    Returns the unit (empty: the whole army), its legal orders, and the words with which the wanted
    orders begin.  Raises `RefereeError` if there is no such unit.
    """
    parts, cut = words.split()[:12], False
    for end in range(len(parts), 0, -1):
        unit = meant_by(table, seat, " ".join(parts[:end]))
        found = legal_now(table, seat, unit)
        if found.sentences:
            return unit, found, " ".join(parts[end:])
        cut |= found.more
    army = legal_now(table, seat)
    begun = [one for one in army.sentences if one.lower().startswith(words.lower())]
    if begun:
        return "", LegalOrders(begun, army.more), words
    for end in range(len(parts) - 1, 0, -1):
        unit = meant_by(table, seat, " ".join(parts[:end]))
        with suppress(RefereeError):
            check_there(table, seat, unit)
            return unit, LegalOrders(more=cut), " ".join(parts[end:])
    unit = meant_by(table, seat, words)
    check_there(table, seat, unit)
    return unit, LegalOrders(more=cut), ""


def check_there(table: OpenMatch, seat: int, unit: str) -> None:
    """Raises `RefereeError`, in the system's own words, if there is no such unit or place."""
    game = table.game
    if game.describe:
        with plainly():
            game.describe(table.state, seat, unit)


def legal_lines(table: OpenMatch, seat: int, words: str = "", wide: int = WIDE) -> list[str]:
    """The answer to `legal WORDS`: what a seat could order now.

    For `M1`, one line for each verb; for `M1 moves`, all its orders in pages; without words, one
    line for each unit of the army.  Raises `RefereeError` if there is no such unit.
    """
    words, _, last = " ".join(words.split()).partition(" page ")
    page = int(last) if last.isdecimal() and len(last) < 4 else 1
    unit, found, begins = asked_for(table, seat, words) if words else ("", LegalOrders(), "")
    if not words:
        found = legal_now(table, seat)
    begun = _begun(found.sentences, unit, begins)
    verbs = verbs_of(begun, table.game.references(table.state, seat))
    more = [AND_MORE] if found.more else []
    if not verbs and not more:
        awaited = ", ".join(map(table.name_of, table.awaited))
        who = " ".join(part for part in (unit, begins) if part) or table.name_of(seat)
        return [f"no legal order for {who} now" + (f" ({awaited} to act)" if awaited else "")]
    whole = [line for verb in verbs for line in pages_of(verb, max(page, 1), wide)]
    if begins and (len(verbs) == 1 or len(whole) <= LONG):
        return [*whole, *more]
    if words:
        return [*(f"  {verb.line(wide - 2, unit)}" for verb in verbs), *more]
    return [*_by_unit(verbs, wide), *more]


def _begun(sentences: list[str], unit: str, begins: str) -> list[str]:
    """The sentences in which the words `begins` occur, starting at one of the first three words."""
    wanted = begins.lower().split()
    size = len(wanted)

    def fits(words: list[str]) -> bool:
        return any(words[at : at + size] == wanted for at in range(min(3, len(words))))

    return [one for one in sentences if not wanted or fits(one.lower().split())]


def _by_unit(verbs: Sequence[OrderGroup], wide: int) -> list[str]:
    """One line for each unit with its verbs, then the orders that name no unit."""
    units: dict[str, list[str]] = {}
    for verb in verbs:
        if verb.who:
            units.setdefault(verb.who, []).append(verb.brief)
    lines: list[str] = []
    for who, briefs in units.items():
        own = f"{who}: {DOT.join(briefs)}"
        lines += [f"  {row}" for row in wrapped(own, wide - 2, DOT, indent="    ")]
    lines += [f"  {verb.line(wide - 2)}" for verb in verbs if not verb.who]
    if units:
        lines.append(f"  what one can do, and all of a verb: legal {next(iter(units)).split()[-1]}")
    return lines
