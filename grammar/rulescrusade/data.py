"""Everything that ships with this system (13 of the rules), read from texts a GM could paste."""

from collections.abc import Iterator
from importlib.resources import files

from grammar.rulescrusade.maps import read_map
from grammar.rulescrusade.sheets import read_list, read_model, read_weapon
from rules.rulescrusade.sheets import Library

MAPS = ("yard", "corridors")


def read_data() -> Library:
    """RC-DATA-3 to RC-DATA-5: the weapons, models, lists and maps."""
    summoned = tuple(map(read_model, lines("summoned")))
    return Library(
        tuple(map(read_weapon, lines("weapons"))),
        (*map(read_model, lines("models")), *summoned),
        tuple(model.name for model in summoned),
        tuple(map(read_list, lines("lists"))),
        tuple(read_map(text(name).rstrip("\n")) for name in MAPS),
    )


def text(name: str) -> str:
    """The text of a file in the data folder."""
    folder = files("rules.rulescrusade").joinpath("data")
    return folder.joinpath(f"{name}.txt").read_text(encoding="utf-8")


def lines(name: str) -> Iterator[str]:
    """The lines of a data file without comments and blank lines."""
    return (line for line in text(name).splitlines() if line and not line.startswith("//"))
