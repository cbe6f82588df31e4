"""The text of answers in chat: the reason first, then what to do, the rule in small print last."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from bot.match.reply import Accepted, RefusedLine, Reply, UnreadLine
from bot.referee.service import OpenMatch, Referee
from bot.render.wording import arrows, inside_fence, no_mentions, plain
from rules.display.view import unstyled
from rules.line.orders import GM

SHOWN = 60
"""The most characters that are quoted of what somebody wrote."""

MOST_OPTIONS = 5

MOST_REASONS = 3
"""The most reasons given for the refused parts of one line."""


def said(text: str) -> str:
    """A sentence of the rules, formatted for chat."""
    return plain(arrows(text))


def quoted(text: str) -> str:
    """Quote what somebody wrote, shortened and without mentions."""
    text = " ".join(text.split())
    return plain(text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}\u2026")


def sentence(why: str) -> str:
    """A reason as a full sentence, formatted for chat."""
    why = said(why.strip())
    ended = why.endswith((".", "!", "?"))
    return f"{why}{'' if ended or not why else '.'}"


def small(rules: Sequence[str]) -> list[str]:
    """At most two of the rules behind an answer, as a line in small print."""
    named = [rule for rule in dict.fromkeys(rules) if rule]
    return [f"-# {', '.join(named[:2])}"] if named else []


def answer_text(reply: Reply, receipts: Mapping[int, Sequence[str]] = MappingProxyType({})) -> str:
    """The whole text of a reply, for Discord; `receipts`: short lines for entries, by number."""
    lines: list[str] = []
    for one in reply.accepted:
        lines += receipts.get(one.number) or accepted_lines(one)
    lines += [said(line) for one in reply.answers for line in one.report]
    several = len(reply.accepted) + len(reply.refused) + len(reply.unrun) > 1
    lines += refused_lines(reply.refused, several)
    for bad in reply.unreadable:
        lines += unreadable_lines(bad)
    guess = bool(reply.offer or reply.options)
    lines += [sentence(reply.problem)] if reply.problem and not guess else []
    lines += offer_lines(reply)
    lines += [f"Condition not met, nothing done: {quoted(line)}" for line in reply.untaken]
    if reply.passed_over:
        lines.append(f"Passed over as talk: {'; '.join(map(quoted, reply.passed_over[:5]))}")
    if reply.unrun:
        lines += ["Not filed; edit and send again:", fenced("\n".join(reply.unrun))]
    rules = [one.rule for one in reply.faults]
    about = [f"-# {said(reply.problem)}"] if reply.problem and guess else []
    return "\n".join((*lines, *about, *small(rules)))


def accepted_lines(one: Accepted) -> list[str]:
    """`#17 L1 moves to 5,12`, what happened, and the parts that were refused."""
    again = " (filed already)" if one.repeated else ""
    read_as = "read as: " if one.typed else ""
    head = f"#{one.number} {read_as}{said(' then '.join(one.orders))}".rstrip() + again
    lines = [head, *map(said, one.report)]
    known = set(one.report)
    fresh = [part for part in one.refused if f"{part.rule}: {part.why}" not in known]
    return lines + refused_lines(fresh, False)


def refused_lines(refused: Sequence[RefusedLine], several: bool) -> list[str]:
    """One line of text per refused line, with each reason once; it names the refused line if there
    are several."""
    found: dict[str, list[str]] = {}
    for one in refused:
        found.setdefault(one.line, []).append(one.why)
    several = several and (len(found) > 1 or len(refused) == 1)
    lines = []
    for line, reasons in found.items():
        told = list(dict.fromkeys(sentence(why) for why in reasons))
        more = f" {len(told) - MOST_REASONS} more." if len(told) > MOST_REASONS else ""
        about = f"*{quoted(line)}*: " if several and line else ""
        lines.append(f"{about}{' '.join(told[:MOST_REASONS])}{more}")
    return lines


def unreadable_lines(bad: UnreadLine) -> list[str]:
    """Say what could not be read, and how it could be written."""
    word = word_at(bad.line, bad.column)
    if bad.why:
        problem = sentence(f"{bad.why[:1].upper()}{bad.why[1:]}")
    elif word:
        problem = f"I cannot read \u201c{quoted(word)}\u201d in *{quoted(bad.line)}*."
    else:
        problem = f"*{quoted(bad.line)}* is not complete."
    advice = ""
    if bad.nearest:
        advice = f" Did you mean \u201c{plain(bad.nearest)}\u201d?"
    elif bad.fits and not bad.why:
        advice = f" There could stand: {plain(', '.join(bad.fits[:4]))}."
    lines = [problem + advice]
    return [*lines, f"It is written like this: {plain(bad.form)}"] if bad.form else lines


def word_at(line: str, column: int) -> str:
    """The word at which reading stopped; empty at the end of the line."""
    rest = line[max(0, column) :].split()
    return rest[0] if rest else ""


def offer_lines(reply: Reply) -> list[str]:
    """The offer of a reply: one sentence in bold, or several options numbered."""
    if len(reply.offer) == 1:
        return [f"Did you mean **{plain(reply.offer[0])}**?"]
    if reply.offer:
        return ["Did you mean:", fenced("\n".join(reply.offer))]
    if reply.options:
        numbered = [f"{at}. {one}" for at, one in enumerate(reply.options[:MOST_OPTIONS], 1)]
        return ["It could be:", fenced("\n".join(numbered))]
    return []


def fenced(text: str) -> str:
    """Text in fixed width."""
    return f"```\n{no_mentions(inside_fence(text))}\n```"


def effect(referee: Referee, table: OpenMatch, seat: int, text: str) -> str:
    """Tell in a line what a sentence would do if it were filed now, as far as everybody may know.

    Empty if it rolls dice, reveals something secret, or could not be undone.
    """
    game, state = table.game, table.state
    lines = referee.read(table, seat, text)
    if seat == GM or len(lines) != 1 or lines[0].problem or lines[0].given or not game.brief:
        return ""
    orders = lines[0].orders
    events = table.tried(seat, *orders)
    if events is None or any(event.draws or event.bars_undo for event in events):
        return ""
    if table.match.secret(events, state):
        return ""
    told = game.brief(state, orders, events, None)
    return said(unstyled(told[0])) if told else ""
