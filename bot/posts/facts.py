"""What a living post needs beside the log of its turn: boards, losses, tables, seals."""

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from bot.match.reckoned import kept
from bot.match.seal import Seal, seals
from bot.match.tree import LogEntry
from bot.posts.headings import moment
from bot.posts.turns import Step, Turn, ends_turn
from bot.referee.passing import is_passed
from bot.referee.service import OpenMatch, Referee
from bot.render import markdown
from bot.render.compact import chat_board
from rules.border.game import Game
from rules.display.view import View
from rules.line.frozen import Frozen
from rules.line.orders import GM

ROOM = 1500
"""A board of a system that has no short one is shown if it is no longer than this."""


class Ending(Frozen):
    """The end of a phase: the step, the state that the phase began in, that of its round if the
    round is over too; `moved`: is the board another one than when the phase began?"""

    step: Step
    phase: Any
    round: Any
    moved: bool


class Facts(Frozen):
    """Of one turn: the phases that ended in it, by entry; what is sealed, by seat."""

    endings: Mapping[int, Ending] = field(default_factory=dict)
    sealed: Mapping[int, str] = field(default_factory=dict)
    opens: bool = False
    """Does it begin with a board: that of the start, or of a rewind?"""
    opened: Mapping[int, tuple[Seal, ...]] = field(default_factory=dict)
    """What was sealed and is revealed by entries of the turn; the files hang on its post."""

    @property
    def seals(self) -> dict[int, list[Seal]]:
        """What was revealed, by whose it was."""
        found: dict[int, list[Seal]] = {}
        for one in (seal for opened in self.opened.values() for seal in opened):
            found.setdefault(one.seat, []).append(one)
        return found

    @property
    def newest(self) -> Ending | None:
        """The last phase that ended with another board: only this one is shown."""
        return next((one for one in reversed([*self.endings.values()]) if one.moved), None)

    @property
    def has_board(self) -> bool:
        return self.opens or any(one.moved for one in self.endings.values())


async def facts_of(referee: Referee, table: OpenMatch, turn: Turn) -> Facts:
    """All that is to be looked up before a turn can be told."""
    endings: dict[int, Ending] = {}
    known: list[Step] = []
    for step in turn.steps:
        if step.void:
            continue
        known.append(step)
        if step.ends and not step.passed:
            endings[step.number] = await _ending(referee, table, step)
    sealed = {}
    if len(table.game.awaits(turn.first)) > 1 or any(not step.seen.open for step in known):
        _, kept = await sealed_in(referee, table)
        sealed = {one.seat: one.digest for one in kept}
    shown = await opens_with_board(referee, table, turn.origin, turn.first, turn.opens)
    opened = {
        step.number: found
        for step in known
        if step.entry.link.opens and (found := await opened_by(referee, table, step.entry))
    }
    return Facts(endings, sealed, shown, opened)


async def opens_with_board(
    referee: Referee, table: OpenMatch, origin: LogEntry | None, first: Any, opens: bool = False
) -> bool:
    """Does the post that an entry began (perhaps one about to be stored) carry the board of its
    beginning?  That of the start does, that of a rewind, and one whose board nobody has seen yet:
    what ended a phase shows it in its own report."""
    if board_text(table, first) is None:
        return False
    if origin is None or opens:
        return True
    if origin.to is not None and origin.seat == GM:
        return True
    head = await _shown_until(referee, table, origin, first)
    if head is None:
        return False
    start = await _stretch_of(referee, table, head)
    shown = _board_of(table.game, await referee.state_at(table, start))
    return bool(shown != _board_of(table.game, first))


async def _shown_until(
    referee: Referee, table: OpenMatch, entry: LogEntry, after: Any
) -> int | None:
    """The last entry of the turn before this one; None: its report ends with the board."""
    if entry.to is not None:
        return table.match.resolve(entry.to)
    while is_passed(entry):
        (entry,) = await referee.entries(table, [entry.parent])
        after = await referee.state_at(table, entry.number)
        if not entry.number:
            return None
    before = await referee.state_at(table, entry.parent)
    return entry.parent if moment(before) == moment(after) else None


async def _stretch_of(referee: Referee, table: OpenMatch, head: int) -> int:
    """The entry that ended the turn before the one that an entry belongs to."""
    for number in table.match.path(head)[::-1]:
        (entry,) = await referee.entries(table, [number])
        if ends_turn(entry):
            return number
    return 0


async def _ending(referee: Referee, table: OpenMatch, step: Step) -> Ending:
    """From which states the phase and the round went that ended with a step."""
    phase, whole = await beginnings(referee, table, step.number, step.before, step.after)
    moved = _board_of(table.game, phase) != _board_of(table.game, step.after)
    return Ending(step, phase, whole, moved)


async def beginnings(
    referee: Referee, table: OpenMatch, number: int, before: Any, after: Any
) -> tuple[Any, Any]:
    """The states that a phase and a round began in that an entry ended; None: no round ended."""
    phase = await _since(referee, table, number, before, moment)
    if not after.flow.round > before.flow.round > 0:
        return phase, None
    return phase, await _since(referee, table, number, before, lambda state: state.flow.round)


async def _since(referee: Referee, table: OpenMatch, end: int, before: Any, what: Any) -> Any:
    """The first state of what an entry ended: of its phase, or of its round."""
    live = [one.number for one in table.match.live() if one.ended_phase]
    wanted = what(before)
    first = before
    for number in reversed([one for one in live if one < end]):
        state = await referee.state_at(table, number)
        if what(state) != wanted:
            return first
        first = state
    start = await referee.state_at(table, 0)
    return start if what(start) == wanted else first


@kept(64)
def _board_of(game: Game[Any], state: Any) -> Any:
    """What is compared to see whether anything moved."""
    return game.compact(state, None) if game.compact else game.view(state, None, "text")


def board_text(table: OpenMatch, state: Any) -> str | None:
    """The board for a chat; None where none is to be shown as text."""
    if table.record.settings.board == "picture":
        return None
    return _board_text(table.game, state)


@kept(128)
def _board_text(game: Game[Any], state: Any) -> str | None:
    if game.compact:
        return chat_board(game, state, None)
    view = game.view(state, None, "markdown")
    blocks = tuple(block for block in view.blocks if block.name != "key")
    pages = markdown.messages(View(blocks)) if blocks else []
    return pages[0] if len(pages) == 1 and len(pages[0]) <= ROOM else None


async def sealed_in(referee: Referee, table: OpenMatch) -> tuple[list[Seal], list[Seal]]:
    """What was opened and what is still sealed."""
    path = await referee.counted(table, table.match.path())
    return seals(table.game, table.record.seed, path, await referee.state_at(table, 0))


async def opened_by(referee: Referee, table: OpenMatch, entry: LogEntry) -> tuple[Seal, ...]:
    """What was sealed and is revealed by a live entry, or by one about to be stored."""
    match = table.match
    path = await referee.entries(table, match.path(entry.parent))
    path = await referee.as_counted(table, path, entry.parent)
    start = await referee.state_at(table, 0)
    before, after = (
        seals(match.game, table.record.seed, part, start)[0] for part in (path, [*path, entry])
    )
    return tuple(one for one in after if one not in before)
