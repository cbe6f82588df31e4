"""The expected worth of shots, spells and divided attacks."""

from collections.abc import Iterator

from rules.line.orders import Order
from rules.machinadei import orders as od
from rules.machinadei import statblock as sb
from rules.machinadei.adjudicate import is_accepted, legal
from rules.machinadei.field import enemies, touching
from rules.machinadei.fight import strike
from rules.machinadei.fight.shooting import VOLLEY_SPLASH, blow_of
from rules.machinadei.formation import within
from rules.machinadei.naming import named
from rules.machinadei.search.chances import FLIGHT, POINT, SURE, failure, loss, per_wound, worth
from rules.machinadei.state import Pending, State, Unit


def exact_value(state: State, order: Order) -> int:
    """The points that an order of the Magic or Shooting phase may be expected to bring."""
    if not isinstance(order, od.UnitOrder):
        return 0
    unit = named(state, order.who.refs[0])
    match order:
        case od.Arrive():
            return POINT
        case od.Shoot(_, target):
            return best_loss(state, unit, (named(state, target),), "ranged")
        case od.Volley(_, at):
            return best_loss(state, unit, struck(state, unit, at, VOLLEY_SPLASH), "volley")
        case od.Bombard(_, at):
            splash = max(weapon.splash for weapon in state.weapons(unit, "area"))
            return best_loss(state, unit, struck(state, unit, at, splash), "area")
        case od.Cast(_, effect, target):
            return of_spell(state, unit, effect, target)
    return 0


def struck(state: State, unit: Unit, at: od.Cell, splash: int) -> tuple[Unit, ...]:
    """MD-AREA-1: the enemy units with a cell within the splash."""
    return tuple(foe for foe in enemies(state, unit.seat) if within((at,), foe.cells, splash))


def best_loss(state: State, unit: Unit, foes: tuple[Unit, ...], use: str) -> int:
    """The most points that its weapons of a use take from one of these enemies on average."""
    kind = "area" if use == "area" else "ranged"
    blows = [
        strike.weapon_blow(unit, weapon, use == "volley") for weapon in state.weapons(unit, kind)
    ]
    return max((loss(state, unit, foe, blow) for foe in foes for blow in blows), default=0)


# --- spells ---------------------------------------------------------------------------------------


def of_spell(state: State, unit: Unit, name: str, target: object) -> int:
    """What all effects of a spell are worth together; harm to friends counts against it."""
    magic = next(one for one in state.block(unit).magic if sb.same(one.name, name))
    total = sum(
        of_effects(state, unit, magic, one) * (1 if is_meant(magic, unit, one) else -1)
        for one in subjects(state, unit, magic, target)
    )
    summoned = any(isinstance(effect, sb.SummonEffect) for effect in magic.effects)
    return total + 30 * POINT * summoned


def is_meant(magic: sb.Magic, unit: Unit, other: Unit) -> bool:
    """Is the spell good for its caster on this unit: help for a friend, or harm for an enemy?"""
    return harms(magic) == (other.seat != unit.seat)


def harms(magic: sb.Magic) -> bool:
    """Does the spell attack, test or weaken its targets?"""
    return any(
        isinstance(one, sb.AttackEffect | sb.TestEffect)
        or (isinstance(one, sb.ModifyEffect) and one.amount < 0)
        for one in magic.effects
    )


def subjects(state: State, unit: Unit, magic: sb.Magic, target: object) -> Iterator[Unit]:
    """MD-MAG-4, section 8.2: the units that a spell would reach."""
    aim = magic.target
    if isinstance(target, str):
        yield named(state, target)
        return
    if aim.kind == "self":
        yield unit
        return
    centre = unit.cells if aim.kind == "around" else (target,) if isinstance(target, tuple) else ()
    reach = aim.reach if aim.kind == "around" else aim.splash
    for other in state.on_board() if centre else ():
        if other.ref != unit.ref and within(centre, other.cells, reach):
            friend = other.seat == unit.seat
            if aim.whom == "all" or friend == (aim.whom == "friends"):
                yield other


def of_effects(state: State, unit: Unit, magic: sb.Magic, victim: Unit) -> int:
    """About how many points the effects of a spell move on one unit, for better or worse."""
    total = 0
    for effect in magic.effects:
        match effect:
            case sb.AttackEffect():
                total += loss(state, unit, victim, strike.magic_blow(magic.name, effect))
            case sb.ModifyEffect():
                if not any(one.source == magic.name for one in victim.modifiers):
                    total += of_modifier(state, effect, victim)
            case sb.TestEffect() if not victim.broken:
                part = SURE if effect.what == "rout" else FLIGHT
                total += worth(victim) * failure(state, victim) // SURE * part // SURE
    return total


def of_modifier(state: State, effect: sb.ModifyEffect, victim: Unit) -> int:
    """About what a modifier is worth: most where the unit fights or shoots, a little everywhere."""
    fights = bool(touching(state, victim))
    shoots = not fights and bool(state.weapons(victim, "ranged") or state.weapons(victim, "area"))
    part = 10 if fights else 15 if shoots else 60
    if effect.stat == "L" and not fights:
        part = 60
    return worth(victim) * min(4, abs(effect.amount)) // part


# --- blows ----------------------------------------------------------------------------------------


def best_blows(state: State, seat: int) -> Order | None:
    """MD-DIV-1: all attacks of a unit on one enemy, if that takes more than an even division."""
    for unit in state.on_board(seat):
        foes = touching(state, unit)
        if len(foes) < 2 or unit.broken or unit.division:
            continue
        attacks = strike.melee_attacks(state, unit)
        even = sum(blow_loss(state, unit, foe, attacks // len(foes)) for foe in foes)
        value, best = max(
            ((blow_loss(state, unit, foe, attacks), foe.ref) for foe in foes),
            key=lambda one: one[0],
        )
        order = od.Allocate(od.Who((unit.ref,)), (od.Share(attacks, best),))
        if attacks and value > even and is_accepted(state, seat, order):
            return order
    return None


def blow_loss(state: State, unit: Unit, foe: Unit, attacks: int) -> int:
    """The points that this many melee attacks take from one enemy on average."""
    return loss(state, unit, foe, strike.melee_blow(state, unit, attacks))


# --- divisions ------------------------------------------------------------------------------------


def best_shares(state: State, seat: int) -> Order | None:
    """MD-AREA-7: all hits on one unit, or as many as destroy it and the rest on another."""
    pending = state.pending
    if pending is None:
        return None
    unit = named(state, pending.unit)
    most = {
        share.target: share.amount
        for order in legal(state, seat)
        if isinstance(order, od.Allocate)
        for share in order.shares
    }
    best, found = 0, None
    for shares in divisions(state, unit, pending, most):
        value = sum(of_share(state, unit, pending, share) for share in shares)
        order = od.Allocate(od.Who((unit.ref,)), shares)
        if value > best and is_accepted(state, seat, order):
            best, found = value, order
    return found


def divisions(
    state: State, unit: Unit, pending: Pending, most: dict[str, int]
) -> Iterator[tuple[od.Share, ...]]:
    """All hits on one target, or on two: the first gets no more than it takes to destroy it."""
    for ref, hits in most.items():
        yield (od.Share(hits, ref),)
        enough = next(
            (few for few in range(1, hits) if is_ended(state, unit, pending, od.Share(few, ref))), 0
        )
        for other, limit in most.items() if enough else ():
            rest = min(limit, max(most.values()) - enough)
            if other != ref and rest > 0:
                yield od.Share(enough, ref), od.Share(rest, other)


def wounds_of(unit: Unit, pending: Pending, target: Unit, hits: int) -> int:
    """MD-WOUND-1 to MD-WOUND-4: the wounds that this many hits deal to one of the targets."""
    parts = strike.damage_parts(unit, target, blow_of(pending))
    wounds = strike.wounds_from(strike.damage_of(parts) * hits, unit.tier - target.tier)
    return strike.suffered(target, wounds)


def is_ended(state: State, unit: Unit, pending: Pending, share: od.Share) -> bool:
    """Would these hits destroy the target?"""
    target = named(state, share.target)
    return wounds_of(unit, pending, target, share.amount) >= target.left


def of_share(state: State, unit: Unit, pending: Pending, share: od.Share) -> int:
    """The points that this many hits take, likely losses by rout included (MD-ROUT-1)."""
    target = named(state, share.target)
    wounds = wounds_of(unit, pending, target, share.amount)
    rest = target.left - wounds
    if rest and strike.is_shattering(target, wounds):
        wounds += rest * failure(state, target) // SURE
    return per_wound(target) * wounds + (not rest)
