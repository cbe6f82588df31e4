"""Finds values in a sentence: places, headings, names, numbers, seats (for units see units.py).

Each finder looks at the tokens from index `at` on and yields (index after the value, value).
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from grammar.reader.table import common, token_words
from grammar.reader.tokens import Token, number_at, ordinal_at
from grammar.reader.world import Value, World

Found = tuple[int, Value]
Tokens = tuple[Token, ...]

STEPS = frozenset(
    (
        *("square", "squares", "step", "steps", "cell", "cells", "space"),
        *("spaces", "tile", "tiles", "field", "fields", "hex", "hexes"),
        *("inch", "inches", "inchs", "row", "rows", "rank", "ranks", "column", "columns"),
        *("pace", "paces", "place", "places", "spot", "spots", '"'),
        "in",
    )
)
SHEER = ("due", "diagonally", "exactly")
"""Words before a direction that only stress it (`due north`)."""
SIGNS = (",", ";", "/", ".", "-", ":", "|")
CALLED = ("cell", "square", "hex", "position", "coordinate", "coordinates", "spot", "point", "tile")
"""Nouns that may stand before the two numbers of a place (`square 8,12`)."""
ROW = frozenset(("row", "rows", "r", "line"))
COLUMN = frozenset(("column", "columns", "col", "cols", "c", "file"))
FLIP = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
OFFSETS = FLIP | {
    "up-left": (-1, -1), "up-right": (-1, 1), "down-left": (1, -1), "down-right": (1, 1),
}  # fmt: skip


def word(tokens: Tokens, at: int) -> str:
    """The word of the token at `at`; empty if there is none."""
    return tokens[at].word if 0 <= at < len(tokens) else ""


def skip(tokens: Tokens, at: int, *words: str) -> int:
    """The first index from `at` on whose word is none of these."""
    while word(tokens, at) in words:
        at += 1
    return at


@cache
def direction_words() -> Mapping[tuple[str, ...], str]:
    """The shared names of directions, by the words for them."""
    rows: Mapping[str, list[str]] = common()["directions"]
    return {token_words(one): name for name, words in rows.items() for one in words}


@cache
def _direction_begins() -> frozenset[str]:
    """The first words of directions."""
    return frozenset(words[0] for words in direction_words())


def direction_at(tokens: Tokens, at: int) -> tuple[int, str] | None:
    """The longest direction that begins at `at`, as (index after it, name); None if none does."""
    if word(tokens, at) not in _direction_begins():
        return None
    for length in (6, 5, 4, 3, 2, 1):
        words = tuple(token.word for token in tokens[at : at + length])
        if len(words) == length and words in direction_words():
            nearby = words == ("right",) and word(tokens, at + 1) in RIGHT_THERE
            return None if nearby else (at + length, direction_words()[words])
    return None


RIGHT_THERE = ("next", "beside", "behind", "there", "here", "where", "away")
"""Words before which `right` means `exactly` and no direction (`right beside`)."""


# --- places -------------------------------------------------------------------------------------


def places_at(tokens: Tokens, at: int, world: World) -> Iterator[Found]:
    """Every place, and list of places, that begins here."""
    for end, value in single_places(tokens, at, world):
        yield end, value
        if value.kind == "place":
            yield from _more_places(tokens, end, value, world, 20)


def _more_places(
    tokens: Tokens, end: int, value: Value, world: World, most: int
) -> Iterator[Found]:
    """Longer and longer lists that begin with a place (`7,1 and 8,1`), for several units or a path.

    `most`: how many places may be added.
    """
    behind = skip(tokens, end, ",", "and", "&", "then", ";")
    tiles = world.table.places.style == "tile" or word(tokens, behind + 1) == ","
    if (behind == end and not tiles) or behind - end > 2 or not most or not value.items:
        return
    for further, other in single_places(tokens, behind, world):
        if other.kind == "place" and other.word != "blank" and other.items:
            several = Value("place", (*value.items, *other.items), numbers=value.numbers)
            yield further, several
            yield from _more_places(tokens, further, several, world, most - 1)
            return


def single_places(tokens: Tokens, at: int, world: World) -> Iterator[Found]:
    """One place that begins here."""
    style = world.table.places.style
    if style == "tile":
        yield from _tiles(tokens, at)
        yield from _landmarks(tokens, at, world)
    elif style == "grid":
        yield from _cells(tokens, at, world)
    elif style == "noun":
        kind = world.table.places.noun
        for end, value in nouns_at(tokens, at, world):
            if kind in value.classes:
                yield end, Value("place", value.items)


def _tiles(tokens: Tokens, at: int) -> Iterator[Found]:
    if re.fullmatch("[a-h][1-8]", word(tokens, at)):
        yield at + 1, Value("place", (word(tokens, at),))


def _landmarks(tokens: Tokens, at: int, world: World) -> Iterator[Found]:
    """The place of a landmark (`the supply`, `their relic`); if there are several, a choice."""
    rows = [name.split() for name in world.nouns.get(world.table.places.landmarks, ())]
    start = skip(tokens, at, "the", "their", "his", "your", "a", "enemy", "that", "this")
    said = word(tokens, start)
    places = tuple(tile for kind, tile in rows if said in (kind, "treasure", "chest", "loot"))
    if rows and said == "corner":
        places = ("a1", "a8", "h1", "h8")
    if len(places) == 1:
        yield start + 1, Value("place", places)
    elif places:
        yield start + 1, Value("place", (), options=tuple((one,) for one in places), word="named")


def _cells(tokens: Tokens, at: int, world: World) -> Iterator[Found]:
    start = skip(tokens, skip(tokens, at, *CALLED), "(", "[")
    for end, one, two in _pairs(tokens, start, world.table.places.first == "column"):
        if start > at:
            end = skip(tokens, end, ")", "]")
        said = world.table.places.write.format(row=one, column=two, x=two, y=one)
        blank = end == start + 2 and tokens[start].sort == "number"
        yield end, Value("place", (said,), numbers=(one, two), word="blank" if blank else "")
    yield from _line(tokens, at)


def _distance(tokens: Tokens, at: int) -> Iterator[Found]:
    """A distance, which may be said beside a place (`three squares`)."""
    found = number_at(tokens, at)
    if found is not None and word(tokens, found[0]) in STEPS:
        yield found[0] + 1, Value("distance", (str(found[1]),), numbers=(found[1],))


def _pairs(tokens: Tokens, at: int, column_first: bool) -> Iterator[tuple[int, int, int]]:
    """Two numbers that make a place, as (index after them, row, column)."""
    token = word(tokens, at)
    if at < len(tokens) and tokens[at].sort == "cell":
        row, column = map(int, re.findall("[0-9]+", token))
        yield at + 1, row, column
        return
    one = re.fullmatch("(r|row|y|x|c|col|column)([0-9]{1,3})", token)
    two = re.fullmatch("(r|row|y|x|c|col|column)([0-9]{1,3})", word(tokens, at + 1))
    if one and two and (one[1][0] in "ry") != (two[1][0] in "ry"):
        numbers = (int(one[2]), int(two[2]))
        yield at + 2, *(numbers if one[1][0] in "ry" else numbers[::-1])
        return
    if token in ROW or token in COLUMN:
        yield from _named_pair(tokens, at)
        return
    first = number_at(tokens, at)
    if first is None or _is_second(tokens, at):
        return
    behind, comma = first[0], False
    while word(tokens, behind) in (*SIGNS, "comma") and behind - first[0] < 2:
        behind, comma = behind + 1, True
    second = number_at(tokens, behind)
    if second is None or (not comma and tokens[at].sort != "number"):
        return
    if not comma and (tokens[behind].sort != "number" or _goes_on(tokens, second[0])):
        return
    row, column = first[1], second[1]
    yield (second[0], column, row) if column_first else (second[0], row, column)


def _is_second(tokens: Tokens, at: int) -> bool:
    """Is it the second number of a pair without blanks, before a comma and a blank (the 30 of
    `22,30, 5 wide`)?"""
    if at < 2 or at + 2 >= len(tokens) or (tokens[at - 1].word, tokens[at + 1].word) != (",", ","):
        return False
    close = tokens[at - 2].sort == "number" and not tokens[at - 1].after_blank
    return close and not tokens[at].after_blank and tokens[at + 2].after_blank


def _goes_on(tokens: Tokens, at: int) -> bool:
    """Does a word behind two bare numbers claim the second (`8 12 forward`)?"""
    return word(tokens, at) in STEPS or direction_at(tokens, at) is not None


def _named_pair(tokens: Tokens, at: int) -> Iterator[tuple[int, int, int]]:
    """`row 6, column 17`, in either order."""
    of_row = tokens[at].word in ROW
    first = number_at(tokens, at + 1)
    if first is None:
        return
    behind = skip(tokens, first[0], ",", "and", "/")
    if word(tokens, behind) in (COLUMN if of_row else ROW):
        second = number_at(tokens, behind + 1)
        if second is not None:
            pair = (first[1], second[1]) if of_row else (second[1], first[1])
            yield second[0], *pair


def _line(tokens: Tokens, at: int) -> Iterator[Found]:
    """A row or column alone, without the other half of the place (`column 12`, `rows 3 and 4`)."""
    name = word(tokens, at)
    if (name not in ROW and name not in COLUMN) or len(name) == 1:
        return
    numbers: list[int] = []
    end = at + 1
    while (found := number_at(tokens, end)) is not None:
        numbers.append(found[1])
        end = found[0]
        behind = skip(tokens, end, ",", "and", "&")
        if behind == end or number_at(tokens, behind) is None or not name.endswith("s"):
            break
        end = behind
    if numbers:
        which = "row" if name in ROW else "column"
        yield end, Value("line", tuple(map(str, numbers)), word=which, numbers=tuple(numbers))


# --- headings -----------------------------------------------------------------------------------


def headings_at(tokens: Tokens, at: int, world: World) -> Iterator[Found]:
    """Headings (`3 forward`, `two squares to the left`, `right 3`), distances, and two headings in
    a row as an offset (rows down, columns to the right)."""
    yield from _distance(tokens, at)
    first = _stretch(tokens, skip(tokens, at, "+", "the", "full", "whole"), world)
    if first is None:
        yield from _meant_way(tokens, at, world)
        return
    end, steps, direction = first
    yield end, _heading(steps, direction, world)
    behind = skip(tokens, end, ",", "and", "&", "then")
    second = _stretch(tokens, behind, world)
    if second is not None and {direction, second[2]} <= set(OFFSETS):
        ways = zip(OFFSETS[direction], OFFSETS[second[2]], strict=True)
        far = tuple((steps or 1) * one + (second[1] or 1) * two for one, two in ways)
        yield second[0], Value("offset", numbers=far)


ONWARD = {
    "forward": ("advance", "advances", "advancing"),
    "back": ("retreat", "retreats", "retreating", "withdraw", "withdraws"),
}
"""Verbs that imply a direction."""


def _meant_way(tokens: Tokens, at: int, world: World) -> Iterator[Found]:
    """A number of steps in the direction of the verb before it (`each goblin advances 5`)."""
    count = number_at(tokens, at)
    way = next((way for way, verbs in ONWARD.items() if word(tokens, at - 1) in verbs), "")
    if count is not None and way in world.table.directions:
        yield skip(tokens, count[0], *STEPS), _heading(count[1], way, world)


def _heading(steps: int, direction: str, world: World) -> Value:
    """A heading of so many steps; 0: the number was not said, and means one step.

    An `offset` instead, if sentences of this system cannot name the direction.
    """
    unsaid, steps = not steps, steps or 1
    named = world.table.steps
    if named and direction not in named:
        down, across = OFFSETS.get(direction, (0, 0))
        far = (down * steps, across * steps, steps, *((0,) if unsaid else ()))
        return Value("offset", numbers=far, word=direction)
    said = world.table.directions[direction]
    text = world.table.heading.format(number=steps, direction=said)
    return Value("heading", (text,), numbers=(steps,), word=direction)


SLANTED = ("diagonal", "diagonally", "diag")


def _stretch(tokens: Tokens, at: int, world: World) -> tuple[int, int, str] | None:
    """Steps in a direction, in either order, as (index after them, steps, direction).

    The steps are 0 if no number was said.
    """
    count = number_at(tokens, at)
    if count is not None:
        end = skip(tokens, count[0], *STEPS, "straight", "each", "or", "directly", *SLANTED)
        end = skip(tokens, end, "to", "towards", "toward", "the", "in", "further", *SHEER)
        found = direction_at(tokens, end)
        if found is None:
            found = direction_at(tokens, count[0])
        if found is not None and word(tokens, found[0]) == "over":  # `5 left over`
            return None
        if found is not None and found[1] in world.table.directions:
            return found[0], count[1], found[1]
        return None
    start = skip(tokens, at, "to", "the", "towards", *SHEER)
    found = direction_at(tokens, start)
    if found is None or found[1] not in world.table.directions:
        return None
    end = skip(tokens, found[0], "by", "for", ",", "of")
    count = number_at(tokens, end)
    times = re.fullmatch("x([0-9]{1,2})", word(tokens, end))
    if times is not None:  # `north x2`
        return end + 1, int(times[1]), found[1]
    if count is None:
        return (found[0], 0, found[1]) if found[1] in world.table.default_steps else None
    behind = skip(tokens, count[0], *STEPS)
    if behind == count[0] and (word(tokens, behind) in SIGNS) and number_at(tokens, behind + 1):
        return None
    return behind, count[1], found[1]


# --- names, numbers, seats ----------------------------------------------------------------------


def nouns_at(tokens: Tokens, at: int, world: World) -> Iterator[Found]:
    """The longest name of the match that begins here (`fire pot`, `firepot`, `Fire-Pots`)."""
    joined = ""
    best: Found | None = None
    for end in range(at, min(at + 6, len(tokens))):
        token = tokens[end]
        if token.sort not in ("word", "number", "ref", "own"):
            break
        joined += token.word.replace("-", "")
        rows = world.named.get(joined)
        if rows:
            names = tuple(dict.fromkeys(_called(joined, rows, world)))
            classes = tuple(dict.fromkeys(kind for kind, _ in rows))
            options = tuple((name,) for name in names) if len(names) > 1 else ()
            best = end + 1, Value("noun", names[:1], classes=classes, options=options)
    if best is not None and not (best[0] == at + 1 and _calls_units(tokens, at, world)):
        yield best


CARRIED = ("with", "using", "its", "their", "his", "by", "w", "uses", "use")


def _calls_units(tokens: Tokens, at: int, world: World) -> bool:
    """Whether the name of a weapon means the units called so (`the bows at the mob`).

    It does not if a word before it says that somebody carries or uses it (`with the bows`).
    """
    said = word(tokens, at)
    weapon = all(kind == "weapon" for kind, _ in world.named.get(said, ()))
    return weapon and (said,) in world.kinds and word(tokens, at - 1) not in CARRIED


def _called(said: str, rows: Sequence[tuple[str, str]], world: World) -> Iterator[str]:
    """The names that these words mean; in each class an exact name excludes mere aliases."""
    here = (row for row in rows if row[1] in world.nouns.get(row[0], ()))
    exact = [row for row in here if re.sub("[ -]", "", row[1].lower()) == said]
    for kind, name in rows:
        if (kind, name) in exact or all(one != kind for one, _ in exact):
            yield name


def noun_of(value: Value, kind: str, world: World) -> str:
    """The first name in this class that a noun could mean."""
    return names_of(value, kind, world)[0]


def names_of(value: Value, kind: str, world: World) -> tuple[str, ...]:
    """The names in this class that a noun could mean: those of this match, if there are any."""
    names = dict.fromkeys((value.items[0], *(option[0] for option in value.options)))
    here = tuple(name for name in names if name in world.nouns.get(kind, ()))
    rows = world.table.nouns.get(kind, {}).values()
    known = tuple(name for name in names if any(name in row for row in rows))
    return here or known or (value.items[0],)


def seats_at(tokens: Tokens, at: int) -> Iterator[Found]:
    """`army 2`, `player one`."""
    if word(tokens, at) in ("army", "seat", "player", "side"):
        found = number_at(tokens, at + 1)
        if found is not None:
            yield found[0], Value("seat", (f"army {found[1]}",), numbers=(found[1],))


def plain_at(tokens: Tokens, at: int) -> Iterator[Found]:
    """A bare number or several, an ordinal (`2nd`, `level 2`), or a new reference."""
    if at < len(tokens) and tokens[at].sort == "ref":
        text = tokens[at].text
        long = len(text.rstrip("0123456789")) > 2
        written = text.capitalize() if long else text.upper()
        yield at + 1, Value("ref", (text if text != text.lower() else written,))
    found = number_at(tokens, at)
    if found is not None:
        yield found[0], Value("number", (str(found[1]),), numbers=(found[1],))
        yield _several(tokens, at)
    else:
        nth, end = ordinal_at(tokens, at), at + 1
        if nth is not None:
            end = skip(tokens, end, "-", "level", "slot")
            yield end, Value("ordinal", (ordinal(nth),), numbers=(nth,))
    if word(tokens, at) in ("level", "slot"):
        found = number_at(tokens, skip(tokens, at, "level", "slot"))
        if found is not None:
            end = skip(tokens, found[0], "slot")
            yield end, Value("ordinal", (ordinal(found[1]),), numbers=(found[1],))


def _several(tokens: Tokens, at: int) -> Found:
    """A list of numbers (`3, 0 and 1`)."""
    numbers: list[int] = []
    end = at
    found = number_at(tokens, at)
    while found is not None:
        numbers.append(found[1])
        end = found[0]
        found = number_at(tokens, skip(tokens, end, ",", "and", "&"))
    return end, Value("numbers", (" ".join(map(str, numbers)),), numbers=tuple(numbers))


def ordinal(number: int) -> str:
    """`1st`, `2nd`, `3rd`, `4th`."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10)
    return f"{number}{ending or 'th'}"
