"""The orders of the GM of this system, in addition to the common overrides (6.4)."""

from typing import ClassVar

from rules.line.orders import Order
from rules.line.said import Words
from rules.numbers.grid import Cell
from rules.rulescrusade.sheets import MapSheet, ModelType, Rect, Weapon, rect_text


class AreaOrder(Order):
    """RC-GM-3, RC-GM-4: a change of the ground in rectangles of cells."""

    WORDS: ClassVar[Words] = {
        "area": rect_text,
        "areas": lambda areas: " ".join(f"at {rect_text(area)}" for area in areas),
    }


class PutModel(Order):
    """RC-GM-1: `put Orc O1 for army 2 at 5,5`; `where` is empty, `roof`, a building or a sector
    (inside), or `reserve` (then there is no cell)."""

    SAYS = (
        "put {kind} {ref} for army {seat} [{at?}at {at}[{where=roof} on the roof|{where?} inside "
        "{where}]|in reserve]"
    )

    kind: str
    ref: str
    seat: int
    at: Cell | None
    where: str = ""


class PutChit(Order):
    """RC-GM-1: `put chit X1 for army 2 at 5,5 as Orc O1`; without a kind `as nothing`."""

    SAYS = "put chit {ref} for army {seat} at {at} as [{kind?}{kind} {model}|nothing]"

    ref: str
    seat: int
    at: Cell
    kind: str = ""
    model: str = ""


class PutItem(Order):
    """RC-GM-1: `put item skrap at 5,5`; RC-GM-8: `put item skrap at 5,5 light`."""

    SAYS = "put item {name} at {at}[ {light}]"

    name: str
    at: Cell
    light: bool = False


class SetTerrain(AreaOrder):
    """RC-GM-3: `set terrain 5,5-6,8 cover`."""

    SAYS = "set terrain {area:area} {name}"

    area: Rect
    name: str


class SetElevation(AreaOrder):
    """RC-GM-3: `set elevation 5,5-6,8 3`."""

    SAYS = "set elevation {area:area} {level}"

    area: Rect
    level: int


class SetLight(AreaOrder):
    """RC-GM-3: `set light 5,5-6,8 dark`, `smoke` or `clear`."""

    SAYS = "set light {area:area} {name}"

    area: Rect
    name: str


class AddBuilding(AreaOrder):
    """RC-GM-4: `building B1 at 2,3-3,4 roof 3 armored`."""

    SAYS = "building {ref} {areas:areas} roof {roof}[ {armored}]"

    ref: str
    areas: tuple[Rect, ...]
    roof: int
    armored: bool = False


class AddSector(AreaOrder):
    """RC-GM-4: `sector B1.2 at 3,3-3,4`."""

    SAYS = "sector {ref} {areas:areas}"

    ref: str
    areas: tuple[Rect, ...]


class AddLadder(Order):
    """RC-GM-4: `ladder 12,7 to 11,7`."""

    SAYS = "ladder {foot} to {top}"

    foot: Cell
    top: Cell


class AddManhole(Order):
    """RC-GM-4: `manhole 1,1 to 6,1`."""

    SAYS = "manhole {one} to {other}"

    one: Cell
    other: Cell


class AddMarker(Order):
    """RC-GM-4: `marker B1 at 4,5`."""

    SAYS = "marker {building} at {at}"

    building: str
    at: Cell


class ClearMarker(Order):
    """RC-GM-4: `clear marker 4,5`."""

    SAYS = "clear marker {at}"

    at: Cell


class Collapse(Order):
    """RC-GM-4: `collapse B1.2`."""

    SAYS = "collapse {sector}"

    sector: str


class UseMap(Order):
    """RC-GM-4: `map yard`: use a map that ships with the system."""

    SAYS = "map {name}"

    name: str


class PasteMap(Order):
    """RC-MAP-2: `map ... end`, as pasted; RC-MAP-5 refuses what is wrong with it."""

    SAYS = "{sheet}"

    sheet: MapSheet


class DefineWeapon(Order):
    """RC-GM-5: `weapon Knife: melee 1h; 1W; -; W; -; -`."""

    SAYS = "{weapon}"

    explains: ClassVar[bool] = True
    apart: ClassVar[bool] = True

    weapon: Weapon


class DefineModel(Order):
    """RC-GM-5: `model Orc (O): M6 A1 H1; normal; 2R S; Axe, Slug Pistol; Tough; 3`."""

    SAYS = "{model}"

    explains: ClassVar[bool] = True
    apart: ClassVar[bool] = True

    model: ModelType


class Start(Order):
    """RC-SETUP-3: `start`: roll off for placement; not an override, so it needs no reason."""

    SAYS = "start"

    explains: ClassVar[bool] = True
