"""What the referee answers, as values; how it looks is the business of whoever prints it."""

import json
import re
from collections.abc import Sequence
from dataclasses import replace

from rules.line.codec import Codec
from rules.line.frozen import Frozen

AT_ONCE = 4_000
"""So many characters an entry or an answer says at once; `why` unfolds all of an entry."""


A_LINE = 400
"""So many characters a line of a record says of one entry."""

BEFORE = "... and more before these lines: `why #17` unfolds one entry"
UNSAID = "... and more than is said at once: ask about one of them"


def at_once(lines: Sequence[str], number: int) -> tuple[str, ...]:
    """What an entry says, or the beginning of it and where the rest is."""
    return within(lines, f"... the rest is in why #{number}")


def in_a_line(text: str, number: int) -> str:
    """What a record says of an entry in one line; a map is cut, and unfolded by `why`."""
    rest = f"... the rest is in why #{number}"
    return text if len(text) <= A_LINE else text[: A_LINE - len(rest)] + rest


def is_full(lines: Sequence[str], room: int | None = None) -> bool:
    """Is this more than can be said at once?"""
    return sum(len(line) + 1 for line in lines) > (AT_ONCE if room is None else room)


def within(lines: Sequence[str], rest: str = UNSAID, room: int | None = None) -> tuple[str, ...]:
    """What can be said at once, or the beginning of it and `rest`."""
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
    """What can be said at once of a record, whose end matters most: `rest`, then its end."""
    return within(lines[::-1], rest)[::-1]


COLOUR = re.compile("\x1b\\[[\\d;]*m")
"""A terminal is told so in which colour to go on."""


def leaf(text: str, page: int, again: str, head: str = "") -> str:
    """One page of what is longer than can be said at once; `again` and a number asks for another,
    `head` is repeated above those after the first.  A page behind the last one is the last."""
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
    """How many characters of a text are seen."""
    return len(COLOUR.sub("", text))


def _parts(line: str, room: int) -> list[str]:
    """A line that is longer than a page, in parts."""
    return [line[at : at + room] for at in range(0, len(line), room)]


class RefusedLine(Frozen):
    """A line, or a part of it, that was understood and breaks a rule."""

    line: str
    rule: str
    why: str


class Unreadable(Frozen):
    """A line that could not be read: where reading stopped, what fits there, how to say it.

    `column` counts characters of `line` from 0; `nearest` is the word that was perhaps meant,
    `form` the nearest legal sentence, `why` says in words what is wrong where no word would fit
    (the line is too long, a number has too many digits).
    """

    line: str
    rule: str
    column: int
    fits: tuple[str, ...]
    nearest: str = ""
    form: str = ""
    why: str = ""


class Accepted(Frozen):
    """A line that stands: its entry, its canonical orders, and the report of what happened."""

    number: int
    seat: int
    orders: tuple[str, ...]
    report: tuple[str, ...]
    refused: tuple[RefusedLine, ...] = ()
    repeated: bool = False
    """It had been submitted before under the same key; nothing happened again."""
    mark: str = ""
    """The first digits of the entry's hash."""
    typed: str = ""
    """What was typed, if its orders are what it was read as."""


class Answered(Frozen):
    """A line that was a question: what was answered.  It leaves no entry in the log."""

    report: tuple[str, ...]


class Reply(Frozen):
    """The answer to one message.

    `problem` is one plain sentence where neither a rule nor a word is at fault (no such match,
    the match is paused).  `unrun` are the lines after a refused one, to edit and send again.
    """

    accepted: tuple[Accepted, ...] = ()
    refused: tuple[RefusedLine, ...] = ()
    unreadable: tuple[Unreadable, ...] = ()
    unrun: tuple[str, ...] = ()
    problem: str = ""
    offer: tuple[str, ...] = ()
    """What was perhaps meant, to be filed if its author says so."""
    options: tuple[str, ...] = ()
    """Several things that could be meant, at most five, to pick from."""
    ask: str = ""
    """What a seat may not do by itself, and the others or the GM may grant: `undo #52`."""
    answers: tuple[Answered, ...] = ()
    passed_over: tuple[str, ...] = ()
    """Lines that seem to order something and were not read."""
    untaken: tuple[str, ...] = ()
    """Lines on a condition that were not carried out, for it is not so."""

    @property
    def parts_refused(self) -> tuple[RefusedLine, ...]:
        """The parts of accepted lines that were refused."""
        return tuple(one for line in self.accepted for one in line.refused)

    @property
    def faults(self) -> tuple[RefusedLine | Unreadable, ...]:
        """All that was refused or could not be read."""
        return (*self.parts_refused, *self.refused, *self.unreadable)

    @property
    def whole(self) -> bool:
        """Did everything that was asked happen, every part of it?"""
        return self.ok and not self.parts_refused

    @property
    def ok(self) -> bool:
        """Did everything that was asked happen?"""
        open_ = self.offer or self.options
        return not (self.refused or self.unreadable or self.problem or open_)

    def with_line(self, line: Accepted | Answered, typed: str = "") -> "Reply":
        """The reply with one more line that went through."""
        if isinstance(line, Answered):
            return replace(self, answers=(*self.answers, line))
        return replace(self, accepted=(*self.accepted, replace(line, typed=typed)))


# Replies as JSON: what a message was answered is kept beside what it did.


_CODEC = Codec((Accepted, Answered, RefusedLine, Reply, Unreadable))


def write_reply(reply: Reply) -> str:
    """A reply as text; its view is not kept."""
    return json.dumps(_CODEC.encode(reply), separators=(",", ":"))


def read_reply(text: str) -> Reply:
    """The inverse."""
    reply = _CODEC.decode(json.loads(text))
    assert isinstance(reply, Reply)
    return reply
