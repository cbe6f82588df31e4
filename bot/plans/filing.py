"""Check a plan when it is left (each line must be readable, clear, and for units of the seat), and
read it back as what it would do now."""

from dataclasses import replace
from typing import Any

from bot.doors.freely import meant
from bot.match.reply import Reply
from bot.match.tree import canonical
from bot.plans.plan import Plan, read_again
from bot.plans.standing import actors_of, standing_now, wrong_standing
from bot.reading.conditions import holds, trouble
from bot.reading.decide import READING
from bot.reading.whom import doers, misnamed
from bot.reading.world import try_out
from bot.referee.open_match import must_have
from bot.referee.service import OpenMatch, Referee, RefereeError
from grammar.errors import ParseError
from grammar.plans import LONGEST, MOST_LINES, PlanLine, lines_of, read_line, read_standing
from rules.line.frozen import Frozen
from rules.line.orders import AcceptDraw, DeclineDraw, EndPhase, OfferDraw, Resign, Undo
from rules.line.overrides import Rewind
from rules.line.work import Budget, Spent

READ_BACK = 300_000
"""Steps of work for saying what a plan would do now."""

UNREAD = "this takes too long to read beside the rest: say it in the words of an order"
UNTRIED = "what that would be now takes too much reckoning beside the rest"

NOT_PLANNED = (Resign, OfferDraw, AcceptDraw, DeclineDraw, Undo, Rewind)


class Wrong(Frozen):
    """What is wrong with a line of a plan: the reason, or where reading it stopped."""

    number: int
    line: str
    why: str = ""
    problem: ParseError | None = None


class Checked(Frozen):
    """The text of a plan as it would be stored, or what is wrong with its lines."""

    text: str = ""
    wrong: tuple[Wrong, ...] = ()


class PlanFiling:
    """Checks and reads back plans; nothing is filed."""

    def __init__(self, referee: Referee) -> None:
        self.referee = referee

    def check(self, table: OpenMatch, seat: int, text: str) -> Checked:
        """Check every line of a plan.  Raises `RefereeError` if the whole plan cannot be left."""
        check_plans(table)
        if len(text) > LONGEST:
            raise RefereeError(f"a plan has at most {LONGEST:,} characters")
        lines = lines_of(text)
        if not lines:
            raise RefereeError("this plan has no line; write plan: and then its orders (help plan)")
        if len(lines) > MOST_LINES:
            raise RefereeError(f"a plan has at most {MOST_LINES} lines, not {len(lines)}")
        wrong: list[Wrong] = []
        kept: list[str] = []
        before: PlanLine | None = None
        own = Budget(READING)
        for number, said in enumerate(lines, 1):
            try:
                with own:
                    line = self.line(table, seat, number, said, before)
            except Spent as spent:
                if spent.budget is not own:
                    raise
                line = Wrong(number, said, UNREAD)
            if isinstance(line, Wrong):
                wrong.append(line)
                before = None if line.problem else before
            else:
                kept.append(line.text)
                before = line
        if not wrong and all(read_again(one).sort == "stop" for one in kept):
            raise RefereeError("this plan only says when it ends; what shall be done before?")
        return Checked("" if wrong else "\n".join(kept), tuple(wrong))

    def line(
        self, table: OpenMatch, seat: int, number: int, said: str, before: PlanLine | None
    ) -> PlanLine | Wrong:
        """Check one line: returns it as it would be stored, or what is wrong with it."""
        line = read_line(said)
        if isinstance(line, ParseError):
            return Wrong(number, said, problem=line)
        if line.otherwise and (before is None or before.condition is None):
            return Wrong(number, said, '"otherwise" needs a line with "if" just before it')
        standing = read_standing(line) if line.order else None
        if isinstance(standing, ParseError):
            return Wrong(number, said, problem=standing)
        line = replace(line, standing=standing)
        if line.order:
            line, why = self.ordered(table, seat, line)
            if isinstance(why, ParseError):
                return Wrong(number, said, problem=why)
            if why:
                return Wrong(number, said, why)
        if line.condition is not None:
            game, state = table.game, table.state
            actors = actors_of(table, seat, line)
            why = trouble(game, state, seat, line.condition, actors)
            if not why and line.sort == "stop":
                fact = holds(game, state, seat, line.condition, state)
                why = f"it is so already ({fact}): the plan would end at once" if fact else ""
            if why:
                return Wrong(number, said, why)
        return line

    def ordered(
        self, table: OpenMatch, seat: int, line: PlanLine
    ) -> tuple[PlanLine, str | ParseError]:
        """Check what a line orders: a standing order for units of the seat, or system sentences.

        Returns the line, in the words of the law if it is one sentence, and what is wrong with it.
        """
        if line.standing is not None:
            return line, wrong_standing(table, seat, line.standing)
        if wrong := misnamed(table.game, table.state, seat, line.order):
            return line, wrong
        named, own = doers(table.game, table.state, seat, line.order)
        if not own:
            return line, f"{', '.join(named) or line.order} is not yours to order"
        said = meant(table, seat, line.order)
        if said.silent or said.reply is not None:
            return line, said_instead(said.reply, line)
        lines = self.referee.read(table, seat, said.text)
        for written in lines:
            if written.problem is not None:
                found = written.problem
                if written.text == line.order:
                    found = replace(found, line=line.text, column=found.column + line.column)
                return line, found
            if any(isinstance(order, NOT_PLANNED) for order in written.orders):
                return line, "that is for you alone to say, in the match itself"
        if not lines:
            return line, "there is no order in this line"
        if len(lines) > 1 or lines[0].text == line.order:
            return line, ""
        sentence = " then ".join(canonical(lines[0].orders))
        return replace(line, text=line.text[: line.column] + sentence, order=sentence), ""

    # --- reading back ---------------------------------------------------------------------------

    def read_back(self, table: OpenMatch, plan: Plan, before: Any, trial: bool = True) -> list[str]:
        """Every line with what it would do now.

        `before` is the state in which the plan was left; `trial`: sentences may be tried, since
        nothing is secret from the player.
        """
        found, own = [], Budget(READ_BACK)
        for number, line in enumerate(plan.lines):
            done = " (done)" if number in plan.noted.done else ""
            try:
                with own:
                    now = "" if done else self.now(table, plan.seat, line, before, trial)
            except Spent as spent:
                if spent.budget is not own:
                    raise
                now = UNTRIED
            found.append(f"{number + 1} {line.text}{done}{f': {now}' if now else ''}")
        return found

    def now(self, table: OpenMatch, seat: int, line: PlanLine, before: Any, trial: bool) -> str:
        """Say what a line would do if its time had come now."""
        if not line.order:
            return ""
        if line.standing is not None:
            said = "; ".join(standing_now(table, seat, line.standing))
        else:
            said = self.sentence_now(table, seat, line) if trial else ""
        if line.condition is None or not said:
            return said
        game, state = table.game, table.state
        actors = actors_of(table, seat, line)
        fact = holds(game, state, seat, line.condition, before, actors)
        return f"{said}; {f'it is so now: {fact}' if fact else 'it is not so now'}"

    def sentence_now(self, table: OpenMatch, seat: int, line: PlanLine) -> str:
        """Say whether the rules would accept the sentences of a line now, and if not, why."""
        texts = sentences_of(self.referee, table, seat, line.order)
        trial = try_out(table.game, table.state, seat, texts)
        if not trial.read:
            return "now it could not be read"
        if trial.rule:
            return f"not now: {trial.why} ({trial.rule})"
        return "now it would be accepted"


def check_plans(table: OpenMatch) -> None:
    """Check that a plan can be left in this match now.  Raises `RefereeError`."""
    must_have(table, table.game.plans, "knows no plans")
    if table.is_over:
        raise RefereeError("this match is over")


def said_instead(reply: Reply | None, line: PlanLine) -> str:
    """Say why the words of a line are no order, and what could be written instead."""
    if reply is None:
        return f"there is no order in {line.order[:60]!r}"
    why = reply.problem.rstrip(".") or "this can be read in several ways"
    options = reply.offer or reply.options
    listed = " or ".join(f'"{one}"' for one in options[:3])
    return f"{why}; write {listed}" if options else why


def sentences_of(referee: Referee, table: OpenMatch, seat: int, order: str) -> tuple[str, ...]:
    """The sentences to be filed for the words of a line now."""
    said = meant(table, seat, order)
    text = said.text if said.reply is None and said.text else order
    return tuple(one.text for one in referee.read(table, seat, text)) or (order,)


def is_repeated(referee: Referee, table: OpenMatch, seat: int, line: PlanLine) -> bool:
    """Is a line carried out in every turn (a standing order, `always ...`, the end of a phase)?"""
    if line.standing is not None or line.sort == "always":
        return True
    written = referee.read(table, seat, line.order)
    orders = [order for one in written for order in one.orders]
    return bool(orders) and all(isinstance(order, EndPhase) for order in orders)
