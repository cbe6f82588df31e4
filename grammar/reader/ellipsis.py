"""Spells out lines whose parts leave out what another part says: `3 inf from Ashford to Brindle,
2 to Corrin`, `a market in Jestwick and one in Harrowby`.

Such a line becomes the sentences that it means, but only if every word of it is understood here;
any other line is left to the rest of the reader.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from grammar.reader.forces import ARTICLES, forces_at
from grammar.reader.tokens import number_at
from grammar.reader.values import Tokens, noun_of, nouns_at, skip, word
from grammar.reader.world import World
from rules.line.frozen import Frozen

STARTS = ("from", "out", "off", "of")
GOALS = ("to", "into", "on", "onto", "->", ">", "against", "at", "in", "for", "towards", "upon")
SENDS = ("send", "sends")
"""Verbs that make the place before them the source (`Ashford sends 3 inf`)."""

PARTS = (",", "and", "&", "then", "plus", "+", ";")
SILENT = (
    *("with", "by", "using", "please", "more", "others", "also", "both", "all", "another", "each"),
    *ARTICLES,
)
ARTICLE = ("a", "an", "another", "the", "my")
HELPED_BY = ("with", "using", "under", "plus", "+")
ONE = ("one", "another")
"""Words for one more building of the kind named before."""


class Fragment(Frozen):
    """What one part of a line says: a force (or a number without a type), places, a building."""

    force: tuple[str, ...] = ()
    number: int = 0
    source: str = ""
    target: str = ""
    building: str = ""

    @property
    def says_whom(self) -> bool:
        """Does it say who goes, or what is built?"""
        return bool(self.force or self.number or self.building)

    @property
    def says_where(self) -> bool:
        """Does it name a place?"""
        return bool(self.source or self.target)


def spelled_out(tokens: Tokens, world: World) -> tuple[str, ...]:
    """The sentences that a line with omissions means; empty if it is no such line."""
    forms: Mapping[str, Any] = world.table.force.get("ellipsis", {})
    form = forms.get(world.phase, "")
    if not form or not world.seat:
        return ()
    parts = _parts(tokens, world, "{source}" in form)
    if parts is None or len(parts) < 2:
        return ()
    filled = _filled(parts, "{source}" in form)
    if filled is None or filled == parts or len(set(filled)) < len(filled):
        return ()
    at_once = not any(token.word in ("then", ";") for token in tokens)
    if "{source}" in form and at_once:
        filled = _side_by_side(filled, parts)
    build = forms.get("build", "")
    return tuple(
        (build if part.building else form).format(
            force=" and ".join(part.force),
            source=part.source,
            target=part.target,
            building=part.building,
        )
        for part in filled
    )


SEAMS = (",", ":", ";", "-", "..", "and", "&", "plus")
ANOTHER = (("the", "other"), ("the", "second"), ("the", "first"), ("one",), ("another",))
MOST_DEALT = 6


def dealt_out(text: str, tokens: Tokens) -> tuple[str, ...]:
    """A sentence for each of several things that a line counts and then places.

    `two machines, one at 35,33 and one at 40,33`.  Empty if it is no such line.
    """
    starts = [at for at in range(1, len(tokens)) if _another(tokens, at)]
    if not 2 <= len(starts) <= MOST_DEALT:
        return ()
    head = tokens[: starts[0]]
    while head and head[-1].word in SEAMS:
        head = head[:-1]
    counts = [(at, number_at(head, at)) for at in range(len(head))]
    counts = [one for one in counts if one[1] is not None and one[0] < 4]
    many = next(((at, found) for at, found in counts if found and found[1] == len(starts)), None)
    if len(counts) != 1 or many is None or many[1] is None or many[1][0] >= len(head):
        return ()
    before = text[: head[many[0]].start]
    what = text[head[many[1][0]].start : head[-1].end]
    found = []
    for start, stop in zip(starts, (*starts[1:], len(tokens)), strict=True):
        part = tokens[start + len(_another(tokens, start)) : stop]
        while part and part[-1].word in SEAMS:
            part = part[:-1]
        if not part:
            return ()
        found.append(f"{before}a {what} {text[part[0].start : part[-1].end]}")
    return tuple(found)


def _another(tokens: Tokens, at: int) -> tuple[str, ...]:
    """The words for one of the things counted (`one at ...`, `the other in ...`); else empty."""
    if tokens[at - 1].word not in SEAMS:
        return ()
    for row in ANOTHER:
        end = at + len(row)
        if tuple(one.word for one in tokens[at:end]) == row and word(tokens, end) in GOALS:
            return row
    return ()


def headed(text: str, tokens: Tokens, world: World) -> tuple[str, ...]:
    """The orders of a line that begins with their place (`Juniper: bounty 1, cav charge, fight`).

    Empty if it is no such line.
    """
    if world.phase not in world.table.force.get("headed", ()):
        return ()
    for end, name in _nouns(tokens, 0, world, world.table.force["place"]):
        if word(tokens, end) != ":" or end + 1 >= len(tokens):
            continue
        parts = re.split(r"\s*(?:,|;|\band\b|\bthen\b)\s*", text[tokens[end].end :])
        parts = [part.strip(" .!") for part in parts if part.strip(" .!")]
        parts = [re.sub(r"(?i)\s+(?:it|there)$", "", part) for part in parts]
        return tuple(f"{part} in {name}" for part in parts) if len(parts) > 1 else ()
    return ()


def aided(text: str, tokens: Tokens, world: World) -> tuple[str, ...]:
    """The order to use a helper, and the order that it helps; empty if the line names none.

    `RL1 drops a boulder on the oak, with Support`.
    """
    for at, token in enumerate(tokens):
        if not at or token.word not in HELPED_BY:
            continue
        for end, value in nouns_at(tokens, skip(tokens, at + 1, *ARTICLES), world):
            said = value.classes[0] if len(value.classes) == 1 else ""
            if end == len(tokens) and said in world.table.aids:
                return f"use {noun_of(value, said, world)}", text[: tokens[at].start].strip(" ,;-")
    return ()


# --- taking apart -------------------------------------------------------------------------------


def _parts(tokens: Tokens, world: World, moves: bool) -> list[Fragment] | None:
    """The parts of a line; None if a word does not belong in it, or a part says a thing twice."""
    found: list[Fragment] = []
    now, mark, at = Fragment(), "", 0
    while at < len(tokens):
        said = tokens[at].word
        if said in PARTS:
            if now.says_where and (now.says_whom or found):
                found.append(now)
                now = Fragment()
            mark, at = "", at + 1
            continue
        step = _step(tokens, at, world, now, mark, moves)
        if step is None:
            return None
        at, now, mark = step
        if mark == ":":
            found.append(now)
            now, mark = Fragment(), ""
    return [*found, now] if now != Fragment() else found


def _step(
    tokens: Tokens, at: int, world: World, now: Fragment, mark: str, moves: bool
) -> tuple[int, Fragment, str] | None:
    """Add the next words to the present part: a force, a building, a place, a mark, a verb.

    Returns (index after them, part, mark before the next place); None if they do not belong here.
    """
    said = tokens[at].word
    for end, value in _longest(forces_at(tokens, at, world)):
        return None if now.says_whom else (end, replace(now, force=value), "")
    for end, name in _nouns(tokens, at + (said in ARTICLE), world, "building"):
        return None if now.says_whom or moves else (end, replace(now, building=name), "")
    for end, name in _nouns(tokens, at, world, world.table.force["place"]):
        sends = not mark and word(tokens, end) in SENDS
        return _placed(end, name, now, "from" if sends else mark, moves)
    if said == ":" and now.says_where and not now.says_whom:
        return at + 1, now, ":"
    count = number_at(tokens, at)
    if count is not None and count[1] > 0:
        return None if now.says_whom else (count[0], replace(now, number=count[1]), "")
    if said in ONE and not moves and not now.says_whom:
        return at + 1, replace(now, number=1), ""
    if said in STARTS or said in GOALS:
        return at + 1, now, "from" if said in STARTS else "to"
    verbs = world.table.force["ellipsis"].get("verbs", ())
    return (at + 1, now, mark) if said in SILENT or said in verbs else None


def _placed(
    end: int, name: str, now: Fragment, mark: str, moves: bool
) -> tuple[int, Fragment, str] | None:
    """Add a province as source or target, by the word before it; without one it is the target."""
    starts = mark == "from" and moves
    if mark == "from" and not moves:
        return None
    if now.source if starts else now.target:
        return None
    return end, replace(now, source=name) if starts else replace(now, target=name), ""


def _longest(found: Iterator[tuple[int, Any]]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """The longest of these forces, if there is any, as (index after it, items)."""
    every = list(found)
    if every:
        end, value = max(every, key=lambda one: one[0])
        yield end, tuple(value.items)


def _nouns(tokens: Tokens, at: int, world: World, kind: str) -> Iterator[tuple[int, str]]:
    """The name of this class that begins here, as (index after it, name)."""
    for end, value in nouns_at(tokens, at, world):
        if kind in value.classes:
            yield end, noun_of(value, kind, world)


# --- filling in ---------------------------------------------------------------------------------


def _filled(parts: Sequence[Fragment], moves: bool) -> list[Fragment] | None:
    """Every part completed by what other parts say; None if something is still open."""
    shared = Fragment()
    if not parts[0].says_whom:
        shared, parts = parts[0], parts[1:]
        if not parts[0].says_whom:
            return None
    last = parts[-1]
    if len(parts) > 2 and not last.says_whom:
        shared, parts = replace(last, target=""), parts[:-1]
        if last.target or any(part.source for part in parts):
            return None
    done: list[Fragment] = []
    before = shared
    for part in parts:
        whom = _whom(part, done[-1] if done else Fragment())
        if whom is None:
            return None
        source = part.source or before.source or (last.source if not done else "")
        target = part.target or before.target or (last.target if not done else "")
        before = replace(whom, source=source if moves else "", target=target)
        if not before.target or (moves and not before.source):
            return None
        done.append(before)
    return done


def _side_by_side(filled: Sequence[Fragment], parts: Sequence[Fragment]) -> list[Fragment]:
    """Merge neighbouring parts with the same source and target, if one of them left that out.

    `the cavalry of Ashford and the leader raid Corrin`: they go together.
    """
    said = parts if parts[0].says_whom else parts[1:]
    done = [filled[0]]
    for at, (before, now) in enumerate(pairwise(filled)):
        same = (now.source, now.target) == (before.source, before.target)
        if same and not all(one.source and one.target for one in said[at : at + 2]):
            done[-1] = replace(done[-1], force=(*done[-1].force, *now.force))
        else:
            done.append(now)
    return done


def _whom(part: Fragment, before: Fragment) -> Fragment | None:
    """The part with the type or building of the part before, if it says none itself.

    None if it cannot be completed.
    """
    if part.force or part.building:
        return part
    if before.building and part.number <= 1:
        return replace(part, number=0, building=before.building)
    kind = re.fullmatch(r"\d+ (.+)", before.force[0]) if len(before.force) == 1 else None
    if not part.number or kind is None:
        return None
    return replace(part, number=0, force=(f"{part.number} {kind[1]}",))


def summed(text: str) -> str:
    """The text with sums computed (`2+1 infantry` becomes `3 infantry`)."""
    return re.sub(
        r"\b(\d{1,3}) ?\+ ?(\d{1,3})(?= ?[a-z])(?! ?(?:st|nd|rd|th)\b)",
        lambda found: str(int(found[1]) + int(found[2])),
        text,
        flags=re.IGNORECASE,
    )
