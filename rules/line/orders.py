"""Orders that every system has.  `str(order)` is the sentence that a player would type."""

from typing import ClassVar

from rules.line.frozen import Frozen

Seat = int
"""0 is the GM, 1 is `army 1`, and so on."""

GM: Seat = 0


class Order(Frozen):
    """What a seat asks for.  Frozen; two orders are equal if they mean the same.

    `passes`: it gives up a turn, so units that could still act are asked about first; `waits`: a
    unit that could do no more than this is not one of them.  `explains`: it is no override, or
    says in so many words why it is given.  `apart`: a line of a list of data: it is refused by
    itself, and what stands beside it in the message is carried out.
    """

    passes: ClassVar[bool] = False
    waits: ClassVar[bool] = False
    explains: ClassVar[bool] = False
    apart: ClassVar[bool] = False

    def because(self, reason: str) -> "Order":
        """The same order, given for this reason; most of them are the same for any."""
        return self

    def after(self, previous: "Order | None") -> str:
        """The sentence as it stands behind `then` after another order of the same line."""
        return str(self)


class Unread(Order):
    """A line that could not be read; the system refuses it under its own rule ID.

    `rule` is set if reading itself broke a rule of the system (a tile that does not exist).
    """

    text: str
    why: str = ""
    rule: str = ""

    def __str__(self) -> str:
        return self.text


class EndPhase(Order):
    """`end phase`: the seat has done what it wanted."""

    passes: ClassVar[bool] = True

    def __str__(self) -> str:
        return "end phase"


class Resign(Order):
    """`resign`: the others win."""

    def __str__(self) -> str:
        return "resign"


class OfferDraw(Order):
    """`offer draw`."""

    def __str__(self) -> str:
        return "offer draw"


class AcceptDraw(Order):
    """`accept draw`."""

    def __str__(self) -> str:
        return "accept draw"


class DeclineDraw(Order):
    """`decline draw`."""

    def __str__(self) -> str:
        return "decline draw"


class Undo(Order):
    """`undo`: take back the seat's own last line, `undo 3`: its last three (of the GM: the last
    ones of all); `undo #52, #54`: these two, while what was done since stands."""

    count: int = 1
    entries: tuple[int, ...] = ()

    def __str__(self) -> str:
        if self.entries:
            return f"undo {', '.join(f'#{number}' for number in self.entries)}"
        return "undo" if self.count == 1 else f"undo {self.count}"
