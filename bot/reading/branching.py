"""Orders on a condition: which of them are to be carried out, decided one after the other."""

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
    """Is a line carried out?  None: that cannot be told, and `why`; `waits`: it may come to be."""

    taken: bool | None
    why: str = ""
    waits: bool = False

    def passed_by(self, reply: Reply, lines: Sequence[str]) -> Reply:
        """The reply where the first of these lines is not carried out: it is not so, or that
        cannot be told, and then nothing that is written after it is done either."""
        if self.taken is not None:
            return replace(reply, untaken=(*reply.untaken, lines[0]))
        return replace(reply, problem=f"{lines[0]}: {self.why}", unrun=tuple(lines))


@dataclass
class Branching:
    """The conditions of one message of a seat, each decided when the lines before it are done.

    `before` is the state in which the message came; `taken`: was the line before carried out?
    """

    game: Game[Any]
    seat: int
    before: Any
    taken: bool = False
    said: str = ""
    """The condition that was decided last."""

    def decide(self, line: Written, state: Any, acted: bool) -> Branch:
        """Whether a line is carried out in a state; `acted`: something of the message was done."""
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
        """A line that is carried out as the plain order that it comes to, marked with what was
        decided: it can be read, and done again, without the rest of its message."""
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
        """Does it speak of the death of enemies?  With `otherwise` it asks who lives now."""
        known = bodies_of(self.game, self.before, self.seat)
        refs = whom(self.game, self.before, self.seat, condition.who).refs
        return condition.happens == "dies" and all(
            known[ref].seat != self.seat for ref in refs if ref in known
        )
