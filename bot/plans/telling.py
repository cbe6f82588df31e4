"""Texts about a plan, for its player alone: how it stands, what is wrong with it, what it did."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from bot.doors.suggest import help_text
from bot.match.reply import within
from bot.plans.carrying import Carried
from bot.plans.filing import Checked, Wrong
from bot.plans.plan import Plan
from bot.referee.open_match import cut
from bot.referee.service import OpenMatch
from bot.render.wording import fixed, said, strong
from grammar.errors import ParseError, explain
from grammar.plans import TOPIC, examples, frame
from rules.border.plans import PlanWords
from rules.display.view import Form

HOW = (
    "  plan  shows it; plan now  uses it; plan on  in each of your turns; plan off; plan clear",
    "What stands there as an order is done once, a standing order in each turn, and so is what",
    "begins with always. What is refused then is left out. It ends at a surprise that it names.",
    "Nobody else sees it, until its orders are filed.",
    "Beside orders a condition is decided at once: ..; if O1 dies, ..; otherwise, ..",
)
NAME = re.compile(r"L1|L2|O1|8,3")
NONE = "You have left no plan here. It is written like this: plan: {example}"
DEADLINE = "It is used if you miss a deadline, before your turn is ended (plan on: at once)."
AT_ONCE = "It is used as soon as it is your turn, and if you miss a deadline (plan off: only then)."
NO_CLOCK = "This match has no clock, so no deadline can be missed: plan on, or plan now."
SECRET = "What it would do now is not tried while something in this match is secret from you."


def standing_text(
    table: OpenMatch, plan: Plan, lines: Sequence[str], form: Form, notes: Sequence[str] = ()
) -> str:
    """The text of a plan as it stands, line by line, and when it is used."""
    name = strong(f"Your plan for {table.name_of(plan.seat)}", form)
    noted = plan.noted
    head = f"{name} since #{noted.since} (nobody else sees it)"
    if noted.ended:
        head = f"{name} ended at #{noted.ended_at}: {said(noted.ended, form)}"
    use = () if noted.ended else (AT_ONCE if noted.at_once else DEADLINE,)
    return "\n".join(within([f"{head}:", *(said(line, form) for line in (*lines, *use, *notes))]))


def wrong_text(checked: Checked, form: Form) -> str:
    """The text for a plan that was not left: every faulty line with a caret or a reason."""
    told = ("\n".join(wrong_lines(wrong, form)) for wrong in checked.wrong)
    parts = within(list(told), "... and more lines that cannot be kept")
    return "\n".join((*parts, "No plan was left; the one before it stands as it was."))


def wrong_lines(wrong: Wrong, form: Form) -> list[str]:
    """The text of one faulty line."""
    if wrong.problem is None:
        return [said(f"{wrong.number} {cut(wrong.line, 80)}: {wrong.why}", form)]
    return [said(f"In line {wrong.number}:", form), *pointed(wrong.problem, form)]


def pointed(problem: ParseError, form: Form) -> list[str]:
    """The line with a caret where reading stopped, and what fits there."""
    shown, caret, *advice = explain(problem).split("\n")
    return [fixed(f"{shown}\n{caret}", form), *(said(line, form) for line in advice)]


def used_text(table: OpenMatch, came: Carried, why: str, form: Form) -> str:
    """The text of what a plan did, what was left out and why, and what waits."""
    plan = came.plan
    name = strong(f"Your plan for {table.name_of(plan.seat)}", form)
    filed = ", ".join(f"#{one.number} {' then '.join(one.orders)}" for one in came.filed)
    lines = [f"filed {filed}" if filed else "nothing could be filed"]
    lines += [f"left out: {one.line}: {one.why}" for one in came.left if one.refused]
    lines += [f"waits: {one.line}: {one.why}" for one in came.left if not one.refused]
    if plan.noted.ended:
        lines.append(f"it has ended: {plan.noted.ended}")
    head = f"{name} was used ({said(why, form)}):"
    return "\n".join((head, *(f"- {said(line, form)}" for line in lines)))


def ended_text(table: OpenMatch, plan: Plan, form: Form) -> str:
    """The text for a plan that ended at a surprise that its player named."""
    name = strong(f"Your plan for {table.name_of(plan.seat)}", form)
    return f"{name} has ended: {said(plan.noted.ended, form)}. What you do now is yours again."


def none_text(table: OpenMatch, seat: int, form: Form) -> str:
    """The text for a player without a plan, with an example for this match."""
    lines = help_lines(table, seat)
    ends = [line for line in lines if line.startswith("stop")]
    return said(NONE.format(example="; ".join((lines[0], *ends[1:2]))), form)


def how_to_plan(table: OpenMatch, seat: int) -> str:
    """The help on plans, with units of this match."""
    lines = [f"  {line}" for line in help_lines(table, seat)]
    return "\n".join((frame().title, *lines, *HOW))


def help_on(table: OpenMatch, seat: int | None, topic: str) -> str:
    """The help on a topic, plans included, with units of this match."""
    if topic == TOPIC and seat and table.game.plans:
        return how_to_plan(table, seat)
    return help_text(table, seat, topic)


def help_lines(table: OpenMatch, seat: int) -> list[str]:
    """Example lines of plans for this system, standing orders first, with units of this match."""
    game = table.game
    if not game.plans:
        return []
    shown = [text for text in examples() if fits(game.plans.terms, text)]
    shown.sort(key=lambda text: not text.startswith("L1 attacks"))
    names = names_here(table, seat)
    return list(dict.fromkeys(renamed(text, names) for text in shown))


def fits(terms: PlanWords, text: str) -> bool:
    """Does an example fit this system (no charge or hurt where there is no such thing)?"""
    return not (
        ("charge" in text and "charge" not in terms.acts)
        or (" hurt" in text and not terms.health)
        or text.startswith(("always", "L1 moves"))
    )


def names_here(table: OpenMatch, seat: int) -> dict[str, str]:
    """Maps the names in examples to two units of the seat, an enemy and a place in this match."""
    game: Any = table.game
    state = table.state
    known = [body for body in game.plans.bodies(state, seat) if body.counts]
    known.sort(key=lambda body: not body.health)
    own = [body for body in known if body.seat == seat]
    foes = [body for body in known if body.seat != seat]
    things = game.things(state, seat) if game.things else ()
    places = [one.at for one in things if one.seat == seat and one.at]
    far = places[-1] if places else ""
    far = own[-1].ref if own and far == own[0].ref else far
    names = {"L1": own[:1], "L2": own[1:2], "O1": foes[:1]}
    found = {usual: meant[0].ref for usual, meant in names.items() if meant}
    return {**found, **({"8,3": far} if far else {})}


def renamed(text: str, names: Mapping[str, str]) -> str:
    """Replace the names in an example by those of this match."""
    return NAME.sub(lambda found: names.get(found[0], found[0]), text)
