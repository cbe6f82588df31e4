"""RC-CARD-6: Inferno, played or in answer to an attack."""

from rules.line.errors import Refusal
from rules.rulescrusade.battle import Battle
from rules.rulescrusade.events import Shot
from rules.rulescrusade.field.areas import in_bunker
from rules.rulescrusade.field.sight import eye, sight
from rules.rulescrusade.fight.hand import check_hand, hood, note_incursion, spend_card
from rules.rulescrusade.fight.harm import damage
from rules.rulescrusade.fight.pool import Pool
from rules.rulescrusade.fight.reveal import reveal
from rules.rulescrusade.fight.source import Source
from rules.rulescrusade.sheets import Dice
from rules.rulescrusade.state import Unit

THREE_REDS = Dice(reds=3)


def burn(battle: Battle, psyker: Unit, target: Unit) -> None:
    """RC-CARD-6: 3R against the armour: no penalty, no cover, graze W."""
    pool = Pool(psyker.ref, "Inferno")
    pool.draw(battle, THREE_REDS)
    pool.show(battle)
    hood(battle, psyker, pool)
    parts, value = (("dice", pool.total),), (("armour", target.armor),)
    shot = Shot(psyker.ref, "Inferno", target.ref, pool.total, target.armor, parts, value, "card")
    battle.emit(shot)
    if target.has("hidden") and pool.total > 0 and not in_bunker(battle.state, target):
        reveal(battle, target.ref, "burn", found=True)
    source = Source(
        ref=psyker.ref, seat=psyker.boss, grazes=("W",), prisoners=psyker.finish == "ko"
    )
    damage(battle, target.ref, pool.total - target.armor, source)
    note_incursion(battle, psyker, [pool])


def kindled(battle: Battle, refs: list[str]) -> list[Unit]:
    """RC-PSY-8: of those attacked, the psykers that wait with an Inferno, as they were before."""
    state = battle.state
    units = [state.unit(ref) for ref in refs]
    return [
        unit
        for unit in units
        if unit.readied == "Inferno" and state.team(unit.boss) != state.team(state.flow.turn)
    ]


def retaliate(battle: Battle, before: list[Unit], attacker: str) -> None:
    """RC-CARD-6: at the enemy who attacked, if seen, even by the dead."""
    for psyker in before:
        now, foe = battle.unit(psyker.ref), battle.unit(attacker)
        if foe.place != "board" or battle.state.friends(psyker, foe):
            continue
        if psyker.has("stunned") or psyker.has("rising") or psyker.has("ko"):
            continue
        if sight(battle.state, eye(psyker), eye(foe)) == "none":
            continue
        harmed = now.place != "board" or any(
            now.has(name) and not psyker.has(name) for name in ("stunned", "wounded", "ko")
        )
        if psyker.owes and not psyker.owes_now and not harmed:
            continue
        try:
            check_hand(battle.state, now, "Inferno")
        except Refusal:
            continue
        battle.mark(psyker.ref, readied="", readied_for="")
        spend_card(battle, now, "Inferno", (foe.ref,), readied=True, free=harmed)
        burn(battle, now, foe)
