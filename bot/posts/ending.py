"""How a match ended: who won by what, what it cost, and the seed that its dice came from."""

from typing import Any

from bot.match.dice import commitment
from bot.match.entry import is_dealt
from bot.match.tree import LogEntry
from bot.posts.headings import DOT, holder
from bot.referee.service import OpenMatch, Referee, canonical
from bot.render.escape import plain
from bot.render.wording import said, told
from rules.line.flow import Outcome
from rules.line.orders import GM

MOST_OVERRIDES = 10
"""So many overrides are listed; the button shows all."""


async def end_text(referee: Referee, table: OpenMatch, entry: LogEntry, state: Any) -> str:
    """Who won, the last order, the figures of the match, every override, the seed."""
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
        user = holder(table, seat)
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
    """One line for each override that counts: what it changed, and why."""
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
    """An override in few words: what it changed, from what to what."""
    if table.game.brief:
        before = await referee.state_at(table, entry.parent)
        lines = table.game.brief(before, entry.orders, entry.events, None)
        if lines:
            return told(lines[0], "markdown").replace("**", "").rstrip(".")
    return plain("; ".join(canonical(entry.orders)))[:150]


def seed_line(table: OpenMatch, entry: LogEntry) -> str:
    """The seed, and how anybody can check it."""
    seed = table.seed_of(entry.number)
    where = "was posted at the start" if seed == table.record.seed else "was posted later"
    return (
        f"Seed `{seed}`; its SHA-256 `{commitment(seed)}` {where}: `referee verify` checks every "
        f"die of an exported match. {going_on(entry)}"
    ).strip()


def going_on(entry: LogEntry) -> str:
    """The promise of the dice for a match that goes on although its seed has been shown."""
    if not entry.next_seed:
        return ""
    promised = commitment(entry.next_seed)
    return f"Should it go on, its dice follow another seed, whose SHA-256 is `{promised}`."
