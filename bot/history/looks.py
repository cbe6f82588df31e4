"""How a match looks to a viewer: board, picture, key, cards and prices, as far as he may know.

Also `meant_by`: which unit the words of a question mean.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from bot.match.reply import A_LINE, is_full, within
from bot.match.tree import LogEntry
from bot.reading.world import world_of
from bot.referee.beside import SCENES, beside
from bot.referee.open_match import cut, must_have, needed, plainly
from bot.referee.service import OpenMatch, Referee, RefereeError
from bot.render.compact import PHONE, WIDEST, chat_board
from bot.render.roll import roll_text
from bot.render.scene import Scene, scene_of
from grammar.reader.tokens import tokens_of
from grammar.reader.units import units_at
from rules.border.game import Game
from rules.display.telling import Card, Reach, Roll
from rules.display.view import line, unstyled
from rules.line.events import Event
from rules.line.frozen import Frozen

LONGEST = 60
"""The most characters of words that are searched for a unit."""


def meant_by(table: OpenMatch, viewer: int | None, words: str) -> str:
    """The reference of the one unit that these words mean (`legion`, `my gunner`), read as in
    orders; if they mean none, the words themselves.  Raises `RefereeError` if they mean several."""
    words = " ".join(table.in_words(words).split())
    game, state = table.game, table.state
    known = {one.lower(): one for one in game.references(state, viewer)}
    if words.lower() in known or viewer is None or not words or len(words) > LONGEST:
        return known.get(words.lower(), words)
    tokens = tokens_of(words)
    found = [
        one for end, one in units_at(tokens, 0, world_of(game, state, viewer)) if end == len(tokens)
    ]
    refs = dict.fromkeys(
        ref
        for value in found
        for ref in (*value.items, *(one for option in value.options for one in option))
    )
    named = [known[ref.lower()] for ref in refs if ref.lower() in known]
    if len(named) > 1:
        raise RefereeError(f"which one is meant: {', '.join(named[:12])}?")
    return named[0] if named else words


FORMS = ("both", "text", "picture")
"""How a match can post its board; the first is the default."""

ON_PHONE, BY_EAR = "phone", "reader"
"""Settings of an account for its private answers: boards of 45 columns, or everything in words."""

BATCH, FARTHEST = 32, 256
"""How many entries are read at a time, and in all, to find where a turn began."""

SPOKEN = 12_000
"""The most characters of a description that stands in for a picture."""

BEYOND = "... and farther than is said at once"

THING = r"[^\s?](?:[^?\n]{0,58}?[^\s?])??"
"""A regular expression for the name of a thing in a question.  It matches no blanks at its ends, so
that neighbouring parts of a pattern do not compete for them."""
QUESTION = re.compile(rf"\s*(?:card\s+)?({THING})\s*\?{{1,3}}\s*|\s*card\s+({THING})\s*", re.I)


class ViewerLook(Frozen):
    """How somebody reads answers: on a `phone` (45 columns), with a screen `reader`, or neither."""

    phone: bool = False
    reader: bool = False

    @classmethod
    def of(cls, settings: Mapping[str, str]) -> "ViewerLook":
        """Read from the settings of an account."""
        return cls(settings.get(ON_PHONE) == "on", settings.get(BY_EAR) == "on")

    @property
    def width(self) -> int:
        """The most columns of a board."""
        return PHONE if self.phone else WIDEST


def board_form(table: OpenMatch) -> str:
    """How this match posts its board: `text`, `picture`, or `both`."""
    found = table.record.settings.board
    return found if found in FORMS else FORMS[0]


async def last_turn(
    referee: Referee, table: OpenMatch, head: int | None = None
) -> tuple[Any, tuple[Event, ...]]:
    """The state before the present turn, and the turn's events; the last turn if it has none yet.

    `head`: as if this had been the last entry.
    """
    last = table.match.head if head is None else head
    path = [number for number in table.match.path(last) if number][::-1][:FARTHEST]
    found: list[LogEntry] = []
    for at in range(0, len(path), BATCH):
        batch = await referee.counted(table, path[at : at + BATCH][::-1])
        for entry in reversed(batch):
            if found and any(table.game.closes_report(event) for event in entry.events):
                return await _since(referee, table, entry.number, found)
            found.append(entry)
    start = table.match.links[found[-1].number].parent if found else 0
    return await _since(referee, table, start, found)


async def _since(
    referee: Referee, table: OpenMatch, start: int, newest_first: Sequence[LogEntry]
) -> tuple[Any, tuple[Event, ...]]:
    events = tuple(event for entry in reversed(newest_first) for event in entry.events)
    return await referee.state_at(table, start), events


async def scene_now(referee: Referee, table: OpenMatch, viewer: int | None) -> Scene | None:
    """The picture of the board now, with what happened in the turn; None if the system has none."""
    before, events = await last_turn(referee, table)
    state = table.state
    about = (table.game, state, viewer, table.record.name, before, events)
    return await SCENES.make(scene_of, *about)


def board_now(
    table: OpenMatch, viewer: int | None, sight: ViewerLook, private: bool = False
) -> str | None:
    """The compact board for a chat; None if there is none now.

    `private`: only one person sees it, so a map may be told by that seat's borders.
    """
    phone = sight.phone or (private and table.game.fronts is not None)
    return chat_board(table.game, table.state, viewer, None, phone)


def key_now(table: OpenMatch, viewer: int | None, since: Any = None) -> str | None:
    """The grouped key for a chat; None if the system has none."""
    if not table.game.roll:
        return None
    return roll_text(table.game.roll(table.state, viewer, since))


def aloud(scene: Scene) -> str:
    """A board in words, one sentence on each line, for screen readers."""
    return "\n".join(re.split(r"(?<=\.) (?=[A-Z])", scene.spoken(SPOKEN)))


async def reach_of(table: OpenMatch, viewer: int | None, name: str) -> tuple[Reach, Scene | None]:
    """How far a unit can move and strike, and a picture of that.  Raises `RefereeError`."""
    game, state = table.game, table.state
    reach = must_have(table, game.reach, "cannot show how far something reaches")
    with plainly():
        name_here = meant_by(table, viewer, name)
        found = await beside(table, viewer, reach, state, viewer, name_here)
    found = needed(found, f"there is no {name.strip()[:40]!r} on the board")
    scene = await SCENES.make(scene_of, game, state, viewer, table.record.name)
    if scene is not None:
        scene = replace(scene, name=f"{table.record.name}, {found.title}", zones=found.zones)
    return replace(found, lines=within(found.lines, BEYOND)), scene


# --- cards ----------------------------------------------------------------------------------------


def card_of(table: OpenMatch, viewer: int | None, name: str) -> Card:
    """The card of a unit or type.  Raises `RefereeError` that says what has cards."""
    game, state = table.game, table.state
    must_have(table, game.card, "has no cards")
    found = asked_for(game, state, viewer, table.in_words(name).strip())
    found = found or asked_for(game, state, viewer, meant_by(table, viewer, name))
    if found is None:
        names = ", ".join(cards_named(table, viewer)[:12])
        raise RefereeError(f"there is no card of {name.strip()[:40]!r}; there are {names} ...")
    return found


def card_asked(table: OpenMatch, viewer: int | None, text: str) -> Card | None:
    """The card that a text like `L1?` or `card Ballista` asks for; None if it asks for none."""
    name = _name_asked(table, viewer, text)
    return None if name is None else asked_for(table.game, table.state, viewer, name)


async def card_looked_for(table: OpenMatch, viewer: int | None, text: str) -> Card | None:
    """As `card_asked`, but made in a thread."""
    name = _name_asked(table, viewer, text)
    if name is None:
        return None
    return await SCENES.make(asked_for, table.game, table.state, viewer, name)


def _name_asked(table: OpenMatch, viewer: int | None, text: str) -> str | None:
    asked = QUESTION.fullmatch(table.in_words(text))
    if asked is None or not table.game.card:
        return None
    name = " ".join((asked[1] or asked[2]).split())
    known = {one.lower() for one in cards_named(table, viewer)}
    is_code = " " not in name and (any(map(str.isdigit, name)) or name.isupper())
    return name if name.lower() in known or is_code else None


def asked_for(game: Game[Any], state: Any, viewer: int | None, name: str) -> Card | None:
    """The card of that name, cut to what one answer can hold; None if there is none.

    Raises `RefereeError` if the rules refuse the question.
    """
    with plainly():
        return _at_once(game.card(state, viewer, name)) if game.card else None


def _at_once(card: Card | None) -> Card | None:
    """A card, cut to what one answer can hold."""
    if card is None:
        return None
    told = [unstyled(one) for one in card.lines]
    if not is_full(told):
        return card
    shown = within(told, BEYOND)
    same = sum(one == other for one, other in zip(shown, told, strict=False))
    return replace(card, lines=(*card.lines[:same], *map(line, shown[same:])))


def cards_named(table: OpenMatch, viewer: int | None) -> tuple[str, ...]:
    """The names of everything that has a card."""
    return table.game.card_names(table.state, viewer) if table.game.card_names else ()


def factions_of(table: OpenMatch, viewer: int | None) -> tuple[str, ...]:
    """What a seat can play as: factions, Houses, lists.  Raises `RefereeError` if nothing."""
    game = table.game
    lines = game.factions(table.state, viewer) if game.factions else ()
    if not lines:
        raise RefereeError(f"{game.title} has no factions here")
    return within(lines)


def roster_of(table: OpenMatch, viewer: int | None) -> Roll:
    """The grouped key of the viewer's own side, or of all sides for viewers without one.

    Raises `RefereeError` if nobody has an army yet.
    """
    roll = must_have(table, table.game.roll, "has no rosters")(table.state, viewer)
    own = tuple(side for side in roll.sides if side.seat == viewer)
    sides = tuple(side for side in own or roll.sides if side.lines or side.lost)
    if not sides:
        raise RefereeError("nobody has an army yet: `units` lists what can be had")
    return replace(roll, sides=sides)


def prices_of(table: OpenMatch, viewer: int | None, faction: str = "") -> tuple[str, ...]:
    """The price list, of one faction or in all.  Raises `RefereeError` if there is none."""
    game = table.game
    listed = must_have(table, game.price_list, "has no list of prices")
    lines = listed(table.state, viewer, faction.strip())
    if not lines:
        what = f"nothing of {faction.strip()[:40]!r}" if faction.strip() else "nothing"
        raise RefereeError(f"there is {what} to be had in {game.title}")
    return tuple(cut(one, A_LINE) for one in lines)
