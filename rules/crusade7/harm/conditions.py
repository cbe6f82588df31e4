"""Conditions: who gets them, how long they last, and what ends them first or last."""

from collections.abc import Callable

from rules.crusade7.army.statblock import Inflict
from rules.crusade7.battle import Battle, unit_now
from rules.crusade7.events import CauseEnded, ConditionGained, ConditionLost, ConditionResisted
from rules.crusade7.harm.numbers import immunity_to
from rules.crusade7.harm.saves import saves, saving_stat
from rules.crusade7.state import Affliction, State, Until

USUAL_ROUNDS = 1
"""C7-COND-1: how many rounds a condition lasts that is given without a time."""


def until_rounds(state: State, rounds: int) -> Until:
    """C7-TURN-9: "for n rounds" ends at the start of the same phase n rounds later."""
    return Until.of(state.flow.round + rounds, state.flow.phase)


def end_of(state: State, given: Inflict, until: Until | None, caster: str) -> Until | None:
    """C7-COND-1: when a condition ends that an attack or a spell gives.

    A time of its own comes first, then that of the spell (`until`); what hangs on a caster's
    concentration alone has no other end.  Otherwise it lasts 1 round, and prone until the unit
    stands up.
    """
    if given.rounds is not None:
        return until_rounds(state, given.rounds)
    if until is not None or caster or given.condition == "prone":
        return until
    return until_rounds(state, USUAL_ROUNDS)


def inflict(
    battle: Battle,
    ref: str,
    given: Inflict,
    cause: str = "",
    until: Until | None = None,
    caster: str = "",
    magic: bool = False,
) -> None:
    """C7-ATTR-6: a condition that comes with an attack, perhaps after a throw of its own."""
    unit = unit_now(battle, ref)
    if given.stat and saves(battle.state, unit, given.stat, given.dc, magic):
        value = saving_stat(battle.state, unit, given.stat, magic).value
        why = f"{given.stat} {value} + 10 reaches {given.dc}"
        battle.emit(ConditionResisted(unit.ref, given.condition, why))
        return
    end = end_of(battle.state, given, until, caster)
    give(battle, unit.ref, given.condition, end, cause, caster)


def give(
    battle: Battle,
    ref: str,
    condition: str,
    until: Until | None,
    cause: str = "",
    caster: str = "",
) -> None:
    """C7-COND-1, C7-COND-12: give a condition; the immune get nothing.

    Of the same source the later end is kept; C7-RULING-70: another source counts for itself.
    """
    unit = unit_now(battle, ref)
    if unit.dead:
        return
    immune = immunity_to(battle.state, unit, condition)
    if immune:
        battle.emit(ConditionResisted(unit.ref, condition, f"immune ({immune})"))
        return
    new = Affliction(condition, until, caster, cause)
    had = next((one for one in unit.conditions if one.is_as(new)), new)
    battle.emit(ConditionGained(unit.ref, longer_lasting(had, new), cause))


def longer_lasting(had: Affliction, new: Affliction) -> Affliction:
    """C7-COND-1: of two the one with the later end; no end at all is the latest."""
    if had.until is None or new.until is None:
        return had if had.until is None else new
    return new if new.until > had.until else had


def lose(battle: Battle, ref: str, gone: Callable[[Affliction], bool], why: str) -> None:
    """C7-RULING-70: each source ends by itself; the unit has the condition while any is left."""
    had = unit_now(battle, ref).conditions
    for condition in dict.fromkeys(one.condition for one in had):
        sources = [one for one in had if one.condition == condition]
        ended = [one for one in sources if gone(one)]
        if ended == sources:
            battle.emit(ConditionLost(ref, condition, why))
            continue
        for one in ended:
            battle.emit(CauseEnded(ref, one, why))
