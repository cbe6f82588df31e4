"""Texts at the doors that are not orders: questions (`L1?`, `card Ballista`, `what can reach L5`),
answered as far as the asker may see, and plans, which are kept private."""

import re
from collections.abc import Awaitable, Callable

from bot.doors.openly import READ_BY_ALL
from bot.doors.pace import Pace
from bot.doors.saying import PUBLIC, Answer, IncomingText
from bot.history.looks import card_looked_for
from bot.history.study import against, foreseen, is_question, odds_of
from bot.match.reply import Reply
from bot.referee.gate import is_player, viewer_of
from bot.referee.service import OpenMatch, Referee, RefereeError
from bot.render import reply_text
from bot.render.card import card_text
from bot.render.wording import foreseen_text, plain
from rules.line.orders import GM

ODDS = re.compile(r"\s*odds\b:?\s*(?P<what>\S[^\n]{0,300})", re.I)
ALONE = "`/odds order: {what}` answers you alone; so do I if you write it to me directly."


async def card_said(table: OpenMatch, heard: IncomingText) -> tuple[str, str] | None:
    """Answer a question about units with a text and the title of its card (empty if the answer is
    no card).  None if the text asks for nothing that exists.

    In public, the answer says no more than everybody may know.
    """
    viewer = None if heard.door in PUBLIC else viewer_of(table, heard.caller)
    text = heard.spoken
    if is_question(text):
        said = await question_said(table, viewer, text)
        return None if said is None else (said, "")
    asked = await card_looked_for(table, viewer, text)
    return None if asked is None else (card_text(asked), asked.title)


async def question_said(table: OpenMatch, viewer: int | None, text: str) -> str | None:
    """Answer what can reach a unit, or whether it can charge; None if nothing such exists."""
    try:
        head, *lines = await foreseen(table, viewer, text)
    except RefereeError:
        return None
    return foreseen_text(head, *lines)


async def odds_said(referee: Referee, table: OpenMatch, heard: IncomingText) -> str | None:
    """Answer `odds Knight against Rogue` or `odds L1 attacks O1`, written among orders; None if it
    is talk.

    In public, only odds of what everybody knows are told.  The odds of an order may give away what
    its seat alone knows, so they are told in private.
    """
    found = ODDS.fullmatch(heard.spoken)
    if found is None:
        return None
    public, talk = heard.door in PUBLIC, heard.door == "chat"
    seats = table.plays(heard.caller.user)
    try:
        if public:
            told = await against(table, None, table.in_words(found["what"]))
        else:
            seat = seats[0] if seats else table.seats[0]
            told = await odds_of(referee, table, seat, found["what"])
    except RefereeError as error:
        return None if talk else plain(str(error))
    if told is None:
        lines = referee.read(table, seats[0] if seats else GM, table.in_words(found["what"]))
        is_order = all(line.problem is None and line.orders for line in lines)
        return ALONE.format(what=plain(found["what"])) if is_order or not talk else None
    if isinstance(told, Reply):
        return None if talk else reply_text(told, "markdown")
    return foreseen_text(*told)


# --- plans ----------------------------------------------------------------------------------------


ASKED = re.compile(
    r"\s*(?:(?P<seat>[0-9]{1,2})[>|]\s*)?plan(?:\s*(?P<colon>:)\s*|\s+|$)(?P<words>.*)",
    re.IGNORECASE | re.DOTALL,
)
ADVICE = (
    "A plan is between you and me, and your message can be read by everybody: it was not left. "
    "Send it to me in a direct message or with `/plan`, and delete the message."
)

Ask = Callable[[OpenMatch, str, int, str], Awaitable[str]]
"""Answers the words of a plan, given the match, the account, the seat and the words."""


async def planned(
    ask: Ask | None, table: OpenMatch, heard: IncomingText, pace: Pace
) -> Answer | None:
    """Answer a text that begins with `plan`; None if it is something else.

    In a channel the bare word is talk; with a colon (`plan: ...`), or addressed to the referee, it
    is a plan, and its author is told to send it in private.  Raises `RefereeError` if the account
    is faster than `pace` allows, or if the seat is unclear.
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
