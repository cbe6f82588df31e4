"""Questions about what could happen and what did: odds, threats, descriptions, catching up."""

import re
from collections.abc import Sequence

from bot.history.log import report_since
from bot.history.looks import THING, meant_by
from bot.history.rulebook import rule_text
from bot.match.reply import RefusedLine, Reply, latest, within
from bot.referee.beside import beside
from bot.referee.open_match import must_have, plainly, went_back
from bot.referee.service import OpenMatch, Referee, RefereeError
from bot.referee.unread import answer_unread
from bot.render import reply_text
from bot.render.wording import both
from bot.store import TurnTime
from bot.store.times import open_turns
from rules.line.errors import Refusal
from rules.line.orders import GM


async def odds_of(referee: Referee, table: OpenMatch, seat: int, text: str) -> Reply | list[str]:
    """The exact odds of an order as lines, or a `Reply` if it cannot be read or would be refused.

    Raises `RefereeError` if the system has no odds, or for more than one order.
    """
    text = table.in_words(OPENING.sub("", text))
    compared = await against(table, seat, text)
    if compared is not None:
        return compared
    odds = must_have(table, table.game.odds, "has no odds to show")
    lines = referee.read(table, seat, text)
    unread = answer_unread(table, seat, lines)
    if unread is not None:
        return unread
    orders = [order for line in lines for order in line.orders]
    if len(orders) != 1 or lines[0].given is not None:
        raise RefereeError("one order at a time")
    state = table.state
    try:
        found = await beside(table, seat, odds, state, seat, orders[0])
    except Refusal as refusal:
        return Reply(refused=(RefusedLine(text, refusal.rule, refusal.why),))
    return [*within([str(orders[0]), *found])]


OPENING = re.compile(r"^\s*(?:of|for|that|if|when|on)\s+(?=\S)", re.I)
"""Words to skip after `odds`: `odds of Knight against Rogue`, `odds that L1 hits`."""

MARKS = r"[\s?]*"
"""Blanks and question marks at the end."""
PLACE = r"(?P<place>\d{1,2}\s*,\s*\d{1,2}|[a-z]\d{1,2})"
ATTACKED = re.compile(
    rf"\s*attack\s+(?P<other>{THING})\s+from\s+"
    rf"(?P<one>(?:(?!\swith\s)[^?\n]){{0,59}}?[^\s?])(?P<place>){MARKS}",
    re.I,
)
"""`attack Farrow from Ashford`, which means with all who are there."""

COMPARED = (
    ATTACKED,
    re.compile(
        rf"\s*(?P<one>{THING})\s+(?:against|versus|vs\.?)\s+(?P<other>{THING})"
        rf"(?:\s+(?:from|on|at)\s+{PLACE})?{MARKS}",
        re.I,
    ),
    re.compile(
        r"\s*(?P<one>\S{1,30})\s+at\s+(?P<other>\S{1,30})"
        rf"(?:\s+from\s+{PLACE})?{MARKS}",
        re.I,
    ),
)
"""`Orc against Knight`, `L1 at O1 from 5,9`."""


async def against(table: OpenMatch, seat: int | None, text: str) -> Reply | list[str] | None:
    """The answer to `ONE against OTHER` or `ONE at OTHER from PLACE`; None for other texts.

    Raises `RefereeError` if it takes too long.
    """
    found = next((one for form in COMPARED if (one := form.fullmatch(text))), None)
    game, state = table.game, table.state
    if found is None or not game.compared:
        return None
    place = found["place"] or ""
    try:
        about = (state, seat, found["one"], found["other"], place)
        return [*within(await beside(table, seat, game.compared, *about))]
    except Refusal as refusal:
        if found.re is ATTACKED:
            return None
        return Reply(refused=(RefusedLine(text, refusal.rule, refusal.why),))


REACHED = re.compile(
    r"\s*(?:what|who)\s+"
    r"(?:(?:can|could)\s+(?:reach|attack|hit|take|capture|threaten)|threatens|(?:is\s+)?threatening)"
    rf"\s+({THING}){MARKS}",
    re.I,
)
ASSAULTED = re.compile(
    rf"\s*can\s+({THING})\s+(?:attack|take|capture|reach|hit|conquer)\s+({THING}){MARKS}", re.I
)
CHARGED = re.compile(rf"\s*can\s+({THING})\s+charge\s+({THING}){MARKS}", re.I)


def is_question(text: str) -> bool:
    """Is this a question like `what can reach L5` or `can L1 charge O1`?"""
    return any(form.fullmatch(text) is not None for form in (REACHED, CHARGED, ASSAULTED))


async def foreseen(table: OpenMatch, viewer: int | None, text: str) -> tuple[str, ...]:
    """The answer to a text that `is_question`, as far as the viewer may know.

    Raises `RefereeError`.
    """
    game, text = table.game, table.in_words(text)
    known = ((REACHED, game.threats), (ASSAULTED, game.can_attack), (CHARGED, game.can_charge))
    for form, answer in known:
        if (asked := form.fullmatch(text)) is not None and answer:
            with plainly():
                about = (table.state, viewer, *asked.groups())
                return within(await beside(table, viewer, answer, *about))
    raise RefereeError(f"{game.title} does not answer such questions: `odds ORDER` may help")


async def described(table: OpenMatch, viewer: int | None, reference: str) -> Sequence[str]:
    """What a unit or place is and what is near it, in words; `reference` may be any words that
    orders accept.  Raises `RefereeError`."""
    game, state, words = table.game, table.state, table.in_words(reference)
    if game.describe:
        try:
            return within(await beside(table, viewer, game.describe, state, viewer, words))
        except Refusal:
            meant = meant_by(table, viewer, words)
        with plainly():
            return within(await beside(table, viewer, game.describe, state, viewer, meant))
    if game.shapes:
        return (game.shapes(state, viewer).words,)
    raise RefereeError(f"{game.title} cannot be described in words yet: /key")


async def looked_up(
    referee: Referee, table: OpenMatch, seat: int, viewer: int | None, word: str, rest: str
) -> str | None:
    """The answer to `rule ID`, `describe UNIT` or `odds ORDER`; None for any other word.

    Raises `RefereeError`.
    """
    if word == "rule":
        return rule_text(rest, table.game)
    if word == "describe":
        return "\n".join(await described(table, viewer, rest))
    if word != "odds":
        return None
    found = await odds_of(referee, table, seat, rest)
    if isinstance(found, Reply):
        raise RefereeError(reply_text(found, "text"))
    return "\n".join(found)


async def caught_up(
    referee: Referee, table: OpenMatch, seat: int, turns: Sequence[TurnTime]
) -> tuple[int, list[str]]:
    """The number of a seat's last live entry (0: none), and what happened since, as it sees it."""
    own = [entry.number for entry in table.match.live() if entry.seat == seat]
    start = max(own, default=0)
    lines: Sequence[str] = await report_since(referee, table, start, seat, short=True)
    back = [link for link in table.match.links[start + 1 :] if link.to is not None]
    names = {one: table.name_of(one) for one in table.seats} | {GM: "the GM", seat: "you:"}
    gone = [f"#{link.number}: {names[link.seat]} {went_back(table, link)}" for link in back]
    lines = list(latest((*lines, *gone)))
    if not table.is_over:
        awaited = ", ".join("you" if one == seat else table.name_of(one) for one in table.awaited)
        lines.append(f"Now waiting for {awaited or 'nobody'}.")
    for turn in open_turns(turns):
        if turn.seat == seat and turn.due is not None:
            lines.append(f"Your deadline: {both(turn.due)}.")
    return start, lines
