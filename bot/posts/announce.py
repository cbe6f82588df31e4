"""What is posted about a match: its opening, the report of each turn with board and key, its end.

The posts about an entry are made before it is stored and stored with it, so that no crash can
lose one or make one twice.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

from bot.history.secrets import sees_more, sights
from bot.match.chain import mark, salts_of
from bot.match.dice import commitment
from bot.match.seal import Seal, seals
from bot.match.tree import LogEntry, counted_by
from bot.referee.clock import options_of
from bot.referee.gate import OPEN, PLAYING, status
from bot.referee.service import Referee, Table
from bot.render import bbcode, markdown
from bot.render.escape import escape_bbcode, plain
from bot.render.pages import split
from bot.store import Post
from rules.events import Ended, TurnPassed
from rules.flow import seat_name, winner_name
from rules.game import GM
from rules.view import Form

BATCH = 40
CALL = "Now: "
"""What the line begins with that calls those whose turn it has become."""

PACK = "[b]"
"""What a forum pack begins with."""


@dataclass(frozen=True, slots=True)
class Told:
    """One entry of a turn as one viewer may read it: its number, who, its orders, the report."""

    number: int
    seat: int
    orders: str
    lines: tuple[str, ...]


def ends_turn(entry: LogEntry) -> bool:
    """Did a turn, a phase, a round or the match end with this entry?"""
    return any(event.ends_phase or isinstance(event, TurnPassed | Ended) for event in entry.events)


class Announcer:
    """Makes the posts.  `level` is the most colour a board may have."""

    def __init__(self, referee: Referee, level: int = 1) -> None:
        self.referee = referee
        self.level = level
        self.until: Callable[[Table, Any, Any], Awaitable[str]] = no_deadline

    # --- reading the log ------------------------------------------------------------------------

    async def entries(self, table: Table, numbers: Sequence[int]) -> list[LogEntry]:
        """Entries in full, in order."""
        return await self.referee.entries(table, numbers)

    async def turn(self, table: Table, head: int | None = None) -> tuple[int, list[LogEntry]]:
        """The live entries since the last turn ended, and the entry (or 0) that ended it."""
        head = table.match.head if head is None else head
        path = table.match.path(head)[::-1]
        found: list[LogEntry] = []
        for at in range(0, len(path), BATCH):
            batch = await self.entries(table, path[at : at + BATCH])
            for entry in reversed(await self.referee.as_counted(table, batch, head)):
                if ends_turn(entry):
                    return entry.number, found[::-1]
                found.append(entry)
        return 0, found[::-1]

    async def told(
        self, table: Table, start: int, entries: Sequence[LogEntry], viewer: int | None
    ) -> list[Told]:
        """What a viewer may read of these entries, which follow one another from `start` on."""
        state = await self.referee.state_at(table, start)
        return [
            Told(one.number, one.seat, one.orders, one.report)
            for one in sights(table, entries, state, viewer)
            if one.report
        ]

    # --- posts ----------------------------------------------------------------------------------

    async def posts(
        self, table: Table, entry: LogEntry, before: Any, after: Any
    ) -> tuple[Post, ...]:
        """All posts about an entry that is about to be stored."""
        seals = await self._seal_pages(table, entry, before, after)
        if entry.to is not None:
            pages = self._return_pages(table, entry, before, after)
            return _numbered(entry.number, [*seals, *pages])
        if not ends_turn(entry) or status(table) == OPEN:
            return _numbered(entry.number, seals)
        start, earlier = await self.turn(table, entry.parent)
        pages = await self._turn_pages(table, start, [*earlier, entry], before, after)
        if table.game.outcome(before) is None and table.game.outcome(after) is not None:
            pages.append(("public", end_text(table, entry, after), ""))
        elif line := summons(table, before, after):
            line += await self.until(table, before, after)
            audience, text, pack = pages[-1] if pages[-1][0] == "public" else ("public", "", "")
            joined = f"{text}\n{line}".strip()
            if text and len(split(joined)) == 1 and not text.endswith("```"):
                pages[-1] = (audience, joined, pack)
            else:
                pages.append(("public", line, ""))
        pages += await self._secret_pages(table, start, [*earlier, entry], after)
        return _numbered(entry.number, [*seals, *pages])

    async def _turn_pages(
        self, table: Table, start: int, entries: Sequence[LogEntry], before: Any, after: Any
    ) -> list[tuple[str, str, str]]:
        """The report, then board and key if they changed; the forum pack goes with the report."""
        first = await self.referee.state_at(table, start)
        told = await self.told(table, start, entries, None)
        head = mark(entries[-1].number, entries[-1].hash)
        title = f"**{plain(table.record.name)}** \u00b7 {plain(moment(before))} \u00b7 {head}"
        report = split("\n".join((title, *report_lines(told))))
        pack = forum_pack(table, moment(before), told, after)
        pages = [("public", page, "") for page in report]
        pages[-1] = (*pages[-1][:2], pack)
        shown = table.game.view(after, None, "markdown")
        if not start or shown != table.game.view(first, None, "markdown"):
            pages += [("public", page, "") for page in markdown.messages(shown, self.level)]
        return pages

    async def _seal_pages(
        self, table: Table, entry: LogEntry, before: Any, after: Any
    ) -> list[tuple[str, str, str]]:
        """What is sealed or opened with this entry, and what is not sealed any more."""
        match = table.match
        moved = match.game.awaits(before) != match.game.awaits(after)
        busy = any(one.secret for one in match.live()) and (moved or entry.to is not None)
        if not (entry.secret or entry.link.opens or busy):
            return []
        was, now = await self._sealed(table), await self._sealed(table, entry)
        known, shown, kept = was[0] + was[1], now[0], now[1]
        fresh = [one for one in kept if one not in known]
        renewed = {(one.seat, one.stretch) for one in fresh}
        lost = [one for one in was[1] if one not in [*shown, *kept]]
        pages = [sealed_text(one, moved) for one in fresh]
        pages += [unsealed_text(one) for one in lost if (one.seat, one.stretch) not in renewed]
        return [
            *(("public", page, "") for page in pages),
            *(("public", shown_text(one), one.text) for one in shown if one not in was[0]),
        ]

    async def _sealed(
        self, table: Table, entry: LogEntry | None = None
    ) -> tuple[list[Seal], list[Seal]]:
        """What was opened and what is still sealed, now or after an entry."""
        match = table.match
        head = match.head
        if entry is not None and entry.to is not None:
            head = match.resolve(entry.to)
        path = await self.entries(table, match.path(head))
        path = await self.referee.as_counted(table, path, head)
        if entry is not None:
            more = await self.entries(table, [number for number, _ in entry.carried])
            path += counted_by(entry, more) if entry.to is not None else [entry]
        return seals(match.game, table.record.seed, path, await self.referee.state_at(table, 0))

    async def _secret_pages(
        self, table: Table, start: int, entries: Sequence[LogEntry], after: Any
    ) -> list[tuple[str, str, str]]:
        """The same turn for those who see more than the public, as long as it is still secret."""
        public = await self.told(table, start, entries, None)
        pages = []
        for viewer in (*table.game.seats(table.record.options), GM):
            if not sees_more(table, after, viewer):
                continue
            told = await self.told(table, start, entries, viewer)
            if told != public:
                audience = f"seat {viewer}" if viewer else "gm"
                title = f"**{plain(table.record.name)}** \u00b7 for {seat_name(viewer)} only"
                text = "\n".join((title, *report_lines(told)))
                pages += [(audience, page, "") for page in split(text)]
        return pages

    def _return_pages(
        self, table: Table, entry: LogEntry, before: Any, after: Any
    ) -> list[tuple[str, str, str]]:
        """The GM went back: said in public, with the board as it is again."""
        promise = [("public", going_on(entry), "")] if entry.next_seed else []
        if entry.seat != GM:
            return promise
        reason = f" ({plain(entry.reason)})" if entry.reason else ""
        text = f"**{plain(table.record.name)}** \u00b7 the GM goes back to the state after "
        head = mark(entry.number, entry.hash)
        text += f"#{entry.to}{reason}: {plain(moment(after))} \u00b7 {head}"
        pages = [("public", text, ""), *promise]
        shown = table.game.view(after, None, "markdown")
        if shown != table.game.view(before, None, "markdown"):
            pages += [("public", page, "") for page in markdown.messages(shown, self.level)]
        return pages

    async def open_match(self, table: Table) -> None:
        """The first posts of a match that starts: what it is, its dice, how to play, the board.

        Asked again it makes nothing twice.
        """
        seats = [
            f"{seat_name(seat)}: <@{user}>" if user.isdecimal() else seat_name(seat)
            for seat, user in table.record.seats
        ]
        options = ", ".join(f"{name}={value}" for name, value in options_of(table).items())
        lines = (
            f"**{plain(table.record.name)}** begins: {plain(table.game.title)}",
            ", ".join(seats),
            f"options: {plain(options)}" if options else "",
            f"The dice are fixed from now on by a secret seed whose SHA-256 is `{table.uid}`; "
            "the seed is shown when the match ends, so that anybody can check every die.",
            words_line(table),
            "Write orders here (reply to me, mention me or use `/order`), or in a direct message; "
            "`/help` shows what you can type now.",
            first_summons(table),
        )
        pages = [("public", page, "") for page in split("\n".join(line for line in lines if line))]
        shown = table.game.view(table.match.state, None, "markdown")
        pages += [("public", page, "") for page in markdown.messages(shown, self.level)]
        for post in _numbered(0, pages):
            await self.referee.mail.add(table.record.id, post)


def _numbered(number: int, pages: Sequence[tuple[str, str, str]]) -> tuple[Post, ...]:
    return tuple(
        Post(number, part, audience, content, attachment)
        for part, (audience, content, attachment) in enumerate(pages)
    )


def sealed_text(seal: Seal, ready: bool) -> str:
    """The promise of a seat that is ready, or of what it did in secret in its turn."""
    who = seat_name(seal.seat)
    what = f"{who} is ready (#{seal.number}). What it did in secret is sealed"
    if not ready:
        what = f"What {who} did in secret with #{seal.number} is sealed"
    return (
        f"{what}: SHA-256 `{seal.digest}`; the file with this hash is posted when it is revealed."
    )


def unsealed_text(seal: Seal) -> str:
    """A seat took back what it had promised."""
    who = seat_name(seal.seat)
    return f"What {who} sealed with #{seal.number} is taken back: `{seal.digest}` holds no more."


def shown_text(seal: Seal) -> str:
    """A promise is kept: the post that the file goes with."""
    return (
        f"What {seat_name(seal.seat)} sealed with #{seal.number} is revealed: SHA-256 of this "
        f"file: `{seal.digest}`"
    )


def moment(state: Any) -> str:
    """`round 2, move phase, army 1`, as far as there is such a thing."""
    flow = state.flow
    parts = [
        f"round {flow.round}" if flow.round else "",
        f"{flow.phase} phase" if flow.phase else "",
    ]
    if flow.turn:
        parts.append(seat_name(flow.turn))
    return ", ".join(part for part in parts if part)


def is_report(post: Post) -> bool:
    """Is this the post of a turn's report that the forum pack goes with?"""
    return post.audience == "public" and post.attachment.startswith(PACK)


def report_lines(told: Sequence[Told]) -> list[str]:
    """A report grouped by order."""
    lines = []
    for one in told:
        lines.append(f"**#{one.number} {seat_name(one.seat)}:** {plain(one.orders)}")
        lines += [f"- {plain(line)}" for line in one.lines]
    return lines or ["nothing was done"]


def forum_pack(
    table: Table, when: str, told: Sequence[Told], state: Any, viewer: int | None = None
) -> str:
    """Report, board and key as BBCode, ready for the forum, as a viewer may read them."""
    lines = [f"{PACK}{escape_bbcode(f'{table.record.name}: {when}')}[/b]"]
    for one in told:
        who = f"#{one.number} {seat_name(one.seat)}: {one.orders}"
        lines += ["", f"[b]{escape_bbcode(who)}[/b]", *map(escape_bbcode, one.lines)]
    shown: Form = "bbcode"
    return "\n".join((*lines, "", bbcode.view(table.game.view(state, viewer, shown)), ""))


def words_line(table: Table) -> str:
    """The words that the seats gave for the dice, if any did."""
    given = salts_of(table.record.settings)
    told = [f"{seat_name(int(seat))} \u201c{plain(words)}\u201d" for seat, words in given.items()]
    return f"Mixed into every die: {', '.join(told)}." if told else ""


async def no_deadline(_: Table, before: Any, after: Any) -> str:
    """Where no clock runs."""
    return ""


def summons(table: Table, before: Any, after: Any) -> str:
    """Whom it is up to now, who was not called before: their phones may ring."""
    if status(table) != PLAYING:
        return ""
    earlier = table.game.awaits(before)
    return call(table, after, [seat for seat in table.game.awaits(after) if seat not in earlier])


def first_summons(table: Table) -> str:
    """Who begins, when a match starts; where all may act at once nobody is called."""
    state = table.match.state
    called = list(table.game.awaits(state))
    everybody = set(called) == set(table.game.seats(table.record.options))
    return "" if everybody or status(table) != PLAYING else call(table, state, called)


def call(table: Table, after: Any, called: Sequence[int]) -> str:
    """The line that calls the holders of these seats, and no other line does."""
    holders = dict(table.record.seats)
    named = [
        f"<@{holders[seat]}> ({seat_name(seat)})"
        for seat in called
        if holders.get(seat, "").isdecimal()
    ]
    return f"{CALL}{', '.join(named)}, {plain(moment(after))}" if named else ""


def end_text(table: Table, entry: LogEntry, state: Any) -> str:
    """How the match ended, and the seed that its dice came from."""
    outcome = table.game.outcome(state)
    assert outcome is not None
    winner, seed = winner_name(outcome), table.seed_of(entry.number)
    where = "of the start" if seed == table.record.seed else "posted when it had ended before"
    who = f"{winner} wins" if outcome.winners else "a draw"
    return (
        f"**{plain(table.record.name)}** is over: {who} ({plain(outcome.termination)}, "
        f"{outcome.rule}).\nThe seed of its dice was `{seed}`; its SHA-256 is the "
        f"`{commitment(seed)}` {where}. `referee verify` checks every die of an exported match. "
        f"{going_on(entry)}"
    )


def going_on(entry: LogEntry) -> str:
    """The promise of the dice for a match that goes on although its seed has been shown."""
    if not entry.next_seed:
        return ""
    promised = commitment(entry.next_seed)
    return f"Should it go on, its dice follow another seed, whose SHA-256 is `{promised}`."
