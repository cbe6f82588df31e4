"""The log as turns: which entries belong to a living post, and what everybody may read of them.

A living post begins with an entry and has all entries until the next post begins, including those
taken back since, which stay visible in their places.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bot.history.secrets import SeenEntry, sight, sights
from bot.match.tree import Link, LogEntry, fold
from bot.posts.headings import moment, person
from bot.referee.passing import is_passed
from bot.referee.service import OpenMatch, Referee
from bot.render import view_text
from bot.render.wording import escape_bbcode, plain
from rules.line.events import Ended, TurnPassed
from rules.line.frozen import Frozen
from rules.line.orders import GM

BATCH = 40


class ViewedEntry(Frozen):
    """One entry of a turn as one viewer may read it: number, seat, orders, and report lines."""

    number: int
    seat: int
    orders: str
    lines: tuple[str, ...]


class TurnEntry(Frozen):
    """One entry of a turn with the states around it, as everybody may read it.

    `void`: how it was taken back (`taken back by Anna (#55)`); empty while it counts.
    """

    entry: LogEntry
    seen: SeenEntry
    before: Any
    after: Any
    void: str = ""

    @property
    def number(self) -> int:
        return self.entry.number

    @property
    def passed(self) -> bool:
        """Was it an automatic pass?"""
        return is_passed(self.entry)

    @property
    def opens(self) -> bool:
        """Did it reveal something secret?"""
        return bool(self.entry.link.opens)

    @property
    def ends(self) -> bool:
        """Did a phase or a round end with it?"""
        return not self.void and moment(self.before) != moment(self.after)


class PostedTurn(Frozen):
    """The entries of one living post, in order, and the state in which it begins.

    `origin` is the entry that began it (None: the start of the match); `gone_by`: the undo or
    rewind that took `origin` back (0: none did).
    """

    origin: LogEntry | None
    first: Any
    steps: tuple[TurnEntry, ...] = ()
    gone_by: int = 0
    opens: bool = False
    """Is it the first turn of the match?"""
    left: Any = None
    """If an undo or a rewind began the turn: the state just before it."""

    @property
    def start(self) -> int:
        return 0 if self.origin is None else self.origin.number

    @property
    def live(self) -> tuple[TurnEntry, ...]:
        return tuple(step for step in self.steps if not step.void)

    @property
    def last(self) -> Any:
        """The state at its end."""
        live = self.live
        return live[-1].after if live else self.first


def told_of(seen: Sequence[SeenEntry]) -> list[ViewedEntry]:
    """The entries about which there is something to read."""
    return [ViewedEntry(one.number, one.seat, one.orders, one.report) for one in seen if one.report]


def ends_turn(entry: LogEntry) -> bool:
    """Did a turn, a phase, a round or the match end with this entry?"""
    return any(event.ends_phase or isinstance(event, TurnPassed | Ended) for event in entry.events)


class Turns:
    """Reads the log of a match turn by turn."""

    def __init__(self, referee: Referee) -> None:
        self.referee = referee

    async def turn(self, table: OpenMatch, head: int | None = None) -> tuple[int, list[LogEntry]]:
        """The live entries since the last turn ended, and the entry (or 0) that ended it."""
        head = table.match.head if head is None else head
        path = table.match.path(head)[::-1]
        found: list[LogEntry] = []
        for at in range(0, len(path), BATCH):
            batch = await self.referee.entries(table, path[at : at + BATCH])
            for entry in reversed(await self.referee.as_counted(table, batch, head)):
                if ends_turn(entry):
                    return entry.number, found[::-1]
                found.append(entry)
        return 0, found[::-1]

    async def told(
        self, table: OpenMatch, start: int, entries: Sequence[LogEntry], viewer: int | None
    ) -> list[ViewedEntry]:
        """What a viewer may read of these consecutive entries, which come after `start`."""
        state = await self.referee.state_at(table, start)
        return told_of(sights(table, entries, state, viewer))

    async def read(
        self,
        table: OpenMatch,
        start: int,
        end: int,
        more: LogEntry | None = None,
        opens: bool = False,
    ) -> PostedTurn:
        """The turn of the post that began with entry `start` and goes up to `end`.

        `more` is an entry about to be stored, added at its end; `opens` is kept in the turn.
        """
        path = table.match.path()
        own = [number for number in path if start < number <= end]
        live = await self._live(table, path, own, more)
        void = [
            number
            for number in range(start + 1, min(end, len(table.match.links) - 1) + 1)
            if number not in own and table.match.links[number].to is None
        ]
        by = self.returns_of(table, void)
        lost = [await self._lost(table, one, by) for one in await self.referee.entries(table, void)]
        steps = tuple(sorted((*live, *lost), key=lambda step: step.number))
        first = await self.beginning(table, start)
        gone_by = 0
        if start and table.match.links[start].to is None and start not in path:
            gone_by = self.gone_by(table, start)
        origin = (await self.referee.entries(table, [start]))[0] if start else None
        left = None
        if origin is not None and origin.to is not None:
            left = await self.referee.state_at(table, origin.parent)
        return PostedTurn(origin, first, steps, gone_by, opens, left)

    async def beginning(self, table: OpenMatch, start: int) -> Any:
        """The state in which a turn began; if an undo carried its first entry along, the state as
        it counts now."""
        if start in table.match.carriers():
            before, _ = await self._counted(table, table.match.path(), start, [])
            return before
        return await self.referee.state_at(table, start)

    async def _live(
        self, table: OpenMatch, path: list[int], own: list[int], more: LogEntry | None
    ) -> list[TurnEntry]:
        """The entries that count, each with the states before and after it."""
        first = path.index(own[0]) if own else len(path)
        start = path[first - 1] if first else 0
        state, entries = await self._counted(table, path, start, own)
        entries = [*entries, more] if more is not None else entries
        seen = sights(table, entries, state, None)
        known, carriers = table.match.states, table.match.carriers()
        steps = []
        for entry, one in zip(entries, seen, strict=True):
            after = None if entry.number in carriers else known.get(entry.number)
            if after is None:
                after = table.match.ahead(entry.events, state).state
            steps.append(TurnEntry(entry, one, state, after))
            state = after
        return steps

    async def _counted(
        self, table: OpenMatch, path: list[int], start: int, own: list[int]
    ) -> tuple[Any, list[LogEntry]]:
        """The state after the live entry `start`, and the entries `own`, both as they count now
        (an undo that carried entries along has changed their events)."""
        carriers = table.match.carriers()
        at = base = path.index(start) + 1 if start in path else 0
        while base and path[base - 1] in carriers:
            base -= 1
        state = await self.referee.state_at(table, path[base - 1] if base else 0)
        counted = await self.referee.counted(table, [*path[base:at], *own])
        for entry in counted[: at - base]:
            state = fold(table.game, state, entry.events)
        return state, counted[at - base :]

    async def _lost(self, table: OpenMatch, entry: LogEntry, by: Mapping[int, int]) -> TurnEntry:
        """The step of an entry that was taken back, as it was then."""
        seen = await sight(self.referee, table, entry, None)
        before = await self.referee.state_at(table, entry.parent)
        after = await self.referee.state_at(table, entry.number)
        return TurnEntry(entry, seen, before, after, self.how_gone(table, by.get(entry.number, 0)))

    def gone_by(self, table: OpenMatch, number: int) -> int:
        """The undo or rewind that took an entry back; 0 if it counts."""
        return self.returns_of(table, [number]).get(number, 0)

    def returns_of(self, table: OpenMatch, numbers: Sequence[int]) -> dict[int, int]:
        """For each of these entries that was taken back, the first undo or rewind that did so."""
        found: dict[int, int] = {}
        for link in table.match.links[min(numbers) + 1 :] if numbers else ():
            if link.to is not None:
                for number in table.match.gone(link):
                    found.setdefault(number, link.number)
        return found

    def how_gone(self, table: OpenMatch, by: int) -> str:
        """`taken back by Anna (#55)`, `void since #93`."""
        seat = table.match.links[by].seat
        return f"void since #{by}" if seat == GM else f"taken back by {person(table, seat)} (#{by})"


def sections(turn: PostedTurn, awaits: Any) -> Iterator[tuple[Any, list[TurnEntry]]]:
    """The parts of a turn, one for each phase in which its players were awaited: the state in
    which it begins, and its steps.

    `awaits` gives the seats awaited in a state.  If several act at once, a seat that is ready does
    not begin a new part.
    """
    state, own = turn.first, list[TurnEntry]()
    for step in turn.steps:
        own.append(step)
        if step.void:
            continue
        newly = set(awaits(step.after)) - set(awaits(step.before))
        if newly or step.ends:
            if any(not one.passed for one in own):
                yield state, own
                own = []
            state = step.after
    yield state, own


def first_touched(table: OpenMatch, fresh: Sequence[Link]) -> int:
    """The first entry that the new entries `fresh` affect: take back, make count again, or rule
    upon.  If there is none, the number of the next entry."""
    match, found = table.match, [len(table.match.links)]
    for link in fresh:
        moved: set[int] = set()
        if link.to is not None:
            moved = set(match.path(link.to)) ^ set(match.path(link.parent))
        rulings = (table.ruled.get(number) for number in (link.number, *moved))
        found += [number for ruling in rulings if ruling is not None for number in ruling.about]
        found += moved
    return min(found)


# --- as a report ----------------------------------------------------------------------------------


async def pack_of(turns: Turns, table: OpenMatch, start: int, end: int, viewer: int | None) -> str:
    """Report, board and key of the turn from `start` to `end`, as BBCode for a forum and as one
    viewer may read them."""
    turn = await turns.read(table, start, end)
    entries = [step.entry for step in turn.live]
    first = turn.live[0].before if turn.live else turn.first
    when = f"{table.record.name}: {table.game.moment(turn.first)}"
    lines = [f"[b]{escape_bbcode(when)}[/b]"]
    for one in told_of(sights(table, entries, first, viewer)):
        who = f"#{one.number} {table.name_of(one.seat)}: {one.orders}"
        lines += ["", f"[b]{escape_bbcode(who)}[/b]", *map(escape_bbcode, one.lines)]
    view = table.game.view(turn.last, viewer, "bbcode")
    return "\n".join((*lines, "", view_text(view, "bbcode"), ""))


def report_lines(table: OpenMatch, told: Sequence[ViewedEntry]) -> list[str]:
    """A report grouped by order."""
    lines = []
    for one in told:
        lines.append(f"**#{one.number} {table.name_of(one.seat)}:** {plain(one.orders)}")
        lines += [f"- {plain(line)}" for line in one.lines]
    return lines or ["nothing was done"]
