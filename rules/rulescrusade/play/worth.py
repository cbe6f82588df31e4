"""The worth of attacks and cards, for the practice opponent."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache

from rules.line.orders import Order
from rules.rulescrusade import orders as od
from rules.rulescrusade.adjudicate import is_accepted
from rules.rulescrusade.checks import RED, WHITE
from rules.rulescrusade.field import sight
from rules.rulescrusade.field.terrain import around, penalty
from rules.rulescrusade.fight.arms import (
    FIRED,
    Held,
    cover_left,
    held_by,
    loadout,
    piercing,
    ready,
    usable,
)
from rules.rulescrusade.fight.fire import THREE_REDS
from rules.rulescrusade.fight.melee import awkward, base_dice, counting
from rules.rulescrusade.fight.mob import TWO_WHITES, WIDTH, mob_size
from rules.rulescrusade.fight.ranged import RAPID
from rules.rulescrusade.march.charge import bonus
from rules.rulescrusade.orders import CardPlay
from rules.rulescrusade.sheets import Dice
from rules.rulescrusade.state import Spot, State, Unit, in_order
from rules.rulescrusade.words import Who

# The expected worth of an attack, in thousandths of a point, from open knowledge only.


WHOLE = 1000
GRAZED = {"K": 1000, "KO": 900, "W": 500, "S": 350}
"""The part of a model's worth that each graze takes, in thousandths."""


@lru_cache(maxsize=512)
def falls(reds: int, whites: int) -> tuple[int, ...]:
    """The number of throws of these dice for each total, by index."""
    counts = [1]
    for faces in (*(RED.faces,) * reds, *(WHITE.faces,) * whites):
        grown = [0] * (len(counts) + max(faces))
        for total, count in enumerate(counts):
            for face in faces:
                grown[total + face] += count
        counts = grown
    return tuple(counts)


@lru_cache(maxsize=512)
def margins(mine: Dice, his: Dice) -> tuple[tuple[int, int], ...]:
    """The margins of one roll over another, each with its number of throws."""
    found: dict[int, int] = {}
    for total, often in enumerate(falls(mine.reds, mine.whites), mine.modifier - his.modifier):
        for other, count in enumerate(falls(his.reds, his.whites)):
            found[total - other] = found.get(total - other, 0) + often * count
    return tuple(found.items())


def there_of(unit: Unit, spot: Spot) -> Unit:
    """The model as if it stood at the spot."""
    return replace(unit, at=(spot[0], spot[1]), inside=spot[2])


def price(unit: Unit) -> int:
    """The price of a model: twice its value and 1, so never 0."""
    return 2 * unit.value + 1


def harm(target: Unit, amount: int, graze: str) -> int:
    """The part of a model's worth that damage takes, in thousandths."""
    if amount <= 0 or target.place != "board":
        return 0
    if target.has("ko"):
        return 100
    if target.hits <= 1 and amount == 1 and target.hits:
        weak = target.has("wounded", "stunned")
        return WHOLE if weak else GRAZED.get(graze, 350)
    if amount >= target.hits:
        return WHOLE
    return WHOLE * amount // (target.hits + 1)


def shot(state: State, unit: Unit, held: Held, target: Unit, origin: sight.Eye) -> int:
    """The worth of a shot at a target from a place."""
    weapon, look = held.weapon, sight.sight(state, origin, sight.eye(target))
    if look == "none" or weapon.dice == Dice():
        return 0
    away = 0 if "IR" in weapon.effects else penalty(sight.apart(state, origin, sight.eye(target)))
    if "Barrage" in weapon.effects:
        if sight.apart(state, origin, sight.eye(target)) < 8:
            return 0
        away = max(1, away)
    covered = bool(cover_left(state, weapon, origin, target))
    value = 0 if "IA" in weapon.effects else target.armor + covered
    plus = weapon.dice.modifier + piercing(state, weapon, target) - away - value
    plus += ("Targeter" in weapon.effects) - unit.has("cursed")
    counts = falls(weapon.dice.reds, weapon.dice.whites)
    sums = sum(
        count * harm(target, total + plus, weapon.graze or "S")
        for total, count in enumerate(counts)
    )
    return price(target) * sums // sum(counts)


def blow(state: State, unit: Unit, target: Unit) -> int:
    """The worth of a melee of two models."""
    return melee(state, [unit], target, lambda _: price(unit) * harm(unit, 1, target.graze))


def melee(state: State, units: list[Unit], target: Unit, cost: Callable[[int], int]) -> int:
    """The worth of a melee of these models against a target: its gain less its cost.

    `cost` gives the cost of losing by so much.  RC-VIEW-1: the target's ordered loadout is secret
    and not used.
    """
    mine = together([pool_of(state, unit, "fight") for unit in units])
    foe = replace(target, loadout=None)
    his = pool_of(state, foe, "defend") if not target.has("ko") else Dice()
    held = (one.weapon for unit in units for one in loadout(state, unit))
    graze = next((weapon.graze for weapon in held if weapon.graze), "S")
    gained = lost = ways = 0
    for margin, count in margins(mine, his):
        ways += count
        if margin > 0:
            gained += count * harm(target, margin, graze)
        elif margin < 0 and not target.has("ko"):
            lost += count * cost(-margin)
    return (price(target) * gained - lost) // ways


def pool_of(state: State, unit: Unit, kind: str) -> Dice:
    """All dice and modifiers of a model in melee."""
    dice = [base_dice(unit)]
    dice += [one.weapon.dice for one in counting(loadout(state, unit), kind)]
    return together([*dice, Dice(modifier=-awkward(unit) - unit.has("cursed"))])


def together(pools: list[Dice]) -> Dice:
    """The sum of some pools."""
    return Dice(
        sum(one.reds for one in pools),
        sum(one.whites for one in pools),
        sum(one.modifier for one in pools),
    )


def guns(state: State, unit: Unit) -> list[Held]:
    """The weapons that a model could fire or throw now, without smoke and Detonators."""
    return [
        held
        for held in held_by(state, unit)
        if held.weapon.kind in (*FIRED, "grenade", "digi")
        and ready(unit, held)
        and usable(unit, held.weapon)
        and "Smoke" not in held.weapon.effects
        and held.name != "Detonator"
    ]


Worth = Callable[[State, Unit, Held, Unit, sight.Eye], int]


def rapid(state: State, unit: Unit, held: Held, target: Unit, origin: sight.Eye) -> int:
    """RC-WFX-17: the worth of rapid fire at one target, or of a single shot if it cannot."""
    once = shot(state, unit, held, target, origin)
    if "Rap" not in held.weapon.effects or sight.apart(state, origin, sight.eye(target)) > RAPID:
        return once
    whole = price(target) * WHOLE
    return 2 * once - once * once // whole


def best_fire(state: State, unit: Unit, target: Unit, origin: sight.Eye, way: Worth = rapid) -> int:
    """The worth of the best fire at a target from a place; `way` rates each weapon."""
    return max((way(state, unit, held, target, origin) for held in guns(state, unit)), default=0)


def split(state: State, unit: Unit, held: Held, targets: list[Unit], origin: sight.Eye) -> int:
    """RC-WFX-24: the worth of split fire: each target gets what kills it, the last the rest."""
    needs: list[tuple[Unit, int, int]] = []
    for target in targets:
        if sight.sight(state, origin, sight.eye(target)) == "none":
            return 0
        away = penalty(sight.apart(state, origin, sight.eye(target)))
        value = target.armor + bool(sight.cover(state, origin, target)) + away
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
    """RC-ABIL-23: the worth of a mob, which takes the whole difference if it loses."""
    each = sum(price(unit) for unit in units) // len(units)
    return melee(state, units, target, lambda less: min(less, len(units)) * WHOLE * each)


def volleyed(state: State, units: list[Unit], held: Held, target: Unit) -> int:
    """RC-VOLLEY-3, RC-VOLLEY-4: the worth of a volley: a third of the dice score, and most of these
    reroll a zero.
    """
    origin = sight.eye(units[0])
    away = penalty(sight.apart(state, origin, sight.eye(target)))
    value = target.armor + bool(sight.cover(state, origin, target)) + away
    one = falls(0, 1)
    worth = 0
    for face in (1, 2):
        for more, count in enumerate(one):
            worth += count * harm(target, face + more - value, held.weapon.graze or "S")
    shots = 2 * len(units)
    return min(price(target) * WHOLE, price(target) * worth * shots // (6 * sum(one)))


# RC-CARD: the worth of psychic cards and their targets.


def cards(state: State, unit: Unit, foes: list[Unit]) -> Iterator[tuple[int, od.PlayCards]]:
    """Yield the plays of the hand's cards that may pay, with their worth."""
    hand = state.army(unit.boss).hand
    seen = [foe for foe in foes if is_seen(state, unit, foe)]
    friends = [one for one in state.on_board() if state.friends(one, unit) and not one.chit]
    for card in dict.fromkeys(hand):
        for foe in seen:
            worth = at_enemy(state, unit, card, foe, friends)
            if worth:
                yield worth, played(unit, card, foe.ref)
        for friend in friends:
            worth = for_friend(state, unit, card, friend, foes)
            if worth:
                yield worth, played(unit, card, friend.ref)


def played(unit: Unit, card: str, ref: str) -> od.PlayCards:
    """RC-CARD-22: the order to play a card on one model."""
    return od.PlayCards(Who((unit.ref,)), (CardPlay(card, (ref,)),))


def is_seen(state: State, unit: Unit, foe: Unit) -> bool:
    """RC-PSY-10: is the enemy in line of sight and not hidden?"""
    return not foe.has("hidden") and sight.sight(state, sight.eye(unit), sight.eye(foe)) != "none"


def away(state: State, unit: Unit, other: Unit) -> int:
    """RC-PSY-11: the range penalty of a card."""
    return penalty(sight.apart(state, sight.eye(unit), sight.eye(other)))


def likely(needed: int) -> int:
    """RC-PSY-11: the chance, in thousandths, that two reds total at least this."""
    counts = falls(2, 0)
    return WHOLE * sum(counts[max(0, needed) :]) // sum(counts)


def at_enemy(state: State, unit: Unit, card: str, foe: Unit, friends: list[Unit]) -> int:
    """The worth of a card on an enemy in sight; 0 if it does not fit."""
    far = away(state, unit, foe)
    if card == "Inferno":
        return dealt(THREE_REDS, Dice(), foe, foe.armor, "W")
    mindless = foe.trait("Undead") or foe.trait("Nonsentient") or foe.vehicle
    if card in ("Mind Lance", "Mind Blast") and not mindless:
        mine, his = Dice(max(1, unit.psy)), Dice(foe.psy, not foe.psy)
        return dealt(mine, his, foe, far, "S")
    chance = likely(far + 1)
    if card == "Tripper" and not foe.trait("IS"):
        part = GRAZED["S"] if not foe.has("stunned", "wounded") else WHOLE
        return price(foe) * part // WHOLE * chance
    if card in ("Flash", "Curse"):
        worst = max((best_fire(state, foe, one, sight.eye(foe)) for one in friends), default=0)
        return worst * chance // (WHOLE if card == "Flash" else 4 * WHOLE)
    return 0


def dealt(mine: Dice, his: Dice, foe: Unit, less: int, graze: str) -> int:
    """The worth of damage by the margin of one roll over another, less `less`."""
    found = margins(mine, his)
    total = sum(count * harm(foe, margin - less, graze) for margin, count in found)
    return price(foe) * total // sum(count for _, count in found)


def for_friend(state: State, unit: Unit, card: str, friend: Unit, foes: list[Unit]) -> int:
    """RC-CARD-5, RC-CARD-16: the worth of healing or shielding a friend in sight."""
    seen = (
        friend.ref == unit.ref or sight.sight(state, sight.eye(unit), sight.eye(friend)) != "none"
    )
    if not seen:
        return 0
    far = away(state, unit, friend)
    if card == "Heal":
        if friend.has("ko"):
            return price(friend) * likely(far + 2)
        hurt = friend.hits < friend.maxhits or friend.has("wounded", "stunned")
        return price(friend) * likely(far + 1) // 3 if hurt else 0
    if card == "Shield" and not friend.has("ko"):
        threat = sum(best_fire(state, foe, friend, sight.eye(foe)) for foe in foes[:8])
        return min(threat, price(friend) * WHOLE) * likely(far + 1) // (3 * WHOLE)
    return 0


# What the hard opponent finds out about the table while it thinks about one order.


LEAST = 40
"""An order must be worth more than this to be given."""

TRIES = 12
"""The best ideas that it tries before it gives up."""

Idea = tuple[int, Order]
"""The worth of an order, and the order."""


class Look:
    """Facts about the table, kept while one order is thought about."""

    def __init__(
        self, state: State, seat: int, seed: int, stop: Callable[[], bool] = lambda: False
    ) -> None:
        self.state, self.seat, self.seed, self.stop = state, seat, seed, stop
        models = in_order(one for one in state.on_board() if not one.chit)
        self.mine = [one for one in models if one.boss == seat]
        self.foes = [
            one
            for one in models
            if not one.has("down") and state.team(one.boss) != state.team(seat)
        ]
        self.awake = [foe for foe in self.foes if not foe.has("ko")]
        self.blows: dict[tuple[str, str], int] = {}
        self.risks: dict[tuple[str, Spot], int] = {}
        self.blasts = any(
            sight.radius_of(held.weapon.template) for foe in self.awake for held in guns(state, foe)
        )
        self.spans = {
            foe.ref: foe.move + bonus(state, foe) + 1 for foe in self.awake if not foe.latched
        }

    def blow(self, unit: Unit, foe: Unit) -> int:
        """The worth of a melee of two models, wherever they stand (cached)."""
        pair = unit.ref, foe.ref
        if pair not in self.blows:
            self.blows[pair] = blow(self.state, unit, foe)
        return self.blows[pair]

    def accepted(self, ideas: Iterator[Idea] | list[Idea], least: int = LEAST) -> Order | None:
        """The order of the best idea that is worth more than `least` and would be accepted."""
        ranked = sorted(ideas, key=lambda one: -one[0])
        for worth, order in ranked[:TRIES]:
            if worth <= least:
                return None
            if is_accepted(self.state, self.seat, order):
                return order
        return None

    def may_fight(self, unit: Unit) -> bool:
        """Has it its action, and is it neither stunned, rising, KO'd nor `down`?"""
        return unit.action and not unit.has("ko", "down", "rising", "stunned")


def away_from(spot: Spot, foe: Unit) -> int:
    """The number of steps from a spot to an enemy."""
    return max(abs(spot[0] - foe.at[0]), abs(spot[1] - foe.at[1]))


def square_to(spot: Spot, foe: Unit) -> int:
    """The square of the distance from a spot to an enemy."""
    return (spot[0] - foe.at[0]) ** 2 + (spot[1] - foe.at[1]) ** 2


# RC-ABIL-23, RC-VOLLEY: attacks that several models of the hard opponent make as one.


class Company(Look):
    """Finds mobs and volleys."""

    def together(self) -> Order | None:
        """RC-ABIL-23, RC-VOLLEY: a mob or a volley that is worth more than its members alone."""
        ideas = [*self.mobs(), *self.volleys()]
        return self.accepted(ideas)

    def mobs(self) -> Iterator[Idea]:
        """Yield the mobs of models that touch an enemy, if they pay more than single fights."""
        mobbers = [one for one in self.mine if mob_size(one) >= 2 and self.may_fight(one)]
        for foe in self.foes if len(mobbers) > 1 else ():
            there = [one for one in mobbers if sight.adjacent_units(self.state, one, foe)]
            if len(there) >= 2:
                some = there[: mob_size(there[0])]
                alone = sum(max(0, self.blow(one, foe)) for one in some)
                worth = mobbed(self.state, some, foe)
                if worth > alone:
                    yield worth, od.Mob(Who(tuple(one.ref for one in some)), (foe.ref,))

    def gathering(self) -> Order | None:
        """RC-CHARGE-5: send the next model of a mob to an enemy that the mob would beat."""
        mobbers = [one for one in self.mine if mob_size(one) >= 2 and self.may_fight(one)]
        best: list[Idea] = []
        for foe in self.awake if len(mobbers) > 1 else ():
            if foe.has("hidden"):
                continue
            there = [one for one in mobbers if sight.adjacent_units(self.state, one, foe)]
            coming = [one for one in mobbers if one not in there and self.may_come(one, foe)]
            coming.sort(key=lambda one: away_from(one.spot, foe))
            some = [*there, *coming][: mob_size(mobbers[0])]
            if len(there) >= len(some) or len(some) < 2:
                continue
            worth = mobbed(self.state, some, foe)
            joiner = next(one for one in some if one not in there)
            for cell in around(foe.at):
                gap = abs(cell[0] - joiner.at[0]) + abs(cell[1] - joiner.at[1])
                best.append((worth - gap, od.ChargeTo(Who((joiner.ref,)), cell)))
        return self.accepted(best)

    def may_come(self, unit: Unit, foe: Unit) -> bool:
        """Could it charge to a cell next to the enemy?"""
        if unit.done or unit.moved or unit.charged:
            return False
        return away_from(unit.spot, foe) <= unit.moveleft + bonus(self.state, unit) - 1

    def volleys(self) -> Iterator[Idea]:
        """RC-VOLLEY-1, RC-VOLLEY-2: yield volleys of all who can, at an enemy and one near it."""
        if not self.state.rules.volley:
            return
        firers = []
        for one in self.mine:
            basic = [held for held in guns(self.state, one) if held.weapon.kind == "basic"]
            two = [held for held in basic if held.weapon.dice == TWO_WHITES]
            if two and self.may_fight(one) and not one.charged and not one.has("blinded"):
                firers.append((one, two[0]))
        for foe in self.awake if len(firers) > 1 else ():
            if foe.has("hidden"):
                continue
            band = [
                (one, held)
                for one, held in firers
                if shot(self.state, one, held, foe, sight.eye(one)) > 0
            ]
            if len(band) < 2:
                continue
            units = [one for one, _ in band]
            alone = sum(rapid(self.state, one, held, foe, sight.eye(one)) for one, held in band)
            alone = min(alone, price(foe) * WHOLE)
            worth = volleyed(self.state, units, band[0][1], foe)
            more = [
                other
                for other in self.awake
                if other.ref != foe.ref
                and not other.has("hidden")
                and sight.spread_square(self.state, sight.eye(other), sight.eye(foe))
                <= WIDTH * WIDTH
            ]
            if worth > alone:
                who = Who(tuple(one.ref for one in units))
                yield worth, od.Volley(who, (foe.ref,))
                if more:
                    yield worth + worth // 8, od.Volley(who, (foe.ref, more[0].ref))
