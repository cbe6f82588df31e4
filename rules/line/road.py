"""The road of a written line: read or refused, carried out part by part, perhaps taken back.

What differs between the systems are values: rule IDs, words, and what bars an undo (`Road`).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from itertools import groupby

from rules.line.adjudication import Adjudication, Misfit, S
from rules.line.errors import Refusal
from rules.line.flow import HasFlow, seat_name
from rules.line.frozen import Frozen
from rules.line.orders import GM, Order, Seat, Undo, Unread
from rules.line.work import next_order

MOST_QUOTED = 200
"""So many characters of a line are quoted where it is refused."""


class Entry(Frozen):
    """What an undo rule may know of an entry of the log that still counts.

    `barred`: something in it bars every undo; `secret`: not everybody knows of it (yet).
    """

    number: int
    seat: Seat
    drew: bool
    barred: bool
    ended_phase: bool
    secret: bool = False


Bar = Callable[[Entry, Seat], bool]
"""Does this entry stand in the way of the undo of a seat?"""


def foreign(entry: Entry, seat: Seat) -> bool:
    """Somebody else wrote it."""
    return entry.seat != seat


def by_gm(entry: Entry, seat: Seat) -> bool:
    """The GM wrote it."""
    return entry.seat == GM


def drew(entry: Entry, seat: Seat) -> bool:
    """A die was drawn in it."""
    return entry.drew


def barred(entry: Entry, seat: Seat) -> bool:
    """Something happened in it that nothing takes back."""
    return entry.barred


def fixed(entry: Entry, seat: Seat) -> bool:
    """It stands for good: a die was drawn in it, or something else bars every undo."""
    return entry.drew or entry.barred


class Undoing(Frozen):
    """What `undo` takes back: the latest line that is not passed over, if none of `bars` holds.

    The words of a bar and of `nothing` may name the entry `{number}`, who wrote it `{who}` and who
    asks `{asks}`.
    """

    rule: str
    nothing: str
    bars: tuple[tuple[Bar, str], ...]
    passes: Bar = lambda entry, seat: False

    def line(self, live: Sequence[Entry], seat: Seat) -> int:
        """The number of the entry that this seat takes back.  Raises `Refusal`."""
        for entry in reversed(live):
            if self.passes(entry, seat):
                continue
            for holds, why in self.bars:
                if holds(entry, seat):
                    who = seat_name(entry.seat)
                    raise Refusal(self.rule, why.format(number=entry.number, who=who))
            return entry.number
        raise Refusal(self.rule, self.nothing.format(asks=seat_name(seat)))


class Road(Frozen):
    """The rule IDs and words with which a system refuses a line as a whole.

    `form`: a line that fits no order; `over`: any line after the end, which `ended` tells; `apart`:
    `undo` among other orders.  `undo` says what it takes back, `unseen` what in phases in which
    nobody sees what the others do.  `stop` ends each sentence.
    """

    form: str
    over: str
    undo: Undoing
    unseen: Mapping[str, Undoing] = field(default_factory=dict)
    ended: str = "the game is over: {}"
    unread: str = "this is no order: {}"
    unread_gm: str = "this is no GM line: {}"
    apart: str = "`undo` has to stand in a line of its own"
    stop: str = ""

    def is_over(self, state: HasFlow) -> bool:
        """Has the match ended?"""
        return state.flow.outcome is not None or state.flow.phase == "over"

    def check_going_on(self, state: HasFlow) -> None:
        """After the end no order is accepted."""
        if self.is_over(state):
            outcome = state.flow.outcome
            why = self.ended.format(outcome.termination if outcome else "")
            raise Refusal(self.over, why + self.stop)

    def check_read(self, order: Order) -> None:
        """The line could be read, and is no `undo` among other orders."""
        if isinstance(order, Unread):
            raise self.not_read(order, self.unread)
        if isinstance(order, Undo):
            raise Refusal(self.undo.rule, self.apart + self.stop)

    def not_read(self, order: Unread, words: str) -> Refusal:
        """An unread line, refused for what its reader said or in these words of the system."""
        why = order.why or words.format(order.text[:MOST_QUOTED]) + self.stop
        return Refusal(order.rule or self.form, why)

    def of_gm(self, order: Order) -> Refusal:
        """An order that no seat gives."""
        quoted = str(order).split("\n")[0][:MOST_QUOTED]
        return Refusal(self.form, f"`{quoted}` is an order of the GM{self.stop}")

    def no_gm_line(self, order: Order) -> Refusal:
        """A line that is none of the GM's, or could not be read."""
        if isinstance(order, Unread):
            return self.not_read(order, self.unread_gm)
        return Refusal(self.form, f"`{str(order)[:MOST_QUOTED]}` is no GM line{self.stop}")

    def undoes(self, state: HasFlow, live: Sequence[Entry], seat: Seat) -> int:
        """The number of the entry that this seat's `undo` takes back.  Raises `Refusal`."""
        self.check_going_on(state)
        return self.unseen.get(state.flow.phase, self.undo).line(live, seat)


def whole(adj: Adjudication[S], parts: Iterable[Callable[[], None]]) -> None:
    """A line that stands whole or not at all; but what drew a die stands, with all before it."""
    kept, state = 0, adj.state
    try:
        for part in parts:
            begun = len(adj.events)
            next_order()
            try:
                part()
            except Misfit:
                raise
            except Refusal:
                if adj.has_drawn(begun):
                    kept, state = len(adj.events), adj.state
                raise
            if adj.has_drawn(begun):
                kept, state = len(adj.events), adj.state
    except Refusal as refusal:
        del adj.events[kept:]
        adj.state = state
        adj.refuse(refusal)


def chain_by_chain(
    adj: Adjudication[S],
    line: Sequence[Order],
    whose: Callable[[Order], object],
    carry_out: Callable[[tuple[Order, ...]], None],
) -> None:
    """A line of which each part stands for itself; a seat's line ends with the first refusal.

    Orders that follow each other for the same units are one chain; `whose` says for which, None for
    an order that stands alone.
    """

    def units(order: Order) -> object:
        named = whose(order)
        return object() if named is None else named

    for _, chain in groupby(line, units):
        next_order()
        carry_out(tuple(chain))
        if adj.seat and adj.refusals:
            return
