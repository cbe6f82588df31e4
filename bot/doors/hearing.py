"""What was said, as the doors hear it: which of its lines are orders, and for which seat."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import grammar
from bot.doors.forum import order_lines
from bot.referee.gate import Caller, is_gm, is_player, viewer_of
from bot.referee.service import RefereeError, Table
from bot.render.escape import plain
from rules.flow import seat_name
from rules.game import GM

Door = Literal["chat", "mention", "reply", "dm", "menu", "command"]

PUBLIC: tuple[Door, ...] = ("chat", "mention", "reply")
"""Through these doors the answer is read by everybody."""

PREFIX = re.compile(r"\s*(?:(gm)|([0-9]{1,2}))[>|] ?(.*)", re.IGNORECASE)
CHOSEN = re.compile(r"\s*(#[0-9]{1,9}):\s*(.*)", re.DOTALL)
MENTION = re.compile(r"<@!?[0-9]{1,20}>[,:]?")
MOST_CHARACTERS = 10_000


@dataclass(frozen=True, slots=True)
class Heard:
    """A text as it came in: who wrote it, where, through which door.

    `key` is its message or interaction; the same key has no second effect.  `match` is set where
    the match was chosen; `late` texts waited while the bot was away; who is `sure` is not asked.
    """

    key: str
    caller: Caller
    channel: str
    text: str
    door: Door
    match: str | None = None
    late: bool = False
    sure: bool = False


@dataclass(frozen=True, slots=True)
class Run:
    """Consecutive lines of one seat."""

    seat: int
    text: str

    def lines(self, after: "Run") -> list[str]:
        """Its lines, to be sent again below those of another run."""
        return self.text.splitlines() if after.seat == self.seat else prefixed(self)


def runs_of(table: Table, heard: Heard) -> tuple[list[Run], list[str]]:
    """The lines that are orders, by seat, and what to say about those that were passed over."""
    text = MENTION.sub(" ", heard.text)
    caller, notes = heard.caller, []
    if heard.door in ("chat", "menu"):
        if not (is_player(table, caller) or is_gm(table, caller)):
            return [], []
        lines = _order_lines(table, text, caller)
        if heard.door == "chat":
            if table.game.outcome(table.match.state) is not None:
                return [], []
            lines = [line for line in lines if _is_meant(table, caller, line)]
            short = [line for line in lines if is_one_word(line)]
            lines = [line for line in lines if line not in short]
            if lines and short:
                words = ", ".join(f"`{plain(word.strip())}`" for word in short)
                notes.append(
                    f"Not read: {words} - a single word is an order only to me: "
                    "mention me, reply to me or use /order."
                )
        elif not lines:
            lines = text.splitlines()
    else:
        lines = text.splitlines()
    return _by_seat(table, caller, lines), notes


def _order_lines(table: Table, text: str, caller: Caller) -> list[str]:
    """The lines of a chat post that mean to be orders; a seat's prefix says so by itself."""
    kept: list[str] = []
    for line in text.splitlines():
        if PREFIX.fullmatch(line):
            kept.append(line)
        elif is_player(table, caller) and not line.lstrip().startswith(">"):
            kept += order_lines(table, line, viewer_of(table, caller))
    return kept


def _is_meant(table: Table, caller: Caller, line: str) -> bool:
    """A line of chat that begins with a verb: an order, a misspelt one, or just talk?

    It is meant if it can be read, if it names something on the table, or if a word of it is nearly
    the one that would fit.
    """
    if PREFIX.fullmatch(line):
        return True
    state = table.match.state
    named = {one.lower() for one in table.game.references(state, viewer_of(table, caller))}
    if named & set(re.findall(r"[a-z]+[0-9]*", line.lower())):
        return True
    written = grammar.read(table.game.id, line, table.game.names(state))
    return any(one.problem is None or one.problem.nearest for one in written)


def _by_seat(table: Table, caller: Caller, lines: Sequence[str]) -> list[Run]:
    """Lines grouped by the seat that their prefix names; without one, by one's only seat."""
    own = _only_seat(table, caller)
    runs: list[Run] = []
    seat = own
    for line in lines:
        found = PREFIX.fullmatch(line)
        if found is not None:
            seat = GM if found[1] else int(found[2])
            line = found[3]
        if not line.strip():
            continue
        if seat is None:
            raise RefereeError(_which_seat(table, caller))
        if runs and runs[-1].seat == seat:
            runs[-1] = Run(seat, f"{runs[-1].text}\n{line}")
        else:
            runs.append(Run(seat, line))
    return runs


def _only_seat(table: Table, caller: Caller) -> int | None:
    held = [seat for seat in table.seats_of(caller.user) if seat != GM]
    if len(held) == 1:
        return held[0]
    return GM if not held and is_gm(table, caller) else None


def is_one_word(line: str) -> bool:
    """`done`, `ready`, `resign`: too easily said by accident."""
    return len(re.findall(r"[^\W_]+", line)) < 2


def prefixed(run: Run) -> list[str]:
    """The lines of a run, each saying whose it is."""
    who = f"{run.seat}>" if run.seat else "gm>"
    return [f"{who} {line}" for line in run.text.splitlines()]


def _which_seat(table: Table, caller: Caller) -> str:
    held = sorted(set(table.seats_of(caller.user)))
    if not held:
        return "you hold no seat in this match: /match join"
    forms = " or ".join(f"{seat}> ..." if seat else "gm> ..." for seat in held)
    names = ", ".join(seat_name(seat) for seat in held)
    return f"you hold {names}: begin each line with its seat, {forms}"
