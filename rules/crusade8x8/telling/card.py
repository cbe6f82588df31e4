"""A unit on its tile, or a type: what it may do."""

import re
from collections.abc import Iterator
from itertools import islice

from rules.crusade8x8.board import tables
from rules.crusade8x8.board.position import House, Position, Unit
from rules.crusade8x8.search.generate import Generator, packed
from rules.crusade8x8.setup.data import PRESETS
from rules.crusade8x8.state import State
from rules.crusade8x8.telling.view import position_for
from rules.display.telling import Card
from rules.display.view import Line, Span, line

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
        (
            "Counter-capture",
            "whoever captures it from one of its front diagonals is captured too",
        ),
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
"""So many of its actions a card names."""

COUNTED = 5_000
"""So many of them it counts."""

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
    for kind in tables.KINDS:
        if word in (kind.lower(), f"{kind.lower()}s", tables.LETTER_OF_KIND[kind].lower()):
            return kind
    return tables.KIND_OF_LETTER.get(word.upper()) if len(word) == 1 else None


def unit_card(state: State, viewer: int | None, word: str, name: str) -> Card | None:
    """A unit that the viewer sees; a type that is named has to be its type."""
    position, tile = position_for(state, viewer), tables.tile_named(name)
    unit = position.unit_at(tile)
    if unit is None or (word and kind_named(word) != unit.kind):
        return None
    facing = [f"faces {unit.facing}"] if unit.facing else []
    head = " · ".join((tables.COLOURS[unit.seat], class_of(unit.kind), *facing))
    lines = [*abilities(unit.kind, state.house), *now(state, position, tile, unit)]
    return Card(f"{unit.kind} {name}", head, tuple(lines), RULES[unit.kind])


def now(state: State, position: Position, tile: int, unit: Unit) -> Iterator[Line]:
    """What holds it, what it stands on, what it could do in this turn."""
    if unit.frozen:
        held = "cannot act" if state.house.frozen_all else "cannot leave its tile by itself"
        yield named("Frozen", f"until the end of {tables.COLOURS[unit.seat]}'s next turn: {held}")
    if position.treasures[tile]:
        yield line(f"It stands on a {tables.TREASURES[position.treasures[tile]]}")
    if state.flow.phase == "play" and unit.seat == position.side:
        generator = Generator(packed(position), state.house, position.removed)
        notes = [note for note, _, _ in islice(generator.actions_of(tile), COUNTED + 1)]
        some, left = ", ".join(notes[:EXAMPLES]), len(notes) - EXAMPLES
        more = f" and {left} more" if left > 0 else ""
        more = f" and more than {COUNTED} in all" if len(notes) > COUNTED else more
        yield named("Actions now", f"{some}{more}" if notes else "none")


def type_card(state: State, viewer: int | None, kind: str) -> Card:
    """A type, and how many of it each army has."""
    position = position_for(state, viewer)
    head = (
        f"{tables.LETTER_OF_KIND[kind]} · {class_of(kind)} · up to {tables.LIMITS[kind]} in an army"
    )
    lines = [*abilities(kind, state.house)]
    if state.flow.phase in ("play", "over"):
        lines.append(line("; ".join(have(position, seat, kind) for seat in tables.SEATS)))
    return Card(kind, head, tuple(lines), RULES[kind])


def have(position: Position, seat: int, kind: str) -> str:
    """`White 2 on the board, 2 in reserve`."""
    board, reserve = position.count(seat, kind), position.reserve(seat, kind)
    return f"{tables.COLOURS[seat]} {board} on the board, {reserve} in reserve"


def class_of(kind: str) -> str:
    """Pawn or Noble."""
    return "Pawn" if kind in tables.PAWNS else "Noble"


def abilities(kind: str, house: House) -> Iterator[Line]:
    """Section 8 in a player's words, with the house rules that touch it (C8-OPT-4, C8-OPT-6)."""
    if kind in tables.PAWNS:
        yield named("Basic actions", BASIC)
    for name, text in ABILITIES[kind]:
        if name == "Follow" and house.follow_command:
            text += ", after a Commander's action only"
        if name in ("Shot", "Telekinesis") and house.sight_clear:
            text += "; 2 ahead only if the tile between is open"
        yield named(name, text)


def named(name: str, text: str) -> Line:
    """A strong name, and what there is to say of it."""
    return (Span(name, strong=True), Span(f" {text}"))


def card_names(state: State, viewer: int | None) -> tuple[str, ...]:
    """Units by type and tile, then the types."""
    position = position_for(state, viewer)
    units = [
        f"{unit.kind} {tables.tile_name(tile)}"
        for tile in range(len(tables.TILE_NAMES))
        if (unit := position.unit_at(tile)) is not None
    ]
    return (*units, *tables.KINDS)


def ready_made() -> tuple[str, ...]:
    """C8-SETUP-9: `march: 2 Archers, 2 Casters, ...`: the same army for both players."""
    return tuple(
        f"{name}: {', '.join(one + 's' * (count > 1) for one, count in counted(kinds))}"
        for name, kinds in PRESETS.items()
    )


def counted(kinds: dict[str, int]) -> Iterator[tuple[str, int]]:
    """`2 Archer` and how many they are."""
    return ((f"{count} {kind}", count) for kind, count in kinds.items())


def price_list(state: State, viewer: int | None, faction: str = "") -> tuple[str, ...]:
    """C8-REC-3, C8-SETUP-10: nothing is bought; what a captured treasure may bring in.

    `faction`: `Pawns` or `Nobles` narrows it.
    """
    wanted = faction.strip().lower().removesuffix("s")
    position = state.position
    return tuple(
        f"{tables.LETTER_OF_KIND[kind]} {kind} ({class_of(kind)}, for a "
        f"{'Supply' if kind in tables.PAWNS else 'Relic'}): {reserves(position, viewer, kind)}"
        for kind in tables.KINDS
        if wanted in ("", class_of(kind).lower())
    )


def reserves(position: Position, viewer: int | None, kind: str) -> str:
    """`2 in reserve`, for both armies if the viewer has none."""
    if viewer in tables.SEATS and viewer:
        return f"{position.reserve(viewer, kind)} in reserve"
    both = (f"{tables.COLOURS[seat]} {position.reserve(seat, kind)}" for seat in tables.SEATS)
    return f"{', '.join(both)} in reserve"
