"""Decide which orders on a condition are carried out, one line after the other."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.match.reply import Reply
from bot.reading.conditions import have_fallen, is_of_others, settled, trouble, waits
from bot.reading.whom import bodies_of, doers, whom
from grammar import Written
from grammar.plans import Condition
from rules.border.game import Game
from rules.line.frozen import Frozen

WAITS = "that waits for what is still to come"
UNTOLD = "I cannot tell whether it is so"
NO_PLANS = "nothing is done on a condition here"


class Branch(Frozen):
    """Whether a line is carried out.

    `taken` is None if that cannot be told (`why` says the reason); `waits`: the condition may still
    come true.
    """

    taken: bool | None
    why: str = ""
    waits: bool = False

    def passed_by(self, reply: Reply, lines: Sequence[str]) -> Reply:
        """Add to a reply that the first of these lines is not carried out.  If its condition cannot
        be told, none of the lines after it is carried out either."""
        if self.taken is not None:
            return replace(reply, untaken=(*reply.untaken, lines[0]))
        return replace(reply, problem=f"{lines[0]}: {self.why}", unrun=tuple(lines))


@dataclass
class Branching:
    """Decides the conditions of one message, each after the lines before it are carried out.

    `before` is the state in which the message came; `taken`: was the line before carried out?
    """

    game: Game[Any]
    seat: int
    before: Any
    taken: bool = False
    said: str = ""
    """The words of the condition that was decided last."""

    def decide(self, line: Written, state: Any, acted: bool) -> Branch:
        """Decide whether a line is carried out in a state; `acted`: some order of the message was
        carried out before it."""
        given = line.given
        if given is None:
            return Branch(True)
        if given.condition is None:
            return Branch(not self.taken)
        branch = self._condition(given.condition, given.order, state, acted, given.paired)
        self.taken = bool(branch.taken)
        self.said = line.text[: line.text.rfind(given.order)].rstrip(" ,:")
        return branch

    def as_plain(self, line: Written) -> Written:
        """Return the plain order of a line to be carried out, with the decision as its comment, so
        that it can be read and replayed without the rest of its message."""
        if line.given is None:
            return line
        said = f"{self.said[:1].lower()}{self.said[1:]}"
        mark = said or "otherwise"
        if line.given.condition is None and said:
            mark = f"not so: {said}"
        mark = f"{mark}; {line.reason}" if line.reason else mark
        return replace(line, text=line.given.order, reason=mark)

    def _condition(
        self, condition: Condition, order: str, state: Any, acted: bool, paired: bool
    ) -> Branch:
        game, seat, before = self.game, self.seat, self.before
        if not game.plans:
            return Branch(None, NO_PLANS)
        if condition.happens == "dies" and have_fallen(game, before, seat, condition.who):
            return Branch(not condition.turned)
        actors, _ = doers(game, state, seat, order)
        if why := trouble(game, before, seat, condition, actors):
            return Branch(None, why)
        if is_of_others(game, before, seat, condition):
            return Branch(None, WAITS, waits=True)
        so = settled(game, state, seat, condition, before, actors)
        if so is None:
            return Branch(None, UNTOLD)
        happened = so != condition.turned
        if waits(condition) and not (acted or happened or (paired and self._of_foes(condition))):
            return Branch(None, WAITS, waits=True)
        return Branch(so)

    def _of_foes(self, condition: Condition) -> bool:
        """Is the condition about the death of enemies?  If an `otherwise` follows, it asks who is
        alive now."""
        known = bodies_of(self.game, self.before, self.seat)
        refs = whom(self.game, self.before, self.seat, condition.who).refs
        return condition.happens == "dies" and all(
            known[ref].seat != self.seat for ref in refs if ref in known
        )
