"""Writes out references that were cut to their initials: `L1` where only `Legion1` can be meant."""

import re

from grammar.reader.table import common
from grammar.reader.world import World

REFERENCE = re.compile(r"(?<![\w./-])([A-Za-z]{1,2})([0-9]{1,2})(?![\w/-])")
LONG = 3
"""Letters from which on a name is a word that can be cut to its initials."""


def in_full(text: str, world: World) -> str:
    """The text with initials written out that belong to exactly one name of this match and are none
    themselves.  New units may be called anything, so nothing changes while they are set up."""
    if not world.seat or world.phase in common()["initials"]["setup"]:
        return text

    def whole(found: re.Match[str]) -> str:
        short, number = found[1].lower(), found[2]
        if short in common()["initials"]["others"] or f"{short}{number}" in world.by_ref:
            return found[0]
        begun = [
            thing.ref
            for name, thing in world.by_ref.items()
            if name.startswith(short) and name.endswith(number)
        ]
        words = {one for one in begun if one[: -len(number)].isalpha()}
        only = next(iter(words)) if len(words) == 1 == len(set(begun)) else ""
        return only if len(only) - len(number) >= LONG else found[0]

    return REFERENCE.sub(whole, text)
