"""The sentences of the corpus, each with its match and what it means there; and the frames."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from bot.cases.casefile import files_of, read_phrases
from bot.doors.measure import scene_of
from bot.reading.world import TriedSentences, strict_orders, try_out, world_of
from grammar.reader.candidates import SentenceRow, rows_of
from grammar.reader.table import Table, table_of
from grammar.reader.world import World
from rules.border.game import Game
from rules.line.orders import GM


@dataclass(frozen=True, slots=True)
class Example:
    """A sentence in a match, and what it means there: sentences of the law, `?` or `-`."""

    game: Game[Any]
    state: Any
    world: World
    text: str
    means: str
    file: str
    line: int
    author: str = ""
    """Who wrote it; empty if it is older than the reader."""

    @property
    def orders(self) -> bool:
        """Does it order anything?"""
        return self.means not in ("?", "-")

    @property
    def sentences(self) -> tuple[str, ...]:
        """What it means, sentence by sentence."""
        return tuple(one.strip() for one in self.means.split(" ; ")) if self.orders else ()

    def meant(self) -> TriedSentences:
        """The trial of what was meant."""
        return try_out(self.game, self.state, self.world.seat, self.sentences)


def examples(path: Path, system: str) -> Iterator[Example]:
    """Every sentence of a system below a folder."""
    for file in files_of(path):
        author = author_of(file)
        for block in read_phrases(file):
            if block.case.system != system:
                continue
            match = scene_of(block)
            worlds: dict[int, World] = {}
            for phrase in block.phrases:
                seat = phrase.seat
                if seat not in worlds:
                    worlds[seat] = world_of(match.game, match.state, seat)
                yield Example(
                    match.game, match.state, worlds[seat], phrase.text, phrase.means,
                    str(file), phrase.line, author,
                )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Frame:
    """Words around an order, written `{}`, and whether it `stands` in them (`+`) or not (`-`)."""

    text: str
    stands: bool
    author: str

    def around(self, order: str) -> str:
        """The frame with an order in it."""
        return self.text.replace("{}", order)


def frames(path: Path) -> Iterator[Frame]:
    """Every frame below a folder."""
    for file in sorted(path.rglob("*.frames")):
        author = author_of(file)
        for line in file.read_text(encoding="utf-8").splitlines():
            if line[:2] in ("+ ", "- "):
                yield Frame(line[2:].replace("\\n", "\n"), line[0] == "+", author)


def author_of(file: Path) -> str:
    """Who wrote a file of phrases: its line `# author: ...`."""
    found = re.search(r"(?m)^# author: (.+)$", file.read_text(encoding="utf-8")[:400])
    return found[1].strip() if found else ""


def rows_meant(example: Example) -> list[tuple[str, str]] | None:
    """What is meant, order by order: its sentence and the row of the table that makes it; None if
    an order has no row."""
    table, gm = table_of(example.game.id), example.world.seat == GM
    found: list[tuple[str, str]] = []
    for sentence in example.sentences:
        parts = sentence.split(table.join) if table.join else [sentence]
        rows = [_row_of(table, part, gm) for part in parts]
        if None in rows:  # as the law prints its orders (`place a1 Rogue`: `place Rogue at a1`)
            orders = strict_orders(example.game, example.state, example.world.seat, sentence)
            parts = [str(order) for order in orders or ()]
            rows = [_row_of(table, part, gm) for part in parts]
        found += ((part, row) for part, row in zip(parts, rows, strict=True) if row is not None)
        if None in rows or not rows:
            return None
    return found


def _row_of(table: Table, sentence: str, gm: bool) -> str | None:
    best = ""
    size = -1
    for row, shape, literal in _shapes(table):
        if row.verb.gm == gm and literal > size and shape.fullmatch(sentence):
            best, size = row.key, literal
    return best or None


def _said_of_several(found: re.Match[str]) -> str:
    """A pattern for `L1 moves`, for `L1 and L2 move`, and for `moves` after a `then`."""
    how, said = found[1] or "", found[2]
    forms = {said, said.removesuffix("s"), said.removesuffix("es"), f"{said.removesuffix('ies')}y"}
    return f"(?:{{who}}\\ )?{how}(?:{'|'.join(sorted(forms))})"


def _value_of(table: Table, found: re.Match[str]) -> str:
    """A pattern for what a slot may hold: `{number}` never holds the N of `moves 3 N`."""
    slot = table.slot(found[1])
    if slot.write:
        return f"(?:{'|'.join(map(re.escape, slot.write.values()))})"
    return "(?:[0-9]+)" if slot.kind == "number" else "(?:.+?)"


@lru_cache(maxsize=8)
def _shapes(table: Table) -> list[tuple[SentenceRow, re.Pattern[str], int]]:
    found = []
    for row in rows_of(table).values():
        text = row.form.text
        literal = len(re.sub(r"\{[^}]*\}|[\[\]]", "", text))
        shape = re.escape(text).replace(r"\{", "{").replace(r"\}", "}")
        shape = shape.replace(r"\[", "(?:").replace(r"\]", ")?")
        shape = re.sub(r"^\{who\}\\ (always\\ |never\\ )?(\w+s)\b", _said_of_several, shape)
        shape = re.sub(r"\{([^}]*)\}", partial(_value_of, table), shape)
        found.append((row, re.compile(shape, re.IGNORECASE), literal))
    return found
