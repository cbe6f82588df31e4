"""Read free words at the doors: what to file, what to offer, and what to answer instead."""

import re
from dataclasses import dataclass, replace
from typing import Any

import grammar
from bot.doors.taking_back import undo_meant
from bot.match.reckoned import kept
from bot.match.reply import Reply
from bot.match.tree import Link, canonical
from bot.reading.conditional import Conditional, conditional
from bot.reading.decide import TOO_MUCH, structural, understand
from bot.reading.decision import GUESSED, Decision, Door, Kind, ReadAs
from bot.reading.law import comments_of, is_law, stands_alone
from bot.reading.limits import is_too_long
from bot.reading.taught import ruling_of
from bot.reading.world import is_final, is_grave, strict_orders, world_of
from bot.referee.service import OpenMatch
from bot.referee.unread import answer_unread
from grammar.doubt import (
    Message,
    ReadSentence,
    doubts_of,
    is_example,
    is_turned_round,
    may_withdraw,
    not_ones_own,
)
from grammar.language import language
from grammar.own_words import own_words
from grammar.plans import LONGEST_LINE, PlanLine, read_line
from grammar.reader.spoken import STRETCHED
from grammar.reader.tokens import tokens_of
from grammar.reader.weights import stem
from rules.line.orders import GM
from rules.line.work import within

FIRST = "`{line}` takes back what was given before this message: send it by itself, or first."
WAITS = re.compile(r"(if|when|in\s+case|as\s+soon\s+as)\b", re.IGNORECASE)
NOT_OWN = (
    "What is quoted, struck out or left unticked orders nothing; write it without that to order it."
)
UNREAD = "I do not read the rest"
OUTRIGHT = (
    "what ends a turn, a phase or the match, or takes something back, is not guessed: write it in "
    "plain words, without slips"
)
A_SLIP = 5
"""In a message of at most this many words, an end that is not said outright is taken for a slip, a
question or a thought."""

BY_BOTH = 5_500_000
"""Steps of work that a message may take in all: read as a whole, in parts, and ranked.  The
costliest of the 346 longest messages of the corpus takes 3.9 million."""

_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Meant:
    """What a text of a seat means.

    `text` is what is to be filed, in the words of the law; `typed` pairs its sentences with what
    was typed for them.  `reply` is the answer if nothing is filed.  `silent`: nothing is answered.
    """

    text: str = ""
    typed: tuple[tuple[str, str], ...] = ()
    reply: Reply | None = None
    silent: bool = False
    passed_over: tuple[str, ...] = ()
    quiet: bool = False
    """It may be an order: its author alone may ask how it would be read."""
    nothing: bool = False
    """No word of it was understood as an order; the `reply` is the law's error."""
    beside: tuple[str, ...] = ()
    """Lines that are not filed with the rest; `why` says the reason."""
    why: str = ""
    read_after: Link | None = None
    """The last entry when free words were read: after another one they may mean something else."""

    def typed_as(self, sentence: str) -> str:
        """What was typed for a filed sentence; empty if it is the same."""
        said = dict(self.typed).get(sentence, "")
        return "" if said == sentence else said


def meant(table: OpenMatch, seat: int, text: str, door: Door = "mention") -> Meant:
    """Read a text in the current state of the match.  Files nothing.

    What the law reads is to be filed as it stands; a text that cannot be read at all is answered
    with the law's error.
    """
    game = table.game
    if seat == GM and (ruling := ruling_of(text)):
        return Meant(ruling, ((ruling, text),))
    if _is_long(game.id, text, seat):
        return Meant(text)
    own = own_words(text)
    if not own.strip():
        return Meant(silent=True) if door == "chat" else Meant(reply=Reply(problem=NOT_OWN))
    text = own
    if is_too_long(text):
        strict = is_law(game, table.state, seat, text)
        return Meant(silent=True) if door == "chat" and not strict else Meant(text)
    plain, undone, stop = _taking_back(table, seat, table.in_words(text))
    if stop is not None:
        return Meant(reply=stop)
    state = table.state
    found = _read(table, state, seat, plain, text if not undone else plain, door)
    if undone and found.text:
        found = replace(found, typed=(*undone, *found.typed))
    return replace(found, read_after=table.match.links[-1]) if found.typed else found


def _taking_back(
    table: OpenMatch, seat: int, text: str
) -> tuple[str, tuple[tuple[str, str], ...], Reply | None]:
    """Put the leading lines of a text that take something back into the words of the law.

    Returns the text, pairs of (sentence, what was typed), and the reply if something is to be
    answered instead.
    """
    lines, typed, begun = text.split("\n"), list[tuple[str, str]](), False
    for at, line in enumerate(lines):
        found = undo_meant(table, seat, line)
        if found is None:
            begun = begun or bool(line.strip())
            continue
        if found.reply is not None:
            return text, (), found.reply
        if begun:
            if strict_orders(table.game, table.state, seat, line) is None:
                return text, (), Reply(problem=FIRST.format(line=line.strip()))
            continue
        if found.sentence != line.strip():
            typed.append((found.sentence, line.strip()))
            lines[at] = found.sentence
    return "\n".join(lines), tuple(typed), None


@kept(64)
def _read(table: OpenMatch, _: Any, seat: int, plain: str, text: str, door: Door) -> Meant:
    """Read a text within one budget of work for everything that is tried.

    The doors ask about the same message several times; the result is cached for each state (the
    second argument is only part of the cache key).
    """
    meant = within(BY_BOTH, _by_both, table, seat, plain, text, door)
    if meant is not None:
        return meant
    return Meant(silent=True) if door == "chat" else Meant(reply=Reply(problem=sentence(TOO_MUCH)))


def _by_both(table: OpenMatch, seat: int, plain: str, text: str, door: Door) -> Meant:
    game, state = table.game, table.state
    if seat != GM and (found := conditional(game, state, seat, plain)) is not None:
        return _on_condition(table, seat, found, door)
    decision = _of_ones_own(table, seat, plain, understand(game, state, seat, plain, door=door))
    decision = _nothing_grave_guessed(table, seat, plain, decision)
    unread = decision.kind in ("ask", "silent", "quiet") or decision.read_as in GUESSED
    if unread and (kept := _line_by_line(table, seat, plain, decision)):
        return kept
    if decision.kind in ("silent", "quiet"):
        may_act = seat in game.awaits(state)
        return Meant(silent=True, quiet=decision.kind == "quiet" and may_act)
    if decision.kind == "run":
        return _to_file(decision, plain, text)
    if decision.kind == "offer":
        offer = _as_law(table, seat, decision.sentences)
        return Meant(reply=Reply(problem=sentence(decision.why), offer=offer))
    options = tuple(" ; ".join(_as_law(table, seat, option)) for option in decision.options)
    if options and decision.kind == "list":
        return Meant(reply=Reply(problem=sentence(decision.why), options=options))
    if decision.read_as == ReadAs.UNREAD and decision.nothing:
        return _unread(table, seat, text, why=sentence(decision.why))
    unrun = tuple(line for line in text.split("\n") if line.strip())
    unrun = unrun if len(unrun) > 1 else ()
    why = sentence(decision.why) + as_plan(plain)
    if decision.read_as == ReadAs.BARRED and len(options) == 1:
        return Meant(reply=Reply(problem=why, offer=_as_law(table, seat, decision.options[0])))
    return Meant(reply=Reply(problem=why, options=options, unrun=unrun))


def _on_condition(table: OpenMatch, seat: int, found: Conditional, door: Door) -> Meant:
    """Turn a decision on conditions into what is filed (its conditions are decided then, line by
    line), or into an offer."""
    if found.kind == "run":
        return Meant("\n".join(found.lines))
    if door == "chat":
        return Meant(silent=True, quiet=seat in table.awaited)
    offer = found.lines if found.kind == "offer" else ()
    if found.kind == "plan":
        offer = (f"plan: {'; '.join(found.lines)}",)
    return Meant(reply=Reply(problem=sentence(found.why), offer=offer))


def _of_ones_own(table: OpenMatch, seat: int, text: str, decision: Decision) -> Decision:
    """Withdraw a proposal if the message tells what somebody else does.

    A proposal that is likely all the same is kept (`.. and they are cheap`), unless it exchanges
    who acts and who is acted on.
    """
    if decision.strict or decision.kind == "run":
        return decision
    likely = decision.likely and decision.kind in ("offer", "list")
    world = world_of(table.game, table.state, seat)
    for one in decision.proposals:
        message = Message(text, tuple(map(ReadSentence, one)), world)
        doubt = next(not_ones_own(message), None)
        if doubt is not None and (not likely or is_turned_round(message)):
            kind: Kind = "silent" if decision.kind in ("silent", "quiet") else "ask"
            return Decision(kind, why=doubt.why, read_as=ReadAs.BARRED)
    return decision


def _words(text: str) -> str:
    """The words of a text in lower case, separated by single spaces."""
    return " ".join(_WORD.findall(text.lower()))


def _nothing_grave_guessed(table: OpenMatch, seat: int, text: str, decision: Decision) -> Decision:
    """Withdraw a guess that would end a turn or the match, or take something back.

    Such an order is filed only if it was said outright.  It may be offered if each of its words was
    said.  In messages of more than `A_SLIP` words, the end of a turn or phase may always be
    offered, and a draw or an undo if one of its words was said; resigning never.
    """
    if seat == GM or decision.strict:
        return decision
    graves = {one for some in decision.proposals for one in some if _is_grave(table, seat, one)}
    if graves and decision.kind != "run":
        words = [token.word for token in tokens_of(text) if token.is_word]
        if len(words) > A_SLIP:
            stems = {stem(word) for word in words}
            final = (one for one in graves if _is_final(table, seat, one))
            unsaid = {one for one in final if stems.isdisjoint(map(stem, one.split()))}
        else:
            unsaid = {one for one in graves if "?" in text or not {*one.split()} <= {*words}}
        graves = unsaid | (graves & {"resign"})
    if not graves:
        return decision
    if decision.kind == "run":
        said = dict(zip(decision.sentences, decision.sources, strict=False))
        typed = ((one, f" {_words(said.get(one, text))} ") for one in graves)
        guessed = any(
            STRETCHED.search(text) and f" {_words(one)} " not in text for one, text in typed
        )
        return Decision("ask", why=OUTRIGHT, read_as=ReadAs.BARRED) if guessed else decision
    kept = tuple(one for one in decision.options if graves.isdisjoint(one))
    if len(kept) == 1 and decision.kind == "list":
        return replace(decision, kind="offer", sentences=kept[0], options=())
    if kept:
        return replace(decision, options=kept)
    why = decision.why if decision.read_as == ReadAs.BARRED else OUTRIGHT
    silent = decision.kind in ("silent", "quiet")
    return Decision(decision.kind if silent else "ask", why=why, read_as=ReadAs.BARRED)


def _line_by_line(table: OpenMatch, seat: int, text: str, decision: Decision) -> Meant | None:
    """File the lines of a message that the law reads, without the other lines.

    None if the other lines are read too or may withdraw something, if one of the law's lines ends a
    turn or takes something back, or if all lines or none are the law's.
    """
    game, state = table.game, table.state
    lines = [line for line in text.split("\n") if line.strip()]
    law = [line for line in lines if seat != GM and stands_alone(game, state, seat, line)]
    if not 0 < len(law) < len(lines):
        return None
    read = structural(game, state, seat, text).sentences
    if not {" ".join(line.split()) for line in law}.issuperset(read):
        return None  # other lines are read too: file all of them or none
    if any(_is_grave(table, seat, line) for line in law):
        return None
    beside = tuple(line for line in lines if line not in law)
    filed = tuple(ReadSentence(line.strip(), line.strip()) for line in law)
    message = Message(text, filed, world_of(game, state, seat))
    if any(map(may_withdraw, beside)) or any(doubt.talk for doubt in doubts_of(message)):
        return None
    return Meant("\n".join(law), beside=beside, why=sentence(decision.why or UNREAD))


def _as_law(table: OpenMatch, seat: int, sentences: tuple[str, ...]) -> tuple[str, ...]:
    """Sentences as the log will show them: `L1 and L2 move`, not `moves`."""
    read = [(one, strict_orders(table.game, table.state, seat, one)) for one in sentences]
    return tuple(" then ".join(canonical(orders)) if orders else one for one, orders in read)


def _unread(table: OpenMatch, seat: int, text: str, why: str) -> Meant:
    """Answer a text that cannot be read with the law's error, if there is one.  The answer shows an
    example form only if it may be what was meant."""
    lines = grammar.read(table.game.id, text, table.names, gm=seat == GM)
    reply = answer_unread(table, seat, lines) or Reply(problem=why)
    if seat != GM:
        message = Message(text, (), world_of(table.game, table.state, seat))
        shown = tuple(
            one if is_example(message, one.form) and not _is_grave(table, seat, one.form)
            else replace(one, form="")
            for one in reply.unreadable
        )  # fmt: skip
        reply = replace(reply, unreadable=shown)
    return Meant(reply=reply, nothing=True)


def _is_grave(table: OpenMatch, seat: int, text: str) -> bool:
    """Would the sentence end a turn, a phase or the match, or take something back?"""
    return any(map(is_grave, strict_orders(table.game, table.state, seat, text) or ()))


def _is_final(table: OpenMatch, seat: int, text: str) -> bool:
    """Would the sentence end the match, or take something back?"""
    return any(map(is_final, strict_orders(table.game, table.state, seat, text) or ()))


def as_plan(text: str) -> str:
    """Say how an order that waits for something can be left as a plan; empty if it cannot."""
    said = " ".join(text.split())
    if not WAITS.match(said) or len(said) > LONGEST_LINE:
        return ""
    line = read_line(said)
    waits = isinstance(line, PlanLine) and line.condition is not None and line.sort == "once"
    return f" As a plan it can wait for that: plan: {said}" if waits else ""


def _is_long(system: str, text: str, seat: int) -> bool:
    """Is it a GM line whose text is taken as it stands (an import, a map), for the law alone?"""
    first = text.split(maxsplit=1)[:1]
    return seat == GM and bool(first) and first[0].lower().strip("*_`") in language(system).verbatim


def _to_file(decision: Decision, text: str, typed_text: str) -> Meant:
    """What is to be filed for a decision; a comment on free words goes to the first sentence."""
    if decision.strict:
        return Meant(text, () if text == typed_text else ((text, typed_text),))
    sources = decision.sources or tuple(text for _ in decision.sentences)
    typed = tuple(
        (written, " ".join(source.split())[:500])
        for written, source in zip(decision.sentences, sources, strict=False)
    )
    reason = next(iter(comments_of(text)), "")
    first, *rest = decision.sentences
    first = f"{first} // {reason}" if reason else first
    return Meant("\n".join((first, *rest)), typed, passed_over=decision.remarks)


def sentence(why: str) -> str:
    """A reason as a full sentence, with a capital and a full stop."""
    ended = why.endswith((".", "!", "?"))
    return f"{why[:1].upper()}{why[1:]}{'' if ended else '.'}" if why else ""


def with_typed(lines: tuple[grammar.Written, ...], said: Meant) -> tuple[grammar.Written, ...]:
    """Add to lines of the law what was typed for them."""
    return tuple(replace(line, typed=said.typed_as(line.text)) for line in lines)
