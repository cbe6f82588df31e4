"""Units, types and tiles in words."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice

from rules.crusade8x8 import board
from rules.crusade8x8.search.generate import Generator, packed
from rules.crusade8x8.setup import PRESETS
from rules.crusade8x8.state import State
from rules.crusade8x8.telling.picture import unit_words
from rules.crusade8x8.telling.view import position_for
from rules.display.telling import Card
from rules.display.things import Thing
from rules.display.view import Line, Span, line
from rules.display.words import counted
from rules.line.errors import Refusal
from rules.numbers.grid import direction, offset

# A unit on its tile, or a type: what it may do.


BASIC = (
    "Move one step ahead, then perhaps one to its left or right; Capture on a forward diagonal; "
    "Rotate a quarter turn, also after a Move or a Capture"
)

ABILITIES: dict[str, tuple[tuple[str, str], ...]] = {
    "Archer": (
        ("Shot", "any enemy 1 ahead, only a Pawn 2 ahead; the Archer stays and does not Rotate"),
    ),
    "Caster": (
        (
            "Telekinesis",
            "the unit 1 or 2 ahead, alone or after a basic action: a push of one tile any way, or "
            "a quarter turn of a Pawn; the unit is frozen",
        ),
    ),
    "Rogue": (
        (
            "Specials",
            "one step to any adjacent tile, exactly two ahead, or a swap with an adjacent Pawn of "
            "its army; it may Rotate after everything",
        ),
        ("Follow", "for free onto an adjacent tile that another ally has left in this action"),
    ),
    "Warrior": (
        ("Front capture", "it captures also straight ahead, and may Rotate afterwards"),
        ("Counter-capture", "whoever captures it from one of its front diagonals is captured too"),
    ),
    "Bishop": (("Slides", "1 to 5 tiles along a diagonal, and captures"),),
    "Commander": (
        ("Steps", "to an adjacent open tile, or stands still; it captures nothing"),
        (
            "Commands",
            "then it may Rotate one adjacent Pawn, and two adjacent Pawns carry out a basic "
            "action each",
        ),
    ),
    "Knight": (
        (
            "Jumps",
            "1 by 2 tiles, whatever stands between, and captures; it chooses whether it arrives "
            "straight or diagonally",
        ),
    ),
    "Paladin": (("Slides", "1 to 3 tiles along a rank or file, and captures"),),
}

RULES = {
    "Archer": ("C8-ARCH-2",),
    "Caster": ("C8-CAST-5", "C8-FRZ-1"),
    "Rogue": ("C8-ROGUE-5", "C8-FOL-1"),
    "Warrior": ("C8-WAR-1", "C8-WAR-2"),
    "Bishop": ("C8-BISH-1",),
    "Commander": ("C8-CMD-5", "C8-CMD-6"),
    "Knight": ("C8-KNI-2",),
    "Paladin": ("C8-PAL-1",),
}

EXAMPLES = 6
"""How many of its actions the card of a unit lists."""

COUNTED = 5_000
"""How many of its actions are counted at most."""

NAMED = re.compile(r"([A-Za-z]*)\s*([a-h][1-8])", re.ASCII)


def card(state: State, viewer: int | None, name: str) -> Card | None:
    """`b2`, `Ab2`, `archer b2`: the unit there as it is now; `Archer`, `archers`, `A`: the type."""
    found = NAMED.fullmatch(name.strip())
    if found is not None:
        return unit_card(state, viewer, found[1], found[2].lower())
    kind = kind_named(name)
    return None if kind is None else type_card(state, viewer, kind)


def kind_named(word: str) -> str | None:
    """A type by its name, its plural or its letter."""
    word = word.strip().lower()
    for kind in board.KINDS:
        if word in (kind.lower(), f"{kind.lower()}s", board.LETTER_OF_KIND[kind].lower()):
            return kind
    return board.KIND_OF_LETTER.get(word.upper()) if len(word) == 1 else None


def unit_card(state: State, viewer: int | None, word: str, name: str) -> Card | None:
    """The card of a unit that the viewer sees; None if it is not there, or not of that type."""
    position, tile = position_for(state, viewer), board.tile_named(name)
    unit = position.unit_at(tile)
    if unit is None or (word and kind_named(word) != unit.kind):
        return None
    facing = [f"faces {unit.facing}"] if unit.facing else []
    head = " · ".join((board.COLOURS[unit.seat], class_of(unit.kind), *facing))
    lines = [*abilities(unit.kind, state.house), *now(state, position, tile, unit)]
    return Card(f"{unit.kind} {name}", head, tuple(lines), RULES[unit.kind])


def now(state: State, position: board.Position, tile: int, unit: board.Unit) -> Iterator[Line]:
    """Whether the unit is frozen, the treasure it stands on, and what it could do this turn."""
    if unit.frozen:
        held = "cannot act" if state.house.frozen_all else "cannot leave its tile by itself"
        yield named("Frozen", f"until the end of {board.COLOURS[unit.seat]}'s next turn: {held}")
    if position.treasures[tile]:
        yield line(f"It stands on a {board.TREASURES[position.treasures[tile]]}")
    if state.flow.phase == "play" and unit.seat == position.side:
        generator = Generator(packed(position), state.house, position.removed)
        notes = [note for note, _, _ in islice(generator.actions_of(tile), COUNTED + 1)]
        some, left = ", ".join(notes[:EXAMPLES]), len(notes) - EXAMPLES
        more = f" and {left} more" if left > 0 else ""
        more = f" and more than {COUNTED} in all" if len(notes) > COUNTED else more
        yield named("Actions now", f"{some}{more}" if notes else "none")


def type_card(state: State, viewer: int | None, kind: str) -> Card:
    """The card of a type, with how many of it each army has."""
    position = position_for(state, viewer)
    head = (
        f"{board.LETTER_OF_KIND[kind]} · {class_of(kind)} · up to {board.LIMITS[kind]} in an army"
    )
    lines = [*abilities(kind, state.house)]
    if state.flow.phase in ("play", "over"):
        lines.append(line("; ".join(have(position, seat, kind) for seat in board.SEATS)))
    return Card(kind, head, tuple(lines), RULES[kind])


def have(position: board.Position, seat: int, kind: str) -> str:
    """`White 2 on the board, 2 in reserve`."""
    placed, reserve = position.count(seat, kind), position.reserve(seat, kind)
    return f"{board.COLOURS[seat]} {placed} on the board, {reserve} in reserve"


def class_of(kind: str) -> str:
    """Pawn or Noble."""
    return "Pawn" if kind in board.PAWNS else "Noble"


def abilities(kind: str, house: board.House) -> Iterator[Line]:
    """Section 8 in a player's words, with the house rules that touch it (C8-OPT-4, C8-OPT-6)."""
    if kind in board.PAWNS:
        yield named("Basic actions", BASIC)
    for name, text in ABILITIES[kind]:
        if name == "Follow" and house.follow_command:
            text += ", after a Commander's action only"
        if name in ("Shot", "Telekinesis") and house.sight_clear:
            text += "; 2 ahead only if the tile between is open"
        yield named(name, text)


def named(name: str, text: str) -> Line:
    """A line that begins with a strong name."""
    return (Span(name, strong=True), Span(f" {text}"))


def card_names(state: State, viewer: int | None) -> tuple[str, ...]:
    """Units by type and tile, then the types."""
    position = position_for(state, viewer)
    units = [f"{unit.kind} {board.tile_name(tile)}" for tile, unit in position.units()]
    return (*units, *board.KINDS)


def ready_made() -> tuple[str, ...]:
    """C8-SETUP-9: `march: 2 Archers, 2 Casters, ...`: the same army for both players."""
    return tuple(
        f"{name}: {', '.join(counted(count, kind) for kind, count in kinds.items())}"
        for name, kinds in PRESETS.items()
    )


def price_list(state: State, viewer: int | None, faction: str = "") -> tuple[str, ...]:
    """C8-REC-3, C8-SETUP-10: the types that a captured treasure may bring in; nothing is bought.

    `faction`: `Pawns` or `Nobles` narrows it.
    """
    wanted = faction.strip().lower().removesuffix("s")
    position = state.position
    return tuple(
        f"{board.LETTER_OF_KIND[kind]} {kind} ({class_of(kind)}, for a "
        f"{'Supply' if kind in board.PAWNS else 'Relic'}): {reserves(position, viewer, kind)}"
        for kind in board.KINDS
        if wanted in ("", class_of(kind).lower())
    )


def reserves(position: board.Position, viewer: int | None, kind: str) -> str:
    """`2 in reserve`, for both armies if the viewer has none."""
    if viewer in board.SEATS and viewer:
        return f"{position.reserve(viewer, kind)} in reserve"
    both = (f"{board.COLOURS[seat]} {position.reserve(seat, kind)}" for seat in board.SEATS)
    return f"{', '.join(both)} in reserve"


# The board around a tile in words, for those who cannot see it.


def describe(state: State, viewer: int | None, reference: str) -> tuple[str, ...]:
    """A tile, and what is near it, as White sees the board: up is towards rank 8."""
    name = reference.strip().lower()
    if name not in board.TILE_NAMES:
        raise Refusal("C8-BOARD-1", f"{reference[:20]} is no tile; tiles are a1 to h8")
    return tuple(lines(position_for(state, viewer), board.tile_named(name)))


def lines(position: board.Position, tile: int) -> Iterator[str]:
    """The tile itself, then everything else by the number of steps to it."""
    here = list(names(position, tile))
    yield f"{board.tile_name(tile)}: {'; '.join(here) or 'empty'}"
    for steps, other in sorted((board.steps_between(tile, one), one) for one in range(64)):
        for thing in names(position, other) if other != tile else ():
            rows, columns = tile // 8 - other // 8, other % 8 - tile % 8
            where = f"{direction(rows, columns)} ({offset(rows, columns)})"
            yield f"{thing}: {steps} away, {where}"


def names(position: board.Position, tile: int) -> Iterator[str]:
    """The unit and the treasure on a tile, in words."""
    unit = position.unit_at(tile)
    if unit is not None:
        yield f"{board.COLOURS[unit.seat]} {unit_words(position, tile)}"
    if position.treasures[tile]:
        yield f"{board.TREASURES[position.treasures[tile]]} on {board.tile_name(tile)}"


# What the reader of orders may know of the board: units by tile and kind, the names of kinds.


NOUNS = {
    "kind": board.KINDS,
    "compass": ("up", "down", "north", "east", "south", "west"),
    "side": ("army 1", "army 2"),
    "condition": ("frozen",),
}


def things(state: State, viewer: int) -> tuple[Thing, ...]:
    """C8-REF-4: every unit that this viewer sees, named by type and tile."""
    found = (thing_of(tile, unit) for tile, unit in position_for(state, viewer).units())
    return tuple(thing if viewer else replace(thing, said="") for thing in found)


def references(state: State, viewer: int | None) -> tuple[str, ...]:
    """C8-REF-4: the tiles on which this viewer sees a unit."""
    return tuple(board.tile_name(tile) for tile, _ in position_for(state, viewer).units())


def thing_of(tile: int, unit: board.Unit) -> Thing:
    """A unit with its words; a Noble has no facing, so its army's forward stands for it."""
    name, kind, seat = board.tile_name(tile), unit.kind, unit.seat
    words = (class_of(kind).lower(), board.COLOURS[seat])
    facing = unit.facing or board.FORWARD[seat]
    return Thing(name, seat, kind, words, name, said=f"{kind.lower()} {name}", facing=facing)


def nouns(state: State, viewer: int) -> Mapping[str, tuple[str, ...]]:
    """C8-REF-4: kinds and the other words that sentences use as names; C8-TREAS-1: the treasures
    still to be captured, with their tiles."""
    return {**NOUNS, "treasure": treasures(state, viewer)}


def treasures(state: State, viewer: int) -> tuple[str, ...]:
    """C8-TREAS-1: `supply b6`: what the player may still capture; for the GM, what anybody may."""
    position = position_for(state, viewer)
    return tuple(
        f"{kind.lower()} {board.tile_name(tile)}"
        for kind in ("Supply", "Relic")
        for seat in (1, 2)
        if seat != viewer
        for tile in position.treasures_of(seat, kind)
    )
