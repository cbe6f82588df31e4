"""What happens to the course of the game: turns, income, standing orders, the end of a seat."""

from typing import ClassVar, TypeAlias

from rules.candlebre.standing import Standing
from rules.candlebre.state import Leader, Province, Realm, Triple
from rules.line.events import Event


class FirstPlayerRolled(Event):
    """CB-SETUP-12: the seats rolled for the first turn; `first` is 0 if the highest tied."""

    rolls: tuple[tuple[int, int], ...]
    first: int


class StandingSet(Event):
    """CB-POST-1: a seat's standing orders, in general (`province` 0) or for one province."""

    seat: int
    province: int
    standing: Standing
    words: str
    """The order, in canonical words."""


class TurnBegan(Event):
    """CB-TURN-9: levels come into force, steps and marks are cleared."""

    round: int
    seat: int
    levels: Triple
    """As they are now."""
    gained: Triple = (0, 0, 0)
    """How many of them are new."""


class IncomePaid(Event):
    """CB-INC-1: what the active seat received; the sums of CB-INC-2 to -4 afterwards."""

    seat: int
    gold: int
    to_military: int
    to_civil: int
    honor_change: int
    influence_change: int
    military: int
    civil: int
    honor: int
    influence: int


class DrawAccepted(Event):
    """CB-WIN-5: a living seat has accepted the open draw offer."""

    seat: int
    waiting: tuple[int, ...]
    """Who has not accepted yet."""


class Eliminated(Event):
    """CB-ELIM-1, CB-ELIM-2: a seat is out, and what it had is gone.

    Its leaders, clergy, captives, offers, proposals and alliances have events of their own.
    """

    seat: int
    resigned: bool = False


class TurnTimedOut(Event):
    """CB-GM-3: a seat was late."""

    bars_undo: ClassVar[bool] = True

    seat: int


class Overrode(Event):
    """CB-GM-1: what the GM set: provinces, seats and leaders as they are now.

    `cards` are taken out of the Book; `words` is the GM's line.
    """

    words: str
    provinces: tuple[tuple[int, Province], ...] = ()
    realms: tuple[Realm, ...] = ()
    leaders: tuple[Leader, ...] = ()
    cards: tuple[str, ...] = ()


TurnEvent: TypeAlias = (
    FirstPlayerRolled
    | StandingSet
    | TurnBegan
    | IncomePaid
    | DrawAccepted
    | Eliminated
    | TurnTimedOut
    | Overrode
)
"""The course of the game, the end of a seat, and the GM."""
