"""The factions, spells and powers that ship with Crusade 7th edition (section 13)."""

from importlib.resources import files

from grammar.crusade7.statblock import read_library
from rules.crusade7.army.statblock import Library


def read_data() -> Library:
    """C7-UNIT-11: the factions in the order of their file names, the spells and the powers."""
    folder = files("rules.crusade7").joinpath("data")
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".txt"))
    read = [read_library(folder.joinpath(name).read_text(encoding="utf-8")) for name in names]
    return Library(
        tuple(faction for one in read for faction in one.factions),
        tuple(block for one in read for block in one.blocks),
        tuple(spell for one in read for spell in one.spells),
        tuple(power for one in read for power in one.powers),
    )
