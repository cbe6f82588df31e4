"""The yearbook: provinces, honor and gold of every army over time, as tables and as curves."""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from rules.candlebre.state import State
from rules.candlebre.telling.short.clauses import capital
from rules.candlebre.words import side_name
from rules.display.telling import Yearbook
from rules.display.view import SEAT_TONES, Disc, Drawn, Picture, Point, Polygon, Shape, Stroke, Text
from rules.line.frozen import Frozen

Rounds = Sequence[tuple[int, State]]
"""The number of a round, and the state at its end."""

MOST_ROWS = 8
"""So many rounds stand in a table, spread over the whole campaign."""

MOST_POINTS = 60
"""So many points has a curve."""

ROWS, COLUMNS = 14, 20
"""The picture, in cells."""

LEFT, RIGHT = 1500, 18900
HEIGHT, FIRST, APART = 3100, 1150, 4600
"""Where the three charts stand, in thousandths of a cell."""


class Chart(Frozen):
    """A number of a seat, its name, and the goal that wins (0: none)."""

    name: str
    value: Callable[[State, int], int]
    goal: Callable[[State], int]


CHARTS = (
    Chart(
        "provinces",
        lambda state, seat: len(state.owned(seat)),
        lambda state: state.settings.win_provinces,
    ),
    Chart(
        "honor",
        lambda state, seat: state.realm(seat).honor,
        lambda state: state.settings.win_honor,
    ),
    Chart("gold", lambda state, seat: state.realm(seat).gold, lambda state: 0),
)


def yearbook(rounds: Rounds) -> Yearbook:
    """Tables, marks, and the picture; before the first round ends there is nothing to tell."""
    if not rounds:
        return Yearbook(
            ("No round is over yet.",), Picture(1, COLUMNS, (), "No round is over yet.")
        )
    return Yearbook((*tables(rounds), *marks(rounds)), curves(rounds))


# --- the text page ------------------------------------------------------------------------------


def spread(rounds: Rounds, most: int) -> Rounds:
    """At most so many of them, the first and the last among them."""
    if len(rounds) <= most:
        return rounds
    last = len(rounds) - 1
    return [rounds[at * last // (most - 1)] for at in range(most)]


def tables(rounds: Rounds) -> Iterator[str]:
    """One table for each number: a row for each round, a column for each army."""
    seats = rounds[-1][1].seats
    for chart in CHARTS:
        yield f"{chart.name:10}" + "".join(f"{side_name(seat):>7}" for seat in seats)
        for number, state in spread(rounds, MOST_ROWS):
            values = "".join(f"{shown(chart, state, seat):>7}" for seat in seats)
            yield f"round {number:<4}{values}"


def shown(chart: Chart, state: State, seat: int) -> str:
    """A number, or that the seat is out."""
    return str(chart.value(state, seat)) if seat in state.living else "out"


def marks(rounds: Rounds) -> Iterator[str]:
    """Who leads, the best and the worst round of each army, who went out when."""
    last = rounds[-1][1]
    best = max(last.living, key=lambda seat: (len(last.owned(seat)), -seat), default=0)
    if best:
        yield f"Most land: {side_name(best)}, {len(last.owned(best))} provinces"
        proud = max(last.living, key=lambda seat: (last.realm(seat).honor, -seat))
        yield f"Most honor: {side_name(proud)}, {last.realm(proud).honor}"
    for seat in last.seats:
        steps = [
            (len(new.owned(seat)) - len(old.owned(seat)), number)
            for (_, old), (number, new) in pairwise(rounds)
            if seat in old.living
        ]
        won = max(steps, key=lambda step: (step[0], -step[1]), default=(0, 0))
        lost = min(steps, default=(0, 0))
        told = [f"best round {won[1]}, {won[0]:+d} provinces"] if won[0] > 0 else []
        told += [f"worst round {lost[1]}, {lost[0]:+d}"] if lost[0] < 0 else []
        if told:
            yield f"{capital(side_name(seat))}: {'; '.join(told)}"
        gone = next((number for number, state in rounds if seat not in state.living), 0)
        if gone:
            yield f"{capital(side_name(seat))} went out in round {gone}"


# --- the picture --------------------------------------------------------------------------------


def curves(rounds: Rounds) -> Picture:
    """Three charts under one another; every curve carries the number of its army."""
    shown_rounds = spread(rounds, MOST_POINTS)
    first, last = rounds[0][0], rounds[-1][0]
    shapes: list[Drawn] = [Shape("title", 0, 0, label=f"Yearbook, rounds {first} to {last}")]
    for at, chart in enumerate(CHARTS):
        shapes += chart_shapes(chart, shown_rounds, FIRST + APART * at)
    return Picture(ROWS, COLUMNS, tuple(shapes), alt_words(rounds), grid=False)


def chart_shapes(chart: Chart, rounds: Rounds, top: int) -> Iterator[Drawn]:
    """The frame with its numbers, the goal, and a curve for each army."""
    state = rounds[-1][1]
    values = [chart.value(one, seat) for _, one in rounds for seat in one.living]
    goal = chart.goal(state)
    low, high = min(0, *values), max(1, *values)
    near = goal if goal and 2 * high >= goal else 0
    high = max(high, near)

    def place(at: int, value: int) -> tuple[int, int]:
        across = LEFT + (RIGHT - LEFT) * at // max(1, len(rounds) - 1)
        return top + HEIGHT - HEIGHT * (value - low) // (high - low), across

    corners = ((top, LEFT), (top, RIGHT), (top + HEIGHT, RIGHT), (top + HEIGHT, LEFT))
    yield Polygon(corners, "white")
    yield Text((top - 330, LEFT + 900), chart.name, 380)
    for value in dict.fromkeys((low, 0, (low + high) // 2, high)):
        row = place(0, value)[0]
        yield Text((row, LEFT - 750), str(value), 300)
        yield Stroke(((row, LEFT), (row, RIGHT)), "dark", 15)
    if near:
        row = place(0, near)[0]
        yield Stroke(((row, LEFT), (row, RIGHT)), "red", 60, dashed=True)
        above = row - 180 if row > top else row - 200
        yield Text((above, RIGHT - 1600), f"wins at {near}", 280, "red")
    for at in dict.fromkeys((0, len(rounds) // 2, len(rounds) - 1)):
        yield Text((top + HEIGHT + 260, place(at, low)[1]), f"round {rounds[at][0]}", 280)
    found = {
        seat: [
            place(at, chart.value(one, seat))
            for at, (_, one) in enumerate(rounds)
            if seat in one.living
        ]
        for seat in state.seats
    }
    for seat, points in found.items():
        if len(points) > 1:
            yield Stroke(tuple(points), SEAT_TONES[seat - 1], 90)
    for seat, points in found.items():
        yield from numbers_on(rounds, seat, points)


def numbers_on(rounds: Rounds, seat: int, points: Sequence[Point]) -> Iterator[Drawn]:
    """The number of an army at some points of its curve, each army's at others, and at its end."""
    tone = SEAT_TONES[seat - 1]
    count = len(rounds[-1][1].seats)
    apart = max(count, len(rounds) // 4)
    for at, point in enumerate(points):
        if at % apart == (seat - 1) * apart // count or at == len(points) - 1:
            yield Disc(point, 250, tone, str(seat))


def alt_words(rounds: Rounds) -> str:
    """First and last number of each army, and the marks."""
    (first, old), (last, new) = rounds[0], rounds[-1]
    parts = [f"Yearbook, rounds {first} to {last}."]
    for seat in new.seats:
        if seat not in new.living:
            parts.append(f"{capital(side_name(seat))}: out.")
            continue
        told = [
            f"{chart.name} {chart.value(old, seat)} to {chart.value(new, seat)}" for chart in CHARTS
        ]
        parts.append(f"{capital(side_name(seat))}: {', '.join(told)}.")
    return " ".join((*parts, *(f"{one}." for one in marks(rounds))))
