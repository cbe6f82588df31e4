"""`referee board|key|report|log|why|list`: print what a match or a system looks like."""

import argparse
import sys
from typing import Any

import grammar
from bot.config import Trouble, as_trouble, read_config
from bot.history.log import phase_report, whole_log, why_lines
from bot.match.tree import fold
from bot.render import view_text
from bot.terminal.commands.common import (
    Work,
    database_argument,
    entry_number,
    put_out,
    referee,
    viewer_of,
    write,
)
from rules import find, games
from rules.border.game import Game, read_options
from rules.display.view import View
from rules.line.orders import GM

FORMS = ("text", "bbcode", "markdown")
EMPTY = "empty"
"""The value of an option with which nothing is set up."""


def arguments(name: str, parser: argparse.ArgumentParser) -> None:
    """What to show, how, and through whose eyes."""
    if name != "list":
        what = "SYSTEM|MATCH" if name == "board" else "MATCH"
        parser.add_argument("match", metavar=what)
    if name == "why":
        parser.add_argument("number", metavar="#N")
    if name in ("board", "key"):
        forms = (*FORMS, "png") if name == "board" else FORMS
        parser.add_argument("--format", choices=forms, default="text")
        parser.add_argument("--out", metavar="FILE", help="write to a file (png needs one)")
    parser.add_argument("--viewer", metavar="gm|N", help="gm or a seat (default: public)")
    database_argument(parser)


def run(name: str, chosen: argparse.Namespace) -> Work:
    """Print it."""
    systems = {game.id: game for game in games()}
    if name == "board" and chosen.match in systems:
        game = find(chosen.match)
        show(game, empty(game), GM, name, chosen)
        return 0
    return _show(name, chosen)


def empty(game: Game[Any]) -> Any:
    """The table of a system before anybody has put anything on it."""
    bare = {option.name: EMPTY for option in game.options if EMPTY in option.values}
    chosen, library = read_options(game, bare), grammar.library(game.id)
    return fold(game, game.blank, game.setup(chosen, library, lambda die: die.faces[0], True))


async def _show(name: str, chosen: argparse.Namespace) -> int:
    viewer = viewer_of(chosen.viewer)
    async with referee(read_config(chosen.db)) as service:
        if name == "list":
            for record in await service.store.all():
                print(f"#{record.id} {record.name} ({record.system}, since {record.created_at})")
            return 0
        table = await service.open(chosen.match)
        if name in ("board", "key"):
            show(table.game, table.state, viewer, name, chosen)
            return 0
        if name == "log":
            lines = await whole_log(service, table, viewer)
        elif name == "why":
            lines = await why_lines(service, table, entry_number(chosen.number), viewer)
        else:
            lines = await phase_report(service, table, viewer)
        print("\n".join(lines))
    return 0


def show(
    game: Game[Any], state: Any, viewer: int | None, name: str, chosen: argparse.Namespace
) -> None:
    """Print the blocks that were asked for: the key, or everything but the key; or draw."""
    if chosen.format == "png":
        draw(game, state, viewer, chosen.out)
        return
    blocks = game.view(state, viewer, chosen.format).blocks
    view = View(tuple(block for block in blocks if (block.name == "key") == (name == "key")))
    text = view_text(view, chosen.format, colour=sys.stdout.isatty() and not chosen.out)
    put_out(f"{text}\n", chosen.out)


def draw(game: Game[Any], state: Any, viewer: int | None, out: str | None) -> None:
    """The picture goes to a file, and the same in words to the terminal."""
    from bot.render.png import PictureError, paint

    if not game.shapes:
        raise Trouble(f"{game.id} draws no pictures")
    if not out:
        raise Trouble("a picture needs a file: --out FILE")
    picture = game.shapes(state, viewer)
    with as_trouble(PictureError):
        write(out, paint(picture))
    print(picture.words)
