"""Who was late how often: what the policy of a match makes of the turns that were missed."""

from collections.abc import Sequence

from bot.referee.clock import Policy, policy_of
from bot.referee.service import OpenMatch
from bot.store import TurnTime
from rules.line.orders import GM

ENDS_ROW = ("orders", "opened")
"""A player who left a plan has not gone; one who came back to an opened seat begins anew."""


def graces_left(turns: Sequence[TurnTime], turn: TurnTime, policy: Policy) -> int:
    """How often a player's missed deadline will still be put off."""
    same = [one for one in turns if one.seat == turn.seat and one.holder == turn.holder]
    return policy.grace - sum(one.graces for one in same)


def missed_in_a_row(turns: Sequence[TurnTime], seat: int, holder: str) -> list[TurnTime]:
    """The newest turns of a player that were ended for him, newest first."""
    own = [one for one in turns if one.seat == seat and one.state in ("met", "missed")]
    found = []
    for turn in reversed(own):
        if turn.state != "missed" or turn.holder != holder or turn.how in ENDS_ROW:
            break
        found.append(turn)
    return found


def to_open(table: OpenMatch, turns: Sequence[TurnTime]) -> list[TurnTime]:
    """The last missed turns of seats that policy opens for a substitute."""
    after = policy_of(table).open_after
    found = []
    for seat, user in table.record.seats:
        row = missed_in_a_row(turns, seat, user) if seat != GM and after else []
        if after and len(row) >= after:
            found.append(row[0])
    return found
