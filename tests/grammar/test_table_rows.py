"""The tables of words are no phrase book: nothing stands in them twice, and nothing that nobody has
written."""

from collections import Counter, defaultdict
from collections.abc import Iterator

import pytest

from bot.cases.casefile import read_phrases
from grammar.reader.patterns import Way
from grammar.reader.table import table_of
from grammar.reader.tokens import tokens_of
from rules import games
from tests.places import CORPUS

SYSTEMS = [game.id for game in games()]


def messages(system: str) -> Iterator[frozenset[str]]:
    """The words of each message of the corpus from which a system's reader was made."""
    for part in ("train", "dev"):
        for file in (CORPUS / part / system).glob("*.phrases"):
            for block in read_phrases(file):
                for phrase in block.phrases:
                    yield frozenset(token.word for token in tokens_of(phrase.text))


@pytest.mark.parametrize("system", SYSTEMS)
def test_each_order_stands_in_one_row(system: str) -> None:
    """All idioms for one sentence, in the same phases and of the same people, are in one row."""
    table = table_of(system)
    rows = [row for row in table.phrases if row.form is not None]
    often = Counter((row.form, row.phases, row.gm, row.shared) for row in rows)
    assert [one for one, count in often.items() if count > 1] == []
    ways = [(row.form, row.phases, row.gm, row.shared, way) for row in rows for way in row.ways]
    assert len(ways) == len(set(ways)), "a pattern stands there twice"


@pytest.mark.parametrize("system", SYSTEMS)
def test_each_pattern_could_be_said_by_somebody(system: str) -> None:
    """Some message of the corpus has the words that a pattern needs; whoever adds a pattern adds
    the sentence for which it is there."""
    said: dict[str, set[int]] = defaultdict(set)
    for number, words in enumerate(messages(system)):
        for word in words:
            said[word].add(number)

    def in_one_message(needed: tuple[frozenset[str], ...]) -> bool:
        each = [set[int]().union(*(said[word] for word in words)) for words in needed]
        return not each or bool(set.intersection(*each))

    idle: list[tuple[object, Way]] = [
        (row.form and row.form.text, way)
        for row in table_of(system).phrases
        if not row.shared
        for way, needed in zip(row.ways, row.anchors, strict=True)
        if not in_one_message(needed)
    ]
    assert idle == []
