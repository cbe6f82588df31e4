"""Orders read per second: LALR compared with Earley on the same grammar, and with a bare regex."""

import re
from collections.abc import Iterator

from lark import Lark
from lark.exceptions import LarkError

from grammar import parser
from grammar.lines import raw_lines
from grammar.names import Names
from grammar.parser import Grammar, grammar_of, names_of, read
from grammar.source import source
from rules import GAMES
from tests.bench.common import Row, best

TOKENS = re.compile(r"[A-Za-z]+\d*|\d+|[^\sA-Za-z\d]+")


def measure() -> Iterator[Row]:
    """One row for each system and reference."""
    for game in GAMES:
        yield from _system(game.id)


def is_read(grammar: Grammar, known: Names, text: str) -> bool:
    """Can this be parsed without any names of a match?"""
    try:
        for line in raw_lines(text):
            grammar.lark.parse(known.mark(line.plain)[0], start="order_line")
    except LarkError:
        return False
    return True


def _system(system: str) -> Iterator[Row]:
    grammar = grammar_of(system)
    known = names_of(system, ())
    sentences = [
        one.text for one in grammar.examples if not one.gm and is_read(grammar, known, one.text)
    ]
    marked = [known.mark(line.plain)[0] for text in sentences for line in raw_lines(text)]
    earley = Lark(source(system).text, parser="earley", start=["order_line", "gm_line"])

    def by_lalr() -> None:
        for text in marked:
            grammar.lark.parse(text, start="order_line")

    def by_earley() -> None:
        for text in marked:
            earley.parse(text, start="order_line")

    def whole() -> None:
        parser._read.cache_clear()
        parser._formed.cache_clear()
        for text in sentences:
            read(system, text)

    def by_regex() -> None:
        for text in sentences:
            TOKENS.findall(text)

    quick, slow = best(by_lalr), best(by_earley, 2)
    count = len(marked)
    yield Row(
        f"{system}: sentences parsed, LALR",
        f"{count / quick:,.0f} /s",
        f"Earley {count / slow:,.0f} /s",
        f"{slow / quick:.1f} times",
        "15 times",
    )
    entire, bare = best(whole), best(by_regex)
    yield Row(
        f"{system}: text to typed orders",
        f"{len(sentences) / entire:,.0f} /s",
        f"tokenising regex {len(sentences) / bare:,.0f} /s",
        f"1/{entire / bare:.0f}",
        "(the limit)",
    )
