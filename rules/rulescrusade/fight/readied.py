"""RC-PSY-8: cards that wait for an enemy's turn: Shield and Precognant."""

from collections.abc import Iterator

from rules.line.errors import Refusal
from rules.rulescrusade.battle import Battle
from rules.rulescrusade.events import ConditionGained
from rules.rulescrusade.field.sight import Eye, apart, eye, sees
from rules.rulescrusade.fight.hand import check_psyker, note_incursion, roll_number, spend_card
from rules.rulescrusade.fight.pool import Pool
from rules.rulescrusade.state import Unit, in_order


def waiting(battle: Battle, card: str, victim: Unit) -> Iterator[Unit]:
    """The psykers who have readied this card for their side, in reference order."""
    state = battle.state
    ready = tuple(unit for unit in state.on_board() if unit.readied == card and unit.standing)
    for psyker in in_order(ready):
        theirs = state.team(psyker.boss)
        if theirs == state.team(state.flow.turn) or theirs != state.team(victim.boss):
            continue
        if psyker.has("rising"):
            continue
        try:
            check_psyker(battle, psyker, card)
        except Refusal:
            continue
        yield psyker


def raise_shield(battle: Battle, ref: str) -> None:
    """RC-PSY-8, RC-CARD-16: a readied Shield counts against this damage already."""
    victim = battle.unit(ref)
    for psyker in waiting(battle, "Shield", victim):
        if (psyker.readied_for or psyker.ref) != ref:
            continue
        if psyker.ref != ref and not sees(battle.state, psyker, victim):
            continue
        battle.mark(psyker.ref, readied="", readied_for="")
        spend_card(battle, psyker, "Shield", (ref,), readied=True)
        pools: list[Pool] = []
        number = roll_number(battle, psyker, "Shield", ref, eye(victim), pools)
        if number:
            shield = battle.for_one_turn("shielded", number)
            battle.emit(ConditionGained(ref, shield))
        note_incursion(battle, psyker, pools)
        return


def foresee(battle: Battle, victims: list[Unit], attacker: Unit) -> int:
    """RC-CARD-13: Precognant lowers the total of an enemy's attack that would do damage."""
    state = battle.state
    hurt = [unit for unit in victims if not state.friends(unit, attacker)]
    if not hurt:
        return 0
    for psyker in waiting(battle, "Precognant", hurt[0]):
        if state.friends(psyker, attacker):
            continue
        mine = [unit for unit in hurt if state.friends(unit, psyker)]
        if psyker.readied_for and psyker.readied_for not in [unit.ref for unit in mine]:
            continue
        far = max(mine, key=lambda unit: apart(state, eye(psyker), eye(unit)))
        place: Eye = eye(far)
        battle.mark(psyker.ref, readied="", readied_for="")
        spend_card(battle, psyker, "Precognant", tuple(unit.ref for unit in mine), readied=True)
        pools: list[Pool] = []
        number = roll_number(battle, psyker, "Precognant", far.ref, place, pools)
        note_incursion(battle, psyker, pools)
        return number
    return 0
