"""Preview an import of statblocks or factions: what it would add, and lines that cannot be read."""

from bot.match.dice import seeded
from bot.match.tree import fold
from bot.referee.open_match import report_of
from bot.referee.service import OpenMatch, Referee, RefereeError
from rules.line.errors import Refusal
from rules.line.frozen import Frozen
from rules.line.orders import GM

MOST_NAMED = 25
MOST_CHARACTERS = 200_000


class Preview(Frozen):
    """What an import would do, or its faulty lines as (number from 1, line, why)."""

    lines: tuple[str, ...] = ()
    problems: tuple[tuple[int, str, str], ...] = ()

    @property
    def ok(self) -> bool:
        """Can it be imported as it stands?"""
        return not self.problems


def as_line(text: str) -> str:
    """A pasted text as the GM line that imports it."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").lstrip("\ufeff").strip()
    return text if text.lower().startswith("import ") else f"import {text}"


def preview(referee: Referee, table: OpenMatch, text: str) -> Preview:
    """Read a text and try it on the match; nothing changes.  Raises `RefereeError`."""
    if not text.strip():
        raise RefereeError("there is nothing to import: give a text or attach a file")
    if len(text) > MOST_CHARACTERS:
        raise RefereeError(f"an import has at most {MOST_CHARACTERS:,} characters")
    problems = faults(referee, table, text)
    if problems:
        return Preview(problems=problems)
    state = table.state
    lines: list[str] = []
    try:
        for written in referee.read(table, GM, as_line(text)):
            events = table.match.game.adjudicate(state, GM, written.orders, seeded("", "", 0))
            lines += report_of(table.game, events, state, GM)
            state = fold(table.game, state, events)
    except Refusal as refusal:
        return Preview(problems=((0, "", f"{refusal.why} ({refusal.rule})"),))
    return Preview(tuple(lines))


def faults(referee: Referee, table: OpenMatch, text: str) -> tuple[tuple[int, str, str], ...]:
    """Find the lines that cannot be read, at most `MOST_NAMED`: each one found is left out and the
    rest is read again, so that later faults are found too."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    found: dict[int, tuple[int, str, str]] = {}
    while len(found) < MOST_NAMED:
        rest = "\n".join("" if number in found else line for number, line in enumerate(lines))
        if not rest.strip():
            break
        read = referee.read(table, GM, as_line(rest))
        problem = next((one.problem for one in read if one.problem is not None), None)
        if problem is None:
            break
        number = _place(lines, problem.line, set(found))
        why = problem.why.rpartition("cannot be read: ")[2] or "this cannot be read"
        if number is None:
            found[-1] = (0, problem.line[:80], why)
            break
        found[number] = (number + 1, lines[number].strip()[:80], why)
    return tuple(found[number] for number in sorted(found))


def _place(lines: list[str], wanted: str, known: set[int]) -> int | None:
    """The index of a line of the text that an error quotes, maybe cut short or after `import`."""
    text = wanted.strip().rstrip("\u2026")
    text = text.removeprefix("import ")
    for number, line in enumerate(lines):
        same = line.strip() == text or (len(text) > 40 and line.strip().startswith(text))
        if number not in known and text and same:
            return number
    return None
