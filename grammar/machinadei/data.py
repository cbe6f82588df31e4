"""The factions that ship with Machina Dei (section 13)."""

from importlib.resources import files

from grammar.machinadei.statblock import read_blocks
from rules.machinadei.statblock import Statblock

FACTIONS = ("rome", "celts", "huns", "christians")


def read_data() -> tuple[Statblock, ...]:
    """MD-DATA-1: the types of the four factions, each file read like a paste."""
    folder = files("rules.machinadei").joinpath("data")
    return tuple(
        block
        for name in FACTIONS
        for block in read_blocks(folder.joinpath(f"{name}.txt").read_text(encoding="utf-8"))
    )
