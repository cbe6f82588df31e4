"""Read one line of a statblock; its key decides how."""

from functools import cache
from importlib.resources import files
from typing import Any

from lark import Lark, Token, Transformer, v_args
from lark.exceptions import UnexpectedCharacters, UnexpectedInput

from grammar.tables import lalr
from rules.machinadei import statblock as sb

KEYS = {
    "unit": False,
    "faction": False,
    "tier": False,
    "class": False,
    "stats": False,
    "cost": False,
    "models": False,
    "melee": True,
    "ranged": True,
    "area": True,
    "ability": True,
    "magic": True,
    "option": True,
}
"""MD-DATA-1: the keys of a block, and whether each may come several times."""

STARTS = {
    "unit": "header",
    "faction": "faction",
    "stats": "stats",
    "models": "range",
    "melee": "melee",
    "ranged": "ranged",
    "area": "area",
    "ability": "ability",
    "magic": "magic",
    "option": "option",
}

FORMS = {
    "unit": "unit: Legionary (LG)",
    "faction": "faction: Rome",
    "stats": "stats: 5M 1W 4I 7/8L 1S",
    "models": "models: 10-50",
    "melee": "melee: Gladius A+0 D+1 H+0",
    "ranged": "ranged: Bow R24 A+0 D+0 H+0",
    "area": "area: Stone R36 splash 3 A+4 D+3 H+0",
    "ability": "ability: guard 1 ranged",
    "magic": "magic: Dread | enemy 12 | test break | uses 2",
    "option": "option: Aegis 60 = ability: guard 1 all",
}


class WrongLine(Exception):
    """A line that does not have the form of its key."""


@v_args(inline=True)
class Values(Transformer[Token, Any]):
    """One method for each rule of statblock.lark."""

    def header(self, name: str, short: Token) -> tuple[str, str]:
        return name, str(short)

    def faction(self, *words: Token) -> str:
        return " ".join(words)

    def name(self, word: Token) -> str:
        return str(word)

    def stats(self, *found: tuple[str, tuple[int, ...]]) -> dict[str, tuple[int, ...]]:
        """MD-STAT-1: each statistic once; MD-STAT-2: only Morale has several values."""
        stats = dict(found)
        if len(found) != 5 or len(stats) != 5:
            raise WrongLine(f"M, W, I, L and S stand once each, as in `{FORMS['stats']}`")
        if any(len(values) > 1 for letter, values in found if letter != "L"):
            raise WrongLine("only L may have several values")
        return stats

    def stat(self, number: Token, letter: Token) -> tuple[str, tuple[int, ...]]:
        return letter.upper(), (int(number),)

    def several(self, *parts: Token) -> tuple[str, tuple[int, ...]]:
        *numbers, letter = parts
        return letter.upper(), tuple(map(int, numbers))

    def range(self, least: Token, _: Token, most: Token) -> tuple[int, int]:
        return int(least), int(most)

    def melee(self, name: str, *bonus: tuple[str, int]) -> sb.Weapon:
        return sb.Weapon("melee", name, bonuses(bonus))

    def ranged(self, name: str, reach: int, *bonus: tuple[str, int]) -> sb.Weapon:
        return sb.Weapon("ranged", name, bonuses(bonus), reach)

    def area(self, name: str, reach: int, splash: Token, *bonus: tuple[str, int]) -> sb.Weapon:
        return sb.Weapon("area", name, bonuses(bonus), reach, int(splash))

    def reach(self, token: Token) -> int:
        return int("".join(sign for sign in token if sign.isdigit()))

    def bonus(self, token: Token) -> tuple[str, int]:
        return token[0].upper(), number("".join(token[1:].split()))

    def signed(self, *parts: Token) -> int:
        return number("".join(parts))

    drill = sb.Drill

    def guard(self, amount: Token, against: Token) -> sb.Ability:
        return sb.Guard(int(amount), against.lower())

    def grip(self, size: Token, hit: int) -> sb.Ability:
        return sb.Grip(int(size), hit)

    fearless = sb.Fearless
    flies = sb.Flies

    def reserve(self, threshold: Token, reach: Token) -> sb.Ability:
        return sb.Reserve(int(threshold), int(reach))

    def magic(self, name: str, target: sb.Target, *rest: Any) -> sb.Magic:
        *effects, uses = rest
        return sb.Magic(name, target, tuple(effects), uses)

    def uses(self, token: Token) -> int | None:
        return int(token) if token.isdigit() else None

    def target(self, kind: Token) -> sb.Target:
        return sb.Target(kind.lower())

    def at_range(self, kind: Token, reach: Token) -> sb.Target:
        return sb.Target(kind.lower(), int(reach))

    def point(self, reach: Token, splash: Token, whom: Token) -> sb.Target:
        return sb.Target("point", int(reach), int(splash), whom.lower())

    def around(self, reach: Token, whom: Token) -> sb.Target:
        return sb.Target("around", int(reach), 0, whom.lower())

    def attack(self, attacks: Token, *bonus: tuple[str, int]) -> sb.Effect:
        read = bonuses(bonus)
        if read.attacks:
            raise WrongLine("an attack by magic has D and H, no A")
        return sb.AttackEffect(int(attacks), read.damage, read.hit)

    def modify(self, stat: Token, amount: int, until: Token) -> sb.Effect:
        name = stat.upper() if len(stat) == 1 else stat.lower()
        return sb.ModifyEffect(name, amount, until.lower())

    def test(self, what: Token) -> sb.Effect:
        return sb.TestEffect(what.lower())

    def summon(self, name: str, models: Token) -> sb.Effect:
        if not 1 <= int(models) <= 200:
            raise WrongLine(f"1 to 200 models are summoned, not {models}")
        return sb.SummonEffect(name, int(models))

    def option(self, name: str, cost: Token, brings: sb.Trait) -> sb.Upgrade:
        return sb.Upgrade(name, int(cost), brings)

    def key(self, brings: sb.Trait) -> sb.Trait:
        return brings

    def ability(self, read: sb.Ability) -> sb.Ability:
        return read


def number(text: str) -> int:
    """A number with either sign for minus."""
    return int(text.replace("−", "-"))


def bonuses(found: tuple[tuple[str, int], ...]) -> sb.Bonus:
    """MD-DATA-1: A, D and H, each once at most; a missing one is 0."""
    values = dict(found)
    if len(values) != len(found):
        raise WrongLine("A, D and H stand once at most")
    return sb.Bonus(values.get("A", 0), values.get("D", 0), values.get("H", 0))


@cache
def grammar() -> Lark:
    """The grammar of the lines, built once."""
    text = files("grammar.machinadei").joinpath("statblock.lark").read_text(encoding="utf-8")
    starts = sorted(set(STARTS.values()))
    return lalr("machinadei-statblock", text, starts, strict=True, propagate_positions=False)


def read_line(key: str, value: str) -> Any:
    """The value of a line.  Raises `WrongLine`, which says what is wrong with it."""
    if key == "tier":
        return chosen(value, {name.lower(): tier for tier, name in sb.TIERS.items()})
    if key == "class":
        return chosen(value, {kind: kind for kind in sb.KINDS})
    if key == "cost":
        if not (value.isascii() and value.isdigit() and len(value) < 7):
            raise WrongLine("a cost is a whole number")
        return int(value)
    try:
        return Values().transform(grammar().parse(value, start=STARTS[key]))
    except UnexpectedInput as stop:
        column = stop.pos_in_stream if isinstance(stop, UnexpectedCharacters) else None
        rest = value[column:][:30] if column is not None else ""
        at = f"{rest!r} is not understood; " if rest else ""
        raise WrongLine(f"{at}it looks like `{FORMS[key]}`") from stop
    except Exception as error:
        if isinstance(error.__context__, WrongLine):
            raise error.__context__ from error
        raise


def chosen(value: str, known: dict[str, Any]) -> Any:
    """The value of one of a few known words.  Raises `WrongLine` for any other."""
    if value.lower() not in known:
        raise WrongLine(f"it is one of {', '.join(known)}")
    return known[value.lower()]
