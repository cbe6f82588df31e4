"""RC-SETUP-9 to RC-SETUP-11: lists, purchases, and who is ready."""

from dataclasses import replace

from rules.line.errors import Refusal
from rules.line.flow import seat_name
from rules.rulescrusade.battle import Battle
from rules.rulescrusade.events import Bought, Dismissed, Mustered, Readied
from rules.rulescrusade.models import check_models, fresh, fresh_chit, type_named
from rules.rulescrusade.orders import Buy, Purchase
from rules.rulescrusade.sheets import ForceList, ModelType
from rules.rulescrusade.state import State, Unit, order_of
from rules.rulescrusade.words import Who

RULE = "RC-SETUP-9"


def check_mustering(battle: Battle) -> None:
    """RC-ORD-2, RC-SETUP-9: the stage is muster, and the seat is not ready yet."""
    state = battle.state
    if state.flow.phase != "setup":
        raise Refusal(
            "RC-ORD-2", f"This is the phase {state.flow.phase}; forces are mustered before"
        )
    if state.stage != "muster":
        raise Refusal(RULE, f"Mustering is over; this is the stage {state.stage}")
    if state.army(battle.seat).ready:
        raise Refusal(RULE, f"{seat_name(battle.seat)} is ready")


def take_list(battle: Battle, name: str, seat: int) -> None:
    """RC-SETUP-9: the seat's force is this list; RC-SETUP-2: from the GM in any phase."""
    by_gm = battle.seat == 0
    if not by_gm:
        if seat and seat != battle.seat:
            raise Refusal("RC-ORD-4", f"{seat_name(seat)} is not yours")
        check_mustering(battle)
        seat = battle.seat
    elif not 1 <= seat <= len(battle.state.armies):
        raise Refusal("RC-GM-7", f"there is no {seat_name(seat)}")
    force = list_named(battle.state, name, "RC-GM-7" if by_gm else RULE)
    budget = battle.state.rules.budget
    if not by_gm and budget and force.cost > budget:
        raise Refusal(RULE, f"{force.name} costs {force.cost}; the budget is {budget}")
    models = mustered(battle.state, force, seat)
    if not force.chits:
        units = tuple(replace(unit, place="reserve") for unit in models)
        battle.emit(Mustered(seat, force.name, force.cost, force.role, units))
        return
    hidden = tuple(replace(unit, place="unhidden") for unit in models)
    first = highest(battle.state, "X", seat) + 1
    chits = tuple(
        replace(fresh_chit(f"X{number}", seat), place="reserve")
        for number in range(first, first + len(models) + force.blanks)
    )
    battle.emit(Mustered(seat, force.name, force.cost, force.role, chits, hidden, force.blanks))


def list_named(state: State, name: str, rule: str) -> ForceList:
    """RC-DATA-4: a list by its name."""
    for force in state.library.lists:
        if force.name.lower() == " ".join(name.lower().split()):
            return force
    known = ", ".join(force.name for force in state.library.lists)
    raise Refusal(rule, f"There is no list '{name[:40]}'; there are {known}")


def highest(state: State, letters: str, seat: int = 0) -> int:
    """RC-SETUP-10: the highest number in use for an abbreviation; `seat` gives its own back."""
    numbers = [
        order_of(unit.ref)[1]
        for unit in state.units.values()
        if order_of(unit.ref)[0] == letters and (unit.seat != seat or unit.place == "dead")
    ]
    return max(numbers, default=0)


def mustered(state: State, force: ForceList, seat: int) -> list[Unit]:
    """RC-SETUP-10: the models of a list in its order, with the next free numbers."""
    by_letters = {model.letters: model for model in state.library.models}
    models: list[Unit] = []
    numbers: dict[str, int] = {}
    for ref in force.refs:
        letters = order_of(ref)[0]
        numbers[letters] = numbers.get(letters, highest(state, letters, seat)) + 1
        models.append(fresh(state, by_letters[letters], f"{letters}{numbers[letters]}", seat))
    return models


def buy(battle: Battle, order: Buy) -> None:
    """RC-SETUP-9: more models, each of its value, as far as the budget goes."""
    check_mustering(battle)
    state, seat = battle.state, battle.seat
    wanted = [(purchase.count, buyable(state, purchase)) for purchase in order.purchases]
    check_models(state, seat, sum(count for count, _ in wanted))
    cost = sum(count * model.value for count, model in wanted)
    spent, budget = state.army(seat).spent, state.rules.budget
    if budget and spent + cost > budget:
        raise Refusal(RULE, f"they cost {cost} and {spent} are spent; the budget is {budget}")
    units: list[Unit] = []
    numbers: dict[str, int] = {}
    for count, model in wanted:
        numbers.setdefault(model.letters, highest(state, model.letters))
        for _ in range(count):
            numbers[model.letters] += 1
            unit = fresh(state, model, f"{model.letters}{numbers[model.letters]}", seat)
            units.append(replace(unit, place="reserve"))
    battle.emit(Bought(seat, tuple(units), cost, spent + cost))


def buyable(state: State, purchase: Purchase) -> ModelType:
    """RC-SETUP-9: a model that can be bought."""
    model = type_named(state, purchase.kind)
    if model is None:
        raise Refusal(RULE, f"There is no model '{purchase.kind[:40]}'")
    if model.name in state.library.summoned:
        raise Refusal(RULE, f"{model.name}s cannot be bought")
    if purchase.count < 1:
        raise Refusal(RULE, f"{purchase.count} of something cannot be bought")
    return model


def dismiss(battle: Battle, who: Who) -> None:
    """RC-SETUP-9: models leave the force, and their points come back."""
    check_mustering(battle)
    state, seat = battle.state, battle.seat
    gone = [own_model(state, seat, ref) for ref in named(state, seat, who)]
    refs = [unit.ref for unit in gone]
    chits = sorted(
        (unit.ref for unit in state.units.values() if unit.chit and unit.seat == seat),
        key=order_of,
    )
    hidden = sum(unit.place == "unhidden" for unit in gone)
    refs += chits[len(chits) - hidden :]
    spent = state.army(seat).spent - sum(unit.value for unit in gone)
    battle.emit(Dismissed(seat, tuple(dict.fromkeys(refs)), max(0, spent)))


def named(state: State, seat: int, who: Who) -> list[str]:
    """RC-ORD-8: the references named, or all models of a type."""
    if not who.every:
        return list(dict.fromkeys(ref_of(state, ref) for ref in who.refs))
    model = None if who.every == "*" else type_named(state, who.every)
    if who.every != "*" and model is None:
        raise Refusal("RC-ORD-3", f"There are no {who.every[:40]}")
    return [
        unit.ref
        for unit in state.units.values()
        if unit.seat == seat
        and not unit.chit
        and unit.place in ("reserve", "unhidden")
        and (model is None or unit.kind == model.name)
    ]


def ref_of(state: State, text: str) -> str:
    """RC-ORD-9: `Marine 1` is M1."""
    kind, _, number = text.rpartition(" ")
    model = type_named(state, kind) if kind else None
    return f"{model.letters}{number}" if model is not None else text


def own_model(state: State, seat: int, ref: str) -> Unit:
    """RC-ORD-3, RC-ORD-4: a model of the seat's own force that is not on the board."""
    unit = state.find(ref)
    if unit is None or (unit.seat != seat and unit.place in ("unhidden", "under")):
        raise Refusal("RC-ORD-3", f"There is no {ref[:20]}")
    if unit.seat != seat:
        raise Refusal("RC-ORD-4", f"{unit.ref} belongs to {seat_name(unit.seat)}")
    if unit.chit:
        raise Refusal(RULE, f"{unit.ref} is a chit; dismiss the model that it would stand for")
    return unit


def make_ready(battle: Battle) -> bool:
    """RC-SETUP-9: the seat has mustered; have all?"""
    check_mustering(battle)
    battle.emit(Readied(battle.seat))
    return all(army.ready or army.resigned for army in battle.state.armies)
