"""What a player at the console can look up: board, key, cards, how to play, a rule, odds."""

import re
from dataclasses import replace
from typing import Any

import grammar
from bot.doors.sandbox import Sandbox, shadow_of
from bot.doors.suggest import Suggestions
from bot.history.looks import card_asked, card_of, factions_of, prices_of, reach_of, roster_of
from bot.history.luck import MEANING, luck_lines
from bot.history.study import foreseen, is_question, looked_up
from bot.history.yearbook import news_of, yearbook_of
from bot.match.reply import is_full, latest, leaf
from bot.match.tree import is_dealt
from bot.referee.service import OpenMatch, Referee
from bot.render import view_text
from bot.render.card import card_text, price_text
from bot.render.columns import all_wrapped, wrapped
from bot.render.compact import TERMINAL, console_board
from bot.render.roll import roll_text
from bot.terminal.helping import half_asked
from rules.display.view import View
from rules.line.events import Event

HOW = re.compile(
    r"(how\s+(do\s+(i|we|you)|to)\s+play|what\s+(can|do|should|must)\s+i\s+do|what\s+now|"
    r"hi|hello|hey|tutorial|rules|learn|\?)(\s+(now|here|next))?[?.!]*",
    re.IGNORECASE,
)
LABEL = re.compile(r"[A-Za-z]{1,3}[0-9]{1,3}\s*\?")
"""`L1?`, also if there is no such unit: at the console a line is not meant for anybody else."""

WORDS = ("rule", "describe", "odds", "card", "reach")
LISTS = ("units", "factions", "roster")
"""What can be had, the factions, and one's own units; the name of a faction may follow."""

PAGES = ("news", "yearbook", "luck")

CHANGED = "* moved, hurt or changed since your last line"


def is_lookup(table: OpenMatch, viewer: int, text: str) -> bool:
    """Does a line ask for something, changing nothing?"""
    word, _, rest = text.strip().partition(" ")
    page = text.strip().lower() in PAGES or word.lower() in LISTS
    if HOW.fullmatch(text.strip()) is not None or page:
        return True
    if half_asked(table, viewer, text):
        return True
    if is_question(text):
        return True
    if LABEL.fullmatch(text.strip()) or card_asked(table, viewer, text) is not None:
        return True
    return word.lower().rstrip(":") in WORDS and bool(rest.strip())


async def look_up(
    referee: Referee, table: OpenMatch, seat: int, viewer: int, text: str, width: int = TERMINAL
) -> str:
    """The answer to a line that `is_lookup`.  Raises `RefereeError` with one sentence."""
    word, _, rest = text.strip().partition(" ")
    word, rest = word.lower().rstrip(":"), rest.strip()
    if HOW.fullmatch(text.strip()):
        return await how_to_play(table, seat)
    asked = card_asked(table, viewer, text)
    if asked is not None:
        return card_text(asked, "text", width)
    if is_question(text):
        return all_wrapped(await foreseen(table, viewer, text), width)
    if LABEL.fullmatch(text.strip()):
        word, rest = "card", text.strip()
    if word == "card" and rest:
        return card_text(card_of(table, viewer, rest.rstrip("? ")), "text", width)
    if word == "reach" and rest:
        return await reach_text(table, viewer, rest, width)
    if word in LISTS:
        return listed(table, viewer or seat, word, rest, width)
    if word in PAGES and not rest:
        return await page(referee, table, viewer, word)
    half = half_asked(table, seat, text)
    asks = rest and not (word == "odds" and half)
    found = await looked_up(referee, table, seat, viewer, word, rest) if asks else None
    return found or half or await how_to_play(table, seat)


async def page(referee: Referee, table: OpenMatch, viewer: int, word: str) -> str:
    """The page of `news`, of `yearbook` or of `luck`."""
    if word == "news":
        since, lines = await news_of(referee, table, viewer)
        return "\n".join((f"News {since}:", *(latest(lines) or ("Nothing has changed.",))))
    if word == "yearbook":
        return "\n".join((await yearbook_of(referee, table, viewer)).lines)
    return "\n".join((*await luck_lines(referee, table, viewer), MEANING))


def listed(table: OpenMatch, viewer: int, word: str, rest: str, width: int) -> str:
    """`units`, `factions` or `roster`; `factions Elves` lists the units of a faction."""
    if word == "roster" and (not rest or rest.isdecimal()):
        text = roll_text(roster_of(table, viewer), "text", width=width)
        return leaf(text, int(rest[:4] or 1), "roster")
    if word == "factions" and not rest:
        return all_wrapped(factions_of(table, viewer), width, "    ")
    return prices(table, viewer, rest, width)


def prices(table: OpenMatch, viewer: int, words: str, width: int) -> str:
    """Twenty lines of what can be had, with prices; `units 2`, `units Elves 2`: the next twenty."""
    faction, _, last = words.rpartition(" ")
    page = int(last) if last.isdecimal() and len(last) < 4 else 1
    faction = faction if page > 1 or last.isdecimal() else words
    lines = prices_of(table, viewer, faction)
    said = " ".join(part for part in ("units", faction, str(page + 1)) if part)
    text = price_text(lines, "text", 20 * (max(page, 1) - 1), said)
    return all_wrapped(text.splitlines(), width, "    ")


async def reach_text(table: OpenMatch, viewer: int, name: str, width: int) -> str:
    """How far a unit goes and strikes."""
    found, _ = await reach_of(table, viewer, name)
    told = (all_wrapped([line], width) for line in found.lines)
    return "\n".join((found.title, *told))


# --- board and key --------------------------------------------------------------------------------


async def board_text(
    referee: Referee, table: OpenMatch, viewer: int, seat: int, width: int
) -> str | None:
    """The board fitted to a terminal, with what changed since this seat's last line marked and
    told, and on a map the borders of this seat; None for a board that cannot be cut to a width."""
    game, state = table.game, table.state
    before, events = await since_last_line(referee, table, seat)
    board = console_board(game, state, viewer, before, width)
    if board is not None and is_full([board]) and width > TERMINAL:
        board = console_board(game, state, viewer, before) or board
    if board is None:
        return None
    lines = [board]
    if before is not None and "*" in board and board != console_board(game, state, viewer):
        lines.append(CHANGED)
    if before is not None and game.traces:
        words = game.traces(before, events, state, viewer).words
        lines += [all_wrapped(words, width)] if words else []
    if game.fronts and (fronts := game.fronts(state, seat)):
        lines.append(f"borders of {table.name_of(seat)}:")
        lines += [part for one in fronts for part in wrapped(f" {one}", width, ", ", "    ")]
    return "\n".join(lines)


def sand_board(table: OpenMatch, box: Sandbox, width: int) -> str:
    """The board of a sandbox as its seat sees it, with what was tried marked."""
    state = box.state(table)
    board = console_board(table.game, state, box.seat, box.begun if box.steps else None, width)
    return board or full_text(shadow_of(table, state), box.seat, "board")


async def since_last_line(
    referee: Referee, table: OpenMatch, seat: int
) -> tuple[Any, tuple[Event, ...]]:
    """The state after the newest entry of a seat that counts, or after the set-up of a ready-made
    battle, and the events since; None and () if nothing has happened since."""
    live, links = [entry.number for entry in table.match.live()], table.match.links
    own = [one for one in live if links[one].seat == seat and not links[one].passed]
    start = own[-1] if own else 0
    entries = await referee.counted(table, [one for one in live if one > start])
    while entries and is_dealt(entries[0]):
        start = entries.pop(0).number
    if not start or not entries:
        return None, ()
    events = tuple(event for entry in entries for event in entry.events)
    return await referee.state_at(table, start), events


async def key_text(referee: Referee, table: OpenMatch, viewer: int, seat: int, width: int) -> str:
    """The grouped key, what changed since this seat's last line first; or the system's own."""
    game, state = table.game, table.state
    if not game.roll:
        return full_text(table, viewer, "key")
    before, _ = await since_last_line(referee, table, seat)
    return roll_text(game.roll(state, viewer, before), "text", width=width)


def full_text(table: OpenMatch, viewer: int, name: str, colour: bool = False) -> str:
    """Board or key as the system itself prints it."""
    view = table.game.view(table.state, viewer, "text")
    blocks = tuple(one for one in view.blocks if (one.name == "key") == (name == "key"))
    return view_text(View(blocks), "text", colour=colour)


def above(table: OpenMatch, viewer: int, colour: bool = False) -> str:
    """The lines above the rows of the system's own board: the numbers of its columns."""
    blocks = table.game.view(table.state, viewer, "text").blocks
    heads = (replace(one, lines=()) for one in blocks if one.name == "board" and one.head)
    return view_text(View(tuple(heads)), "text", colour=colour)


def muster_text(table: OpenMatch, viewer: int) -> str:
    """What the system shows beside board and key: who is not deployed yet."""
    view = table.game.view(table.state, viewer, "text")
    blocks = tuple(one for one in view.blocks if one.name not in ("board", "key", "title"))
    return view_text(View(blocks), "text")


async def how_to_play(table: OpenMatch, seat: int) -> str:
    """One page: where the match stands, orders that could be given now, where to read on."""
    game, state = table.game, table.state
    name = game.seat_name(state, seat)
    orders = await Suggestions().examples(table, seat, 5)
    lines = [f"{game.title}: {game.moment(state) or 'the beginning'}."]
    if game.outcome(state) is not None:
        return f"{lines[0]} The match is over: `log` and `report` tell how it went."
    if orders:
        lines.append(f"Type an order of {name}, one a line, as you would say it. Now, for example:")
        lines += [f"  {order}" for order in orders]
    lines += [
        "`legal` lists everything that is possible, `legal UNIT` what one unit can do.",
        f"`describe THING`, `odds ORDER` and `rule {game.gm_rule}` look things up.",
        f"`help TOPIC` has all forms: {', '.join(grammar.topics(game.id))}.",
        "A refusal changes nothing; `undo` takes back your last line if no die fell.",
    ]
    return "\n".join(lines)
