"""Rules Crusade, Machina Dei and Candle'Bre: the time of an order, a listing, a turn."""

import random
from collections.abc import Iterator
from functools import partial, reduce
from itertools import islice, product
from typing import Any

import grammar
from rules import find
from rules.border.game import Game, read_options
from rules.line.adjudication import Die
from rules.line.orders import Order
from tests.bench.common import Row, best
from tests.scenarios import FOUNDINGS, deployments

MOST = 3_000
"""How many orders of a listing are made at most; some listings are longer than anybody reads."""

STARTS: dict[str, tuple[dict[str, str], tuple[tuple[int, str], ...]]] = {
    "rulescrusade": (
        {"rows": "20", "cols": "20"},
        (
            *((seat, f"takes {force}") for seat, force in ((1, "Vanguard squad"), (2, "Orc mob"))),
            (1, "ready"),
            (2, "ready"),
            (0, "set turn army 1"),
            (1, "deploy M1-M3 at 15,8"),
            (1, "done"),
            (2, "deploy O1-O6 at 6,7"),
            (2, "done"),
            (0, "set turn army 1"),
        ),
    ),
    "machinadei": (
        {"width": "40", "height": "20", "rounds": "3"},
        (
            *((1, line) for line in deployments(1, "Rome")),
            (1, "end phase"),
            *((2, line) for line in deployments(2, "Celts")),
            (2, "end phase"),
            (0, "set first army 1"),
        ),
    ),
}
"""Options and the lines up to the first turn; for Candle'Bre see `courts`."""


def courts(seats: int) -> tuple[dict[str, str], tuple[tuple[int, str], ...]]:
    """The start of a match of Candle'Bre without chance in its setup."""
    options = {"seats": str(seats), "leaders": "0", "fate": "off", "win_provinces": "9"}
    lines = [
        (seat, line)
        for seat, (house, claim, capital) in enumerate(FOUNDINGS[:seats], 1)
        for line in (
            f"house {house}",
            f"claim {claim}",
            f"build barracks in {capital}",
            f"buy 3 cavalry in {capital}",
            "end phase",
        )
    ]
    return options, tuple(lines)


CROWDS: dict[str, tuple[dict[str, str], tuple[tuple[int, str], ...], str]] = {
    "rulescrusade": (
        {"rows": "48", "cols": "48"},
        (
            *(
                (0, f"put {kind} {kind[0]}{number} for army {seat} at {row},{3 + 2 * place}")
                for seat, kind, rows in ((1, "Marine", (40, 42)), (2, "Orc", (4, 6)))
                for number, (row, place) in enumerate(product(rows, range(20)), 1)
            ),
            (0, "set phase play"),
            (0, "set turn army 1"),
        ),
        "M10",
    ),
    "machinadei": (
        {"width": "60", "height": "60", "points": "5000"},
        (
            *(
                (seat, line)
                for seat, kind, rows, left, facing in (
                    (1, "Legionary", (46, 52), 1, "N"),
                    (2, "Warband", (15, 9), 5, "S"),
                )
                for line in (
                    *(
                        f"deploy 20 {kind} as {kind}{number} at {left + 6 * place},{row} "
                        f"facing {facing} 5 wide"
                        for number, (row, place) in enumerate(product(rows, range(10)), 1)
                    ),
                    "end phase",
                )
            ),
            (0, "set first army 1"),
        ),
        "Legionary5",
    ),
}
"""Large battles: options, lines, and the unit that gets an order.  On each side there are 40 models
(Rules Crusade), or 20 units of 20 models (Machina Dei)."""


class Field:
    """A match played with the rules alone, without a log; it has dice of its own."""

    def __init__(self, game: Game[Any], options: dict[str, str], seed: int = 1) -> None:
        self.game, self.rng = game, random.Random(seed)
        chosen = read_options(game, options)
        events = game.setup(chosen, grammar.library(game.id), self.dice)
        self.state = reduce(game.apply, events, game.blank)

    def dice(self, die: Die) -> int:
        """A random face."""
        return self.rng.choice(die.faces)

    def after(self, seat: int, order: Order) -> Any:
        """The state after an order."""
        events = self.game.adjudicate(self.state, seat, (order,), self.dice)
        return reduce(self.game.apply, events, self.state)

    def say(self, seat: int, text: str) -> None:
        """Play a line through grammar and rules."""
        (written,) = grammar.read(self.game.id, text, self.game.names(self.state), gm=seat == 0)
        events = self.game.adjudicate(self.state, seat, written.orders, self.dice)
        self.state = reduce(self.game.apply, events, self.state)


def started(system: str, seats: int = 2, seed: int = 1) -> Field:
    """A small match at its first turn."""
    return begun(system, *(courts(seats) if system == "candlebre" else STARTS[system]), seed)


def begun(
    system: str, options: dict[str, str], lines: tuple[tuple[int, str], ...], seed: int = 1
) -> Field:
    """A match after these lines."""
    field = Field(find(system), options, seed)
    for seat, line in lines:
        field.say(seat, line)
    return field


def growth(system: str) -> Row:
    """The time of an order in a large battle, compared with one in the small match."""
    options, lines, ref = CROWDS[system]
    large, small = begun(system, options, lines), started(system)
    seconds = []
    for field, unit in ((large, ref), (small, None)):
        seat = field.game.awaits(field.state)[0]
        order = next(field.game.legal(field.state, seat, unit))
        seconds.append(best(partial(field.after, seat, order), 3))
    return Row(
        f"{system}: one order of a large battle",
        f"{1000 * seconds[0]:.1f} ms",
        f"of the starter battle {1000 * seconds[1]:.1f} ms",
        f"{seconds[0] / seconds[1]:.1f} times",
        "at most 4 times",
    )


def measure() -> Iterator[Row]:
    """Orders and listings of each system, and a round of five Houses."""
    for system in ("rulescrusade", "machinadei", "candlebre"):
        yield from listing(system)
    for system in CROWDS:
        yield growth(system)
    yield a_turn_of_five()


def listing(system: str) -> Iterator[Row]:
    """The time of one order, of listing what a unit may do, and of listing what a seat may do."""
    field = started(system)
    game, state = field.game, field.state
    seat = game.awaits(state)[0]
    choices = {ref: list(islice(game.legal(state, seat, ref), MOST)) for ref in units(field, seat)}
    ref, orders = max(choices.items(), key=lambda one: len(one[1]))
    seconds = best(partial(field.after, seat, orders[0]), 3)
    yield Row(f"{system}: one order (`{orders[0]}`)", f"{1000 * seconds:.1f} ms")
    for what, given in ((f"of {ref}", ref), ("of a seat", "")):
        made: list[int] = []

        def listed(given: str = given, made: list[int] = made) -> None:
            found = game.legal(state, seat, given) if given else game.legal(state, seat)
            made.append(sum(1 for _ in islice(found, MOST)))

        seconds = best(listed, 2)
        count = made[-1]
        yield Row(
            f"{system}: legal orders {what}",
            f"{1000 * seconds:.0f} ms",
            f"{count} orders{' and more' * (count == MOST)}",
            f"{1000 * seconds / max(1, count):.2f} ms per order",
        )


def units(field: Field, seat: int) -> list[str]:
    """Up to twelve references under which this seat has something to order."""
    game, state = field.game, field.state
    refs = game.references(state, seat)
    return list(islice((ref for ref in refs if any(game.legal(state, seat, ref))), 12))


def a_turn_of_five() -> Row:
    """The time in which every House in turn buys something and ends its phases."""
    start = started("candlebre", 5)
    said = 0

    def once() -> None:
        nonlocal said
        field, said = started("candlebre", 5), 0
        for _ in range(5):
            (seat,) = field.game.awaits(field.state)
            field.say(seat, "buy 1 infantry")
            said += 1
            while field.game.awaits(field.state) == (seat,):
                field.say(seat, "end phase")
                said += 1

    assert len(start.game.seats(read_options(start.game, {"seats": "5"}))) == 5
    seconds = max(0.0, best(once, 2) - best(partial(started, "candlebre", 5), 2))
    figure = f"{1000 * seconds:.0f} ms"
    return Row("candlebre: a round of five seats", figure, f"{said} lines")
