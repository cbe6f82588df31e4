"""What could be ordered now, verbs first: one line a verb, all of a verb by pages."""

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
"""So many legal orders are looked through."""

WIDE, LONG = 80, 20
"""Columns of a line, and lines of a page."""

FEW, PARTS = 12, 6
"""A verb of more orders than these few is told in parts (`fires Bolter at`), if they are few."""

SHORT = 3
"""A part of a verb is asked for by no more words."""

AND_MORE = "  ... and more than I look through at once: ask about one unit"

LEADS = ("at", "in", "on", "to", "with")
"""Words that lead to what an order ends with."""

DOT = " \u00b7 "


class Verb(Frozen):
    """Orders that differ in how they end: `M1` `moves to` `15,8`, `17,6`; of a single order
    `ends` is empty."""

    who: str
    begins: str
    ends: tuple[str, ...] = ()
    asked: str = ""
    """What asks for all of them: `M1 moves`."""

    @property
    def count(self) -> int:
        """How many orders it stands for."""
        return max(1, len(self.ends))

    @property
    def stem(self) -> str:
        """`M1 moves to`."""
        return " ".join(part for part in (self.who, self.begins) if part)

    @property
    def brief(self) -> str:
        """`moves to (99)`."""
        return f"{self.begins} ({self.count})" if self.ends else self.begins

    def line(self, wide: int = WIDE, unit: str = "") -> str:
        """`M1 moves to 15,8 17,6 ... 99 in all: legal M1 moves`, as much as one line holds."""
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


def verbs_of(sentences: Iterable[str], refs: Collection[str]) -> tuple[Verb, ...]:
    """Orders by what is done, the first of a verb where it first comes; `refs`: what units and
    places are called."""
    known = {one.lower() for one in refs}
    kinds: dict[tuple[str, ...], list[list[str]]] = {}
    for words in map(str.split, dict.fromkeys(sentences)):
        kinds.setdefault(tuple(words[: _acts_at(words, known) + 1]), []).append(words)
    return tuple(verb for key, rows in kinds.items() for verb in _parted(len(key), rows, known))


def _acts_at(words: Sequence[str], known: Collection[str]) -> int:
    """Where the verb stands: behind the unit (`L1 moves`, `archer b2 faces`, `deploy L1 at`)."""
    named = (at for at, word in enumerate(words[:2]) if word.lower() in known)
    return min(next(named, -1) + 1, len(words) - 1)


def _parted(at: int, rows: list[list[str]], known: Collection[str]) -> Iterable[Verb]:
    """The orders of a verb as one, or what is done with several things each by itself."""
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


def _verb(who: int, rows: list[list[str]], is_part: bool) -> Verb:
    """What all of them begin with, and how each goes on."""
    subject, shared = " ".join(rows[0][:who]), len(rows[0])
    if len(rows) == 1:
        return Verb(subject, " ".join(rows[0][who:]))
    for words in rows:
        same = (one == other for one, other in zip(words, rows[0], strict=False))
        shared = min(shared, len(words) - 1, next((at for at, ok in enumerate(same) if not ok), 99))
    shared = max(shared, who + 1)
    ends = tuple(" ".join(words[shared:]) for words in rows)
    begins = rows[0][who:shared]
    part = begins[:-1] if begins[-1] in LEADS else begins
    short = is_part and len(part) <= SHORT
    asked = (*rows[0][max(0, who - 1) : who], *(part if short else begins[:1]))
    return Verb(subject, " ".join(begins), ends, " ".join(asked))


def pages_of(verb: Verb, page: int, wide: int = WIDE) -> list[str]:
    """All orders of a verb, so many lines at a time; a last line says how to go on."""
    rows = wrapped(DOT.join(verb.ends), wide - 2, DOT) if verb.ends else []
    pages = max(1, -(-len(rows) // LONG))
    start = LONG * (min(page, pages) - 1)
    counted = f" ({verb.count})" if verb.ends else ""
    lines = [f"{verb.stem}{counted}", *(f"  {row}" for row in rows[start : start + LONG])]
    if start + LONG < len(rows):
        lines.append(f"more: legal {verb.asked} page {min(page, pages) + 1}")
    return lines


# --- a match --------------------------------------------------------------------------------------


class Found(Frozen):
    """Sentences of legal orders; `more`: these are not all."""

    sentences: list[str] = field(default_factory=list)
    more: bool = False


def legal_now(table: OpenMatch, seat: int, unit: str | None = None) -> Found:
    """The sentences of the legal orders of a seat, or of one unit."""
    found = table.game.legal(table.state, seat, unit)
    sentences = [str(one) for one in islice(found, MOST)]
    cut = isinstance(found, Listed) and found.cut
    return Found(sentences, cut or len(sentences) == MOST)


def verbs_now(table: OpenMatch, seat: int, sentences: Iterable[str]) -> tuple[Verb, ...]:
    """These orders of a match by what is done."""
    return verbs_of(sentences, table.game.references(table.state, seat))


def asked_for(table: OpenMatch, seat: int, words: str) -> tuple[str, Found, str]:
    """What `legal WORDS` asks for: a unit (empty: the army), its orders, and the beginning of
    those that are wanted.  Raises `RefereeError` if there is no such unit."""
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
        return "", Found(begun, army.more), words
    for end in range(len(parts) - 1, 0, -1):
        unit = meant_by(table, seat, " ".join(parts[:end]))
        with suppress(RefereeError):
            check_there(table, seat, unit)
            return unit, Found(more=cut), " ".join(parts[end:])
    unit = meant_by(table, seat, words)
    check_there(table, seat, unit)
    return unit, Found(more=cut), ""


def check_there(table: OpenMatch, seat: int, unit: str) -> None:
    """Raises `RefereeError`, in the system's own words, if there is no such unit or place."""
    game = table.game
    if game.describe:
        with plainly():
            game.describe(table.state, seat, unit)


def legal_lines(table: OpenMatch, seat: int, words: str = "", wide: int = WIDE) -> list[str]:
    """What a seat could order: of `M1` one line a verb, of `M1 moves` all of it, by pages; of the
    whole army one line a unit.  Raises `RefereeError` if there is no such unit."""
    words, _, last = " ".join(words.split()).partition(" page ")
    page = int(last) if last.isdecimal() and len(last) < 4 else 1
    unit, found, begins = asked_for(table, seat, words) if words else ("", Found(), "")
    if not words:
        found = legal_now(table, seat)
    verbs = verbs_now(table, seat, _begun(found.sentences, unit, begins))
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
    """Those that go on like this behind the unit."""
    wanted = begins.lower().split()
    size = len(wanted)

    def fits(words: list[str]) -> bool:
        return any(words[at : at + size] == wanted for at in range(min(3, len(words))))

    return [one for one in sentences if not wanted or fits(one.lower().split())]


def _by_unit(verbs: Sequence[Verb], wide: int) -> list[str]:
    """Each unit with its verbs, then what is nobody's."""
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
