"""RC-CHARGE: a move with half a move more, and a melee at its end."""

from rules.line.errors import Refusal
from rules.numbers.grid import Cell
from rules.rulescrusade.battle import Battle
from rules.rulescrusade.checks import hampered
from rules.rulescrusade.events import Acted
from rules.rulescrusade.field.measure import touching
from rules.rulescrusade.field.routes import Search
from rules.rulescrusade.field.sight import adjacent_units, ground_of
from rules.rulescrusade.field.targets import check_enemy, check_nearest
from rules.rulescrusade.fight.arms import Held, arms
from rules.rulescrusade.fight.melee import melee
from rules.rulescrusade.march.walk import check_destination, follow, lamed
from rules.rulescrusade.state import Spot, State, Unit
from rules.rulescrusade.words import Manner


def barred(state: State, unit: Unit) -> str:
    """RC-CHARGE-2: why it gets no extra half move, or an empty text."""
    natural, power = (
        unit.trait("Natural Armor"),
        unit.trait("Power Armor"),
    )  # RC-ABIL-42, RC-ABIL-43
    wound = unit.condition("wounded")
    reasons = (
        (unit.armor == 2 and not (natural or power), "armour 2"),
        (unit.armor >= 3 and not natural, f"armour {unit.armor}"),
        (
            any(
                held.weapon.kind == "heavy" and unit.weapons[held.place].state != "lost"
                for held in arms(state, unit)
            ),
            "a heavy weapon",
        ),
        (wound is not None and not wound.fresh and not unit.trait("Tough"), "wounded"),
        (unit.trait("Split Move"), "its split move"),
        (hampered(unit), "its load"),
        (unit.act == "extra move", "it has run"),  # RC-ABIL-3
    )
    return next((why for true, why in reasons if true), "")


def bonus(state: State, unit: Unit) -> int:
    """RC-CHARGE-1: half of M, rounded down."""
    return 0 if barred(state, unit) else unit.move // 2


def check_charge_reach(state: State, unit: Unit, spots: list[Spot], name: str) -> None:
    """RC-CHARGE-2, RC-CHARGE-4: the price of the way, and what it has."""
    price = Search(state, unit).cheapest(spots)
    why = barred(state, unit)
    if price is None:
        raise Refusal("RC-CHARGE-4", f"{unit.ref} finds no way to {name}")
    if why:
        told = f"{name} is {price} inches of movement away, {unit.ref} has {unit.moveleft}"
        raise Refusal("RC-CHARGE-2", f"{unit.ref} may not charge: {why}. {told}")
    can = unit.moveleft + bonus(state, unit)
    told = f"{name} is {price} inches of movement away; {unit.ref} can charge {can}"
    raise Refusal("RC-CHARGE-4", told)


def spots_by(state: State, unit: Unit, target: Unit) -> list[Spot]:
    """RC-CHARGE-1: the free places next to the target."""
    ground, search = ground_of(state), Search(state, unit)
    found: list[Spot] = []
    for row in range(target.at[0] - 1, target.at[0] + 2):
        for column in range(target.at[1] - 1, target.at[1] + 2):
            for inside in (False, True):
                spot: Spot = (row, column, inside)
                if search.free(spot) and touching(ground, spot, target.spot):
                    found.append(spot)
    return found


def check_chargeable(state: State, unit: Unit, target: Unit) -> None:
    """RC-MELEE-1, RC-CHARGE-3: an enemy that is not hidden."""
    check_enemy(state, unit, target, "RC-MELEE-1")
    if target.has("hidden") or target.chit:
        raise Refusal("RC-CHARGE-3", f"{target.ref} is hidden and cannot be charged")


def charge(battle: Battle, ref: str, target: Unit, held: list[Held] | None, manner: Manner) -> None:
    """RC-CHARGE-1, RC-CHARGE-6: to the best cell next to the target, and at it."""
    unit = battle.unit(ref)
    check_chargeable(battle.state, unit, target)
    given = None if held is None else {ref: held}
    if not adjacent_units(battle.state, unit, target):
        spots = spots_by(battle.state, unit, target)
        budget = unit.moveleft + bonus(battle.state, unit)
        route = Search(battle.state, unit).best(spots, budget)
        if route is None:
            check_charge_reach(battle.state, unit, spots, target.ref)
            return
        check_nearest(battle.state, unit, [target], melee=True)
        battle.mark(ref, moveleft=budget)
        arrived = follow(battle, ref, route, "charges", keep_going=True)
        left = battle.unit(ref).moveleft
        if battle.unit(ref).place != "board":
            return
        battle.emit(Acted(ref, "melee", 0))
        foe = battle.unit(target.ref)
        if not arrived or lamed(battle.unit(ref)) or foe.place != "board" or foe.has("down"):
            return
    else:
        check_nearest(battle.state, unit, [target], melee=True)
        left = unit.moveleft
        battle.emit(Acted(ref, "melee", 0))
    melee(battle, [ref], target.ref, "charge", given, manner, left=left)
    battle.mark(ref, moveleft=0)


def charge_to(battle: Battle, ref: str, to: Cell) -> None:
    """RC-CHARGE-5: into position next to an enemy; then only a melee or a mob is possible."""
    unit, ground = battle.unit(ref), ground_of(battle.state)
    spot: Spot = (*to, unit.inside and bool(ground.sector_at(to)))
    check_destination(battle.state, unit, spot)
    by_foe = any(
        foe.standing
        and not foe.chit
        and not foe.has("hidden")
        and not battle.state.friends(foe, unit)
        and touching(ground, foe.spot, spot)
        for foe in battle.state.on_board()
    )
    name = f"{to[0]},{to[1]}"
    if not by_foe:
        raise Refusal("RC-CHARGE-5", f"no enemy that can be seen stands next to {name}")
    budget = unit.moveleft + bonus(battle.state, unit)
    route = Search(battle.state, unit).best([spot], budget)
    if route is None:
        check_charge_reach(battle.state, unit, [spot], name)
        return
    battle.mark(ref, moveleft=budget)
    follow(battle, ref, route, "charges", keep_going=True)
    battle.mark(ref, moveleft=0, charged=True)
