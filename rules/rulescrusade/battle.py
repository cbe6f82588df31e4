"""An order of Rules Crusade under way: the state so far, its dice, and what is still to come."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from rules.line.adjudication import Adjudication, Dice, Die, Misfit
from rules.line.events import Event
from rules.line.work import check_dice, spend
from rules.rulescrusade.events import Marked, Picked, Value
from rules.rulescrusade.state import Condition, State, Unit

RED = Die("red", (0, 0, 0, 1, 2, 3), "RC-DICE-5")
"""RC-DICE-1, RC-SCOPE-3: as in the board game that the original rules build on."""
WHITE = Die("white", (0, 0, 0, 0, 1, 2), "RC-DICE-5")
"""RC-DICE-2."""
COLOURS = {"R": RED, "W": WHITE}
HIGHEST = {"R": 3, "W": 2}


DICE = "RC-BOUND-2"

WRITTEN = 20
"""Steps of work for which a fact counts: the state is made anew."""


@dataclass
class Thrown:
    """One die of a pool."""

    colour: str
    value: int


class Battle(Adjudication[State]):
    """What is still to come of an order waits here until its time.

    `found`: models with Ambush that an enemy has found (RC-ABIL-1); `incursions`: psykers who
    rolled nothing but highest faces (RC-INC-1); `volatile`: bearers and their weapons that explode
    (RC-WFX-26), with who gets the points.
    """

    def __init__(
        self, state: State, seat: int, dice: Dice, apply: Callable[[State, Event], State]
    ) -> None:
        super().__init__(state, seat, dice, apply)
        self.found: list[str] = []
        self.incursions: list[str] = []
        self.volatile: list[tuple[str, int, int]] = []

    def emit(self, event: Event) -> None:
        """A fact, and what it counts for to write it into the state."""
        spend(WRITTEN)
        super().emit(event)

    def throw(self, pool: list[Thrown], colours: str, why: str, plain: bool) -> None:
        """RC-DICE-4: dice that join a pool, one by one; `plain`: no single one of them matters."""
        check_dice(len(colours), DICE)
        for colour in colours:
            pool.append(Thrown(colour, self.roll(COLOURS[colour], why)))

    def settle(self) -> None:
        """All dice that were thrown lie: they may be looked at."""

    @contextmanager
    def together(self) -> Iterator[None]:
        """Pools that are thrown inside are looked at only when all of them lie; of them nothing
        counts but by how much the first is more than the second, and which have failed."""
        yield

    def unit(self, ref: str) -> Unit:
        """A unit as it is at this moment (it may be dead)."""
        return self.state.unit(ref)

    def mark(self, ref: str, **changes: Value) -> None:
        """Book-keeping: only what really changes is written down."""
        unit = self.unit(ref)
        news = tuple(
            (name, value) for name, value in changes.items() if getattr(unit, name) != value
        )
        if news:
            self.emit(Marked(unit.ref, news))

    def pick(self, count: int, why: str) -> int:
        """RC-DICE-6: one of so many things, from 0; with a single one nothing is drawn."""
        if count <= 1:
            return 0
        return self.roll(Die("pick", tuple(range(1, count + 1)), "RC-DICE-5"), why) - 1

    def pick_secretly(self, count: int, why: str, seat: int) -> int:
        """RC-VIEW-1: a pick that only this seat and the GM may know of."""
        if count <= 1:
            return 0
        die = Die("pick", tuple(range(1, count + 1)), "RC-DICE-5")
        tray = self.state.flow.tray
        if tray and tray[0] not in die.faces:
            raise Misfit(die.rule, f"the tray holds {tray[0]}, a {die.name} cannot show it")
        face = tray[0] if tray else self._dice(die)
        self.emit(Picked(die.name, face, why, loaded=bool(tray), seat=seat))
        return face - 1

    def is_turn_of(self, unit: Unit) -> bool:
        """Is it the turn of the seat that commands the unit?"""
        return self.state.flow.turn == unit.boss

    def for_one_turn(self, name: str, amount: int = 0) -> Condition:
        """RC-TURN-8: until the next turn starts of the seat whose turn it is."""
        return Condition(name, until=self.state.flow.turn, amount=amount)
