"""What is posted about a match: its opening, the call of each turn, what is revealed, its end.

The posts about an entry are made before it is stored and stored with it, so that no crash can
lose one or make one twice.  The call of a turn is a living post: it collects the orders of its
turn and becomes their report (`living_posts`).
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any

from bot.history.secrets import sees_more
from bot.match.entry import Link
from bot.match.tree import LogEntry
from bot.posts.draws import draw_post
from bot.posts.ending import end_text, going_on
from bot.posts.facts import Facts, board_text, facts_of, opens_with_board
from bot.posts.headings import accounts, moment, people, phase_of
from bot.posts.layout import LONG, Frame, Layout
from bot.posts.pack import forum_pack, report_lines
from bot.posts.practice import by_button, exchange_text, level_of, parted
from bot.posts.turns import Told, Turn, Turns, ends_turn
from bot.referee.gate import OPEN, PLAYING, status
from bot.referee.notes import due
from bot.referee.passing import idle_in, is_passed
from bot.referee.service import OpenMatch, Referee
from bot.render.escape import plain
from bot.render.pages import split
from bot.store import Post
from rules.line.orders import GM

__all__ = ["Announcer", "Told", "ends_turn", "forum_pack", "report_lines"]

FIRST = 90
"""The part of the first call, behind all that belongs to an entry."""

Until = Callable[[OpenMatch, Any, Sequence[int]], Awaitable[str]]
"""Until when these seats are awaited, who are called in a state: `until …`, or nothing."""


async def no_deadline(_: OpenMatch, after: Any, seats: Sequence[int]) -> str:
    """Where no clock runs."""
    return ""


class Announcer(Turns):
    """Makes the posts."""

    def __init__(self, referee: Referee, until: Until = no_deadline) -> None:
        super().__init__(referee)
        self.until = until

    async def posts(
        self, table: OpenMatch, entry: LogEntry, before: Any, after: Any
    ) -> tuple[Post, ...]:
        """All posts about an entry that is about to be stored."""
        drafts: list[Post] = []
        if status(table) == OPEN:
            return numbered(entry.number, drafts)
        if entry.to is not None and entry.next_seed:
            drafts.append(Post(0, 0, "public", going_on(entry)))
        if table.game.outcome(before) is None and table.game.outcome(after) is not None:
            text = await end_text(self.referee, table, entry, after)
            drafts.append(Post(0, 0, "public", text, kind="end"))
        elif (offer := draw_post(table, entry)) is not None:
            drafts.append(offer)
        elif (called := await self._called(table, entry, before, after)) is not None:
            drafts.append(called)
        drafts += await due(self.referee, table, before, after)
        if entry.to is None and ends_turn(entry):
            start, earlier = await self.turn(table, entry.parent)
            drafts += await self._secret(table, start, [*earlier, entry], after)
        return numbered(entry.number, drafts)

    # --- calls ----------------------------------------------------------------------------------

    async def _called(
        self, table: OpenMatch, entry: LogEntry, before: Any, after: Any
    ) -> Post | None:
        """The post of a new turn, if an entry begins one; it rings who could not act before."""
        if status(table) != PLAYING or idle_in(table, after) is not None:
            return None
        origin, notes = await self._origin(table, entry, before)
        was, now = table.game.awaits(origin), table.game.awaits(after)
        newly = [seat for seat in now if seat not in was]
        known = people(table, was)
        called = people(table, newly) - known
        rewound = entry.to is not None and entry.seat == GM
        if rewound:
            called = people(table, now)
        elif not called:
            passed_on = moment(origin) != moment(after) or bool(newly)
            if not passed_on or not people(table, now) or not await self._is_long(table, entry):
                return None
        pings = accounts(table, called - {entry.holder})
        if level_of(table) and not rewound:
            return await self._exchange(table, entry, after)
        turn = Turn(entry, after, left=before if entry.to is not None else None)
        frame = Frame(True, await self.until(table, after, now), True, notes)
        opens = await opens_with_board(self.referee, table, entry, after)
        text = Layout(table, turn, Facts(opens=opens), frame).text()
        return Post(0, 0, "public", text, kind="turn", pings=pings)

    async def _origin(
        self, table: OpenMatch, entry: LogEntry, before: Any
    ) -> tuple[Any, tuple[str, ...]]:
        """The state that the last act of somebody was done in; what has passed by itself since."""
        notes: list[str] = []
        while is_passed(entry):
            note = passed_text(table, before)
            notes += [note] if note not in notes else []
            (entry,) = await self.entries(table, [entry.parent])
            before = await self.referee.state_at(table, entry.parent)
        return before, tuple(reversed(notes))

    async def _exchange(self, table: OpenMatch, entry: LogEntry, after: Any) -> Post | None:
        """The post after the machine's turn, silent; none where the player pressed buttons only:
        then the post that is there is edited."""
        posted = await self.referee.mail.posted(table.record.id, "turn", 1)
        more = entry if entry.to is None else None
        start = posted[-1].number if posted else 0
        turn = await self.read(table, start, entry.number, more)
        if posted and more is not None and by_button(turn, table):
            return None
        done, _ = parted(table, turn.steps)
        text = exchange_text(table, done, (), after, open_=True)
        return Post(0, 0, "public", text, kind="turn")

    async def exchange(self, table: OpenMatch, turn: Turn, start: int, open_: bool) -> str:
        """The post of an exchange as it must be now; `start`: where the one before it began."""
        before = await self.read(table, start, turn.start)
        done, since = parted(table, turn.steps)
        if not done or not open_:
            done, since = parted(table, before.steps)[0], list(turn.steps)
        return exchange_text(table, done, since, turn.last if open_ else turn.first, open_)

    async def notes(self, table: OpenMatch, origin: LogEntry | None) -> tuple[str, ...]:
        """What had passed by itself before a turn began with this entry."""
        if origin is None or not is_passed(origin):
            return ()
        _, notes = await self._origin(
            table, origin, await self.referee.state_at(table, origin.parent)
        )
        return notes

    async def _is_long(self, table: OpenMatch, entry: LogEntry) -> bool:
        """Is the post of this turn too long to be gone on with?"""
        posted = await self.referee.mail.posted(table.record.id, "turn", 1)
        if not posted:
            return True
        more = entry if entry.to is None else None
        turn = await self.read(table, posted[-1].number, entry.number, more)
        facts = await facts_of(self.referee, table, turn)
        return len(Layout(table, turn, facts, Frame(False, board=True)).text()) > LONG

    # --- secrets --------------------------------------------------------------------------------

    async def _secret(
        self, table: OpenMatch, start: int, entries: Sequence[LogEntry], after: Any
    ) -> list[Post]:
        """The same turn for those who see more than the public, as long as it is still secret."""
        public = await self.told(table, start, entries, None)
        posts = []
        for viewer in (*table.game.seats(table.record.options), GM):
            if not sees_more(table, after, viewer):
                continue
            told = unknown(public, await self.told(table, start, entries, viewer))
            if told:
                audience = f"seat {viewer}" if viewer else "gm"
                title = f"**{plain(table.record.name)}** \u00b7 for {table.name_of(viewer)} only"
                text = "\n".join((title, *report_lines(table, told)))
                posts += [Post(0, 0, audience, page) for page in split(text)]
        return posts

    # --- the beginning --------------------------------------------------------------------------

    async def open_match(self, table: OpenMatch) -> None:
        """The first call of a match that starts, with the board; what it is, its dice and how to
        play stand in its pinned post.  Asked again it makes nothing twice."""
        state, number = table.match.state, table.match.links[-1].number
        if status(table) != PLAYING or idle_in(table, state) is not None:
            return
        seats = table.game.awaits(state)
        frame = Frame(True, await self.until(table, state, seats), True)
        facts = Facts(opens=board_text(table, state) is not None)
        text = Layout(table, Turn(None, state), facts, frame).text()
        pings = () if level_of(table) else accounts(table, people(table, seats))
        post = Post(number, FIRST, "public", text, kind="turn", pings=pings)
        await self.referee.mail.add(table.record.id, post)


def unknown(public: Sequence[Told], told: Sequence[Told]) -> list[Told]:
    """Of what a viewer may read what not everybody can: whole orders, or lines about them."""
    known = {one.number: one for one in public}
    found = []
    for one in told:
        seen = known.get(one.number)
        lines = tuple(line for line in one.lines if seen is None or line not in seen.lines)
        if lines or (seen is not None and seen.orders != one.orders):
            found.append(replace(one, lines=lines))
    return found


def numbered(number: int, drafts: Sequence[Post]) -> tuple[Post, ...]:
    """Posts with the names that they keep."""
    return tuple(replace(post, number=number, part=part) for part, post in enumerate(drafts))


def passed_text(table: OpenMatch, before: Any) -> str:
    """`Mana passed: nobody casts`."""
    idle = table.game.idle(before) if table.game.idle else None
    why = f": {idle[2]}" if idle is not None and idle[2] else ""
    return f"{phase_of(table, before)} passed{why}"


async def passed_notes(referee: Referee, table: OpenMatch, links: Sequence[Link]) -> list[str]:
    """The same of these entries, each said once."""
    notes = [passed_text(table, await referee.state_at(table, one.parent)) for one in links]
    return list(dict.fromkeys(notes))
