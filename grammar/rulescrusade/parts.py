"""The parts of clauses: models, places, and how an attack is made."""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from lark import Token, v_args

from grammar.lines import MOST_REFS
from grammar.names import plurals
from grammar.transform import ChainReader, Clause, TooMany, Unreadable, always, check_length, order
from rules.line.frozen import Frozen
from rules.numbers.grid import Cell
from rules.rulescrusade.orders import STANDING, Standing
from rules.rulescrusade.words import PLAIN, Goal, Heading, Manner, Target, Who

COUNTS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
LETTERS = {"n": "north", "e": "east", "s": "south", "w": "west"}


class Mod(Frozen):
    """Something said about an attack besides its targets: the kind of thing, and its value."""

    kind: str
    value: Any = True


Said = str | Cell | tuple[str, ...] | Mod
"""A model or building, a cell, a range of models, or a modifier."""


class Attacking(Frozen):
    """An attack as it was said: targets, weapons, and how."""

    targets: tuple[Target, ...]
    weapons: tuple[str, ...] = ()
    manner: Manner = PLAIN
    both: bool = False
    psychic: bool = False


def gather(items: Iterable[Said]) -> Attacking:
    """An attack from targets, weapons and modifiers in the order said.  Raises `Unreadable`."""
    targets: list[Target] = []
    weapons: list[str] = []
    manner, both, psychic = PLAIN, False, False
    last = ""
    for item in items:
        if not isinstance(item, Mod):
            targets += _flat(item)
            last = ""
            continue
        match item.kind:
            case "weapon" if weapons and last != "weapon":
                raise Unreadable(f"weapons are named once, not {weapons[0]} and {item.value}")
            case "weapon":
                weapons.append(item.value)
            case "both":
                both = True
            case "psychic":
                psychic = True
            case "melee":
                pass
            case _:
                manner = replace(manner, **{item.kind: item.value})
        last = item.kind
    check_length(targets)
    return Attacking(tuple(targets), tuple(weapons), manner, both, psychic)


def _flat(item: str | Cell | tuple[str, ...]) -> list[Target]:
    """One target, or those of a range."""
    if isinstance(item, tuple) and isinstance(item[0], str):
        return [one for one in item if isinstance(one, str)]
    return [item]


@v_args(inline=True)
class PartsReader(ChainReader):
    """The rules of sentences.lark for parts of a clause."""

    _who = Who

    def who(self, *refs: str | tuple[str, ...]) -> Who:
        """RC-ORD-8: `M1, M2 and M4`, `M1-M3`, `all Marines`, `everyone`."""
        if len(refs) == 1 and isinstance(refs[0], Who):
            return refs[0]
        return who_of(refs)

    def owner(self, ref: str) -> Who:
        """`M3's`: the model that acts."""
        return Who((ref,))

    _everybody = ("unit", "units", "model", "models")

    def unit_range(self, token: Token) -> tuple[str, ...]:
        """`M1-M4`, also `M1-4`: every reference from the first to the last."""
        first, last = re.findall(r"\w+", token)
        letters = first.rstrip("0123456789")
        ending = last.rstrip("0123456789")
        if ending and ending.lower() != letters.lower():
            raise Unreadable(f"{self.said(token)} is no range: its ends are of different kinds")
        low, high = int(first[len(letters) :]), int(last[len(ending) :])
        if not low <= high < low + MOST_REFS:
            raise TooMany(f"{self.said(token)} is no range of at most {MOST_REFS} models")
        return tuple(self.reference(f"{letters}{number}") for number in range(low, high + 1))

    def singular(self, name: str) -> str:
        """The name known in the match of which this is the plural; any other name as it is."""
        for known in self.names.known:
            for words, _ in plurals(known.split()):
                if " ".join(words) == " ".join(name.lower().split()):
                    return known
        return name

    def sector(self, token: Token) -> str:
        """`B1.2`."""
        return self.said(token).upper()

    def cell(self, token: Token) -> Cell:
        """`5,12`, `row 5 column 12`, `r5c12`."""
        first, second = map(int, re.findall("[0-9]+", token))
        return (second, first) if token[0] in "cC" else (first, second)

    def count(self, token: Token) -> int:
        """`2` or `two`."""
        word = token.lower()
        return COUNTS.index(word) + 1 if word in COUNTS else int(token)

    goal = ChainReader.system_order

    def value(self, part: Any) -> Any:
        """The value of a part; for a weapon, card or manner (`Mod`) the value in it."""
        return part.value if isinstance(part, Mod) else super().value(part)

    def heading(self, steps: int, direction: Token) -> Heading:
        """`4 north`."""
        return Heading(steps, way(direction))

    def via(self, *cells: Cell) -> tuple[Cell, ...]:
        """`via 9,12, 9,13`."""
        check_length(cells)
        return cells

    def weapon(self, name: str) -> Mod:
        """A weapon, by its name or a part of it."""
        return Mod("weapon", self.singular(name))

    def targets(self, first: Said) -> tuple[Said, ...]:
        """The first target of an order that begins with its verb."""
        return (first,)

    def more_targets(self, before: tuple[Said, ...], target: Said) -> tuple[Said, ...]:
        """`O1, O2 and O3`."""
        return (*before, target)

    # How an attack is made.

    pulling = order(Mod, "value", kind="pull")

    def grazing(self, words: Token) -> Mod:
        """RC-GRAZE-2: `to stun`."""
        verb = words.lower().split()[-1]
        return Mod("graze", {"stun": "S", "wound": "W", "ko": "KO", "kill": "K"}[verb])

    def throwing(self, direction: Token) -> Mod:
        """RC-ABIL-34: `throwing north`."""
        return Mod("throwing", way(direction))

    controlling = always(Mod("controlling"))
    prisoners = always(Mod("prisoners"))
    no_scope = always(Mod("no_scope"))

    def split(self, *shares: Token) -> Mod:
        """RC-WFX-24: `split 2 3`."""
        return Mod("split", tuple(map(int, shares)))

    in_melee = always(Mod("melee"))
    with_both = always(Mod("both"))
    psychically = always(Mod("psychic"))

    def standing(self, words: Token) -> Clause:
        """RC-REACT-1: a standing order, recognised by its words."""
        attribute = words.type.removeprefix("STANDING_").lower()
        value = standing_value(attribute, " ".join(words.lower().split()))
        assert (attribute, value) in STANDING
        return lambda who: Standing(who, attribute, value)


def standing_value(attribute: str, said: str) -> str:
    """The value of a standing order that the words mean."""
    denied = re.search(r"\b(never|not|no|holds?)\b|n't\b", said) is not None
    match attribute:
        case "parry" | "reroll":
            middle = "weaker" if attribute == "parry" else "losing"
            return middle if middle in said else "never" if denied else "always"
        case "zoc":
            return "strike" if said.startswith("strike") else "pass"
        case "ambush":
            return "hold" if denied else "attack"
        case "finish":
            return "kill" if denied else "ko"
        case _:
            return "no" if denied else "yes"


def who_of(refs: Iterable[str | tuple[str, ...]]) -> Who:
    """The models of single references and ranges, as one list."""
    named = [one for ref in refs for one in ([ref] if isinstance(ref, str) else ref)]
    check_length(named)
    return Who(tuple(named))


def way(direction: Token) -> str:
    """A direction as `north` or `northeast`, from that or from `n`, `ne`, `north east`."""
    said = re.sub("[^a-z]", "", direction.lower())
    return "".join(LETTERS[letter] for letter in said) if len(said) < 3 else said


def only(goal: Goal) -> Cell:
    """The goal, which must be a cell.  Raises `Unreadable`."""
    if isinstance(goal, Heading):
        raise Unreadable("a route through cells ends in a cell, for instance `to 10,14`")
    return goal
