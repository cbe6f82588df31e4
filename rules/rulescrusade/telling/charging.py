"""`can M1 charge O1`: asked before one acts, whoever's turn it is."""

from rules.line.errors import Refusal
from rules.rulescrusade import orders as od
from rules.rulescrusade.field.routes import Search
from rules.rulescrusade.field.sight import adjacent_units
from rules.rulescrusade.legal import refused
from rules.rulescrusade.march.charge import bonus, spots_by
from rules.rulescrusade.plans import foreseen
from rules.rulescrusade.play.odds import as_known
from rules.rulescrusade.state import State, Unit
from rules.rulescrusade.words import Who, cell_text


def can_charge(state: State, viewer: int | None, name: str, target: str) -> tuple[str, ...]:
    """RC-CHARGE-1 to RC-CHARGE-4: yes and where to, or no and why, from where both stand, its whole
    move before it; of cards, chits and standing orders of others nothing is known (RC-VIEW-1)."""
    known = as_known(state, viewer or 0) if viewer != 0 else state
    unit, foe = on_board(known, name), on_board(known, target)
    asked = f"Can {unit.ref} charge {foe.ref}?"
    if unit.chit:
        return (f"{asked} Nobody knows: it is a chit. (RC-VIEW-1)",)
    then = foreseen(known, unit.boss, unit.ref, "charge")
    if then is None:
        raise Refusal("RC-TURN-2", "before the battle begins nobody charges")
    why = refused(then, unit.boss, od.Charge(Who((unit.ref,)), (foe.ref,)))
    if why is not None:
        return (f"{asked} No: {why.why}. ({why.rule})",)
    now = then.unit(unit.ref)
    if adjacent_units(then, now, foe):
        return (f"{asked} Yes: it stands next to it.",)
    spots, budget = spots_by(then, now, foe), now.moveleft + bonus(then, now)
    route = Search(then, now).best(spots, budget)
    if route is None:
        return (f"{asked} Yes.",)
    return (f"{asked} Yes: to {cell_text(route.end[:2])}, {route.cost} of {budget} inches.",)


def on_board(state: State, name: str) -> Unit:
    """RC-ORD-3: a model or chit that stands on the board."""
    unit = state.find(" ".join(name.split()))
    if unit is None or unit.place != "board":
        raise Refusal("RC-ORD-3", f"There is no {name.strip()[:40]} on the board")
    return unit
