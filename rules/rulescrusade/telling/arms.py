"""RC-DATA-2: weapons in words: dice, what they need, what they do, what goes wrong."""

from collections import Counter

from rules.display.view import Line, Span
from rules.display.words import counted
from rules.numbers.arith import half_up
from rules.rulescrusade.battle import RED, WHITE
from rules.rulescrusade.sheets import Dice, Weapon
from rules.rulescrusade.state import Arm, State

FAILS = {"J": "jams", "X": "explodes", "M": "misfires", "Break": "breaks", "Stick": "sticks"}
"""RC-FAIL-1."""

EFFECTS = {
    "AP": "+1 against armour",
    "Artillery": "artillery: not after moving, reloads",
    "Barrage": "barrage from 8 inches, ignores front cover",
    "B": "blast",
    "Burn": "burns: ignores cover, finds the hidden",
    "IA": "ignores armour",
    "IFC": "ignores front cover",
    "IR": "no range penalty",
    "Kill=KO": "knocks out instead of killing",
    "KB": "knocks back",
    "Line": "all in the line",
    "NOR": "no rerolls against it",
    "-R": "reroll level of the opponent 1 lower",
    "+P": "+1 against buildings and vehicles, cannot be parried",
    "-P": "parries 1 worse",
    "Rap": "fires twice within 6 inches",
    "Reload": "reloads after a shot",
    "R": "one reroll",
    "RO": "rerolls own or other dice",
    "Scope": "scope: ignores cover if it stands still",
    "Scythe": "further opponents at no penalty",
    "Spiky": "counts in defence",
    "Split": "splits among targets",
    "V": "explodes when its bearer is killed",
    "Poison": "poison: a graze W on a tie",
    "Shield": "parry +2",
    "Smoke": "smoke",
    "Targeter": "+1 on ranged totals",
}
"""8.2 in a few words."""

ARMOUR = (0, 1, 2, 3)
"""What most targets are worth, cover included."""


def worn_line(state: State, arm: Arm) -> Line:
    """A weapon of a model, and that it is jammed, empty or lost."""
    weapon = state.weapons.get(arm.name.lower())
    if weapon is None:
        return (Span(arm.name, strong=True),)
    said = weapon_line(state, weapon)
    return said if arm.ready else (*said[:1], Span(f" ({arm.state})", strong=True), *said[1:])


def weapon_line(state: State, weapon: Weapon) -> Line:
    """`Bolter` strong, then `basic, 2 hands, 1R+1W, grazes W, jams; hurts armour 1: 44%`."""
    facts = [weapon.kind]
    if weapon.hands:
        facts.append(counted(weapon.hands, "hand"))
    if weapon.dice != Dice():
        facts.append(str(weapon.dice))
    if weapon.template:
        facts.append(f"template {weapon.template}")
    if weapon.graze:
        facts.append(f"grazes {weapon.graze}")
    if weapon.fail:
        facts.append(FAILS[weapon.fail])
    facts += [EFFECTS[effect] for effect in weapon.effects]
    return (Span(weapon.name, strong=True), Span(f" {', '.join(facts)}{needs(weapon)}"))


def needs(weapon: Weapon) -> str:
    """`; within 11 inches hurts armour 0: 72%, 1: 47%, ...`, then -1 for every 12 inches."""
    if weapon.kind == "melee" or weapon.dice == Dice() or "Smoke" in weapon.effects:
        return ""
    told = ", ".join(f"{armour}: {chance(weapon, armour)}%" for armour in ARMOUR)
    far = "at any range" if "IR" in weapon.effects else "within 11 inches"
    return f"; {far} hurts armour {told}"


def chance(weapon: Weapon, armour: int) -> int:
    """RC-SHOOT-8: in how many of 100 shots the total is above the value; rerolls aside."""
    value = 0 if "IA" in weapon.effects else armour
    bonus = weapon.dice.modifier + ("AP" in weapon.effects and armour > 0)
    bonus += "Targeter" in weapon.effects
    ways = spread(weapon.dice)
    above = sum(count for total, count in ways.items() if total + bonus > value)
    return half_up(100 * above, sum(ways.values()))


def spread(dice: Dice) -> Counter[int]:
    """Every total of these dice, and in how many ways it falls."""
    found = Counter({0: 1})
    for die, count in ((RED, dice.reds), (WHITE, dice.whites)):
        for _ in range(count):
            following: Counter[int] = Counter()
            for total, ways in found.items():
                for face in die.faces:
                    following[total + face] += ways
            found = following
    return found
