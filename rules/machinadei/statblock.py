"""Section 4.2: the parts of a unit type as values; `grammar/` reads their text form."""

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar, TypeVar

from rules.display.words import counted
from rules.line.frozen import Frozen
from rules.line.said import Said, Words, filled

PRIMARY, SECONDARY, TERTIARY, FODDER = 4, 3, 2, 1

TIERS = {PRIMARY: "Primary", SECONDARY: "Secondary", TERTIARY: "Tertiary", FODDER: "Fodder"}
"""The names of the tiers; a larger number is a higher tier."""

KINDS = ("formation", "skirmish", "individual")


def signed(number: int) -> str:
    """`+2`, `-1`, `+0`."""
    return f"{number:+d}"


class Entry(Said):
    """A part of a statblock.  `SAYS` is how it is written there, `MEANS` a sentence to read."""

    MEANS: ClassVar[str] = ""

    WORDS: ClassVar[Words] = {
        "signed": signed,
        "attacks": lambda attacks: counted(attacks, "attack"),
        "in all": lambda damage: str(1 + damage),
    }

    def meaning(self) -> str:
        """The part in words."""
        return filled(self.MEANS, self, self.WORDS)


class Bonus(Entry):
    """MD-DATA-1: `A+<n> D+<n> H+<n>`: attacks per model, damage per hit, to-hit roll."""

    SAYS = "A{attacks:signed} D{damage:signed} H{hit:signed}"

    attacks: int = 0
    damage: int = 0
    hit: int = 0


class Weapon(Entry):
    """A weapon line: `use` is `melee`, `ranged` or `area`."""

    SAYS = "{use}: {name}[{use=melee}|{else} R{reach}][{use=area} splash {splash}] {bonus}"

    use: str
    name: str
    bonus: Bonus = Bonus()
    reach: int = 0
    splash: int = 0


class Drill(Entry):
    """MD-ABIL-1: wheels cost half, turns nothing."""

    SAYS = "ability: drill"


class Guard(Entry):
    """MD-ABIL-2: taken from the to-hit rolls against the unit; `against` melee, ranged or all."""

    SAYS = "ability: guard {amount} {against}"

    amount: int
    against: str


class Grip(Entry):
    """MD-ABIL-3: the unit and enemies of that Size or less in contact hit each other better."""

    SAYS = "ability: grip {size} {hit}"

    size: int
    hit: int


class Fearless(Entry):
    """MD-ABIL-4: passes morale tests and rout checks without a die."""

    SAYS = "ability: fearless"


class Flies(Entry):
    """MD-ABIL-5: other units do not hinder it on its way."""

    SAYS = "ability: flies"


class Reserve(Entry):
    """MD-ABIL-6: starts off the board; die and casualties must exceed `threshold`."""

    SAYS = "ability: reserve {threshold} {reach}"

    threshold: int
    reach: int


Ability = Drill | Guard | Grip | Fearless | Flies | Reserve
A = TypeVar("A", bound=Ability)


class Target(Entry):
    """Section 8.2: what an effect is aimed at.

    `kind`: self, friend, enemy, point, around, place; `whom`: friends, enemies, all.
    """

    SAYS = "{kind}[{kind=self}|{else} {reach}][{kind=point} splash {splash}][ {whom}]"
    MEANS = (
        "[{kind=self}on itself|{kind=friend}on a friend|{kind=enemy}on an enemy|{kind=place}at a "
        'place|{else}{whom}][{kind=point} within {splash}" of a place][{kind=self}|{else} within '
        '{reach}"]'
    )

    kind: str
    reach: int = 0
    splash: int = 0
    whom: str = ""


class AttackEffect(Entry):
    """MD-EFF-1: `attack n D+d H+h`."""

    SAYS = "attack {attacks} D{damage:signed} H{hit:signed}"
    MEANS = "{attacks:attacks}, damage {damage:in all}[, {hit:signed} to hit]"

    attacks: int
    damage: int = 0
    hit: int = 0


class ModifyEffect(Entry):
    """MD-EFF-2: `modify <stat> <+n> <turn|next>`; `next` is to the end of the next turn."""

    SAYS = "modify {stat} {amount:signed} {until}"
    MEANS = "{stat} {amount:signed} [{until=turn}this turn|{else}to the end of the next turn]"

    stat: str
    amount: int
    until: str


class TestEffect(Entry):
    """MD-EFF-3: `test break` or `test rout`."""

    SAYS = "test {what}"
    MEANS = "[{what=break}a morale test|{else}a rout check]"

    what: str


class SummonEffect(Entry):
    """MD-EFF-4: `summon <Type> n`."""

    SAYS = "summon {kind} {models}"
    MEANS = "summons {models} {kind}"

    kind: str
    models: int


Effect = AttackEffect | ModifyEffect | TestEffect | SummonEffect


class Magic(Frozen):
    """A magic line: its effects are carried out in the order written; `uses` None: unlimited."""

    name: str
    target: Target
    effects: tuple[Effect, ...]
    uses: int | None = None

    def __str__(self) -> str:
        effects = " ; ".join(map(str, self.effects))
        uses = "-" if self.uses is None else str(self.uses)
        return f"magic: {self.name} | {self.target} | {effects} | uses {uses}"


Trait = Weapon | Ability | Magic
"""What an option may bring."""


class Upgrade(Entry):
    """An option line: a name, its price, and the line that it brings."""

    SAYS = "option: {name} {cost} = {brings}"

    name: str
    cost: int
    brings: Trait


class Statblock(Frozen):
    """MD-STAT-1: one unit type: tier, class, statistics, cost, and what it fights with.

    MD-STAT-2: `morale` keeps all values of a type whose models differ.
    """

    name: str
    short: str
    faction: str
    tier: int
    kind: str
    move: int
    wounds: int
    initiative: int
    morale: tuple[int, ...]
    size: int
    cost: int
    least: int
    most: int
    weapons: tuple[Weapon, ...] = ()
    abilities: tuple[Ability, ...] = ()
    magic: tuple[Magic, ...] = ()
    upgrades: tuple[Upgrade, ...] = ()

    @property
    def nerve(self) -> int:
        """MD-STAT-2: the highest Morale of the unit counts."""
        return max(self.morale)

    def of(self, use: str) -> Iterator[Weapon]:
        """Its weapons of this use, in the order written."""
        return (weapon for weapon in self.weapons if weapon.use == use)

    def effect(self, name: str) -> Magic | None:
        """MD-MAG-2: its effect of that name."""
        return next((magic for magic in self.magic if same(magic.name, name)), None)

    def having(self, kind: type[A]) -> Iterator[A]:
        """Its abilities of this kind, in the order written."""
        return (ability for ability in self.abilities if isinstance(ability, kind))

    def has(self, kind: type[A]) -> bool:
        """Has it an ability of this kind?"""
        return any(isinstance(ability, kind) for ability in self.abilities)

    @property
    def melee(self) -> Bonus:
        """MD-HIT-1: the first melee weapon; without one nothing is added."""
        return next((weapon.bonus for weapon in self.of("melee")), Bonus())


def with_upgrade(block: Statblock, upgrade: Upgrade) -> Statblock:
    """MD-DATA-3: the type with an option: a line of the same kind and name (for an ability: its
    kind) is replaced, else the line is added."""
    new = upgrade.brings
    match new:
        case Weapon():
            weapons = tuple(new if _same_weapon(old, new) else old for old in block.weapons)
            return replace(block, weapons=weapons if new in weapons else (*weapons, new))
        case Magic():
            magic = tuple(new if same(old.name, new.name) else old for old in block.magic)
            return replace(block, magic=magic if new in magic else (*magic, new))
        case _:
            able = tuple(new if type(old) is type(new) else old for old in block.abilities)
            return replace(block, abilities=able if new in able else (*able, new))


def _same_weapon(old: Weapon, new: Weapon) -> bool:
    return old.use == new.use and same(old.name, new.name)


def one_word(name: str) -> str:
    """MD-ORD-7: names match without regard to case, a blank counting as a hyphen."""
    return "-".join(name.lower().replace("-", " ").split())


def same(one: str, other: str) -> bool:
    """Do two texts mean the same name?"""
    return one_word(one) == one_word(other)


def is_called(text: str, block: Statblock) -> bool:
    """MD-ORD-7: is the text the name or the abbreviation of this type?"""
    return one_word(text) in (one_word(block.name), one_word(block.short))


def is_plural(text: str, block: Statblock) -> bool:
    """MD-ORD-2: `Legionaries`, `Clansmen`, `Slingers`, also the plain name."""
    said, name = one_word(text), one_word(block.name)
    forms = [name, one_word(block.short), f"{name}s", f"{name}es"]
    if name.endswith("y"):
        forms.append(f"{name[:-1]}ies")
    if name.endswith("man"):
        forms.append(f"{name[:-3]}men")
    return said in forms


def is_known(name: str, blocks: tuple[Statblock, ...]) -> bool:
    """Is this the name or the abbreviation of one of these types?"""
    return any(is_called(name, block) for block in blocks)


def summoned(block: Statblock) -> Iterator[SummonEffect]:
    """MD-DATA-5: what its magic summons, options included."""
    brought = (one.brings for one in block.upgrades)
    for magic in (*block.magic, *(one for one in brought if isinstance(one, Magic))):
        for effect in magic.effects:
            if isinstance(effect, SummonEffect):
                yield effect
