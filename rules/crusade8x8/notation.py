"""C8-NOTE-3: canonical notation read back into the order it stands for."""

import re

from rules.crusade8x8 import orders as own
from rules.crusade8x8.board.tables import ARROWS, FACINGS, KIND_OF_LETTER

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
