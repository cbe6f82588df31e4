"""What a viewer may read of an entry.  This is the only place that decides it, for all texts."""

from collections.abc import Collection, Sequence
from typing import Any

from bot.match.reckoned import kept
from bot.match.reply import Reply, at_once
from bot.match.tree import LogEntry, Match, canonical, fold, is_opened
from bot.referee.service import OpenMatch, Referee, report_entry
from rules.border.game import Game
from rules.display.view import View
from rules.line.events import Event, Refused
from rules.line.frozen import Frozen
from rules.line.orders import GM, Order

SECRET = "(secret)"
"""Shown instead of a sentence that a viewer may not read."""


class SeenEntry(Frozen):
    """One entry as one viewer may read it.

    `open`: the viewer may read its sentences, text and reason; otherwise they are empty.  `whole`:
    none of its events is hidden.  `report` has the sentences about it that the viewer may read.
    """

    number: int
    seat: int
    open: bool
    whole: bool
    sentences: tuple[str, ...] = ()
    text: str = ""
    reason: str = ""
    report: tuple[str, ...] = ()

    @property
    def orders(self) -> str:
        """The canonical sentence, or `(secret)`."""
        return " then ".join(self.sentences) if self.open else SECRET


def seen(
    table: OpenMatch,
    entry: LogEntry,
    before: Any,
    viewer: int | None,
    opened: Collection[str],
    report: bool = True,
) -> SeenEntry:
    """Decide what a viewer may read of an entry.

    `before` is the state in which it was adjudicated; `opened` names the secret stretches that were
    opened by it or since.
    """
    whole = viewer == GM or not hides(table, entry, before, viewer, opened)
    is_open = whole or entry.to is not None or viewer == entry.seat
    is_open = is_open or is_done_openly(table.game, entry.orders, entry.events, before)
    whole_report = report_entry(table, entry, before, viewer) if report else ()
    told = at_once(whole_report, entry.number)
    if not is_open:
        return SeenEntry(entry.number, entry.seat, False, False, report=told)
    sentences = canonical(entry.orders)
    return SeenEntry(
        entry.number, entry.seat, True, whole, sentences, entry.text, entry.reason, told
    )


def is_done_openly(
    game: Game[Any], orders: Sequence[Order], events: Sequence[Event], before: Any
) -> bool:
    """May everybody read an order although it had secret effects (a card dealt, a thing hidden)?

    Yes if its first event is known to everybody and its own words give nothing away.  For several
    orders in one line the answer is no, because any of them may be secret.
    """
    happened = [event for event in events if not isinstance(event, Refused)]
    if len(orders) != 1 or any(event.stands_in_order for event in happened):
        return False
    return bool(happened) and game.known_to(happened[0], before) is None


def hides(
    table: OpenMatch, entry: LogEntry, before: Any, viewer: int | None, opened: Collection[str]
) -> bool:
    """Does an entry have an event that the viewer may not know of and that is not opened yet?"""
    if entry.secret is not None and all(is_opened(one, opened) for one in entry.secret):
        return False
    game, state = table.game, before
    for event in entry.events:
        known = game.known_to(event, state)
        own = isinstance(event, Refused) and viewer == entry.seat
        kept = known is not None and viewer not in known and not own
        if kept and not is_opened(event.stretch, opened):
            return True
        state = game.apply(state, event)
    return False


def opened_since(log: Match, entry: LogEntry) -> set[str]:
    """The stretches opened by an entry, or by the later ones that opened its secret stretches."""
    found = set(entry.link.opens)
    names = log.noted.openers if entry.secret is None else entry.secret
    for name in names:
        if not is_opened(name, found) and (by := log.opener(name, entry.number)) is not None:
            found.update(log.links[by].opens)
    return found


async def sight(
    referee: Referee, table: OpenMatch, entry: LogEntry, viewer: int | None, report: bool = True
) -> SeenEntry:
    """An entry of the log as a viewer may read it now."""
    asks = report or (entry.secret != () and viewer != GM)
    before = await before_entry(referee, table, entry) if asks else None
    opened = opened_since(table.match, entry) if asks and entry.secret != () else ()
    return seen(table, entry, before, viewer, opened, report)


def sights(
    table: OpenMatch, entries: Sequence[LogEntry], before: Any, viewer: int | None
) -> list[SeenEntry]:
    """As `sight`, for consecutive entries of a path that begins at the state `before`.

    The last entry may not be stored yet.
    """
    found: list[SeenEntry] = []
    later: list[set[str]] = []
    opened: set[str] = set()
    for entry in reversed(entries):
        if entry.secret != () and entry.number < len(table.match.links):
            opened = opened | opened_since(table.match, entry)
        opened = opened | set(entry.link.opens)
        later.append(opened)
    for entry, names in zip(entries, reversed(later), strict=True):
        found.append(seen(table, entry, before, viewer, names))
        before = fold(table.game, before, entry.events)
    return found


async def hidden(referee: Referee, table: OpenMatch, entry: LogEntry, viewer: int | None) -> bool:
    """Are the orders of this entry hidden from a viewer?"""
    return not (await sight(referee, table, entry, viewer, report=False)).open


async def before_entry(referee: Referee, table: OpenMatch, entry: LogEntry) -> Any:
    """The state in which an entry was adjudicated."""
    if entry.number == 0:
        return table.game.blank
    return await referee.state_at(table, entry.parent if entry.to is None else entry.to)


def sees_more(table: OpenMatch, state: Any, viewer: int | None) -> bool:
    """Does a viewer see more of a state than the public does?"""
    return _sees_more(table.game, state, viewer)


@kept(64)
def _sees_more(game: Game[Any], state: Any, viewer: int | None) -> bool:
    seen: View = game.view(state, viewer, "text")
    return seen != game.view(state, None, "text")


async def has_secrets(referee: Referee, table: OpenMatch, reply: Reply) -> bool:
    """Does a reply contain anything that not everybody may read?"""
    numbers = [one.number for one in reply.accepted]
    told = {one.number: one.report for one in reply.accepted}
    for entry in await referee.entries(table, numbers):
        public = await sight(referee, table, entry, None)
        if not public.open or public.report != told[entry.number]:
            return True
    return False


async def is_kept_from(referee: Referee, table: OpenMatch, viewer: int) -> bool:
    """Is any live entry of this match (or #0) hidden from a viewer, in part or whole?"""
    match = table.match
    numbers = [entry.number for entry in match.live() if entry.secret]
    numbers += [0] if match.links[0].secret else []
    for entry in await referee.counted(table, numbers):
        if not (await sight(referee, table, entry, viewer, report=False)).whole:
            return True
    return False
