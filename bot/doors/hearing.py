"""What was said, as the doors hear it: which of its lines are orders, and for which seat."""

import re
from collections.abc import Sequence
from typing import Literal

from bot.doors.freely import Meant
from bot.referee.gate import Caller, is_gm, is_player
from bot.referee.service import OpenMatch, RefereeError
from grammar.lines import spaced
from rules.line.frozen import Frozen
from rules.line.orders import GM

Door = Literal["chat", "mention", "reply", "dm", "menu", "command"]

PUBLIC: tuple[Door, ...] = ("chat", "mention", "reply")
"""Through these doors the answer is read by everybody."""

PREFIX = re.compile(r"\s*(?:(gm)|([0-9]{1,2}))[>|] ?(.*)", re.IGNORECASE)
CHOSEN = re.compile(r"\s*(#[0-9]{1,9}):\s*(.*)", re.DOTALL)
MENTION = re.compile(r"<@!?[0-9]{1,20}>[,:]?")
MOST_CHARACTERS = 10_000


class Heard(Frozen):
    """A text as it came in: who wrote it, where, through which door.

    `key` is its message or interaction; the same key has no second effect.  `match` is set where
    the match was chosen; `late` texts waited while the bot was away; who is `sure` is not asked;
    `offer` is the id of what was offered, where this answers it.
    """

    key: str
    caller: Caller
    channel: str
    text: str
    door: Door
    match: str | None = None
    late: bool = False
    sure: bool = False
    offer: str = ""

    @property
    def spoken(self) -> str:
        """The text without who is addressed, with one blank between words."""
        return spaced(MENTION.sub(" ", self.text))


class Run(Frozen):
    """Consecutive lines of one seat; `addressed`: said to the referee, not into the room.

    `said` is what they mean, once that is known.
    """

    seat: int
    text: str
    addressed: bool = True
    said: Meant | None = None

    def lines(self, after: "Run") -> list[str]:
        """Its lines, to be sent again below those of another run."""
        return self.text.splitlines() if after.seat == self.seat else prefixed(self)

    @property
    def door(self) -> Literal["chat", "mention"]:
        """How its words are weighed."""
        return "mention" if self.addressed else "chat"


def runs_of(table: OpenMatch, heard: Heard) -> list[Run]:
    """What was said, by seat.  In plain chat only players of the match are listened to, and what
    does not say whose it is belongs to their only seat or to nobody."""
    text = MENTION.sub(" ", heard.text)
    caller = heard.caller
    in_room = heard.door in ("chat", "menu")
    if in_room and not (is_player(table, caller) or is_gm(table, caller)):
        return []
    if heard.door == "chat" and table.is_over:
        return []
    return _by_seat(table, caller, text.splitlines(), heard.door != "chat")


def _by_seat(table: OpenMatch, caller: Caller, lines: Sequence[str], addressed: bool) -> list[Run]:
    """Lines grouped by the seat that their prefix names; without one, by one's only seat."""
    runs: list[Run] = []
    seat = _only_seat(table, caller)
    if not addressed and not is_player(table, caller):
        seat = None
    for line in lines:
        found = PREFIX.fullmatch(line)
        if found is not None:
            seat, addressed = GM if found[1] else int(found[2]), True
            line = found[3]
        if not line.strip():
            continue
        if seat is None:
            if not addressed:
                continue
            raise RefereeError(_which_seat(table, caller))
        if runs and (runs[-1].seat, runs[-1].addressed) == (seat, addressed):
            runs[-1] = Run(seat, f"{runs[-1].text}\n{line}", addressed)
        else:
            runs.append(Run(seat, line, addressed))
    return runs


def _only_seat(table: OpenMatch, caller: Caller) -> int | None:
    held = table.plays(caller.user)
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


def _which_seat(table: OpenMatch, caller: Caller) -> str:
    held = sorted(set(table.seats_of(caller.user)))
    if not held:
        return "you hold no seat in this match: /match join"
    forms = " or ".join(f"{seat}> ..." if seat else "gm> ..." for seat in held)
    names = ", ".join(table.name_of(seat) for seat in held)
    return f"you hold {names}: begin each line with its seat, {forms}"
