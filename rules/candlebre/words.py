"""Words of sentences: numbers of units, lists, sides and buildings."""

from collections.abc import Iterable, Mapping, Sequence

from rules.candlebre.units import ROSTER, UnitType
from rules.display.words import listed
from rules.line.flow import seat_name

TYPE_NAMED: Mapping[str, UnitType] = {unit.id: unit for unit in ROSTER}

NAMES_OF_TYPES: Mapping[str, str] = {
    word.lower(): unit.id
    for unit in ROSTER
    for word in (unit.id, unit.id.replace("-", " "), unit.singular, unit.plural, unit.short)
}
"""CB-ORDER-3: the type for each of its names, in lower case."""

BUILDING_WORDS: Mapping[str, str] = {"hall": "great hall"}
"""Buildings whose words are not their id."""


def counted(count: int, kind: str) -> str:
    """`3 infantry`, `1 archer`; an unknown type stays as it was written."""
    unit = TYPE_NAMED.get(kind)
    if unit is None:
        return f"{count} {kind}"
    return f"{count} {unit.singular if count == 1 else unit.plural}"


def plural(kind: str) -> str:
    """`archers`; an unknown type stays as it was written."""
    unit = TYPE_NAMED.get(kind)
    return kind if unit is None else unit.plural


def plurals(kinds: Sequence[str]) -> str:
    """`archers and cavalry`."""
    return joined(tuple(map(plural, kinds)))


def joined(words: Sequence[str]) -> str:
    """`a, b and c`."""
    return listed(words)


def side_name(side: int) -> str:
    """`army 2`, or `neutral` for 0."""
    return seat_name(side) if side else "neutral"


def building_words(building: str) -> str:
    """`great hall` for `hall`; others are their own words."""
    return BUILDING_WORDS.get(building, building)


def nearest(said: str, known: Iterable[str]) -> str:
    """The known word nearest to what was said by edit distance, or empty if none is near.

    At most a third of the letters may differ.
    """
    found = sorted((edits(said, word), word) for word in known if abs(len(word) - len(said)) < 4)
    return found[0][1] if found and 3 * found[0][0] <= len(said) else ""


def edits(one: str, other: str) -> int:
    """The edit distance: how many letters must be inserted, deleted or changed."""
    row = list(range(len(other) + 1))
    for count, letter in enumerate(one, 1):
        before, row[0] = row[0], count
        for at, against in enumerate(other, 1):
            change = before + (letter != against)
            before, row[at] = row[at], min(change, row[at] + 1, row[at - 1] + 1)
    return row[-1]
