"""MD-MORALE, MD-BREAK-1, MD-ROUT: tests of nerve."""

from rules.machinadei import events as ev
from rules.machinadei.battle import Battle, now, roll
from rules.machinadei.fight.wounds import leave
from rules.machinadei.state import State, Unit


def is_passed(state: State, die: int, against: int) -> bool:
    """MD-MORALE-2: lower or equal passes; option `tie=fail`: equal fails."""
    fails_ties = state.options.get("tie", "pass") == "fail"
    return die < against if fails_ties else die <= against


def test_morale(battle: Battle, unit: Unit) -> bool:
    """MD-MORALE-1: a d10 against effective L; MD-ABIL-4: the fearless draw none."""
    against = unit.effective("L")
    if battle.state.is_fearless(unit):
        battle.emit(ev.MoraleTested(unit.ref, 0, against, holds=True))
        return True
    die = roll(battle, f"{unit.ref} tests morale")
    holds = is_passed(battle.state, die, against)
    battle.emit(ev.MoraleTested(unit.ref, die, against, holds))
    return holds


def test_and_break(battle: Battle, unit: Unit, cause: str) -> None:
    """MD-BREAK-1: who fails is broken; MD-BREAK-2: nobody pursues, nobody else acts."""
    if not test_morale(battle, unit):
        battle.emit(ev.Broke(unit.ref, cause))


def check_rout(battle: Battle, unit: Unit, why: str) -> None:
    """MD-ROUT-3: a d10 against effective L; who fails leaves play at once."""
    against = unit.effective("L")
    if battle.state.is_fearless(unit):
        battle.emit(ev.RoutChecked(unit.ref, 0, against, stands=True, why=why))
        return
    die = roll(battle, f"{unit.ref} checks rout")
    stands = is_passed(battle.state, die, against)
    battle.emit(ev.RoutChecked(unit.ref, die, against, stands, why))
    if not stands:
        leave(battle, now(battle, unit), "routed")


def is_shattering(before: Unit, wounds: int) -> bool:
    """MD-ROUT-1: wounds of at least half of what the unit had left just before."""
    return wounds > 0 and 2 * wounds >= before.left


def is_far_above(unit: Unit, enemy: Unit) -> bool:
    """MD-ROUT-2: an enemy more than two tiers above."""
    return enemy.tier - unit.tier > 2
