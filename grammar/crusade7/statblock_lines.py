"""One line of a statblock, faction, spell or power file: read by statblock.lark into values."""

import re
from functools import cache
from importlib.resources import files
from typing import Any

from lark import Lark, Transformer, v_args
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken, VisitError

from grammar.crusade7.effect_values import stat_name
from grammar.crusade7.effects import read_attributes
from grammar.tables import lalr
from grammar.transform import always
from rules.crusade7.army.statblock import STATS, Attack, Formula, Purchase, Save, Statblock
from rules.line.frozen import Frozen

GROUPS = (
    (
        "stats classification capacity attack casting cantrips level psionics powers option tags "
        "also ability faction subfactions"
    ),
    "header",
    "multiattack",
    "spell",
    "tactic",
    "power",
)
"""Kinds of lines that share a parser.  A kind in which a keyword may follow a name (`HP`, `Cost`,
`Charge`) has a parser of its own, so that the same word may be part of a name elsewhere."""

WORDS = {
    "MELEE": "melee",
    "RANGED": "a ranged attribute (magic, assault, heavy, grenade, light)",
    "STAT": "a stat (STR, DEX, CON, INT, WIS, CHA)",
    "PF": "PF",
    "CHANGED": "AC, HP or a stat",
    "NO_DAMAGE": "none",
    "ORDINAL": "a level such as 1st",
    "SPELL_RANGE": "a range (a number, touch or self)",
    "SIZE": "a footprint such as 2x3",
    "SIGN": "+",
    "INT": "a number",
    "WORD": "a name or word",
    "TITLE": "a name",
    "ARMOUR": "an armour note",
    "REST": "a text",
    "COMMA": "a comma",
    "COLON": "a colon",
    "SEMICOLON": "a semicolon",
    "DOT": "a full stop",
    "LPAR": "an opening parenthesis",
    "RPAR": "a closing parenthesis",
    "SLASH": "a slash",
    "PLUS": "+",
    "AND": "and",
    "AND_NEXT": "a comma",
    "$END": "the end of the line",
}
"""What the terminals of statblock.lark are called in an error."""


class WrongLine(Exception):
    """A line that does not fit; the message says what was expected."""


@cache
def parser(group: str, strict: bool = False) -> Lark:
    """The parser of a group of lines; `strict` refuses a grammar that reads a line in two ways."""
    text = files("grammar.crusade7").joinpath("statblock.lark").read_text(encoding="utf-8")
    name = f"crusade7-{group.split()[0]}"
    return lalr(name, text, group.split(), maybe_placeholders=True, strict=strict)


def read_line(start: str, text: str) -> Any:
    """The values of one line.  Raises `WrongLine`, which says what was expected where."""
    try:
        group = next(one for one in GROUPS if start in one.split())
        return Lines().transform(parser(group).parse(text, start=start))
    except UnexpectedInput as error:
        raise WrongLine(_expected(error, text)) from error
    except VisitError as error:
        if isinstance(error.orig_exc, WrongLine):
            raise error.orig_exc from error
        raise


def _expected(error: UnexpectedInput, text: str) -> str:
    """`expected a bonus such as STR+PF where ", 4 fire" stands`."""
    if isinstance(error, UnexpectedCharacters):
        terminals = set(error.allowed)
    elif isinstance(error, UnexpectedToken):
        terminals = set(error.accepts or error.expected)
    else:
        terminals = set()
    fits = " or ".join(_phrases(terminals)) or "something else"
    at = error.pos_in_stream if error.pos_in_stream is not None else len(text)
    ended = isinstance(error, UnexpectedToken) and error.token.type == "$END"
    rest = "" if ended else " ".join(text[at:].split())
    if not rest:
        return f"the line ends where {fits} was expected"
    return f"expected {fits} where {rest[:30]!r} stands"


def _phrases(terminals: set[str]) -> list[str]:
    """The terminals in words; the terms of a bonus are named together."""
    if {"STAT", "PF", "INT"} <= terminals:
        return ["a bonus such as STR+PF"]
    if {"MELEE", "INT"} <= terminals:
        return ["a range (melee or a number)"]
    if "RANGED" in terminals:
        terminals = terminals & {"RANGED", "COMMA"}
    names = [name for name in WORDS if name in terminals]
    others = sorted(name for name in terminals if name not in WORDS)
    phrases = [WORDS[name] for name in names] + [name.capitalize() for name in others]
    return list(dict.fromkeys(phrases))


class SpellEntry(Frozen):
    """A spell in a list: its name, and its range and text if it is written out."""

    name: str
    range: int | None = None
    text: str = ""


def read_attack(text: str) -> Attack:
    """C7-UNIT-6: one attack line."""
    attack: Attack = read_line("attack", text)
    return attack


def spell_range(token: str) -> int:
    """C7-SPELL-9: `touch` is 1, `self` is 0."""
    word = token.strip(" ,\t").lower()
    return {"touch": 1, "self": 0}[word] if word in ("touch", "self") else int(word)


def _footprint(token: str) -> tuple[int, int]:
    rows, columns = (int(part) for part in re.split(r"\s*x\s*", token.lower()))
    if not (1 <= rows <= 24 and 1 <= columns <= 30):
        raise WrongLine(f"a footprint fits the board of 24x30, {rows}x{columns} does not")
    return rows, columns


def _save(bonus: Formula, stat: str | None, type_: int) -> Save:
    """C7-SAVE-1, C7-UNIT-7: the stat written after DC, otherwise the first in the formula."""
    if type_ not in (1, 2, 3):
        raise WrongLine(f"a saving throw is of Type 1, 2 or 3, not {type_}")
    found = stat or next((name for name in bonus.stats if name != "PF"), None)
    if found is None:
        raise WrongLine("a DC without a stat after it needs a stat in its formula (C7-UNIT-7)")
    return Save(found, type_)


def _sign(token: str) -> int:
    return -1 if token == "-" else 1


def _ordinal(token: str) -> int:
    return int(token[0])


def _single_blanks(token: str) -> str:
    return " ".join(token.split())


@v_args(inline=True)
class Lines(Transformer[Any, Any]):
    """Turns parse trees of statblock.lark into values."""

    INT = staticmethod(int)
    WORD = staticmethod(str)
    STAT = PF = staticmethod(stat_name)
    RANGED = staticmethod(str.lower)
    SIGN = staticmethod(_sign)
    SIZE = staticmethod(_footprint)
    ARMOUR = staticmethod(_single_blanks)
    REST = TITLE = staticmethod(str.strip)
    SPELL_RANGE = staticmethod(spell_range)
    ORDINAL = staticmethod(_ordinal)
    AND_NEXT = always(None)

    def words(self, *words: str) -> str:
        return " ".join(words)

    def header(self, *parts: Any) -> Statblock:
        """The first line of a statblock, which has no stats yet; C7-UNIT-9: without `Footprint` a
        unit covers 1 x 1."""
        *names, hp, ac, armour, footprint, cost = parts
        *name, abbreviation = names
        if not (abbreviation.isalpha() and abbreviation.isascii() and len(abbreviation) <= 4):
            raise WrongLine(
                f"the last word before HP is an abbreviation of 1 to 4 letters, "
                f"{abbreviation[:30]!r} is none"
            )
        if hp < 1:
            raise WrongLine("a unit has at least 1 HP")
        size = footprint or (1, 1)
        return Statblock(
            " ".join(name), abbreviation, hp, ac, armour or "", cost, (), footprint=size
        )

    def signed(self, *parts: int) -> int:
        return parts[0] * parts[1] if len(parts) == 2 else parts[0]

    def stats(self, *numbers: int) -> tuple[int, ...]:
        """C7-UNIT-2: exactly eight."""
        if len(numbers) != len(STATS):
            raise WrongLine(
                f"expected exactly 8 numbers ({', '.join(STATS)}), {len(numbers)} are given"
            )
        return numbers

    def one(self, value: Any) -> Any:
        return value

    capacity = faction = classification = term = one

    def several(self, *values: Any) -> tuple[Any, ...]:
        return values

    strikes = level = powers = also = ability = power = several

    def range(self, found: Any) -> int | None:
        return found if isinstance(found, int) else None

    def attributes(self, *names: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys(names))

    def sum(self, *parts: Any) -> Formula:
        signs_and_terms = list(parts) if len(parts) % 2 == 0 else [1, *parts]
        return Formula(tuple(zip(signs_and_terms[::2], signs_and_terms[1::2], strict=True)))

    def bonus(self, formula: Formula, *save: Any) -> tuple[Formula, Save | None]:
        stat, type_ = save
        return formula, None if type_ is None else _save(formula, stat, type_)

    def amount(self, damage: int, kind: str) -> tuple[int, str]:
        return damage, kind.lower()

    def damage(self, *amounts: Any) -> tuple[tuple[int, str], ...]:
        return tuple(one for one in amounts if isinstance(one, tuple))

    def attack(self, name: str, reach: int | None, attributes: Any, *rest: Any) -> Attack:
        (bonus, save), damage, text = rest
        attack = Attack(name, reach, attributes or (), bonus, save, damage or ())
        return read_attributes(text or "", attack.melee).on(attack)

    def multiattack(self, *strikes: Any) -> tuple[tuple[int, str], ...]:
        found = tuple(one for one in strikes if one is not None)
        if not found or any(number < 1 for number, _ in found):
            raise WrongLine("a Multiattack makes each of its attacks at least once")
        return found

    def casting(self, *parts: Any) -> tuple[Formula, Formula]:
        """C7-SPELL-1: ATK and DC; the first stat of ATK is the spellcasting stat."""
        atk, dc = parts[-2:]
        if not any(name != "PF" for name in atk.stats):
            raise WrongLine("the ATK of Spellcasting needs a stat, such as INT+PF")
        return atk, dc

    def cantrips(self, text: str) -> tuple[int, int, str]:
        return 0, 0, text

    def spell(self, name: str, *rest: Any) -> SpellEntry:
        return SpellEntry(name, *rest)

    def psionics(self, manifests: int, denies: int | None) -> tuple[int, int]:
        """C7-UNIT-8: a single number means one denial."""
        return manifests, 1 if denies is None else denies

    def number(self, what: str, amount: int) -> tuple[str, Any]:
        return next((one for one in STATS if one.lower() == what.lower()), what.upper()), amount

    def armour(self, text: str) -> tuple[str, Any]:
        return "armour", text

    def attack_line(self, text: str) -> tuple[str, Any]:
        return "attack", read_attack(text)

    def option(self, name: str, price: int, *changes: tuple[str, Any]) -> Purchase:
        """C7-UNIT-10: an option with its price and what it changes."""
        return Purchase(
            name,
            price,
            tuple(one for one in changes if one[0] not in ("armour", "attack")),
            next((text for what, text in changes if what == "armour"), ""),
            tuple(attack for what, attack in changes if what == "attack"),
        )

    def tags(self, *names: str | None) -> tuple[str, ...]:
        """`Tags: None` means no tags, and so for subfactions."""
        found = tuple(name for name in names if name)
        return () if [name.lower() for name in found] == ["none"] else found

    subfactions = tags

    def tactic(self, name: str, cost: int, *rest: str) -> tuple[str, int, tuple[str, ...], str]:
        *phases, text = rest
        return name, cost, tuple(phases), text
