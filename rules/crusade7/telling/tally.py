"""What a round, or any stretch of play, has brought each army."""

from collections.abc import Iterator, Mapping

from rules.crusade7.naming import in_order
from rules.crusade7.sequence.initiative import NOBODY
from rules.crusade7.sequence.morale import end_of_shock
from rules.crusade7.state import State, Unit
from rules.crusade7.telling.brief.spans import change, mean, until_words
from rules.crusade7.telling.labels import IN_A_TABLE, ranges
from rules.crusade7.telling.view import is_visible
from rules.display.telling import Tally

SEATS = (1, 2)


def losses(before: State, after: State, viewer: int | None) -> Mapping[int, str]:
    """Whom each army has lost between two states: `{2: "O5"}`."""
    found = {seat: ranges(dead_since(before, after, viewer, seat), IN_A_TABLE) for seat in SEATS}
    return {seat: text for seat, text in found.items() if text}


def dead_since(before: State, after: State, viewer: int | None, seat: int) -> list[str]:
    """Who is dead now and was not."""
    return [
        unit.ref
        for unit in in_order(after.units.values())
        if unit.seat == seat
        and unit.dead
        and is_visible(after, unit, viewer)
        and not was_dead(before, unit)
    ]


def was_dead(before: State, unit: Unit) -> bool:
    """Was the unit of that reference dead already?"""
    was = before.units.get(before.key(unit.seat, unit.ref))
    return was is not None and was.dead


def tally(before: State, after: State, viewer: int | None) -> Tally | None:
    """The table of a round: lost, units, HP, CP, who goes first next; above it Morale.

    `after` may be the first state of the next round.
    """
    if after.flow.phase == "setup" or before.flow.phase == "setup":
        return None
    lost = losses(before, after, viewer)
    rows: list[tuple[str, Mapping[int, str]]] = [
        ("lost", lost),
        ("units", {seat: units(after, seat) for seat in SEATS}),
        ("HP", {seat: hit_points(after, seat) for seat in SEATS}),
        ("CP", {seat: command_points(before, after, seat) for seat in SEATS}),
        *order_of_command(before, after),
    ]
    filled = tuple((name, texts) for name, texts in rows if texts)
    return Tally(SEATS, filled, tuple(morale(before, after)))


def units(state: State, seat: int) -> str:
    """`14 of 15`: those that live of all that the army has had."""
    all_ = sum(1 for unit in state.units.values() if unit.seat == seat)
    return f"{sum(1 for _ in state.living(seat))} of {all_}"


def hit_points(state: State, seat: int) -> str:
    """`363 of 487`."""
    full = sum(unit.maxhp for unit in state.units.values() if unit.seat == seat)
    return f"{sum(unit.hp for unit in state.living(seat))} of {full}"


def command_points(before: State, after: State, seat: int) -> str:
    """`6 → 7`."""
    had, has = before.armies[seat].cp, after.armies[seat].cp
    return str(has) if had == has else change(had, has)


def order_of_command(before: State, after: State) -> Iterator[tuple[str, Mapping[int, str]]]:
    """C7-INIT-2: `first (3)`: who begins the round that has come."""
    if after.flow.phase != "command" or after.flow.round == before.flow.round:
        return
    told = {}
    for seat, average in zip(SEATS, after.initiatives, strict=True):
        place = "first" if seat == after.first else "second"
        told[seat] = place if average == NOBODY else f"{place} ({mean(average)})"
    yield "Command", told


def morale(before: State, after: State) -> Iterator[str]:
    """C7-MORALE-4: `Morale: all hold but G2, shaken until the Mana Phase of round 3`."""
    if after.flow.outcome is not None or after.flow.round == before.flow.round:
        return
    until = end_of_shock(after.flow.round - 1)
    failed = [
        unit.ref
        for unit in after.living()
        for one in unit.conditions
        if one.condition == "shaken" and one.until == until
    ]
    if failed:
        yield f"Morale: all hold but {ranges(failed)}, shaken{until_words(until)}"
    else:
        yield "Morale: all hold"
