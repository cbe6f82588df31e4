"""Orders that every system has.  `str(order)` is the sentence that a player would type."""

from typing import Any, ClassVar

from rules.line.frozen import Frozen
from rules.line.said import Said, listed

Seat = int
"""0 is the GM, 1 is `army 1`, and so on."""

GM: Seat = 0


class Order(Said):
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


class Chained(Said):
    """What is said of units, `who`; an order to units is this and an order.  Clauses of one line
    that follow each other with an equal `who` are a chain: the units are named only before the
    first."""

    who: Any

    def clause(self) -> str:
        """The sentence without the units, as it is said of one and stands after `then`."""
        return self.sentence()

    def does(self) -> str:
        """The clause as it is said of these units."""
        return self.clause()

    def __str__(self) -> str:
        return f"{self.who} {self.does()}"

    def after(self, previous: Order | None) -> str:
        """As `Order.after`, without the units if they are the same."""
        same = isinstance(previous, Chained) and previous.who == self.who
        return self.does() if same else str(self)


ENDINGS = {"ies": "y", "ches": "ch", "oes": "o", "s": ""}
"""How a verb ends that is said of one, and how it ends of several."""


def of_several(clause: str, verbs: tuple[str, ...] = ()) -> str:
    """A clause of one as it is said of several: `move to 5,12`, `deny MS1`.  `verbs` are those of
    more words than the first, in which each word ends as a verb does: `hang and drop`."""
    one = next((verb for verb in verbs if clause.startswith(verb)), clause.partition(" ")[0])
    return " ".join(map(_plain, one.split())) + clause[len(one) :]


def _plain(word: str) -> str:
    """A verb without its ending."""
    ending = next((one for one in ENDINGS if word.endswith(one)), "")
    return word.removesuffix(ending) + ENDINGS.get(ending, "")


class Named(Frozen):
    """The units an order is for, as named; each system that names units has its own.

    `refs` are references in the order named, each `L1`, `Legionnaire 1` or a range `L1-L4`;
    `every` is a unit type (`all Legionnaires`), `everyone` when it is `*` or nothing is named.
    """

    VERBS: ClassVar[tuple[str, ...]] = ()
    """Verbs of several words."""

    refs: tuple[str, ...] = ()
    every: str = ""

    def __str__(self) -> str:
        if self.every not in ("", "*"):
            return f"all {self.every}"
        return listed(self.shown()) or "everyone"

    def shown(self) -> tuple[str, ...]:
        """The references as they stand in the sentence."""
        return self.refs

    @property
    def several(self) -> bool:
        """Could it mean more than one unit, so that its verb stands in the plural?"""
        many = len(self.refs) > 1 or any("-" in ref for ref in self.refs)
        return many or self.every not in ("", "*")

    def does(self, clause: str) -> str:
        """A clause as it is said of these: `L1 moves ...`, `L1-L4 move ...`, `everyone moves`."""
        return of_several(clause, self.VERBS) if self.several else clause


class Unread(Order):
    """A line that could not be read; the system refuses it under its own rule ID.

    `rule` is set if reading itself broke a rule of the system (a tile that does not exist).
    """

    SAYS = "{text}"

    text: str
    why: str = ""
    rule: str = ""


class EndPhase(Order):
    """`end phase`: the seat has done what it wanted."""

    SAYS = "end phase"

    passes: ClassVar[bool] = True


class Resign(Order):
    """`resign`: the others win."""

    SAYS = "resign"


class OfferDraw(Order):
    """`offer draw`."""

    SAYS = "offer draw"


class AcceptDraw(Order):
    """`accept draw`."""

    SAYS = "accept draw"


class DeclineDraw(Order):
    """`decline draw`."""

    SAYS = "decline draw"


class Undo(Order):
    """`undo`: take back the seat's own last line, `undo 3`: its last three (of the GM: the last
    ones of all); `undo #52, #54`: these two, while what was done since stands."""

    count: int = 1
    entries: tuple[int, ...] = ()

    def __str__(self) -> str:
        if self.entries:
            return f"undo {', '.join(f'#{number}' for number in self.entries)}"
        return "undo" if self.count == 1 else f"undo {self.count}"
