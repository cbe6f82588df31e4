"""How a match goes back: where an undo or a rewind leads, and which later entries stay."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any

from bot.match.tree import LogEntry, Match, Return, base_of, fold, own_numbers
from rules.line.adjudication import Die
from rules.line.errors import Refusal
from rules.line.events import Event
from rules.line.orders import Seat, Undo
from rules.line.overrides import Rewind
from rules.line.road import Entry

BUILDS = "what was done since builds on it"
"""Why an order cannot be taken back if a later one would then give another result."""

TURN_PASSED = "the turn was given up since"


class Depends(Refusal):
    """Raised if the entries `gone` cannot be taken back unless the later entry `by` is too."""

    def __init__(self, rule: str, why: str, gone: Sequence[int], by: int) -> None:
        super().__init__(rule, why)
        self.gone = tuple(gone)
        self.by = by


@dataclass(frozen=True)
class WayBack:
    """Finds what a seat (0: the GM) can take back of a match.

    `written` must hold the entries of `reach` in full, and the match the states before them.
    """

    match: Match
    seat: Seat
    written: Mapping[int, LogEntry] = field(default_factory=dict)

    def reach(self, order: Undo | Rewind) -> list[int]:
        """The entries that `leads` may need in full, with the states before them.

        Empty if an undo is refused at once, or if it carries no later entries along.
        """
        path = self.match.path()
        if isinstance(order, Rewind):
            first = path.index(order.to) if order.to in self.match.carriers() else len(path)
        elif order.entries:
            first = next((at for at, one in enumerate(path) if one in order.entries), len(path))
        elif not self.seat:
            first = len(path) - order.count
            if not 0 <= first < len(path) or not self.without(path[first:])[1]:
                return []
        else:
            links = [self.match.links[number] for number in path]
            own = [at for at, one in enumerate(links) if one.seat == self.seat and not one.passed]
            first = own[-max(1, min(order.count, len(own)))] if own else len(path)
            first = min(first, len(path) - len(self.passed_at_end(path)))
        return path[self.group_of(path, first) :]

    def leads(self, order: Undo | Rewind) -> Return:
        """Where an undo or a rewind leads.  Raises `Refusal`."""
        rule = self.match.game.gm_rule
        if isinstance(order, Rewind):
            return self._rewound(order)
        if order.entries:
            return self._taken_out(order.entries)
        if self.seat:
            return self._taken_back(order.count)
        path = self.match.path()
        if not 1 <= order.count <= len(path):
            raise Refusal(
                rule, f"{order.count} entries cannot be taken back; {len(path)} are in force"
            )
        return self._replayed(*self.without(path[-order.count :]))

    def _rewound(self, order: Rewind) -> Return:
        """Where a rewind leads.  For an entry that an undo carried along, that is the state after
        its events as they count now.  Raises `Refusal`."""
        if not 0 <= order.to < len(self.match.links):
            last = len(self.match.links) - 1
            raise Refusal(
                self.match.game.gm_rule, f"there is no entry #{order.to}; the last one is #{last}"
            )
        if order.to not in self.match.carriers():
            return Return(self.match.resolve(order.to))
        path = self.match.path()
        return self._replayed(*self.without(path[path.index(order.to) + 1 :]))

    def _taken_back(self, count: int) -> Return:
        """Where `count` undos of a seat, one after the other, lead.  Raises `Refusal`."""
        if count < 1:
            raise Refusal(self._undo_rule(), f"{count} lines cannot be taken back")
        gone, live, bases = list[int](), self.match.live(), self.bases()
        for done in range(count):
            try:
                self._step_back(gone, live, bases)
            except Refusal as refusal:
                if not done:
                    raise
                few = f"only {done} of {count} can be taken back: {refusal.why}"
                raise Refusal(refusal.rule, few) from None
        return self._replayed(*self.without(gone))

    def _step_back(self, gone: list[int], live: list[Entry], bases: Mapping[int, int]) -> None:
        """Do one more `undo` of a seat: move the entries that it takes back from `live` to `gone`.

        Whether it is allowed is checked in the state before the earliest of the `gone` entries;
        later entries are replayed only when all steps are known.  Raises `Refusal`.
        """
        while live and self.match.links[live[-1].number].passed:
            gone.append(live.pop().number)
        start = min((bases[number] for number in gone), default=self.match.head)
        number = self.match.game.undoes(self.match.states[start], live, self.seat)
        gone.append(number)
        at = next(at for at in range(len(live) - 1, -1, -1) if live[at].number == number)
        del live[at]

    def _taken_out(self, wanted: Sequence[int]) -> Return:
        """Take out these entries and keep what was done since.

        A seat can take out only what it could take back line by line with `undo`, and everything
        kept must give the same result again.  Raises `Refusal`; `Depends` if a later entry is in
        the way.
        """
        rule, seat = self._undo_rule(), self.seat
        live = {entry.number: entry for entry in self.match.live()}
        for number in wanted:
            of_seat = number in live and not (seat and live[number].seat != seat)
            if not of_seat or self.match.links[number].passed:
                raise Refusal(rule, f"#{number} is no order {'of yours ' * bool(seat)}that counts")
        if seat:
            self._check_within_reach(wanted)
        try:
            gone = (*wanted, *self.passed_at_end(self.match.path()))
            back = self._replayed(*self.without(gone))
            self._check_stands(back)
        except Depends as stands:
            other = live[stands.by]
            if seat and other.secret and other.seat != seat:
                raise Refusal(rule, stands.why) from None
            raise Depends(rule, stands.why, wanted, stands.by) from None
        return back

    def _undo_rule(self) -> str:
        """The ID of the system's rule on `undo`, found by undoing with no entries."""
        try:
            self.match.game.undoes(self.match.state, (), self.seat)
        except Refusal as refusal:
            return refusal.rule if self.seat else self.match.game.gm_rule
        return self.match.game.gm_rule

    def _check_within_reach(self, wanted: Sequence[int]) -> None:
        """Check that repeated `undo` would reach all of these entries.  Raises `Refusal`, or
        `Depends` naming the entry that bars it."""
        gone, live, bases, seat = list[int](), self.match.live(), self.bases(), self.seat
        while not set(wanted) <= set(gone):
            try:
                self._step_back(gone, live, bases)
            except Refusal as refusal:
                left = [number for number in wanted if number not in gone]
                bars = (one for one in reversed(live) if one.drew or one.barred or one.seat != seat)
                bar = next(bars, None)
                if bar is None or (bar.secret and bar.seat != seat):
                    raise
                raise Depends(refusal.rule, refusal.why, left, bar.number) from None

    def _check_stands(self, back: Return) -> None:
        """Check that the later entries of the seat have the same events as before, and that none
        of them gave up its turn.  Raises `Depends`."""
        state, start, carriers = self.match.states[back.to], 0, self.match.carriers()
        for number, count in back.carried:
            again = back.events[start : start + count]
            start += count
            after = fold(self.match.game, state, again)
            if not self.seat or self.match.links[number].seat == self.seat:
                undo, begin, end = carriers.get(number, (0, 0, 0))
                counted = self.written[number].events
                if undo in self.written and undo:
                    counted = self.written[undo].events[begin:end]
                if again != counted:
                    raise Depends("", BUILDS, (), number)
                awaits = self.match.game.awaits
                if self.seat in awaits(state) and self.seat not in awaits(after):
                    raise Depends("", TURN_PASSED, (), number)
            state = after

    def _replayed(self, to: int, kept: Sequence[int]) -> Return:
        """Replay the entries `kept` from the state of `to`.

        Raises `Refusal` if one gives another result, or if a die would be rolled again.
        """
        carried: list[tuple[int, int]] = []
        events: list[Event] = []
        state = self.match.states[to] if kept else None
        for number in kept:
            again = self._again(state, self.written[number])
            state = fold(self.match.game, state, again)
            carried.append((number, len(again)))
            events += again
        return Return(to, tuple(carried), tuple(events))

    def _again(self, state: Any, entry: LogEntry) -> tuple[Event, ...]:
        stands = Depends(self.match.game.gm_rule, BUILDS, (), entry.number)
        try:
            events = self.match.game.adjudicate(state, entry.seat, entry.orders, _no_die)
        except Refusal:
            raise stands from None
        kinds = [type(event) for event in entry.events]
        if any(event.draws for event in events) or kinds != [type(event) for event in events]:
            raise stands
        return events

    def passed_at_end(self, path: Sequence[int]) -> list[int]:
        """The entries at the end of a path that the referee passed for idle seats, newest first."""
        newest_first = reversed(path)
        return list(takewhile(lambda number: self.match.links[number].passed, newest_first))

    def group_of(self, path: Sequence[int], at: int) -> int:
        """The index in a path at which the group begins that one undo carried along with this."""
        carriers = self.match.carriers()
        undo = carriers[path[at]][0] if at < len(path) and path[at] in carriers else 0
        while undo and at and carriers.get(path[at - 1], (0,))[0] == undo:
            at -= 1
        return at

    def without(self, gone: Collection[int]) -> tuple[int, list[int]]:
        """The entry whose state precedes all of these live entries, and later ones that stay."""
        number, wanted, newest_first = self.match.head, set(gone), list[int]()
        left = set(wanted)
        while left and number:
            own = own_numbers(self.match.links[number])
            newest_first += [one for one in reversed(own) if one not in wanted]
            left.difference_update(own)
            number = base_of(self.match.links[number])
        return number, newest_first[::-1]

    def bases(self) -> dict[int, int]:
        """For each live entry, the entry whose state it began with."""
        found: dict[int, int] = {}
        number = self.match.head
        while number:
            base = base_of(self.match.links[number])
            found.update((one, base) for one in own_numbers(self.match.links[number]))
            number = base
        return found


def _no_die(die: Die) -> int:
    raise Refusal(die.rule, "a die that was drawn stands")
