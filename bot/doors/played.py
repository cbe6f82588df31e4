"""Write phrases kept from play as files with their scenes, for `referee phrases` and training.

A scene is the log that led to it, in the words of the law, with the dice as they fell.  It is
replayed before it is written: a scene that does not reach the same state, or a phrase that is not
read back as it was, is left out.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from bot.cases.casefile import MAX_BYTES, MAX_LINES, CaseError, parse_phrases
from bot.doors.measure import Paper, scene_of
from bot.history.exchange import dice_lines, game_lines, led_to, order_lines
from bot.match.tree import LogEntry, canonical
from bot.reading.taught import lesson_of
from bot.referee.service import OpenMatch, Referee, RefereeError
from bot.store import PhraseRow, PhraseStore
from rules.line.orders import GM
from rules.line.overrides import Rule

AUTHOR = "# author: play"
FENCES = ("#", "game:")
"""Beginnings that would make a phrase another kind of line in its file."""


@dataclass
class Played:
    """The texts of files by system, each within the limits of the reader, and counts."""

    files: dict[str, list[str]] = field(default_factory=dict)
    phrases: int = 0
    matches: int = 0
    left_out: int = 0

    def add(self, system: str, block: str) -> None:
        """Add a scene with its phrases to the last file of a system, or to a new one if full."""
        texts = self.files.setdefault(system, [])
        if not texts or not fits(texts[-1] + block):
            texts.append(f"{AUTHOR}\n")
        texts[-1] += block


def fits(text: str) -> bool:
    """Is a file with this text within the limits of the reader?"""
    return len(text.encode()) <= MAX_BYTES and text.count("\n") < MAX_LINES


async def played(referee: Referee) -> Played:
    """Everything kept from all matches."""
    found, kept = Played(), PhraseStore(referee.store.database)
    for number in await kept.matches():
        try:
            table = await referee.open(f"#{number}")
        except RefereeError:
            continue
        rows, before = await kept.of_match(number), found.phrases
        for after in sorted({row.after for row in rows}):
            await _scene(referee, table, found, [row for row in rows if row.after == after])
        found.matches += found.phrases > before
    return found


async def _scene(
    referee: Referee, table: OpenMatch, found: Played, rows: Sequence[PhraseRow]
) -> None:
    """Add the phrases that were typed after one entry, as far as they are read back."""
    system, after = table.record.system, rows[0].after
    count = sum(text.count("\ngame:") for text in found.files.get(system, ()))
    entries = await led_to(referee, table, after)
    head = [f"# {system}: from play, scene {count + 1}", *game_lines(table, entries[0])]
    head += [*words_at_home(table, rows), *scene_lines(table, entries[1:], rows)]
    try:
        (block,) = parse_phrases("\n".join((*head, "seat: 0\n")))
        scene = scene_of(block)
    except CaseError:
        found.left_out += len(rows)
        return
    if scene.state != await referee.state_at(table, after):
        found.left_out += len(rows)
        return
    paper, lines = Paper(scene), list[str]()
    for row in rows:
        line = line_of(row)
        read = is_read(row, line) and (row.means == "?" or await paper.ordered(*meant(row)))
        found.left_out += not read
        lines += [f"seat: {row.seat}", line] if read else []
    text = "\n".join(("", *head, *lines, ""))
    if not fits(f"{AUTHOR}\n{text}"):
        found.left_out += len(lines) // 2
    elif lines:
        found.phrases += len(lines) // 2
        found.add(system, text)


def meant(row: PhraseRow) -> tuple[int, tuple[str, ...]]:
    """The seat of a phrase, and the sentences that it means."""
    return row.seat, tuple(row.means.split(" ; "))


def line_of(row: PhraseRow) -> str:
    """A phrase as a line of a file; an escaped line break goes before one of the `FENCES`."""
    typed = row.said.replace("\n", r"\n")
    fence = r"\n" * typed.startswith(FENCES)
    return f"{fence}{typed} => {row.means}"


def is_read(row: PhraseRow, line: str) -> bool:
    """Is a line read back as the phrase that it was written for?"""
    try:
        (block,) = parse_phrases(f"game: x\nseat: {row.seat}\n{line}\n")
    except CaseError:
        return False
    (phrase,) = block.phrases
    return (phrase.text.strip(), phrase.means) == (row.said, row.means)


def words_at_home(table: OpenMatch, rows: Sequence[PhraseRow]) -> Iterator[str]:
    """The words taught by the server that occur in these phrases, as lines of the GM."""
    for said, means in sorted(table.taught_at_home.items()):
        if is_said(said, rows):
            yield f'gm> rule "words: {said} means {means}"'


def is_said(word: str, rows: Sequence[PhraseRow]) -> bool:
    """Does a taught word occur in one of these phrases?"""
    return any(word in row.said.casefold() for row in rows)


def scene_lines(
    table: OpenMatch, entries: Sequence[LogEntry], rows: Sequence[PhraseRow]
) -> Iterator[str]:
    """The entries that led to a state as sentences of the law, without reasons and comments.

    Rulings are left out, except taught words that occur in these phrases.
    """
    names = table.game.names(table.state)
    for entry in entries:
        lesson = lesson_of(entry.orders)
        ruled = all(isinstance(order, Rule) for order in entry.orders)
        if ruled and (lesson is None or not is_said(lesson[0], rows)):
            continue
        yield from dice_lines(entry)
        if entry.seat == GM and "\n" in entry.text:  # a statblock, a map: as it was pasted
            yield from order_lines(entry, table.record.system, names)
        else:
            who = f"{entry.seat}>" if entry.seat else "gm>"
            yield f"{who} {' then '.join(canonical(entry.orders))}"
