"""The log of a match as a tree of links: which entries count, and which were taken back."""

from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field

from bot.match.counted import is_opened, path_of
from bot.match.entry import Link, Linked, base_of, own_numbers
from rules.line.road import Entry


@dataclass
class Noted:
    """What the first `count` links of a log, up to `last`, say of seeds and of secrets."""

    count: int = 0
    last: Link | None = None
    seeds: list[tuple[int, str]] = field(default_factory=list)
    """The seeds that were promised, with the first entry whose dice follow each."""
    openers: dict[str, list[int]] = field(default_factory=dict)
    """Which entries opened a secret stretch.  One without a name is opened by each of them."""

    def take(self, link: Link) -> None:
        """One link more."""
        if link.next_seed:
            self.seeds.append((link.number + 1, link.next_seed))
        for name in dict.fromkeys((*link.opens, "") if link.opens else ()):
            self.openers.setdefault(name, []).append(link.number)
        self.count, self.last = self.count + 1, link


PATHS_KEPT = 8
"""So many ways to entries are remembered; the longest games have some thousands of entries."""


@dataclass(kw_only=True)
class Branches:
    """All entries by what they follow, without what happened in them.  The last one says where
    the match stands; what cannot be reached from there counts no more."""

    links: list[Link] = field(default_factory=list)
    _paths: dict[int, tuple[Link, tuple[int, ...]]] = field(default_factory=dict)
    _gone: dict[int, tuple[Link, tuple[int, ...]]] = field(default_factory=dict)
    _noted: Noted = field(default_factory=Noted)

    @property
    def noted(self) -> Noted:
        """What the links say of seeds and of secrets; each is looked at once."""
        noted, links = self._noted, self.links
        if noted.count > len(links) or (noted.count and links[noted.count - 1] is not noted.last):
            noted = self._noted = Noted()
        while noted.count < len(links):
            noted.take(links[noted.count])
        return noted

    def next_seed(self, number: int) -> str:
        """The seed that was promised last before an entry; empty where none was yet."""
        seeds = self.noted.seeds
        at = bisect_right(seeds, number, key=lambda one: one[0])
        return seeds[at - 1][1] if at else ""

    def opener(self, name: str, number: int) -> int | None:
        """Which entry that goes on from this one opened a secret stretch, if any did."""
        openers = self.noted.openers.get(name, [])
        after = openers[bisect_right(openers, number) :]
        return next((one for one in after if self.leads_to(number, one)), None)

    def leads_to(self, number: int, later: int) -> bool:
        """Does an entry count after a later one?"""
        path = self._path(later)
        at = bisect_left(path, number)
        return path[at : at + 1] == (number,)

    @property
    def head(self) -> int:
        """The entry whose state is the present one."""
        return self.resolve(self.links[-1].number)

    def resolve(self, number: int) -> int:
        """An undo or rewind that carries nothing along stands for the entry it returned to."""
        link = self.links[number]
        while link.to is not None and not link.carried:
            link = self.links[link.to]
        return link.number

    def path(self, number: int | None = None) -> list[int]:
        """The entries that count after an entry (now, if none is named), oldest first."""
        return list(self._path(self.head if number is None else number))

    def _path(self, number: int) -> tuple[int, ...]:
        """The same, known for the last few that were asked for: an entry goes on from its base."""
        known = self._known_path(number)
        if known is None:
            link = self.links[number]
            base = self._known_path(base_of(link)) if number else None
            if base is not None:
                known = (*base, *own_numbers(link))
            else:
                known = tuple(path_of(self.links, number))
            if len(self._paths) >= PATHS_KEPT:
                del self._paths[next(iter(self._paths))]
            self._paths[number] = (link, known)
        return known

    def _known_path(self, number: int) -> tuple[int, ...] | None:
        link, known = self._paths.get(number, (None, None))
        return known if link is self.links[number] else None

    def live(self) -> list[Entry]:
        """The entries that count, oldest first, without #0."""
        found: list[Entry] = []
        opened: set[str] = set()
        for number in reversed(self.path()):
            link = self.links[number]
            opened.update(link.opens)
            secret = any(not is_opened(one, opened) for one in link.secret or ())
            found.append(Entry(number, link.seat, link.drew, link.barred, link.ended_phase, secret))
        return found[::-1]

    def ancestors(self, number: int, count: int) -> set[int]:
        """An entry and those that it continues, at most `count` of them."""
        found = {number}
        while number and len(found) < count:
            link = self.links[number]
            found.update(own_numbers(link))
            number = base_of(link)
            found.add(number)
        return found

    def is_live(self, number: int) -> bool:
        """Does this entry count?  Undo and rewind entries never do."""
        return self.leads_to(number, self.head)

    def carriers(self, number: int | None = None) -> dict[int, tuple[int, int, int]]:
        """Of the entries that count: those that an undo carried along, and which of its events
        are theirs now (the undo, from, up to)."""
        found: dict[int, tuple[int, int, int]] = {}
        number = self.head if number is None else number
        if not any(link.carried for link in self.links):
            return found
        while number:
            link, start = self.links[number], 0
            for carried, count in link.carried:
                found[carried] = (number, start, start + count)
                start += count
            number = base_of(link)
        return found

    def gone(self, entry: Linked) -> list[int]:
        """The entries that an undo took back (which perhaps is not in the log yet)."""
        assert entry.to is not None
        link, gone = self._gone.get(entry.number, (None, ()))
        if link is not entry:
            left = {*self._path(entry.to), *own_numbers(entry)}
            gone = tuple(number for number in self._path(entry.parent) if number not in left)
            if isinstance(entry, Link):
                self._gone[entry.number] = (entry, gone)
        return list(gone)
