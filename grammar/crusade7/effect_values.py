"""Turn parse trees of effects.lark into the values of rules/crusade7/army/statblock.py."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from lark import Transformer, v_args

from grammar.transform import always, order
from rules.crusade7.army import statblock as sb
from rules.line.frozen import Frozen

Found = tuple[str, Any]
"""What one text says: the name of a field, and its value."""

NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
COUNTS = {"a": 1, "an": 1, "eleven": 11, "twelve": 12} | {
    word: number for number, word in enumerate(NUMBERS, start=1)
}
"""C7-EFF-1: the words for a number of targets."""


class NotUnderstood(Exception):
    """A text that section 8 does not list: the GM decides what it means."""


class Reach(Frozen):
    """Section 8.5: whom a sentence of a tactic reaches.

    `who` is `chosen` (the unit chosen before), `spread` (it and others around it) or `all`.
    """

    who: str
    kind: str = ""
    within: int | None = None


@dataclass
class Riders:
    """The attribute texts of an attack, gathered; `notes` are those not understood."""

    blast: bool = False
    reach: bool = False
    uses: int | None = None
    shield_breaker: bool = False
    inflicts: list[sb.Inflict] = field(default_factory=list)
    doubles: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def add(self, found: Found) -> None:
        """Take in one attribute."""
        name, value = found
        if name in ("inflicts", "doubles"):
            getattr(self, name).append(value)
        else:
            setattr(self, name, value)

    def on(self, attack: sb.Attack) -> sb.Attack:
        """The attack with these attributes."""
        given: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in vars(self).items()
        }
        return replace(attack, **given)


def positive(number: int) -> int:
    """A number from 1 up.  Raises `NotUnderstood` for others."""
    if number < 1:
        raise NotUnderstood(f"{number} is none")
    return number


def found(name: str, kind: Callable[..., Any] = lambda value: value) -> Callable[..., Found]:
    """A grammar rule for a text that sets one field; `kind` makes the value from its parts."""
    return lambda _, *parts: (name, kind(*parts))


def spell_attack(damage: Any, texts: tuple[Found, ...], save: sb.Save | None = None) -> Found:
    """C7-EFF-3, C7-EFF-4: an attack with the caster's own ATK or DC."""
    riders = Riders()
    for one in texts:
        riders.add(one)
    return "strike", riders.on(sb.Attack("", 0, ("magic",), None, save, damage or ()))


def spell_save(type_: int, stat: str | None) -> sb.Save:
    """C7-SAVE-1: a spell that names no stat uses the caster's own, written as an empty text."""
    if type_ not in (1, 2, 3):
        raise NotUnderstood(f"there is no saving throw of Type {type_}")
    return sb.Save(stat or "", type_)


def stat_name(token: str) -> str:
    """A stat as the rules write it."""
    return next(name for name in sb.STATS if name.lower() == token.lower())


def _count(token: str) -> int:
    return COUNTS[token.lower()]


def _signed(token: str) -> int:
    return int("".join(token.split()))


class Tokens(Transformer[Any, Any]):
    """The terminals: words and numbers."""

    INT = staticmethod(int)
    SIGNED = staticmethod(_signed)
    COUNT = staticmethod(_count)
    WORD = staticmethod(str)
    CONDITION = SIDE = SPAN = staticmethod(str.lower)
    STAT = EXTRA_STAT = staticmethod(stat_name)

    def value(self, part: Any) -> Any:
        """Words and numbers are values already."""
        return part


@v_args(inline=True)
class Modifiers(Tokens):
    """Section 8.6, and words that all sections share."""

    def words(self, *words: str) -> str:
        return " ".join(words)

    def rounds(self, number: int) -> int:
        return positive(number)

    count = rounds

    def several(self, *values: Any) -> tuple[Any, ...]:
        return values

    modifiers = damage = several

    amount = order(sb.Modifier, "amount target")

    def edge(self, edge: str, target: str) -> sb.Modifier:
        return sb.Modifier(target, edge=1 if edge.lower() == "advantage" else -1)

    def resistance(self, kind: str) -> sb.Modifier:
        return sb.Modifier("resistance", damage_type=kind.lower())

    armour_class = always("AC")
    against_ranged = always("AC against ranged attacks")
    against_melee = always("AC against melee attacks")
    psychic_tests = always("psychic tests")
    initiative = always("Initiative")
    melee_atk = always("melee ATK")
    saving_throws = always("saving throws")
    against_magic = always("saving throws against magic")
    morale = always("morale")
    atk = always("ATK")
    dc = always("DC")

    def same(self, said: Any) -> Any:
        return said

    stat = amount_target = edge_target = attribute = from_value = same


@v_args(inline=True)
class Abilities(Modifiers):
    """Sections 8.2 and 8.3; the names of abilities are filled in later."""

    blast = always(("blast", True))
    reach = always(("reach", True))
    once = always(("uses", 1))
    uses = found("uses", positive)
    shield_breaker = always(("shield_breaker", True))
    inflict = afflicted = found("inflicts", sb.Inflict)

    def inflict_unless(self, stat: str, dc: int, condition: str, rounds: int | None) -> Found:
        return "inflicts", sb.Inflict(condition, rounds, stat, dc)

    doubles = found("doubles")

    def defence(self, kind: str, *what: str) -> Found:
        return kind.lower(), tuple(one.lower() for one in what)

    def defences(self, *defences: Found) -> sb.Ability:
        found: dict[str, tuple[str, ...]] = {}
        for kind, what in defences:
            found[kind] = (*found.get(kind, ()), *what)
        return sb.Defences("", **found)

    reaction = order(sb.Reaction, "attack", name="")

    def aura(self, kind: str | None, within: int, modifiers: tuple[sb.Modifier, ...]) -> sb.Ability:
        return sb.Aura("", kind or "", within, modifiers)

    regeneration = order(sb.Regeneration, "hp", name="")
    steadfast = always(sb.Steadfast(""))

    def burst(self, within: int, damage: int, kind: str) -> sb.Ability:
        return sb.DeathBurst("", within, damage, kind.lower())

    def wall(self, modifiers: tuple[sb.Modifier, ...]) -> sb.Ability:
        (modifier, *more) = modifiers
        if more or modifier.target != "AC" or modifier.amount < 1:
            raise NotUnderstood("only AC is known to rise beside friends")
        return sb.ShieldWall("", modifier.amount)

    def pack(self, modifiers: tuple[sb.Modifier, ...]) -> sb.Ability:
        if modifiers != (sb.Modifier("melee ATK", edge=1),):
            raise NotUnderstood("only advantage on melee ATK is known to come from friends")
        return sb.Pack("")

    wounded = order(sb.Wounded, "modifiers", name="")
    constant = order(sb.Constant, "modifiers", name="")

    def charge_bonus(self, damage: int) -> sb.Ability:
        return sb.ChargeBonus("", positive(damage))


@v_args(inline=True)
class Sentences(Abilities):
    """Sections 8.4 and 8.5."""

    def choose(self, count: int, side: str | None, within: int | None = None) -> Found:
        return "choose", sb.Choose(count, side or "enemy", within)

    choose_self = always(("choose", sb.Choose(1, "self")))

    def harm(self, damage: int, kind: str) -> tuple[int, str]:
        return damage, kind.lower()

    harm_part = harm

    harmed = found("harm", lambda harm: sb.Harm(*harm))

    def strike(self, damage: Any, *riders: Found) -> Found:
        return spell_attack(damage, riders)

    def save(self, type_: int, stat: str | None, damage: Any, *riders: Found) -> Found:
        return spell_attack(damage, riders, spell_save(type_, stat))

    def save_riders(self, type_: int, stat: str | None, *riders: Found) -> Found:
        return spell_attack((), riders, spell_save(type_, stat))

    gains = found("gains", sb.Gain)
    regains = found("regain")
    breaks_concentration = always(("breaks_concentration", True))
    takes_slot = always(("takes_slot", 1))

    def instead(self, *parts: Any) -> Found:
        """Called with the second half of the sentence (its damage) alone, then with both halves."""
        return ("instead", parts[0]) if len(parts) == 1 else ("instead", (parts[0], parts[1][1]))

    concentration = always(("concentration", True))
    duration = found("duration", positive)
    escalates = found("escalates")

    def add_to_charge(self, text: str) -> Found:
        return "escalates", int(text.split()[1])

    def choose_friend(self, count: int, kind: str | None) -> Found:
        return "friendly", (kind or "", None)

    def choose_enemy(self, _count: int, within: int, _of: int) -> Found:
        return "enemy", ("", within)

    chosen = always(Reach("chosen"))

    def spread(self, kind: str | None, within: int) -> Reach:
        return Reach("spread", kind or "", within)

    def all_friends(self, kind: str | None) -> Reach:
        return Reach("all", kind or "")

    until = found("rounds")
    until_end = found("until")

    def tactic_afflicts(self, reach: Reach, condition: str, rounds: int | None) -> Any:
        return reach, ("inflicts", sb.Inflict(condition, rounds)), None

    def tactic_gains(self, reach: Reach, modifiers: tuple[sb.Modifier, ...], end: Any) -> Any:
        rounds = end[1] if end and end[0] == "rounds" else None
        return reach, ("gains", sb.Gain(modifiers, rounds)), end

    def tactic_heals(self, reach: Reach, hp: int) -> Any:
        return reach, ("regain", hp), None
