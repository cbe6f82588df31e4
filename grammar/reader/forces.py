"""Finds forces in systems with counted units: `3 infantry and GL1`, `all but the archers`."""

from collections.abc import Iterator, Mapping

from grammar.reader.tokens import number_at
from grammar.reader.values import Found, Tokens, noun_of, nouns_at, skip, word
from grammar.reader.world import Value, World

ARTICLES = ("the", "my", "our", "those", "these", "his", "their", "own", "brave", "good", "old")
THEIRS = ("his", "their", "your")
"""Words that say a leader may not be the writer's own."""
FRESH = ("x", "×", "*", "of", "more", "new", "fresh", "units", "extra", "further", *ARTICLES)
WHOLE = ("all", "every", "each")
EVERYBODY = ("everything", "everyone", "everybody")
TROOPS = (
    "troops",
    "army",
    "force",
    "forces",
    "garrison",
    "men",
    "units",
    "soldiers",
    "them",
    "lot",
)
LONE = ("lone", "sole", "single", "only")
BUT = ("but", "except", "save", "without", "minus", "excepting")
JOINS = (",", "and", "&", "+", "plus", "n", "also")
MOST = 12
CAPTIVE, OFF_THE_MAP = "captive", ("pool", "reserve", "captive")
OWN = frozenset(("my", "our", "own"))


def forces_at(tokens: Tokens, at: int, world: World) -> Iterator[Found]:
    """Every force that begins here: all units (with or without exceptions), then lists, the
    shortest first."""
    if not world.table.force or word(tokens, at - 1) == "army":  # `army 2 infantry`
        return
    whole = _everybody(tokens, at, world)
    if whole is not None:
        yield whole, _force("everything")
        start = skip(tokens, whole, *BUT, "for")
        for end, items in _lists(tokens, start, world) if start > whole else ():
            counted = [_counted(tokens, one, world) for one in items]
            yield end, _force(f"everything but {' and '.join(counted)}")
    for end, items in _lists(tokens, at, world):
        yield end, Value("force", items, explicit=True)


def _counted(tokens: Tokens, item: str, world: World) -> str:
    """`all <type>` with the number that stands there, if that is known; other items unchanged."""
    kind = item.removeprefix("all ")
    there = standing(tokens, kind, world) if kind != item else []
    return f"{there[0]} {kind}" if len(there) == 1 else item


def _force(said: str) -> Value:
    return Value("force", (said,), explicit=True)


def _lists(tokens: Tokens, at: int, world: World) -> Iterator[tuple[int, tuple[str, ...]]]:
    items: tuple[str, ...] = ()
    found = _item(tokens, at, world)
    while found is not None and len(items) < MOST:
        end, said = found
        items = (*items, said)
        yield end, items
        behind = skip(tokens, end, *JOINS, "with")
        found = _item(tokens, behind, world) if end < behind < end + 3 else None


def _everybody(tokens: Tokens, at: int, world: World) -> int | None:
    """The index after words for all units; None if there are none.

    `everything`, `all of them`, `my troops`, `all of Ashford`, with or without `and leaders`.
    """
    start = skip(tokens, at, *ARTICLES)
    if word(tokens, start) in EVERYBODY:
        return _and_leaders(tokens, start + 1)
    end = skip(tokens, start, "all", "whole", "entire", "complete", "of", *ARTICLES)
    if end > at and word(tokens, end) in TROOPS:
        return _and_leaders(tokens, end + 1)
    if word(tokens, start) == "all" and word(tokens, start + 1) in ("of", "in"):
        return start + 1 if _names_a_place(tokens, start + 2, world) else None
    if word(tokens, start) == "all" and word(tokens, start + 1) in (*BUT, "from", ""):
        return None if _closes(tokens, start) else start + 1
    return None


def _names_a_place(tokens: Tokens, at: int, world: World) -> bool:
    """Does the name of a place stand here?"""
    noun = world.table.force["place"]
    return any(noun in value.classes for _, value in nouns_at(tokens, at, world))


def _closes(tokens: Tokens, at: int) -> bool:
    """Is it an `all from` that sums up a line (`2 inf to Highcross, 2 to Longmere, all from
    Kingsfold`)?"""
    later = any(token.word in (*JOINS, "to", "into", "->", ">", ";") for token in tokens[at + 1 :])
    return at > 1 and word(tokens, at - 1) == "," and word(tokens, at + 1) == "from" and not later


def _and_leaders(tokens: Tokens, end: int) -> int:
    """The index after `and leaders`, which adds nothing to everything; `end` if it is not said."""
    behind = skip(tokens, end, "and", "with", "including", "all", *ARTICLES)
    if behind > end + 1 and word(tokens, behind) in ("leader", "leaders", "general"):
        return behind + 1
    return end


def _item(tokens: Tokens, at: int, world: World) -> tuple[int, str] | None:
    """A number of a type, all of a type, or a leader, as (index after it, text).  Where captives
    are spoken of, they may be called so before or behind their type."""
    found = _named(tokens, at, world)
    if found is None or not _are_captives(world):
        return found
    return skip(tokens, found[0], *world.table.force["captives"]), found[1]


def _are_captives(world: World) -> bool:
    """Is this a phase in which the forces of this seat are its captives?"""
    places = world.table.force.get("phases", {}).get(world.phase, ())
    return CAPTIVE in places and bool(world.seat)


def _named(tokens: Tokens, at: int, world: World) -> tuple[int, str] | None:
    leader = _leader(tokens, at, world)
    if leader is not None:
        return leader
    start = skip(tokens, at, *ARTICLES)
    if word(tokens, start) == "one" and word(tokens, start + 1) == "half":
        start += 1
    count = number_at(tokens, skip(tokens, start, "all", *ARTICLES))
    if count is None and word(tokens, start) in ("a", "an") and word(tokens, start + 1) != "pair":
        count = start + 1, 1
    alone = word(tokens, start) == "only" and word(tokens, start + 1) in ("the", "my", "our")
    if count is None and word(tokens, start) in LONE and not alone:
        count = start + 1, 1
    if count is None and word(tokens, start) == "both":
        count = start + 1, 2
    if count is None and (word(tokens, start), word(tokens, start + 1)) == ("a", "pair"):
        count = start + 2, 2
    if count is None and word(tokens, start) == "another":
        count = number_at(tokens, start + 1) or (start + 1, 1)
    if count is not None:
        kind = _kind(tokens, _of_captives(tokens, skip(tokens, count[0], *FRESH), world), world)
        return None if kind is None else (kind[0], f"{count[1]} {kind[1]}")
    return _all_of(tokens, at, start, world)


def _all_of(tokens: Tokens, at: int, start: int, world: World) -> tuple[int, str] | None:
    """All or half of a type, as (index after it, text).

    `all the cavalry`, `the archers`, `half the infantry in Ashford`, `Ashford's archers`.
    """
    half = word(tokens, start) == "half"
    end = _of_captives(tokens, skip(tokens, start + half, *WHOLE, "of", *ARTICLES), world)
    owned = at > 0 and tokens[at - 1].sort == "own"
    kind = _kind(tokens, end, world)
    if kind is None:
        return None
    alone = tokens[kind[0] - 1].word in world.table.force.get("singular", ())
    bare = end == at and not owned
    if bare and (alone or not _begins_a_clause(tokens, at) or not standing(tokens, kind[1], world)):
        return None
    if not half and (not alone or word(tokens, start) in WHOLE):
        return kind[0], f"all {kind[1]}"
    there = standing(tokens, kind[1], world)
    if half and len(there) == 1 and there[0] % 2 == 0:
        return kind[0], f"{there[0] // 2} {kind[1]}"
    if not half and there == [1]:
        return kind[0], f"1 {kind[1]}"
    return None


def _of_captives(tokens: Tokens, at: int, world: World) -> int:
    """The index after words such as `captive`, where captives are spoken of."""
    return skip(tokens, at, *world.table.force["captive"]) if _are_captives(world) else at


def _begins_a_clause(tokens: Tokens, at: int) -> bool:
    """Does a clause begin here, so that a bare plural means who goes (`mercs from Jestwick`)?"""
    return at == 0 or word(tokens, at - 1) in (*JOINS, ":", ";", "then")


def standing(tokens: Tokens, kind: str, world: World) -> list[int]:
    """How many of the writer's units of a type stand in each province that the sentence names.

    If it names none, all provinces count; in phases with pools of their own, only the pools.
    Provinces without such units are left out.
    """
    noun = world.table.force["place"]
    stacks = _stacks(world)
    if places := world.table.force.get("phases", {}).get(world.phase):
        return [count for place in places if (count := stacks.get((place, kind), 0))]
    stacks = {key: count for key, count in stacks.items() if key[0] not in OFF_THE_MAP}
    named = [
        value.items[0].lower()
        for at in range(len(tokens))
        for _, value in nouns_at(tokens, at, world)
        if noun in value.classes
    ]
    found = [stacks.get((one, kind)) for one in dict.fromkeys(named)]
    some = [count for count in found if count]
    return some if named else [n for (_, what), n in stacks.items() if what == kind]


def _stacks(world: World) -> Mapping[tuple[str, str], int]:
    """The number of the writer's units by (province, type)."""
    found = {}
    for thing in world.own:
        parts = thing.ref.split("/")
        if len(parts) == 3:
            found[parts[0].lower(), parts[1].lower()] = int(parts[2])
    return found


def _leader(tokens: Tokens, at: int, world: World) -> tuple[int, str] | None:
    """A leader, as (index after it, reference): `GL1`, or `my leader` if there is only one."""
    start = _of_captives(tokens, skip(tokens, at, *ARTICLES), world)
    said = word(tokens, start)
    if said == "leader" and word(tokens, start + 1) in world.by_ref:
        start, said = start + 1, word(tokens, start + 1)
    if world.table.force.get("leader") and _is_leader(said, world):
        return start + 1, said.upper()
    if said == "great" and word(tokens, start + 1) == "leader":
        start, said = start + 1, "leader"
    before = {one.word for one in tokens[max(0, at - 1) : start]}
    theirs = not before.isdisjoint(THEIRS)
    if said in ("leader", "general", "commander") and _are_captives(world) and not before & OWN:
        held = [what for place, what in _stacks(world) if place == CAPTIVE and what in world.by_ref]
        return (start + 1, held[0].upper()) if len(held) == 1 else None
    if said in ("leader", "general", "commander") and not theirs:
        own = [one for one in world.own if one.kind == "leader" and one.able]
        return (start + 1, own[0].ref) if len(own) == 1 else None
    return None


def _is_leader(said: str, world: World) -> bool:
    letters = world.table.force["leader"]
    return said.startswith(letters) and said[len(letters) :].isdigit()


def _kind(tokens: Tokens, at: int, world: World) -> tuple[int, str] | None:
    """The type of unit named here, as (index after it, name)."""
    wanted = world.table.force["kind"]
    for end, value in nouns_at(tokens, at, world):
        if wanted in value.classes:
            return end, noun_of(value, wanted, world)
    return None
