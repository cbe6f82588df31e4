"""Section 1: the house rules of a battle, with the values they may have."""

from collections.abc import Mapping

from rules.border.game import Option


def whole_number(least: int, most: int, value: str) -> str:
    """What is wrong with the value of an option that is a whole number, or nothing."""
    if value.isascii() and value.isdecimal() and len(value) < 10 and least <= int(value) <= most:
        return ""
    return f"a whole number from {least} to {most}"


def check_gold(value: str) -> str:
    """C7-GOLD-1: the gold limit of each army."""
    return whole_number(0, 100_000, value)


def check_round(value: str) -> str:
    """C7-RES-6: the round from which reserves arrive."""
    return whole_number(1, 1_000_000, value)


OPTIONS: tuple[Option, ...] = (
    Option(
        "gold",
        "1000",
        rule="C7-GOLD-1",
        help="gold limit of each army",
        check=check_gold,
        setup=True,
    ),
    Option(
        "reach",
        "straight",
        ("straight", "ring"),
        "C7-ATTR-3",
        "reach weapons strike at 2 in a straight line, or all round",
    ),
    Option(
        "engaged",
        "open",
        ("open", "strict"),
        "C7-ZOC-4",
        "whether engaged units may move away without falling back",
    ),
    Option(
        "prone",
        "split",
        ("split", "pass", "block"),
        "C7-MOVE-12",
        "who may pass over prone units: Advances and charges, everybody, nobody",
    ),
    Option(
        "attacks",
        "one",
        ("one", "both"),
        "C7-ATK-6",
        "one attack per unit and phase, or one ranged and one melee attack",
    ),
    Option(
        "magic-min",
        "on",
        ("on", "off"),
        "C7-MANA-4",
        "whether hostile magic keeps the minimum range of 3",
    ),
    Option(
        "morale",
        "total",
        ("total", "own"),
        "C7-MORALE-2",
        "whose dead count for Morale checks: both armies', or one's own",
    ),
    Option(
        "reinforce-from",
        "1",
        rule="C7-RES-6",
        help="the first round in which reserves arrive",
        check=check_round,
    ),
)


def with_defaults(given: Mapping[str, str]) -> dict[str, str]:
    """The house rules of a battle: those given, and the default of every other."""
    return {option.name: given.get(option.name, option.default) for option in OPTIONS}


def wrong_value(name: str, value: str) -> str:
    """What is wrong with setting an option to a value, or nothing."""
    for option in OPTIONS:
        if option.name == name:
            wrong = option.check(value) if option.check else ""
            if option.values and value not in option.values:
                wrong = f"one of {', '.join(option.values)}"
            return f"option {name} is {wrong}, not {value[:40]!r}" if wrong else ""
    known = ", ".join(option.name for option in OPTIONS)
    return f"there is no option {name[:40]!r}; there are {known}"
