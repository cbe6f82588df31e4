"""What the doors answer: the texts, what became of a message, what may be pressed."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from bot.doors.confirming import Question
from bot.doors.hearing import Run
from bot.doors.offers import Offer, offered_by
from bot.doors.reasons import REASON
from bot.doors.withdraw import Stands
from bot.match.reply import Reply
from bot.referee.service import OpenMatch
from bot.render.escape import plain
from grammar import Written
from rules.line.frozen import Frozen

Mark = Literal["filed", "asked", "refused", "back"]
"""What became of a message: a reaction on it says so."""


class Answer(Frozen):
    """What to say.  `text` is for whoever asked; `public` is what everybody may read of it.

    `done` says that something happened; `ask` is what is asked before the next word is filed;
    `offer` is what was perhaps meant, or could be ordered instead; `marks` is what became of the
    message; `about` are the lines that were refused or asked about.
    """

    text: str = ""
    public: str = ""
    secret: bool = False
    done: bool = False
    table: OpenMatch | None = None
    ask: Question | None = None
    offer: Offer | None = None
    marks: tuple[Mark, ...] = ()
    about: tuple[str, ...] = ()
    told: bool = False
    """It answers a question: nothing became of the message, so it has no sign."""
    card: str = ""
    """The title of the card that it shows."""
    replies: tuple[Reply, ...] = ()
    """What came of each run of lines of the message, as values."""
    declined: str = ""
    """The id of the offer to which it was said no."""

    @property
    def marked(self) -> tuple[Mark, ...]:
        """What became of the message, also where a sentence alone says that nothing did."""
        if self.marks or self.told or not (self.text or self.public):
            return self.marks
        return ("filed",) if self.done else ("asked",) if self.ask or self.offer else ("refused",)


SILENCE = Answer()


def quiet_answer(table: OpenMatch) -> Answer:
    """A line in plain chat that may be an order: its sign says so, and nothing is said aloud."""
    return Answer(table=table, marks=("asked",))


BY_GM = "given by the GM"
"""The reason of an order that the GM hands in for a seat."""


def marks_of(replies: Sequence[tuple[Run, Reply]], ask: Question | None) -> tuple[Mark, ...]:
    """Filed, asked about, refused: of a message that went through in part all that is so."""
    found: list[Mark] = []
    for _, reply in replies:
        inner = any(one.refused for one in reply.accepted)
        found += ["filed"] if reply.accepted or reply.untaken else []
        asked = reply.offer or reply.options or reply.ask == REASON
        found += ["asked"] if asked else []
        wrong = reply.refused or reply.unreadable or (reply.problem and not asked)
        found += ["refused"] if inner or wrong else []
    found += ["asked"] if ask is not None else []
    return tuple(dict.fromkeys(found))


def lines_about(reply: Reply) -> tuple[str, ...]:
    """The lines that did not go through: what mends them begins with the same word."""
    inner = [one.line for line in reply.accepted for one in line.refused]
    bad = [*(one.line for one in reply.refused), *(one.line for one in reply.unreadable)]
    return (*inner, *bad, *reply.offer, *reply.options)


def without_accepted(reply: Reply) -> Reply:
    """What is not on the status post: the refusals, also those inside accepted lines."""
    inside = tuple(one for line in reply.accepted for one in line.refused)
    return replace(reply, accepted=(), refused=(*inside, *reply.refused))


def given_by_gm(lines: tuple[Written, ...]) -> tuple[Written, ...]:
    """The lines of a seat that the GM hands in, marked as such."""
    marks = [f"{line.reason}; {BY_GM}" if line.reason else BY_GM for line in lines]
    return tuple(replace(line, reason=mark) for line, mark in zip(lines, marks, strict=True))


def kept(table: OpenMatch | Answer | None, stands: Stands) -> Answer:
    """A message that stands though it was edited or deleted: why, and what can be done."""
    text = f"{plain(str(stands))}."
    if stands.reply.ask:
        text += f" `{stands.reply.ask}` asks the others or the GM for it."
    if not isinstance(table, OpenMatch):
        return Answer(text, text)
    offer = offered_by(table, stands.seat, stands.reply)
    return Answer(text, text, table=table, offer=offer, marks=("refused",))
