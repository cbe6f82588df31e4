"""Section 1: the house rules of a battle, with the values they may have."""

from rules.border.game import Option, between

WHOLE = "a whole number"

OPTIONS: tuple[Option, ...] = (
    Option(
        "gold",
        "1000",
        rule="C7-GOLD-1",
        help="gold limit of each army",
        check=between(0, 100_000, WHOLE),
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
        check=between(1, 1_000_000, WHOLE),
    ),
)


def wrong_value(name: str, value: str) -> str:
    """What is wrong with setting an option to a value, or nothing."""
    for option in OPTIONS:
        if option.name == name:
            wrong = option.wrong(value)
            return f"option {name} is {wrong}, not {value[:40]!r}" if wrong else ""
    known = ", ".join(option.name for option in OPTIONS)
    return f"there is no option {name[:40]!r}; there are {known}"
