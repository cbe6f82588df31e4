"""Melees, from the pools of both sides to the damage, and ambushes."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from rules.line.errors import Refusal
from rules.line.work import check_dice
from rules.rulescrusade.checks import DICE, Battle, limps
from rules.rulescrusade.events import Fought, Latched, Parried, Parts, Placed
from rules.rulescrusade.field.routes import quarry
from rules.rulescrusade.field.sight import adjacent_units, eye, sees, spread_square
from rules.rulescrusade.field.terrain import bearing
from rules.rulescrusade.fight import arms as arming
from rules.rulescrusade.fight import harm, ranged
from rules.rulescrusade.fight.fails import fail, volatile
from rules.rulescrusade.fight.fire import is_gripped, kindled, retaliate
from rules.rulescrusade.sheets import Dice
from rules.rulescrusade.state import Spot, State, Unit, order_of
from rules.rulescrusade.words import PLAIN, STEPS, Manner

# RC-MELEE-3, RC-MELEE-4, RC-MELEE-7, RC-PARRY, RC-REROLL: the dice and modifiers of a side.


Chosen = dict[str, list[arming.Held]] | None
"""The weapons ordered for each attacker by reference; None: the loadout decides."""

SPIKES = ("zone", "dive", "overrun")
"""RC-WFX-23: the attacks in which spikes count."""


@dataclass
class Side:
    """One side of a melee: its models with their weapons, its pool, its modifiers.

    `kind`: `defend` or the kind of the attack.  `bonus`: extra reds (of a dive).  `parts`: all
    modifiers.  `others`: those known before the melee (earlier opponents).
    """

    refs: list[str]
    arms: dict[str, list[arming.Held]]
    kind: str
    bonus: int = 0
    others: Parts = ()
    parts: Parts = ()
    pool: arming.Pool = field(default_factory=lambda: arming.Pool("", "melee"))
    parrying: bool = False

    @property
    def head(self) -> str:
        return self.refs[0]

    @property
    def total(self) -> int:
        """The dice with all modifiers."""
        return self.pool.total + arming.total_of(self.parts)

    def weapons(self) -> list[arming.Held]:
        """All weapons that count in this melee."""
        return [held for ref in self.refs for held in self.arms[ref]]

    def powers(self, state: State) -> Iterator[tuple[str, ...]]:
        """Yield the effects of each weapon, then the traits of each model."""
        yield from (held.weapon.effects for held in self.weapons())
        yield from (state.unit(ref).traits for ref in self.refs)

    def has(self, state: State, effect: str) -> bool:
        """Does a weapon or a model of the side have the effect?"""
        return any(effect in powers for powers in self.powers(state))


def counting(held: list[arming.Held], kind: str) -> list[arming.Held]:
    """RC-WFX-23: leave out spikes, except in defence and in the attacks of `SPIKES`."""
    if kind == "defend" or kind in SPIKES:
        return held
    return [one for one in held if "Spiky" not in one.weapon.effects]


def base_dice(unit: Unit) -> Dice:
    """RC-ABIL-32: the melee dice of a model; a swarm loses one red for each hit lost."""
    if not unit.trait("Swarm"):
        return unit.melee
    reds = max(0, unit.melee.reds - max(0, unit.maxhits - unit.hits))
    return Dice(reds, unit.melee.whites, unit.melee.modifier)


def awkward(unit: Unit) -> bool:
    """RC-MELEE-7: is it stunned, blinded, or hampered by a wound (`limps`)?"""
    return limps(unit) or unit.has("stunned", "blinded")


def modifiers(battle: Battle, side: Side, foe: Unit, ladder: bool = False) -> Parts:
    """RC-MELEE-4: the modifiers of a side: base, weapons, AP, awkward, cursed, a latched foe."""
    state, parts = battle.state, []
    for ref in side.refs:
        unit = state.unit(ref)
        if unit.has("ko"):
            continue
        pierces = max(
            (arming.piercing(state, held.weapon, foe, melee=True) for held in side.arms[ref]),
            default=0,
        )
        parts += [
            ("modifier", unit.melee.modifier),
            ("weapons", sum(held.weapon.dice.modifier for held in side.arms[ref])),
            ("AP", pierces),
            ("awkward", -1 if awkward(unit) or ladder else 0),
            ("cursed", -1 if unit.has("cursed") else 0),
        ]
    parts.append(("latched opponent", 1 if is_gripped(state, foe) else 0))
    return tuple(part for part in (*parts, *side.others) if part[1])


def strength(battle: Battle, side: Side) -> int:
    """RC-REACT-2: the strength before the roll: 2 x reds + whites + 2 x modifiers."""
    reds, whites = side.bonus, 0
    for ref in side.refs:
        unit = battle.unit(ref)
        if unit.has("ko"):
            continue
        pools = [base_dice(unit), *(held.weapon.dice for held in side.arms[ref])]
        reds += sum(dice.reds for dice in pools)
        whites += sum(dice.whites for dice in pools)
    return 2 * reds + whites + 2 * arming.total_of(side.parts)


def parry_bonus(battle: Battle, side: Side, other: Side, grapple: bool) -> int | None:
    """RC-PARRY-1, RC-PARRY-2, RC-WFX-16, RC-WFX-28: the bonus of a parry; None: it cannot parry."""
    unit = battle.unit(side.head)
    blades = [held for held in side.arms[side.head] if held.weapon.kind == "melee"]
    if unit.has("ko") or not (blades or (grapple and unit.trait("Grapple"))):
        return None
    piercers = [held for held in other.weapons() if "+P" in held.weapon.effects]
    if any(held.weapon.kind == "melee" for held in piercers):  # RC-WFX-15, RC-RULING-12
        return None
    bonus = 2 if any("Shield" in held.weapon.effects for held in blades) else 1
    return bonus - (1 if other.has(battle.state, "-P") else 0)


def dice_of(battle: Battle, side: Side) -> Iterator[Dice]:
    """RC-MELEE-4: the dice of a side, model by model: base, bonus, then each weapon."""
    for number, ref in enumerate(side.refs):
        unit = battle.unit(ref)
        if unit.has("ko"):  # RC-MELEE-12
            continue
        yield base_dice(unit)
        if number == 0 and side.bonus:
            yield Dice(reds=side.bonus)
        for held in side.arms[ref]:
            yield held.weapon.dice


def draw_side(battle: Battle, side: Side, plain: bool) -> None:
    """RC-MELEE-4: draw all dice of a side; `plain`: nobody can reroll any of them."""
    side.pool = arming.Pool(side.head, "melee", plain=plain)
    for dice in dice_of(battle, side):
        side.pool.draw(battle, dice)
    side.pool.show(battle)


def level(battle: Battle, side: Side, other: Side) -> int:
    """RC-REROLL-1: the reroll level of a side, 0 to 2.

    R counts 1 and RO 2 (RC-WFX-19, RC-WFX-20), each -R of the opponent lowers it (RC-WFX-14), NOR
    makes it 0 (RC-WFX-13), and so does a dive.
    """
    state = battle.state
    if side.kind == "dive" or other.kind == "dive" or other.has(state, "NOR"):
        return 0
    worth = sum(("R" in powers) + 2 * ("RO" in powers) for powers in side.powers(state))
    lowered = sum("-R" in powers for powers in other.powers(state))
    return max(0, min(2, worth) - lowered)


def reroll_once(battle: Battle, side: Side, other: Side, grade: int) -> None:
    """RC-REACT-3, RC-REROLL-2: reroll one die, if the standing order says so.

    An attacker counts as losing at a tie too.
    """
    habit = battle.unit(side.head).reroll
    margin = side.total - other.total
    losing = margin < 0 if side.kind == "defend" else margin <= 0
    if grade <= 0 or habit == "never" or (habit == "losing" and not losing):
        return
    found = arming.choose(side.pool, other.pool, grade)
    if found is not None:
        found[0].reroll(battle, found[1], side.head, "R" if grade == 1 else "RO")


# RC-MELEE-5, RC-MELEE-6: a melee, from the snap fire to the fail effects.


HOW = {
    "fight": "fights",
    "charge": "charges",
    "zone": "strikes at",
    "dive": "dives on",
    "ambush": "ambushes",
    "mob": "mobs",
    "latch": "latches onto",
    "ladder": "fights",
}
"""The verb with which an attack of each kind is reported."""


def melee(
    battle: Battle,
    attackers: list[str],
    defender: str,
    kind: str,
    arms: Chosen = None,
    manner: Manner = PLAIN,
    earlier: int = 0,
    left: int = 0,
) -> str:
    """RC-MELEE-5: fight a melee.  Returns `won`, `lost` or `tie` for the attackers, or `none`.

    `none`: snap fire prevented it, or the attackers failed against a knocked-out model.  `earlier`:
    how many opponents were fought before; `left`: the movement that the attacker had (RC-ABIL-28).
    RC-ABIL-13: if one of the two grapples, both use their base dice only.
    """
    head = attackers[0]
    names = " and ".join(held.name for held in (arms or {}).get(head, ()))
    ranged.set_out(battle, attackers, HOW[kind], names, (defender,))
    victim = battle.unit(defender)
    grapple = victim.trait("Grapple") or any(battle.unit(ref).trait("Grapple") for ref in attackers)
    used: list[arming.Held] | None = None
    origin = battle.unit(head).spot
    if kind != "mob" and not grapple and ranged.snaps(battle, victim):
        used = ranged.snap_fire(battle, defender, head)
        if not still_in_contact(battle, head, defender, left, origin):
            volatile(battle)
            return "none"
    attack = attacking_side(battle, attackers, kind, arms, grapple, earlier)
    defence = Side([defender], {defender: []}, "defend")
    if not grapple:
        defence.arms[defender] = defending_arms(battle, victim, used)
    return clash(battle, attack, defence, manner, grapple)


def attacking_side(
    battle: Battle, attackers: list[str], kind: str, arms: Chosen, grapple: bool, earlier: int
) -> Side:
    """RC-MELEE-3, RC-MELEE-4: the attackers with the weapons that they use."""
    own: dict[str, list[arming.Held]] = {}
    for ref in attackers:
        unit = battle.unit(ref)
        held = (arms or {}).get(ref)
        held = arming.loadout(battle.state, unit) if held is None else held
        held = [one for one in held if arming.ready(unit, one)]
        own[ref] = [] if grapple else counting(held, kind)
    side = Side(attackers, own, kind, bonus=1 if kind == "dive" else 0)
    if earlier and not side.has(battle.state, "Scythe"):  # RC-MELEE-9, RC-WFX-22
        side.others = (("earlier opponents", -earlier),)
    return side


def defending_arms(
    battle: Battle, victim: Unit, used: list[arming.Held] | None
) -> list[arming.Held]:
    """RC-ABIL-28, RC-RULING-50: the defender's weapons.

    After snap fire: the pistols `used` and what the other hand can hold.
    """
    now = battle.unit(victim.ref)
    if used is None:
        return arming.loadout(battle.state, now)
    hands = 2 - sum(one.weapon.hands for one in used)
    places = tuple(one.place for one in used)
    held = arming.held_by(battle.state, now) if not now.trait("Stupid") else []
    rest = arming.fill(
        [one for one in held if one.place not in places and arming.ready(now, one)], hands
    )
    kept = [one for one in used if arming.ready(now, one)]
    blades = [one for one in rest if one.weapon.kind == "melee"]
    return blades + kept + [one for one in rest if one.weapon.kind == "pistol"]


def still_in_contact(battle: Battle, head: str, defender: str, left: int, origin: Spot) -> bool:
    """RC-ABIL-28: does the attacker still touch the defender after snap fire?

    If it was pushed away, it steps back for an inch, if it has one left.
    """
    unit, victim = battle.unit(head), battle.unit(defender)
    down = unit.has("stunned", "ko", "down")
    if unit.place != "board" or victim.place != "board" or down:
        return False
    if unit.spot == origin or adjacent_units(battle.state, unit, victim):
        return True
    if left < 1 or harm.occupied(battle.state, origin, head):
        return False
    battle.emit(Placed(head, "back", unit.spot, origin))
    battle.mark(head, moveleft=max(0, unit.moveleft - 1))
    harm.look_around(battle, head)
    return True


def clash(battle: Battle, attack: Side, defence: Side, manner: Manner, grapple: bool) -> str:
    """RC-MELEE-5: steps 3 to 11.  RC-MELEE-8: armour and cover do not count."""
    foe, head = battle.unit(defence.head), battle.unit(attack.head)
    attack.parts = modifiers(battle, attack, foe, attack.kind == "ladder")
    defence.parts = () if foe.has("ko") else modifiers(battle, defence, head)
    parry(battle, attack, defence, grapple)
    dice = (one for side in (attack, defence) for one in dice_of(battle, side))
    check_dice(sum(one.reds + one.whites for one in dice), DICE)
    grades = level(battle, attack, defence), level(battle, defence, attack)
    with battle.together():
        draw_side(battle, attack, plain=max(grades) <= 0)
        draw_side(battle, defence, plain=max(grades) <= 0)
    attack.pool.look()
    defence.pool.look()
    reroll_once(battle, attack, defence, grades[0])
    if not foe.has("ko"):
        reroll_once(battle, defence, attack, grades[1])
    before = kindled(battle, [foe.ref])
    if attack.total > against(battle, defence):
        seen = harm.foresee(battle, [foe], head)
        attack.parts += (("Precognant", -seen),) if seen else ()
    result = compare(battle, attack, defence)
    apply_result(battle, attack, defence, result, manner)
    volatile(battle)
    retaliate(battle, before, attack.head)
    for side, other in ((attack, defence), (defence, attack)):
        if side.pool.failed:
            held = [(ref, one) for ref in side.refs for one in side.arms[ref]]
            fail(battle, held, other.head, melee=True)
            volatile(battle)
    return result


def parry(battle: Battle, attack: Side, defence: Side, grapple: bool) -> None:
    """RC-PARRY-1, RC-REACT-2: parry before the dice if the defender's standing order says so."""
    bonus = parry_bonus(battle, defence, attack, grapple)
    habit = battle.unit(defence.head).parry
    if bonus is None or habit == "never":
        return
    if habit != "weaker" or strength(battle, defence) < strength(battle, attack):
        defence.parrying = True
        battle.emit(Parried(defence.head, bonus))
        defence.parts += (("parry", bonus),) if bonus else ()


def against(battle: Battle, defence: Side) -> int:
    """RC-MELEE-12: the defender's total; 0 for a knocked-out one."""
    return 0 if battle.unit(defence.head).has("ko") else defence.total


def compare(battle: Battle, attack: Side, defence: Side) -> str:
    """RC-MELEE-6, RC-PARRY-1, RC-WFX-25: report the totals and return who won."""
    total, other = attack.total, against(battle, defence)
    helpless = battle.unit(defence.head).has("ko")
    if total > other:
        result = "won"
    elif total == other or defence.parrying:
        result = "tie"
    else:
        result = "none" if helpless else "lost"
    ours = (("dice", attack.pool.total), *attack.parts)
    theirs = () if helpless else (("dice", defence.pool.total), *defence.parts)
    battle.emit(Fought(tuple(attack.refs), defence.head, total, other, result, ours, theirs))
    return result


def apply_result(battle: Battle, attack: Side, defence: Side, result: str, manner: Manner) -> None:
    """RC-MELEE-6: damage the defender by the difference, a losing attacker by 1 (RC-RULING-11)."""
    head, foe = battle.unit(attack.head), battle.unit(defence.head)
    difference = attack.total - against(battle, defence)
    weapons = tuple(held.weapon for held in attack.weapons())
    source = arming.source_of(head, weapons, manner)
    if result == "won":
        direction = STEPS.get(manner.throwing)
        if attack.kind == "latch":  # RC-ABIL-18, RC-RULING-40
            battle.emit(Latched(head.ref, foe.ref))
        elif direction and can_throw(head, foe):  # RC-ABIL-34
            harm.push(battle, foe.ref, direction, source, "throw")
        else:
            harm.damage(battle, foe.ref, difference, source)
        return
    back = arming.source_of(foe, tuple(held.weapon for held in defence.weapons()))
    if result == "lost":
        shares = deal_out(attack.refs, -difference) if attack.kind == "mob" else {head.ref: 1}
        for ref, amount in shares.items():
            harm.damage(battle, ref, amount, back)
    elif result == "tie":
        tie_effects(battle, attack, defence, source, manner)
        if not foe.has("ko"):
            tie_effects(battle, defence, attack, back, PLAIN)


def deal_out(refs: list[str], points: int) -> dict[str, int]:
    """RC-ABIL-23, RC-RULING-39: deal the whole difference out to a mob, a point at a time."""
    shares = dict.fromkeys(refs, 0)
    for number in range(points):
        shares[refs[number % len(refs)]] += 1
    return {ref: share for ref, share in shares.items() if share}


def can_throw(unit: Unit, foe: Unit) -> bool:
    """RC-ABIL-34: can the unit throw an opponent of this size?"""
    return unit.trait("Throw") and foe.bulk <= unit.bulk


def tie_effects(
    battle: Battle, side: Side, other: Side, source: arming.Source, manner: Manner
) -> None:
    """RC-WFX-25, RC-WFX-27, RC-KB-1, RC-ABIL-34: apply poison, knockback or throw of one side."""
    state, unit = battle.state, battle.unit(side.head)
    if unit.place != "board" or battle.unit(other.head).place != "board":
        return
    if side.has(state, "Poison"):
        harm.graze(battle, other.head, "W", arming.outright(source, "W"))
    foe = battle.unit(other.head)
    if foe.place != "board":
        return
    if side.has(state, "KB"):
        harm.knock_back(battle, foe.ref, unit.at, source, unit)
    elif can_throw(unit, foe) and unit.throw == "yes":
        way = STEPS.get(manner.throwing) or bearing(unit.at, foe.at, state.rules.hulk)
        harm.push(battle, foe.ref, way, source, "throw")


# RC-ABIL-1: the free attack of a model that an enemy has found (RC-RULING-52).


def spring(battle: Battle) -> None:
    """RC-ABIL-1: let each ambusher that was found attack, if it is able."""
    while battle.found:
        ref = battle.found.pop(0)
        unit = battle.unit(ref)
        lame = unit.has("stunned", "rising", "ko", "down")
        if unit.place == "board" and not lame and unit.ambush == "attack":
            strike_back(battle, unit)


def strike_back(battle: Battle, unit: Unit) -> None:
    """RC-ABIL-1: attack the nearest enemy seen: melee if adjacent, else fire if that reaches."""
    seen = [foe for foe in quarry(battle.state, unit) if sees(battle.state, unit, foe)]
    if not seen:
        return
    foe = min(
        seen, key=lambda one: (spread_square(battle.state, eye(unit), eye(one)), order_of(one.ref))
    )
    if adjacent_units(battle.state, unit, foe):
        melee(battle, [unit.ref], foe.ref, "ambush", left=unit.moveleft)
        return
    try:
        ranged.check_blinded(unit)
        held = arming.ranged_arm(battle.state, unit, "")
        ranged.check_fire(battle, unit, held, (foe.ref,))
    except Refusal:
        return
    ranged.shoot(battle, unit.ref, [held], (foe.ref,), how="ambushes")
