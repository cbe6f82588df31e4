"""RC-HIDE-5, RC-CHIT: what is found when somebody moves."""

from rules.rulescrusade.battle import Battle
from rules.rulescrusade.events import ChitTurned, Left, Revealed
from rules.rulescrusade.field.sight import apart, direct_view, eye
from rules.rulescrusade.state import Unit, in_order


def look_around(battle: Battle, ref: str) -> bool:
    """RC-HIDE-5: after a step or a placement; has an enemy model or chit been revealed?

    The mover is looked at first, then the others by reference; only pairs with the mover count.
    """
    mover = battle.unit(ref)
    if mover.place != "board":
        return False
    unknown = concealed(mover)
    seen = battle.state.on_board() if unknown else battle.state.concealed()
    others = in_order(
        unit for unit in seen if unit.ref != ref and not battle.state.friends(unit, mover)
    )
    if unknown and any(finds(battle, other, mover) for other in others):
        reveal(battle, ref, "seen", found=False)
        mover = battle.unit(mover.under or ref)
    found = False
    for other in others:
        if concealed(other) and finds(battle, mover, battle.unit(other.ref)):
            if other.chit:
                battle.mark(mover.ref, finder_of=other.seat)
            reveal(battle, other.ref, "seen", found=True)
            found = True
    return found


def concealed(unit: Unit) -> bool:
    """A hidden model or an unrevealed chit."""
    return unit.place == "board" and (unit.chit or unit.has("hidden"))


def finds(battle: Battle, watcher: Unit, unit: Unit) -> bool:
    """RC-HIDE-5: in direct view of a model that can see, or within 1 inch of it (RC-HULK-6)."""
    if watcher.chit or not watcher.standing:
        return False
    if apart(battle.state, eye(watcher), eye(unit)) <= 1:
        return True
    return direct_view(battle.state, watcher, unit)


def reveal(battle: Battle, ref: str, why: str, found: bool) -> None:
    """RC-HIDE-5, RC-CHIT-2: revealed; RC-ABIL-1: found by an enemy's act it may spring a trap."""
    unit = battle.unit(ref)
    if unit.chit:
        turn_over(battle, ref)
        ref = unit.under
    else:
        battle.emit(Revealed(ref, why))
    if found and ref and battle.unit(ref).trait("Ambush"):
        battle.mark(ref, found=True)
        battle.found.append(ref)


def turn_over(battle: Battle, ref: str) -> None:
    """RC-CHIT-3, RC-CHIT-4: the model stands there, or nothing; the inches moved are deducted."""
    chit = battle.unit(ref)
    if not chit.under:
        battle.emit(ChitTurned(chit.ref, "", ""))
        battle.emit(Left(chit.ref, "blank"))
        return
    model = battle.unit(chit.under)
    moved = chit.walked if battle.is_turn_of(chit) else 0
    action = moved <= model.move
    left = max(0, (model.move if action else 2 * model.move) - moved)
    turned = ChitTurned(chit.ref, model.ref, model.kind, left, action, moved > 0)
    battle.emit(turned)
