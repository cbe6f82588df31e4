"""The data that ships with The Courts of Candle'Bre: standard map, Houses, Book of Fate (13)."""

import tomllib
from importlib.resources import files

from grammar.candlebre.maps import read_rows
from rules.candlebre.units import Card, Effect, House, Lore, Site

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
BOOK = (*(f"{rank}{suit}" for suit in "CDHS" for rank in RANKS), "RJ", "BJ")
"""CB-FATE-1: clubs, diamonds, hearts, spades, each from ace to king, then the jokers."""


def read_data() -> Lore:
    """Read the standard map, the Houses and the Book of Fate from the folder `data`."""
    return Lore(_sites(_text("standard.txt")), _houses(_text("houses.toml")), _book())


def _text(name: str) -> str:
    return files("rules.candlebre").joinpath("data").joinpath(name).read_text(encoding="utf-8")


def _sites(text: str) -> tuple[Site, ...]:
    """CB-MAP-6: parse the standard map; borders become province numbers."""
    rows = read_rows(text.split("\n"))
    numbers = {row.code: row.number for row in rows}
    return tuple(
        Site(row.number, row.name, row.code, row.x, row.y, tuple(numbers[b] for b in row.borders))
        for row in sorted(rows, key=lambda row: row.number)
    )


def _houses(text: str) -> tuple[House, ...]:
    return tuple(
        House(**{**house, "prices": tuple(house.get("prices", {}).items())})
        for house in tomllib.loads(text)["house"]
    )


def _book() -> tuple[Card, ...]:
    """CB-FATE-1: the cards in the order of the Book."""
    cards = {
        code: Card(code, card["name"], tuple(Effect(*effect) for effect in card["effects"]))
        for card in tomllib.loads(_text("fate.toml"))["card"]
        for code in card["codes"].split()
    }
    return tuple(cards[code] for code in BOOK)
