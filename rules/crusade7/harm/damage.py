"""Attacks resolved: their shares, damage, and the deaths that follow."""

from collections.abc import Iterator

from rules.crusade7 import events as ev
from rules.crusade7.army.statblock import Attack, ChargeBonus, DeathBurst, Save
from rules.crusade7.field import geometry
from rules.crusade7.harm import conditions, numbers
from rules.crusade7.harm.numbers import Blow
from rules.crusade7.naming import in_order
from rules.crusade7.state import Battle, State, Unit, unit_now
from rules.line.frozen import Frozen, fields_of
from rules.line.work import spend
from rules.numbers.arith import clamp, half_up
from rules.numbers.grid import Cell, gaps, rectangle

# Damage, healing and death: what reaches a unit, and what follows when it falls.


Damage = tuple[tuple[int, str], ...]
"""Amounts with their types, as a statblock lists them."""


class Felt(Frozen):
    """C7-DMG-2: the damage after immunity, resistance and vulnerability, counted in halves."""

    halves: int
    parts: tuple[ev.Part, ...]
    immune: bool

    def times(self, factor: int, parts: tuple[ev.Part, ...]) -> "Felt":
        """The sum multiplied, for reasons that a report can show."""
        return Felt(self.halves * factor, (*self.parts, *parts), self.immune)

    @property
    def sum(self) -> tuple[int, int]:
        """The damage as numerator and denominator, in lowest terms."""
        return (self.halves, 2) if self.halves % 2 else (self.halves // 2, 1)


def felt(state: State, unit: Unit, damage: Damage) -> Felt:
    """C7-DMG-2: the damage that a unit would feel: each type by itself, then their sum."""
    total = Felt(0, (), False)
    for amount, damage_type in damage:
        halves, how, rule = _felt_type(state, unit, damage_type)
        part = ev.Part(
            f"{amount} {damage_type}{how}".strip(), half_up(amount * halves, 2), rule=rule
        )
        total = Felt(
            total.halves + amount * halves, (*total.parts, part), total.immune or not halves
        )
    return total


def _felt_type(state: State, unit: Unit, damage_type: str) -> tuple[int, str, str]:
    """C7-DMG-2: how many halves of a damage type are felt, why, and by which rule."""
    immune = numbers.defence(state, unit, "immunity", damage_type)
    if immune:
        return 0, f", immune ({immune})", "C7-DMG-2"
    resists = numbers.defence(state, unit, "resistance", damage_type)
    vulnerable = numbers.defence(state, unit, "vulnerability", damage_type)
    if resists and vulnerable:
        return 2, f", resistance ({resists}) and vulnerability ({vulnerable})", "C7-DMG-2"
    if resists:
        return 1, f", halved ({resists})", "C7-DMG-2"
    if vulnerable:
        return 4, f", doubled ({vulnerable})", "C7-DMG-2"
    return 2, "", "C7-DMG-1"


def damage_dealt(full: Felt, share: int) -> int:
    """C7-ATK-4, C7-ATK-5, C7-DMG-5: the share of the damage, rounded half up once, at the end.

    An attack that gets through at all does at least 1, unless immunity leaves nothing of it or
    it has no damage to begin with.
    """
    harmless = not full.parts or (full.immune and not full.halves)
    if not share or harmless:
        return 0
    return max(1, half_up(full.halves * share, 2 * conditions.FULL))


def heal(battle: Battle, ref: str, hp: int, cause: str = "") -> None:
    """C7-STAT-2: HP come back, but never beyond the maximum; the dead stay dead."""
    unit = unit_now(battle, ref)
    after = min(unit.maxhp, unit.hp + hp)
    if not unit.dead and after > unit.hp:
        battle.emit(ev.Healed(unit.ref, after - unit.hp, unit.hp, after, cause))


# What reaches a unit and what follows when it falls: bursts, passengers put out, death in turn.


RINGS = (1, 2)
"""C7-TRANS-8, C7-TRANS-10: how far from the transport a unit may be set down, nearest first."""


Following = Iterator["Following"]
"""The steps that follow from damage or a death, each again with what follows from it.

They are generators, so that a long chain of deaths needs no recursion.
"""


def follow(first: Following) -> None:
    """Run all steps, depth first: what follows from a step is over before the next begins."""
    under_way = [first]
    while under_way:
        following = next(under_way[-1], None)
        if following is None:
            under_way.pop()
        else:
            under_way.append(following)


def deal_typed(battle: Battle, ref: str, damage: Damage, cause: str = "") -> None:
    """C7-DMG-6: damage that no AC or saving throw reduces, only resistances; rounded half up."""
    follow(typed(battle, ref, damage, cause))


def deal(battle: Battle, ref: str, damage: int, damage_type: str = "", cause: str = "") -> None:
    """C7-STAT-2, C7-CONC-2: final damage; it kills at 0 HP, and may break concentration."""
    follow(dealt(battle, ref, damage, damage_type, cause))


def kill(battle: Battle, ref: str, cause: str = "") -> None:
    """C7-DMG-7: it leaves the board at once; its spell ends, it bursts, its passengers get out."""
    follow(killed(battle, ref, cause))


def typed(battle: Battle, ref: str, damage: Damage, cause: str) -> Following:
    """C7-DMG-6: `deal_typed` as steps."""
    unit = unit_now(battle, ref)
    if not unit.dead:
        left = felt(battle.state, unit, damage)
        kinds = " and ".join(damage_type for _, damage_type in damage)
        yield dealt(battle, ref, half_up(left.halves, 2), kinds, cause)


def dealt(battle: Battle, ref: str, damage: int, damage_type: str, cause: str) -> Following:
    """C7-STAT-2, C7-CONC-2: `deal` as steps."""
    unit = unit_now(battle, ref)
    if unit.dead or damage <= 0:
        return
    after = max(0, unit.hp - damage)
    battle.emit(ev.Damaged(unit.ref, damage, unit.hp, after, damage_type, cause))
    if after == 0:
        yield killed(battle, unit.ref, cause)
    elif unit.concentration is not None:
        conditions.test(battle, unit.ref, damage)


def killed(battle: Battle, ref: str, cause: str) -> Following:
    """C7-DMG-7: `kill` as steps."""
    unit = unit_now(battle, ref)
    if unit.dead:
        return
    battle.emit(ev.Killed(unit.ref, cause))
    if unit.concentration is not None:
        conditions.end(battle, unit.ref, f"{unit.ref} is killed")
    yield from burst(battle, unit)
    yield from put_out(battle, unit)


def burst(battle: Battle, unit: Unit) -> Following:
    """C7-ABIL-5: its death harms every unit within reach of where it stood, by row, column.

    `unit` is the unit as it was before it died.  A unit that this kills bursts in turn at once.
    """
    if unit.at is None:
        return
    block = battle.state.block(unit)
    for ability in block.abilities:
        if isinstance(ability, DeathBurst):
            damage = ((ability.damage, ability.damage_type),)
            spend(len(battle.state.units))
            for near in geometry.within_of(battle.state, unit.at, block.footprint, ability.within):
                yield typed(battle, near.ref, damage, f"{ability.name} of {unit.ref}")


def passengers(state: State, transport: Unit) -> list[Unit]:
    """C7-TRANS-1: the living units inside a transport, in order of reference (C7-ORDER-7)."""
    inside = [one for one in state.living(transport.seat) if one.inside == transport.ref]
    return in_order(inside)


# --- getting out --------------------------------------------------------------------------------


def unload(battle: Battle, transport: Unit) -> None:
    """C7-TRANS-10, C7-TRANS-11: the passengers of a lost transport get out where they can.

    `transport` is the unit as it was before it was lost: its place is needed.
    """
    follow(put_out(battle, transport))


def put_out(battle: Battle, transport: Unit) -> Following:
    """C7-TRANS-10, C7-TRANS-11: `unload` as steps; passengers without a free place are killed."""
    for rider in passengers(battle.state, transport):
        unit = unit_now(battle, rider.ref)
        if unit.inside != transport.ref:
            continue
        to = next(places_beside(battle.state, unit, transport), None)
        if to is None:
            yield killed(battle, unit.ref, f"no place to get out of {transport.ref}")
        else:
            battle.emit(ev.Disembarked(unit.ref, transport.ref, to, forced=True))


def places_beside(state: State, unit: Unit, transport: Unit) -> Iterator[Cell]:
    """C7-TRANS-10: free places at 1, then at 2, each from the lowest row, then column."""
    if transport.at is None:
        return
    size = geometry.size_of(state, unit)
    for ring in RINGS:
        for cell in surroundings(
            geometry.anchor_of(transport), geometry.size_of(state, transport), size, ring
        ):
            if geometry.is_free(state, cell, size):
                yield cell


def surroundings(anchor: Cell, size: Cell, own: Cell, ring: int) -> Iterator[Cell]:
    """The anchors at which a footprint of size `own` is exactly `ring` away from a rectangle."""
    first = (anchor[0] - ring - own[0] + 1, anchor[1] - ring - own[1] + 1)
    span = (size[0] + 2 * ring + own[0] - 1, size[1] + 2 * ring + own[1] - 1)
    for cell in rectangle(first, span):
        rows, columns = gaps(cell, own, anchor, size)
        if geometry.rounded(rows * rows + columns * columns) == ring:
            yield cell


# One attack, resolved: its shares, its damage, and what comes after the damage.


def resolve(battle: Battle, blow: Blow, target: str) -> bool:
    """C7-ATTR-2, C7-ATK-14: make one attack; return whether the target's share was above 0.

    All shares are worked out first, then the damage is dealt, then the attack's other effects are
    applied to the survivors.
    """
    struck = units_hit(battle.state, blow.attack, unit_now(battle, target))
    hits = [work_out(battle.state, blow, unit) for unit in struck]
    for hit in hits:
        _deal(battle, blow.attack, hit)
    for hit in hits:
        if hit.share > 0:
            _follow(battle, blow, hit.target)
    return hits[0].share > 0


def units_hit(state: State, attack: Attack, target: Unit) -> list[Unit]:
    """C7-ATTR-1, C7-ATTR-2: the target; for a blast then all within 1 of it, by row, column."""
    return [target, *(geometry.within(state, target, geometry.ADJACENT) if attack.blast else ())]


class Contest(Frozen):
    """What decides the share: AC against ATK, or DC against the stat that `versus` names."""

    versus: str
    high: int
    low: int
    share: int
    high_parts: tuple[ev.Part, ...]
    low_parts: tuple[ev.Part, ...]


def work_out(state: State, blow: Blow, target: Unit) -> ev.AttackResolved:
    """C7-ATK-4: one attack on one unit, with every number that a report shows."""
    attacker = state.unit(blow.attacker)
    save = blow.attack.save
    if save is None:
        contest = against_armour(state, blow, attacker, target)
    else:
        contest = against_throw(state, blow, attacker, target, save)
    listed, full = full_damage(state, blow, attacker, target)
    compared = fields_of(contest, "versus", "high", "low", "share", "high_parts", "low_parts")
    return ev.AttackResolved(
        blow.attacker,
        blow.attack.name,
        target.ref,
        **compared,
        listed=listed,
        sum=full.sum,
        damage=damage_dealt(full, contest.share),
        save_type=save.type if save is not None else 0,
        sum_parts=full.parts,
        cause=blow.cause,
    )


def share_against(ac: int, atk: int) -> int:
    """C7-ATK-2, C7-ATK-3: 105 - 5 x difference percent, in tenths; the difference is 1 to 20."""
    return 1050 - 50 * clamp(ac - atk, 1, 20)


def against_armour(state: State, blow: Blow, attacker: Unit, target: Unit) -> Contest:
    """C7-ATK-1: the target's AC against the ATK bonus, both with every modifier."""
    ac, parts = numbers.armour_class(state, target, "melee" if blow.melee else "ranged")
    atk = numbers.attack_bonus(state, blow, attacker, target)
    return Contest("AC", ac, atk.value, share_against(ac, atk.value), parts, atk.parts)


def against_throw(state: State, blow: Blow, attacker: Unit, target: Unit, save: Save) -> Contest:
    """C7-SAVE-1: the DC against a stat of the target."""
    name = conditions.tested_stat(blow.attack)
    dc = numbers.difficulty(state, blow, attacker)
    stat = conditions.saving_stat(state, target, name, blow.magic)
    helpless = conditions.is_helpless(target, name)
    share = conditions.share_taken(save.type, dc.value, stat.value, helpless)
    parts = (*stat.parts, conditions.helpless_part()) if helpless else stat.parts
    return Contest(name, dc.value, stat.value, share, dc.parts, parts)


def full_damage(state: State, blow: Blow, attacker: Unit, target: Unit) -> tuple[int, Felt]:
    """C7-DMG-1 to C7-DMG-4: the damage as listed, and what the target would feel of it in full."""
    listed, charge = with_charge_bonus(state, blow, attacker)
    full = felt(state, target, listed)
    for kind in numbers.doubled_kinds(state, blow.attack, target):
        full = full.times(2, (ev.Part(f"x2 vs {kind}", 0, rule="C7-DMG-3"),))
    if blow.melee and target.has("stunned"):
        full = full.times(2, (ev.Part(f"x2, {target.ref} stunned", 0, rule="C7-DMG-4"),))
    return sum(amount for amount, _ in listed), full.times(1, charge)


def with_charge_bonus(
    state: State, blow: Blow, attacker: Unit
) -> tuple[Damage, tuple[ev.Part, ...]]:
    """C7-DMG-1, C7-ABIL-9: the attack's damage with its charge bonus, and the bonus as parts.

    The bonus is for melee in the Fight Phase after a charge; it goes to the first damage type.
    """
    damage = blow.attack.damage
    charging = state.flow.phase == "fight" and attacker.charged and blow.melee
    if not charging or not damage:
        return damage, ()
    bonuses = [one for one in state.block(attacker).abilities if isinstance(one, ChargeBonus)]
    (amount, damage_type), *others = damage
    amount += sum(one.damage for one in bonuses)
    parts = tuple(ev.Part(f"+{one.damage} {one.name}", 0, rule="C7-ABIL-9") for one in bonuses)
    return ((amount, damage_type), *others), parts


def _deal(battle: Battle, attack: Attack, hit: ev.AttackResolved) -> None:
    """C7-ATTR-2: deal the damage of one hit, unless this blast has already killed the unit."""
    if not unit_now(battle, hit.target).on_field:
        return
    battle.emit(hit)
    kinds = " and ".join(damage_type for _, damage_type in attack.damage)
    deal(battle, hit.target, hit.damage, kinds, attack.name)


def _follow(battle: Battle, blow: Blow, target: str) -> None:
    """C7-ATK-14: after the damage, on survivors only: broken shields, then conditions."""
    if blow.attack.shield_breaker and unit_now(battle, target).on_field:
        conditions.break_shield(battle, target)
    for given in blow.attack.inflicts:
        if unit_now(battle, target).on_field:
            conditions.inflict(battle, blow, target, given)


def spend_use(battle: Battle, ref: str, attack: Attack) -> None:
    """C7-ATK-10, C7-ATTR-5: a limited attack has one use less, for the whole battle."""
    left = uses_left(unit_now(battle, ref), attack)
    if left is not None:
        battle.emit(ev.UseSpent(ref, attack.name, max(0, left - 1)))


def uses_left(unit: Unit, attack: Attack) -> int | None:
    """C7-ATTR-5: how often the unit may still make a limited attack (None: without limit)."""
    if attack.uses is None:
        return None
    return next((left for name, left in unit.uses if name == attack.name), attack.uses)
