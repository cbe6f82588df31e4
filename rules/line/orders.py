"""Orders that every system has.  `str(order)` is the sentence that a player would type."""

from typing import Any, ClassVar

from rules.line.frozen import Frozen
from rules.line.said import Said, listed

Seat = int
"""0 is the GM, 1 is `army 1`, and so on."""

GM: Seat = 0


class Order(Said):
    """What a seat asks for.  Frozen; two orders are equal if they mean the same.

    `passes`: it gives up the turn, so the player is first asked about units that could still act.
    `waits`: a unit that could only do this does not count as one that could still act.
    `explains`: a GM's order that needs no reason, because it is no override or states its reason.
    `apart`: a line of a list of data; if it is refused, the other lines of the message still run.
    """

    passes: ClassVar[bool] = False
    waits: ClassVar[bool] = False
    explains: ClassVar[bool] = False
    apart: ClassVar[bool] = False

    def because(self, reason: str) -> "Order":
        """The order with this reason in it; most orders hold no reason and stay as they are."""
        return self

    def after(self, previous: "Order | None") -> str:
        """The sentence of this order when it follows `previous` and `then` in the same line."""
        return str(self)


class Chained(Said):
    """A mixin for orders to units, `who`.

    Consecutive orders of one line with an equal `who` form a chain, which names the units only
    before its first clause.
    """

    who: Any

    def clause(self) -> str:
        """The sentence without the units, its verb in the singular."""
        return self.sentence()

    def does(self) -> str:
        """The clause for the units `who`; a subclass may put its verb in the plural."""
        return self.clause()

    def __str__(self) -> str:
        return f"{self.who} {self.does()}"

    def after(self, previous: Order | None) -> str:
        """As `Order.after`, but without the units if `previous` has the same ones."""
        same = isinstance(previous, Chained) and previous.who == self.who
        return self.does() if same else str(self)


ENDINGS = {"ies": "y", "ches": "ch", "oes": "o", "s": ""}
"""Endings of verbs in the singular, with what replaces each in the plural."""


def of_several(clause: str, verbs: tuple[str, ...] = ()) -> str:
    """A clause with its verb in the plural: `moves to 5,12` becomes `move to 5,12`.

    `verbs` lists verbs of several words, each word of which is changed: `hangs and drops`.
    """
    one = next((verb for verb in verbs if clause.startswith(verb)), clause.partition(" ")[0])
    return " ".join(map(_plain, one.split())) + clause[len(one) :]


def _plain(word: str) -> str:
    """The plural of a verb in the singular: `moves` becomes `move`, `denies` becomes `deny`."""
    ending = next((one for one in ENDINGS if word.endswith(one)), "")
    return word.removesuffix(ending) + ENDINGS.get(ending, "")


class Named(Frozen):
    """The units of an order, as the order names them; each system that names units subclasses it.

    `refs` are references in the order named, each `L1`, `Legionnaire 1` or a range `L1-L4`.
    `every` is a unit type (`all Legionnaires`); `*`, or nothing named at all, means `everyone`.
    """

    VERBS: ClassVar[tuple[str, ...]] = ()
    """The system's verbs of several words, for `of_several`."""

    refs: tuple[str, ...] = ()
    every: str = ""

    def __str__(self) -> str:
        if self.every not in ("", "*"):
            return f"all {self.every}"
        return listed(self.shown()) or "everyone"

    def shown(self) -> tuple[str, ...]:
        """The references as the sentence writes them."""
        return self.refs

    @property
    def several(self) -> bool:
        """Does it name more than one unit, so that the verb is plural?  `everyone` is singular."""
        many = len(self.refs) > 1 or any("-" in ref for ref in self.refs)
        return many or self.every not in ("", "*")

    def does(self, clause: str) -> str:
        """The clause with its verb agreeing: `L1 moves ...`, `L1-L4 move ...`, `everyone moves`."""
        return of_several(clause, self.VERBS) if self.several else clause


class Unread(Order):
    """A line that could not be read; the system refuses it under its own rule ID.

    `rule` is set if the text broke a rule while it was read (it names a tile that does not exist).
    """

    SAYS = "{text}"

    text: str
    why: str = ""
    rule: str = ""


class EndPhase(Order):
    """`end phase`: the seat is done with this phase."""

    SAYS = "end phase"

    passes: ClassVar[bool] = True


class Resign(Order):
    """`resign`: the seat gives up."""

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
    """`undo`: take back the seat's own last line.  `undo 3`: its last three lines.  For the GM, the
    last lines of all seats.  `undo #52, #54`: just these two; what was done since stands."""

    count: int = 1
    entries: tuple[int, ...] = ()

    def __str__(self) -> str:
        if self.entries:
            return f"undo {', '.join(f'#{number}' for number in self.entries)}"
        return "undo" if self.count == 1 else f"undo {self.count}"
