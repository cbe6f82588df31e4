"""Mustering and deployment: lists, purchases, stages of the set-up, the first turn."""

from dataclasses import replace

from rules.line.errors import Refusal, allows, required
from rules.line.events import PhaseBegan
from rules.line.flow import seat_name
from rules.numbers.grid import Cell
from rules.rulescrusade import events as ev
from rules.rulescrusade.checks import RED, Battle, check_models, fresh, fresh_chit, type_named
from rules.rulescrusade.field.routes import gone
from rules.rulescrusade.field.sight import apart, eye, eye_at, sight
from rules.rulescrusade.field.terrain import relief
from rules.rulescrusade.field.zones import gait, may_stand
from rules.rulescrusade.fight.harm import occupied
from rules.rulescrusade.orders import Buy, Deploy, Dismiss, Purchase
from rules.rulescrusade.sequence.turns import begin_turn
from rules.rulescrusade.sheets import ForceList, ModelType
from rules.rulescrusade.state import Spot, State, Unit, order_of
from rules.rulescrusade.words import Who, cell_text

# RC-SETUP-9 to RC-SETUP-11: lists, purchases, readiness.


MUSTERING = "RC-SETUP-9"


def check_mustering(battle: Battle) -> None:
    """RC-ORD-2, RC-SETUP-9: the stage must be muster, and the seat not ready yet."""
    state = battle.state
    if state.flow.phase != "setup":
        why = f"This is the phase {state.flow.phase}; forces are mustered before"
        raise Refusal("RC-ORD-2", why)
    if state.stage != "muster":
        raise Refusal(MUSTERING, f"Mustering is over; this is the stage {state.stage}")
    if state.army(battle.seat).ready:
        raise Refusal(MUSTERING, f"{seat_name(battle.seat)} is ready")


def take_list(battle: Battle, name: str, seat: int) -> None:
    """RC-SETUP-9: take a list as the seat's force; RC-SETUP-2: for the GM in any phase."""
    by_gm = battle.seat == 0
    if not by_gm:
        if seat and seat != battle.seat:
            raise Refusal("RC-ORD-4", f"{seat_name(seat)} is not yours")
        check_mustering(battle)
        seat = battle.seat
    elif not 1 <= seat <= len(battle.state.armies):
        raise Refusal("RC-GM-7", f"there is no {seat_name(seat)}")
    force = list_named(battle.state, name, "RC-GM-7" if by_gm else MUSTERING)
    budget = battle.state.rules.budget
    if not by_gm and budget and force.cost > budget:
        raise Refusal(MUSTERING, f"{force.name} costs {force.cost}; the budget is {budget}")
    models = mustered(battle.state, force, seat)
    if not force.chits:
        units = tuple(replace(unit, place="reserve") for unit in models)
        battle.emit(ev.Mustered(seat, force.name, force.cost, force.role, units))
        return
    hidden = tuple(replace(unit, place="unhidden") for unit in models)
    first = highest(battle.state, "X", seat) + 1
    chits = tuple(
        replace(fresh_chit(f"X{number}", seat), place="reserve")
        for number in range(first, first + len(models) + force.blanks)
    )
    battle.emit(ev.Mustered(seat, force.name, force.cost, force.role, chits, hidden, force.blanks))


def list_named(state: State, name: str, rule: str) -> ForceList:
    """RC-DATA-4: the list of that name.  Raises `Refusal` with this rule if there is none."""
    for force in state.library.lists:
        if force.name.lower() == " ".join(name.lower().split()):
            return force
    known = ", ".join(force.name for force in state.library.lists)
    raise Refusal(rule, f"There is no list '{name[:40]}'; there are {known}")


def highest(state: State, letters: str, seat: int = 0) -> int:
    """RC-SETUP-10: the highest number in use for these letters.

    The living units of `seat` do not count, because they are about to be replaced.
    """
    numbers = [
        order_of(unit.ref)[1]
        for unit in state.units.values()
        if order_of(unit.ref)[0] == letters and (unit.seat != seat or unit.place == "dead")
    ]
    return max(numbers, default=0)


def mustered(state: State, force: ForceList, seat: int) -> list[Unit]:
    """RC-SETUP-10: the models of a list in its order, with the next free numbers."""
    by_letters = {model.letters: model for model in state.library.models}
    return numbered(state, seat, [by_letters[order_of(ref)[0]] for ref in force.refs], seat)


def numbered(state: State, seat: int, models: list[ModelType], back: int = 0) -> list[Unit]:
    """RC-SETUP-10: fresh models with the next free numbers; those of seat `back` are free."""
    units: list[Unit] = []
    numbers: dict[str, int] = {}
    for model in models:
        letters = model.letters
        numbers[letters] = numbers.get(letters, highest(state, letters, back)) + 1
        units.append(fresh(state, model, f"{letters}{numbers[letters]}", seat))
    return units


def buy(battle: Battle, order: Buy) -> None:
    """RC-SETUP-9: buy models at their value, within the budget."""
    check_mustering(battle)
    state, seat = battle.state, battle.seat
    wanted = [(purchase.count, buyable(state, purchase)) for purchase in order.purchases]
    check_models(state, seat, sum(count for count, _ in wanted))
    cost = sum(count * model.value for count, model in wanted)
    spent, budget = state.army(seat).spent, state.rules.budget
    if budget and spent + cost > budget:
        raise Refusal(MUSTERING, f"they cost {cost} and {spent} are spent; the budget is {budget}")
    units = numbered(state, seat, [model for count, model in wanted for _ in range(count)])
    bought = tuple(replace(unit, place="reserve") for unit in units)
    battle.emit(ev.Bought(seat, bought, cost, spent + cost))


def buyable(state: State, purchase: Purchase) -> ModelType:
    """RC-SETUP-9: the type of a purchase.  Raises `Refusal` if it cannot be bought."""
    why = f"There is no model '{purchase.kind[:40]}'"
    model = required(type_named(state, purchase.kind), MUSTERING, why)
    if model.name in state.library.summoned:
        raise Refusal(MUSTERING, f"{model.name}s cannot be bought")
    if purchase.count < 1:
        raise Refusal(MUSTERING, f"{purchase.count} of something cannot be bought")
    return model


def dismiss(battle: Battle, order: Dismiss) -> None:
    """RC-SETUP-9: dismiss models from the force and give their points back.

    For each hidden model a chit goes too, the last ones first.
    """
    check_mustering(battle)
    state, seat = battle.state, battle.seat
    gone = [own_model(state, seat, ref) for ref in named(state, seat, order.who)]
    refs = [unit.ref for unit in gone]
    chits = sorted(
        (unit.ref for unit in state.units.values() if unit.chit and unit.seat == seat), key=order_of
    )
    hidden = sum(unit.place == "unhidden" for unit in gone)
    refs += chits[len(chits) - hidden :]
    spent = state.army(seat).spent - sum(unit.value for unit in gone)
    battle.emit(ev.Dismissed(seat, tuple(dict.fromkeys(refs)), max(0, spent)))


def named(state: State, seat: int, who: Who) -> list[str]:
    """RC-ORD-8: the references named, or those of all waiting models (of a type)."""
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
    """RC-ORD-9: the reference for a text: `Marine 1` is M1."""
    kind, _, number = text.rpartition(" ")
    model = type_named(state, kind) if kind else None
    return f"{model.letters}{number}" if model is not None else text


def own_model(state: State, seat: int, ref: str) -> Unit:
    """RC-ORD-3, RC-ORD-4: the model of the seat's own force.  Raises `Refusal` for others."""
    unit = state.find(ref)
    if unit is None or (unit.seat != seat and unit.place in ("unhidden", "under")):
        raise Refusal("RC-ORD-3", f"There is no {ref[:20]}")
    if unit.seat != seat:
        raise Refusal("RC-ORD-4", f"{unit.ref} belongs to {seat_name(unit.seat)}")
    if unit.chit:
        raise Refusal(MUSTERING, f"{unit.ref} is a chit; dismiss the model that it would stand for")
    return unit


def make_ready(battle: Battle) -> bool:
    """RC-SETUP-9: make the seat ready; are all seats ready now?"""
    check_mustering(battle)
    battle.emit(ev.Readied(battle.seat))
    return all(army.ready or army.resigned for army in battle.state.armies)


# RC-SETUP-1 to RC-SETUP-8, RC-SETUP-12: zones, deployment, chits, infiltrators.


DEPTH = 6
FEW = 18
DEPLOYING = "RC-SETUP-8"


def zone(state: State, seat: int) -> tuple[int, int, int, int]:
    """RC-SETUP-1: the first and last row and column of a seat's zone."""
    rows, cols = state.ground.rows, state.ground.cols
    deep = DEPTH if rows >= FEW else rows // 3
    wide = DEPTH if cols >= FEW else cols // 3
    return {
        1: (rows - deep + 1, rows, 1, cols),
        2: (1, deep, 1, cols),
        3: (1, rows, 1, wide),
        4: (1, rows, cols - wide + 1, cols),
    }.get(seat, (1, rows, 1, cols))


def in_zone(state: State, seat: int, cell: Cell) -> bool:
    """RC-SETUP-1: does the cell lie in the seat's zone?"""
    top, bottom, left, right = zone(state, seat)
    return top <= cell[0] <= bottom and left <= cell[1] <= right


def zone_text(state: State, seat: int) -> str:
    """`army 1 deploys in rows 19-24`."""
    top, bottom, left, right = zone(state, seat)
    name = seat_name(seat)
    if (left, right) == (1, state.ground.cols):
        return f"{name} deploys in rows {top}-{bottom}"
    return f"{name} deploys in columns {left}-{right}"


def is_infiltrator(unit: Unit) -> bool:
    """RC-SETUP-4, RC-ABIL-16: is it a model with Infiltrate (and no chit)?"""
    return unit.trait("Infiltrate") and not unit.chit


def has_chits(state: State) -> bool:
    """RC-SETUP-4: is this a game with chits?"""
    return any(unit.chit for unit in state.units.values())


def check_deploying(battle: Battle) -> None:
    """RC-ORD-2, RC-ORD-5: it must be this seat's turn in a stage of deployment."""
    state = battle.state
    if state.flow.phase != "setup":
        raise Refusal("RC-ORD-2", "Models are deployed before play")
    if state.stage not in ("deploy", "infiltrate"):
        raise Refusal("RC-ORD-2", f"Models are deployed after the stage {state.stage}")
    if state.flow.turn != battle.seat:
        raise Refusal("RC-ORD-5", f"It is {seat_name(state.flow.turn)}'s deployment")


def deploy(battle: Battle, order: Deploy) -> None:
    """RC-SETUP-12: deploy a model on its cell, several side by side to the east, all or none."""
    check_deploying(battle)
    units = [own_unit(battle, ref) for ref in deployed_refs(battle, order.who)]
    cell = order.at
    for unit in units:
        check_named(battle, unit, order)
        to = (*cell, check_inside(battle.state, cell, order.inside))
        if len(units) > 1:
            to = next_free(battle.state, unit, to)
        check_place(battle.state, unit, to)
        if unit.chit and order.stands_for:
            deal(battle, unit, order.stands_for)
        battle.emit(ev.Deployed(unit.ref, to, hidden=is_infiltrator(unit)))
        cell = (to[0], to[1] + 1)


def deployed_refs(battle: Battle, who: Who) -> list[str]:
    """RC-ORD-8: the references to deploy; `everyone` and `all Marines` mean those waiting."""
    if who.every:
        return named(battle.state, battle.seat, who)
    return [ref_of(battle.state, ref) for ref in who.refs]


def own_unit(battle: Battle, ref: str) -> Unit:
    """RC-ORD-3, RC-ORD-4, RC-ORD-6: the seat's waiting or deployed unit of that reference.

    Models to be hidden and models under chits have no reference of their own (RC-VIEW-2).
    """
    unit = battle.state.find(ref)
    if unit is None or unit.place in ("unhidden", "under"):
        raise Refusal("RC-ORD-3", f"There is no {ref[:20]}")
    if unit.seat != battle.seat:
        raise Refusal("RC-ORD-4", f"{unit.ref} belongs to {seat_name(unit.seat)}")
    if unit.place == "dead":
        raise Refusal("RC-ORD-6", f"{unit.ref} {gone(battle.state, unit)}")
    return unit


def check_named(battle: Battle, unit: Unit, order: Deploy) -> None:
    """RC-SETUP-4, RC-SETUP-11: the stage must fit the unit, and a chit needs a name."""
    stage, late = battle.state.stage, is_infiltrator(unit)
    if late and stage == "deploy" and not has_chits(battle.state):
        raise Refusal("RC-SETUP-4", f"{unit.ref} infiltrates: it is deployed after all others")
    if stage == "infiltrate" and not late:
        raise Refusal("RC-SETUP-4", f"{unit.ref} does not infiltrate: its deployment is over")
    if stage == "infiltrate" and has_chits(battle.state):
        raise Refusal("RC-SETUP-4", f"{unit.ref} is deployed; it may make a free move")
    if unit.chit and not order.stands_for and not unit.dealt:
        example = f"deploy {unit.ref} as ST1 at {cell_text(order.at)}"
        raise Refusal("RC-SETUP-11", f"{unit.ref} needs a name: {example}")
    if order.stands_for and not unit.chit:
        raise Refusal("RC-SETUP-11", f"{unit.ref} is no chit and stands for itself")


def deal(battle: Battle, chit: Unit, name: str) -> None:
    """RC-SETUP-11: let a chit stand for a model or `nothing`; what it stood for goes back."""
    state = battle.state
    back = chit.under if chit.dealt else None
    if name.lower() == "nothing":
        if chit.dealt and not chit.under:
            return
        if not state.army(chit.seat).blanks:
            raise Refusal("RC-SETUP-11", f"{chit.ref} cannot be nothing: all blanks are dealt")
        battle.emit(ev.ChitDealt(chit.seat, chit.ref, "", back))
        return
    model = state.find(ref_of(state, name))
    if model is not None and chit.dealt and model.ref == chit.under:
        return
    if model is None or model.place != "unhidden" or model.seat != chit.seat:
        raise Refusal("RC-SETUP-11", f"{name[:20]} is not to be hidden (any more)")
    battle.emit(ev.ChitDealt(chit.seat, chit.ref, model.ref, back))


# --- places -------------------------------------------------------------------------------------


def check_inside(state: State, cell: Cell, building: str) -> bool:
    """RC-SETUP-12: is the unit deployed inside?  Without `inside B1` it goes onto the roof.

    Raises `Refusal` if the cell is not in that building.
    """
    if not building:
        return False
    sector = relief(state.ground).sector_at(cell)
    if building not in (sector, sector.partition(".")[0]) or not sector:
        raise Refusal(DEPLOYING, f"{cell_text(cell)} is not in {building[:20]}")
    return True


def next_free(state: State, unit: Unit, spot: Spot) -> Spot:
    """RC-SETUP-12: the next spot to the east where the unit can be deployed, else `spot`."""
    for column in range(spot[1], state.ground.cols + 1):
        to = (spot[0], column, spot[2])
        if allows(check_place, state, unit, to):
            return to
    return spot


def check_place(state: State, unit: Unit, spot: Spot) -> None:
    """RC-SETUP-8, RC-SETUP-4: the spot must be in the zone, free and fit to stand in."""
    cell, name = (spot[0], spot[1]), cell_text((spot[0], spot[1]))
    where = f"{unit.ref} cannot be deployed at {name}"
    if not state.ground.holds(cell):
        raise Refusal(DEPLOYING, f"{where}: it is off the board")
    free_choice = state.stage == "infiltrate"
    if not free_choice and not in_zone(state, unit.seat, cell):
        raise Refusal(DEPLOYING, f"{where}: {zone_text(state, unit.seat)}")
    if not may_stand(relief(state.ground), gait(unit, state.rules.hulk), spot):
        raise Refusal(DEPLOYING, f"{where}: nobody can stand there")
    if occupied(state, spot, unit.ref):
        raise Refusal(DEPLOYING, f"{where}: it is occupied")
    if free_choice:
        check_unwatched(state, unit, spot)


def check_unwatched(state: State, unit: Unit, spot: Spot) -> None:
    """RC-SETUP-4, RC-LOS-7: no enemy may see the spot or be within an inch."""
    place = eye_at((spot[0], spot[1]), spot[2])
    for enemy in state.standing():
        if state.friends(enemy, unit):
            continue
        if sight(state, eye(enemy), place) != "none":
            raise Refusal("RC-SETUP-4", f"{enemy.ref} sees {spot[0]},{spot[1]}")
        if apart(state, eye(enemy), place) <= 1:
            raise Refusal("RC-SETUP-4", f"{enemy.ref} is within 1 inch of {spot[0]},{spot[1]}")


# RC-SETUP-3 to RC-SETUP-6: roll-offs, the sequence of stages, psychic hands.


MOST_ROLLS = 100
"""After so many rolls a tied roll-off is drawn by lot, so that it ends whatever the dice do."""


def taking_part(battle: Battle) -> tuple[int, ...]:
    """The seats that have not resigned."""
    return tuple(army.seat for army in battle.state.armies if not army.resigned)


def roll_off(battle: Battle, purpose: str) -> int:
    """RC-DICE-9, RC-RULING-44: each seat rolls 2R; tied winners roll again.  Returns the winner."""
    seats = required(taking_part(battle), "RC-SETUP-3", "no army is left that could roll")
    rolls: list[tuple[int, ev.Faces, int]] = []
    while True:
        totals = {}
        for seat in seats:
            why = f"roll-off of {seat_name(seat)}"
            faces = tuple(("R", battle.roll(RED, why)) for _ in range(2))
            totals[seat] = sum(face for _, face in faces)
            rolls.append((seat, faces, totals[seat]))
        best = max(totals.values())
        seats = tuple(seat for seat in seats if totals[seat] == best)
        if len(seats) > 1 and len(rolls) >= MOST_ROLLS:
            seats = (seats[battle.pick(len(seats), "roll-off")],)
        if len(seats) == 1:
            battle.emit(ev.RolledOff(purpose, tuple(rolls), seats[0]))
            return seats[0]


def clockwise(battle: Battle, first: int) -> tuple[int, ...]:
    """RC-SETUP-1: the seats in clockwise order, beginning with `first`."""
    seats = taking_part(battle)
    at = seats.index(first)
    return (*seats[at:], *seats[:at])


def start(battle: Battle) -> None:
    """RC-SETUP-3: roll off for placement; the winner deploys first, then clockwise."""
    if battle.state.flow.phase != "setup":
        battle.emit(PhaseBegan(1, "setup"))
    first = roll_off(battle, "placement")
    battle.emit(ev.StageBegan("deploy", clockwise(battle, first)))


def done(battle: Battle) -> None:
    """RC-SETUP-3, RC-SETUP-4: end the seat's deployment; the last seat ends the stage."""
    state = battle.state
    if state.flow.phase == "setup" and state.stage == "muster":
        raise Refusal("RC-SETUP-9", "Forces are being mustered: say `ready` when yours is")
    check_deploying(battle)
    check_on_the_board(battle)
    battle.emit(ev.DeploymentDone(battle.seat, state.stage))
    move_on(battle)


def check_on_the_board(battle: Battle) -> None:
    """RC-SETUP-8, RC-RULING-61: a seat with waiting models must have somebody on the board."""
    own = [unit for unit in battle.state.units.values() if unit.seat == battle.seat]
    late = battle.state.stage == "infiltrate"
    waiting = [
        unit for unit in own if unit.place == "reserve" and is_infiltrator(unit) in (late, False)
    ]
    if waiting and not any(unit.place == "board" for unit in own):
        why = f"{seat_name(battle.seat)} has nothing on the board: deploy a model, or resign"
        raise Refusal("RC-SETUP-8", why)


def move_on(battle: Battle) -> None:
    """Begin the next stage if every seat is done with this one."""
    state = battle.state
    if any(not state.army(seat).done for seat in state.order):
        return
    if state.stage == "deploy":
        late = tuple(seat for seat in state.order if infiltrators(battle, seat))
        if late:
            battle.emit(ev.StageBegan("infiltrate", late))
            for seat in late:
                for unit in infiltrators(battle, seat):
                    battle.mark(unit.ref, moveleft=unit.move)
            return
    begin_play(battle)


def infiltrators(battle: Battle, seat: int) -> list[Unit]:
    """RC-SETUP-4: the seat's waiting infiltrators; in a game with chits those on the board."""
    place = "board" if has_chits(battle.state) else "reserve"
    return [
        unit
        for unit in battle.state.units.values()
        if unit.seat == seat and unit.place == place and is_infiltrator(unit)
    ]


def begin_play(battle: Battle) -> None:
    """RC-SETUP-5, RC-SETUP-6: roll off for the first turn, draw the hands, begin the turn."""
    first = battle.state.first_turn or roll_off(battle, "first turn")
    battle.emit(PhaseBegan(1, "play"))
    battle.emit(ev.StageBegan("-"))
    for seat in taking_part(battle):
        draw_hand(battle, seat)
    begin_turn(battle, first, 1)


def draw_hand(battle: Battle, seat: int) -> None:
    """RC-PSY-2, RC-PSY-3, RC-PSY-4: draw a card for each psychic level, two if the seat is bad."""
    state = battle.state
    levels = sum(unit.psy for unit in state.on_board() if unit.seat == seat and not unit.chit)
    count = levels * (2 if state.army(seat).role == "bad" else 1)
    deck = sorted(state.deck)
    drawn = []
    for _ in range(min(count, len(deck))):
        drawn.append(deck.pop(battle.pick_secretly(len(deck), "a psychic card", seat)))
    if drawn:
        battle.emit(ev.CardsDrawn(seat, len(drawn)))
        battle.emit(ev.HandDrawn(seat, tuple(drawn)))
