"""What the opponent makes of a battle before it is ordered, without any dice."""

from collections.abc import Sequence
from dataclasses import replace

from rules.candlebre.odds.odds import is_likely
from rules.candlebre.roster import (
    ARCHERS,
    CAVALRY,
    INFANTRY,
    KINDS,
    LIGHT_INFANTRY,
    MERCENARIES,
    PIKEMEN,
    ROSTER,
)
from rules.candlebre.state import State
from rules.candlebre.units import NOBODY, Tally, Units
from rules.candlebre.war.needs import FIRST_STRIKERS, Side, need_of

LEAVING = (INFANTRY, ARCHERS, PIKEMEN, LIGHT_INFANTRY, CAVALRY, MERCENARIES)
"""In this order units are told off for an attack."""

FIRST_STRIKE = 3
"""What first strikers are worth in attack, others being worth 2."""


def side_of(state: State, seat: int, attacking: bool, leader: bool) -> Side:
    """One side of a battle that may be fought."""
    if not seat:
        return Side(0, attacking, 0, False, False, 0, 0, False, 0, False)
    realm = state.realm(seat)
    rally, masonry = realm.rally > 0, realm.levels[1] >= 8
    return Side(seat, attacking, realm.levels[0], leader, False, 0, 0, rally, 0, masonry)


def power(side: Side, units: Tally, walls: int = 0) -> int:
    """Lanchester's square law: how many there are, times what they hit."""
    total = 0
    for kind, count in enumerate(units):
        if count and "no-attack" not in ROSTER[kind].abilities:
            need = max(1, min(19, need_of(side, kind, False, False, walls).total))
            total += count * need * (FIRST_STRIKE if kind in FIRST_STRIKERS else 2)
    return total * sum(units)


def defence(state: State, number: int) -> int:
    """The power of those who stand in a province."""
    here = state.province(number)
    leader = here.owner != 0 and any(state.leaders_at(number))
    walls = 1 if "walls" in here.buildings else 0
    return power(side_of(state, here.owner, False, leader), state.defenders(number), walls)


def able(units: Units, steps: int = 1) -> Tally:
    """The units that can still go so far."""
    return tuple(
        sum(n for spent, n in enumerate(counts) if spent + steps <= one.movement)
        for one, counts in zip(ROSTER, units.counts, strict=True)
    )


def told_off(
    state: State, seat: int, there: Tally, against: int, percent: int, leader: bool = False
) -> Tally:
    """The fewest units with so many percent of a power; nobody if all are not enough."""
    side = side_of(state, seat, True, leader)
    chosen = list(NOBODY)
    for kind in LEAVING:
        for _ in range(there[kind]):
            chosen[kind] += 1
            if 100 * power(side, tuple(chosen)) >= percent * against:
                return tuple(chosen)
    return NOBODY


def is_sure(state: State, seat: int, number: int, percent: int) -> bool:
    """Does a seat take a province with the force that attacks it, with this chance or a better?"""
    clean = replace(state, flow=replace(state.flow, tray=()))
    return is_likely(clean, seat, number, percent)


def units_in(tally: Sequence[int]) -> list[tuple[int, str]]:
    """Numbers and types, of those that there are."""
    return [(count, kind) for kind, count in zip(KINDS, tally, strict=True) if count]
