"""Charging and carrying."""

from rules.line.errors import Refusal, required
from rules.numbers.grid import Cell
from rules.rulescrusade.checks import Battle, hampered, left_after_action
from rules.rulescrusade.events import Acted, Dropped, PickedUp, WeaponChanged
from rules.rulescrusade.field.routes import Search, check_enemy, check_nearest
from rules.rulescrusade.field.sight import adjacent_units, apart, eye, eye_at, ground_of
from rules.rulescrusade.field.terrain import is_heavy, touching
from rules.rulescrusade.fight.arms import find_arm, held_by
from rules.rulescrusade.fight.melee import Chosen, melee
from rules.rulescrusade.march.walk import check_destination, follow, lamed
from rules.rulescrusade.sheets import SIZES
from rules.rulescrusade.state import Item, Spot, State, Unit
from rules.rulescrusade.words import Manner

# RC-CHARGE: a move with an extra half move that ends in a melee.


def barred(state: State, unit: Unit) -> str:
    """RC-CHARGE-2: why the model gets no extra half move, or an empty text."""
    natural = unit.trait("Natural Armor")  # RC-ABIL-42
    power = unit.trait("Power Armor")  # RC-ABIL-43
    wound = unit.condition("wounded")
    own = (held for held in held_by(state, unit) if unit.weapons[held.place].state != "lost")
    heavy = any(held.weapon.kind == "heavy" for held in own)
    reasons = (
        (unit.armor == 2 and not (natural or power), "armour 2"),
        (unit.armor >= 3 and not natural, f"armour {unit.armor}"),
        (heavy, "a heavy weapon"),
        (wound is not None and not wound.fresh and not unit.trait("Tough"), "wounded"),
        (unit.trait("Split Move"), "its split move"),
        (hampered(unit), "its load"),
        (unit.act == "extra move", "it has run"),  # RC-ABIL-3
    )
    return next((why for true, why in reasons if true), "")


def bonus(state: State, unit: Unit) -> int:
    """RC-CHARGE-1: the extra inches of a charge: half of M, rounded down, or 0."""
    return 0 if barred(state, unit) else unit.move // 2


def out_of_reach(state: State, unit: Unit, spots: list[Spot], name: str) -> Refusal:
    """RC-CHARGE-2, RC-CHARGE-4: the refusal of a charge that is too far, with both numbers."""
    price = Search(state, unit).cheapest(spots)
    why = barred(state, unit)
    if price is None:
        return Refusal("RC-CHARGE-4", f"{unit.ref} finds no way to {name}")
    if why:
        told = f"{name} is {price} inches of movement away, {unit.ref} has {unit.moveleft}"
        return Refusal("RC-CHARGE-2", f"{unit.ref} may not charge: {why}. {told}")
    can = unit.moveleft + bonus(state, unit)
    told = f"{name} is {price} inches of movement away; {unit.ref} can charge {can}"
    return Refusal("RC-CHARGE-4", told)


def spots_by(state: State, unit: Unit, target: Unit) -> list[Spot]:
    """RC-CHARGE-1: the free spots adjacent to the target."""
    ground, search = ground_of(state), Search(state, unit)
    return [
        (row, column, inside)
        for row in range(target.at[0] - 1, target.at[0] + 2)
        for column in range(target.at[1] - 1, target.at[1] + 2)
        for inside in (False, True)
        if search.free((row, column, inside))
        and touching(ground, (row, column, inside), target.spot)
    ]


def check_chargeable(state: State, unit: Unit, target: Unit) -> None:
    """RC-MELEE-1, RC-CHARGE-3: the target must be an enemy that is not hidden."""
    check_enemy(state, unit, target, "RC-MELEE-1")
    if target.has("hidden") or target.chit:
        raise Refusal("RC-CHARGE-3", f"{target.ref} is hidden and cannot be charged")


def charge(battle: Battle, ref: str, target: Unit, given: Chosen, manner: Manner) -> None:
    """RC-CHARGE-1, RC-CHARGE-6: move to the best cell next to the target and fight it."""
    unit = battle.unit(ref)
    if not adjacent_units(battle.state, unit, target):
        spots = spots_by(battle.state, unit, target)
        budget = unit.moveleft + bonus(battle.state, unit)
        route = Search(battle.state, unit).best(spots, budget)
        if route is None:
            raise out_of_reach(battle.state, unit, spots, target.ref)
        check_nearest(battle.state, unit, [target], melee=True)
        battle.mark(ref, moveleft=budget)
        arrived = follow(battle, ref, route, "charges", keep_going=True)
    else:
        check_nearest(battle.state, unit, [target], melee=True)
        arrived = True
    left = battle.unit(ref).moveleft
    if battle.unit(ref).place != "board":
        return
    battle.emit(Acted(ref, "melee", 0))
    foe = battle.unit(target.ref)
    if not arrived or lamed(battle.unit(ref)) or foe.place != "board" or foe.has("down"):
        return
    melee(battle, [ref], target.ref, "charge", given, manner, left=left)
    battle.mark(ref, moveleft=0)


def charge_to(battle: Battle, ref: str, to: Cell) -> None:
    """RC-CHARGE-5: charge to a cell next to an enemy; then only a melee or a mob is possible."""
    unit, ground = battle.unit(ref), ground_of(battle.state)
    spot: Spot = (*to, unit.inside and bool(ground.sector_at(to)))
    check_destination(battle.state, unit, spot)
    by_foe = any(
        not foe.has("hidden")
        and not battle.state.friends(foe, unit)
        and touching(ground, foe.spot, spot)
        for foe in battle.state.standing()
    )
    name = f"{to[0]},{to[1]}"
    if not by_foe:
        raise Refusal("RC-CHARGE-5", f"no enemy that can be seen stands next to {name}")
    budget = unit.moveleft + bonus(battle.state, unit)
    route = Search(battle.state, unit).best([spot], budget)
    if route is None:
        raise out_of_reach(battle.state, unit, [spot], name)
    battle.mark(ref, moveleft=budget)
    follow(battle, ref, route, "charges", keep_going=True)
    battle.mark(ref, moveleft=0, charged=True)


# RC-CARRY, RC-FAIL-9: picking up, dropping, getting weapons back.


def body_of(unit: Unit) -> Item:
    """RC-CARRY-8: a knocked-out model as a thing to carry."""
    return Item(f"body of {unit.ref}", unit.at, unit.inside, unit.borne_by, size=unit.size)


def things(state: State) -> list[Item]:
    """All that can be carried: items and knocked-out models."""
    bodies = [body_of(unit) for unit in state.on_board() if unit.has("ko")]
    return [*state.items, *bodies]


def carried(state: State, unit: Unit) -> list[Item]:
    """The things that a model carries."""
    return [item for item in things(state) if item.carrier == unit.ref]


def hampers(state: State, unit: Unit) -> bool:
    """RC-CARRY-3, RC-CARRY-4: does its load hamper the model?"""
    load = [item for item in carried(state, unit) if not item.light]
    if not load or is_heavy(unit):
        return False
    return len(load) > 1 or SIZES.index(load[0].size) >= unit.bulk


def matches(item: Item, name: str) -> bool:
    """Does the name mean this thing?"""
    return item.name.lower() == name.lower().strip()


def within_reach(state: State, unit: Unit, item: Item) -> bool:
    """RC-CARRY-1: does the thing lie in its cell or next to it, or does a neighbour carry it?

    The neighbour must be an enemy or helpless (stunned, rising, KO'd).
    """
    ground = ground_of(state)
    if item.carrier:
        other = state.unit(item.carrier)
        helpless = other.has("stunned", "rising", "ko")
        hostile = not state.friends(other, unit)
        near = touching(ground, unit.spot, other.spot)
        return near and (helpless or hostile) and other.ref != unit.ref
    if item.at is None:
        return False
    spot = (*item.at, item.inside)
    return spot == unit.spot or touching(ground, unit.spot, spot)


def guard_of(state: State, unit: Unit, item: Item) -> Unit | None:
    """RC-CARRY-2: an able enemy (standing, not stunned) that stands on it or carries it."""
    for other in state.on_board():
        on_it = other.ref == item.carrier or (
            not item.carrier and other.at == item.at and other.inside == item.inside
        )
        able = other.standing and not other.has("stunned") and not state.friends(other, unit)
        if on_it and able and not (other.has("rising") and other.ref == item.carrier):
            return other
    return None


def check_pick_up(state: State, unit: Unit, name: str, at: Cell | None) -> Item:
    """RC-CARRY-1, RC-CARRY-2, RC-CARRY-5: the thing of that name that the model may pick up.

    Raises `Refusal` if it is out of reach, guarded, or too large.
    """
    meant = [
        item
        for item in things(state)
        if matches(item, name)
        and (at is None or item.at == at or (item.carrier and state.unit(item.carrier).at == at))
    ]
    why = f"{name[:40]} is not next to {unit.ref}"
    near = required([item for item in meant if within_reach(state, unit, item)], "RC-CARRY-1", why)
    free = [item for item in near if guard_of(state, unit, item) is None]
    if not free:
        guard = guard_of(state, unit, near[0])
        verb = "carries" if guard is not None and near[0].carrier else "stands on"
        raise Refusal("RC-CARRY-2", f"{guard.ref if guard else '?'} {verb} the {near[0].name}")
    item = min(free, key=lambda one: (bool(one.carrier), 0 if one.at == unit.at else 1))
    if unit.trait("Animal"):
        raise Refusal("RC-CARRY-5", f"{unit.ref} is an animal and picks nothing up")
    if SIZES.index(item.size) > unit.bulk:
        why = f"the {item.name} is {item.size}, {unit.ref} is {unit.size}: too large to carry"
        raise Refusal("RC-CARRY-5", why)
    return item


def pick_up(battle: Battle, ref: str, name: str, at: Cell | None) -> None:
    """RC-CARRY-1, RC-CARRY-3: pick a thing up, as an action; a heavy load hampers the model."""
    unit = battle.unit(ref)
    item = check_pick_up(battle.state, unit, name, at)
    battle.emit(Acted(ref, "pick up", left_after_action(unit)))
    battle.emit(PickedUp(ref, item.name, item.carrier))
    if hampers(battle.state, battle.unit(ref)):
        battle.mark(ref, laden=True)


def drop(battle: Battle, ref: str, name: str) -> None:
    """RC-CARRY-6: drop a thing in its own cell at no cost; without a name, everything."""
    unit = battle.unit(ref)
    load = [item for item in carried(battle.state, unit) if not name or matches(item, name)]
    if not load:
        raise Refusal("RC-CARRY-6", f"{ref} does not carry {name[:40] or 'anything'}")
    for item in load if not name else load[:1]:
        battle.emit(Dropped(ref, item.name))


def recover(battle: Battle, ref: str, name: str) -> None:
    """RC-FAIL-9: get back a weapon that sticks in a victim or lies in a cell."""
    unit = battle.unit(ref)
    held = find_arm(battle.state, unit, name)
    now = unit.weapons[held.place].state
    if now.startswith("stuck in "):
        victim = battle.unit(now.removeprefix("stuck in "))
        near = touching(ground_of(battle.state), unit.spot, victim.spot)
        where, place = f"sticks in {victim.ref}", eye(victim)
    elif now.startswith("dropped at "):
        row, _, column = now.removeprefix("dropped at ").partition(",")
        cell = (int(row), int(column))
        near = max(abs(cell[0] - unit.at[0]), abs(cell[1] - unit.at[1])) <= 1
        where, place = f"lies at {row},{column}", eye_at(cell)
    else:
        raise Refusal("RC-FAIL-9", f"{ref}'s {held.name} is {now}")
    if not near:
        away = apart(battle.state, eye(unit), place)
        raise Refusal("RC-FAIL-9", f"the {held.name} {where}, {away} inches away")
    battle.emit(Acted(ref, "recover", left_after_action(unit)))
    battle.emit(WeaponChanged(ref, held.place, held.name, "ready"))
