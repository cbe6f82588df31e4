"""The posts about a match: its opening, the call of each turn, what is revealed, its end.

The posts about an entry are made before it is stored, and are stored with it, so that a crash can
neither lose nor double one.  The call of a turn is a living post: it collects the orders of its
turn and becomes their report (`living_posts`).
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any

from bot.history.secrets import sees_more
from bot.match.dice import commitment
from bot.match.tree import Link, LogEntry, canonical, is_dealt
from bot.posts.asked import draw_post
from bot.posts.facts import Facts, board_text, facts_of, opens_with_board
from bot.posts.headings import DOT, accounts, moment, people, phase_of
from bot.posts.layout import LONG, Layout, PostFrame, by_button, exchange_text, level_of, parted
from bot.posts.turns import PostedTurn, Turns, ViewedEntry, ends_turn, report_lines
from bot.referee.gate import OPEN, PLAYING, status
from bot.referee.notes import due
from bot.referee.passing import idle_in, is_passed
from bot.referee.service import OpenMatch, Referee
from bot.render.pages import split
from bot.render.wording import plain, said, told
from bot.store import Post
from rules.line.flow import Outcome
from rules.line.orders import GM

# The post at the end of a match: who won and how, what it cost, and the seed of its dice.


MOST_OVERRIDES = 10
"""How many overrides the post lists; its button shows all."""


async def end_text(referee: Referee, table: OpenMatch, entry: LogEntry, state: Any) -> str:
    """The text of that post: who won, the last order, the figures, the overrides, the seed."""
    outcome = table.game.outcome(state)
    assert outcome is not None
    path = [*table.match.path(), entry.number]
    orders = " then ".join(canonical(entry.orders))
    last = f" Last: `{plain(orders)}`." if orders and entry.seat != GM else ""
    played = f"round {state.flow.round}" if state.flow.round else ""
    counted = DOT.join(one for one in (played, f"{len(path)} orders") if one)
    first = f"**{plain(table.record.name)}** is over: **{winner(table, outcome)}** "
    lines = [f"{first}({plain(outcome.termination)}, {outcome.rule}), {counted}.{last}"]
    lines += await figures(referee, table, state)
    lines += await overrides(referee, table)
    return "\n".join((*lines, seed_line(table, entry)))


def winner(table: OpenMatch, outcome: Outcome) -> str:
    """`army 1 (@Anna) wins`, `a draw`."""
    names = []
    for seat in outcome.winners:
        user = table.holder(seat)
        names.append(table.name_of(seat) + (f" (<@{user}>)" if user.isdecimal() else ""))
    if not names:
        return "a draw"
    return f"{' and '.join(names)} {'win' if len(names) > 1 else 'wins'}"


async def figures(referee: Referee, table: OpenMatch, state: Any) -> list[str]:
    """`units lost 10 : 11 · CP 3 : 2`, from the first state of the match to the last."""
    if not table.game.tally:
        return []
    tally = table.game.tally(await referee.state_at(table, 0), state, None)
    if tally is None:
        return []
    rows = [
        f"{name} {' : '.join(row.get(seat, '-') for seat in tally.seats)}"
        for name, row in tally.rows
    ]
    return [said(DOT.join(rows), "markdown")] if rows else []


async def overrides(referee: Referee, table: OpenMatch) -> list[str]:
    """One line for each override that counts, up to `MOST_OVERRIDES`: what it changed, and why."""
    path = table.match.path()
    own = [number for number in path if table.match.links[number].seat == GM]
    entries = await referee.entries(table, own)
    entries = [one for one in entries if not is_dealt(one)]
    found = [one for one in entries if not all(order.explains for order in one.orders)]
    lines = []
    for entry in found[:MOST_OVERRIDES]:
        reason = f": {plain(entry.reason)}" if entry.reason else ""
        lines.append(f"#{entry.number} {await what_it_did(referee, table, entry)}{reason}")
    more = len(found) - len(lines)
    return [*lines, f"\u2026 {more} more: *Overrides*"] if more > 0 else lines


async def what_it_did(referee: Referee, table: OpenMatch, entry: LogEntry) -> str:
    """An override in a few words: what it changed, from what to what."""
    if table.game.brief:
        before = await referee.state_at(table, entry.parent)
        lines = table.game.brief(before, entry.orders, entry.events, None)
        if lines:
            return told(lines[0], "markdown").replace("**", "").rstrip(".")
    return plain("; ".join(canonical(entry.orders)))[:150]


def seed_line(table: OpenMatch, entry: LogEntry) -> str:
    """The seed, and how anybody can check the dice with it."""
    seed = table.seed_of(entry.number)
    where = "was posted at the start" if seed == table.record.seed else "was posted later"
    return (
        f"Seed `{seed}`; its SHA-256 `{commitment(seed)}` {where}: `referee verify` checks every "
        f"die of an exported match. {going_on(entry)}"
    ).strip()


def going_on(entry: LogEntry) -> str:
    """The commitment to the next seed, should the match go on after its seed was shown."""
    if not entry.next_seed:
        return ""
    promised = commitment(entry.next_seed)
    return f"Should it go on, its dice follow another seed, whose SHA-256 is `{promised}`."


FIRST = 90
"""The `part` of the first call of a match, above those of all posts about an entry."""

Until = Callable[[OpenMatch, Any, Sequence[int]], Awaitable[str]]
"""Gives the deadline of the seats that are called in a state: `until …`, or nothing."""


async def no_deadline(*_: Any) -> str:
    """The deadline of matches without a clock: none."""
    return ""


class Announcer:
    """Makes the posts about entries, and the first call of a match."""

    def __init__(self, referee: Referee, until: Until = no_deadline) -> None:
        self.referee = referee
        self.turns = Turns(referee)
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
            start, earlier = await self.turns.turn(table, entry.parent)
            drafts += await self._secret(table, start, [*earlier, entry], after)
        return numbered(entry.number, drafts)

    # --- calls ----------------------------------------------------------------------------------

    async def _called(
        self, table: OpenMatch, entry: LogEntry, before: Any, after: Any
    ) -> Post | None:
        """The post of a new turn, if an entry begins one; it rings those not awaited before."""
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
        turn = PostedTurn(entry, after, left=before if entry.to is not None else None)
        frame = PostFrame(True, await self.until(table, after, now), True, notes)
        opens = await opens_with_board(self.referee, table, entry, after)
        text = Layout(table, turn, Facts(opens=opens), frame).text()
        return Post(0, 0, "public", text, kind="turn", pings=pings)

    async def _origin(
        self, table: OpenMatch, entry: LogEntry, before: Any
    ) -> tuple[Any, tuple[str, ...]]:
        """The state in which a player last acted, and notes on the phases skipped since."""
        notes: list[str] = []
        while is_passed(entry):
            note = passed_text(table, before)
            notes += [note] if note not in notes else []
            (entry,) = await self.referee.entries(table, [entry.parent])
            before = await self.referee.state_at(table, entry.parent)
        return before, tuple(reversed(notes))

    async def _exchange(self, table: OpenMatch, entry: LogEntry, after: Any) -> Post | None:
        """The silent post after the machine's turn in practice.  None if the player only pressed
        buttons: then the post that is there is edited."""
        posted = await self.referee.mail.posted(table.record.id, "turn", 1)
        more = entry if entry.to is None else None
        start = posted[-1].number if posted else 0
        turn = await self.turns.read(table, start, entry.number, more)
        if posted and more is not None and by_button(turn, table):
            return None
        done, _ = parted(table, turn.steps)
        text = exchange_text(table, done, (), after, open_=True)
        return Post(0, 0, "public", text, kind="turn")

    async def exchange(self, table: OpenMatch, turn: PostedTurn, start: int, open_: bool) -> str:
        """The text of the post of an exchange as it must be now; `start`: the entry with which the
        exchange before it began."""
        before = await self.turns.read(table, start, turn.start)
        done, since = parted(table, turn.steps)
        if not done or not open_:
            done, since = parted(table, before.steps)[0], list(turn.steps)
        return exchange_text(table, done, since, turn.last if open_ else turn.first, open_)

    async def notes(self, table: OpenMatch, origin: LogEntry | None) -> tuple[str, ...]:
        """Notes on the phases skipped just before a turn that began with this entry."""
        if origin is None or not is_passed(origin):
            return ()
        _, notes = await self._origin(
            table, origin, await self.referee.state_at(table, origin.parent)
        )
        return notes

    async def _is_long(self, table: OpenMatch, entry: LogEntry) -> bool:
        """Is the post of this turn too long to be continued with the next phase?"""
        posted = await self.referee.mail.posted(table.record.id, "turn", 1)
        if not posted:
            return True
        more = entry if entry.to is None else None
        turn = await self.turns.read(table, posted[-1].number, entry.number, more)
        facts = await facts_of(self.referee, table, turn)
        return len(Layout(table, turn, facts, PostFrame(False, board=True)).text()) > LONG

    # --- secrets --------------------------------------------------------------------------------

    async def _secret(
        self, table: OpenMatch, start: int, entries: Sequence[LogEntry], after: Any
    ) -> list[Post]:
        """Reports of a turn for the seats and GMs who may read more of it than the public."""
        public = await self.turns.told(table, start, entries, None)
        posts = []
        for viewer in (*table.seats, GM):
            if not sees_more(table, after, viewer):
                continue
            told = unknown(public, await self.turns.told(table, start, entries, viewer))
            if told:
                audience = f"seat {viewer}" if viewer else "gm"
                title = f"**{plain(table.record.name)}** \u00b7 for {table.name_of(viewer)} only"
                text = "\n".join((title, *report_lines(table, told)))
                posts += [Post(0, 0, audience, page) for page in split(text)]
        return posts

    # --- the beginning --------------------------------------------------------------------------

    async def open_match(self, table: OpenMatch) -> None:
        """Add the first call of a match that starts, with the board.  Its system, its dice and how
        to play are in the pinned post.  A second call of this method adds nothing."""
        state, number = table.state, table.last
        if status(table) != PLAYING or idle_in(table, state) is not None:
            return
        seats = table.game.awaits(state)
        frame = PostFrame(True, await self.until(table, state, seats), True)
        facts = Facts(opens=board_text(table, state) is not None)
        text = Layout(table, PostedTurn(None, state), facts, frame).text()
        pings = () if level_of(table) else accounts(table, people(table, seats))
        post = Post(number, FIRST, "public", text, kind="turn", pings=pings)
        await self.referee.mail.add(table.record.id, post)


def unknown(public: Sequence[ViewedEntry], told: Sequence[ViewedEntry]) -> list[ViewedEntry]:
    """What a viewer may read and the public may not: whole orders, or lines about them."""
    known = {one.number: one for one in public}
    found = []
    for one in told:
        seen = known.get(one.number)
        lines = tuple(line for line in one.lines if seen is None or line not in seen.lines)
        if lines or (seen is not None and seen.orders != one.orders):
            found.append(replace(one, lines=lines))
    return found


def numbered(number: int, drafts: Sequence[Post]) -> tuple[Post, ...]:
    """Give posts their entry number and, in order, their parts, which identify them for good."""
    return tuple(replace(post, number=number, part=part) for part, post in enumerate(drafts))


def passed_text(table: OpenMatch, before: Any) -> str:
    """`Mana passed: nobody casts`."""
    idle = table.game.idle(before) if table.game.idle else None
    why = f": {idle[2]}" if idle is not None and idle[2] else ""
    return f"{phase_of(table, before)} passed{why}"


async def passed_notes(referee: Referee, table: OpenMatch, links: Sequence[Link]) -> list[str]:
    """`passed_text` for each of these entries, without repetitions."""
    notes = [passed_text(table, await referee.state_at(table, one.parent)) for one in links]
    return list(dict.fromkeys(notes))
