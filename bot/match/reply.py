"""Replies of the referee as plain values; whoever prints them decides how they look."""

import json
import re
from collections.abc import Sequence
from dataclasses import replace

from rules.line.codec import Codec
from rules.line.frozen import Frozen

AT_ONCE = 4_000
"""The most characters of an entry or an answer shown at once; `why` shows all of an entry."""


A_LINE = 400
"""The most characters of an entry in one line of a record."""

BEFORE = "... and more before these lines: `why #17` unfolds one entry"
UNSAID = "... and more than is said at once: ask about one of them"


def at_once(lines: Sequence[str], number: int) -> tuple[str, ...]:
    """The lines of an entry; if too long, their beginning and a note where the rest is."""
    return within(lines, f"... the rest is in why #{number}")


def in_a_line(text: str, number: int) -> str:
    """The line of an entry in a record, cut if too long (a map); `why` shows all of it."""
    rest = f"... the rest is in why #{number}"
    return text if len(text) <= A_LINE else text[: A_LINE - len(rest)] + rest


def is_full(lines: Sequence[str], room: int | None = None) -> bool:
    """Are these lines longer than `room` characters (by default `AT_ONCE`)?"""
    return sum(len(line) + 1 for line in lines) > (AT_ONCE if room is None else room)


def within(lines: Sequence[str], rest: str = UNSAID, room: int | None = None) -> tuple[str, ...]:
    """The lines if they fit in `room` characters, else their beginning and then `rest`."""
    room = AT_ONCE if room is None else room
    if not is_full(lines, room):
        return tuple(lines)
    shown, room = list[str](), room - len(rest) - 1
    for line in lines:
        if len(line) >= room:
            if room > len("..."):
                shown.append(f"{line[: room - 4]}...")
            break
        shown.append(line)
        room -= len(line) + 1
    return (*shown, rest)


def latest(lines: Sequence[str], rest: str = BEFORE) -> tuple[str, ...]:
    """The lines of a record if they fit, else `rest` and then their end, which matters most."""
    return within(lines[::-1], rest)[::-1]


COLOUR = re.compile("\x1b\\[[\\d;]*m")
"""The escape sequences that set colours in a terminal."""


def leaf(text: str, page: int, again: str, head: str = "") -> str:
    """One page of a text; a text of at most `AT_ONCE` characters is returned whole.

    `again` with a page number is the command for another page; `head` is repeated above every page
    after the first.  A number beyond the last page gives the last page.
    """
    if _seen(text) <= AT_ONCE:
        return text
    room = AT_ONCE - len(f"... more: `{again} 9999`") - _seen(head) - 2
    pages, left = [list[str]()], room
    for line in text.split("\n"):
        for part in [line] if _seen(line) < room else _parts(COLOUR.sub("", line), room - 1):
            if left <= _seen(part):
                pages.append([])
                left = room
            pages[-1].append(part)
            left -= _seen(part) + 1
    at = min(max(page, 1), len(pages))
    more = [f"... more: `{again} {at + 1}`"] if at < len(pages) else []
    above = [head] if head and at > 1 else []
    return "\n".join((*above, *pages[at - 1], *more))


def _seen(text: str) -> int:
    """The number of visible characters of a text."""
    return len(COLOUR.sub("", text))


def _parts(line: str, room: int) -> list[str]:
    """Cut a line into parts of `room` characters."""
    return [line[at : at + room] for at in range(0, len(line), room)]


class RefusedLine(Frozen):
    """A line, or a part of it, that was understood and breaks a rule."""

    line: str
    rule: str
    why: str


class UnreadLine(Frozen):
    """A line that could not be read: where reading stopped, what fits there, how to write it.

    `column` counts characters of `line` from 0; `nearest` is the word that was perhaps meant;
    `form` is the nearest legal sentence; `why` says what is wrong if no word would fit (the line is
    too long, a number has too many digits).
    """

    line: str
    rule: str
    column: int
    fits: tuple[str, ...]
    nearest: str = ""
    form: str = ""
    why: str = ""


class Accepted(Frozen):
    """A line that was filed: its entry, its canonical orders, and the report of what happened."""

    number: int
    seat: int
    orders: tuple[str, ...]
    report: tuple[str, ...]
    refused: tuple[RefusedLine, ...] = ()
    repeated: bool = False
    """It was filed before under the same key; nothing happened again."""
    mark: str = ""
    """The first digits of the entry's hash."""
    typed: str = ""
    """What was typed, if the orders are an interpretation of it."""


class Answered(Frozen):
    """The answer to a line that was a question.  It leaves no entry in the log."""

    report: tuple[str, ...]


class Reply(Frozen):
    """The answer to one message.

    `problem` is a plain sentence if the fault is in neither a rule nor a word (no such match, the
    match is paused).  `unrun` are the lines that were not carried out, to edit and send again.
    """

    accepted: tuple[Accepted, ...] = ()
    refused: tuple[RefusedLine, ...] = ()
    unreadable: tuple[UnreadLine, ...] = ()
    unrun: tuple[str, ...] = ()
    problem: str = ""
    offer: tuple[str, ...] = ()
    """The sentences that were perhaps meant, to be filed if the author confirms them."""
    options: tuple[str, ...] = ()
    """Several possible meanings to choose from, at most five."""
    ask: str = ""
    """What a seat may not do by itself but the others or the GM may grant (`undo #52`)."""
    answers: tuple[Answered, ...] = ()
    passed_over: tuple[str, ...] = ()
    """Lines that name something on the table and were passed over as talk."""
    untaken: tuple[str, ...] = ()
    """Lines that were not carried out because their condition is false."""

    @property
    def parts_refused(self) -> tuple[RefusedLine, ...]:
        """The parts of accepted lines that were refused."""
        return tuple(one for line in self.accepted for one in line.refused)

    @property
    def faults(self) -> tuple[RefusedLine | UnreadLine, ...]:
        """Everything that was refused or could not be read."""
        return (*self.parts_refused, *self.refused, *self.unreadable)

    @property
    def whole(self) -> bool:
        """Did everything go through, every part of every line?"""
        return self.ok and not self.parts_refused

    @property
    def ok(self) -> bool:
        """Did every line go through, at least in part, with nothing left to ask?"""
        open_ = self.offer or self.options
        return not (self.refused or self.unreadable or self.problem or open_)

    def with_line(self, line: Accepted | Answered, typed: str = "") -> "Reply":
        """Add a line that went through."""
        if isinstance(line, Answered):
            return replace(self, answers=(*self.answers, line))
        return replace(self, accepted=(*self.accepted, replace(line, typed=typed)))


# Replies as JSON: the reply to a message is stored together with its entries.


_CODEC = Codec((Accepted, Answered, RefusedLine, Reply, UnreadLine))


def write_reply(reply: Reply) -> str:
    """A reply as JSON text."""
    return json.dumps(_CODEC.encode(reply), separators=(",", ":"))


def read_reply(text: str) -> Reply:
    """Read a reply from the text of `write_reply`."""
    reply = _CODEC.decode(json.loads(text))
    assert isinstance(reply, Reply)
    return reply
