"""`referee play`: the local table."""

import argparse
import sys
from collections.abc import Iterator
from contextlib import suppress
from shutil import get_terminal_size
from typing import Any

import rules
from bot.cases.starter import deal
from bot.config import Trouble, as_trouble, read_config
from bot.match.settings import Settings
from bot.opponents import find_opponent
from bot.referee.service import OpenMatch, Referee, RefereeError
from bot.render.compact import TERMINAL
from bot.store import StoreError
from bot.terminal.commands.common import database_argument, referee
from bot.terminal.console import Console, head_line
from rules import find
from rules.line.orders import GM

MAX_LINE = 300_000


def arguments(_: str, parser: argparse.ArgumentParser) -> None:
    """System, match, and the options of a new match."""
    parser.add_argument("words", nargs="*", metavar="[SYSTEM] [option=value ...]")
    parser.add_argument("--match", metavar="NAME", help="the match (default: SYSTEM-table)")
    parser.add_argument("--blank", action="store_true", help="begin with nothing set up")
    parser.add_argument("--against", metavar="LEVEL", help="practise against easy or hard")
    parser.add_argument("--seat", metavar="N", type=int, help="the seat you take (default: 1)")
    parser.add_argument("--key", help="this input's own name: sent again it has no second effect")
    database_argument(parser)


async def run(_: str, chosen: argparse.Namespace) -> int:
    """Play until the input ends."""
    system, options = read_words(chosen.words)
    name = chosen.match or f"{system}-table"
    config = read_config(chosen.db)
    check_practice(system, chosen)
    async with referee(config, writes=True) as service:
        record = await service.store.find(name)
        table = None
        if record is None:
            with suppress(StoreError):  # another process was quicker
                passing = Settings(autopass=sys.stdin.isatty())
                table = await service.create(
                    name, system, options, scene=chosen.blank, settings=passing
                )
        if table is not None:
            if not chosen.blank and not begins_setup(system, options):
                await deal(service, table)
            print(f"A new match of {table.game.title}: {name}, kept in {config.database}.")
            print(f"Its dice are committed to {table.uid}.")
        else:
            table = await service.open(name)
            if any(table.record.options.get(name) != value for name, value in options.items()):
                raise Trouble(f"match {name} exists already; its options are fixed")
            print(f"{name} goes on after #{table.match.head} ({table.game.title}).")
        return 0 if await converse(service, table, chosen) else 1


def begins_setup(system: str, options: dict[str, str]) -> bool:
    """Does one of the options belong to the set-up?  Then the match begins with it."""
    return any(option.setup and option.name in options for option in find(system).options)


def read_words(words: list[str]) -> tuple[str, dict[str, str]]:
    """The system (default: the first) and the options.  Raises `Trouble`."""
    systems = rules.SYSTEMS
    system, options = systems[0], dict[str, str]()
    for place, word in enumerate(words):
        name, sign, value = word.partition("=")
        if sign:
            options[name] = value
        elif place == 0:
            system = word
        else:
            raise Trouble(f"{word[:40]!r} is no option; write name=value")
    if system not in systems:
        raise Trouble(f"there is no system {system[:40]!r}; there are {', '.join(systems)}")
    return system, options


def check_practice(system: str, chosen: argparse.Namespace) -> None:
    """Can this system be practised at this level?  Raises `Trouble`."""
    if chosen.against:
        with as_trouble(RefereeError):
            find_opponent(find(system), chosen.against)
    elif chosen.seat:
        raise Trouble("--seat goes with --against: every line says whose it is")


async def converse(service: Referee, table: OpenMatch, chosen: argparse.Namespace) -> bool:
    """Answer every line: with a prompt in a terminal, plainly from a pipe.  Did all go well?"""
    viewer, opponents = who_plays(table, chosen)
    colour = sys.stdout.isatty()
    console = Console(
        *(service, table, print, colour, viewer, chosen.key, opponents, columns),
        short=colour and sys.stdin.isatty(),
    )
    await console.let_opponents_play()
    try:
        return await typed(console)
    finally:
        await console.school.close()


async def typed(console: Console) -> bool:
    """Every line of the input.  Did all go well?"""
    if not sys.stdin.isatty():
        await console.draw_due()
        for line in piped_lines():
            if not await console.survive(line):
                break
        return not console.failed
    await console.survive("board")
    await console.survive("key")
    print("Type an order, `learn` for a lesson, or `help`.")
    await prompt(console)
    return True


def columns() -> int:
    """How wide the terminal is; what is no terminal has 80 columns."""
    return get_terminal_size((TERMINAL, 24)).columns if sys.stdout.isatty() else TERMINAL


def who_plays(table: OpenMatch, chosen: argparse.Namespace) -> tuple[int, dict[int, str]]:
    """Whose eyes the boards are for, and the seats of practice opponents.  Raises `Trouble`."""
    if not chosen.against:
        return GM, {}
    seats, mine = table.seats, chosen.seat or 1
    if mine not in seats:
        raise Trouble(f"there is no {table.name_of(mine)} in this match")
    find_opponent(table.game, chosen.against)
    return mine, {seat: chosen.against for seat in seats if seat != mine}


def piped_lines() -> Iterator[str]:
    """Lines of standard input; a `gm| ` line goes on from the `gm> ` line above it."""
    held = ""
    for raw in sys.stdin:
        line = raw[:MAX_LINE].rstrip("\r\n")
        if line.startswith("gm|") and held.lower().startswith("gm>"):
            held += "\n" + line[4:]
            continue
        if held:
            yield held
        held = line
    if held:
        yield held


async def prompt(console: Console) -> None:
    """The interactive loop: history, completion, a prompt that says whose turn it is.  Ctrl-C gives
    up the line, Ctrl-D leaves."""
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import Completer, Completion
    from prompt_toolkit.patch_stdout import patch_stdout

    class Words(Completer):
        """Units, attacks, spells, verbs: whatever a sentence of this match may contain."""

        def get_completions(self, document: Any, _: Any) -> Iterator[Any]:
            typed = document.get_word_before_cursor(WORD=True)
            for word in completions(console, typed):
                yield Completion(word, start_position=-len(typed))

    session: Any = PromptSession(completer=Words(), complete_while_typing=False)
    while True:
        head = head_line(console.desk.table, columns())
        try:
            with patch_stdout():
                line = await session.prompt_async(console.prompt, bottom_toolbar=head)
        except EOFError:
            return
        except KeyboardInterrupt:
            continue
        if not await console.survive(line):
            return


def completions(console: Console, typed: str) -> list[str]:
    """Words that go on from what was typed, at most 40."""
    import grammar

    console = console.desk
    game, state = console.table.game, console.table.state
    words = [
        *game.references(state, console.viewer),
        *game.names(state),
        *grammar.verbs(game.id),
        *("board", "key", "full", "report", "log", "why #", "legal", "help", "card", "units"),
    ]
    start = typed.lower()
    return sorted({word for word in words if start and word.lower().startswith(start)})[:40]
