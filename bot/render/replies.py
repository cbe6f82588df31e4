"""A whole reply as one text: what was accepted, what was refused, what could not be read."""

from collections.abc import Iterator, Sequence
from itertools import chain

from bot.match.reply import (
    AT_ONCE,
    UNSAID,
    Accepted,
    RefusedLine,
    Reply,
    UnreadLine,
    is_full,
    within,
)
from bot.render.wording import fixed, no_mentions, safe
from rules.display.view import Form

WINDOW = 72
"""Characters of a long line that are shown around the place where reading stopped."""

MOST_FITS, MOST_UNREAD = 8, 10

ROOM, SENT_BACK, LONGEST_WHY = 200, 2_000, 1_000
"""In characters: what is always left for what happened, what is sent back of lines that were not
run, and the longest reason of a refusal."""


def reply_text(reply: Reply, form: Form) -> str:
    """The text of a reply, cut to what may be said at once (BOUND-4).

    What went wrong has priority over what happened, which can also be read with `why`.
    """
    rest = _rest(reply, form)
    room = max(ROOM, AT_ONCE - sum(len(one) + 1 for one in rest))
    done = list(_happened(reply.accepted, room, form))
    told = [line for one in reply.answers for line in one.report]
    room = max(ROOM, room - sum(len(one) + 1 for one in done))
    return "\n".join((*done, *(safe(line, form) for line in within(told, room=room)), *rest))


def _rest(reply: Reply, form: Form) -> list[str]:
    """The paragraphs after what happened, each whole, as many as there is room for."""
    several = len(reply.accepted) + len(reply.refused) + len(reply.unrun) > 1
    unrun = within(reply.unrun, "... and what stood behind them", SENT_BACK)
    options = [f"{number}. {text}" for number, text in enumerate(reply.options, 1)]
    passed_over = "; ".join(reply.passed_over[:5])
    paragraphs = chain(
        (_refused(one, form, several) for one in reply.refused),
        (_unreadable(one, form) for one in reply.unreadable[:MOST_UNREAD]),
        _more_unread(len(reply.unreadable) - MOST_UNREAD, form),
        _block("Not run; edit and send again:", unrun, form),
        _head(reply, form),
        (safe(problem, form) for problem in (reply.problem,) if problem),
        _block("Did you mean:", reply.offer, form),
        _block("It could mean:", options, form),
        (safe(f"Passed over as talk: {talk}", form) for talk in (passed_over,) if talk),
        (safe(f"Condition not met, nothing done: {line}", form) for line in reply.untaken),
    )
    found, room, left_out = list[str](), AT_ONCE - ROOM, 0
    for paragraph in paragraphs:
        if len(paragraph) < room:
            found.append(paragraph)
            room -= len(paragraph) + 1
        else:
            left_out += 1
    return [*found, *[safe(UNSAID, form)] * bool(left_out)]


def _happened(accepted: Sequence[Accepted], room: int, form: Form) -> Iterator[str]:
    """The entries made, from the first on; of those for which there is no room, their numbers."""
    for place, one in enumerate(accepted):
        lines = _lines_of(one, form)
        if place and is_full(lines, room):
            last = accepted[-1].number
            upto = f" to #{last}" if last > one.number else ""
            yield safe(f"... and #{one.number}{upto}: what came of them is in why #n", form)
            return
        shown = within(lines, f"... the rest is in why #{one.number}", room)
        room -= sum(len(line) + 1 for line in shown)
        yield "\n".join(safe(line, form) for line in shown)


def _head(reply: Reply, form: Form) -> Iterator[str]:
    """`#57 4f1c09a2be`: the hash of the log after this, to compare with any copy of the log."""
    last = reply.accepted[-1] if reply.accepted else None
    if last is not None and last.mark and form != "text":
        small = "-# " if form == "markdown" else ""
        yield f"{small}#{last.number} {last.mark}"


def _fixed(text: str, form: Form) -> str:
    """Text in fixed width, so that a caret stands where it should, without mentions."""
    return no_mentions(fixed(text, form)) if form == "markdown" else fixed(text, form)


def _lines_of(accepted: Accepted, form: Form) -> list[str]:
    """`#17 L1 moves to 5,12`, then what happened, then the parts that were refused."""
    again = " (already done)" if accepted.repeated else ""
    read_as = "read as: " if accepted.typed else ""
    head = f"#{accepted.number} {read_as}{' then '.join(accepted.orders)}".rstrip() + again
    indent = "  " if form == "text" else ""
    known = dict.fromkeys(accepted.report)
    broken = (line for line in map(_broken, accepted.refused) if line not in known)
    return [head, *(indent + line for line in (*accepted.report, *broken))]


def _broken(refused: RefusedLine) -> str:
    """`C7-MOVE-8: L1 may move 3 ...`."""
    return f"{refused.rule}: {refused.why[:LONGEST_WHY]}"


def _refused(refused: RefusedLine, form: Form, several: bool) -> str:
    """`C7-MOVE-8: L1 may move 3 ...`, below the refused line itself if there are several lines."""
    lines = [f"Refused: {refused.line}"] if several and refused.line else []
    return "\n".join(safe(line, form) for line in (*lines, _broken(refused)))


def _unreadable(unreadable: UnreadLine, form: Form) -> str:
    """The line with a caret where reading stopped, what would fit there, and the right form."""
    return "\n".join(
        (_fixed(_pointed(unreadable.line, unreadable.column), form), *_advice(unreadable, form))
    )


def _more_unread(count: int, form: Form) -> Iterator[str]:
    """How many more lines could not be read; they are not shown."""
    if count > 0:
        lines = "1 line more" if count == 1 else f"{count} lines more"
        yield safe(f"... and {lines} that I cannot read.", form)


def _pointed(line: str, column: int) -> str:
    """The line, or the part of it around the column, and a caret below."""
    line = " ".join(line.splitlines()).replace("\t", " ")
    column = max(0, min(column, len(line)))
    start = max(0, column - WINDOW // 2) if len(line) > WINDOW else 0
    before = "..." if start else ""
    after = "..." if start + WINDOW < len(line) else ""
    shown = f"{before}{line[start : start + WINDOW]}{after}"
    return f"{shown}\n{' ' * (len(before) + column - start)}^"


def _advice(unreadable: UnreadLine, form: Form) -> Iterator[str]:
    fits = unreadable.fits[:MOST_FITS]
    more = " ..." if len(unreadable.fits) > MOST_FITS else ""
    expected = f"expected {', '.join(fits)}{more}" if fits else unreadable.why or "not understood"
    near = f"; did you mean {unreadable.nearest!r}?" if unreadable.nearest else ""
    yield safe(f"{unreadable.rule}: {expected}{near}", form)
    if unreadable.form:
        yield safe(f"It is written like this: {unreadable.form}", form)


def _block(head: str, lines: Sequence[str], form: Form) -> Iterator[str]:
    """A heading, and below it lines that can be copied, edited and sent."""
    if lines:
        yield safe(head, form)
        yield _fixed("\n".join(lines), form)
