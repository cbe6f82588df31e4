"""`referee board|key|report|log|why|list`: print what a match or a system looks like."""

import argparse
import sys

import grammar
from bot.commands.common import (
    Trouble,
    config_of,
    database_argument,
    referee,
    run_async,
    viewer_of,
)
from bot.history import log_lines, phase_report, why_lines
from bot.render import view_text
from rules import GAMES, find
from rules.game import GM, read_options
from rules.view import Form, View

FORMS = ("text", "bbcode", "markdown")


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


def run(name: str, chosen: argparse.Namespace) -> int:
    """Print it."""
    systems = {game.id: game for game in GAMES}
    if name == "board" and chosen.match in systems:
        game = find(chosen.match)
        options = read_options(game, {})
        events = game.setup(options, grammar.library(game.id), lambda die: die.faces[0], True)
        state = game.blank
        for event in events:
            state = game.apply(state, event)
        show(game.view(state, GM, form_of(chosen)), "board", chosen)
        return 0
    return run_async(_show(name, chosen))


async def _show(name: str, chosen: argparse.Namespace) -> int:
    viewer = viewer_of(chosen.viewer)
    async with referee(config_of(chosen)) as service:
        if name == "list":
            for record in await service.store.all():
                print(f"#{record.id} {record.name} ({record.system}, since {record.created_at})")
            return 0
        table = await service.open(chosen.match)
        if name in ("board", "key"):
            view = table.game.view(table.match.state, viewer, form_of(chosen))
            show(view, name, chosen)
            return 0
        if name == "log":
            lines = await log_lines(service, table, viewer, last=1_000_000)
        elif name == "why":
            number = chosen.number.removeprefix("#")
            if not number.isdecimal():
                raise Trouble(f"an entry is named by its number, #17, not {number[:20]!r}")
            lines = await why_lines(service, table, int(number[:12]), viewer)
        else:
            lines = await phase_report(service, table, viewer)
        print("\n".join(lines))
    return 0


def form_of(chosen: argparse.Namespace) -> Form:
    """The form that the rules are asked for; a picture needs none."""
    wanted: Form = chosen.format if chosen.format in FORMS else "text"
    return wanted


def show(view: View, name: str, chosen: argparse.Namespace) -> None:
    """Print the blocks that were asked for: the key, or everything but the key."""
    blocks = tuple(b for b in view.blocks if (b.name == "key") == (name == "key"))
    text = view_text(View(blocks), form_of(chosen), colour=sys.stdout.isatty())
    if chosen.out:
        try:
            with open(chosen.out, "w", encoding="utf-8") as file:
                file.write(text + "\n")
        except OSError as error:
            raise Trouble(f"{chosen.out}: {error.strerror}") from error
        return
    print(text)
