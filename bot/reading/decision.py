"""The decision on a message: what is to be carried out, offered or asked, and why."""

from dataclasses import dataclass
from enum import IntEnum
from typing import Literal

from grammar.reader.spell import Respelt

Door = Literal["chat", "mention"]
Kind = Literal["run", "offer", "list", "ask", "silent", "quiet"]


class ReadAs(IntEnum):
    """What reading a message came to.  The weights of certainty were learnt with these numbers
    (`grammar.doubt.certain`)."""

    TALK = 3
    """Nothing in it orders anything."""
    BARRED = 4
    """A word, a sign or a doubt keeps it from being carried out."""
    EXACT = 5
    """It was read wholly, in one way."""
    INFERRED = 6
    """The same, with something filled in or respelt."""
    DOUBTED = 7
    """It was read, but words are left over or a doubt is left."""
    SEVERAL = 8
    """It was read in several ways."""
    UNREAD = 9
    """It was not read."""
    CERTAIN = 10
    """It was not read, but the ranking finds its likeliest meaning certain enough to carry out."""


GUESSED = (ReadAs.TALK, ReadAs.BARRED, ReadAs.UNREAD)
"""No order was read: what is proposed is a guess."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What is to be done with a message.

    `sentences` are to be filed (`run`) or proposed (`offer`); `options` are listed; `why` says why
    it is not carried out at once.  `strict`: it was said in the words of the law.  `left`: words
    that were not used; `remarks`: lines that were passed over.  `sure`: said outright, so that it
    is carried out even in plain chat.
    """

    kind: Kind
    sentences: tuple[str, ...] = ()
    options: tuple[tuple[str, ...], ...] = ()
    why: str = ""
    strict: bool = False
    respelt: tuple[Respelt, ...] = ()
    left: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    read_as: ReadAs = ReadAs.TALK
    sure: bool = False
    nothing: bool = False
    """No word of the message was understood as an order."""
    sources: tuple[str, ...] = ()
    """The words typed for each of the sentences."""
    refused: tuple[str, ...] = ()
    """What it was read as, up to a word or two that were not used, if the rules refuse that."""
    likely: bool = False
    """The ranking finds enough that speaks for what is offered."""

    @property
    def proposals(self) -> tuple[tuple[str, ...], ...]:
        """Everything that the message could mean, as far as it was read."""
        return self.options or ((self.sentences,) if self.sentences else ())
