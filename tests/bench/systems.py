"""Rules Crusade, Machina Dei and Candle'Bre: an order, a listing, a turn, a match of machines."""

import random
import time
from collections.abc import Iterator
from functools import partial, reduce
from itertools import islice
from typing import Any

import grammar
from rules import find
from rules.game import Die, Game, read_options
from rules.orders import EndPhase, Order, Resign
from tests.bench.common import Row, best
from tests.scenarios import FOUNDINGS, deployments

MOST = 3_000
"""Orders of a whole listing that are made; some listings are longer than anybody reads."""

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
"""House rules and the lines up to the first turn; those of Candle'Bre depend on the seats."""

NODES = {"easy": 200, "hard": 2_000}
"""The budgets of this measurement; a player's opponent has more."""

MATCHES = 6
SECONDS = 20
"""A row of strength takes no longer than this, whatever the machine; what is unfinished then is
not counted."""


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


class Field:
    """A match under the bare rules, with dice of its own."""

    def __init__(self, game: Game[Any], options: dict[str, str], seed: int = 1) -> None:
        self.game, self.rng = game, random.Random(seed)
        chosen = read_options(game, options)
        events = game.setup(chosen, grammar.library(game.id), self.dice)
        self.state = reduce(game.apply, events, game.blank)

    def dice(self, die: Die) -> int:
        """Any face."""
        return self.rng.choice(die.faces)

    def after(self, seat: int, order: Order) -> Any:
        """The state after an order."""
        events = self.game.adjudicate(self.state, seat, (order,), self.dice)
        return reduce(self.game.apply, events, self.state)

    def say(self, seat: int, text: str) -> None:
        """A line through grammar and rules."""
        (written,) = grammar.read(self.game.id, text, self.game.names(self.state), gm=seat == 0)
        events = self.game.adjudicate(self.state, seat, written.orders, self.dice)
        self.state = reduce(self.game.apply, events, self.state)


def started(system: str, seats: int = 2, seed: int = 1) -> Field:
    """The starter battle at its first turn."""
    options, lines = courts(seats) if system == "candlebre" else STARTS[system]
    field = Field(find(system), options, seed)
    for seat, line in lines:
        field.say(seat, line)
    return field


def measure() -> Iterator[Row]:
    """Orders and listings of each system, a turn of five Houses, the strength of two opponents."""
    for system in ("rulescrusade", "machinadei", "candlebre"):
        yield from listing(system)
    yield a_turn_of_five()
    for system in ("machinadei", "candlebre"):
        for name, other in (("easy", "random"), ("hard", "easy")):
            yield strength(system, name, other)


def listing(system: str) -> Iterator[Row]:
    """One order, what one unit may do, what a seat may do."""
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
    """Every House in turn buys and ends its four phases."""
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


def strength(system: str, name: str, other: str) -> Row:
    """Some matches of two opponents, seats exchanged; a draw is half a point."""
    begun, points, played = time.perf_counter(), 0, 0
    for number in range(MATCHES):
        seat = 1 + number % 2
        names = (name, other) if seat == 1 else (other, name)
        winners = match(system, names, number // 2, begun + SECONDS)
        if winners is None:
            break
        played += 1
        points += 1 if not winners else 2 * (seat in winners)
    score = f"{100 * points // (2 * played)} %" if played else "no match finished in time"
    budget = ", ".join(f"{one} {NODES[one]:,} nodes" for one in (name, other) if one in NODES)
    return Row(
        f"{system}: {name} against {other} ({budget})",
        score,
        f"{played} of {MATCHES} matches",
        f"{time.perf_counter() - begun:.0f} s",
        "at least 50 %",
    )


def match(system: str, names: tuple[str, str], seed: int, end: float) -> tuple[int, ...] | None:
    """Who won; nobody after 400 orders; None if the time was over."""
    field = started(system, 2, seed)
    for number in range(400):
        outcome = field.game.outcome(field.state)
        if outcome is not None:
            return outcome.winners
        if time.perf_counter() > end:
            return None
        seat = field.game.awaits(field.state)[0]
        field.state = field.after(seat, choice(field, names[seat - 1], seat, 1000 * seed + number))
    return ()


def choice(field: Field, name: str, seat: int, seed: int) -> Order:
    """What an opponent orders, or any of the first orders of the listing."""
    game: Any = field.game
    if name != "random":
        order: Order = game.opponent(name).order(field.state, seat, seed, NODES[name])
        return order
    found = [
        one for one in islice(game.legal(field.state, seat), 60) if not isinstance(one, Resign)
    ]
    ends = [one for one in found if isinstance(one, EndPhase)]
    return field.rng.choice(ends if ends and field.rng.random() < 0.3 else found)
