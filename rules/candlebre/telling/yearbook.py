"""A phase, a turn and a campaign summed up."""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from rules.candlebre import events as ev
from rules.candlebre.naming import name_of, names_of
from rules.candlebre.realm.purse import gold_income
from rules.candlebre.state import Realm, State
from rules.candlebre.telling import view
from rules.candlebre.telling.describe import open_to
from rules.candlebre.telling.short.brief_battle import casualties
from rules.candlebre.telling.short.clauses import capital, change, changes
from rules.candlebre.telling.short.roll import NUMBERS, lost_by, units_of, won_by
from rules.candlebre.units import NOBODY, Tally, added
from rules.candlebre.words import joined, side_name
from rules.display.telling import Yearbook
from rules.display.view import SEAT_TONES, Disc, Drawn, Picture, Point, Polygon, Shape, Stroke, Text
from rules.display.words import counted
from rules.line.events import Event
from rules.line.frozen import Frozen

# The yearbook: provinces, honor and gold of every army over time, as tables and as curves.


Rounds = Sequence[tuple[int, State]]
"""The number of a round, and the state at its end."""

MOST_ROWS = 8
"""How many rounds a table shows, spread over the whole campaign."""

MOST_POINTS = 60
"""How many points a curve has at most."""

ROWS, COLUMNS = 14, 20
"""The picture, in cells."""

LEFT, RIGHT = 1500, 18900
HEIGHT, FIRST, APART = 3100, 1150, 4600
"""Where the three charts stand, in thousandths of a cell."""


class Chart(Frozen):
    """A number of a seat by its name, and the goal that wins (0: none)."""

    name: str
    goal: Callable[[State], int]

    def value(self, state: State, seat: int) -> int:
        """The number, as in the table at the end of a round."""
        return NUMBERS[self.name](state, seat)


CHARTS = (
    Chart("provinces", lambda state: state.settings.win_provinces),
    Chart("honor", lambda state: state.settings.win_honor),
    Chart("gold", lambda state: 0),
)


def yearbook(rounds: Rounds) -> Yearbook:
    """Tables, marks, and the picture; or that no round is over yet."""
    if not rounds:
        return Yearbook(
            ("No round is over yet.",), Picture(1, COLUMNS, (), "No round is over yet.")
        )
    return Yearbook((*tables(rounds), *marks(rounds)), curves(rounds))


# --- the text page ------------------------------------------------------------------------------


def spread(rounds: Rounds, most: int) -> Rounds:
    """At most `most` of the rounds, evenly spread, the first and the last among them."""
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
    """A number, or `out` for a seat that is out."""
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
    """Discs with an army's number at some points of its curve and at its end.

    Each army has its discs at other points, so that they do not cover each other.
    """
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


# The news of a turn: what changed for each army, in one line each.


def summary(state: State, events: Sequence[Event]) -> tuple[str, ...]:
    """Provinces won and lost, units lost, what each army has now, and who is to act."""
    lines: list[str] = []
    for realm in state.realms:
        news = view.apart(*news_of(state, realm.seat, events))
        lines.append(f"{side_name(realm.seat)}: {has_now(state, realm)}{news and '; '}{news}")
    offers = len(state.offers) + len(state.proposals)
    if offers:
        lines.append(f"open offers and proposals: {offers}")
    return (*lines, view.moment(state))


def has_now(state: State, realm: Realm) -> str:
    """`12 provinces, 120 + 121 gold (income 260), honor 23, influence 4, M2 I0 E1`."""
    if realm.eliminated:
        return "eliminated"
    provinces = len(state.owned(realm.seat))
    gold = f"{realm.military} + {realm.civil} gold (income {gold_income(state, realm.seat)})"
    court = f"honor {realm.honor}, influence {realm.influence}, {view.levels_text(state, realm)}"
    return f"{provinces} provinces, {gold}, {court}"


def news_of(state: State, seat: int, events: Sequence[Event]) -> Iterator[str]:
    """`takes Brindle; loses Corrin; lost 3 Inf; captured 1 Arc; GL2 captured`."""
    won, lost = changed(seat, events)
    yield f"takes {names_of(state, won)}" if won else ""
    yield f"loses {names_of(state, lost)}" if lost else ""
    killed, captured = NOBODY, NOBODY
    for event in events:
        fallen, taken = losses(seat, event)
        killed, captured = added(killed, fallen), added(captured, taken)
        if isinstance(event, ev.LeaderCaptured) and event.owner == seat:
            yield f"GL{event.number} captured by {side_name(event.captor)}"
        if isinstance(event, ev.LeaderDied) and event.owner == seat:
            yield f"GL{event.number} dead"
    yield f"lost {view.short(killed)}" if any(killed) else ""
    yield f"captured from it {view.short(captured)}" if any(captured) else ""


def changed(seat: int, events: Sequence[Event]) -> tuple[list[int], list[int]]:
    """The provinces that a seat won and lost, in order."""
    won: list[int] = []
    lost: list[int] = []
    for event in events:
        match event:
            case ev.ProvinceTaken(new, province, former) if new != former:
                won += [province] if new == seat else []
                lost += [province] if former == seat else []
            case ev.BattleOver(province, attacker, defender, taken=True):
                won += [province] if attacker == seat else []
                lost += [province] if defender == seat else []
            case ev.Revolted(former, province):
                lost += [province] if former == seat else []
    return list(dict.fromkeys(won)), list(dict.fromkeys(lost))


def losses(seat: int, event: Event) -> tuple[Tally, Tally]:
    """Units of a seat that an event killed, and those that it made captives."""
    match event:
        case ev.LossesTaken() | ev.Withdrew() | ev.EnginesTaken() if event.seat == seat:
            return casualties(event)
        case ev.UnitsGone(seat=owner, units=units) if owner == seat:
            return units.tally, NOBODY
        case _:
            return NOBODY, NOBODY


# The news: what changed for a seat between two states, its own things first.


def news(before: State, after: State, viewer: int | None) -> tuple[str, ...]:
    """CB-SCOPE-3: for a seat its own news first, then the others; without a seat all armies."""
    if viewer and viewer in after.seats:
        lines = [*own_news(before, after, viewer), *border_news(before, after, viewer)]
        others = tuple(one for one in after.seats if one != viewer)
    else:
        lines, others = [], after.seats
    lines += [line for seat in others for line in news_of_other(before, after, seat)]
    lines += list(bonds(before, after))
    lines += [f"For you: {one}" for one in open_to(after, viewer)] if viewer else []
    return tuple(lines)


# --- one's own ----------------------------------------------------------------------------------


def own_news(before: State, after: State, seat: int) -> Iterator[str]:
    """The news of a seat's own lands, army, court and captives."""
    if seat not in after.living:
        yield "Your House is out of the game." if seat in before.living else "You look on."
        return
    yield from lands(before, after, seat, "You", "hold")
    army = army_words(before, after, seat)
    yield from (f"Your army: {army}",) if army else ()
    purse = purse_words(before, after, seat)
    yield from (f"Your court: {purse}",) if purse else ()
    captives = [one.ref for one in after.leaders_of(seat) if one.captor is not None]
    held = [
        f"{view.captives_text(realm.captives_of(seat), ())} by {side_name(realm.seat)}"
        for realm in after.realms
        if any(realm.captives_of(seat))
    ]
    told = ", ".join([*captives, *held])
    yield from (f"Held captive: {told}",) if told else ()


def lands(before: State, after: State, seat: int, who: str, verb: str) -> Iterator[str]:
    """`You won Brindle; lost Corrin: 7 provinces, income 340`."""
    won, lost = won_by(before, after, seat), won_by(after, before, seat)
    if not won and not lost:
        return
    told = view.apart(
        f"won {names_of(after, won)}" if won else "",
        f"lost {names_of(after, lost)}" if lost else "",
    )
    income = change("income", gold_income(before, seat), gold_income(after, seat))
    holds = f"{verb} {counted(len(after.owned(seat)), 'province')}"
    yield f"{who} {told}; {holds}{f', {income}' if income else ''}"


def army_words(before: State, after: State, seat: int) -> str:
    """`lost 3 Inf; GL1; new 2 Arc`: the units and leaders that a seat has lost, and new units."""
    lost = view.apart(*lost_by(before, after, seat)[:2])
    old, new = units_of(before, seat), units_of(after, seat)
    more = view.short(tuple(max(0, b - a) for a, b in zip(old, new, strict=True)))
    return view.apart(f"lost {lost}" if lost else "", f"new {more}" if more else "")


def purse_words(before: State, after: State, seat: int) -> str:
    """Gold, honor, influence, techs, infamy: what changed."""
    old, new = before.realm(seat), after.realm(seat)
    parts = [
        change("gold", old.gold, new.gold),
        change("honor", old.honor, new.honor),
        change("influence", old.influence, new.influence),
        change("techs", view.levels_text(before, old), view.levels_text(after, new)),
    ]
    if old.infamy != new.infamy:
        parts.append("infamy begins" if new.infamy else "infamy is over")
    return changes(parts)


# --- the others ---------------------------------------------------------------------------------


def border_news(before: State, after: State, seat: int) -> Iterator[str]:
    """Foreign neighbours with more units than before, and own provinces under attack."""
    for number in near(after, seat):
        old, new = before.province(number), after.province(number)
        grown = sum(new.units.tally) > (sum(old.units.tally) if old.owner == new.owner else 0)
        if not new.owner or not grown:
            continue
        beside = [
            after.site(one).code for one in after.site(number).borders if is_own(after, one, seat)
        ]
        there = f"{view.who_stands(after, number)} in {name_of(after, number)}"
        whose = side_name(new.owner)
        yield f"At your border: {whose} has {there}, next to {', '.join(beside)}"
    for number in after.owned(seat):
        battle = after.province(number).battle
        if battle is not None:
            name, whose = name_of(after, number), side_name(battle.attacker)
            yield f"{name} is attacked by {whose}: {view.attackers(after, number)}"


def is_own(state: State, number: int, seat: int) -> bool:
    """Does the province belong to that seat?"""
    return state.province(number).owner == seat


def near(state: State, seat: int) -> list[int]:
    """Foreign or neutral provinces that border own ones, in number order."""
    return [
        number
        for number in range(1, len(state.provinces) + 1)
        if not is_own(state, number, seat)
        and any(is_own(state, one, seat) for one in state.site(number).borders)
    ]


def news_of_other(before: State, after: State, seat: int) -> Iterator[str]:
    """Lands, losses, court of another seat in one line or two."""
    if seat not in before.living:
        return
    name = capital(side_name(seat))
    if seat not in after.living:
        yield f"{name} is out of the game."
        return
    yield from lands(before, after, seat, name, "holds")
    told = view.apart(army_words(before, after, seat), purse_words(before, after, seat))
    if told:
        yield f"{name}: {told}"


def bonds(before: State, after: State) -> Iterator[str]:
    """Alliances made and broken, clergy that came."""
    for realm in after.realms:
        old = before.realm(realm.seat).allies
        for ally in realm.allies:
            if ally > realm.seat and ally not in old:
                yield f"{pair(realm.seat, ally)} are allies now."
        for ally in old:
            if ally > realm.seat and ally not in realm.allies:
                yield f"{pair(realm.seat, ally)} are allies no longer."
    blessed = [
        name_of(after, number)
        for number, here in enumerate(after.provinces, 1)
        if here.protector is not None and before.province(number).protector is None
    ]
    if blessed:
        yield f"Under the protection of the clergy: {joined(blessed)}."


def pair(one: int, other: int) -> str:
    """`Army 1 and army 4`."""
    return f"{capital(side_name(one))} and {side_name(other)}"
