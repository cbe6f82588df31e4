"""Weapons of a model, totals and values of attacks, pools of dice."""

from dataclasses import dataclass, field, replace

from rules.line.errors import Refusal, required
from rules.line.frozen import Frozen
from rules.rulescrusade.checks import COLOURS, HIGHEST, Battle, Thrown
from rules.rulescrusade.events import Cast, Parts, Rerolled, Shot
from rules.rulescrusade.field.sight import Eye, cover
from rules.rulescrusade.sheets import GRAZES, Dice, Weapon
from rules.rulescrusade.state import State, Unit
from rules.rulescrusade.words import PLAIN, Manner

# RC-SHOOT-1, RC-MELEE-3, RC-ORD-9: which weapons a model has, may use and uses by default.


FIRED = ("pistol", "basic", "special", "heavy")
"""RC-SHOOT-1: the classes of weapons that `fires` uses when no weapon is named."""


class Held(Frozen):
    """A weapon of a model, with its index in the model's list."""

    place: int
    weapon: Weapon

    @property
    def name(self) -> str:
        return self.weapon.name


def held_by(state: State, unit: Unit) -> list[Held]:
    """All weapons of a model, in list order, in whatever state."""
    return [Held(place, state.weapon(arm.name)) for place, arm in enumerate(unit.weapons)]


def ready(unit: Unit, held: Held) -> bool:
    """Is the weapon ready?"""
    return unit.weapons[held.place].ready


def named(state: State, unit: Unit, text: str) -> list[Held]:
    """RC-ORD-9: the weapons of a model that a whole name, its beginning or one word may mean."""
    said = " ".join(text.lower().replace("_", " ").split())
    held = held_by(state, unit)
    exact = [one for one in held if one.name.lower() == said]
    if exact:
        return exact
    return [
        one for one in held if one.name.lower().startswith(said) or said in one.name.lower().split()
    ]


def find_arm(state: State, unit: Unit, text: str) -> Held:
    """RC-SHOOT-1, RC-ORD-9: the one weapon meant, a ready one if there is one.

    Raises `Refusal` if there is none, or if weapons of several names may be meant.
    """
    found = required(named(state, unit, text), "RC-SHOOT-1", f"{unit.ref} has no {text[:40]}")
    if len({one.name for one in found}) > 1:
        names = " and ".join(one.name for one in found)
        raise Refusal("RC-SHOOT-1", f"{text[:40]!r} may be {names} of {unit.ref}")
    return next((one for one in found if ready(unit, one)), found[0])


def check_ready(unit: Unit, held: Held) -> None:
    """RC-SHOOT-1: jammed, empty, lost and stuck weapons are of no use."""
    arm = unit.weapons[held.place]
    if not arm.ready:
        raise Refusal("RC-SHOOT-1", f"{unit.ref}'s {arm.name} is {arm.state}")


def usable(unit: Unit, weapon: Weapon) -> bool:
    """RC-ABIL-2, RC-ABIL-31: may a model with these traits use the weapon at all?"""
    if unit.trait("Stupid"):
        return False
    if unit.trait("Animal"):
        return weapon.hands == 0 and weapon.kind not in ("grenade", "digi")
    return True


def check_usable(unit: Unit, weapon: Weapon) -> None:
    """RC-SHOOT-1: Animal and Stupid models use no weapons."""
    if not usable(unit, weapon):
        raise Refusal("RC-SHOOT-1", f"{unit.ref} cannot use weapons")


def single_shot(held: Held) -> bool:
    """RC-WFX-18, RC-WFX-2: is the weapon empty after a shot?"""
    return "Reload" in held.weapon.effects or "Artillery" in held.weapon.effects


def is_detonator(held: Held) -> bool:
    """RC-ABIL-7, RC-RULING-65: is it a Detonator, which can only be detonated?"""
    return held.name.lower() == "detonator"


def ranged_arm(state: State, unit: Unit, text: str, thrown: bool = False) -> Held:
    """RC-SHOOT-1: the weapon to fire or throw, by default the first ready one.

    Raises `Refusal` if there is none, or if the weapon named cannot be fired (or thrown).
    """
    if text:
        held = find_arm(state, unit, text)
        check_usable(unit, held.weapon)
        melee = held.weapon.kind == "melee" or is_detonator(held)
        if melee or (thrown and held.weapon.kind != "grenade"):
            verb = "throw" if thrown else "fire"
            raise Refusal("RC-SHOOT-1", f"{unit.ref} cannot {verb} a {held.name}")
        check_ready(unit, held)
        return held
    kinds = ("grenade",) if thrown else FIRED
    mine = [one for one in held_by(state, unit) if one.weapon.kind in kinds]
    mine = [one for one in mine if not is_detonator(one)]
    if not mine:
        what = "grenade" if thrown else "weapon to fire"
        clumsy = unit.trait("Stupid") or unit.trait("Animal")
        why = "cannot use weapons" if clumsy else f"has no {what}"
        raise Refusal("RC-SHOOT-1", f"{unit.ref} {why}")
    able = (one for one in mine if ready(unit, one) and usable(unit, one.weapon))
    held = next(able, mine[0])
    check_usable(unit, held.weapon)
    check_ready(unit, held)
    return held


def loadout(state: State, unit: Unit) -> list[Held]:
    """RC-MELEE-3: the weapons for melee: ready melee weapons, then pistols, as two hands hold them.

    A loadout ordered by the seat comes first.
    """
    mine = held_by(state, unit)
    held = [one for one in mine if ready(unit, one) and usable(unit, one.weapon)]
    if unit.loadout is not None:
        return chosen(unit, held, unit.loadout)
    return fill(held, 2)


def fill(held: list[Held], hands: int) -> list[Held]:
    """RC-MELEE-3: the weapons that so many hands hold; 0-hand ones always fit (RC-WFX-23)."""
    taken = []
    for kind in ("melee", "pistol"):
        for one in held:
            if one.weapon.kind == kind and one.weapon.hands <= hands:
                hands -= one.weapon.hands
                taken.append(one)
    return taken


def chosen(unit: Unit, held: list[Held], names: tuple[str, ...]) -> list[Held]:
    """RC-MELEE-3: the held weapons that a standing order names, and all 0-hand melee weapons."""
    wanted = [name.lower() for name in names]
    taken = []
    for one in held:
        if one.name.lower() in wanted:
            wanted.remove(one.name.lower())
            taken.append(one)
        elif one.weapon.kind == "melee" and one.weapon.hands == 0:
            taken.append(one)
    return taken


def melee_arms(state: State, unit: Unit, names: tuple[str, ...]) -> list[Held]:
    """RC-MELEE-3, RC-MELEE-11: the ready melee weapons or pistols that `with` names.

    Weapons that take no hand are added.  Raises `Refusal` for a weapon that cannot be used.
    """
    taken: list[Held] = []
    for name in names:
        found = [one for one in named(state, unit, name) if one not in taken]
        held = next((one for one in found if ready(unit, one)), None)
        held = held or (found[0] if found else find_arm(state, unit, name))
        check_usable(unit, held.weapon)
        check_ready(unit, held)
        if held.weapon.kind not in ("melee", "pistol"):
            raise Refusal("RC-MELEE-3", f"{unit.ref} cannot fight with a {held.name}")
        taken.append(held)
    check_hands(taken)
    always = [
        one
        for one in held_by(state, unit)
        if one.weapon.kind == "melee" and one.weapon.hands == 0 and ready(unit, one)
    ]
    return taken + [one for one in always if one not in taken and usable(unit, one.weapon)]


def check_hands(taken: list[Held]) -> None:
    """RC-MELEE-3: a model has two hands."""
    hands = sum(one.weapon.hands for one in taken)
    if hands > 2:
        names = " and ".join(one.name for one in taken)
        raise Refusal("RC-MELEE-3", f"{names} need {hands} hands")


# The source of harm: who gets the points, which grazes it gives, and its special effects.


class Source(Frozen):
    """RC-VIC-4, RC-GRAZE-2: what harms a model.

    `seat` gets the points; `grazes`: the results to choose from, `wish`: the one ordered; `wide`:
    a template or Scythe (RC-ABIL-32); `bare`: neither Shield nor force field helps (RC-FALL-1);
    `mental`: no force field helps (RC-MWAR-4); `pull`: the most damage (RC-MELEE-10).
    """

    ref: str = ""
    seat: int = 0
    grazes: tuple[str, ...] = ("S",)
    kill_ko: bool = False
    wide: bool = False
    prisoners: bool = False
    control: bool = False
    bare: bool = False
    mental: bool = False
    pull: int | None = None
    wish: str = ""

    def graze_for(self, target: Unit) -> str:
        """RC-GRAZE-2: the graze ordered, else the most severe that the target does not ignore."""
        if self.wish in self.grazes:
            return self.wish
        for letter in reversed(GRAZES):
            if letter in self.grazes and not ignores(target, letter):
                return letter
        return self.grazes[0] if self.grazes else "S"


NOBODY = Source()
"""Harm that nobody gets points for."""


def ignores(target: Unit, letter: str) -> bool:
    """RC-GRAZE-8, RC-ABIL-17: Undead ignore W and KO, IS ignores S."""
    if letter in ("W", "KO"):
        return target.trait("Undead")
    return letter == "S" and target.trait("IS")


def source_of(unit: Unit, weapons: tuple[Weapon, ...], manner: Manner = PLAIN) -> Source:
    """RC-GRAZE-1, RC-GRAZE-2: the source for an attack with weapons; unarmed: the base graze."""
    grazes = tuple(weapon.graze for weapon in weapons if weapon.graze) or (unit.graze,)
    wide = any(weapon.template or "Scythe" in weapon.effects for weapon in weapons)
    return Source(
        ref=unit.ref,
        seat=unit.boss,
        grazes=grazes,
        kill_ko=any("Kill=KO" in weapon.effects for weapon in weapons),
        wide=wide or unit.trait("Scythe"),
        prisoners=manner.prisoners or unit.finish == "ko",
        control=manner.controlling and unit.trait("Control"),
        pull=manner.pull,
        wish=manner.graze,
    )


def source_for(psyker: Unit, graze: str = "S", mental: bool = False) -> Source:
    """RC-VIC-4: the source of harm by the mind or a card of a psyker."""
    taken = psyker.finish == "ko"
    return Source(psyker.ref, psyker.boss, (graze,), prisoners=taken, mental=mental)


def outright(source: Source, letter: str) -> Source:
    """RC-GRAZE-9: the same source, but with this graze result outright."""
    return replace(source, grazes=(letter,), wish="", kill_ko=False, control=False)


# RC-SHOOT-8, RC-COVER-7: the value that an attack has to beat: armour and cover.


def cover_left(
    state: State, weapon: Weapon | None, origin: Eye, target: Unit, scope: bool = False
) -> tuple[str, ...]:
    """RC-COVER-7: the kinds of cover that still count against this weapon."""
    kinds = cover(state, origin, target)
    if not kinds or weapon is None:
        return kinds
    effects = weapon.effects
    if "IA" in effects:  # RC-WFX-7
        return ()
    if (scope or "Burn" in effects) and "armoured" not in kinds:  # RC-WFX-5, RC-WFX-21
        return ()
    over = weapon.kind == "grenade" or "IFC" in effects or "Barrage" in effects  # RC-WFX-8
    if over and "top" not in kinds:
        kinds = tuple(kind for kind in kinds if kind != "front")
    return kinds


def value_parts(
    state: State, weapon: Weapon | None, origin: Eye | None, target: Unit, scope: bool = False
) -> Parts:
    """RC-SHOOT-8: armour, and 1 for any cover; RC-COVER-8: no cover without an origin."""
    if weapon is not None and "IA" in weapon.effects:
        return (("armour ignored", 0),)
    parts = [("armour", target.armor)]
    if origin is not None:
        kinds = cover_left(state, weapon, origin, target, scope)
        if kinds:
            parts.append((f"cover ({'+'.join(kinds)})", 1))
    return tuple(parts)


def total_of(parts: Parts) -> int:
    """The sum of parts."""
    return sum(number for _, number in parts)


def told(parts: Parts) -> Parts:
    """Leave out the parts that are 0, except the dice."""
    return tuple(part for part in parts if part[1] or part[0] == "dice")


def meet(
    battle: Battle, ref: str, weapon: str, target: str, parts: Parts, value: Parts, kind: str
) -> int:
    """RC-SHOOT-7, RC-SHOOT-8: compare a total with a value, report it, return the difference."""
    total, needed = total_of(parts), total_of(value)
    battle.emit(Shot(ref, weapon, target, total, needed, parts, value, kind))
    return total - needed


def piercing(state: State, weapon: Weapon, target: Unit, melee: bool = False) -> int:
    """RC-WFX-1: AP gives +1 against a target with armour of at least 1 (RC-RULING-42)."""
    if "AP" not in weapon.effects or (melee and not state.rules.ap_in_melee):
        return 0
    return 1 if target.armor >= 1 else 0


# RC-DICE-4, RC-REROLL: a pool of dice: drawing it, rerolling it, looking for fails.


MEAN_TWICE = {"R": 2, "W": 1}
"""RC-REACT-4: twice the mean of a die (a red has 1, a white one half)."""


@dataclass
class Pool:
    """All dice of one side of a roll.

    RC-FAIL-1: `failed` once two dice showed their highest face, after the first roll or a reroll;
    it is never taken back.  `plain`: no die is rerolled and the highest die does not matter.
    """

    ref: str
    what: str
    dice: list[Thrown] = field(default_factory=list)
    failed: bool = False
    all_highest: bool = False
    plain: bool = False

    @property
    def total(self) -> int:
        """RC-DICE-8: the sum without modifiers."""
        return sum(die.value for die in self.dice)

    def draw(self, battle: Battle, dice: Dice, reds: int = 0) -> None:
        """RC-DICE-4: draw a component of the pool: all reds, then all whites."""
        colours = "R" * (dice.reds + reds) + "W" * dice.whites
        battle.throw(self.dice, colours, self.what, self.plain)

    def show(self, battle: Battle) -> None:
        """RC-DICE-8: report every die of the pool, then look for fails."""
        battle.settle()
        if self.dice:
            faces = tuple((die.colour, die.value) for die in self.dice)
            battle.emit(Cast(self.ref, self.what, faces, self.total))
        self.look()

    def look(self) -> None:
        """RC-FAIL-1, RC-INC-1: note whether two dice, or all, show their highest face."""
        highest = sum(die.value == HIGHEST[die.colour] for die in self.dice)
        self.failed = self.failed or highest >= 2
        self.all_highest = self.all_highest or 0 < len(self.dice) == highest

    def reroll(self, battle: Battle, die: Thrown, by: str, why: str) -> None:
        """RC-REROLL-2: reroll one die, then look for fails again (RC-RULING-6)."""
        old = die.value
        die.value = battle.roll(COLOURS[die.colour], f"reroll ({why})")
        battle.emit(Rerolled(by, self.ref, die.colour, old, die.value, why))
        self.look()


def cast(battle: Battle, ref: str, what: str, dice: Dice) -> Pool:
    """RC-DICE-4, RC-DICE-8: draw dice, report them and return the pool."""
    pool = Pool(ref, what)
    pool.draw(battle, dice)
    pool.show(battle)
    return pool


def gain(die: Thrown) -> int:
    """RC-REACT-4: twice the average gain of rerolling an own die."""
    return MEAN_TWICE[die.colour] - 2 * die.value


def best_own(pool: Pool) -> Thrown | None:
    """RC-REACT-4: the own die with the largest positive gain (of equals the first), or None."""
    best = max(pool.dice, key=gain, default=None)
    return best if best is not None and gain(best) > 0 else None


def worst_of(pool: Pool) -> Thrown | None:
    """RC-REACT-4: the opponent's die whose reroll costs him most on average, or None."""
    best = min(pool.dice, key=gain, default=None)
    return best if best is not None and gain(best) < 0 else None


def choose(own: Pool, other: Pool, level: int) -> tuple[Pool, Thrown] | None:
    """RC-REACT-4: the die to reroll at this level, with its pool; of equals an own die."""
    mine = best_own(own) if level >= 1 else None
    theirs = worst_of(other) if level >= 2 else None
    if mine is not None and (theirs is None or gain(mine) >= -gain(theirs)):
        return own, mine
    return (other, theirs) if theirs is not None else None
