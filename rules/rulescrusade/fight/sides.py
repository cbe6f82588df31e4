"""RC-MELEE-3, RC-MELEE-4, RC-MELEE-7, RC-PARRY, RC-REROLL: what each side of a melee brings."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from rules.rulescrusade.battle import Battle
from rules.rulescrusade.events import Parts
from rules.rulescrusade.fight.arms import Held
from rules.rulescrusade.fight.pool import Pool, choose
from rules.rulescrusade.fight.value import piercing, total_of
from rules.rulescrusade.sheets import Dice
from rules.rulescrusade.state import State, Unit

SPIKES = ("zone", "dive", "overrun")
"""RC-WFX-23: the attacks in which spikes count."""


@dataclass
class Side:
    """One side: its models with their weapons, its pool, its modifiers.

    `kind` is `defend` or the kind of the attack; `bonus` are extra reds (a dive); `others` what
    is counted besides (earlier opponents, a ladder, the parry, Precognant).
    """

    refs: list[str]
    arms: dict[str, list[Held]]
    kind: str
    bonus: int = 0
    others: Parts = ()
    pool: Pool = field(default_factory=lambda: Pool("", "melee"))
    parrying: bool = False

    @property
    def head(self) -> str:
        return self.refs[0]

    def weapons(self) -> list[Held]:
        """All weapons that count in this melee."""
        return [held for ref in self.refs for held in self.arms[ref]]

    def has(self, state: State, effect: str) -> bool:
        """A weapon or a trait of the side has the effect."""
        return any(effect in held.weapon.effects for held in self.weapons()) or any(
            state.unit(ref).trait(effect) for ref in self.refs
        )


def counting(held: list[Held], kind: str) -> list[Held]:
    """RC-WFX-23: spikes count when defending, and in attacks on who passes or is dived upon."""
    if kind == "defend" or kind in SPIKES:
        return held
    return [one for one in held if "Spiky" not in one.weapon.effects]


def base_dice(unit: Unit) -> Dice:
    """RC-ABIL-32: a swarm loses one red for each hit lost."""
    if not unit.trait("Swarm"):
        return unit.melee
    reds = max(0, unit.melee.reds - max(0, unit.maxhits - unit.hits))
    return Dice(reds, unit.melee.whites, unit.melee.modifier)


def awkward(unit: Unit) -> bool:
    """RC-MELEE-7: stunned, wounded (not with Frenzy or Tough, nor in the turn it was), blinded."""
    hurt = unit.condition("wounded")
    limps = hurt is not None and not hurt.fresh
    if limps and (unit.trait("Frenzy") or unit.trait("Tough")):
        limps = False
    return limps or unit.has("stunned") or unit.has("blinded")


def modifiers(battle: Battle, side: Side, foe: Unit, ladder: bool = False) -> Parts:
    """RC-MELEE-4: base and weapon modifiers, AP, awkward, cursed, a latch on the opponent."""
    state, parts = battle.state, []
    for ref in side.refs:
        unit = state.unit(ref)
        if unit.has("ko"):
            continue
        pierces = max(
            (piercing(state, held.weapon, foe, melee=True) for held in side.arms[ref]), default=0
        )
        parts += [
            ("modifier", unit.melee.modifier),
            ("weapons", sum(held.weapon.dice.modifier for held in side.arms[ref])),
            ("AP", pierces),
            ("awkward", -1 if awkward(unit) or ladder else 0),
            ("cursed", -1 if unit.has("cursed") else 0),
        ]
    gripped = any(
        other.latched == foe.ref and not state.friends(other, foe) for other in state.on_board()
    )
    parts.append(("latched opponent", 1 if gripped else 0))
    return tuple(part for part in (*parts, *side.others) if part[1])


def strength(battle: Battle, side: Side, parts: Parts) -> int:
    """RC-REACT-2: 2 x reds + whites + 2 x modifier, with everything known before the roll."""
    reds, whites = side.bonus, 0
    for ref in side.refs:
        unit = battle.unit(ref)
        if unit.has("ko"):
            continue
        pools = [base_dice(unit), *(held.weapon.dice for held in side.arms[ref])]
        reds += sum(dice.reds for dice in pools)
        whites += sum(dice.whites for dice in pools)
    return 2 * reds + whites + 2 * total_of(parts)


def parry_bonus(battle: Battle, side: Side, other: Side, grapple: bool) -> int | None:
    """RC-PARRY-1, RC-PARRY-2, RC-WFX-16, RC-WFX-28: what a parry would bring; None: it cannot."""
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
    """RC-MELEE-4: base dice, bonus dice, then each weapon of the loadout, model by model."""
    for number, ref in enumerate(side.refs):
        unit = battle.unit(ref)
        if unit.has("ko"):  # RC-MELEE-12
            continue
        yield base_dice(unit)
        if number == 0 and side.bonus:
            yield Dice(reds=side.bonus)
        for held in side.arms[ref]:
            yield held.weapon.dice


def count_side(battle: Battle, side: Side) -> int:
    """RC-BOUND-2: how many dice a side will draw."""
    return sum(dice.reds + dice.whites for dice in dice_of(battle, side))


def draw_side(battle: Battle, side: Side, plain: bool) -> None:
    """RC-MELEE-4: all dice of a side; `plain`: nobody rerolls any."""
    side.pool = Pool(side.head, "melee", plain=plain)
    for dice in dice_of(battle, side):
        side.pool.draw(battle, dice)
    side.pool.show(battle)


def level(battle: Battle, side: Side, other: Side) -> int:
    """RC-REROLL-1: R counts 1, RO 2, at most 2; -R (RC-WFX-14) and NOR (RC-WFX-13)."""
    state = battle.state
    if side.kind == "dive" or other.kind == "dive" or other.has(state, "NOR"):
        return 0
    worth = 0
    lowered = 0
    for ref in side.refs:
        worth += _worth(state.unit(ref).traits)
    for held in side.weapons():
        worth += _worth(held.weapon.effects)
    for ref in other.refs:
        lowered += "-R" in state.unit(ref).traits
    for held in other.weapons():
        lowered += "-R" in held.weapon.effects
    return max(0, min(2, worth) - lowered)


def _worth(effects: tuple[str, ...]) -> int:
    """RC-WFX-19, RC-WFX-20: R counts 1, RO counts 2."""
    return ("R" in effects) + 2 * ("RO" in effects)


def reroll_once(
    battle: Battle, side: Side, other: Side, margin: int, grade: int, attacks: bool
) -> None:
    """RC-REACT-3, RC-REROLL-2: one die, by the standing order; `margin` is own less theirs."""
    habit = battle.unit(side.head).reroll
    losing = margin <= 0 if attacks else margin < 0
    if grade <= 0 or habit == "never" or (habit == "losing" and not losing):
        return
    found = choose(side.pool, other.pool, grade)
    if found is not None:
        found[0].reroll(battle, found[1], side.head, "R" if grade == 1 else "RO")
