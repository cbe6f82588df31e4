"""Greetings: for a server, for a stranger, and for somebody who joins a first match."""

from bot.doors.suggest import Suggestions
from bot.referee.service import OpenMatch, Referee
from bot.render.wording import plain
from rules import games

WELCOMED = "welcomed"
GREETED = "greeted"
"""Settings of an account: that it has had its first note, and that it was told what the bot is."""

COUNT = {1: "One", 2: "Two", 3: "Three", 4: "Four", 5: "Five", 6: "Six"}
WHO = (
    "Hello. I referee wargames in chat: you write orders as to a person, I show the arithmetic "
    "and keep the log."
)
HELLO = "\n".join(
    (
        WHO,
        f"{COUNT[len(games())]} systems: {', '.join(game.title for game in games())}.",
        "I ping only whose turn it is. `/learn` is a lesson of ten minutes, `/match practice` "
        "makes a battle to try me on; `/help` shows what can be typed at any moment.",
    )
)
"""What the bot says once on each server that it joins."""

STRANGER = "\n".join(
    (
        WHO,
        "Write `learn` to me here: a lesson of ten minutes. `/match practice` makes a battle to "
        "try me on.",
        "So far you hold no seat in any match: `/match list` shows those that look for players.",
        "To have me on a server of yours: **Add App** on my profile.",
    )
)
"""The answer to the first direct message of an account that has no seat."""


async def greeting(referee: Referee, user: str) -> str:
    """The greeting for an account without a seat that writes for the first time; then empty."""
    settings = await referee.mail.person(user)
    if settings.get(WELCOMED) or settings.get(GREETED):
        return ""
    before = await referee.mail.remember(user, {GREETED: "yes"})
    return "" if before.get(GREETED) else STRANGER


async def first_note(
    referee: Referee, table: OpenMatch, user: str, seat: int, content: bool
) -> str:
    """The first steps, for an account that never joined a match before; afterwards empty."""
    settings = await referee.mail.person(user)
    if settings.get(WELCOMED):
        return ""
    if (await referee.mail.remember(user, {WELCOMED: "yes"})).get(WELCOMED):
        return ""
    how = "Write orders here" if content else "Reply to me here or mention me with your orders"
    example = await Suggestions().examples(table, seat, 1)
    shown = f", one per line: `{example[0]}`" if example else ", one per line"
    return "\n".join(
        (
            f"You are {table.name_of(seat)} in **{plain(table.record.name)}**.",
            f"1. {how}{shown}. A tick: filed; a cross: read the reply; a question mark: press a "
            "button.",
            "2. A slip: edit or delete your message, or `undo`.",
            "3. `/board` shows the board, `/key` the units, `/odds` what an attack would bring.",
            "4. You are pinged when it is your turn, and never otherwise: `/remind`, `/help`.",
        )
    )
