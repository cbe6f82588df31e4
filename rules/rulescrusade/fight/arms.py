"""RC-SHOOT-1, RC-MELEE-3, RC-ORD-9: which weapons a model has, may use and would use."""

from rules.line.errors import Refusal
from rules.line.frozen import Frozen
from rules.rulescrusade.sheets import Weapon
from rules.rulescrusade.state import State, Unit

FIRED = ("pistol", "basic", "special", "heavy")
"""RC-SHOOT-1: the classes that fire without being named."""


class Held(Frozen):
    """A weapon in a model's list: its place there, and what it is."""

    place: int
    weapon: Weapon

    @property
    def name(self) -> str:
        return self.weapon.name


def arms(state: State, unit: Unit) -> list[Held]:
    """All that it carries, in list order, whatever the state."""
    return [Held(place, state.weapon(arm.name)) for place, arm in enumerate(unit.weapons)]


def ready(unit: Unit, held: Held) -> bool:
    """Is the weapon ready?"""
    return unit.weapons[held.place].ready


def named(state: State, unit: Unit, text: str) -> list[Held]:
    """RC-ORD-9: the carried weapons that a name may mean: all of it, its beginning, or a word."""
    said = " ".join(text.lower().replace("_", " ").split())
    held = arms(state, unit)
    exact = [one for one in held if one.name.lower() == said]
    if exact:
        return exact
    return [
        one for one in held if one.name.lower().startswith(said) or said in one.name.lower().split()
    ]


def find_arm(state: State, unit: Unit, text: str) -> Held:
    """RC-SHOOT-1, RC-ORD-9: the one weapon meant, ready ones first."""
    found = named(state, unit, text)
    if not found:
        raise Refusal("RC-SHOOT-1", f"{unit.ref} has no {text[:40]}")
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
    """RC-ABIL-2, RC-ABIL-31: may such a creature use it at all?"""
    if unit.trait("Stupid"):
        return False
    if unit.trait("Animal"):
        return weapon.hands == 0 and weapon.kind not in ("grenade", "digi")
    return True


def check_usable(unit: Unit, weapon: Weapon) -> None:
    """RC-SHOOT-1: Animal and Stupid models use no weapons."""
    if not usable(unit, weapon):
        raise Refusal("RC-SHOOT-1", f"{unit.ref} cannot use weapons")


def is_detonator(held: Held) -> bool:
    """RC-ABIL-7, RC-RULING-65: what blows its bearer up serves for nothing else."""
    return held.name.lower() == "detonator"


def ranged_arm(state: State, unit: Unit, text: str, thrown: bool = False) -> Held:
    """RC-SHOOT-1: the weapon to fire or throw; without a name the first ready one."""
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
    mine = [one for one in arms(state, unit) if one.weapon.kind in kinds]
    mine = [one for one in mine if not is_detonator(one)]
    for held in mine:
        if ready(unit, held) and usable(unit, held.weapon):
            return held
    if not mine:
        what = "grenade" if thrown else "weapon to fire"
        if unit.trait("Stupid") or unit.trait("Animal"):
            raise Refusal("RC-SHOOT-1", f"{unit.ref} cannot use weapons")
        raise Refusal("RC-SHOOT-1", f"{unit.ref} has no {what}")
    check_usable(unit, mine[0].weapon)
    check_ready(unit, mine[0])
    raise Refusal("RC-SHOOT-1", f"{unit.ref} cannot use weapons")


def loadout(state: State, unit: Unit, without: tuple[int, ...] = ()) -> list[Held]:
    """RC-MELEE-3: two hands: ready melee weapons in list order, then ready pistols, as they fit.

    `without` leaves places of the list out (what snap fire has used and put aside).
    """
    held = [
        one
        for one in arms(state, unit)
        if ready(unit, one)
        and usable(unit, one.weapon)
        and one.place not in without
        and not unit.trait("Stupid")
    ]
    if unit.loadout is not None:
        return chosen(unit, held, unit.loadout)
    return fill(held, 2)


def fill(held: list[Held], hands: int) -> list[Held]:
    """RC-MELEE-3: what fits into so many hands; 0-hand melee weapons always do (RC-WFX-23)."""
    taken = []
    for kind in ("melee", "pistol"):
        for one in held:
            if one.weapon.kind == kind and one.weapon.hands <= hands:
                hands -= one.weapon.hands
                taken.append(one)
    return taken


def chosen(unit: Unit, held: list[Held], names: tuple[str, ...]) -> list[Held]:
    """RC-MELEE-3: the weapons of a standing order that are ready, 0-hand ones always."""
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
    """RC-MELEE-3, RC-MELEE-11: the weapons named with `with`: melee weapons or pistols, ready."""
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
    check_hands(unit, taken)
    always = [
        one
        for one in arms(state, unit)
        if one.weapon.kind == "melee" and one.weapon.hands == 0 and ready(unit, one)
    ]
    return taken + [one for one in always if one not in taken and usable(unit, one.weapon)]


def check_hands(unit: Unit, taken: list[Held]) -> None:
    """RC-MELEE-3: a model has two hands."""
    hands = sum(one.weapon.hands for one in taken)
    if hands > 2:
        names = " and ".join(one.name for one in taken)
        raise Refusal("RC-MELEE-3", f"{names} need {hands} hands")
