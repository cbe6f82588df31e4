"""Parse trees of the GM's lines become the overrides of `rules.rulescrusade.overrides`."""

from lark import Token, v_args

from grammar.rulescrusade.maps import read_map
from grammar.rulescrusade.parts import PartsReader
from grammar.rulescrusade.sheets import line_of_data, read_model, read_weapon
from grammar.transform import Unreadable, always, check_length, order
from rules.line.orders import Order
from rules.line.overrides import Give
from rules.numbers.grid import Cell
from rules.rulescrusade import overrides
from rules.rulescrusade.sheets import Rect


@v_args(inline=True)
class OverridesReader(PartsReader):
    """The rules of sentences.lark for the GM's lines."""

    put_model = order(overrides.PutModel)
    put_in_reserve = order(overrides.PutModel, "kind ref seat", at=None, where="reserve")
    on_roof = always("roof")
    put_chit = order(overrides.PutChit)
    put_item = overrides.PutItem
    put_light_item = order(overrides.PutItem, light=True)

    def item(self, name: str) -> str:
        """The name of an item, in the singular."""
        return self.singular(name)

    def body(self, ref: str) -> str:
        """RC-CARRY-8: `body of O1`."""
        return f"body of {ref}"

    def label(self, token: Token) -> str:
        """The reference that something new gets."""
        return self.ref(token)

    def single(self, cell: Cell) -> Rect:
        """One cell as a rectangle."""
        return (cell, cell)

    def AREA(self, token: Token) -> Rect:  # noqa: N802 - the name of a terminal
        """`5,1-5,9`."""
        numbers = "".join(sign if sign in "0123456789" else " " for sign in token).split()
        top, left, bottom, right = map(int, numbers)
        return ((top, left), (bottom, right))

    set_terrain = overrides.SetTerrain
    set_elevation = order(overrides.SetElevation)
    set_light = overrides.SetLight

    def give(self, subject: str, condition: str, amount: Token | None = None) -> Order:
        """RC-GM-8: `give M1 stunned`, `give M1 shielded 2`."""
        return Give(subject, condition if amount is None else f"{condition} {int(amount)}")

    clear_marker = overrides.ClearMarker

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

    add_ladder = overrides.AddLadder
    add_manhole = overrides.AddManhole
    add_marker = overrides.AddMarker
    collapse = overrides.Collapse

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

    start = overrides.Start
