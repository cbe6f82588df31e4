"""A match as one viewer may see it, step by step: the order, its outcome, the board."""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from itertools import groupby
from typing import Any, Generic, TypeVar

from bot.history.log import unfolded
from bot.history.secrets import SeenEntry, opened_since, seen
from bot.match.chain import mark
from bot.match.tree import LogEntry, base_of, fold, is_dealt
from bot.referee.beside import PAGES
from bot.referee.service import OpenMatch, Referee, RefereeError
from bot.render.svg import Placed, legend, placed, titles
from bot.replay.proof import proof_rows
from rules.border.game import Game
from rules.display.view import Line, Picture, line, unstyled
from rules.line.events import Rolled
from rules.line.flow import winner_name
from rules.line.frozen import Frozen
from rules.line.work import LOOK, spend

# Lists that differ little from one another, stored as their values and the changes between them.


T = TypeVar("T", bound=Hashable)


class Reel(Generic[T]):
    """One list per step.  `values` has every value once; `changes` lead from each list to the next.

    A change is a row `start, removed, *inserted`: a place in the list, how many values are removed
    there, and the numbers (in `values`) of those inserted.  The rows of a step are applied in
    order, from the end of the list to its beginning.
    """

    def __init__(self) -> None:
        self.values: list[T] = []
        self.changes: list[list[list[int]]] = []
        self._numbers: dict[T, int] = {}
        self._last: list[int] = []

    def take(self, values: Sequence[T]) -> None:
        """Add the list of the next step."""
        now = [self._number(one) for one in values]
        self.changes.append(list(_between(self._last, now)))
        self._last = now

    def _number(self, value: T) -> int:
        number = self._numbers.setdefault(value, len(self.values))
        if number == len(self.values):
            self.values.append(value)
        return number

    @property
    def last(self) -> list[T]:
        """The list of the latest step."""
        return [self.values[number] for number in self._last]


def _between(old: list[int], new: list[int]) -> list[list[int]]:
    """The changes that lead from one list to another, from the end to the beginning."""
    start, end = 0, 0
    shorter = min(len(old), len(new))
    while start < shorter and old[start] == new[start]:
        start += 1
    while end < shorter - start and old[-1 - end] == new[-1 - end]:
        end += 1
    left, right = old[start : len(old) - end], new[start : len(new) - end]
    if not left and not right:
        return []
    blocks = SequenceMatcher(None, left, right, autojunk=False).get_opcodes()
    return [
        [start + first, last - first, *right[low:high]]
        for kind, first, last, low, high in reversed(blocks)
        if kind != "equal"
    ]


Stage = tuple[int, int, bool, tuple[str, ...], tuple[str, ...]]
"""Rows, columns, whether there are lines between cells, and the labels of rows and of columns."""


SET_UP = "the set-up"
"""The name of what comes before the first turn."""


class FilmStep(Frozen):
    """One entry of the log as the page shows it.

    `written`: the text as typed, if it differs from the orders; `told`: the outcome in a few words;
    `why`: every sentence with its arithmetic; `dice`: the faces rolled, in order; `void`: it was
    taken back; `back`: it is itself an undo or a rewind.
    """

    number: int
    who: str
    orders: str
    told: tuple[Line, ...]
    why: tuple[str, ...]
    dice: tuple[str, ...]
    moment: str
    at: str
    mark: str
    written: str = ""
    reason: str = ""
    void: bool = False
    back: bool = False


class FilmTurn(Frozen):
    """A turn: the index of its first step, its round, whose it is (a seat, or the phase if all act
    at once), and its name."""

    step: int
    round: int
    whose: int | str
    name: str


@dataclass
class Film:
    """Everything that a page shows, without its markup."""

    name: str
    system: str
    result: str
    seen_by: str
    steps: list[FilmStep] = field(default_factory=list)
    turns: list[FilmTurn] = field(default_factory=list)
    opening: int = 0
    """The index of the step that is shown first: the first order of play."""
    proof: dict[str, Any] = field(default_factory=dict)
    shown: int = 0
    """How many shapes and lines all of its boards have so far."""
    board: Reel[Placed] = field(default_factory=Reel)
    legend: Reel[tuple[str, str]] = field(default_factory=Reel)
    stage: Reel[Stage] = field(default_factory=Reel)
    titles: Reel[str] = field(default_factory=Reel)
    words: Reel[str] = field(default_factory=Reel)
    text: Reel[str] = field(default_factory=Reel)


async def film_of(referee: Referee, table: OpenMatch, viewer: int | None, most: int = 0) -> Film:
    """The film of the whole log, without anything that the viewer may not read.

    It is made outside the event loop, so that the bot goes on answering meanwhile.  Raises
    `RefereeError` if its boards have more than `most` shapes and lines (0: no limit).
    """
    parts = referee.in_parts(table, len(table.match.links))
    entries = [entry async for part in parts for entry in part]
    live = {0, *(entry.number for entry in table.match.live())}
    film = Film(table.record.name, table.game.title, result_of(table), who_sees(table, viewer))
    ended = table.is_over
    await PAGES.make(_develop, film, table, entries, live, ended, viewer, most)
    return film


TOO_LARGE = (
    "the page of this match is too large for a message; whoever runs the bot can write it "
    "with `referee replay`"
)


def _develop(
    film: Film,
    table: OpenMatch,
    entries: Sequence[LogEntry],
    live: set[int],
    ended: bool,
    viewer: int | None,
    most: int,
) -> None:
    """Fill a film with these entries and their proof.  The match may go on meanwhile."""
    game, match = table.game, table.match
    befores, states = _states_of(game, entries)
    whole: set[int] = set()
    if 0 < most < _estimated(table, entries, states, viewer):
        raise RefereeError(TOO_LARGE)
    for entry in entries:
        spend(LOOK)
        before = befores[entry.number]
        sight = seen(table, entry, before, viewer, opened_since(match, entry))
        whole |= {entry.number} if sight.whole else set()
        ordered_in = befores[0] if not entry.number else states[entry.parent]
        void = entry.number not in live and entry.to is None
        count_turns(film, table, entry, ordered_in)
        film.steps.append(step_of(table, entry, sight, ordered_in, before, viewer, void))
        show(film, table, states[entry.number], viewer)
        if 0 < most < film.shown:
            raise RefereeError(TOO_LARGE)
    film.opening = film.opening or len(film.steps) - 1
    film.proof = proof_rows(table, entries, befores, whole, ended)


def _states_of(
    game: Game[Any], entries: Sequence[LogEntry]
) -> tuple[dict[int, Any], dict[int, Any]]:
    """The states before and after each entry, by its number."""
    befores: dict[int, Any] = {}
    afters: dict[int, Any] = {}
    for entry in entries:
        before = afters.get(base_of(entry), game.blank) if entry.number else game.blank
        befores[entry.number] = before
        afters[entry.number] = fold(game, before, entry.events)
    return befores, afters


SAMPLES = 8
"""How many boards of a long match are sampled to estimate the size of its page."""


def _estimated(
    table: OpenMatch, entries: Sequence[LogEntry], states: dict[int, Any], viewer: int | None
) -> int:
    """Estimate the number of shapes and lines on all boards, so as to give up early on a match that
    is too large.  The estimate is cut by a sixth, so as not to reject one that fits; it is 0 for a
    match with fewer entries than samples."""
    step = len(entries) // SAMPLES
    if not step:
        return 0
    looked = Film("", "", "", "")
    for entry in entries[step // 2 :: step]:
        spend(LOOK)
        show(looked, table, states[entry.number], viewer)
    return looked.shown * step * 5 // 6


def count_turns(film: Film, table: OpenMatch, entry: LogEntry, ordered_in: Any) -> None:
    """Note whether the next step begins a turn, and whether it is the first order of play."""
    step, game, flow = len(film.steps), table.game, ordered_in.flow
    before = game.set_up
    played = bool(entry.number) and flow.phase not in ("", *before) and not is_dealt(entry)
    turn = FilmTurn(step, 0, 0, SET_UP)
    if played:
        turn = FilmTurn(step, flow.round, flow.turn or flow.phase, game.moment(ordered_in))
        film.opening = film.opening or step
    last = film.turns[-1] if film.turns else None
    if last is None or (last.round, last.whose) != (turn.round, turn.whose):
        film.turns.append(turn)


def step_of(
    table: OpenMatch,
    entry: LogEntry,
    sight: SeenEntry,
    ordered_in: Any,
    before: Any,
    viewer: int | None,
    void: bool,
) -> FilmStep:
    """The step of an entry: told in the system's brief form if it has one, with the full report as
    its `why`."""
    game, told = table.game, tuple(line(text) for text in sight.report)
    if game.brief and sight.open and entry.to is None and entry.number:
        told = game.brief(before, entry.orders, entry.events, viewer) or told
    why = unfolded(table, entry, before, viewer, sight.whole) if entry.to is None else []
    rolled = [one for one in entry.events if isinstance(one, Rolled)] if sight.whole else []
    return FilmStep(
        entry.number,
        game.seat_name(ordered_in, entry.seat) if entry.number else "",
        sight.orders if entry.number else f"{game.title} begins",
        told,
        tuple(why) if [unstyled(one) for one in told] != why else (),
        tuple(dice_shown(rolled)),
        game.moment(ordered_in) if entry.number else "",
        entry.at,
        mark(entry.number, entry.hash),
        sight.text if sight.text != sight.orders else "",
        sight.reason,
        void,
        entry.to is not None,
    )


def dice_shown(rolled: Sequence[Rolled]) -> Iterator[str]:
    """`d10 4 4 8 (loaded by the GM)`: the dice rolled, consecutive ones of a kind together."""
    for (die, loaded), faces in groupby(rolled, lambda one: (one.die, one.loaded)):
        shown = " ".join(str(one.face) for one in faces)
        yield f"{die} {shown}{' (loaded by the GM)' if loaded else ''}"


def show(film: Film, table: OpenMatch, state: Any, viewer: int | None) -> None:
    """Add one more state to a film: as shapes, in words, as text."""
    game, moment = table.game, table.game.moment(state)
    if game.shapes:
        picture: Picture = game.shapes(state, viewer)
        labels = picture.row_labels, picture.column_labels
        film.shown += len(picture.shapes)
        film.board.take(placed(picture))
        film.legend.take(legend(picture))
        film.stage.take([(picture.rows, picture.columns, picture.grid, *labels)])
        film.titles.take(titles(picture) or [moment])
        film.words.take(list(sentences(picture.words)))
    else:
        film.titles.take([moment])
    lines = list(text_lines(table, state, viewer))
    film.shown += len(lines)
    film.text.take(lines)


def sentences(words: str) -> Iterator[str]:
    """Cut the words of a picture into small pieces, so that few of them change between steps."""
    rest = words
    while rest:
        cuts = [at + 2 for mark in ("; ", ". ", ", ") if (at := rest.find(mark, 20)) >= 0]
        end = min(cuts, default=len(rest))
        yield rest[:end]
        rest = rest[end:]


def text_lines(table: OpenMatch, state: Any, viewer: int | None) -> Iterator[str]:
    """Board and key as lines of text, with an empty line between blocks."""
    for number, block in enumerate(table.game.view(state, viewer, "text").blocks):
        if number and not block.joined:
            yield ""
        yield from (unstyled(one) for one in (*block.head, *block.lines))


def result_of(table: OpenMatch) -> str:
    """Who won and by which rule, or that the match goes on."""
    outcome = table.outcome
    if outcome is None:
        return f"not over yet: {table.now or 'being set up'}"
    winners = ", ".join(map(table.name_of, outcome.winners))
    won = f"{winners} wins" if outcome.winners else winner_name(outcome)
    return f"{won}: {outcome.termination} ({outcome.rule})"


def who_sees(table: OpenMatch, viewer: int | None) -> str:
    """For whose eyes a page is: `as everybody may see it`, `as army 1 sees it`."""
    if viewer is None:
        return "as everybody may see it"
    return f"as {table.name_of(viewer)} sees it"
