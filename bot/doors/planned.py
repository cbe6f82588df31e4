"""`plan: ...` said to the referee: a plan is left in private, and never read where all can read."""

import re
from collections.abc import Awaitable, Callable

from bot.doors.hearing import Heard
from bot.doors.openly import READ_BY_ALL
from bot.doors.pace import Pace
from bot.doors.saying import Answer
from bot.referee.gate import is_player
from bot.referee.service import OpenMatch, RefereeError

ASKED = re.compile(
    r"\s*(?:(?P<seat>[0-9]{1,2})[>|]\s*)?plan(?:\s*(?P<colon>:)\s*|\s+|$)(?P<words>.*)",
    re.IGNORECASE | re.DOTALL,
)
ADVICE = (
    "A plan is between you and me, and your message can be read by everybody: it was not left. "
    "Send it to me in a direct message or with `/plan`, and delete the message."
)

Ask = Callable[[OpenMatch, str, int, str], Awaitable[str]]
"""What answers to the words of a plan: of a match, by an account, for a seat."""


async def planned(ask: Ask | None, table: OpenMatch, heard: Heard, pace: Pace) -> Answer | None:
    """What is answered to somebody who speaks of his plan; None: these are other words.

    In a channel the word alone is talk; with its colon (`plan: ...`), or said to the referee, it
    was meant to be left.  Whoever is too fast for the `pace` leaves none.
    """
    found = ASKED.fullmatch(heard.spoken)
    if ask is None or found is None or not is_player(table, heard.caller):
        return None
    if heard.door in READ_BY_ALL:
        if heard.door in ("chat", "menu") and not found["colon"]:
            return None
        pace.check(heard.caller.user)
        return Answer(ADVICE, "", True, table=table)
    if not heard.late:
        pace.check(heard.caller.user)
    held = table.plays(heard.caller.user)
    seat = int(found["seat"]) if found["seat"] else held[0]
    if seat not in held:
        raise RefereeError(f"{table.name_of(seat)} is not your seat")
    if len(held) > 1 and not found["seat"]:
        names = " or ".join(f"{one}> plan: ..." for one in held)
        raise RefereeError(f"you hold several seats: write {names}")
    text = await ask(table, heard.caller.user, seat, found["words"].strip())
    return Answer(text, text, True, table=table, marks=("filed",))
