"""Replay recorded matches, or play a ready-made battle, and collect what is told of it as text."""

import random
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import grammar
from bot.cases.casefile import PREFIX, no_dice
from rules import find
from rules.border.game import read_options
from rules.display.telling import Card, Compact, Roll
from rules.display.view import Line, unstyled
from rules.line.adjudication import Die
from rules.line.events import Event
from rules.line.orders import GM, Order
from tests.places import GAMES


class Told(NamedTuple):
    """An entry that was played, with the state before it."""

    before: Any
    seat: int
    orders: tuple[Order, ...]
    events: tuple[Event, ...]


def recorded(system: str) -> Iterator[Told]:
    """Every entry of the recorded matches of a system."""
    for file in sorted((GAMES / system).glob("*.txt")):
        text = file.read_text(encoding="utf-8").splitlines()
        words = next(one for one in text if one.startswith("game:")).split()[2:]
        tray = [int(f) for one in text if one.startswith("dice:") for f in one.split()[1:]]
        options = dict(word.split("=", 1) for word in words)
        scene = Battle(system, options, scene=False, tray=tuple(tray))
        for line in text:
            if not line.startswith("|") and PREFIX.fullmatch(line):
                yield scene.entry(line)


class Battle:
    """A match under way, which plays lines and collects what is told of them in `lines`."""

    def __init__(
        self,
        system: str,
        options: dict[str, str],
        scene: bool = True,
        tray: tuple[int, ...] = (),
    ) -> None:
        self.game: Any = find(system)
        chosen = read_options(self.game, options)
        self.state = self.game.blank
        self.rng = random.Random(7)
        self.lines: list[str] = []
        events = self.game.setup(chosen, grammar.library(system), no_dice, scene=scene, tray=tray)
        for event in events:
            self.state = self.game.apply(self.state, event)
        self.since = self.state

    def dice(self, die: Die) -> int:
        """Roll a die with a fixed seed."""
        return self.rng.choice(die.faces)

    def entry(self, line: str) -> Told:
        """Read and play a line; dice come from the tray, or else from the seed."""
        found = PREFIX.fullmatch(line)
        assert found is not None
        seat = GM if found[1] else int(found[2])
        names = self.game.names(self.state)
        (read,) = grammar.read(self.game.id, found[3], names, gm=seat == GM)
        before = self.state
        events = self.game.adjudicate(before, seat, read.orders, self.dice)
        for event in events:
            self.state = self.game.apply(self.state, event)
        return Told(before, seat, read.orders, events)

    def play(self, line: str) -> None:
        """Play a line, and collect it with what the public is told of it."""
        told = self.entry(line)
        self.lines.append(line)
        for one in self.game.brief(told.before, told.orders, told.events, None):
            self.lines.append(f"    {marked(one)}")

    def call(self) -> None:
        """Collect what each seat that is to act is told."""
        for seat in self.game.awaits(self.state):
            known = self.game.situation(self.state, seat, seat)
            waiting = self.game.waiting(self.state, seat, seat)
            name = self.game.seat_name(self.state, seat)
            self.lines.append(f"({name}: {'; '.join(known) or 'nothing'} | {waiting or '-'})")

    def round(self) -> None:
        """Collect the board, the list of units, the tally and the losses since the last call."""
        self.lines.append("")
        board = self.game.compact(self.state, None, self.since)
        self.lines += [] if board is None else board_text(board)
        self.lines += roll_text(self.game.roll(self.state, None, self.since))
        tally = self.game.tally(self.since, self.state, None)
        if tally is not None:
            self.lines += [*tally.notes, *(f"{name}: {dict(row)}" for name, row in tally.rows)]
        self.lines += [f"lost: {self.game.losses(self.since, self.state, None)}", ""]
        self.since = self.state

    def text(self) -> str:
        """All that was collected."""
        return "\n".join(self.lines) + "\n"


def transcript(
    system: str,
    lines: Sequence[str],
    cards: Sequence[str] = (),
    options: dict[str, str] | None = None,
    starter: bool = True,
) -> Battle:
    """Play a ready-made battle on; collects board and calls at the ends of turns, then cards."""
    battle = Battle(system, options or {})
    if starter:
        for line in battle.game.starter:
            battle.entry(line)
    battle.since = battle.state
    for line in lines:
        moment = battle.game.moment(battle.state)
        battle.play(line)
        if battle.game.moment(battle.state) != moment:
            battle.round()
            battle.call()
    for name in cards:
        found = battle.game.card(battle.state, None, name)
        assert found is not None, name
        battle.lines += ["", *card_text(found)]
    return battle


# --- as text ------------------------------------------------------------------------------------


def marked(spans: Line) -> str:
    """A line with its strong spans between `**`."""
    return "".join(f"**{span.text}**" if span.strong else span.text for span in spans)


def board_text(board: Compact) -> list[str]:
    """The smallest rectangle of cells with all anchors, a line for each row, and the legend."""
    anchors = [cell for cell in board.cells if cell.anchor] or list(board.cells)
    rows = range(min(c.row for c in anchors), max(c.row for c in anchors) + 1)
    columns = range(min(c.column for c in anchors), max(c.column for c in anchors) + 1)
    width = max(board.width, *(len(cell.text + cell.marked) for cell in board.cells))
    cells = {(cell.row, cell.column): f"{cell.text}{cell.marked}" for cell in board.cells}
    lines = [
        f"{board.rows[row]:>2} "
        + "".join(cells.get((row, column), board.empty).ljust(width) for column in columns).rstrip()
        for row in rows
    ]
    return [*lines, f"-# {' · '.join(board.legend)}"]


def roll_text(roll: Roll) -> list[str]:
    """Every side with its lines; a star before those that have changed."""
    lines = []
    for side in roll.sides:
        lines.append(f"{side.head}  ({', '.join(roll.columns)})")
        for one in side.lines:
            told = " | ".join((one.labels, one.name, *one.values))
            lines.append(f"{'*' if one.changed else ' '}{told}")
        if side.lost:
            lines.append(f" lost: {', '.join(side.lost)}")
    return lines


def card_text(card: Card) -> list[str]:
    """A card as text: title, head, lines, rules."""
    lines = [f"**{card.title}** · {card.head}", *(f"  {marked(one)}" for one in card.lines)]
    return [*lines, f"  -# {', '.join(card.rules)}"] if card.rules else lines


def briefly(game: Any, told: Told, viewer: int | None) -> list[str]:
    """The short telling of an entry, without marks."""
    return [unstyled(one) for one in game.brief(told.before, told.orders, told.events, viewer)]
