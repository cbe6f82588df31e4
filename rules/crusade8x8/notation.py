"""C8-NOTE-3: canonical notation read back into orders; checks of the form of orders."""

import re

from rules.crusade8x8 import orders as own
from rules.crusade8x8.board import ARROWS, FACINGS, KIND_OF_LETTER, KINDS, LETTERS, TILE_NAMES
from rules.crusade8x8.overrides import PutUnit
from rules.line.errors import Refusal
from rules.line.orders import Order, Unread

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


def check_wellformed(order: Order) -> None:
    """C8-BOARD-1, C8-NOTE-1: every tile exists, and every type and direction is known."""
    match order:
        case own.Act(unit, deeds, orders, follows, recruits):
            check_command(own.Command(unit, deeds))
            for one in orders:
                check_wheel(one) if isinstance(one, own.Wheel) else check_command(one)
            for follow in follows:
                check_follow(follow)
            for recruit in recruits:
                check_recruit(recruit)
        case own.PlaceUnits(units):
            for recruit in units:
                check_recruit(recruit)
        case own.Choose(kinds):
            for kind in kinds:
                check_word(kind, KINDS)
        case PutUnit(kind, _, tile, facing):
            check_recruit(own.Recruit(kind, tile))
            check_word(facing, ("", *FACINGS))
        case _:
            pass


def check_command(command: own.Command) -> None:
    """C8-NOTE-1: a unit, and at least one thing for it to do."""
    check_unit(command.unit)
    if not command.deeds:
        raise Refusal("C8-NOTE-1", f"nothing is ordered of {command.unit}")
    for deed in command.deeds:
        check_deed(deed)


def check_wheel(wheel: own.Wheel) -> None:
    check_unit(wheel.unit)
    check_turn(wheel.turn)


def check_follow(follow: own.Follow) -> None:
    check_unit(follow.unit)
    check_tile(follow.to)
    for turn in follow.turns:
        check_turn(turn)


def check_recruit(recruit: own.Recruit) -> None:
    check_word(recruit.kind, KINDS)
    check_tile(recruit.tile)


def check_deed(deed: own.Deed) -> None:
    """C8-BOARD-1: the tiles that a deed names exist."""
    match deed:
        case own.Step(to, corner):
            check_word(to, ("forward", "2 forward", *TILE_NAMES))
            check_word(corner, ("", "straight", "diagonally", *TILE_NAMES))
        case own.SideStep(to):
            check_word(to, ("left", "right", *TILE_NAMES))
        case own.Capture(target, corner) | own.Attack(target, corner):
            check_unit(target)
            check_word(corner, ("", "straight", "diagonally", *TILE_NAMES))
        case own.Shoot(target) | own.Swap(target):
            check_unit(target)
        case own.Push(target, to):
            check_unit(target)
            check_tile(to)
        case own.Twist(target, turn):
            check_unit(target)
            check_turn(turn)
        case own.Rotate() | own.Face():
            check_turn(deed)
        case own.Hold():
            pass


def check_unit(ref: own.UnitRef) -> None:
    check_tile(ref.tile)
    check_word(ref.kind, ("", *KINDS))


def check_turn(turn: own.Turning) -> None:
    match turn:
        case own.Rotate(way):
            check_word(way, ("left", "right", "around"))
        case own.Face(facing):
            check_word(facing, FACINGS)


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
