"""C8-NOTE-3: canonical notation read back into orders; checks of the form of orders."""

import re
from dataclasses import fields
from typing import Any

from rules.crusade8x8 import orders as own
from rules.crusade8x8.board import ARROWS, FACINGS, KIND_OF_LETTER, KINDS, LETTERS, TILE_NAMES
from rules.crusade8x8.overrides import PutUnit
from rules.line.errors import Refusal
from rules.line.frozen import Frozen
from rules.line.orders import Unread

TILE, ARROW = "([a-h][1-8])", r"([\^>v<])"
CLAUSE = re.compile(
    rf"([ACRWBMNP]){TILE}(?:([-x=*]){TILE})?(?:-{TILE})?(?:@{TILE})?{ARROW}?"
    rf"(?:\+{TILE}(?:-{TILE}|{ARROW}))?"
)


def read_notation(note: str) -> own.Act:
    """The order that a canonical notation of an action stands for (`pass` is no action)."""
    body, *recruits = note.split("!")
    main, *follows = body.split("&")
    head, _, orders = main.partition(":")
    clause = _clause(head)
    return own.Act(
        clause.unit,
        clause.deeds or (own.Hold(),),
        tuple(_order(text) for text in orders.split(",") if text),
        tuple(_follow(text) for text in follows),
        tuple(own.Recruit(KIND_OF_LETTER[text[0]], text[1:]) for text in recruits),
    )


def _order(text: str) -> own.Command | own.Wheel:
    if text.startswith("~"):
        return own.Wheel(own.UnitRef(text[1:3]), _face(text[3]))
    return _clause(text)


def _follow(text: str) -> own.Follow:
    start, _, goal = text.partition("-")
    turns = tuple(_face(sign) for sign in goal[2:])
    return own.Follow(own.UnitRef(start[1:], KIND_OF_LETTER[start[0]]), goal[:2], turns)


def _clause(text: str) -> own.Command:
    found = CLAUSE.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is no canonical notation")
    letter, start, sign, goal, side, corner, arrow, target, pushed, twisted = found.groups()
    deeds: list[own.Deed] = []
    match sign:
        case "-":
            deeds.append(own.Step(goal))
        case "x":
            deeds.append(own.Capture(own.UnitRef(goal), corner or ""))
        case "=":
            deeds.append(own.Swap(own.UnitRef(goal)))
        case "*":
            deeds.append(own.Shoot(own.UnitRef(goal)))
    if side:
        deeds.append(own.SideStep(side))
    if arrow:
        deeds.append(_face(arrow))
    if pushed:
        deeds.append(own.Push(own.UnitRef(target), pushed))
    if twisted:
        deeds.append(own.Twist(own.UnitRef(target), _face(twisted)))
    return own.Command(own.UnitRef(start, KIND_OF_LETTER[letter]), tuple(deeds))


def _face(sign: str) -> own.Face:
    return own.Face(FACINGS[ARROWS.index(sign)])


# Orders come from text and from storage: those with unknown tiles or words are refused first.


KNOWN: dict[tuple[type, str], tuple[str, ...]] = {
    (own.UnitRef, "kind"): ("", *KINDS),
    (own.Recruit, "kind"): KINDS,
    (own.Choose, "kinds"): KINDS,
    (own.Rotate, "way"): ("left", "right", "around"),
    (own.Face, "facing"): FACINGS,
    (own.Step, "to"): ("forward", "2 forward", *TILE_NAMES),
    (own.SideStep, "to"): ("left", "right", *TILE_NAMES),
    (own.Step, "corner"): ("", "straight", "diagonally", *TILE_NAMES),
    (own.Capture, "corner"): ("", "straight", "diagonally", *TILE_NAMES),
    (own.Attack, "corner"): ("", "straight", "diagonally", *TILE_NAMES),
    (PutUnit, "kind"): KINDS,
    (PutUnit, "facing"): ("", *FACINGS),
}
"""C8-NOTE-1: what a field of an order, or of a part of one, may say."""

TILES = {
    *((own.UnitRef, "tile"), (own.Recruit, "tile"), (PutUnit, "tile")),
    *((own.Push, "to"), (own.Follow, "to")),
}
"""C8-BOARD-1: the fields that name a tile."""


def check_wellformed(order: Any) -> None:
    """C8-BOARD-1, C8-NOTE-1: every tile exists, every type and direction is known, and a unit has
    something to do; the same of each part of the order."""
    for field in fields(order):
        where, value = (type(order), field.name), getattr(order, field.name)
        if field.name == "deeds" and not value:
            raise Refusal("C8-NOTE-1", f"nothing is ordered of {order.unit}")
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, Frozen):
                check_wellformed(part)
            elif where in TILES:
                check_tile(part)
            elif where in KNOWN:
                check_word(part, KNOWN[where])


def check_tile(name: str) -> None:
    """C8-BOARD-1: tiles are a1 to h8."""
    if name not in TILE_NAMES:
        raise Refusal("C8-BOARD-1", f"{name[:20]} is no tile; tiles are a1 to h8")


def check_word(word: str, known: tuple[str, ...]) -> None:
    """C8-NOTE-1: the word is one of those known here."""
    if word not in known:
        rule = "C8-BOARD-1" if "a1" in known and len(word) == 2 else "C8-NOTE-1"
        raise Refusal(rule, f"{word[:20]!r} means nothing here")


WORD = re.compile(rf"[{LETTERS}K]?([a-z][0-9]+)[v^<>]?", re.IGNORECASE)


def refusal_of(order: Unread) -> Refusal:
    """C8-BOARD-1, C8-NOTE-1: the refusal of an unread order; a tile that is none comes first."""
    wrong = missing_tile(order.text)
    if wrong:
        return Refusal("C8-BOARD-1", f"{wrong} is no tile; tiles are a1 to h8")
    return Refusal(order.rule or "C8-NOTE-1", order.why or f"cannot read `{order.text}`")


def missing_tile(text: str) -> str:
    """C8-BOARD-1: the first word of one letter and a number that is no tile, also in compact
    notation; empty if there is none."""
    text = text.split("//")[0]
    for separator in (r"[^\w]+", r"[^\w]+|x", r"[^\w]+|x|(?<=[0-9])v"):
        for word in re.split(separator, text, flags=re.IGNORECASE):
            found = WORD.fullmatch(word)
            if found and found[1].lower() not in TILE_NAMES:
                return found[1]
    return ""
