"""Practice: one post for each exchange between a player and the machine, the board with it."""

from collections.abc import Sequence
from typing import Any

from bot.posts.facts import board_text
from bot.posts.headings import DOT, people, place, title
from bot.posts.layout import Part, fitted
from bot.posts.lines import by_machine, step_lines
from bot.posts.turns import Step, Turn
from bot.referee.service import OpenMatch
from rules.line.orders import GM


def level_of(table: OpenMatch) -> str:
    """How well the machine plays; empty where none sits at the match."""
    for seat, level in table.record.settings.opponents:
        if by_machine(table, seat):
            return level
    return ""


def by_button(turn: Turn, table: OpenMatch) -> bool:
    """Was all that the player ordered in a turn given without a message?  Then its post is edited
    and no new one made."""
    own = [step for step in turn.live if not by_machine(table, step.entry.seat) and step.entry.seat]
    own = [step for step in own if not step.passed]
    return bool(own) and not any(step.entry.key.startswith("m") for step in own)


def parted(table: OpenMatch, steps: Sequence[Step]) -> tuple[list[Step], list[Step]]:
    """The steps of the last whole exchange, and what was ordered since."""
    cuts = [0]
    for at, step in enumerate(steps, 1):
        if step.void:
            continue
        was, now = (people(table, table.game.awaits(one)) for one in (step.before, step.after))
        if now - was:
            cuts.append(at)
    first = cuts[-2] if len(cuts) > 1 else 0
    return list(steps[first : cuts[-1]]), list(steps[cuts[-1] :])


def acts(table: OpenMatch, step: Step) -> list[str]:
    """`You #6 Ac2-c3<`, `Easy #7 Cc6-c5`: an order and who gave it."""
    seat = step.entry.seat
    lines = step_lines(table, step, (seat,))
    if not lines or seat == GM:
        return lines
    own = [one for one in table.seats if not by_machine(table, one)]
    name = level_of(table).capitalize() if seat not in own else table.name_of(seat)
    name = "You" if own == [seat] else name
    return [f"{name} {lines[0]}", *lines[1:]]


def exchange_text(
    table: OpenMatch, exchange: Sequence[Step], since: Sequence[Step], now: Any, open_: bool
) -> str:
    """Whose turn, what both did, what was ordered since, and the board while it is the newest."""
    seats = [seat for seat in table.game.awaits(now) if not by_machine(table, seat)]
    own = [one for one in table.seats if not by_machine(table, one)]
    names = f" ({', '.join(map(table.name_of, seats))})" if len(own) > 1 else ""
    turn = f"your turn{names}" if seats and open_ else ""
    head = title(table, place(table, now), turn, f"practice, {level_of(table)}")
    parts = [Part((head,))]
    told = [
        acted for step in (*exchange, *(since if open_ else ())) if (acted := acts(table, step))
    ]
    if len(told) == 2 and all(len(lines) == 1 for lines in told):
        told = [[DOT.join(lines[0] for lines in told)]]
    parts += [Part(tuple(lines), 3, orders=True) for lines in told]
    board = board_text(table, now) if open_ else None
    return fitted([*parts, Part((board,) if board else (), 7)])
