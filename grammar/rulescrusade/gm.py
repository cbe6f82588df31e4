"""The GM's lines of this system become the overrides of `rules.rulescrusade.overrides`."""

from lark import Token, v_args

from grammar.rulescrusade.maps import read_map
from grammar.rulescrusade.parts import PartsReader, check_length
from grammar.rulescrusade.sheets import line_of_data, read_model, read_weapon
from grammar.transform import Unreadable
from rules.line.orders import Order
from rules.line.overrides import Give
from rules.numbers.grid import Cell
from rules.rulescrusade import overrides
from rules.rulescrusade.sheets import Rect


@v_args(inline=True)
class OverridesReader(PartsReader):
    """One method for each rule of the grammar that is a GM's line."""

    def put_model(self, kind: str, ref: str, seat: Token, at: Cell, where: str = "") -> Order:
        """RC-GM-1: `put Marine M1 for army 1 at 11,11 on the roof`."""
        return overrides.PutModel(kind, ref, self.number(seat), at, where)

    def put_in_reserve(self, kind: str, ref: str, seat: Token) -> Order:
        """RC-GM-1: `put Orc O1 for army 2 in reserve`."""
        return overrides.PutModel(kind, ref, self.number(seat), None, "reserve")

    def on_roof(self) -> str:
        """`on the roof`."""
        return "roof"

    def inside(self, building: str) -> str:
        """`inside B1`."""
        return building

    def put_chit(self, ref: str, seat: Token, at: Cell, kind: str = "", model: str = "") -> Order:
        """RC-GM-1: `put chit X1 for army 2 at 5,5 as Orc O1`."""
        return overrides.PutChit(ref, self.number(seat), at, kind, model)

    def put_item(self, name: str, at: Cell) -> Order:
        """RC-GM-1: `put item skrap at 5,5`."""
        return overrides.PutItem(name, at)

    def put_light_item(self, name: str, at: Cell) -> Order:
        """RC-GM-8: `put item skrap at 5,5 light`."""
        return overrides.PutItem(name, at, light=True)

    def item(self, name: str) -> str:
        """An item by its name."""
        return self.singular(name)

    def body(self, ref: str) -> str:
        """RC-CARRY-8: `body of O1`."""
        return f"body of {ref}"

    def label(self, token: Token) -> str:
        """The reference of something new."""
        return self.ref(token)

    def single(self, cell: Cell) -> Rect:
        """One cell as a rectangle."""
        return (cell, cell)

    def AREA(self, token: Token) -> Rect:  # noqa: N802 - the name of a terminal
        """`5,1-5,9`."""
        numbers = "".join(sign if sign in "0123456789" else " " for sign in token).split()
        top, left, bottom, right = map(int, numbers)
        return ((top, left), (bottom, right))

    def set_terrain(self, area: Rect, name: str) -> Order:
        """RC-GM-3: `set terrain 5,1-5,9 wall`."""
        return overrides.SetTerrain(area, name)

    def set_elevation(self, area: Rect, level: Token) -> Order:
        """RC-GM-3: `set elevation 5,1-5,5 3`."""
        return overrides.SetElevation(area, int(level))

    def set_light(self, area: Rect, name: str) -> Order:
        """RC-GM-3: `set light 5,6 smoke`."""
        return overrides.SetLight(area, name)

    def paint(self, order: Order) -> Order:
        """One of the three."""
        return order

    def give(self, subject: str, condition: str, amount: Token | None = None) -> Order:
        """RC-GM-8: `give M1 stunned`, `give M1 shielded 2`."""
        return Give(subject, condition if amount is None else f"{condition} {int(amount)}")

    def clear_marker(self, at: Cell) -> Order:
        """RC-GM-4: `clear marker 4,5`."""
        return overrides.ClearMarker(at)

    def add_building(self, ref: str, *said: Rect | Token) -> Order:
        """RC-GM-4: `building B1 at 2,3-3,4 roof 3 armored`."""
        areas = tuple(one for one in said if not isinstance(one, Token))
        words = [one for one in said if isinstance(one, Token)]
        check_length(areas)
        return overrides.AddBuilding(ref, areas, int(words[0]), armored=len(words) > 1)

    def add_sector(self, ref: str, *areas: Rect) -> Order:
        """RC-GM-4: `sector B1.2 at 3,3-3,4`."""
        check_length(areas)
        return overrides.AddSector(ref, areas)

    def add_ladder(self, foot: Cell, top: Cell) -> Order:
        """RC-GM-4: `ladder 12,7 to 11,7`."""
        return overrides.AddLadder(foot, top)

    def add_manhole(self, one: Cell, other: Cell) -> Order:
        """RC-GM-4: `manhole 1,1 to 6,1`."""
        return overrides.AddManhole(one, other)

    def add_marker(self, building: str, at: Cell) -> Order:
        """RC-GM-4: `marker B1 at 4,5`."""
        return overrides.AddMarker(building, at)

    def collapse(self, sector: str) -> Order:
        """RC-GM-4: `collapse B1.2`."""
        return overrides.Collapse(sector)

    def paste_map(self, text: Token) -> Order:
        """RC-MAP-2: `map ... end`; RC-GM-4: `map yard`."""
        written = self.written(text)
        if "\n" not in written and not any(sign in "0123456789" for sign in written):
            name = " ".join(written.split("//")[0].split())
            if name.lower() in ("", "end"):
                raise Unreadable("this map has no rows", "RC-MAP-5")
            return overrides.UseMap(name)
        return overrides.PasteMap(read_map(f"map {written}"))

    def define_weapon(self, text: Token) -> Order:
        """RC-DATA-2: `weapon Pick: melee 1h; 1W; -; W; -; AP`."""
        with line_of_data():
            return overrides.DefineWeapon(read_weapon(self.written(text)))

    def define_model(self, text: Token) -> Order:
        """RC-DATA-1: `model Orc (O): M6 A1 H1; ...`."""
        with line_of_data():
            return overrides.DefineModel(read_model(self.written(text)))

    def start(self) -> Order:
        """RC-SETUP-3: `start`."""
        return overrides.Start()
