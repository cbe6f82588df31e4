"""Seals: what is promised, when it is kept, when it is taken back."""

import json
from dataclasses import replace
from hashlib import sha256
from typing import Any, ClassVar, cast

import pytest

from bot.match.seal import Seal, broken_seals, seal_rows, seals
from bot.match.tree import LogEntry
from rules.border.game import Game
from rules.line.events import Event
from rules.line.flow import Flow
from rules.line.frozen import Frozen
from rules.line.orders import EndPhase, Order, Resign


class Hid(Event):
    """A seat hid something."""

    seat: int
    what: str

    @property
    def known_to(self) -> tuple[int, ...]:
        return (self.seat,)

    @property
    def stretch(self) -> str:
        return self.what


class Showed(Event):
    """Something is shown to everybody."""

    what: str

    @property
    def opens(self) -> tuple[str, ...]:
        return (self.what,)


class Passed(Event):
    """Who is awaited now, and whose turn it is."""

    awaited: tuple[int, ...]
    turn: int


class State(Frozen):
    """The part that seals look at."""

    flow: Flow = Flow()
    awaited: tuple[int, ...] = (1, 2)


class Small:
    """A game of which seals know no more than this."""

    order: ClassVar[Order] = EndPhase()

    def awaits(self, state: State) -> tuple[int, ...]:
        return state.awaited

    def known_to(self, event: Event, before: State) -> tuple[int, ...] | None:
        return event.known_to

    def apply(self, state: State, event: Event) -> State:
        if isinstance(event, Passed):
            return State(replace(state.flow, turn=event.turn), event.awaited)
        return state


def line(*events: tuple[int, tuple[Event, ...]]) -> list[LogEntry]:
    """Entries of these seats with these events, each on the one before."""
    return [
        LogEntry(number, number - 1, seat, "", (EndPhase(),), found)
        for number, (seat, found) in enumerate(events, 1)
    ]


def of(path: list[LogEntry]) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Seat and entry of what was shown, and of what is still sealed."""
    game = cast("Game[Any]", Small())
    shown, kept = seals(game, "seed", path, State())
    return [(one.seat, one.number) for one in shown], [(one.seat, one.number) for one in kept]


HID1, HID2 = Hid(1, "camp"), Hid(2, "camp")


def test_simultaneous_work_is_sealed_when_a_seat_is_ready() -> None:
    """Nothing is promised while both work; who is ready promises; the last one's seal is shown
    with the first one's."""
    assert of(line((1, (HID1,)), (2, (HID2,)))) == ([], [])
    ready = [(1, (HID1,)), (2, (HID2,)), (1, (Passed((2,), 0),))]
    assert of(line(*ready)) == ([], [(1, 3)])
    last = (2, (Passed((1,), 1), Showed("camp")))
    assert of(line(*ready, last)) == ([(1, 3), (2, 4)], [])


def test_who_is_not_ready_any_more_promises_nothing() -> None:
    """By an order that makes one awaited again; ready again is another promise."""
    again = [(1, (HID1,)), (1, (Passed((2,), 0),)), (1, (HID1, Passed((1, 2), 0)))]
    assert of(line(*again)) == ([], [])
    assert of(line(*again, (1, (Passed((2,), 0),)))) == ([], [(1, 4)])


def test_secrets_in_the_middle_of_play_are_sealed_at_once() -> None:
    """Each stretch by itself, in one's own turn; each is opened by itself, whoever opens it."""
    path = line(
        (1, (Passed((1,), 1),)),
        (1, (Hid(1, "chit 1"),)),
        (1, (Hid(1, "chit 2"),)),
        (2, (Showed("chit 2"), Passed((2,), 2))),
        (2, (Hid(2, "order"),)),
    )
    assert of(path[:3]) == ([], [(1, 2), (1, 3)])
    assert of(path) == ([(1, 3)], [(1, 2), (2, 5)])


@pytest.mark.parametrize("old", [False, True])
def test_rows_of_an_export_are_checked_against_the_log(old: bool) -> None:
    """A seal fits the orders of its stretch and no others."""
    path = line((1, (Hid(1, "chit 1"),)), (1, (Hid(1, "chit 2"),)), (2, (Showed("chit 1"),)))
    log = [LogEntry(0, 0, 0, ""), *path]
    text = "salt\nend phase\n"
    row = seal_rows([Seal(1, 1, text, "chit 1")])[0]
    assert row["sha256"] == sha256(text.encode()).hexdigest()
    if old:
        del row["stretch"]
    assert list(broken_seals([row], log)) == []
    log[1] = replace(log[1], orders=(Resign(),))
    assert len(list(broken_seals([row], log))) == 1
    assert len(list(broken_seals([{**row, "number": 9}], log))) == 1
    assert json.dumps(row)
