"""What the GM of this system may write besides the common overrides (6.4)."""

from typing import ClassVar

from rules.line.orders import Order
from rules.numbers.grid import Cell
from rules.rulescrusade.sheets import MapSheet, ModelType, Rect, Weapon, rect_text
from rules.rulescrusade.words import cell_text


class PutModel(Order):
    """RC-GM-1: `put Orc O1 for army 2 at 5,5`; `where` is empty, `roof`, a building or a sector
    (inside), or `reserve` (then there is no cell)."""

    kind: str
    ref: str
    seat: int
    at: Cell | None
    where: str = ""

    def __str__(self) -> str:
        whose = f"put {self.kind} {self.ref} for army {self.seat}"
        if self.at is None:
            return f"{whose} in reserve"
        layer = {"": "", "roof": " on the roof"}.get(self.where, f" inside {self.where}")
        return f"{whose} at {cell_text(self.at)}{layer}"


class PutChit(Order):
    """RC-GM-1: `put chit X1 for army 2 at 5,5 as Orc O1`; without a kind `as nothing`."""

    ref: str
    seat: int
    at: Cell
    kind: str = ""
    model: str = ""

    def __str__(self) -> str:
        meant = f"{self.kind} {self.model}" if self.kind else "nothing"
        return f"put chit {self.ref} for army {self.seat} at {cell_text(self.at)} as {meant}"


class PutItem(Order):
    """RC-GM-1: `put item skrap at 5,5`; RC-GM-8: `put item skrap at 5,5 light`."""

    SAYS = "put item {name} at {at}[ {light}]"

    name: str
    at: Cell
    light: bool = False


class SetTerrain(Order):
    """RC-GM-3: `set terrain 5,5-6,8 cover`."""

    area: Rect
    name: str

    def __str__(self) -> str:
        return f"set terrain {rect_text(self.area)} {self.name}"


class SetElevation(Order):
    """RC-GM-3: `set elevation 5,5-6,8 3`."""

    area: Rect
    level: int

    def __str__(self) -> str:
        return f"set elevation {rect_text(self.area)} {self.level}"


class SetLight(Order):
    """RC-GM-3: `set light 5,5-6,8 dark`, `smoke` or `clear`."""

    area: Rect
    name: str

    def __str__(self) -> str:
        return f"set light {rect_text(self.area)} {self.name}"


class AddBuilding(Order):
    """RC-GM-4: `building B1 at 2,3-3,4 roof 3 armored`."""

    ref: str
    areas: tuple[Rect, ...]
    roof: int
    armored: bool = False

    def __str__(self) -> str:
        where = " ".join(f"at {rect_text(area)}" for area in self.areas)
        armored = " armored" if self.armored else ""
        return f"building {self.ref} {where} roof {self.roof}{armored}"


class AddSector(Order):
    """RC-GM-4: `sector B1.2 at 3,3-3,4`."""

    ref: str
    areas: tuple[Rect, ...]

    def __str__(self) -> str:
        return f"sector {self.ref} " + " ".join(f"at {rect_text(area)}" for area in self.areas)


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
    """RC-GM-4: `map yard`, a map that ships."""

    SAYS = "map {name}"

    name: str


class PasteMap(Order):
    """RC-MAP-2: `map ... end`, as pasted; what is wrong with it RC-MAP-5 says."""

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
    """RC-SETUP-3: `start`: the placement roll-off; no override, so it needs no reason."""

    SAYS = "start"

    explains: ClassVar[bool] = True
