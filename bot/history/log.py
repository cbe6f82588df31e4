"""Looking back: the log, one entry explained, reports of phases, the list of GM overrides, and
short receipts of orders (`#82 L1 Gladius on O2: ... O2 25 -> 20`)."""

from collections.abc import AsyncIterator, Sequence
from itertools import takewhile
from typing import Any

from bot.history.secrets import before_entry, sight, sights
from bot.match.reckoned import kept
from bot.match.reply import AT_ONCE, Accepted, Reply, in_a_line, is_full, latest
from bot.match.tree import LogEntry, is_by_plan, is_dealt
from bot.referee.open_match import went_back
from bot.referee.service import OpenMatch, Referee, RefereeError, report_entry
from bot.render.wording import said, told
from rules.border.game import Game
from rules.display.view import Form, Line, unstyled
from rules.line.events import Event
from rules.line.orders import GM, Order
from rules.line.overrides import Rewind, Rule


async def entry_at(referee: Referee, table: OpenMatch, number: int) -> LogEntry:
    """One full entry.  Raises `RefereeError` if there is none of that number."""
    last = len(table.match.links) - 1
    if not 0 <= number <= last:
        raise RefereeError(f"there is no entry #{number}; the last one is #{last}")
    return (await referee.entries(table, [number]))[0]


async def log_lines(
    referee: Referee, table: OpenMatch, viewer: int | None, last: int = 50
) -> tuple[str, ...]:
    """The latest entries, one line each; those that were taken back are marked `(void)`."""
    return latest(await _entries(referee, table, viewer, last))


async def whole_log(referee: Referee, table: OpenMatch, viewer: int | None) -> tuple[str, ...]:
    """All entries, one line each, for a terminal or a file."""
    return tuple(await _entries(referee, table, viewer, len(table.match.links)))


async def _entries(
    referee: Referee, table: OpenMatch, viewer: int | None, last: int
) -> Sequence[str]:
    numbers = range(len(table.match.links))[-last:]
    entries = await referee.entries(table, list(numbers))
    live = {one.number for one in table.match.live()} | {0}
    lines = []
    for entry in entries:
        if entry.number == 0:
            lines.append(f"#0 {entry.at} {table.game.title} begins")
            continue
        seen = await sight(referee, table, entry, viewer, report=False)
        void = "" if entry.number in live or entry.to is not None else " (void)"
        reason = f" // {seen.reason}" if seen.reason else ""
        plan = " (by plan)" if seen.open and is_by_plan(entry) else ""
        who = table.name_of(entry.seat)
        orders = in_a_line(seen.orders, entry.number)
        lines.append(f"#{entry.number} {entry.at} {who}: {orders}{reason}{plan}{void}")
    return lines


async def why_lines(
    referee: Referee, table: OpenMatch, number: int, viewer: int | None
) -> tuple[str, ...]:
    """One entry explained: who ordered what and when, and every event with its arithmetic."""
    entry = await entry_at(referee, table, number)
    seen = await sight(referee, table, entry, viewer, report=False)
    if not seen.open:
        return (f"#{number} is secret until it is revealed",)
    told = viewer == GM and entry.holder and not entry.holder.isdecimal()
    who = f" ({entry.holder})" if told else ""
    lines = [f"#{number} by {table.name_of(entry.seat)}{who} at {entry.at}, rules {entry.rules}"]
    if seen.text:
        lines.append(f"  written: {seen.text}")
        lines.append(f"  read as: {seen.orders}")
    if seen.reason:
        lines.append(f"  reason: {seen.reason}")
    if entry.to is not None:
        lines += [f"  {line}" for line in report_entry(table, entry, None, viewer)]
        return tuple(lines)
    state = await before_entry(referee, table, entry)
    lines += [f"  {line}" for line in unfolded(table, entry, state, viewer, seen.whole)]
    lines += [f"  ruling #{one.number}: {one.text}" for one in table.rulings_about(number)]
    return tuple(lines)


def unfolded(
    table: OpenMatch, entry: LogEntry, before: Any, viewer: int | None, whole: bool
) -> list[str]:
    """Every event of an entry as a viewer may read it, with its arithmetic indented below.

    `whole`: nothing of the entry is hidden from the viewer (any more).
    """
    lines, state = list[str](), before
    for event in entry.events:
        shown = table.game.report(event, state, viewer)
        lines += shown
        if shown and (whole or knows(table, event, state, viewer)):
            lines += [f"  {line}" for line in table.game.why(event, state)]
        state = table.game.apply(state, event)
    return lines


def knows(table: OpenMatch, event: Event, before: Any, viewer: int | None) -> bool:
    """May a viewer know of an event?"""
    known = table.game.known_to(event, before)
    return viewer == GM or known is None or viewer in known


async def ledger_lines(referee: Referee, table: OpenMatch, viewer: int | None) -> tuple[str, ...]:
    """The GM's overrides, each with what it changed and its reason, and their number at the end.

    The set-up of a ready-made battle does not count as overrides.
    """
    numbers = [link.number for link in table.match.links if link.seat == GM and link.number]
    count = len(numbers) - await _dealt(referee, table, numbers)
    live = {one.number for one in table.match.live()}
    lines: list[str] = []
    async for entry in newest_first(referee, table, numbers[len(numbers) - count :]):
        void = "" if entry.number in live or entry.to is not None else " (void)"
        seen = await sight(referee, table, entry, viewer, report=False)
        reason = f" // {seen.reason or 'no reason given'}" if seen.open else ""
        orders = in_a_line("; ".join(seen.sentences) or seen.orders, entry.number)
        changed = await changed_by(referee, table, entry, viewer) if seen.open else ""
        lines.append(f"#{entry.number} {entry.at} {orders}{changed}{reason}{void}")
        if is_full(lines):
            break
    tally = f"{count} override{'' if count == 1 else 's'} in this match"
    return latest((*lines[::-1], tally))


async def _dealt(referee: Referee, table: OpenMatch, numbers: Sequence[int]) -> int:
    """How many of the GM's entries, from the first on, set up a ready-made battle."""
    for at in range(0, len(numbers), BATCH):
        batch = await referee.entries(table, numbers[at : at + BATCH])
        dealt = len(list(takewhile(is_dealt, batch)))
        if dealt < len(batch):
            return at + dealt
    return len(numbers)


BATCH = 50
"""How many entries are read at a time, until an answer is full."""


async def newest_first(
    referee: Referee, table: OpenMatch, numbers: Sequence[int]
) -> AsyncIterator[LogEntry]:
    """Yield entries from the last to the first, read in batches, for lists that show their end."""
    for end in range(len(numbers), 0, -BATCH):
        for entry in reversed(await referee.entries(table, numbers[max(0, end - BATCH) : end])):
            yield entry


async def changed_by(
    referee: Referee, table: OpenMatch, entry: LogEntry, viewer: int | None
) -> str:
    """What an override changed, from what to what: `: L1 HP 27 -> 9`; empty if that says no more
    than its order."""
    if entry.to is not None:
        return f": {went_back(table, entry)}"
    if any(isinstance(order, Rule) for order in entry.orders):
        return ""
    told = brief_of(table, await before_entry(referee, table, entry), entry, viewer)
    lines = (unstyled(line).removeprefix("GM: ") for line in told or ())
    text = "; ".join(lines)
    new = text and text not in map(str, entry.orders)
    return f": {in_a_line(text, entry.number)}" if new else ""


async def branch_lines(referee: Referee, table: OpenMatch, viewer: int | None) -> tuple[str, ...]:
    """The branches of the log abandoned by undo and rewind, and how to return to them."""
    live = {one.number for one in table.match.live()} | {0}
    parents = {link.parent for link in table.match.links if link.to is None and link.number}
    tips = [
        link.number
        for link in table.match.links
        if link.to is None and link.number not in live and link.number not in parents
    ]
    lines: list[str] = []
    async for entry in newest_first(referee, table, tips):
        seen = await sight(referee, table, entry, viewer, report=False)
        what = seen.text[:60] if seen.open else seen.orders
        lines.append(
            f"branch up to #{entry.number} ({table.name_of(entry.seat)}: {what}): "
            f"gm> rewind to #{entry.number}"
        )
        if is_full(lines):
            break
    return latest(lines[::-1]) or ("no branch was left",)


async def report_since(
    referee: Referee,
    table: OpenMatch,
    start: int,
    viewer: int | None,
    short: bool = False,
    end: int | None = None,
) -> tuple[str, ...]:
    """The reports of the live entries after `start` (up to `end`), below the order of each.

    If they are too long for one answer, only the last ones.  `short`: the short telling, where the
    system has one (`Morale: all hold`); lines already told below an earlier order are left out.
    """
    live = (entry.number for entry in table.match.live())
    numbers = [one for one in live if one > start and (end is None or one <= end)]
    groups: list[tuple[str, list[str], bool]] = []
    known, room = set[str](), AT_ONCE
    async for entry in newest_first(referee, table, numbers):
        seen = await sight(referee, table, entry, viewer)
        if not seen.report:
            continue
        who = f"#{entry.number} {table.name_of(entry.seat)}: "
        body = await _shortly(referee, table, entry, viewer) if short and seen.open else ()
        first, *below = body or (in_a_line(seen.orders, entry.number), *seen.report)
        told = [f"  {line}" for line in below]
        groups.append((who + first, told, bool(body)))
        room -= sum(len(line) + 1 for line in (who + first, *told) if line not in known)
        known.update(told)
        if room < 0:
            break
    said: dict[str, None] = {}
    lines: list[str] = []
    for head, told, once in reversed(groups):
        lines += [head, *(line for line in told if not once or line not in said)]
        said.update(dict.fromkeys((head, *told)))
    return latest(lines)


async def _shortly(
    referee: Referee, table: OpenMatch, entry: LogEntry, viewer: int | None
) -> tuple[str, ...]:
    """The short telling of an entry; no lines if the system has none for it."""
    known = None if entry.secret == () else viewer
    before = await before_entry(referee, table, entry)
    return tuple(map(unstyled, brief_of(table, before, entry, known) or ()))


async def phase_report(
    referee: Referee, table: OpenMatch, viewer: int | None, back: int = 0, short: bool = False
) -> tuple[str, ...]:
    """The reports of the present phase (`back=1`: of the phase before it)."""
    starts = phase_starts(table)
    start = starts[-1 - back] if back < len(starts) else 0
    end = starts[-back] if back and len(starts) > back - 1 else None
    lines = await report_since(referee, table, start, viewer, short, end)
    return lines or ("nothing has happened in this phase yet",)


async def summary_lines(
    referee: Referee, table: OpenMatch, number: int, viewer: int | None
) -> tuple[str, ...]:
    """The summary of the phase that entry `number` ended: losses, resources, who is next.

    Empty if the entry ended no phase, or if the system makes no summaries.
    """
    if not table.game.summary or not table.match.links[number].ended_phase:
        return ()
    live = table.match.live()
    starts = [entry.number for entry in live if entry.ended_phase and entry.number < number]
    start = starts[-1] if starts else 0
    numbers = [entry.number for entry in live if start <= entry.number <= number]
    entries = await referee.counted(table, numbers)
    events = tuple(event for entry in entries for event in entry.events)
    return table.game.summary(await referee.state_at(table, number), events, viewer)


async def ends_round(referee: Referee, table: OpenMatch, number: int) -> bool:
    """Did this entry end a round?"""
    after = await referee.state_at(table, number)
    before = await referee.state_at(table, table.match.links[number].parent)
    return bool(after.flow.round > before.flow.round > 0)


def phase_starts(table: OpenMatch) -> Sequence[int]:
    """#0 and the live entries that ended a phase, oldest first: a phase begins after each."""
    return [0, *(entry.number for entry in table.match.live() if entry.ended_phase)]


# --- short receipts -------------------------------------------------------------------------------


INDENT = "  "


def brief_of(
    table: OpenMatch, before: Any, entry: LogEntry, viewer: int | None
) -> Sequence[Line] | None:
    """The short telling of an entry for a viewer; None if the system has none for it."""
    return _brief(table.game, before, entry.orders, entry.events, viewer)


@kept(512)
def _brief(
    game: Game[Any],
    before: Any,
    orders: tuple[Order, ...],
    events: tuple[Event, ...],
    viewer: int | None,
) -> Sequence[Line] | None:
    """As `brief_of`, cached: states, orders and events never change."""
    if not game.brief or any(isinstance(one, Rewind) for one in orders):
        return None
    return tuple(game.brief(before, orders, events, viewer))


async def short_receipts(
    referee: Referee, table: OpenMatch, reply: Reply, viewer: int | None
) -> Sequence[str] | None:
    """Short receipts of all orders of a reply, for a terminal.

    None if the reply has to be told at length: something was refused, unreadable, offered or
    answered, or an order has no short receipt.
    """
    asked = reply.offer or reply.options or reply.answers
    plainly = not (reply.refused or reply.unreadable or asked)
    if not reply.accepted or not plainly:
        return None
    lines: list[str] = []
    for one in reply.accepted:
        own = await short_receipt(referee, table, one, viewer)
        if own is None:
            return None
        lines += own
    return lines


async def short_receipt(
    referee: Referee, table: OpenMatch, one: Accepted, viewer: int | None, form: Form = "text"
) -> list[str] | None:
    """The short receipt of one line that was filed, as far as this viewer may read it.

    None if it has to be told at length: it is an undo or rewind, a part of it was refused, or the
    system has no short telling of it.
    """
    if one.refused or not table.game.brief:
        return None
    (entry,) = await referee.entries(table, [one.number])
    if entry.to is not None:
        return None
    before = await referee.state_at(table, entry.parent)
    (seen,) = sights(table, [entry], before, viewer)
    known = None if entry.secret == () else viewer
    body = [told(line, form) for line in brief_of(table, before, entry, known) or ()]
    if not body or not seen.report:
        return None
    orders = said(", ".join(one.orders), form)
    guessed = bool(one.typed) and orders not in body[0]
    read_as = f"read as {orders}: " if guessed and form == "text" else ""
    small = [f"-# read as: {orders}"] if guessed and form == "markdown" else []
    again = " (filed already)" if one.repeated else ""
    first = f"#{entry.number} {read_as}{body[0]}{again}"
    return [first, *(INDENT + line for line in body[1:]), *small]


async def receipts_of(
    referee: Referee, table: OpenMatch, viewer: int | None, reply: Reply
) -> dict[int, list[str]]:
    """The short receipts of a reply, for a chat, by the number of the entry."""
    found = {}
    for one in reply.accepted:
        own = await short_receipt(referee, table, one, viewer, "markdown")
        if own is not None:
            found[one.number] = own
    return found
