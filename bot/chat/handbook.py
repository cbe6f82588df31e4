"""Every command with an example and what it does, for `/help topic: commands` and the guide."""

import re
from importlib.resources import files

from rules.line.frozen import Frozen


class HandbookLine(Frozen):
    """One line to type, and one sentence about it."""

    typed: str
    does: str

    @property
    def command(self) -> str:
        """`match new` of `/match new name: ...`."""
        return re.split(r" \S*:", self.typed.removeprefix("/"))[0]


MENU_ENTRY = HandbookLine(
    "Referee this post", "in the menu of a message, under Apps: reads it as orders of its author"
)

LINES = files("bot.chat").joinpath("commands.txt").read_text(encoding="utf-8").splitlines()
COMMANDS = tuple(HandbookLine(*line.split(" | ")) for line in LINES)


def command_lines() -> list[str]:
    """One line per command."""
    return [f"`{one.typed}` - {one.does}" for one in (*COMMANDS, MENU_ENTRY)]
