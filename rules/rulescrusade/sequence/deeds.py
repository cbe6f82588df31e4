"""6.2: the small orders: reloading, chits, ghosts, slipping away, standing orders, queries."""

from rules.line.errors import Refusal
from rules.line.orders import Order
from rules.rulescrusade import checks
from rules.rulescrusade import events as ev
from rules.rulescrusade import orders as od
from rules.rulescrusade.checks import Battle, act
from rules.rulescrusade.field.routes import gone, known
from rules.rulescrusade.field.sight import Eye, adjacent_units, apart, cover, eye, eye_at, sight
from rules.rulescrusade.field.terrain import penalty
from rules.rulescrusade.fight import arms
from rules.rulescrusade.fight.arms import Held, Pool
from rules.rulescrusade.fight.hand import card_named
from rules.rulescrusade.fight.harm import reveal
from rules.rulescrusade.march import walk
from rules.rulescrusade.mind.play import play
from rules.rulescrusade.sheets import Dice
from rules.rulescrusade.state import State, Unit

# --- weapons ------------------------------------------------------------------------------------


def reload(battle: Battle, unit: Unit, order: od.Reload) -> None:
    """RC-SHOOT-1, RC-WFX-18: reload a weapon; RC-WFX-2: or an adjacent friend's artillery."""
    owner = unit
    if order.owner:
        owner = known(battle.state, checks.refer(battle.state, order.owner))
        near = owner.place == "board" and battle.state.friends(owner, unit)
        if not near or not (owner.ref == unit.ref or adjacent_units(battle.state, owner, unit)):
            raise Refusal("RC-WFX-2", f"{owner.ref} is not next to {unit.ref}")
    held = to_reload(battle.state, owner, order.weapon)
    if owner.ref != unit.ref and "Artillery" not in held.weapon.effects:
        raise Refusal("RC-WFX-2", f"the {held.name} is no artillery piece")
    arms.check_usable(unit, held.weapon)
    now = owner.weapons[held.place].state
    if now not in ("ready", "empty"):
        raise Refusal("RC-SHOOT-1", f"{owner.ref}'s {held.name} is {now}")
    if now == "ready":
        raise Refusal("RC-WFX-18", f"the {held.name} is loaded")
    act(battle, unit, "reload")
    battle.emit(ev.WeaponChanged(owner.ref, held.place, held.name, "ready"))


def to_reload(state: State, owner: Unit, name: str) -> Held:
    """The weapon to reload: the one named, else the first empty one."""
    if name:
        empty = [one for one in arms.named(state, owner, name) if _is(owner, one, "empty")]
        return empty[0] if empty else arms.find_arm(state, owner, name)
    held = [one for one in arms.held_by(state, owner) if arms.single_shot(one)]
    if not held:
        raise Refusal("RC-SHOOT-1", f"{owner.ref} has no weapon to reload")
    return next((one for one in held if _is(owner, one, "empty")), held[0])


def _is(owner: Unit, held: Held, state: str) -> bool:
    return owner.weapons[held.place].state == state


def unjam(battle: Battle, unit: Unit, order: od.Unjam) -> None:
    """RC-SHOOT-1, RC-FAIL-3: unjam a weapon, which works if every die shows 0."""
    state, name = battle.state, order.weapon
    mine = arms.named(state, unit, name) if name else arms.held_by(state, unit)
    jammed = next((one for one in mine if _is(unit, one, "jammed")), None)
    if jammed is None and not name:
        raise Refusal("RC-FAIL-3", f"no weapon of {unit.ref} is jammed")
    held = jammed or arms.find_arm(state, unit, name)
    arms.check_usable(unit, held.weapon)
    if not _is(unit, held, "jammed"):
        raise Refusal("RC-FAIL-3", f"the {held.name} is not jammed")
    act(battle, unit, "unjam")
    pool = arms.cast(battle, unit.ref, f"unjamming the {held.name}", held.weapon.dice)
    success = pool.total == 0
    battle.emit(ev.Tested(unit.ref, "unjams", pool.total, 0, success, (("dice", pool.total),)))
    if success:
        battle.emit(ev.WeaponChanged(unit.ref, held.place, held.name, "ready"))


# --- chits and ghosts ---------------------------------------------------------------------------


def reveal_chit(battle: Battle, unit: Unit, order: od.Reveal) -> None:
    """RC-CHIT-2, RC-CHIT-4: turn a chit over by its own order."""
    if not unit.chit:
        raise Refusal("RC-CHIT-2", f"{unit.ref} is no chit")
    checks.activate(battle, unit.ref)
    reveal(battle, unit.ref, "order", found=False)


def dissipate(battle: Battle, unit: Unit, order: Order) -> None:
    """RC-CARD-14: remove a ghost, at no cost."""
    if unit.kind != "Ghost":
        raise Refusal("RC-CARD-14", f"{unit.ref} is no ghost")
    battle.emit(ev.Left(unit.ref, "dissipates"))


def end_projection(battle: Battle, unit: Unit, order: od.EndProjection) -> None:
    """RC-CARD-14: remove the ghost that this psyker made."""
    ghost = next((one for one in battle.state.on_board() if one.maker == unit.ref), None)
    if ghost is None:
        raise Refusal("RC-CARD-14", f"{unit.ref} has no ghost")
    dissipate(battle, ghost, order)


# --- reactions ----------------------------------------------------------------------------------


def slip(battle: Battle, unit: Unit, order: od.Slip) -> None:
    """RC-REACT-6, RC-ABIL-1: make the half move of an ambush, once."""
    if not unit.found:
        raise Refusal("RC-REACT-6", f"{unit.ref} has not been found this turn")
    if unit.has("stunned", "rising"):
        raise Refusal("RC-STUN-1", f"{unit.ref} is down and cannot slip away")
    checks.check_free_to_move(battle.state, unit)
    spot = walk.goal_spot(battle.state, unit, walk.goal_cell(unit, order.to))
    walk.check_destination(battle.state, unit, spot)
    half = unit.move // 2
    route = walk.find_route(battle.state, unit, [spot], half)
    before = unit.moveleft
    own_turn = battle.is_turn_of(unit)
    battle.mark(unit.ref, moveleft=half, found=False, struck=(), began=unit.spot)
    walk.follow(battle, unit.ref, route, "slips")
    battle.mark(unit.ref, moveleft=before if own_turn else 0)


def standing_order(battle: Battle, unit: Unit, order: od.Standing) -> None:
    """RC-REACT-1: give a standing order, at any time, at no cost."""
    attribute, value = order.attribute, order.value
    battle.emit(ev.StandingOrderGiven(unit.boss, unit.ref, attribute, value))


def use(battle: Battle, unit: Unit, order: od.Loadout) -> None:
    """RC-REACT-1, RC-MELEE-3: set a loadout; RC-ORD-12: or play the card of that name.

    A name that is both means the weapon if the model carries it.
    """
    card = card_named(order.weapons[0]) if len(order.weapons) == 1 else ""
    if card and not arms.named(battle.state, unit, order.weapons[0]):
        play(battle, unit.ref, od.CardPlay(card))
        return
    held = arms.melee_arms(battle.state, unit, order.weapons) if order.weapons else []
    names = ", ".join(one.name for one in held)
    battle.emit(ev.StandingOrderGiven(unit.boss, unit.ref, "loadout", names))


def shamble(battle: Battle, unit: Unit) -> None:
    """RC-ABIL-27: at a model's first activation in a turn roll how far Shamble moves: 2R + 4."""
    if not unit.trait("Shamble") or unit.shambled or not battle.is_turn_of(unit):
        return
    pool = Pool(unit.ref, "shamble", plain=True)
    pool.draw(battle, Dice(reds=2))
    pool.show(battle)
    refs: tuple[str, ...] = (unit.ref,)
    if battle.state.rules.shamble == "once":
        refs = tuple(
            one.ref
            for one in battle.state.on_board()
            if one.boss == unit.boss and one.trait("Shamble") and one.standing
        )
    battle.emit(ev.ShambleRolled(refs, pool.total + 4))


# --- queries ------------------------------------------------------------------------------------


def check(battle: Battle, order: od.Check) -> None:
    """RC-ORD-11, RC-REP-5: answer a query: distance, penalty, sight, cover; at any time."""
    state = battle.state
    unit = known(state, checks.refer(state, order.ref))
    check_on_board(state, unit)
    if isinstance(order.target, str):
        other = known(state, checks.refer(state, order.target))
        check_on_board(state, other)
        place, name = eye(other), other.ref
    else:
        if not state.ground.holds(order.target):
            raise Refusal("RC-MOVE-1", f"{order.target[0]},{order.target[1]} is off the board")
        place, name = eye_at(order.target), f"{order.target[0]},{order.target[1]}"
        other = Unit("", "", 0, at=order.target)
    away = apart(state, eye(unit), place)
    kinds = "+".join(cover(state, eye(unit), other)) or "none"
    look = sight(state, eye(unit), Eye(place.spot, place.tall, place.ref))
    battle.emit(ev.Checked(unit.ref, name, away, penalty(away), look, kinds))


def check_on_board(state: State, unit: Unit) -> None:
    """RC-ORD-6: the unit must be on the board."""
    if unit.place != "board":
        why = gone(state, unit) if unit.place == "dead" else "is not on the board"
        raise Refusal("RC-ORD-6", f"{unit.ref} {why}")


def own_there(state: State, seat: int, ref: str) -> Unit:
    """RC-ORD-3, RC-ORD-4, RC-ORD-6, RC-ORD-7: the seat's unit, for orders without activation."""
    unit = checks.own(state, seat, ref)
    checks.check_there(state, unit)
    return unit
