"""C8-OPT: the house rules of a match, with the values they may have."""

import re
from collections.abc import Callable

from rules.border.game import Option
from rules.crusade8x8.setup.data import PRESETS


def limit(lowest: int) -> Callable[[str], str]:
    """C8-OPT-7, C8-OPT-8: `off`, or a number not below the lowest."""

    def check(value: str) -> str:
        fits = re.fullmatch(r"[0-9]{1,6}", value) and int(value) >= lowest
        return "" if value == "off" or fits else f"off or a number from {lowest}"

    return check


def duration(value: str) -> str:
    """C8-OPT-9: `off`, or a duration such as `30s`, `12h`, `3d`."""
    fits = value == "off" or re.fullmatch(r"[1-9][0-9]{0,4}[smhd]", value)
    return "" if fits else "off or a duration such as 30s, 12h, 3d"


OPTIONS = (
    Option(
        "setup",
        "dice",
        ("dice", "empty", *PRESETS),
        "C8-OPT-1",
        "how the armies come about",
        setup=True,
    ),
    Option("choices", "ask", ("ask", "auto"), "C8-OPT-2", "who chooses for the fives", setup=True),
    Option("placement", "auto", ("auto", "hidden"), "C8-OPT-3", "who places the units", setup=True),
    Option("sight", "over", ("over", "clear"), "C8-OPT-4", "may shots pass over a unit?"),
    Option("frozen", "tile", ("tile", "all"), "C8-OPT-5", "what a frozen unit cannot do"),
    Option("follow", "any", ("any", "command"), "C8-OPT-6", "when Rogues may follow"),
    Option("repetition", "3", (), "C8-OPT-7", "occurrences of a position that draw", limit(2)),
    Option("progress", "60", (), "C8-OPT-8", "turns without a capture that draw", limit(1)),
    Option("clock", "3d", (), "C8-OPT-9", "time for each turn", duration),
)
