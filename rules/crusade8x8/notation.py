"""C8-NOTE-3: canonical notation read back into the order it stands for."""

import re

from rules.crusade8x8.board.tables import ARROWS, FACINGS, KIND_OF_LETTER
from rules.crusade8x8.orders import (
    Act,
    Capture,
    Command,
    Deed,
    Face,
    Follow,
    Hold,
    Push,
    Recruit,
    Shoot,
    SideStep,
    Step,
    Swap,
    Twist,
    UnitRef,
    Wheel,
)

TILE, ARROW = "([a-h][1-8])", r"([\^>v<])"
CLAUSE = re.compile(
    rf"([ACRWBMNP]){TILE}(?:([-x=*]){TILE})?(?:-{TILE})?(?:@{TILE})?{ARROW}?"
    rf"(?:\+{TILE}(?:-{TILE}|{ARROW}))?"
)


def read_notation(note: str) -> Act:
    """The order that a canonical notation of an action stands for (`pass` is no action)."""
    body, *recruits = note.split("!")
    main, *follows = body.split("&")
    head, _, orders = main.partition(":")
    clause = _clause(head)
    return Act(
        clause.unit,
        clause.deeds or (Hold(),),
        tuple(_order(text) for text in orders.split(",") if text),
        tuple(_follow(text) for text in follows),
        tuple(Recruit(KIND_OF_LETTER[text[0]], text[1:]) for text in recruits),
    )


def _order(text: str) -> Command | Wheel:
    if text.startswith("~"):
        return Wheel(UnitRef(text[1:3]), _face(text[3]))
    return _clause(text)


def _follow(text: str) -> Follow:
    start, _, goal = text.partition("-")
    turns = tuple(_face(sign) for sign in goal[2:])
    return Follow(UnitRef(start[1:], KIND_OF_LETTER[start[0]]), goal[:2], turns)


def _clause(text: str) -> Command:
    found = CLAUSE.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is no canonical notation")
    letter, start, sign, goal, side, corner, arrow, target, pushed, twisted = found.groups()
    deeds: list[Deed] = []
    match sign:
        case "-":
            deeds.append(Step(goal))
        case "x":
            deeds.append(Capture(UnitRef(goal), corner or ""))
        case "=":
            deeds.append(Swap(UnitRef(goal)))
        case "*":
            deeds.append(Shoot(UnitRef(goal)))
    if side:
        deeds.append(SideStep(side))
    if arrow:
        deeds.append(_face(arrow))
    if pushed:
        deeds.append(Push(UnitRef(target), pushed))
    if twisted:
        deeds.append(Twist(UnitRef(target), _face(twisted)))
    return Command(UnitRef(start, KIND_OF_LETTER[letter]), tuple(deeds))


def _face(sign: str) -> Face:
    return Face(FACINGS[ARROWS.index(sign)])
