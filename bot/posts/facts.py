"""What a living post needs besides the log of its turn: boards, ends of phases, seals."""

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from bot.match.reckoned import kept
from bot.match.seal import Seal, seals
from bot.match.tree import LogEntry
from bot.posts.headings import moment
from bot.posts.turns import PostedTurn, TurnEntry, ends_turn
from bot.referee.passing import is_passed
from bot.referee.service import OpenMatch, Referee
from bot.render import markdown
from bot.render.compact import chat_board
from rules.border.game import Game
from rules.display.view import View
from rules.line.frozen import Frozen
from rules.line.orders import GM

ROOM = 1500
"""Characters that a board may have to be shown, if its system has no compact one."""


class PhaseEnd(Frozen):
    """The end of a phase: the step that ended it, the state in which the phase began, and the one
    in which its round began if that is over too.  `moved`: did the board change in the phase?"""

    step: TurnEntry
    phase: Any
    round: Any
    moved: bool


class Facts(Frozen):
    """Facts about one turn: the phases that ended in it, by entry; seals still closed, by seat."""

    endings: Mapping[int, PhaseEnd] = field(default_factory=dict)
    sealed: Mapping[int, str] = field(default_factory=dict)
    opens: bool = False
    """Does the turn's post begin with a board (see `opens_with_board`)?"""
    opened: Mapping[int, tuple[Seal, ...]] = field(default_factory=dict)
    """The seals that entries of the turn opened, by entry; their files are attached to its post."""

    @property
    def seals(self) -> dict[int, list[Seal]]:
        """The seals opened in the turn, by the seat that had sealed them."""
        found: dict[int, list[Seal]] = {}
        for one in (seal for opened in self.opened.values() for seal in opened):
            found.setdefault(one.seat, []).append(one)
        return found

    @property
    def newest(self) -> PhaseEnd | None:
        """The last phase that changed the board; only its board is shown."""
        return next((one for one in reversed([*self.endings.values()]) if one.moved), None)

    @property
    def has_board(self) -> bool:
        return self.opens or any(one.moved for one in self.endings.values())


async def facts_of(referee: Referee, table: OpenMatch, turn: PostedTurn) -> Facts:
    """Look up all that is needed to write the post of a turn."""
    endings: dict[int, PhaseEnd] = {}
    known: list[TurnEntry] = []
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
    """Does the post of the turn that `origin` began show the board of its beginning?

    Yes at the start of the match, after a rewind, and if no earlier post shows this board; the
    report of a phase that ended shows its own.  `origin` may be an entry about to be stored.
    """
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
    """The last entry of the turn before this one; None if its report ends with this board."""
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
    """The last entry up to `head` that ended a turn; 0 if none did."""
    for number in table.match.path(head)[::-1]:
        (entry,) = await referee.entries(table, [number])
        if ends_turn(entry):
            return number
    return 0


async def _ending(referee: Referee, table: OpenMatch, step: TurnEntry) -> PhaseEnd:
    """The phase, and perhaps the round, that ended with a step."""
    phase, whole = await beginnings(referee, table, step.number, step.before, step.after)
    moved = _board_of(table.game, phase) != _board_of(table.game, step.after)
    return PhaseEnd(step, phase, whole, moved)


async def beginnings(
    referee: Referee, table: OpenMatch, number: int, before: Any, after: Any
) -> tuple[Any, Any]:
    """The states in which the phase and the round that an entry ended had begun.  The second is
    None if no round ended."""
    phase = await _since(referee, table, number, before, moment)
    if not after.flow.round > before.flow.round > 0:
        return phase, None
    return phase, await _since(referee, table, number, before, lambda state: state.flow.round)


async def _since(referee: Referee, table: OpenMatch, end: int, before: Any, what: Any) -> Any:
    """The first state of the phase or round that entry `end` ended; `what` tells two apart."""
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
    """The board as a value that is compared to see whether anything changed on it."""
    return game.compact(state, None) if game.compact else game.view(state, None, "text")


def board_text(table: OpenMatch, state: Any) -> str | None:
    """The board for a chat; None if the match shows pictures only, or the board is too long."""
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
    """The seals of a match: those opened, and those still closed."""
    path = await referee.counted(table, table.match.path())
    return seals(table.game, table.record.seed, path, await referee.state_at(table, 0))


async def opened_by(referee: Referee, table: OpenMatch, entry: LogEntry) -> tuple[Seal, ...]:
    """The seals that an entry opened; it is live, or about to be stored."""
    match = table.match
    path = await referee.entries(table, match.path(entry.parent))
    path = await referee.as_counted(table, path, entry.parent)
    start = await referee.state_at(table, 0)
    before, after = (
        seals(match.game, table.record.seed, part, start)[0] for part in (path, [*path, entry])
    )
    return tuple(one for one in after if one not in before)
