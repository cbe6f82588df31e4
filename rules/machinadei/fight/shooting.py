"""Shots at a unit, and area attacks at a place."""

from rules.line.errors import Refusal, required
from rules.machinadei import events as ev
from rules.machinadei import field
from rules.machinadei import orders as od
from rules.machinadei.fight import strike
from rules.machinadei.fight.melee import named_shares
from rules.machinadei.formation import inches, nearest, within
from rules.machinadei.naming import check_enemy, named
from rules.machinadei.orders import Cell, place
from rules.machinadei.statblock import Weapon, same
from rules.machinadei.state import Battle, Pending, State, Unit, key, now, roll

# MD-SHOOT: archery at a unit.


def shoot(battle: Battle, unit: Unit, order: od.Shoot) -> None:
    """MD-SHOOT-1 to MD-SHOOT-6, MD-ARC-1, MD-LOS-2; then one strike."""
    state = battle.state
    target = named(state, order.target)
    weapon = check_weapon(state, unit, order.weapon, "ranged", "MD-SHOOT-1")
    check_shot(state, unit, target, weapon)
    battle.emit(ev.Acted(unit.ref))
    strike.strike(battle, now(battle, unit), target, strike.weapon_blow(unit, weapon))


def check_shot(state: State, unit: Unit, target: Unit, weapon: Weapon) -> None:
    """The checks of a shot that follow the one of its weapon, in this order."""
    check_not_engaged(state, unit)
    check_enemy(unit, target, "MD-SHOOT-3")
    check_no_melee(state, target)
    cells = field.check_arc(unit, target.cells, target.ref)
    if next(field.pairs_in_range(unit, cells, weapon.reach), None) is None:
        raise out_of_range(unit, target, cells, weapon)
    field.check_sight(state, unit, target, field.pairs_in_range(unit, cells, weapon.reach))


def check_weapon(state: State, unit: Unit, name: str, use: str, rule: str) -> Weapon:
    """MD-SHOOT-1, MD-AREA-5: the weapon of that use: the one named, else the statblock's first."""
    meant = (weapon for weapon in state.weapons(unit, use) if not name or same(weapon.name, name))
    what = f"{use} weapon {name[:40]}".rstrip()
    return required(next(meant, None), rule, f"{unit.ref} has no {what}.")


def check_not_engaged(state: State, unit: Unit) -> None:
    """MD-SHOOT-2: an engaged unit makes no archery attack of any kind."""
    foes = field.touching(state, unit)
    if foes:
        raise Refusal("MD-SHOOT-2", f"{unit.ref} is engaged with {foes[0].ref}.")


def check_no_melee(state: State, target: Unit) -> None:
    """MD-SHOOT-6: a unit engaged with a unit of the shooter's seat cannot be shot at."""
    friends = field.touching(state, target)
    if friends:
        raise Refusal("MD-SHOOT-6", f"{target.ref} is in melee with {friends[0].ref}.")


def out_of_range(
    unit: Unit, target: Unit, cells: tuple[tuple[int, int], ...], weapon: Weapon
) -> Refusal:
    """MD-SHOOT-4: the refusal when no cell that sees is in range of a target cell in the arc."""
    far = inches(nearest(field.eyes(unit), cells))
    return Refusal("MD-SHOOT-4", f'{target.ref} is {far}" away, range {weapon.reach}".')


# MD-AREA: volleys, bombardments and spells aimed at a place; hits are divided after the dice.


VOLLEY_SPLASH = 3
"""MD-AREA-1: a volley is an area attack with a ranged weapon, splash 3, -1 to hit."""


def volley(battle: Battle, unit: Unit, order: od.Volley) -> None:
    """MD-SHOOT-1, then as every area attack; MD-LOS-3: a location needs no line of sight."""
    weapon = check_weapon(battle.state, unit, order.weapon, "ranged", "MD-SHOOT-1")
    shoot_at_place(battle, unit, order, weapon, VOLLEY_SPLASH)


def bombard(battle: Battle, unit: Unit, order: od.Bombard) -> None:
    """MD-AREA-5: an area weapon has its own splash."""
    weapon = check_weapon(battle.state, unit, order.weapon, "area", "MD-AREA-5")
    shoot_at_place(battle, unit, order, weapon, weapon.splash)


def shoot_at_place(
    battle: Battle, unit: Unit, order: od.AreaOrder, weapon: Weapon, splash: int
) -> None:
    """MD-SHOOT-2, MD-BOARD-2, MD-ARC-1, MD-SHOOT-4, MD-AREA-2, MD-AREA-4, in this order."""
    state = battle.state
    on = named(state, order.on).ref if order.on else ""
    check_not_engaged(state, unit)
    field.check_location(state, order.at)
    field.check_arc(unit, (order.at,), place(order.at))
    if not within(field.eyes(unit), (order.at,), weapon.reach):
        far = inches(nearest(field.eyes(unit), (order.at,)))
        raise Refusal("MD-SHOOT-4", f'{place(order.at)} is {far}" away, range {weapon.reach}".')
    targets = check_splash(state, unit, order.at, splash)
    if on:
        check_eligible((on,), targets)
    battle.emit(ev.Acted(unit.ref))
    blow = strike.weapon_blow(unit, weapon, volley=isinstance(order, od.Volley))
    attack_area(battle, now(battle, unit), order.at, blow, targets, on)


def check_splash(state: State, unit: Unit, at: Cell, splash: int) -> tuple[str, ...]:
    """MD-AREA-2: at least one enemy unit is within the splash; friends are never hurt."""
    found = tuple(
        enemy.ref for enemy in state.on_board(3 - unit.seat) if within((at,), enemy.cells, splash)
    )
    if not found:
        raise Refusal("MD-AREA-2", f'no enemy within {splash}" of {place(at)}.')
    return found


def check_eligible(refs: tuple[str, ...], eligible: tuple[str, ...]) -> None:
    """MD-AREA-4: only eligible units can be allocated hits."""
    for ref in refs:
        if ref not in eligible:
            raise Refusal("MD-AREA-4", f"{ref} is not within the splash.")


def attack_area(
    battle: Battle, unit: Unit, at: Cell, blow: strike.Blow, eligible: tuple[str, ...], on: str = ""
) -> None:
    """MD-AREA-3, MD-AREA-6: roll all dice; the only eligible unit, or the one named, takes the
    hits, else they wait to be divided."""
    why = f"{unit.ref} area attack at {place(at)}"
    dice = tuple(roll(battle, why) for _ in range(blow.attacks))
    numbers_of = blow.attacks, blow.damage, blow.hit
    pending = Pending(unit.ref, at, blow.use, *numbers_of, dice, eligible, blow.name, blow.volley)
    needs = tuple(
        (ref, number, strike.hits_of(dice, number)) for ref, number in numbers(battle, pending)
    )
    battle.emit(ev.AreaRolled(unit.ref, blow.name, at, dice, needs))
    if on or len(eligible) == 1:
        target = on or eligible[0]
        hits = next(hits for ref, _, hits in needs if ref == target)
        strike_area(battle, pending, ((target, hits),))
    else:
        battle.emit(ev.DivisionAwaited(pending))


def blow_of(pending: Pending) -> strike.Blow:
    """The area attack as a blow."""
    numbers_of = pending.attacks, pending.damage, pending.hit
    return strike.Blow(pending.weapon, pending.use, *numbers_of, pending.volley)


def number_against(state: State, pending: Pending, target: Unit) -> int:
    """MD-HIT-2, MD-HIT-4: the number needed against one eligible unit."""
    return strike.to_hit(state, state.units[key(pending.unit)], target, blow_of(pending))[0]


def numbers(battle: Battle, pending: Pending) -> tuple[tuple[str, int], ...]:
    """MD-AREA-3: E(u) of each eligible unit still there, the least die that hits it (1 at three
    tiers down, 11 up)."""
    state = battle.state
    return tuple(
        (ref, strike.number_for_area(number_against(state, pending, now(battle, ref))))
        for ref in pending.eligible
        if now(battle, ref).on_board
    )


def divide_hits(battle: Battle, unit: Unit, order: od.Allocate) -> None:
    """MD-AREA-7: the attacker allocates the hits, strikes are resolved in the order named."""
    pending = battle.state.pending
    assert pending is not None
    shares = named_shares(battle.state, order)
    there = tuple(ref for ref, _ in numbers(battle, pending))
    check_eligible(tuple(ref for ref, _ in shares), there)
    check_possible(pending, dict(numbers(battle, pending)), shares)
    battle.emit(ev.HitsDivided(unit.ref, shares))
    strike_area(battle, pending, shares)


def check_possible(pending: Pending, needs: dict[str, int], shares: ev.Division) -> None:
    """MD-AREA-7: for every number E among the units named, hits on units that need E or more do
    not exceed the dice of E or more."""
    for number in sorted({needs[ref]: None for ref, _ in shares}, reverse=True):
        given = sum(amount for ref, amount in shares if needs[ref] >= number)
        dice = strike.hits_of(pending.dice, number)
        if given > dice:
            raise Refusal("MD-AREA-7", f"only {dice} dice reach {number}+, {given} hits allocated.")


def settle(battle: Battle) -> None:
    """MD-AREA-8: at the end of the phase all hits go to the eligible unit nearest to the place."""
    pending = battle.state.pending
    assert pending is not None
    found = numbers(battle, pending)
    if not found:
        battle.emit(ev.DivisionLapsed(pending.unit))
        return
    ref, number = min(found, key=lambda one: nearest((pending.at,), now(battle, one[0]).cells))
    shares = ((ref, strike.hits_of(pending.dice, number)),)
    battle.emit(ev.HitsDivided(pending.unit, shares))
    strike_area(battle, pending, shares)


def strike_area(battle: Battle, pending: Pending, shares: ev.Division) -> None:
    """MD-AREA-7, MD-REP-1: one strike for each unit named, with the dice of the whole attack."""
    for ref, hits in shares:
        unit, target = now(battle, pending.unit), now(battle, ref)
        blow = blow_of(pending)
        number, parts = strike.to_hit(battle.state, unit, target, blow)
        if target.on_board:
            strike.wound(battle, unit, target, blow, (number, pending.dice, hits, parts))
