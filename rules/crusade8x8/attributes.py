"""Section 3.2: what the `=` lines of cases may ask."""

import re
from collections.abc import Callable

from rules.crusade8x8 import board
from rules.crusade8x8.board import write_position
from rules.crusade8x8.search.perft import notations, perft
from rules.crusade8x8.state import State
from rules.line.common import Finding, compare, expect_flow
from rules.line.flow import seat_name

MAX_DEPTH = 6


def expect(state: State, text: str) -> Finding:
    """Check one `=` line.  Raises `ValueError` if this system has no such line."""
    words = text.split()
    about = {"last": _last, "position": _position, "perft": _perft, "notations": _notations}
    if words and words[0].lower() in about:
        return about[words[0].lower()](state, text)
    if words and words[0].lower() in board.TILE_NAMES:
        return _expect_tile(state, words[0].lower(), [word.lower() for word in words[1:]])
    if len(words) > 3 and words[0].lower() == "army" and words[1] in ("1", "2"):
        found = army_value(state, int(words[1]), words[2].lower())
        return compare(" ".join(words[3:]), found)
    if len(words) > 2 and words[0].lower() == "game" and words[1].lower() in GAME_VALUES:
        return compare(" ".join(words[2:]), GAME_VALUES[words[1].lower()](state))
    answer = expect_flow(state.flow, words)
    if answer is None:
        raise ValueError(f"no expectation of crusade8x8: {text[:80]!r}")
    return answer


def _expect_tile(state: State, name: str, words: list[str]) -> Finding:
    """`b2 unit white Archer`, `b2 facing up`, `b2 treasure none`, `b2 empty`, `b2 has frozen`."""
    tile = board.tile_named(name)
    unit = state.position.unit_at(tile)
    shown = "none" if unit is None else str(unit)
    match words:
        case ["empty"]:
            return Finding("empty", shown, unit is None)
        case ["has" | "lacks" as verb, "frozen"]:
            frozen = state.position.is_frozen(tile)
            return Finding(" ".join(words), str(frozen), frozen == (verb == "has"))
        case ["unit", *value] if value:
            return compare(" ".join(value), shown)
        case ["facing", value]:
            return compare(value, unit.facing or "none" if unit else "none")
        case ["treasure", *value] if value:
            return compare(
                " ".join(value), board.TREASURES[state.position.treasures[tile]] or "none"
            )
    raise ValueError(f"no expectation about a tile: {' '.join(words)[:80]!r}")


def army_value(state: State, seat: int, attribute: str) -> str:
    """A value of an army as text, such as `count-archer` or `forfeits`.  Raises `ValueError`.

    Before play the army so far is counted, later the units on the board.
    """
    what, _, kind = attribute.partition("-")
    known = {name.lower(): name for name in board.KINDS}
    if what in ("count", "reserve") and kind in known:
        if what == "reserve":
            return str(state.position.reserve(seat, known[kind]))
        return str(army_count(state, seat, (known[kind],)))
    groups = {"units": board.KINDS, "pawns": board.PAWNS, "nobles": board.NOBLES}
    if attribute in groups:
        return str(army_count(state, seat, groups[attribute]))
    if attribute in ARMY_VALUES:
        return str(ARMY_VALUES[attribute](state, seat))
    raise ValueError(f"an army has no {attribute[:40]!r}")


ARMY_VALUES: dict[str, Callable[[State, int], int]] = {
    "treasures": lambda state, seat: 4 - state.position.treasures_left(3 - seat),
    "forfeits": lambda state, seat: state.position.forfeits[seat - 1],
    "due-pawns": lambda state, seat: state.due[0] if state.flow.phase == "choose" else 0,
    "due-nobles": lambda state, seat: state.due[1] if state.flow.phase == "choose" else 0,
}
"""Section 3.2: values of an army besides its units."""


def army_count(state: State, seat: int, kinds: tuple[str, ...]) -> int:
    """Units of these types: in the army before play, afterwards on the board."""
    if state.flow.phase in ("choose", "place"):
        return sum(1 for kind in state.armies[seat - 1] if kind in kinds)
    return sum(state.position.count(seat, kind) for kind in kinds)


def result_text(state: State) -> str:
    """Section 3.1: ongoing, army 1, army 2 or draw."""
    outcome = state.flow.outcome
    if outcome is None:
        return "ongoing"
    return seat_name(outcome.winners[0]) if outcome.winners else "draw"


GAME_VALUES: dict[str, Callable[[State], str]] = {
    "round": lambda state: str(state.position.round),
    "progress": lambda state: str(state.position.progress),
    "removed": lambda state: state.position.removed or "-",
    "layout": lambda state: state.layout,
    "offer": lambda state: seat_name(state.position.offer) if state.position.offer else "none",
    "result": result_text,
}


def _last(state: State, text: str) -> Finding:
    """`last "Ab2-b3"`: the canonical notation of the last action."""
    return _exactly(text, "last", state.last)


def _position(state: State, text: str) -> Finding:
    """`position "..."`: the whole position string."""
    return _exactly(text, "position", write_position(state.position))


def _perft(state: State, text: str) -> Finding:
    """C8-PERFT-1: `perft 2 9025`."""
    asked = re.fullmatch(r"perft\s+(\d+)\s+(\d+)", text, re.IGNORECASE)
    if not asked or int(asked[1]) > MAX_DEPTH:
        raise ValueError(f"write `perft depth count`, the depth at most {MAX_DEPTH}")
    return compare(asked[2], str(perft(state.position, int(asked[1]), state.house)))


def _notations(state: State, text: str) -> Finding:
    """C8-NOTE-6: `notations 95`, `pass` included."""
    asked = re.fullmatch(r"notations\s+(\d+)", text, re.IGNORECASE)
    if not asked:
        raise ValueError("write `notations count`")
    return compare(asked[1], str(len(notations(state.position, state.house))))


def _exactly(text: str, name: str, found: str) -> Finding:
    """Is what stands in quotes behind the name exactly what was found?"""
    asked = re.fullmatch(rf'{name}\s+"(.*)"', text, re.IGNORECASE)
    if not asked:
        raise ValueError(f'write `{name} "..."`')
    return Finding(asked[1], found, asked[1] == found)


SEAT_WORDS = ("", *(f"{board.COLOURS[seat]} ({seat_name(seat)})" for seat in board.SEATS))
"""C8-VIEW-4: `White (army 1)`."""
