"""What an attack may be expected to bring, in thousandths of a point, from open knowledge alone."""

from dataclasses import replace
from functools import lru_cache

from rules.rulescrusade.field.measure import penalty
from rules.rulescrusade.field.sight import Eye, apart, cover, eye, sight
from rules.rulescrusade.fight.arms import FIRED, Held, arms, loadout, ready, usable
from rules.rulescrusade.fight.sides import awkward, base_dice, counting
from rules.rulescrusade.fight.value import piercing
from rules.rulescrusade.sheets import Dice
from rules.rulescrusade.state import Spot, State, Unit

RED = (0, 0, 0, 1, 2, 3)
WHITE = (0, 0, 0, 0, 1, 2)
WHOLE = 1000
RAPID = 6
"""RC-WFX-17: how far rapid fire reaches."""
GRAZED = {"K": 1000, "KO": 900, "W": 500, "S": 350}
"""How much of a model's worth a graze takes from it."""


@lru_cache(maxsize=512)
def falls(reds: int, whites: int) -> tuple[int, ...]:
    """How often each sum falls, out of all ways that the dice can lie."""
    counts = [1]
    for faces in (*(RED,) * reds, *(WHITE,) * whites):
        grown = [0] * (len(counts) + max(faces))
        for total, count in enumerate(counts):
            for face in faces:
                grown[total + face] += count
        counts = grown
    return tuple(counts)


def there_of(unit: Unit, spot: Spot) -> Unit:
    """The model as if it stood there."""
    return replace(unit, at=(spot[0], spot[1]), inside=spot[2])


def price(unit: Unit) -> int:
    """What a model is worth: its value, a little more than nothing at least."""
    return 2 * unit.value + 1


def harm(target: Unit, amount: int, graze: str) -> int:
    """How much of a model's worth so much damage takes, in thousandths."""
    if amount <= 0 or target.place != "board":
        return 0
    if target.has("ko"):
        return 100
    if target.hits <= 1 and amount == 1 and target.hits:
        weak = target.has("wounded") or target.has("stunned")
        return WHOLE if weak else GRAZED.get(graze, 350)
    if amount >= target.hits:
        return WHOLE
    return WHOLE * amount // (target.hits + 1)


def shot(state: State, unit: Unit, held: Held, target: Unit, origin: Eye) -> int:
    """What a shot from a place is worth."""
    weapon, look = held.weapon, sight(state, origin, eye(target))
    if look == "none" or weapon.dice == Dice():
        return 0
    away = 0 if "IR" in weapon.effects else penalty(apart(state, origin, eye(target)))
    if "Barrage" in weapon.effects:
        if apart(state, origin, eye(target)) < 8:
            return 0
        away = max(1, away)
    kinds = cover(state, origin, target)
    soft = kinds and "armoured" not in kinds and "Burn" in weapon.effects
    over = weapon.kind == "grenade" or "IFC" in weapon.effects or "Barrage" in weapon.effects
    if soft or (over and kinds == ("front",)):
        kinds = ()
    value = 0 if "IA" in weapon.effects else target.armor + bool(kinds)
    plus = weapon.dice.modifier + piercing(state, weapon, target) - away - value
    plus += ("Targeter" in weapon.effects) - unit.has("cursed")
    counts = falls(weapon.dice.reds, weapon.dice.whites)
    sums = sum(
        count * harm(target, total + plus, weapon.graze or "S")
        for total, count in enumerate(counts)
    )
    return price(target) * sums // sum(counts)


def blow(state: State, unit: Unit, target: Unit) -> int:
    """What a melee is worth: what it may do, less what it may cost.

    RC-VIEW-1: which weapons the other has been told to use is not for us to know.
    """
    mine, foe = pool_of(state, unit, "fight"), replace(target, loadout=None)
    his = pool_of(state, foe, "defend") if not target.has("ko") else Dice()
    ours, theirs = falls(mine.reds, mine.whites), falls(his.reds, his.whites)
    plus = mine.modifier - his.modifier
    graze = next((one.weapon.graze for one in loadout(state, unit) if one.weapon.graze), "S")
    gained = lost = 0
    for total, often in enumerate(ours):
        for against, count in enumerate(theirs):
            margin = total + plus - against
            if margin > 0:
                gained += often * count * harm(target, margin, graze)
            elif margin < 0 and not target.has("ko"):
                lost += often * count * harm(unit, 1, target.graze)
    ways = sum(ours) * sum(theirs)
    return (price(target) * gained - price(unit) * lost) // ways


def pool_of(state: State, unit: Unit, kind: str) -> Dice:
    """The dice of a model in melee, all together."""
    dice = [base_dice(unit)]
    dice += [one.weapon.dice for one in counting(loadout(state, unit), kind)]
    handicap = awkward(unit) + unit.has("cursed")
    return Dice(
        sum(one.reds for one in dice),
        sum(one.whites for one in dice),
        sum(one.modifier for one in dice) - handicap,
    )


def guns(state: State, unit: Unit) -> list[Held]:
    """What it could fire or throw now."""
    return [
        held
        for held in arms(state, unit)
        if held.weapon.kind in (*FIRED, "grenade", "digi")
        and ready(unit, held)
        and usable(unit, held.weapon)
        and "Smoke" not in held.weapon.effects
        and held.name != "Detonator"
    ]


def rapid(state: State, unit: Unit, held: Held, target: Unit, origin: Eye) -> int:
    """RC-WFX-17: what two shots at one target are worth, the second only if the first left it."""
    once = shot(state, unit, held, target, origin)
    if "Rap" not in held.weapon.effects or apart(state, origin, eye(target)) > RAPID:
        return once
    whole = price(target) * WHOLE
    return 2 * once - once * once // whole


def best_fire(state: State, unit: Unit, target: Unit, origin: Eye) -> int:
    """The best that it could do to a target from a place, rapid fire considered."""
    return max((rapid(state, unit, held, target, origin) for held in guns(state, unit)), default=0)


def split(state: State, unit: Unit, held: Held, targets: list[Unit], origin: Eye) -> int:
    """RC-WFX-24: one roll shared: to each in order what kills it, what is left to the last."""
    needs: list[tuple[Unit, int, int]] = []
    for target in targets:
        if sight(state, origin, eye(target)) == "none":
            return 0
        away = penalty(apart(state, origin, eye(target)))
        value = target.armor + bool(cover(state, origin, target)) + away
        more = {0: 1, 1: 2}.get(target.hits, target.hits)
        needs.append((target, value - piercing(state, held.weapon, target), more))
    counts = falls(held.weapon.dice.reds, held.weapon.dice.whites)
    worth = 0
    for total, count in enumerate(counts):
        left = total + held.weapon.dice.modifier
        for number, (target, value, more) in enumerate(needs):
            given = left if number == len(needs) - 1 else min(left, value + more)
            left -= given
            hurt = harm(target, given - value, held.weapon.graze or "S")
            worth += count * price(target) * hurt
    return worth // sum(counts)


def mobbed(state: State, units: list[Unit], target: Unit) -> int:
    """RC-ABIL-23: all dice together; if they lose, the whole difference falls on them."""
    pools = [pool_of(state, unit, "fight") for unit in units]
    mine = Dice(*(sum(values) for values in zip(*map(parts, pools), strict=True)))
    his = pool_of(state, replace(target, loadout=None), "defend")
    if target.has("ko"):
        his = Dice()
    ours, theirs = falls(mine.reds, mine.whites), falls(his.reds, his.whites)
    graze = next(
        (one.weapon.graze for unit in units for one in loadout(state, unit) if one.weapon.graze),
        "S",
    )
    cost = sum(price(unit) for unit in units) // len(units)
    gained = lost = 0
    for total, often in enumerate(ours):
        for against, count in enumerate(theirs):
            margin = total + mine.modifier - his.modifier - against
            if margin > 0:
                gained += often * count * harm(target, margin, graze)
            elif margin < 0 and not target.has("ko"):
                lost += often * count * min(-margin, len(units)) * WHOLE * cost
    ways = sum(ours) * sum(theirs)
    return (price(target) * gained - lost) // ways


def parts(dice: Dice) -> tuple[int, int, int]:
    """Reds, whites and the modifier."""
    return dice.reds, dice.whites, dice.modifier


def volleyed(state: State, units: list[Unit], held: Held, target: Unit) -> int:
    """RC-VOLLEY-3, RC-VOLLEY-4: a third of the dice score, and most of these roll a zero again."""
    origin = eye(units[0])
    away = penalty(apart(state, origin, eye(target)))
    value = target.armor + bool(cover(state, origin, target)) + away
    one = falls(0, 1)
    worth = 0
    for face in (1, 2):
        for more, count in enumerate(one):
            worth += count * harm(target, face + more - value, held.weapon.graze or "S")
    shots = 2 * len(units)
    return min(price(target) * WHOLE, price(target) * worth * shots // (6 * sum(one)))


def best_shot(state: State, unit: Unit, target: Unit, origin: Eye) -> int:
    """The best that it could do to a target from a place."""
    return max((shot(state, unit, held, target, origin) for held in guns(state, unit)), default=0)
