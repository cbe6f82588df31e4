"""What can happen in Three Houses."""

from typing import ClassVar, TypeAlias

from rules.line.events import Event, Rolled, SharedEvent


class Opened(Event):
    """TY-SETUP-1: the provinces and who holds them."""

    SAYS = "Three Houses stand around the ring"

    holders: tuple[tuple[str, int], ...]


class Planned(Event):
    """TY-PLAN-1: a march, known to its seat until all plans are in."""

    SAYS = "{seat:house} plans: {start} to {goal}"
    KNOWN_TO = "seat"
    STRETCH = "plans {round}"

    seat: int
    start: str
    goal: str
    round: int


class PlansReady(Event):
    """TY-PLAN-2: a seat has made its plans."""

    SAYS = "{seat:house} has made its plans"
    STRETCH = "plans {round}"

    seat: int
    round: int


class PlansShown(Event):
    """TY-PLAN-3: all plans are revealed."""

    OPENS = "plans {round}"

    bars_undo: ClassVar[bool] = True

    round: int
    marches: tuple[tuple[int, str, str], ...]


class Fought(Event):
    """TY-PLAN-4, TY-RAID-1: a province was attacked; `face` against `needed`."""

    seat: int
    province: str
    face: int
    needed: int

    @property
    def taken(self) -> bool:
        return self.face >= self.needed


class Buried(Rolled):
    """TY-RELIC-1: the die for where the relic lies; only its finder sees it."""

    KNOWN_TO = "seat"
    STRETCH = "relic"

    seat: int = 0


class RelicHidden(Event):
    """TY-RELIC-1: the relic lies somewhere; one seat knows where."""

    SAYS = "{seat:house} learns: the relic lies in {province}"
    KNOWN_TO = "seat"
    STRETCH = "relic"

    seat: int
    province: str


class HalfShown(Event):
    """TY-RELIC-2: everybody learns in which half of the ring the relic lies."""

    SAYS = "the relic lies in {half:, }"
    bars_undo: ClassVar[bool] = True

    half: tuple[str, ...]


class RelicShown(Event):
    """TY-RELIC-2: everybody learns where the relic lies."""

    SAYS = "the relic lies in {province}"
    OPENS = "relic"
    bars_undo: ClassVar[bool] = True

    province: str


class HolderSet(Event):
    """TY-GM-1: the GM gave a province to a seat (0: to nobody)."""

    province: str
    seat: int


OwnEvent: TypeAlias = (
    Opened
    | Planned
    | PlansReady
    | PlansShown
    | Fought
    | RelicHidden
    | HalfShown
    | RelicShown
    | HolderSet
)
"""The events that only this system has."""

CommonEvent: TypeAlias = SharedEvent | Buried
"""The events that every system has, and the die that buries the relic."""
