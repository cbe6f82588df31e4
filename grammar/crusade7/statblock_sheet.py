"""A statblock as it is being read, line by line (section 8.1)."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from grammar.crusade7.effects import read_ability, read_effects
from grammar.crusade7.statblock_lines import SpellEntry, WrongLine, read_attack, read_line
from rules.crusade7.army import statblock as sb

PLAIN = "stats attacks multiattack cantrips psionics powers options tags also"

KEYWORDS = {
    "classification": "class",
    "capacity": r"transport\s+capacity",
    "casting": "spellcasting",
    "level": r"[1-9](st|nd|rd|th)\s+level",
    **{word: word for word in PLAIN.split()},
}
"""C7-UNIT-1: the keywords of lines that are neither abilities nor attacks, by kind of line."""


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
    shapes = KEYWORDS.items()
    kinds = (kind for kind, shape in shapes if re.match(rf"({shape})\s*:", line, re.IGNORECASE))
    return next(kinds, "")


@dataclass
class Sheet:
    """What the lines of one statblock have said so far; copies share what was read."""

    number: int
    first_line: str
    begun: sb.Statblock
    """The statblock with everything that its lines have settled already."""
    abilities: tuple[tuple[str, str], ...] = ()
    in_attacks: bool = False
    casting: tuple[sb.Formula, sb.Formula] | None = None
    spells: tuple[tuple[int, str], ...] = ()
    slots: tuple[tuple[int, int], ...] = ()
    psionics: tuple[int, int] | None = None
    seen: frozenset[str] = frozenset()

    @classmethod
    def begin(cls, number: int, line: str, heading: str, faction: str) -> "Sheet":
        """Begin a statblock with its first line."""
        block: sb.Statblock = read_line("header", line)
        return cls(number, line, replace(block, classification=heading, faction=faction))

    def read(self, line: str) -> None:
        """Take in one further line."""
        kind = keyword(line)
        if kind != "stats":
            self._check_stats()
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
        elif kind in ("casting", "psionics"):
            setattr(self, kind, read_line(kind, line))
        else:
            value = read_line(kind, line)
            self._keep(kind, self._class(value) if kind == "classification" else value)

    def _keep(self, name: str, value: object) -> None:
        """Set a field of the statblock."""
        self.begun = replace(self.begun, **{name: value})  # type: ignore[arg-type]

    def _check_stats(self) -> None:
        """Raises `WrongLine` unless the stats have been read."""
        if not self.begun.stats:
            raise WrongLine("expected the line 'Stats:' with its 8 numbers after the first line")

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
        if is_among(attack.name, self.begun.attacks):
            raise WrongLine(f"the attack {attack.name} is defined twice")
        self._keep("attacks", (*self.begun.attacks, attack))

    def _spells(self, level: int, slots: int, text: str) -> None:
        """C7-SPELL-2: read the spells of one level; some may be written out."""
        if level and any(known == level for known, _ in self.slots):
            raise WrongLine(f"level {level} is listed twice")
        if level:
            self.slots += ((level, slots),)
        for entry in entries(text):
            written: SpellEntry = read_line("spell", entry)
            if any(name.lower() == written.name.lower() for _, name in self.spells):
                raise WrongLine(f"the spell {written.name} is listed twice")
            self.spells += ((level, written.name),)
            if written.range is not None:
                effects, _ = read_effects(written.name, written.range, written.text)
                spell = sb.Spell(written.name, written.range, effects)
                self._keep("own_spells", (*self.begun.own_spells, spell))

    def _options(self, line: str) -> None:
        """C7-UNIT-10: read the options that can be bought."""
        for entry in entries(line.split(":", 1)[1]):
            purchase: sb.Purchase = read_line("option", entry)
            if is_among(purchase.name, self.begun.purchases):
                raise WrongLine(f"the option {purchase.name} is defined twice")
            self._keep("purchases", (*self.begun.purchases, purchase))

    def block(self) -> sb.Statblock:
        """The statblock, after its last line.  Raises `WrongLine` if it is incomplete."""
        self._check_stats()
        if self.spells and self.casting is None:
            raise WrongLine("the statblock lists spells, but has no line 'Spellcasting:'")
        if self.begun.powers and self.psionics is None:
            raise WrongLine("the statblock lists powers, but has no line 'Psionics:'")
        abilities, notes = self._abilities()
        manifests, denies = self.psionics or (0, 0)
        return replace(
            self.begun,
            abilities=abilities,
            multiattack=self._multiattack(),
            casting=sb.Casting(*self.casting, self.spells, self.slots) if self.casting else None,
            manifests=manifests,
            denies=denies,
            powers=self._powers(),
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
        bought = [attack for purchase in self.begun.purchases for attack in purchase.attacks]
        return is_among(name, (*self.begun.attacks, *bought))

    def _multiattack(self) -> tuple[tuple[int, str], ...]:
        """C7-ATK-12: the strikes of the Multiattack, which must be attacks that the unit has."""
        names = {attack.name.lower(): attack.name for attack in self.begun.attacks}
        for _, name in self.begun.multiattack:
            if name.lower() not in names:
                raise WrongLine(f"the Multiattack names {name}, which is none of the attacks")
        return tuple((number, names[name.lower()]) for number, name in self.begun.multiattack)

    def _powers(self) -> tuple[str, ...]:
        """C7-UNIT-8: the powers; every unit with Psionics knows Smite."""
        powers = self.begun.powers
        if self.psionics is None or any(name.lower() == "smite" for name in powers):
            return powers
        return (*powers, "Smite")


def entries(text: str) -> Iterator[str]:
    """The parts of a text between its semicolons; empty ones are left out."""
    return filter(None, (part.strip() for part in text.split(";")))


def is_among(name: str, known: Iterable[sb.Attack | sb.Purchase]) -> bool:
    """Does one of these have that name, in whatever case of letters?"""
    return any(one.name.lower() == name.lower() for one in known)
