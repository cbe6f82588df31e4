"""RC-HIDE-1, RC-CHIT-7: hiding, and scanning chits."""

from rules.line.errors import Refusal
from rules.rulescrusade.battle import Battle
from rules.rulescrusade.checks import left_after_action
from rules.rulescrusade.events import Acted, ChitScanned, Hid, Left
from rules.rulescrusade.field.measure import is_big
from rules.rulescrusade.field.sight import apart, direct_view, eye, is_dark, is_smoky
from rules.rulescrusade.field.targets import check_enemy, known
from rules.rulescrusade.state import State, Unit

SCANNER = 18
"""RC-CHIT-7: how far a scanner reaches."""


def watchers(state: State, unit: Unit) -> list[Unit]:
    """RC-HIDE-1: the enemies that see, standing and no chits."""
    return [
        other
        for other in state.on_board()
        if other.standing and not other.chit and not state.friends(other, unit)
    ]


def check_hide(state: State, unit: Unit) -> None:
    """RC-HIDE-1, RC-HIDE-6: nobody has it in direct view or stands within 1 inch."""
    if unit.has("hidden"):
        raise Refusal("RC-HIDE-1", f"{unit.ref} is hidden already")
    if unit.trait("Tough"):  # RC-ABIL-41
        raise Refusal("RC-HIDE-1", f"{unit.ref} is too proud to hide")
    plain = not (is_dark(state, unit.at) or is_smoky(state, unit.at))
    if (is_big(unit) or unit.trait("Tall")) and plain:  # RC-ABIL-4, RC-ABIL-33
        raise Refusal("RC-HIDE-1", f"{unit.ref} is too tall to hide here")
    for other in watchers(state, unit):
        if apart(state, eye(other), eye(unit)) <= 1:
            raise Refusal("RC-HIDE-1", f"{unit.ref} cannot hide: {other.ref} is within 1 inch")
        if direct_view(state, other, unit):
            raise Refusal("RC-HIDE-1", f"{unit.ref} cannot hide: {other.ref} sees it")


def furtive(unit: Unit) -> bool:
    """RC-ABIL-12: hiding costs it no action if it has not attacked this turn."""
    return unit.trait("Furtive") and not unit.attacked


def hide(battle: Battle, ref: str) -> None:
    """RC-HIDE-1: an action, but for the furtive."""
    unit = battle.unit(ref)
    check_hide(battle.state, unit)
    free = furtive(unit)
    if not free:
        battle.emit(Acted(ref, "hide", left_after_action(unit)))
    battle.emit(Hid(ref, not free))


def scan(battle: Battle, ref: str, chit: str) -> None:
    """RC-CHIT-7, RC-ABIL-46: one chit within 18 inches, seen or not."""
    unit, target = battle.unit(ref), known(battle.state, chit)
    if not unit.trait("Scanner"):
        raise Refusal("RC-CHIT-7", f"{unit.ref} has no scanner")
    if not target.chit or target.place != "board":
        raise Refusal("RC-CHIT-7", f"{target.ref} is no chit on the board")
    check_enemy(battle.state, unit, target, "RC-CHIT-7")
    if target.has("scanned"):
        raise Refusal("RC-CHIT-7", f"{target.ref} has been scanned already")
    away = apart(battle.state, eye(unit), eye(target))
    if away > SCANNER:
        why = f"{target.ref} is {away} inches away; a scanner reaches {SCANNER}"
        raise Refusal("RC-CHIT-7", why)
    battle.emit(Acted(ref, "scan", left_after_action(unit)))
    scanned(battle, target)


def scanned(battle: Battle, chit: Unit) -> None:
    """RC-CHIT-5: face up, but still hidden; nothing is removed."""
    kind = battle.unit(chit.under).kind if chit.under else ""
    battle.emit(ChitScanned(chit.ref, chit.under, kind))
    if not chit.under:
        battle.emit(Left(chit.ref, "blank"))
