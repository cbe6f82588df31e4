"""Hypothesis strategies that draw orders: each order class of a system, field by field.

The words of a field come from the match (references, names) or are nonsense. A field that a
sentence can fill with a few words only (a direction, a way to turn) gets one of those.
"""

import dataclasses
import types
import typing
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from hypothesis import strategies as st

import grammar
from rules.border.game import Game
from rules.line import orders, overrides
from rules.line.orders import Order

NONSENSE = ("", "X9", "L999999999", "l 1", "L1-L4", "P4-P2", "L1-", "Zweihänder", "Ω7", "a1", "*")

NUMBERS = st.one_of(st.integers(0, 32), st.sampled_from((99, 1000, 10**9)))

CLOSED: dict[tuple[str, str], tuple[str, ...]] = {
    ("Unread", "rule"): ("",),
    ("Heading", "direction"): ("left", "right", "up", "down", "up-left", "forward", "back"),
    ("UseTactic", "choice"): ("on", "with"),
    ("Rotate", "way"): ("left", "right", "around"),
    ("Face", "facing"): ("up", "down", "left", "right"),
    ("PaintTerrain", "terrain"): ("rough", "difficult", "impassable", "clear"),
}
"""Fields that a sentence fills with one of a few words only."""

TILES = tuple(f"{column}{row}" for column in "abcdefgh" for row in range(1, 9))
KINDS = ("Warrior", "Archer", "Rogue", "Commander", "Caster", "Knight", "Bishop", "Paladin")
KINDS_OF_CANDLEBRE = (
    *("infantry", "archers", "cavalry", "light-infantry", "pikemen", "siege-engines"),
    *("mercenaries", "elephants"),
)
FIELDS: dict[str, dict[str, tuple[str, ...]]] = {
    "crusade8x8": {
        "tile": TILES,
        "kind": ("", *KINDS),
        "to": (*TILES, "forward", "left", "right", "2 forward"),
        "corner": ("", "straight", "diagonally", *TILES),
        "facing": ("up", "down", "left", "right"),
        "kinds": KINDS,
    },
    "machinadei": {
        "facing": ("", "N", "E", "S", "W"),
        "side": ("left", "right"),
        "way": ("left", "right", "around"),
        "direction": ("N", "NE", "E", "SE", "S", "SW", "W", "NW"),
    },
    "candlebre": {
        "kind": KINDS_OF_CANDLEBRE,
        "kinds": KINDS_OF_CANDLEBRE,
        "target": (*KINDS_OF_CANDLEBRE, "GL1"),
        "building": ("barracks", "temple", "market", "walls", "hall", "lighthouse"),
        "tree": ("military", "infrastructure", "espionage", "alchemy"),
        "purse": ("civil", "military"),
        "card": ("4C", "10H", "RJ", "KS", "11C"),
        "how": ("", "one round", "to the end"),
        "ref": ("GL1", "GL2", "GL99"),
        "leader": ("GL1", "GL2", "GL99"),
    },
}
"""Fields of the same name that a system's sentences fill with certain words only."""

NOT_EMPTY = {("Who", "refs"), ("Strike", "targets"), ("Multiattack", "targets")} | {
    ("Act", "deeds"),
    ("Command", "deeds"),
    ("Choose", "kinds"),
    ("PlaceUnits", "units"),
    ("MoveTo", "cells"),
    ("Allocate", "shares"),
    ("Claim", "provinces"),
    ("PrecisionStrike", "kinds"),
    ("Lose", "kinds"),
    ("UnitList", "items"),
}
"""Lists that a sentence cannot leave out."""


class Mirror:
    """Strategies for the orders of a system, using the words of one state of a match."""

    def __init__(self, game: Game[Any], state: Any) -> None:
        self.game = game
        self.module = import_module(f"rules.{game.id}.orders")
        words = [*game.references(state, 0), *game.references(state, 0), *NONSENSE]
        self.words = st.sampled_from(words)
        if game.names(state):
            self.words |= st.sampled_from(game.names(state))

    def orders(self, gm: bool = False) -> st.SearchStrategy[Order]:
        """Any order that a seat could write; for the GM also the overrides."""
        modules = [orders, self.module]
        if gm:
            own = f"rules.{self.game.id}.overrides"
            modules += [overrides, *([import_module(own)] if find_spec(own) else [])]
        kinds = [kind for module in modules for kind in concrete(module)]
        return st.sampled_from(kinds).flatmap(self.of)

    def lines(self, gm: bool = False) -> st.SearchStrategy[tuple[Order, ...]]:
        """Anything that one written line may hold: an order, several orders, or a chain for the
        same units."""
        one = self.orders(gm)
        return st.one_of(one.map(lambda order: (order,)), st.tuples(one, one), self.chains(one))

    def chains(self, one: st.SearchStrategy[Order]) -> st.SearchStrategy[tuple[Order, ...]]:
        """C7-ORDER-8: clauses for the same units."""

        def same(pair: tuple[Order, ...]) -> tuple[Order, ...]:
            who = getattr(pair[0], "who", None)
            if who is None or not hasattr(pair[1], "who"):
                return pair
            return pair[0], dataclasses.replace(pair[1], **{"who": who})

        return st.tuples(one, one).map(same)

    def of(self, kind: Any) -> st.SearchStrategy[Any]:
        """An instance of a dataclass with arbitrary fields."""
        if kind.__name__ == "Import":
            text = "Cave Bear CB HP 40 AC 12 Cost 20 G | Stats: 8, 4, 1, 3, -2, 1, 0, 1"
            (line,) = grammar.read(self.game.id, f"import {text}", (), gm=True)
            return st.just(line.orders[0])
        if kind is orders.Undo:
            entries = st.lists(st.integers(1, 99), min_size=1, max_size=3, unique=True).map(tuple)
            return st.builds(kind, NUMBERS) | st.builds(kind, entries=entries)
        hints = typing.get_type_hints(kind)
        given = {
            field.name: self.field(kind.__name__, field.name, hints[field.name])
            for field in dataclasses.fields(kind)
        }
        return st.builds(kind, **given)

    def field(self, kind: str, name: str, hint: Any) -> st.SearchStrategy[Any]:
        """One field, by its type."""
        if (kind, name) in CLOSED:
            return st.sampled_from(CLOSED[kind, name])
        least = 1 if (kind, name) in NOT_EMPTY else 0
        if words := FIELDS.get(self.game.id, {}).get(name):
            chosen = st.sampled_from(words)
            many = typing.get_origin(hint) is tuple
            return st.lists(chosen, min_size=least).map(tuple) if many else chosen
        return self.value(hint, least)

    def value(self, hint: Any, least: int = 0) -> st.SearchStrategy[Any]:
        """A value of a type that orders are made of."""
        origin, inside = typing.get_origin(hint), typing.get_args(hint)
        if origin in (typing.Union, types.UnionType):
            return st.one_of(*(self.value(one, least) for one in inside))
        if origin is tuple and inside[-1] is Ellipsis:
            items = st.lists(self.value(inside[0]), min_size=least, max_size=3)
            return items.map(tuple)
        if origin is tuple:
            return st.tuples(*(self.value(one) for one in inside))
        if hint is type(None):
            return st.none()
        if hint is bool:
            return st.booleans()
        if hint is int:
            return NUMBERS
        return self.words if hint is str else self.of(hint)


def concrete(module: types.ModuleType) -> list[Any]:
    """The order classes that a module defines, without those that others inherit from."""
    return [
        kind
        for kind in vars(module).values()
        if isinstance(kind, type)
        and issubclass(kind, Order)
        and kind.__module__.startswith(module.__name__)
        and not kind.__subclasses__()
    ]
