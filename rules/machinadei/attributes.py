"""Section 3.4: the attributes that `=` lines check and that `set` writes, by name."""

import re
from collections.abc import Callable
from dataclasses import replace

from rules.display.words import whole as whole_number
from rules.line.common import Finding, compare, expect_flow
from rules.line.errors import Refusal, required
from rules.line.flow import seat_name
from rules.machinadei.apply import reduced
from rules.machinadei.army import MOST_MOVE
from rules.machinadei.field import is_engaged
from rules.machinadei.fight.strike import melee_attacks, survivors
from rules.machinadei.magic import uses_left
from rules.machinadei.march.drill import front, used
from rules.machinadei.naming import find_unit
from rules.machinadei.orders import place
from rules.machinadei.statblock import same
from rules.machinadei.state import SUMS, Spent, State, Turning, Unit

Read = Callable[[State, Unit], str]

GM = "MD-GM-2"


ARMY = ("points", "casualties", "vp", "cr")

_UNIT = re.compile(r"(\D+?\s?\d+)\s+(.+)", re.DOTALL)


# --- asking -------------------------------------------------------------------------------------


def cells_text(unit: Unit) -> str:
    """3.4: all occupied cells, by y then x, with one space between."""
    return " ".join(place(cell) for cell in sorted(unit.cells, key=lambda cell: (cell[1], cell[0])))


def wheel_text(unit: Unit) -> str:
    """3.4: `0`, or the unfinished wheel: `left 45`."""
    return f"{unit.turning.side} {unit.turning.angle}" if unit.turning else "0"


def plain(field: str) -> Read:
    """A function that reads an attribute that the unit keeps as it is."""
    return lambda state, unit: str(getattr(unit, field))


ATTRIBUTES: dict[str, Read] = {
    "facing": lambda state, unit: unit.facing or "none",
    "cells": lambda state, unit: cells_text(unit),
    "m": lambda state, unit: str(unit.effective("M")),
    "i": lambda state, unit: str(unit.effective("I")),
    "l": lambda state, unit: str(unit.effective("L")),
    "spent": lambda state, unit: str(used(unit)),
    "wheel": lambda state, unit: wheel_text(unit),
    "attacks": lambda state, unit: str(melee_attacks(state, unit)),
    **{
        name: plain(name)
        for name in ("files", "ranks", "models", "wounds", "start", "tier", "kind")
    },
    **{name: lambda state, unit, name=name: str(unit.total(name)) for name in SUMS},  # type: ignore[misc]
    "w": plain("wound_limit"),
    "s": plain("size"),
}


CONDITIONS: dict[str, Callable[[State, Unit], bool]] = {
    "broken": lambda state, unit: unit.broken,
    "engaged": is_engaged,
    "reformed": lambda state, unit: unit.reformed,
    "acted": lambda state, unit: unit.acted,
    "reserve": lambda state, unit: unit.waits,
}
"""3.4: the conditions that a unit may have, stored or computed."""


def uses_text(state: State, unit: Unit, name: str) -> str:
    """3.4: the uses left of an effect, `-` without limit."""
    magic = state.block(unit).effect(name)
    if magic is None:
        raise ValueError(f"{unit.ref} has no effect {name[:40]!r}")
    left = uses_left(unit, magic)
    return "-" if left is None else str(left)


def has(state: State, unit: Unit, condition: str) -> bool:
    """3.4: does the unit have this condition?"""
    if condition not in CONDITIONS:
        raise ValueError(f"there is no condition {condition[:40]!r}")
    return CONDITIONS[condition](state, unit)


def expect(state: State, text: str) -> Finding:
    """Check one `=` line.  Raises `ValueError` if this system has no such line."""
    words = text.split()
    lower = [word.lower() for word in words]
    if len(words) > 3 and lower[0] == "army" and lower[1] in ("1", "2"):
        if lower[2] not in ARMY:
            raise ValueError(f"an army has {', '.join(ARMY)}, not {lower[2][:40]!r}")
        found = str(getattr(state.armies[int(lower[1])], lower[2]))
        return compare(" ".join(words[3:]), found)
    if len(words) > 2 and lower[0] == "game" and lower[1] in ("first", "dice"):
        values = {"first": seat_name(state.first), "dice": str(len(state.flow.tray))}
        return compare(" ".join(words[2:]), values[lower[1]])
    answer = expect_flow(state.flow, words)
    return answer if answer is not None else expect_unit(state, text)


def expect_unit(state: State, text: str) -> Finding:
    """`Legion1 models 9`, `Legion1 at 5,12`, `Legion1 has broken`, `Legion1 dead`."""
    found = _UNIT.fullmatch(text.strip())
    unit = find_unit(state, found[1]) if found else None
    if found is None or unit is None:
        raise ValueError(f"no expectation of machinadei: {text[:80]!r}")
    words = found[2].split()
    if [word.lower() for word in words] == ["dead"]:
        return Finding("dead", unit.gone or "in play", bool(unit.gone))
    if unit.gone:
        raise ValueError(f"{unit.ref} is {unit.gone}: only `dead` can be asked of it")
    if len(words) == 2 and words[0].lower() in ("has", "lacks"):
        there = has(state, unit, words[1].lower())
        return Finding(" ".join(words), str(there), there == (words[0].lower() == "has"))
    if len(words) < 2:
        raise ValueError(f"no expectation about a unit: {found[2][:80]!r}")
    return compare(" ".join(words[1:]), value_of(state, unit, words))


def value_of(state: State, unit: Unit, words: list[str]) -> str:
    """The actual value of an attribute; for `uses` the words name the effect before the value."""
    name = words[0].lower()
    if name == "at":
        return place(unit.position) if unit.on_board else "none"
    if name == "uses" and len(words) > 2:
        return f"{' '.join(words[1:-1])} {uses_text(state, unit, ' '.join(words[1:-1]))}"
    if name in ATTRIBUTES:
        return ATTRIBUTES[name](state, unit)
    raise ValueError(f"a unit has no attribute {words[0][:40]!r}")


# --- setting ------------------------------------------------------------------------------------


def whole(name: str, value: str, least: int = 0, most: int = 10_000) -> int:
    """MD-GM-2: the value of an attribute that is a whole number."""
    why = f"{name} is a whole number from {least} to {most}, not {value[:40]!r}."
    return required(whole_number(value, least, most), GM, why)


BASES = {
    "m": ("move", 0, 10_000),
    "w": ("wound_limit", 1, 10_000),
    "i": ("initiative", 0, 10_000),
    "l": ("morale", 0, 10),
    "s": ("size", 1, 12),
    "start": ("start", 0, 10_000),
}
"""Attributes that are set directly: the field of the unit, the least and the largest value."""


def with_attribute(state: State, unit: Unit, name: str, value: str) -> Unit:
    """MD-GM-2: the unit with an attribute set."""
    name = name.lower()
    if name in BASES:
        field, least, most = BASES[name]
        number = whole(name.upper(), value, least, most)
        if name == "m" and number > MOST_MOVE:
            why = f"{unit.ref} would have M {number}, it is at most {MOST_MOVE}."
            raise Refusal("MD-BOUND-1", why)
        changed = replace(unit, **{field: number})  # type: ignore[arg-type]
        return replace(changed, wounds=min(changed.wounds, changed.wound_limit - 1))
    match name:
        case "models":
            return with_models(unit, whole(name, value, 1, 1000))
        case "wounds":
            return replace(unit, wounds=whole(name, value, 0, unit.wound_limit - 1))
        case "tier":
            return replace(unit, tier=whole(name, value, 1, 4))
        case "spent":
            return replace(unit, spent=Spent(whole(name, value)))
        case "files" | "facing" | "wheel":
            return with_drill(unit, name, value)
        case "uses":
            return with_uses(state, unit, value)
    raise Refusal(GM, f"{name[:40]} of a unit cannot be set.")


def with_models(unit: Unit, models: int) -> Unit:
    """MD-GM-4: the unit with another number of models.  No casualties are counted; a formation
    keeps its front-left cell, skirmishers are removed as in MD-CAS-3 and cannot be added."""
    if models > unit.models and not unit.is_formation:
        why = f"{unit.ref} ({unit.kind}) has {unit.models} models: none is added."
        raise Refusal("MD-GM-4", why)
    if unit.is_formation and models > unit.models:
        return replace(unit, models=models)
    lost = unit.models - models
    return reduced(unit, models, survivors(unit, lost)) if lost else unit


def with_drill(unit: Unit, name: str, value: str) -> Unit:
    """3.4: the formation with other files, another facing or another unfinished wheel."""
    if not unit.is_formation:
        raise Refusal(GM, f"{unit.ref} is no formation ({unit.kind}): it has no {name}.")
    front(unit)
    if name == "files":
        return replace(unit, files=whole(name, value, 1, unit.models))
    if name == "facing":
        facing = value.strip()[:1].upper()
        names = ("n", "e", "s", "w", "north", "east", "south", "west")
        if value.strip().lower() not in names:
            raise Refusal(GM, f"a facing is N, E, S or W, not {value[:40]!r}.")
        return replace(unit, facing=facing)
    words = value.lower().split()
    if words == ["0"]:
        return replace(unit, turning=None)
    if len(words) != 2 or words[0] not in ("left", "right"):
        raise Refusal(GM, f"a wheel is `0` or `left 45`, not {value[:40]!r}.")
    return replace(unit, turning=Turning(words[0], whole("wheel", words[1], 1, 89)))


def with_uses(state: State, unit: Unit, value: str) -> Unit:
    """3.4: `set Druid1 uses Briar-Call 1`; `-` for no limit."""
    *name, count = value.split()
    why = f"{unit.ref} has no effect {' '.join(name)[:40]!r}."
    magic = required(state.block(unit).effect(" ".join(name)), GM, why)
    kept = tuple(one for one in unit.uses if not same(one[0], magic.name))
    left = () if count == "-" else ((magic.name, whole("uses", count)),)
    return replace(unit, uses=(*kept, *left))
