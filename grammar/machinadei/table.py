"""Parse trees of names, deployment, questions and the GM's lines become values and orders."""

import re
from typing import Any

from lark import Token, v_args

from grammar.machinadei.statblock import StatblockError, read_blocks
from grammar.transform import Reader, Unreadable, order
from rules.line.orders import Order
from rules.machinadei import overrides
from rules.machinadei.orders import Cell, Deploy, Show

MOST_CELLS = 200


@v_args(inline=True)
class TableReader(Reader):
    """The rules of sentences.lark for names, places, deployment, questions and the GM's lines."""

    # Names and places.

    def reference(self, text: str) -> str:
        """MD-ORD-7: a reference as written; the rules ignore case and blanks."""
        return text

    def full_name(self, kind: str | Token, number: Token) -> str:
        """`spears 1` is `spears1`, `Spirit Kin 1` is `Spirit-Kin1`."""
        if isinstance(kind, Token):
            name = self.known[kind.start_pos or 0]
        else:
            name = self.names.canonical(kind.split()) or kind
        return f"{'-'.join(name.split())}{int(number)}"

    def name(self, said: str | Token) -> str:
        """MD-ORD-7: a blank counts as a hyphen."""
        return "-".join(super().name(said).split())

    def label(self, *tokens: Token) -> str:
        """The reference that a new unit gets."""
        if len(tokens) == 2:
            return self.full_name(*tokens)
        return self.said(tokens[0])

    def cell(self, token: Token) -> Cell:
        """MD-BOARD-1: `12,20` is x, then y."""
        x, y = map(int, re.findall("[0-9]+", token))
        return x, y

    def cells(self, *cells: Cell) -> tuple[Cell, ...]:
        """One or more cells.  Raises `Unreadable` if they are too many."""
        if len(cells) > MOST_CELLS:
            raise Unreadable(f"{len(cells)} cells are listed; at most {MOST_CELLS} are read")
        return cells

    # Details of a standing.

    def gathered(self, details: tuple[dict[str, Any], ...]) -> dict[str, Any]:
        """Details as one dict.  Raises `Unreadable` if one is said twice."""
        found: dict[str, Any] = {}
        for detail in details:
            for what, value in detail.items():
                if what in found:
                    raise Unreadable(f"the {what} are said twice")
                found[what] = value
        return found

    def facing(self, token: Token) -> dict[str, Any]:
        """`facing N`."""
        return {"facing": token[0].upper()}

    files = order(dict, "files")
    ranks = order(dict, "ranks")
    models = order(dict, "models")
    at_cell = order(dict, "at")

    def extras(self, *names: str) -> dict[str, Any]:
        """`with Aegis and Haste`."""
        return {"options": names}

    def standing(self, cells: tuple[Cell, ...], *details: dict[str, Any]) -> dict[str, Any]:
        """`at 10,30 facing N 5 wide`."""
        return {"cells": cells, **self.gathered(details)}

    put_standing = standing

    def reserve(self, *details: dict[str, Any]) -> dict[str, Any]:
        """`in reserve`."""
        return self.gathered(details)

    put_reserve = reserve

    # Deployment and questions.

    def deploy(
        self, count: Token | None, kind: str, ref: str | None, standing: dict[str, Any]
    ) -> Order:
        """Section 6.11: `deploy 20 Legionary as Spears1 at 10,30`."""
        models = None if count is None else self.number(count)
        return Deploy(kind, models=models, ref=ref or "", **standing)

    def show(self, what: Token) -> Order:
        """`show board`."""
        return Show(what.lower())

    show_unit = Show
    # The GM's lines.

    def put_unit(self, kind: str, ref: str, seat: Token, standing: dict[str, Any]) -> Order:
        """MD-GM-1: `put Legionary Legion1 for army 1 at 5,12`."""
        return overrides.PutUnit(kind, ref, self.number(seat), **standing)

    def move_unit(self, ref: str, to: Cell, facing: Token | None) -> Order:
        """MD-GM-2: `move Legion1 to 5,12 facing W`."""
        return overrides.MoveUnit(ref, to, facing[0].upper() if facing else "")

    break_by = overrides.BreakBy

    word = Reader.said

    def modify(self, ref: str, stat: str, amount: Token, turns: Token | None) -> Order:
        """MD-GM-2: `modify Legion1 hit -1 for 2 turns`."""
        many = int("".join(amount.split()).replace("−", "-"))
        return overrides.Modify(ref, stat, many, 1 if turns is None else self.number(turns))

    strike_at = overrides.StrikeAt
    end_for = order(overrides.EndPhaseFor)

    def import_text(self, text: Token) -> Order:
        """MD-GM-3: the whole text behind `import` is read as a paste of statblocks."""
        pasted = self.written(text).strip()
        try:
            return overrides.Import(pasted, read_blocks(pasted))
        except StatblockError as error:
            why = f"line {error.line} of the statblock: {error.why}"
            raise Unreadable(why, error.rule, error.text) from error
