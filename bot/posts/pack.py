"""The forum pack: report, board and key of a turn as BBCode, in one file."""

from collections.abc import Sequence
from typing import Any

from bot.history.secrets import sights
from bot.posts.turns import Told, Turns
from bot.referee.service import OpenMatch
from bot.render import bbcode
from bot.render.escape import escape_bbcode, plain
from rules.display.view import Form


def forum_pack(
    table: OpenMatch, when: str, told: Sequence[Told], state: Any, viewer: int | None = None
) -> str:
    """Report, board and key as BBCode, ready for the forum, as a viewer may read them."""
    lines = [f"[b]{escape_bbcode(f'{table.record.name}: {when}')}[/b]"]
    for one in told:
        who = f"#{one.number} {table.name_of(one.seat)}: {one.orders}"
        lines += ["", f"[b]{escape_bbcode(who)}[/b]", *map(escape_bbcode, one.lines)]
    shown: Form = "bbcode"
    return "\n".join((*lines, "", bbcode.view(table.game.view(state, viewer, shown)), ""))


async def pack_of(turns: Turns, table: OpenMatch, start: int, end: int, viewer: int | None) -> str:
    """The pack of the turn that began with `start`, as one viewer may read it."""
    turn = await turns.read(table, start, end)
    entries = [step.entry for step in turn.live]
    first = turn.live[0].before if turn.live else turn.first
    told = [
        Told(one.number, one.seat, one.orders, one.report)
        for one in sights(table, entries, first, viewer)
        if one.report
    ]
    return forum_pack(table, table.game.moment(turn.first), told, turn.last, viewer)


def report_lines(table: OpenMatch, told: Sequence[Told]) -> list[str]:
    """A report grouped by order."""
    lines = []
    for one in told:
        lines.append(f"**#{one.number} {table.name_of(one.seat)}:** {plain(one.orders)}")
        lines += [f"- {plain(line)}" for line in one.lines]
    return lines or ["nothing was done"]
