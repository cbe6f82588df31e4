"""The decision on a message: what is to be carried out, offered or asked, and why."""

from dataclasses import dataclass
from typing import Literal

from grammar.reader.spell import Respelt

Door = Literal["chat", "mention"]
Kind = Literal["run", "offer", "list", "ask", "silent", "quiet"]

BARRED = 4
"""Row of a message that a word, a sign or a doubt keeps from being carried out."""

SEVERAL = 8
"""Row of a message that was read in several ways."""

CERTAIN = 10
"""Row of a message whose likeliest meaning the ranking finds certain enough to carry out."""

GUESSED = (3, BARRED, 9)
"""Rows of messages that were not read as orders: what is proposed for them is a guess."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What is to be done with a message.

    `sentences` are to be filed (`run`) or proposed (`offer`); `options` are listed; `why` says why
    it is not carried out at once.  `strict`: it was said in the words of the law.  `left`: words
    that were not used; `remarks`: lines that were passed over.  `row` numbers the case that was
    applied (3 to 10).  `sure`: said outright, so that it is carried out even in plain chat.
    """

    kind: Kind
    sentences: tuple[str, ...] = ()
    options: tuple[tuple[str, ...], ...] = ()
    why: str = ""
    strict: bool = False
    respelt: tuple[Respelt, ...] = ()
    left: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    row: int = 0
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
