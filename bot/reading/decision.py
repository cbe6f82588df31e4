"""What comes of a message: what is to be carried out, offered or asked, and why."""

from dataclasses import dataclass
from typing import Literal

from grammar.reader.spell import Respelt

Door = Literal["chat", "mention"]
Kind = Literal["run", "offer", "list", "ask", "silent", "quiet"]

BARRED = 4
"""The row of what a word, a sign or a doubt keeps from being carried out."""

SEVERAL = 8
"""The row of what was read in several ways."""

CERTAIN = 10
"""The row of what the ranking found, and what is known of the message makes certain."""

GUESSED = (3, BARRED, 9)
"""The rows of what was not read: what is proposed there is a guess."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What comes of a message.

    `sentences` are to be filed (`run`) or proposed (`offer`); `options` are listed; `why` says in a
    sentence why it was not carried out at once.  `strict`: nothing of it was read between the
    lines.  `remarks` are lines that were passed over.
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
    """Not a word of it was understood as an order."""
    sources: tuple[str, ...] = ()
    """What was typed, for each of the sentences."""
    refused: tuple[str, ...] = ()
    """What it was read as but for a word or two, where the rules do not let that be."""
    likely: bool = False
    """What is offered was weighed against all that stands beside it, and much speaks for it."""

    @property
    def proposals(self) -> tuple[tuple[str, ...], ...]:
        """What it could mean, as far as it was read."""
        return self.options or ((self.sentences,) if self.sentences else ())
