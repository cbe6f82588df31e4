"""The texts of an undo or rewind: who went back, to where, what became void, who acts now."""

from collections.abc import Sequence
from typing import Any

from bot.match.tree import LogEntry
from bot.posts.headings import awaited, person, place, seat_and_person, span, title
from bot.referee.service import OpenMatch
from bot.render.wording import plain, said
from rules.line.orders import GM

MOST = 6
"""How many of the orders that became void are named."""


def back_text(table: OpenMatch, entry: LogEntry, state: Any, left: Any = None) -> str:
    """The first lines of a turn that an undo or a rewind began; `left` is the state before it."""
    gone = acts_of(table, table.match.gone(entry))
    if entry.seat != GM:
        return undone_text(table, entry, gone, state, left)
    seats, where = table.game.awaits(state), place(table, state)
    acts = f", **{names} to act**" if (names := awaited(table, seats)) else ""
    who = f"<@{entry.holder}>" if entry.holder.isdecimal() else "the GM"
    text = title(table, f"{who} goes back to the state after #{entry.to}: {where}{acts}")
    return f"{text}\n{consequences(table, entry, gone, state, left)}".strip()


def went_back_text(table: OpenMatch, entry: LogEntry, state: Any, left: Any = None) -> str:
    """The same for a report: `Cleo went back to #56. Void: #57-#60 (O2-O8, end). Reason: ...`."""
    gone = acts_of(table, table.match.gone(entry))
    if entry.seat != GM:
        listed = ", ".join(f"#{number}" for number in gone)
        return f"{person(table, entry.seat)} took back {listed} (#{entry.number})" if gone else ""
    who = f"<@{entry.holder}>" if entry.holder.isdecimal() else "The GM"
    told = consequences(table, entry, gone, state, left)
    return f"{who} went back to #{entry.to} (#{entry.number}). {told}".strip()


def consequences(
    table: OpenMatch, entry: LogEntry, gone: Sequence[int], state: Any, left: Any
) -> str:
    """What became void, who is alive again, and why the GM went back."""
    told = [void_text(table, gone), alive_text(table, state, left)]
    told += [f"Reason: {plain(entry.reason)}."] if entry.reason else []
    return " ".join(one for one in told if one)


def undone_text(
    table: OpenMatch, entry: LogEntry, gone: Sequence[int], state: Any, left: Any
) -> str:
    """`Anna took back #56. Army 1 acts again; @Ben, please wait.`"""
    seats = table.game.awaits(state)
    again = " and ".join(table.name_of(one) for one in seats)
    acts = "act" if len(seats) > 1 else "acts"
    listed = ", ".join(f"#{number}" for number in gone)
    text = f"{person(table, entry.seat)} took back {listed}"
    waits = [] if left is None else [one for one in table.game.awaits(left) if one not in seats]
    wait = f"; {', '.join(seat_and_person(table, one) for one in waits)}, please wait" * bool(waits)
    return title(table, f"{text}. **{again[:1].upper()}{again[1:]} {acts} again**{wait}.")


def acts_of(table: OpenMatch, numbers: Sequence[int]) -> list[int]:
    """The entries among these that somebody ordered, without automatic passes."""
    return [number for number in numbers if not table.match.links[number].passed]


def void_text(table: OpenMatch, gone: Sequence[int]) -> str:
    """`Void: #57-#60 (O2-O8, WB1, GB1, end).`"""
    if not gone:
        return ""
    named = [first_words(table, number) for number in gone]
    shown = list(dict.fromkeys(one for one in named if one))
    more = ", \u2026" if len(shown) > MOST else ""
    about = f" ({', '.join(shown[:MOST])}{more})" if shown else ""
    return f"Void: {span(gone[0], gone[-1])}{about}."


def first_words(table: OpenMatch, number: int) -> str:
    """The first word of an order: its unit or its verb; empty if the order is still secret."""
    link, found = table.match.links[number], table.said.get(number)
    if found is None or link.secret or not found.sentence:
        return ""
    return plain(found.sentence.split()[0])


def alive_text(table: OpenMatch, state: Any, left: Any) -> str:
    """`Alive again: O5.`"""
    if left is None or not table.game.losses:
        return ""
    lost = table.game.losses(state, left, None)
    names = ", ".join(said(what, "markdown") for what in lost.values())
    return f"Alive again: {names}." if names else ""


def own_void(table: OpenMatch, number: int, seats: Sequence[int]) -> list[str]:
    """The orders of these seats that a rewind made void, as sentences that can be sent again."""
    link = table.match.links[number]
    if link.to is None:
        return []
    return [
        table.said[one].sentence
        for one in table.match.gone(link)
        if table.match.links[one].seat in seats and one in table.said
        if not table.match.links[one].passed
    ]
