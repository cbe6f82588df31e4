"""Finds units in a sentence: references, ranges, types, groups, exceptions, the rest.

Like those of values.py, the finders yield (index after the words, value).
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from grammar.reader.extremes import extreme_at, side_at
from grammar.reader.groups import (
    BODIES,
    at_the_rim,
    by_number,
    explicit,
    glued,
    group,
    in_line,
    left_open,
)
from grammar.reader.there import (
    MINE,
    THE,
    THEIRS,
    TROOPS,
    all_in_line,
    beside,
    nearest_at,
    placed,
)
from grammar.reader.tokens import number_at, ordinal_at, plurals_of
from grammar.reader.values import Found, Tokens, skip, word
from grammar.reader.world import Value, World
from rules.display.things import Thing

WHOLE = ("all", "every", "each", "both")
OPEN = ("a", "an", "some", "any", "another", "one", "two", "three", "half", "several")
RANGE = ("-", "..", "->", "to", "through", "thru", "until", "till")
JOIN = (",", "and", "&", "+", "/", "n", "plus")
EXCEPT = ("except", "but", "besides", "excluding", "minus", "without", "save", "bar", "not")
FOES = ("enemy", "foe", "opponent", "attacker")
EVERYONE = ("everyone", "everybody", "all", "everything")
REMAINING = ("remaining", "other", "others", "rest", "remainder")
NUMBER_WORDS = ("number", "no", "nr", "num", "#")


def units_at(tokens: Tokens, at: int, world: World) -> Iterator[Found]:
    """Every group of units that begins here, and longer and longer lists of them."""
    mine = at > 0 and word(tokens, at - 1) in MINE and world.seat
    for end, value in _atoms(tokens, at, world):
        if not (mine and value.side == "foe"):
            yield from _listed(tokens, end, value, world, 24)


def _listed(tokens: Tokens, end: int, value: Value, world: World, most: int) -> Iterator[Found]:
    """A group of units, and the lists that begin with it; `most`: how many more may be added."""
    behind = _excluded(tokens, end, value, world)
    if behind is not None:
        yield behind
        end, value = behind
    yield end, value
    joined = end
    while word(tokens, joined) in JOIN and joined - end < 2:
        joined += 1
    if joined == end or value.vague or value.options or value.kind != "units" or most < 1:
        return
    nexts = list(_atoms(tokens, joined, world))
    known = [one for one in nexts if all(ref.lower() in world.by_ref for ref in one[1].items)]
    for further, other in known or nexts:  # `riders and shaman 3 south`
        sided = value.side == other.side or not world.seat or "any" in (value.side, other.side)
        if other.kind == "units" and not other.options and not other.vague and sided:
            items = tuple(dict.fromkeys((*value.items, *other.items)))
            several = replace(value, items=items, plural=True)
            if value.side == "any":
                several = replace(several, side=other.side)
            yield from _listed(tokens, further, several, world, most - 1)
            return


def _excluded(tokens: Tokens, end: int, value: Value, world: World) -> Found | None:
    """The group without exceptions named behind it (`all legionnaires except L4 and L5`).

    A number is one of the same letters (`but number 4`).  None if there is no exception.
    """
    at = skip(tokens, end, ",")
    if word(tokens, at) == "other" and word(tokens, at + 1) == "than":
        at += 2
    elif word(tokens, at) in EXCEPT and value.plural:
        at = skip(tokens, at + 1, "for", "from")
    else:
        return None
    found: Found | None = None
    for further, other in units_at(tokens, at, world):
        if other.kind != "units" or other.options or (found is not None and further <= found[0]):
            continue
        if found is None or value.kind == "rest" or set(other.items) <= set(value.items):
            found = further, other  # in `L1-L3, not L2, and SG1` only L2 is excepted
    if found is None:
        start = skip(tokens, at, "the", *NUMBER_WORDS)
        number = number_at(tokens, start)
        if start == at and number is not None and tokens[at].is_word:
            return None  # `all legionnaires but two`
        like = [one for one in value.items if number and one.endswith(f"{number[1]}")]
        letters = {one.rstrip("0123456789") for one in value.items}
        if number is None or len(letters) != 1:
            return None
        wanted = f"{next(iter(letters))}{number[1]}"
        if wanted not in like:
            return None
        return number[0], value.but((wanted,))
    if value.kind == "rest":
        return found[0], replace(value, options=(*value.options, found[1].items))
    if not set(found[1].items) <= set(value.items):
        return None
    return found[0], value.but(found[1].items)


# --- one group ----------------------------------------------------------------------------------


def _atoms(tokens: Tokens, at: int, world: World) -> Iterator[Found]:
    """The groups that begin here, without lists or exceptions."""
    if at >= len(tokens):
        return
    yield from _references(tokens, at, world)
    yield from _everyone(tokens, at, world)
    yield from _kinds(tokens, at, world)
    yield from nearest_at(tokens, at, world)
    start = skip(tokens, at, *THE, "one")
    if word(tokens, start) in FOES:
        foes = tuple(one for one in world.things if not world.owns(one))
        yield from beside(tokens, start + 1, foes, world)


def _references(tokens: Tokens, at: int, world: World) -> Iterator[Found]:
    """`L1`, `l 1`, `L1-L4`, `L1-7`, `L5, 6 and 7`."""
    start = skip(tokens, at, *THE, *MINE)
    token = tokens[start] if start < len(tokens) else tokens[at]
    if token.sort == "ref" or token.word in world.by_ref:
        letters, end, number = re.sub(r"[0-9]+$", "", token.word), start + 1, token.word
    elif token.sort == "word" and token.word in world.prefixes:
        found = number_at(tokens, skip(tokens, start + 1, "-"))
        if found is None or not (token.text.isupper() or len(token.word) < 3):
            return
        letters, end, number = token.word, found[0], f"{token.word}{found[1]}"
    else:
        return
    if token.sort == "ref" and token.word not in world.by_ref:
        yield from glued(token.word, start + 1, world)
    if token.sort == "ref" and not _is_reference(token.word, world):
        return
    if _is_cell(tokens, start) or _is_cell(tokens, start - 1):
        return
    named = world.by_ref.get(token.word)
    if named is not None and world.table.places.style == "tile":
        for behind, things, _ in kind_at(tokens, end, world):  # `e2 rogue`
            if named in things:
                yield behind, explicit((token.word,), world)
    yield from _numbered(tokens, end, letters, number[len(letters) :], world)


def _is_cell(tokens: Tokens, at: int) -> bool:
    """Whether two tokens are a place written like `r17 c12`."""
    both = word(tokens, at), word(tokens, at + 1)
    return any(
        re.fullmatch("r(ow)?[0-9]{1,3}", one) and re.fullmatch("c(ol)?[0-9]{1,3}", two)
        for one, two in (both, both[::-1])
    )


def _is_reference(said: str, world: World) -> bool:
    """Whether it is a reference of this match or looks like one (`L9`)."""
    if said in world.by_ref:
        return True
    if world.table.places.style == "tile" and re.fullmatch("[a-h][1-8]", said):
        return False
    letters = said.rstrip("0123456789")
    if len(letters) > 3 and letters not in world.prefixes:
        return False
    return re.fullmatch("[a-z]{1,8}[0-9]{1,3}", said) is not None and said[0] not in "x"


def _numbered(
    tokens: Tokens, end: int, letters: str, first: str, world: World, many: bool = False
) -> Iterator[Found]:
    """Units by their letters, a first number, and a range or list of numbers behind it.

    `many`: their name was in the plural, so that `1 to 4` is a range.
    """
    one = explicit((f"{letters}{first}",), world)
    if not first or world.table.places.style == "tile":
        yield end, one
        return
    behind = skip(tokens, end, *RANGE)
    if behind == end + 1 and behind < len(tokens):
        glued = re.fullmatch(rf"{re.escape(letters)}([0-9]+)", tokens[behind].word)
        after, last = (behind + 1, int(glued[1])) if glued else (behind, 0)
        apart = word(tokens, end) in ("->", "to")
        if not glued and (many or (tokens[behind].sort == "number" and not apart)):
            after, last = number_at(tokens, behind) or (behind, 0)
        if int(first) < last < int(first) + 100:
            refs = tuple(f"{letters}{n}" for n in range(int(first), last + 1))
            known = tuple(ref for ref in refs if ref.lower() in world.by_ref)
            gaps = () if len(known) == len(refs) else refs
            yield after, explicit(gaps or refs, world)
    more, numbers = end, [first]
    while True:
        joined = skip(tokens, more, ",", "and", "&", "+", "/")
        found = number_at(tokens, joined) if joined > more else None
        if found is None or not (many or tokens[joined].sort == "number"):
            break
        behind_it = tokens[found[0] : found[0] + 1]
        if any(one.is_word and not one.after_blank for one in behind_it):  # the 3 of `O2, 3R`
            break
        numbers.append(str(found[1]))
        more = found[0]
    if (len(numbers) > 1 and word(tokens, more) not in (",", ".", ";")) or len(numbers) > 2:
        refs = tuple(f"{letters}{number}" for number in numbers)
        if all(ref in world.by_ref for ref in refs):
            yield more, explicit(refs, world)
    yield end, one


def _is_narrowed(tokens: Tokens, end: int, world: World) -> bool:
    """Is it only everyone of some kind (`everyone on foot`, `everyone at the back`)?"""
    if word(tokens, end) not in ("on", "at", "in", "near", "with", "who", "behind"):
        return False
    aim = skip(tokens, end + 1, *THE)
    if aim >= len(tokens):
        return False
    named = any(True for _ in _references(tokens, aim, world)) or word(tokens, aim) in ("once", "")
    return not named and tokens[aim].is_word and not any(True for _ in kind_at(tokens, aim, world))


def _everyone(tokens: Tokens, at: int, world: World) -> Iterator[Found]:
    """`everyone`, `all my units`, `the whole army`, `everyone else`, `the rest of the ...`."""
    own = [one for one in world.own if one.at]
    end = at
    counted = bool(world.table.force)  # with counted units, everybody includes nameless ones
    if word(tokens, at) in EVERYONE and not counted:
        end = skip(tokens, at + 1, "of", *THE, *MINE)
        whole = word(tokens, at) != "all" or word(tokens, end) in EXCEPT
        if (
            word(tokens, end) in TROOPS and word(tokens, end) in ("them", "you", "us", *TROOPS)
        ) or (word(tokens, at) == "all" and word(tokens, end) in ("them", "you", "us")):
            end, whole = end + 1, True
        elif whole:
            end = at + 1
        if word(tokens, end) == "else":
            yield end + 1, Value("rest", side="own", plural=True)
        elif whole:
            yield from all_in_line(tokens, end, own, world)
        if whole and word(tokens, end) != "else" and not _is_narrowed(tokens, end, world):
            yield end, replace(group(own, world), word="everyone")
    start = skip(tokens, at, "all", *THE, *MINE)
    whole = word(tokens, start) in ("whole", "entire", "complete") and not counted
    if whole and word(tokens, start + 1) in TROOPS:
        yield start + 2, replace(group(own, world), word="everyone")
    if word(tokens, start) in REMAINING:
        end = start + 1
        if word(tokens, end) in TROOPS:
            end += 1
        value = Value("rest", side="own", plural=True)
        behind = skip(tokens, end, "of", *THE, *MINE, "all")
        if behind > end or word(tokens, start) in ("remaining", "other"):
            if word(tokens, behind) in TROOPS:
                yield behind + 1, value
                return
            for further, things, _ in kind_at(tokens, behind, world):
                mine = tuple(one.spoken for one in things if world.owns(one))
                if mine:
                    yield further, replace(value, items=mine)
                    return
        if word(tokens, start) not in ("remaining", "other") or end > start + 1:
            yield end, value


def kind_at(tokens: Tokens, at: int, world: World) -> Iterator[tuple[int, tuple[Thing, ...], bool]]:
    """The things of the kind with the longest name that begins here.

    Yields (index after it, things, whether the name is a plural).
    """
    if word(tokens, at) not in world.kinds_begin:
        return
    for length in (4, 3, 2, 1):
        words = tuple(token.word for token in tokens[at : at + length])
        found = world.kinds.get(words) if len(words) == length else None
        if found is not None:
            yield at + length, *found
            return


def _kinds(tokens: Tokens, at: int, world: World) -> Iterator[Found]:
    """`the warboss`, `Legionnaires 1-4`, `both ballistas`, `the goblin at 5,20`."""
    start, words = at, []
    while word(tokens, start) in (*THE, *MINE, *THEIRS, *WHOLE, "of", "last", "remaining", "whole"):
        words.append(word(tokens, start))
        start += 1
    count = None
    if any(one in ("all", *THE, *MINE) for one in words):
        found = number_at(tokens, start)
        count, start = (found[1], found[0]) if found is not None else (None, start)
    vague = False
    if (not words and word(tokens, start) in OPEN) or word(tokens, start) == "half":
        vague = True
        start = skip(tokens, start + 1, "of", *THE, *MINE)
    nth = ordinal_at(tokens, start)
    start += nth is not None
    file = _file(tokens, start, world)
    start += bool(file)
    rim = extreme_at(tokens, start, world) or side_at(tokens, start, world, words)
    start = rim[0] if rim is not None else start
    if word(tokens, start) in BODIES and word(tokens, start + 1) == "of":
        start = skip(tokens, start + 2, *THE, *MINE)  # `both units of archers`
    for end, things, many in kind_at(tokens, start, world):
        end, things, many = _by_two_names(tokens, end, things, many, world)
        things = _whose(things, words, world)
        if file:
            things = tuple(one for one in things if one.at[:1] == file)
        behind = extreme_at(tokens, end, world) if rim is None else rim
        if behind is not None:
            yield from at_the_rim(max(end, behind[0]), things, behind[1], world)
        if rim is not None:
            continue
        yield from beside(tokens, end, things, world)
        if nth is not None:
            yield from by_number(tokens, end, things, nth, world)
        elif vague:
            yield from left_open(end, things, world)
        else:
            yield from _named(tokens, end, things, many, words, count, world)


def _file(tokens: Tokens, at: int, world: World) -> str:
    """The file of the board said before a kind (`the e-file pawn`, `b archer`); empty if none."""
    said = word(tokens, at)
    if said[1:] == "-file":
        return said[0]
    alone = world.table.places.style == "tile" and said in tuple("bcdefgh")
    return said if alone and any(True for _ in kind_at(tokens, at + 1, world)) else ""


def _by_two_names(
    tokens: Tokens, end: int, things: tuple[Thing, ...], many: bool, world: World
) -> tuple[int, tuple[Thing, ...], bool]:
    """Extend a kind by a second name (`the orc boss`) or by `units` behind it.

    Returns (index after it, things, whether it is a plural).
    """
    for further, others, several in kind_at(tokens, end, world):
        both = tuple(one for one in others if one in things)
        if both and further > end:
            end, things, many = further, both, several
    if word(tokens, end) in TROOPS and (many or word(tokens, end).endswith("s")):
        return end + 1, things, True
    called = any(kind_at(tokens, end, world)) or _does(tokens, end, world)
    return end + (word(tokens, end) in BODIES and not called), things, many


def _does(tokens: Tokens, at: int, world: World) -> bool:
    """Whether the word is a verb, not a part of the name (`the runts mob M1`, `gang up on M3`)."""
    behind = skip(tokens, at + 1, "up", "on", *THE, *THEIRS)
    named = word(tokens, behind) in world.by_ref or any(kind_at(tokens, behind, world))
    first, second = word(tokens, at), word(tokens, at + 1)
    return named and not {(first,), (first, second)}.isdisjoint(world.table.said)


def _whose(things: tuple[Thing, ...], words: list[str], world: World) -> tuple[Thing, ...]:
    """The things of one side, if a word before them says whose they are (`their`, `my`)."""
    if any(one in THEIRS and one != "his" for one in words):
        things = tuple(one for one in things if one.seat != world.seat)
    if any(one in MINE for one in words):
        things = tuple(one for one in things if world.owns(one))
    return things


def _named(
    tokens: Tokens,
    end: int,
    things: tuple[Thing, ...],
    many: bool,
    words: list[str],
    count: int | None,
    world: World,
) -> Iterator[Found]:
    """The units that a kind's name means: by numbers behind it, by place, the only one, or all.

    If several could be meant, it is a value with options.
    """
    behind = skip(tokens, end, *NUMBER_WORDS)
    number = number_at(tokens, behind) if things else None
    if word(tokens, end) == "one" and not any(
        _is_called(tokens[end - 1].word, one, world) for one in things
    ):
        number, end = None, end + 1  # `the wounded one`
    if number is not None and tokens[behind].word != "a":
        prefixes = tuple(dict.fromkeys(re.sub("[0-9]+$", "", one.ref).lower() for one in things))
        for letters in prefixes if things[0].ref[-1:].isdigit() else ():
            yield from _numbered(tokens, number[0], letters, str(number[1]), world, many)
    named = world.by_ref.get(word(tokens, end))
    if named is not None and named in things and tokens[end].sort == "ref":
        yield end + 1, explicit((tokens[end].word,), world)
    yield from placed(tokens, end, things, world)
    yield from in_line(tokens, end, things, world)
    alive = tuple(one for one in things if one.able) if "last" in words else things
    for side in ("own", "foe") if world.seat else ("any",):
        some = tuple(one for one in alive if side in ("any", world.side_of((one,))))
        if count is not None:
            some = _counted(some, count, word(tokens, end - 1))
        if not some or ("both" in words and len(some) != 2):
            continue
        if many or any(one in WHOLE for one in words) or count is not None:
            on_field = tuple(one for one in some if one.at) or some
            yield from all_in_line(tokens, end, on_field, world)
            yield end, group(on_field, world)
        elif len(some) == 1:
            yield end, group(some, world, False)
        else:
            yield end, Value("units", (), side, tuple((one.spoken,) for one in some))


def _is_called(said: str, thing: Thing, world: World) -> bool:
    """Is it a name of its type, so that `legionnaire one` may be L1, and no adjective?"""
    name = thing.kind.lower().rpartition(" ")[2]
    return said in (name, *plurals_of(name)) or world.table.things.get(said) == thing.kind


def _counted(things: tuple[Thing, ...], count: int, last: str) -> tuple[Thing, ...]:
    """The units meant by `the three goblins`, if a set of that size can be found.

    Tried in turn: all of them, those whose type is exactly `goblin` (no goblin bomber), and both
    again for those on the field.  Empty if no number fits.
    """
    field = tuple(one for one in things if one.at and one.able)
    for some in (things, field):
        very = tuple(one for one in some if last in plurals_of(one.kind.lower()))
        for found in (some, very):
            if len(found) == count:
                return found
    return ()
