"""A statblock as it is being read, line by line (section 8.1)."""

import re
from dataclasses import dataclass

from grammar.crusade7.effects import read_ability, read_effects
from grammar.crusade7.statblock_lines import Header, SpellEntry, WrongLine, read_attack, read_line
from rules.crusade7.army import statblock as sb

KEYWORDS = (
    ("classification", r"class"),
    ("capacity", r"transport\s+capacity"),
    ("attacks", r"attacks"),
    ("multiattack", r"multiattack"),
    ("casting", r"spellcasting"),
    ("cantrips", r"cantrips"),
    ("level", r"[1-9](st|nd|rd|th)\s+level"),
    ("psionics", r"psionics"),
    ("powers", r"powers"),
    ("options", r"options"),
    ("tags", r"tags"),
    ("also", r"also"),
    ("stats", r"stats"),
)
"""C7-UNIT-1: the keywords of lines that are neither abilities nor attacks."""


def classification(text: str) -> str:
    """C7-UNIT-5: a classification from its name, singular or plural; empty if it is none."""
    words = " ".join(text.lower().rstrip(":").split())
    for name in sb.CLASSES:
        one = name.lower().removesuffix("s")
        if words in (one, one + "s", one.removesuffix("y") + "ies"):
            return name
    return ""


def keyword(line: str) -> str:
    """The kind of a line by its keyword; empty for an ability or an attack."""
    return next(
        (kind for kind, shape in KEYWORDS if re.match(rf"({shape})\s*:", line, re.IGNORECASE)), ""
    )


@dataclass
class Sheet:
    """What the lines of one statblock have said so far; copies share what was read."""

    number: int
    first_line: str
    header: Header
    classification: str
    faction: str
    stats: tuple[int, ...] = ()
    capacity: int = 0
    abilities: tuple[tuple[str, str], ...] = ()
    in_attacks: bool = False
    attacks: tuple[sb.Attack, ...] = ()
    multiattack: tuple[tuple[int, str], ...] = ()
    casting: tuple[sb.Formula, sb.Formula] | None = None
    spells: tuple[tuple[int, str], ...] = ()
    slots: tuple[tuple[int, int], ...] = ()
    own_spells: tuple[sb.Spell, ...] = ()
    psionics: tuple[int, int] | None = None
    powers: tuple[str, ...] = ()
    purchases: tuple[sb.Purchase, ...] = ()
    tags: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    seen: frozenset[str] = frozenset()

    @classmethod
    def begin(cls, number: int, line: str, heading: str, faction: str) -> "Sheet":
        """Begin a statblock with its first line."""
        return cls(number, line, read_line("header", line), heading, faction)

    def read(self, line: str) -> None:
        """Take in one further line."""
        kind = keyword(line)
        if not self.stats and kind != "stats":
            raise WrongLine("expected the line 'Stats:' with its 8 numbers after the first line")
        if kind in self.seen and kind != "level":
            raise WrongLine(f"a statblock has only one line of this kind ({line.split(':')[0]})")
        if kind:
            self.seen |= {kind}
        if not kind:
            self._ability_or_attack(line)
        elif kind == "attacks":
            self._attacks(line)
        elif kind in ("cantrips", "level"):
            self._spells(*read_line(kind, line))
        elif kind == "options":
            self._options(line)
        elif kind == "classification":
            self.classification = self._class(read_line(kind, line))
        elif kind == "casting":
            self.casting = read_line(kind, line)
        else:
            setattr(self, kind, read_line(kind, line))

    def _class(self, name: str) -> str:
        """C7-UNIT-5: the classification of that name.  Raises `WrongLine` if there is none."""
        found = classification(name)
        if not found:
            raise WrongLine(
                f"expected a classification ({', '.join(sb.CLASSES)}), not {name[:30]!r}"
            )
        return found

    def _attacks(self, line: str) -> None:
        if line.split(":", 1)[1].strip():
            raise WrongLine("expected nothing after 'Attacks:'; each attack has its own line")
        self.in_attacks = True

    def _ability_or_attack(self, line: str) -> None:
        """C7-UNIT-1: an ability before `Attacks:`, an attack after it."""
        if not self.in_attacks:
            self.abilities += (read_line("ability", line),)
            return
        attack = read_attack(line)
        if any(one.name.lower() == attack.name.lower() for one in self.attacks):
            raise WrongLine(f"the attack {attack.name} is defined twice")
        self.attacks += (attack,)

    def _spells(self, level: int, slots: int, text: str) -> None:
        """C7-SPELL-2: read the spells of one level; some may be written out."""
        if level and any(known == level for known, _ in self.slots):
            raise WrongLine(f"level {level} is listed twice")
        if level:
            self.slots += ((level, slots),)
        for entry in filter(None, (part.strip() for part in text.split(";"))):
            written: SpellEntry = read_line("spell", entry)
            if any(name.lower() == written.name.lower() for _, name in self.spells):
                raise WrongLine(f"the spell {written.name} is listed twice")
            self.spells += ((level, written.name),)
            if written.range is not None:
                effects, _ = read_effects(written.name, written.range, written.text)
                self.own_spells += (sb.Spell(written.name, written.range, effects),)

    def _options(self, line: str) -> None:
        """C7-UNIT-10: read the options that can be bought."""
        for entry in filter(None, (part.strip() for part in line.split(":", 1)[1].split(";"))):
            purchase: sb.Purchase = read_line("option", entry)
            if any(one.name.lower() == purchase.name.lower() for one in self.purchases):
                raise WrongLine(f"the option {purchase.name} is defined twice")
            self.purchases += (purchase,)

    def block(self) -> sb.Statblock:
        """The statblock, after its last line.  Raises `WrongLine` if it is incomplete."""
        if not self.stats:
            raise WrongLine("expected the line 'Stats:' with its 8 numbers after the first line")
        if self.spells and self.casting is None:
            raise WrongLine("the statblock lists spells, but has no line 'Spellcasting:'")
        if self.powers and self.psionics is None:
            raise WrongLine("the statblock lists powers, but has no line 'Psionics:'")
        head = self.header
        abilities, notes = self._abilities()
        manifests, denies = self.psionics or (0, 0)
        return sb.Statblock(
            name=head.name,
            abbreviation=head.abbreviation,
            hp=head.hp,
            ac=head.ac,
            armour=head.armour,
            cost=head.cost,
            stats=self.stats,
            classification=self.classification,
            faction=self.faction,
            footprint=head.footprint,
            capacity=self.capacity,
            abilities=abilities,
            attacks=self.attacks,
            multiattack=self._multiattack(),
            casting=self._casting(),
            own_spells=self.own_spells,
            manifests=manifests,
            denies=denies,
            powers=self._powers(),
            purchases=self.purchases,
            tags=self.tags,
            also=self.also,
            notes=notes,
        )

    def _abilities(self) -> tuple[tuple[sb.Ability, ...], tuple[sb.Note, ...]]:
        """C7-UNIT-3: the abilities, and as notes for the GM those that are not recognised."""
        abilities, notes = [], []
        for name, text in self.abilities:
            ability = read_ability(name, text)
            if isinstance(ability, sb.Reaction) and not self._has_attack(ability.attack):
                ability = None
            if ability is None:
                notes.append(sb.Note(name, text))
            else:
                abilities.append(ability)
        return tuple(abilities), tuple(notes)

    def _has_attack(self, name: str) -> bool:
        bought = [attack for purchase in self.purchases for attack in purchase.attacks]
        return any(attack.name.lower() == name.lower() for attack in (*self.attacks, *bought))

    def _multiattack(self) -> tuple[tuple[int, str], ...]:
        """C7-ATK-12: the strikes of the Multiattack, which must be attacks that the unit has."""
        names = {attack.name.lower(): attack.name for attack in self.attacks}
        for _, name in self.multiattack:
            if name.lower() not in names:
                raise WrongLine(f"the Multiattack names {name}, which is none of the attacks")
        return tuple((number, names[name.lower()]) for number, name in self.multiattack)

    def _casting(self) -> sb.Casting | None:
        if self.casting is None:
            return None
        return sb.Casting(*self.casting, self.spells, self.slots)

    def _powers(self) -> tuple[str, ...]:
        """C7-UNIT-8: the powers; every unit with Psionics knows Smite."""
        if self.psionics is None or any(name.lower() == "smite" for name in self.powers):
            return self.powers
        return (*self.powers, "Smite")
