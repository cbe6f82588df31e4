"""What happens to the map and on it: setup, movement, placement, revolts."""

from typing import TypeAlias

from rules.candlebre.lore import Lore, Site
from rules.candlebre.state import Settings
from rules.candlebre.units import Tally, Units
from rules.line.events import Event


class GameOpened(Event):
    """CB-OPT-1: the table was laid with these options, data and map."""

    settings: Settings
    lore: Lore
    sites: tuple[Site, ...]


class ValuesFound(Event):
    """CB-MAP-4, CB-MAP-5: what the provinces are worth, with the dice of `values=varied`."""

    values: tuple[int, ...]
    faces: tuple[int, ...] = ()


class MapLaid(Event):
    """CB-MAP-7: the GM replaced the map, and all that stood on it is gone.

    `warnings` are (rule, what) of CB-MAP-2 and CB-MAP-3.
    """

    sites: tuple[Site, ...]
    warnings: tuple[tuple[str, str], ...] = ()


class Claimed(Event):
    """CB-SETUP-2, CB-SETUP-5: a seat claimed five provinces; `dropped` are those it gave up."""

    seat: int
    provinces: tuple[int, ...]
    dropped: tuple[int, ...] = ()
    leaders: tuple[int, ...] = ()
    """Leaders that stood in what was given up; they are not placed any more."""


class HouseChosen(Event):
    """CB-HOUSE-4: a seat plays a House; its starting honor is now `honor`."""

    seat: int
    house: str
    honor: int


class Mustered(Event):
    """CB-SETUP-6: units of the initial force stand in a province at once."""

    seat: int
    province: int
    units: Tally
    price: int
    left: int
    """What is left of the start gold."""


class LeaderPlaced(Event):
    """CB-SETUP-10: a leader stands where his seat wants him, or in the lowest-numbered province."""

    number: int
    owner: int
    province: int


class Attacked(Event):
    """CB-BATTLE-1: units and leaders entered a strange province; `units` as they arrive."""

    seat: int
    source: int
    target: int
    units: Units
    """As they left."""
    arriving: Units
    leaders: tuple[int, ...] = ()
    steps: int = 1


class Marched(Event):
    """CB-MOVE-8: units and leaders moved inside their own land."""

    seat: int
    source: int
    target: int
    units: Units
    arriving: Units
    leaders: tuple[int, ...] = ()
    steps: int = 1


class MajorityWarned(Event):
    """CB-MERC-4: a province holds more mercenaries than regular units after an own move."""

    seat: int
    province: int
    mercenaries: int
    regulars: int


class Revolted(Event):
    """CB-MERC-8: mercenaries seized a province; the regulars went to `to` (0: they are gone)."""

    seat: int
    province: int
    mercenaries: int
    units: Units
    leaders: tuple[int, ...]
    to: int


class ProvinceTaken(Event):
    """A province changed hands; `how`: `unopposed`, `battle`, `revolt`, `resigned`."""

    seat: int
    province: int
    former: int
    how: str


class BattleCalledOff(Event):
    """CB-ELIM-2: the attackers under way are gone, and with them the battle."""

    province: int
    seat: int
    guard: int = 0
    """The mercenary guard of a neutral province that is left."""


class BuildingRazed(Event):
    """8.3: sabotage: a building is gone."""

    province: int
    building: str


class UnitsGone(Event):
    """Units of a province are gone; `why`: `bribe`, `assassinate`, `JS`, `QS`, `override`."""

    province: int
    seat: int
    units: Units
    why: str


class Placed(Event):
    """CB-PLACE-1: units from the pool (or the reserve) stand in a province."""

    seat: int
    province: int
    units: Tally
    reserve: bool = False
    noted: bool = False
    """A placement noted when buying (CB-PLACE-7)."""


class PlacementFailed(Event):
    """CB-PLACE-7: a noted placement has become impossible; the units stay in the pool."""

    seat: int
    province: int
    units: Tally
    rule: str
    why: str


class NotesCleared(Event):
    """CB-PLACE-7: the placements noted have been carried out or given up."""

    seat: int


OpeningEvent: TypeAlias = GameOpened | ValuesFound | MapLaid
"""The kingdom is laid out."""


FoundingEvent: TypeAlias = Claimed | HouseChosen | Mustered | LeaderPlaced
"""Section 4.2: claims, Houses, the first units, leaders."""


MarchEvent: TypeAlias = Attacked | Marched | MajorityWarned | Revolted
"""Section 7.6: attacks, marches, revolts."""


HoldingEvent: TypeAlias = ProvinceTaken | BattleCalledOff | BuildingRazed | UnitsGone
"""Provinces that change hands, and what is lost in them."""


PlacementEvent: TypeAlias = Placed | PlacementFailed | NotesCleared
"""Section 7.17."""
