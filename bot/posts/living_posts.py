"""Living posts of a match: the post of each turn and the pinned live post, both edited.

Both are written from the log alone, so a restart brings them up to date and doubles none.  The
outbox sends a turn's post as a call; here it is edited to collect the orders of its turn, to become
their report, and to drop its board when there is a newer one.
"""

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from bot.match.seal import Seal
from bot.posts.announce import FIRST, Announcer, no_deadline
from bot.posts.asked import asked_now, challenged_now, outcome_of
from bot.posts.depths import Depths, said_last
from bot.posts.facts import Facts, facts_of
from bot.posts.layout import Layout, PostFrame, level_of
from bot.posts.outbox import Archived, Forbidden, Gone, Later, Outbox, Undeliverable, newest
from bot.posts.panels import Panel, call_panel, report_panel
from bot.posts.pictures import PictureFile, drawn
from bot.posts.pinned import Keeper, LivePost, address, digest_of, no_clock
from bot.posts.turns import PostedTurn, first_touched
from bot.posts.workers import Workers
from bot.referee.challenged import THREAD
from bot.referee.gate import NOWHERE, OPEN, PLAYING, status
from bot.referee.passing import idle_in
from bot.referee.service import OpenMatch, Referee, RefereeError
from bot.referee.settings import change_settings
from bot.render.compact import is_empty
from bot.store import Kind, PlaceRecord, Post, StoreError
from bot.store.leases import AGAIN
from rules.line.frozen import Frozen

# The attachments of a turn's post: the picture of its board, and the seals opened in it.


PICTURE = "p"
SEALS = "s"
"""Letters that, with an entry number, follow the digest of a post whose picture or seals are
attached."""


async def hangings(
    referee: Referee, table: OpenMatch, turn: PostedTurn, facts: Facts, at: int | None
) -> tuple[PictureFile | None, list[tuple[str, str]]]:
    """Make the attachments of a post: the picture of the board after entry `at` (None: none), and
    the files of seals.  They are made after the text is shown, which does not wait for them."""
    ending = facts.endings.get(at or 0)
    after = ending.step.after if ending is not None else turn.first
    picture = await drawn(referee, table, after, at) if at is not None else None
    return picture, seal_files(table, facts)


def hangs_on(picture: int | None, facts: Facts) -> str:
    """The note on what is to be attached to a post: the entry of its picture, and those that opened
    seals (`p57s60`)."""
    opened = "".join(f"{SEALS}{number}" for number in facts.opened)
    return (f"{PICTURE}{picture}" if picture is not None else "") + opened


def seal_files(table: OpenMatch, facts: Facts) -> list[tuple[str, str]]:
    """One file (name, text) for each seat: `seal-army-1-8.txt`.  Several seals of a seat are in one
    file, each below a line with its SHA-256."""
    files = []
    for seat, found in facts.seals.items():
        name = re.sub(r"[^a-z0-9]+", "-", table.name_of(seat).lower()).strip("-")
        if len(found) == 1:
            files.append((f"seal-{name}-{found[0].number}.txt", found[0].text))
        else:
            parts = (f"{below(seal)}\n{seal.text}" for seal in found)
            files.append((f"seals-{name}.txt", "\n".join(parts)))
    return files


def below(seal: Seal) -> str:
    """The line above one seal of several."""
    lines = seal.text.count("\n")
    return f"== #{seal.number}: the SHA-256 of the next {lines} lines is {seal.digest}"


def picture_of(table: OpenMatch, facts: Facts, turn: PostedTurn, open_: bool) -> int | None:
    """The entry after which the board of a turn is drawn: the one that ended its last phase with a
    changed board, or, while the turn runs and opens with a board, the one that began it."""
    if not has_pictures(table):
        return None
    moved = [number for number, ending in facts.endings.items() if ending.moved]
    if moved:
        return moved[-1]
    if not (open_ and facts.opens) or is_empty(table.game, turn.first, None):
        return None
    return turn.start


def is_done_with(table: OpenMatch) -> bool:
    """True if nothing will happen by itself now: no phase passes and no machine is to move.

    Otherwise the match counts as not fully shown, so that it is looked at after a restart.
    """
    if status(table) != PLAYING:
        return True
    machines, awaited = dict(table.record.settings.opponents), table.awaited
    return idle_in(table, table.state) is None and not machines.keys() & {*awaited}


def has_pictures(table: OpenMatch) -> bool:
    """Are boards of this match shown as pictures too?"""
    return table.record.settings.board != "text"


log = logging.getLogger("referee.living")

ASKED: tuple[tuple[Kind, Callable[[OpenMatch, Post], tuple[str, Panel | None] | None]], ...] = (
    ("ask", asked_now),
    ("challenge", challenged_now),
    ("decide", challenged_now),
)
"""Kinds of posts that are edited to show their outcome, each with the function for what it shows.
"""

LOOKED_AT = 5
"""How many of the newest turns are brought up to date; besides them, turns that are not yet shown
as reports, and those that an undo, a rewind or a ruling touched."""

REPORT = "="
"""Prefix of the digest of a post that has become a report."""

GONE = "gone"
"""Noted as shown by an older post of a turn that was deleted."""

CLOSED = "closed"
"""Noted as shown by an offer that was answered or has lapsed."""


class TurnPost(Frozen):
    """The posts of one turn: the newest, and older ones that only link to it.

    `end`: the last entry of the turn; `open`: the turn is running; `opens`: it is the first of the
    match; `before`: the entry with which the turn before it began.
    """

    post: Post
    older: tuple[Post, ...]
    end: int
    open: bool
    opens: bool
    before: int = 0


class TurnShown(Frozen):
    """News: the post of a turn is up to date.  `newest`: it is the latest turn."""

    place: PlaceRecord
    turn: PostedTurn
    newest: bool


@dataclass(eq=False)
class LivingPosts:
    """Keeps the living posts of all matches, one task per match that changed."""

    referee: Referee
    keeper: Keeper
    announcer: Announcer
    depths: Depths
    outbox: Outbox
    clock_lines: Callable[[OpenMatch], Awaitable[list[str]]] = no_clock
    until: Callable[[OpenMatch], Awaitable[str]] = no_deadline

    def __post_init__(self) -> None:
        self.mail = self.referee.mail
        self.pinned = LivePost(self.mail, self.keeper, self.clock_lines)
        self._workers = Workers(self._keep)
        self._urgent: set[int] = set()
        self._known: dict[int, tuple[int, ...]] = {}
        self._seen: dict[int, int] = {}
        """How many entries each match had when its posts were last brought up to date."""

    async def settle(self, table: OpenMatch, channel: str, guild: str, after: str) -> None:
        """Let the match be played in this channel, in which messages up to `after` are no orders.

        Raises `RefereeError` if another match that is not over is played there.
        """
        there = await self.mail.place_at(channel)
        if there is not None and there.match_id != table.record.id:
            if await self._goes_on(there.match_id):
                raise RefereeError("another match is played in this channel already")
            await self.mail.vacate(there.match_id)
        await self.mail.advance(channel, after)
        await self.mail.settle(PlaceRecord(table.record.id, channel, guild))
        if not table.record.settings.server:
            await change_settings(self.referee, table, server=guild or NOWHERE)
        self.pinned.is_new(table.record.id)

    async def _goes_on(self, match_id: int) -> bool:
        """Is a match neither deleted nor over?"""
        try:
            table = await self.referee.open(f"#{match_id}")
        except RefereeError:
            return False
        return not table.is_over

    def refresh(self, match_id: int) -> asyncio.Task[None] | None:
        """Update the posts of a match that changed, once no answer is under way.  Returns at once,
        with the task that does it."""
        return self._workers.wake(match_id)

    async def shown(self, match_id: int, patience: float = 5.0) -> None:
        """Wait until the posts of a match are up to date, for `patience` seconds at most."""
        self._urgent.add(match_id)
        task = self.refresh(match_id)
        if task is not None:
            await asyncio.wait({task}, timeout=patience)

    async def close(self) -> None:
        """Stop; the posts are brought up to date at the next start."""
        await self._workers.close()

    async def _keep(self, match_id: int) -> float | None:
        """Bring the posts of a match up to date.  Returns the seconds after which to try again
        (None: not at all)."""
        if match_id not in self._urgent:
            await self.referee.calm.wait()
        self._urgent.discard(match_id)
        place: PlaceRecord | None = None
        try:
            async with self.referee.leases.held("posts", match_id) as taken:
                if taken == "no":
                    return AGAIN
                place, before = (
                    await self.mail.place_of(match_id),
                    await self.mail.touched(match_id),
                )
                table = await self.referee.open(f"#{match_id}")
                still = not table.lock.locked()
                await self.update(table, place)
                if still and table.record.version == before.version and is_done_with(table):
                    self.mail.has_shown(match_id, before)
        except (RefereeError, Undeliverable) as problem:
            log.info("match %d: its posts are not up to date: %s", match_id, problem)
        except (Gone, Forbidden) as problem:
            if place is not None:
                await self.outbox.troubled(place, problem)
        except Archived:
            log.info("match %d: its thread is put away; its posts wait for the next one", match_id)
        except Later as later:
            return later.seconds
        except StoreError:
            raise
        except Exception:
            log.exception("match %d: its posts could not be brought up to date", match_id)
        return None

    # --- one match ------------------------------------------------------------------------------

    async def update(self, table: OpenMatch, place: PlaceRecord | None) -> None:
        """Bring all posts of a match up to date with its log."""
        if place is None or place.details.get("trouble") == "gone":
            return
        posts = await self._posted(table)
        await self._update_turns(table, place, posts.get("turn", []))
        await self._update_asked(table, place, posts)
        await self._update_draws(table, place, posts.get("draw", []))
        if status(table) == PLAYING or (status(table) != OPEN and place.details.get("live")):
            await self.pinned.update(table, place, posts.get("turn", []))
        self.pinned.is_new(table.record.id)

    async def _posted(self, table: OpenMatch) -> dict[Kind, list[Post]]:
        """The posts that have a kind, oldest first, without those of entries that are stored but
        not yet loaded here."""
        found = await self.mail.living(table.record.id)
        count = len(table.match.links)
        return {
            kind: [post for post in posts if post.number < count] for kind, posts in found.items()
        }

    async def _update_asked(
        self, table: OpenMatch, place: PlaceRecord, posts: Mapping[Kind, Sequence[Post]]
    ) -> None:
        """Edit the posts of proposals and challenges to show how they ended."""
        for kind, now_of in ASKED:
            for post in posts.get(kind, ())[-LOOKED_AT:]:
                now = now_of(table, post)
                in_thread = post.audience.startswith(THREAD)
                if now is None or not post.message or not (in_thread or post.audience == "public"):
                    continue
                digest = digest_of(f"{now[0]}{now[1]}")
                if post.shown == digest:
                    continue
                closed = kind == "decide" and now[1] is None
                if in_thread and (post.shown or closed):
                    await self._update_thread(post, *now)
                elif post.shown or closed or now[0] != post.content:
                    await self.keeper.edit(place.channel, newest(post.message) or "", *now)
                await self.mail.shows(post.id, digest)

    async def _update_thread(self, post: Post, text: str, panel: Panel | None) -> None:
        """Edit the post with the buttons of a challenge, in its thread, and archive the thread once
        it is answered.  A thread archived by somebody else is reopened for this; one that was
        deleted is ignored."""
        channel, message = post.audience.removeprefix(THREAD), newest(post.message) or ""
        try:
            try:
                await self.keeper.edit(channel, message, text, panel)
            except Archived:
                await self.keeper.archive(channel, False)
                await self.keeper.edit(channel, message, text, panel)
            if panel is None:
                await self.keeper.archive(channel, True)
        except (Forbidden, Gone) as problem:
            log.info("thread %s stays as it is: %s", channel, type(problem).__name__)

    # --- turns ----------------------------------------------------------------------------------

    async def _update_turns(
        self, table: OpenMatch, place: PlaceRecord, stored: Sequence[Post]
    ) -> None:
        """Update the post of this turn, and those before it if something about them changed."""
        number, count = table.record.id, len(table.match.links)
        fresh = table.match.links[self._seen.get(number, count - 1) :]
        touched = first_touched(table, fresh)
        posts = await self.turn_posts(table, stored, touched)
        if not posts:
            return
        known = (len(posts), posts[-1].post.id, posts[-1].post.message != "")
        whole = self._known.get(number) != known or any(link.to is not None for link in fresh)
        board = False
        for at, one in enumerate(reversed(posts)):
            turn = await self.announcer.turns.read(table, one.post.number, one.end, opens=one.opens)
            facts = await facts_of(self.referee, table, turn)
            has = facts.has_board and not board
            await self._update_turn(table, place, one, turn, facts, has)
            await self.referee.news.told(TurnShown(place, turn, not at))
            board = board or facts.has_board
            whole = whole or (not at and facts.has_board)
            if not whole and one.post.number < touched:
                break
        self._known[number], self._seen[number] = known, count

    async def turn_posts(
        self, table: OpenMatch, posts: Sequence[Post], touched: int
    ) -> list[TurnPost]:
        """The turns whose posts may have to be updated, oldest first: the newest, those with the
        entries from `touched` on, and those not yet shown as reports."""
        last = table.match.links[-1]
        grouped: dict[int, list[Post]] = {}
        for post in posts:
            grouped.setdefault(post.number, []).append(post)
        starts = [*sorted(grouped), last.number]
        over = table.is_over
        found = [
            TurnPost(
                grouped[start][-1],
                tuple(grouped[start][:-1]),
                max(start, end),
                not over and at == len(grouped) - 1,
                any(post.part == FIRST for post in grouped[start]),
                starts[at - 1] if at else 0,
            )
            for at, (start, end) in enumerate(pairwise(starts))
        ]
        return [
            one
            for at, one in enumerate(found, LOOKED_AT - len(found))
            if at >= 0 or one.end >= touched or not one.post.shown.startswith(REPORT)
        ]

    async def _update_turn(
        self,
        table: OpenMatch,
        place: PlaceRecord,
        one: TurnPost,
        turn: PostedTurn,
        facts: Facts,
        board: bool,
    ) -> None:
        """Edit the post of one turn, or post it anew at the bottom if it is too far up; then attach
        its picture and seals."""
        if not one.post.message:
            return
        if one.open:
            self.depths.posted(place.channel, int(newest(one.post.message) or 0))
        text, picture = await self._written(table, one, turn, facts, board)
        panel = (call_panel if one.open else report_panel)(table, turn.start)
        digest = ("" if one.open else REPORT) + digest_of(f"{text}{panel}")
        before, _, hangs = one.post.shown.partition(" ")
        if not before and one.open and text == one.post.content:
            before = digest
            await self.mail.shows(one.post.id, digest)
        if before != digest:
            said = await said_last(self.referee, table)
            if one.open and turn.steps and self.depths.is_deep(place.channel, said):
                await self._anew(table, one.post, text)
                return
            message = newest(one.post.message) or ""
            if not await self.keeper.edit(place.channel, message, text, panel):
                if one.open:
                    await self._anew(table, one.post, text)
                return
            await self.mail.shows(one.post.id, f"{digest} {hangs}".strip())
        several = len(table.game.awaits(turn.first)) > 1
        for old in one.older:
            await self._give_way(place, old, one.post, several)
        wanted = hangs_on(picture, facts)
        if hangs != wanted and (wanted or not (one.open or level_of(table))):
            hanging = await hangings(self.referee, table, turn, facts, picture)
            if any(hanging) or hangs:
                await self.keeper.attach(place.channel, newest(one.post.message) or "", *hanging)
            await self.mail.shows(one.post.id, f"{digest} {wanted}".strip())

    async def _written(
        self, table: OpenMatch, one: TurnPost, turn: PostedTurn, facts: Facts, board: bool
    ) -> tuple[str, int | None]:
        """The text of a turn's post, and the entry after which its picture is drawn (None: none).
        In practice against the machine that is the beginning of the turn."""
        if level_of(table):
            text = await self.announcer.exchange(table, turn, one.before, one.open)
            pictured = one.open and turn.start and has_pictures(table)
            return text, turn.start if pictured else None
        until = await self.until(table) if one.open else ""
        notes = await self.announcer.notes(table, turn.origin) if one.open else ()
        frame = PostFrame(one.open, until, board, notes)
        return Layout(table, turn, facts, frame).text(), picture_of(table, facts, turn, one.open)

    async def _update_draws(
        self, table: OpenMatch, place: PlaceRecord, posts: Sequence[Post]
    ) -> None:
        """Edit offers that were answered or have lapsed: they say so and lose their buttons."""
        for post in posts[-LOOKED_AT:]:
            if not post.message or post.shown == CLOSED:
                continue
            how = await outcome_of(self.announcer.turns, table, post.number)
            if how:
                await self.keeper.edit(place.channel, newest(post.message) or "", how, None)
                await self.mail.shows(post.id, CLOSED)

    async def _anew(self, table: OpenMatch, post: Post, text: str) -> None:
        """Post a turn anew at the bottom, because its post is too far up or was deleted."""
        await self.mail.notice(table.record.id, post.number, "public", text, "turn")
        self.outbox.wake(table.record.id)

    async def _give_way(self, place: PlaceRecord, old: Post, post: Post, several: bool) -> None:
        """Delete an older post of the same turn.  If it called `several` seats, some of whom may
        not have seen it yet, or cannot be deleted, it is edited to link to the new post."""
        link = address(place, newest(post.message))
        digest = digest_of(link)
        if not old.message or old.shown in (digest, GONE):
            return
        message = newest(old.message) or ""
        if not several and await self.keeper.delete(place.channel, message):
            await self.mail.shows(old.id, GONE)
            return
        text = f"Orders of this turn: [below \u2193]({link})"
        await self.keeper.edit(place.channel, message, text, None)
        await self.mail.shows(old.id, digest)
