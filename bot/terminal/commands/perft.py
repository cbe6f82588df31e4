"""`referee perft SYSTEM POSITION DEPTH`: count the successors of a position."""

import argparse

from bot.config import Trouble, as_trouble
from rules import find
from rules.border.game import read_options
from rules.line.errors import Refusal

MAX_DEPTH = 6


def arguments(_: str, parser: argparse.ArgumentParser) -> None:
    """A position string is one argument: put it between quotes."""
    parser.add_argument("system", metavar="SYSTEM")
    parser.add_argument("position", metavar="POSITION")
    parser.add_argument("depth", metavar="DEPTH", type=int)
    parser.add_argument("options", nargs="*", metavar="option=value")


def run(_: str, chosen: argparse.Namespace) -> int:
    """Prints the count per acting unit, then `notations N`, and as its last line `total N`."""
    with as_trouble(ValueError):
        game = find(chosen.system)
    if not game.perft:
        raise Trouble(f"{game.id} does not count positions")
    if not 0 <= chosen.depth <= MAX_DEPTH:
        raise Trouble(f"the depth is a number from 0 to {MAX_DEPTH}, not {chosen.depth}")
    pairs = [word.partition("=") for word in chosen.options]
    with as_trouble(ValueError, Refusal):
        options = read_options(game, {name: value for name, _, value in pairs})
        lines = game.perft(chosen.position, chosen.depth, options)
    for name, number in lines:
        print(name, number)
    return 0
