"""What somebody reads who joins a match for the first time."""

from bot.referee.service import Referee, Table
from bot.render.escape import plain
from rules.flow import seat_name

WELCOMED = "welcomed"


HELLO = "\n".join(
    (
        "Hello! I am the referee for wargames played by post: I read orders as you write them, "
        "check them against the rulebook, throw the dice and post reports and boards.",
        "Try me: `/match practice` makes a ready-made battle; `/match new` one against somebody.",
        "`/help` shows what can be typed at any moment; `/setup check` in the channel where you "
        "want to play names every permission that I still need.",
        "Every die can be checked afterwards, every order taken back as far as the rules allow.",
    )
)
"""What the bot says once in a server that it comes to."""


async def first_note(referee: Referee, table: Table, user: str, seat: int, content: bool) -> str:
    """Four lines for an account that never joined anything before; afterwards nothing."""
    settings = await referee.mail.person(user)
    if settings.get(WELCOMED):
        return ""
    await referee.mail.remember(user, {**settings, WELCOMED: "yes"})
    how = "Write your orders" if content else "Reply to me or mention me with your orders"
    return "\n".join(
        (
            f"You are {seat_name(seat)} in **{plain(table.record.name)}**. Four things to know:",
            f"1. {how} in the match's channel, as plain sentences, one per line; a direct message "
            "to me or `/order` does the same.",
            "2. `/help` shows three orders you could give right now; the button below the turn "
            "post and `/legal` build one for you.",
            "3. A slip can be taken back with `undo`, or by editing or deleting your message, "
            "until something was rolled, revealed or ended.",
            "4. `/board`, `/key`, `/report` and `/why` show where things stand and how it came "
            "about; `/match list` shows what waits for you.",
        )
    )
