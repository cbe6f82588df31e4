"""What a player at the console can look up: how to play, a rule, what a thing is, odds."""

import re

import grammar
from bot.doors.suggest import suggestions_of
from bot.history.rulebook import rule_text
from bot.history.study import described, odds_of
from bot.match.reply import Reply
from bot.referee.service import Referee, Table
from bot.render import reply_text

HOW = re.compile(
    r"(how\s+(do\s+(i|we|you)|to)\s+play|what\s+(can|do)\s+i\s+do|tutorial|rules|learn|\?)[?.!]*",
    re.IGNORECASE,
)
WORDS = ("rule", "describe", "odds")


def is_lookup(text: str) -> bool:
    """Does a line ask for something that changes nothing?"""
    word, _, rest = text.strip().partition(" ")
    return HOW.fullmatch(text.strip()) is not None or (word.lower() in WORDS and bool(rest.strip()))


async def look_up(referee: Referee, table: Table, seat: int, viewer: int, text: str) -> str:
    """The answer to such a line.  Raises `RefereeError` with one sentence."""
    word, _, rest = text.strip().partition(" ")
    if word.lower() == "rule" and rest.strip():
        return rule_text(rest)
    if word.lower() == "describe" and rest.strip():
        return "\n".join(described(table, viewer, rest.strip()))
    if word.lower() == "odds" and rest.strip():
        found = await odds_of(referee, table, seat, rest.strip())
        return reply_text(found, "text") if isinstance(found, Reply) else "\n".join(found)
    return await how_to_play(referee, table, seat)


async def how_to_play(referee: Referee, table: Table, seat: int) -> str:
    """One page: where the match stands, orders that could be given now, where to read on."""
    game, state = table.game, table.match.state
    name = game.seat_name(state, seat)
    orders = await suggestions_of(referee).examples(table, seat, 5)
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
