"""An adjudication under way: the state so far, the events so far, and the only door for dice."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Generic, NoReturn, TypeVar

from rules.line.errors import Refusal
from rules.line.events import Event, Refused, Rolled
from rules.line.flow import HasFlow
from rules.line.frozen import Frozen
from rules.line.work import spend


class Die(Frozen):
    """A kind of die: its name in reports, its faces, and the rule that a wrong face breaks."""

    name: str
    faces: tuple[int, ...]
    rule: str


Dice = Callable[[Die], int]
"""Gives the next face of a die that was not loaded: fair dice, a replay, or a test."""

S = TypeVar("S", bound=HasFlow)

EMITTED = 10
"""Steps of work that emitting one event and applying it to the state counts for."""


class Adjudication(Generic[S]):
    """The one mutable object of the rules.  Later steps see what earlier ones emitted."""

    def __init__(self, state: S, seat: int, dice: Dice, apply: Callable[[S, Event], S]) -> None:
        self.state = state
        self.seat = seat
        self.events: list[Event] = []
        self.refusals: list[Refusal] = []
        self._dice = dice
        self._apply = apply

    def emit(self, event: Event) -> None:
        """Record an event and apply it to the state at once."""
        spend(EMITTED)
        self.state = self._apply(self.state, event)
        self.events.append(event)

    def roll(self, die: Die, why: str) -> int:
        """Draw one face that everybody may see."""
        return self.draw(die, lambda face, loaded: Rolled(die.name, face, why, loaded))

    def draw(self, die: Die, made: Callable[[int, bool], Rolled]) -> int:
        """Draw one face: from the loaded tray first, else from the dice we were given.

        `made(face, loaded)` builds the event to emit, whose type decides who may see it.  Raises
        `Misfit` if the next face in the tray is not on this die.
        """
        tray = self.state.flow.tray
        if tray and tray[0] not in die.faces:
            raise Misfit(die.rule, f"the tray holds {tray[0]}, a {die.name} cannot show it")
        face = tray[0] if tray else self._dice(die)
        self.emit(made(face, bool(tray)))
        return face

    @contextmanager
    def attempt(self) -> Iterator[None]:
        """Run a part of the line that may be refused while the rest of the line stands.

        If it is refused, its events are dropped; they stay if a die was drawn among them, unless
        the refusal is a `Misfit`.
        """
        state, count = self.state, len(self.events)
        try:
            yield
        except Refusal as refusal:
            if isinstance(refusal, Misfit) or not self.has_drawn(count):
                self.state = state
                del self.events[count:]
            self.refuse(refusal)

    def has_drawn(self, begun: int) -> bool:
        """Has a die been drawn since the first `begun` events?"""
        return any(event.draws for event in self.events[begun:])

    def refuse(self, refusal: Refusal) -> None:
        """Write down that a part was refused."""
        self.refusals.append(refusal)
        self.events.append(Refused(refusal.rule, refusal.why))

    def finish(self) -> tuple[Event, ...]:
        """The events of the line; if nothing of it stands, its first refusal is raised."""
        if self.refusals and all(isinstance(event, Refused) for event in self.events):
            raise self.refusals[0]
        return tuple(self.events)


class Misfit(Refusal):
    """A loaded face that the die does not have: the whole part is refused, with its drawn dice."""


def lowest(die: Die) -> int:
    """`Dice` for a trial: the first face of every die, which is its lowest."""
    return die.faces[0]


class WouldStand(Exception):
    """Every check has passed: the order on trial would be accepted."""


class Trial(Adjudication[S]):
    """A dry run that only asks whether an order would be accepted.

    All checks come before the first event, so the first event already decides that the order
    stands, and its effects need not be worked out.
    """

    def emit(self, event: Event) -> NoReturn:
        """Raises `WouldStand`.  A check after the first event would be a defect of the rules."""
        raise WouldStand
