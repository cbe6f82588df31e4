"""The largest and strangest positions that set-up, imports and GM lines allow, for every system."""

from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any

import grammar
from rules import find
from rules.border.game import Game, read_options
from rules.crusade8x8.overrides import SetPosition
from rules.line.adjudication import Die
from rules.line.events import Refused
from rules.line.orders import Order

Written = str | Order
Scene = tuple[dict[str, str], list[Written]]
"""Options of a match, and what the GM does in it."""

TAIL = " w Sb3g3Rc1f1/Sb6g6Rc8f8 - - 0/0 - 0 1"
BOARDS = {
    "Commanders": "8/1C^1M1M2/W^R^1R^1R^1R^/A^1C^1A^3/1W^4W^1/8/1pp5/8" + TAIL,
    "ordinary play": "2Nn4/1rvrvwvavrv2/2cv1prv2/8/8/1M1C^R^3/1R^R^W^A^R^2/4Nn2 "
    "w Sb3Rc1/Sg6Rf8 - - 0/0 - 0 5",
    "24 Rogues": "/".join((*("R^" * 8, "8") * 3, "rv" * 8, "M7")) + TAIL,
}

HORDE = (
    "import Hydra HY HP 999 AC 1 Cost 1 G | Stats: 200, 0, 0, 0, 0, 0, 0, 0 | Attacks: | "
    "Bite: melee, , STR+PF, 20 piercing, | Spit: 60, , STR+PF, 20 piercing, | "
    "Multiattack: 100 Bite | Tags: None"
)
CLAWED = (
    "import unit: Clawed (CW)\nfaction: Rome\ntier: Tertiary\nclass: formation\n"
    "stats: 200M 9W 4I 8L 1S\ncost: 8\nmodels: 5-100\nmelee: Claw A+9 D+1 H+0\n"
    "ranged: Spear R60 A+9 D+0 H+0"
)
RUNNER = (
    "import unit: Runner (RN)\nfaction: Rome\ntier: Tertiary\nclass: skirmish\n"
    "stats: 200M 1W 4I 8L 1S\ncost: 8\nmodels: 1-20"
)
KINDS = ("infantry", "pikemen", "archers", "cavalry")


def crowds() -> Scene:
    """crusade7: 500 units in all that fight with a hundred strikes and go as far as they like."""
    lines: list[Written] = [HORDE]
    for number in range(250):
        at = f"{1 + number % 24},{1 + number // 24}"
        lines.append(f"put Hydra HY{number + 1} for army 1 at {at}")
        at = f"{1 + number % 24},{12 + number // 24}"
        lines.append(f"put Hydra HY{number + 501} for army 2 at {at}")
    return {}, lines


def hulk() -> Scene:
    """rulescrusade: 299 models a side on the largest map, half of it buildings wall to wall."""
    size, rows = 48, ["_" * 48] * 48
    houses = [
        f"building B{place + 1} at {x},{y}-{x + 3},{y + 3} roof 3"
        for place, (x, y) in enumerate((x, y) for x in range(1, 45, 4) for y in range(25, 45, 4))
    ]
    lines: list[Written] = ["\n".join((f"map {size}x{size}", *rows, *houses, "end"))]
    for number in range(300):
        column, row = 1 + 2 * (number % 23), 1 + number // 23
        lines.append(f"put Marine M{number + 1} for army 1 at {column},{row}")
        lines.append(f"put Orc O{number + 1} for army 2 at {column + 1},{row}")
    return {}, lines


def legions() -> Scene:
    """machinadei: 90 units a side and a runner with 200 inches; claws by the hundred in melee."""
    lines: list[Written] = [CLAWED, RUNNER]
    for number in range(90):
        column, row = 5 * (number % 9), number // 9
        place = f"at {1 + column},{27 + row} facing N"
        lines.append(f"put Legionary Legion{number + 1} for army 1 {place} 5 models")
        place = f"at {5 + column},{1 + row} facing S" if row < 6 else "in reserve"
        lines.append(f"put Legionary Legion{number + 101} for army 2 {place} 5 models")
    for number in range(3):
        left = 2 + 11 * number
        ours, theirs = f"{left},17 facing N", f"{left + 9},16 facing S"
        lines.append(f"put Clawed Claw{number + 1} for army 1 at {ours} 10 wide 100 models")
        lines.append(f"put Clawed Claw{number + 101} for army 2 at {theirs} 10 wide 100 models")
    lines.append("put Runner Runner1 for army 1 at 40,22 5 models")
    return {}, lines


def courts() -> Scene:
    """candlebre: 999 of every kind in every province, side by side."""
    lines: list[Written] = []
    game = find("candlebre")
    places = [name for name in game.names(begun(game, {})) if len(name) > 3]
    for number, place in enumerate(places):
        lines += [f"put 999 {kind} for army {1 + number % 2} in {place}" for kind in KINDS]
    return {}, lines


def squares(name: str) -> Scene:
    """crusade8x8: a board whose units have millions of actions."""
    return {"setup": "empty"}, [SetPosition(BOARDS[name])]


SCENES = {
    ("crusade7", "crowds"): crowds,
    ("rulescrusade", "hulk"): hulk,
    ("machinadei", "legions"): legions,
    ("candlebre", "courts"): courts,
    **{("crusade8x8", name): (lambda name=name: squares(name)) for name in BOARDS},
}
"""By system and name."""


PHASES = {
    "crusade7": ("move", "charge", "fight"),
    "rulescrusade": ("play",),
    "machinadei": ("move", "shooting", "melee"),
    "candlebre": ("purchase", "move", "combat", "noncombat", "placement", "diplomacy", "fate"),
    "crusade8x8": ("",),
}
"""In which of its phases each system is asked."""


def begun(game: Game[Any], options: dict[str, str]) -> Any:
    """A table with nothing on it."""
    state = game.blank
    library = grammar.library(game.id)
    for event in game.setup(read_options(game, options), library, lowest, scene=True):
        state = game.apply(state, event)
    return state


def lowest(die: Die) -> int:
    """Every die on its lowest face."""
    return die.faces[0]


@cache
def position(system: str, name: str, phase: str = "") -> tuple[Game[Any], Any]:
    """A game and the state of a scene (in a phase); every line of the GM must stand."""
    game = find(system)
    options, lines = SCENES[system, name]()
    state = begun(game, options)
    if phase:
        _, state = position(system, name)
        lines = [f"set phase {phase}"]
    for line in lines:
        orders: tuple[Order, ...] = (line,) if isinstance(line, Order) else ()
        if isinstance(line, str):
            (written,) = grammar.read(system, line, game.names(state), gm=True)
            assert written.problem is None, (line[:60], written.problem)
            orders = written.orders
        events = game.adjudicate(state, 0, orders, lowest)
        assert not any(isinstance(event, Refused) for event in events), line
        for event in events:
            state = game.apply(state, event)
    return game, state


def some(refs: tuple[str, ...]) -> list[str]:
    """The first, the last and one between."""
    return list(dict.fromkeys((*refs[:1], *refs[len(refs) // 2 :][:1], *refs[-1:])))


def orders_of(game: Game[Any], state: Any, seat: int, most: int = 2_000) -> list[Order]:
    """An order of every kind that a seat could give, the first and the last of it."""
    first: dict[type, Order] = {}
    last: dict[type, Order] = {}
    for order in islice(game.legal(state, seat), most):
        first.setdefault(type(order), order)
        last[type(order)] = order
    return list(dict.fromkeys((*first.values(), *last.values())))


def listed(game: Game[Any], state: Any, seat: int, unit: str | None, most: int) -> list[Order]:
    """What could be ordered, as many as a screen or a menu looks through."""
    return list(islice(game.legal(state, seat, unit), most))


def questions(game: Any, state: Any) -> Iterator[tuple[str, Any, tuple[Any, ...]]]:
    """Every question to a position: what it is called, the function, what it is about."""
    seats = (1, 2)
    refs = {seat: some(tuple(game.references(state, seat))) for seat in seats}
    for seat in seats:
        yield f"legal of {seat}", listed, (game, state, seat, None, 3_000)
        for ref in refs[seat]:
            yield f"legal {ref}", listed, (game, state, seat, ref, 600)
            for name in ("threats", "describe", "card", "reach"):
                if getattr(game, name):
                    yield f"{name} {ref}", getattr(game, name), (state, seat, ref)
            for other in refs[3 - seat][-1:]:
                for name in ("can_charge", "can_attack", "compared"):
                    if getattr(game, name):
                        about = (state, seat, ref, other)
                        yield f"{name} {ref} {other}", getattr(game, name), about
        for order in orders_of(game, state, seat):
            if game.odds:
                yield f"odds {order}", game.odds, (state, seat, order)
    for viewer in (None, 0, 1):
        for form in ("bbcode", "markdown", "text") if viewer == 0 else ("markdown",):
            yield f"view {form} {viewer}", game.view, (state, viewer, form)
        for name in ("shapes", "compact", "roll", "card_names"):
            if getattr(game, name):
                yield f"{name} {viewer}", getattr(game, name), (state, viewer)
