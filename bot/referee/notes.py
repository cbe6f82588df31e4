"""Notes of players to themselves, sent when a round begins: `remind me in round 5: treaty ends`."""

import json
import re
from typing import Any

from bot.referee.gate import Caller, is_gm, is_player
from bot.referee.open_match import OpenMatch, RefereeError
from bot.referee.service import Referee
from bot.render.wording import plain
from bot.store import Post
from rules.line.orders import GM

SETTING = "notes"
"""The setting of an account in which its notes are kept, and with which they are erased."""

MOST, LONGEST = 20, 200
ASKED = re.compile(
    r"\s*(?:please\s+)?remind\s+me\s+(?:in|at|when)\s+(?:the\s+start\s+of\s+)?(?:round|turn)\s+"
    r"(?P<round>\d{1,3})(?:\s+begins)?\s*[:,\u2013\u2014-]?\s*(?:that\s+|of\s+|about\s+)?"
    r"(?P<text>[^\n]{0,400})",
    re.IGNORECASE,
)


async def noted(referee: Referee, table: OpenMatch, caller: Caller, text: str) -> str | None:
    """Keep a note if the text asks for one, and return the answer; None if it says anything else.

    Raises `RefereeError`.
    """
    found = ASKED.fullmatch(text.rstrip())
    if found is None or not (is_player(table, caller) or is_gm(table, caller)):
        return None
    return await note_down(referee, table, caller, int(found["round"]), found["text"])


async def note_down(
    referee: Referee, table: OpenMatch, caller: Caller, round_: int, text: str
) -> str:
    """Keep a note for the beginning of a round.  Raises `RefereeError`."""
    now = table.state.flow.round
    if table.is_over:
        raise RefereeError("this match is over")
    if round_ <= now:
        raise RefereeError(f"round {round_} has begun already: it is round {now}")
    said = " ".join(text.split())
    if not said or len(said) > LONGEST or not said.isprintable():
        raise RefereeError(f"say in 1 to {LONGEST} characters what I shall remind you of")

    def noted(known: dict[str, str]) -> dict[str, str]:
        rows = _read(known.get(SETTING))
        kept = [row for row in rows if row[0] != table.record.id or row[1] > now]
        if len(kept) >= MOST:
            raise RefereeError(f"I keep {MOST} reminders for you at most")
        return {**known, SETTING: json.dumps([*kept, [table.record.id, round_, said]])}

    await referee.mail.change(caller.user, noted)
    return f"I will write to you when round {round_} begins."


async def notes_of(referee: Referee, user: str) -> list[str]:
    """The notes of an account that still wait, as lines ordered by match and round."""
    lines = []
    for match, round_, said in sorted(_read((await referee.mail.person(user)).get(SETTING))):
        if await referee.store.find(f"#{match}") is None:
            continue
        table = await referee.open(f"#{match}")
        if not table.is_over and round_ > table.state.flow.round:
            name = plain(table.record.name)
            lines.append(
                f"- #{match} **{name}**, when round {round_} begins: \u201c{plain(said)}\u201d"
            )
    return lines


def _read(text: str | None) -> list[list[Any]]:
    found: list[list[Any]] = json.loads(text) if text else []
    return found


async def due(referee: Referee, table: OpenMatch, before: Any, after: Any) -> list[Post]:
    """The notes for rounds that an entry begins, as posts that only their authors get."""
    begun = range(before.flow.round + 1, after.flow.round + 1)
    if not begun:
        return []
    posts = []
    for seat, user in table.record.seats:
        for match, round_, said in _read((await referee.mail.person(user)).get(SETTING)):
            if match == table.record.id and round_ in begun:
                name = plain(table.record.name)
                text = f"**{name}**, round {round_} begins: \u201c{plain(said)}\u201d"
                posts.append(Post(0, 0, f"seat {seat}" if seat != GM else "gm", text))
    return posts
