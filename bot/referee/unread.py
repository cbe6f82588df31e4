"""What is answered to lines that cannot be read: where reading stopped, what would fit there."""

from bot.match.dice import seeded
from bot.match.reply import RefusedLine, Reply, Unreadable
from bot.referee.nearest import nearest_legal
from bot.referee.open_match import OpenMatch
from grammar import Written
from rules.line.errors import Refusal
from rules.line.orders import Unread

EXAMPLES = 5
"""So many lines of a message that cannot be read are answered with an example of what can."""


def answer_unread(table: OpenMatch, seat: int, lines: tuple[Written, ...]) -> Reply | None:
    """The answer to a message some line of which cannot be read; None if all can.

    All bad lines are answered together, and nothing of the message runs.  A line of data bars
    nothing: it is refused in its turn.
    """
    unreadable, refused = list[Unreadable](), list[RefusedLine]()
    for written in lines:
        if not written.bars or written.problem is None:
            continue
        rule, why = _rule_for(table, seat, written)
        problem = written.problem
        if isinstance(written.orders[0], Unread) and written.orders[0].rule:
            refused.append(RefusedLine(written.text, rule, why))
            continue
        shown = len(unreadable) < EXAMPLES
        form = nearest_legal(table.match, seat, problem.line, problem.form) if shown else ""
        advice = (problem.fits, problem.nearest, form, problem.why)
        unreadable.append(Unreadable(problem.line, rule, problem.column, *advice))
    if not unreadable and not refused:
        return None
    held = tuple(one.text for one in lines if one.problem is None)
    return Reply(refused=tuple(refused), unreadable=tuple(unreadable), unrun=held)


def _rule_for(table: OpenMatch, seat: int, written: Written) -> tuple[str, str]:
    """The system's own rule ID for a line that cannot be read."""
    try:
        table.match.play(seat, written.orders, seeded("", "", 0))
    except Refusal as refusal:
        return refusal.rule, refusal.why
    return table.game.gm_rule, "this line cannot be read"
