"""A match in memory: its log with the states, how it goes on from its head and how it goes back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from bot.match.branches import Branches
from bot.match.counted import as_counted, counted_by, fold, is_opened, path_of
from bot.match.entry import Carried, Link, Linked, LogEntry, Return, base_of, own_numbers
from rules.border.game import Game
from rules.line.adjudication import Dice, Die
from rules.line.errors import Refusal
from rules.line.events import Event
from rules.line.frozen import Frozen
from rules.line.orders import Order, Seat, Undo
from rules.line.overrides import Rewind
from rules.line.road import Entry

__all__ = [
    "BUILDS",
    "TURN_PASSED",
    "Carried",
    "Depends",
    "Link",
    "Linked",
    "LogEntry",
    "Match",
    "Return",
    "as_counted",
    "base_of",
    "counted_by",
    "fold",
    "is_opened",
    "own_numbers",
    "path_of",
]


BUILDS = "what was done since builds on it"
"""Why an order cannot be taken back if a later one would not come out as it did."""

TURN_PASSED = "the turn was given up since"


class Depends(Refusal):
    """Entries cannot be taken back alone: `by` came after them, and they cannot go without it."""

    def __init__(self, rule: str, why: str, gone: Sequence[int], by: int) -> None:
        super().__init__(rule, why)
        self.gone = tuple(gone)
        self.by = by


class Ahead(Frozen):
    """What events come to: the secret stretches that they belong to, and the state after them."""

    secret: tuple[str, ...]
    state: Any


@dataclass
class Match(Branches):
    """One played game: its log, what is known of the entries in it, and the state at its head.

    `states` caches states by entry number; a match opened from a store may know only some.
    """

    game: Game[Any]
    options: dict[str, str]
    states: dict[int, Any] = field(default_factory=dict)
    written: dict[int, LogEntry] = field(default_factory=dict)
    """Entries in full, where a match lives in memory alone (a case, a scene)."""
    _tried: tuple[Any, Seat, tuple[Order, ...], tuple[Event, ...]] | None = None
    _ahead: "tuple[Any, tuple[Event, ...], Ahead] | None" = None

    @classmethod
    def begin(cls, game: Game[Any], options: dict[str, str], first: LogEntry) -> "Match":
        """A new match whose entry #0 is its set-up."""
        match = cls(game, options)
        match.states[0] = fold(game, game.blank, first.events)
        match.links.append(replace(first.link, secret=first.secret or ()))
        return match

    @property
    def state(self) -> Any:
        return self.states[self.head]

    def play(self, seat: Seat, orders: tuple[Order, ...], dice: Dice) -> tuple[Event, ...]:
        """Adjudicate one line at the head; nothing is appended.  Raises `Refusal`.

        A line that was tried just now and drew no die comes out the same: it is not tried again.
        """
        state = self.state
        if self._tried is not None and self._tried[0] is state:
            _, same_seat, same_orders, events = self._tried
            if (same_seat, same_orders) == (seat, orders):
                return events
        drawn: list[Die] = []

        def draw(die: Die) -> int:
            drawn.append(die)
            return dice(die)

        events = self.game.adjudicate(state, seat, orders, draw)
        if not drawn:
            self._tried = (state, seat, orders, events)
        return events

    def ahead(self, events: tuple[Event, ...], state: Any) -> "Ahead":
        """What these events come to from a state; nothing is appended."""
        if self._ahead is not None and self._ahead[0] is state and self._ahead[1] is events:
            return self._ahead[2]
        found: dict[str, None] = {}
        after = state
        for event in events:
            if self.game.known_to(event, after) is not None:
                found[event.stretch] = None
            after = self.game.apply(after, event)
        ahead = Ahead(tuple(found), after)
        self._ahead = (state, events, ahead)
        return ahead

    # --- going back -----------------------------------------------------------------------------

    def reach(self, seat: Seat, order: Undo | Rewind) -> list[int]:
        """The entries that `goes_back` may want in full, with the states before them.

        None where an undo is refused at once, or carries nothing along: it leads back in one step.
        """
        path = self.path()
        if isinstance(order, Rewind):
            first = path.index(order.to) if order.to in self.carriers() else len(path)
        elif order.entries:
            first = next((at for at, one in enumerate(path) if one in order.entries), len(path))
        elif not seat:
            first = len(path) - order.count
            if not 0 <= first < len(path) or not self.without(path[first:])[1]:
                return []
        else:
            links = [self.links[number] for number in path]
            own = [at for at, one in enumerate(links) if one.seat == seat and not one.passed]
            first = own[-max(1, min(order.count, len(own)))] if own else len(path)
            first = min(first, len(path) - len(self.passed_at_end(path)))
        return path[self.group_of(path, first) :]

    def goes_back(
        self, seat: Seat, order: Undo | Rewind, written: Mapping[int, LogEntry]
    ) -> Return:
        """Where an undo or rewind leads; `written` has the entries of `reach` in full.

        Raises `Refusal`.
        """
        rule = self.game.gm_rule
        if isinstance(order, Rewind):
            return self._rewound(order, written)
        if order.entries:
            return self._taken_out(seat, order.entries, written)
        if seat:
            return self._taken_back(seat, order.count, written)
        path = self.path()
        if not 1 <= order.count <= len(path):
            raise Refusal(
                rule, f"{order.count} entries cannot be taken back; {len(path)} are in force"
            )
        return self.replayed(*self.without(path[-order.count :]), written)

    def _rewound(self, order: Rewind, written: Mapping[int, LogEntry]) -> Return:
        """After an entry that an undo carried along the state is as it counts now."""
        if not 0 <= order.to < len(self.links):
            last = len(self.links) - 1
            raise Refusal(
                self.game.gm_rule, f"there is no entry #{order.to}; the last one is #{last}"
            )
        if order.to not in self.carriers():
            return Return(self.resolve(order.to))
        path = self.path()
        return self.replayed(*self.without(path[path.index(order.to) + 1 :]), written)

    def _taken_back(self, seat: Seat, count: int, written: Mapping[int, LogEntry]) -> Return:
        """Where so many undos of a seat, one after the other, lead to.  Raises `Refusal`."""
        if count < 1:
            raise Refusal(self.undo_rule(seat), f"{count} lines cannot be taken back")
        gone, live, bases = list[int](), self.live(), self.bases()
        for done in range(count):
            try:
                self._step_back(seat, gone, live, bases)
            except Refusal as refusal:
                if not done:
                    raise
                few = f"only {done} of {count} can be taken back: {refusal.why}"
                raise Refusal(refusal.rule, few) from None
        return self.replayed(*self.without(gone), written)

    def _step_back(
        self, seat: Seat, gone: list[int], live: list[Entry], bases: Mapping[int, int]
    ) -> None:
        """One more `undo` of a seat: what it takes back goes from `live` to `gone`.

        Whether it may is asked of the state in which the earliest of them began; what stays is
        done again only once it is known how far it goes.  Raises `Refusal`.
        """
        while live and self.links[live[-1].number].passed:
            gone.append(live.pop().number)
        start = min((bases[number] for number in gone), default=self.head)
        number = self.game.undoes(self.states[start], live, seat)
        gone.append(number)
        at = next(at for at in range(len(live) - 1, -1, -1) if live[at].number == number)
        del live[at]

    def _taken_out(
        self, seat: Seat, wanted: Sequence[int], written: Mapping[int, LogEntry]
    ) -> Return:
        """These entries count no more, and what was done since stands.

        A seat takes out only what it could take back line by line with `undo`; all the rest must
        come out again as it did.  Raises `Refusal`; `Depends` if a later entry is in the way.
        """
        rule, live = self.undo_rule(seat), {entry.number: entry for entry in self.live()}
        for number in wanted:
            of_seat = number in live and not (seat and live[number].seat != seat)
            if not of_seat or self.links[number].passed:
                raise Refusal(rule, f"#{number} is no order {'of yours ' * bool(seat)}that counts")
        if seat:
            self._check_within_reach(seat, wanted)
        try:
            gone = (*wanted, *self.passed_at_end(self.path()))
            back = self.replayed(*self.without(gone), written)
            self._check_stands(seat, back, written)
        except Depends as stands:
            other = live[stands.by]
            if seat and other.secret and other.seat != seat:
                raise Refusal(rule, stands.why) from None
            raise Depends(rule, stands.why, wanted, stands.by) from None
        return back

    def undo_rule(self, seat: Seat) -> str:
        """The rule that `undo` follows in this system: where nothing was done it is refused."""
        try:
            self.game.undoes(self.state, (), seat)
        except Refusal as refusal:
            return refusal.rule if seat else self.game.gm_rule
        return self.game.gm_rule

    def _check_within_reach(self, seat: Seat, wanted: Sequence[int]) -> None:
        """Would `undo`, repeated, come to all of these entries?  Raises `Refusal`."""
        gone, live, bases = list[int](), self.live(), self.bases()
        while not set(wanted) <= set(gone):
            try:
                self._step_back(seat, gone, live, bases)
            except Refusal as refusal:
                left = [number for number in wanted if number not in gone]
                bars = (one for one in reversed(live) if one.drew or one.barred or one.seat != seat)
                bar = next(bars, None)
                if bar is None or (bar.secret and bar.seat != seat):
                    raise
                raise Depends(refusal.rule, refusal.why, left, bar.number) from None

    def _check_stands(self, seat: Seat, back: Return, written: Mapping[int, LogEntry]) -> None:
        """What a seat did since comes out as before, and gave no turn up.  Raises `Depends`."""
        state, start, carriers = self.states[back.to], 0, self.carriers()
        for number, count in back.carried:
            again = back.events[start : start + count]
            start += count
            after = fold(self.game, state, again)
            if not seat or self.links[number].seat == seat:
                undo, begin, end = carriers.get(number, (0, 0, 0))
                counted = written[number].events
                if undo in written and undo:
                    counted = written[undo].events[begin:end]
                if again != counted:
                    raise Depends("", BUILDS, (), number)
                awaits = self.game.awaits
                if seat in awaits(state) and seat not in awaits(after):
                    raise Depends("", TURN_PASSED, (), number)
            state = after

    def replayed(self, to: int, kept: Sequence[int], written: Mapping[int, LogEntry]) -> Return:
        """These entries resolved anew from the state of `to`.

        Raises `Refusal` if one does not come out as it did, or if a die would be drawn again.
        """
        carried: list[tuple[int, int]] = []
        events: list[Event] = []
        state = self.states[to] if kept else None
        for number in kept:
            again = self._again(state, written[number])
            state = fold(self.game, state, again)
            carried.append((number, len(again)))
            events += again
        return Return(to, tuple(carried), tuple(events))

    def _again(self, state: Any, entry: LogEntry) -> tuple[Event, ...]:
        stands = Depends(self.game.gm_rule, BUILDS, (), entry.number)
        try:
            events = self.game.adjudicate(state, entry.seat, entry.orders, _no_die)
        except Refusal:
            raise stands from None
        kinds = [type(event) for event in entry.events]
        if any(event.draws for event in events) or kinds != [type(event) for event in events]:
            raise stands
        return events

    # --- going on -------------------------------------------------------------------------------

    def secret(self, events: tuple[Event, ...], state: Any) -> tuple[str, ...]:
        """The secret stretches of events that begin with a state."""
        return self.ahead(events, state).secret

    def append(self, entry: LogEntry) -> None:
        """Take an entry into the log; the state follows it."""
        if entry.number != len(self.links):
            raise ValueError(f"entry #{entry.number} does not follow #{len(self.links) - 1}")
        link = entry.link
        if entry.to is None or entry.carried:
            state = self.states[base_of(entry)]
            if link.secret is None:
                link = replace(link, secret=self.secret(entry.events, state))
            self.states[entry.number] = self.ahead(entry.events, state).state
        self.links.append(replace(link, secret=link.secret or ()))


def _no_die(die: Die) -> int:
    raise Refusal(die.rule, "a die that was drawn stands")
