"""How every system treats a written line as a whole: refuse it, run its parts, take it back.

The systems differ only in values: rule IDs, wording, and what bars an undo (`Road`).
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
"""Characters of a line that a refusal quotes."""


class Entry(Frozen):
    """What the rules of undo may know of a live entry of the log, one that was not taken back.

    `barred`: an event in it bars every undo; `secret`: not everybody knows of it (yet).
    """

    number: int
    seat: Seat
    drew: bool
    barred: bool
    ended_phase: bool
    secret: bool = False


Bar = Callable[[Entry, Seat], bool]
"""Is something true of an entry, seen from the seat that asks for an undo?"""


def foreign(entry: Entry, seat: Seat) -> bool:
    """Did another seat write it?"""
    return entry.seat != seat


def by_gm(entry: Entry, seat: Seat) -> bool:
    """Did the GM write it?"""
    return entry.seat == GM


def drew(entry: Entry, seat: Seat) -> bool:
    """Was a die drawn in it?"""
    return entry.drew


def barred(entry: Entry, seat: Seat) -> bool:
    """Does an event in it bar every undo?"""
    return entry.barred


def fixed(entry: Entry, seat: Seat) -> bool:
    """Does it stand for good: was a die drawn in it, or does an event in it bar every undo?"""
    return entry.drew or entry.barred


class Undoing(Frozen):
    """What `undo` takes back: the latest entry for which `passes` is false, unless it is barred.

    `bars` are pairs of a condition and the reason to give if it holds; the reason may contain
    `{number}` (the entry) and `{who}` (its seat).  `nothing` is the reason if there is no entry to
    take back; it may contain `{asks}` (the seat that asks).
    """

    rule: str
    nothing: str
    bars: tuple[tuple[Bar, str], ...]
    passes: Bar = lambda entry, seat: False

    def line(self, live: Sequence[Entry], seat: Seat) -> int:
        """The number of the entry that this seat's `undo` takes back.  Raises `Refusal`."""
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
    """The rule IDs and wording with which a system refuses a line as a whole.

    Rule IDs: `form` for a line that is no order here, `over` for any line after the end.
    `undo` says what `undo` takes back; `unseen` does so for single phases, by name, in which nobody
    sees what the others do.
    Wording: `ended` after the end (`{}`: how it ended), `unread` and `unread_gm` for a line that
    cannot be read (`{}`: the line), `apart` for `undo` among other orders.  `stop` is put at the
    end of each sentence.
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
        """Raises `Refusal` if the match has ended."""
        if self.is_over(state):
            outcome = state.flow.outcome
            why = self.ended.format(outcome.termination if outcome else "")
            raise Refusal(self.over, why + self.stop)

    def check_read(self, order: Order) -> None:
        """Raises `Refusal` if the order could not be read, or is an `undo` among other orders."""
        if isinstance(order, Unread):
            raise self.not_read(order, self.unread)
        if isinstance(order, Undo):
            raise Refusal(self.undo.rule, self.apart + self.stop)

    def not_read(self, order: Unread, words: str) -> Refusal:
        """The refusal of an unread line: with the reader's reason, or else with these `words`."""
        why = order.why or words.format(order.text[:MOST_QUOTED]) + self.stop
        return Refusal(order.rule or self.form, why)

    def of_gm(self, order: Order) -> Refusal:
        """The refusal of a GM's order that a seat has given."""
        quoted = str(order).split("\n")[0][:MOST_QUOTED]
        return Refusal(self.form, f"`{quoted}` is an order of the GM{self.stop}")

    def no_gm_line(self, order: Order) -> Refusal:
        """The refusal of a GM line that is no order of the GM, or could not be read."""
        if isinstance(order, Unread):
            return self.not_read(order, self.unread_gm)
        return Refusal(self.form, f"`{str(order)[:MOST_QUOTED]}` is no GM line{self.stop}")

    def undoes(self, state: HasFlow, live: Sequence[Entry], seat: Seat) -> int:
        """The number of the entry that this seat's `undo` takes back.  Raises `Refusal`."""
        self.check_going_on(state)
        return self.unseen.get(state.flow.phase, self.undo).line(live, seat)


def whole(adj: Adjudication[S], parts: Iterable[Callable[[], None]]) -> None:
    """Run the parts of a line that stands or falls as a whole.

    If a part is refused, so is the whole line, except that everything up to and including the last
    part that drew a die stands.
    """
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
    """Run a line whose parts stand or fall one by one; a seat's line stops at the first refusal.

    Consecutive orders for the same units form one chain, which `carry_out` gets as a whole.
    `whose` gives the units of an order; None for an order that is a chain by itself.
    """

    def units(order: Order) -> object:
        named = whose(order)
        return object() if named is None else named

    for _, chain in groupby(line, units):
        next_order()
        carry_out(tuple(chain))
        if adj.seat and adj.refusals:
            return
