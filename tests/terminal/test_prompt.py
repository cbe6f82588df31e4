"""A person at a terminal: the prompt and its keys, and the board of a system without a match."""

import asyncio
from pathlib import Path

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from bot.__main__ import main
from bot.terminal.commands.play import prompt
from bot.terminal.console import Console
from rules import GAMES
from tests.support import referee_on
from tests.terminal.test_console import home

__all__ = ["home"]


class Screen(DummyOutput):
    """A terminal that keeps what is written on it."""

    def __init__(self) -> None:
        self.text = ""

    def write(self, data: str) -> None:
        """Keep the text."""
        self.text += data

    def write_raw(self, data: str) -> None:
        """Keep the text here too."""
        self.text += data


def typed(keys: str) -> tuple[list[str], str]:
    """Type these keys at the console.  Returns its answers, and what else stood on the screen."""

    async def played() -> tuple[list[str], str]:
        seen: list[str] = []
        screen = Screen()
        async with referee_on(":memory:") as referee:
            table = await referee.create("own", "crusade7", scene=True)
            with create_pipe_input() as given, create_app_session(given, screen):
                given.send_text(keys)
                console = Console(referee, table, seen.append)
                await prompt(console)
                await console.school.close()
        return seen, screen.text

    return asyncio.run(played())


def test_ctrl_c_gives_up_the_line_and_ctrl_d_leaves() -> None:
    """Ctrl-C drops the line being typed, and the next line is answered; Ctrl-D leaves the
    console."""
    seen, _ = typed("this is nothing\x03= round 0\r\x03\x03= round 2\r\x04")
    assert seen == ["true", "false: 0"]


def test_the_prompt_says_whose_line_it_is() -> None:
    """The prompt is `1> ` at the player's own match and `lesson> ` in a lesson."""
    _, screen = typed("= round 1\r\x04")
    assert "1> " in screen
    assert "lesson> " not in screen
    _, screen = typed("learn\r= round 1\rstop\r\x04")
    assert "lesson> " in screen


@pytest.mark.parametrize("system", [game.id for game in GAMES])
def test_the_empty_board_of_a_system(
    home: Path, system: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """`referee board SYSTEM` needs no match: the field, or the map with nobody's armies."""
    assert main(["board", system]) == 0
    rows = capsys.readouterr().out.splitlines()
    assert len(rows) >= 10
    assert "round 0" not in rows[0]
    assert "Traceback" not in "\n".join(rows)
    nobody = {"crusade8x8": "8   _   _   &", "candlebre": "ASH0"}
    assert nobody.get(system, " _") in "\n".join(rows)
