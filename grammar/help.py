"""Help texts out of the grammar's own examples, and which words begin an order."""

import re
from collections.abc import Iterable

from grammar.lines import first
from grammar.names import Names
from grammar.parser import grammar_of, read_line
from grammar.source import source

_FIRST = re.compile(r"[^\W\d_]+[0-9]*")


def topics(system: str) -> dict[str, str]:
    """The help texts: a title, and the examples above each rule of the grammar."""
    texts: dict[str, str] = {}
    for topic, title in source(system).titles.items():
        lines = []
        for example in grammar_of(system).examples:
            if example.topic == topic:
                prefix = "gm> " if example.gm else ""
                cited = "" if example.gm or not example.rule_id else f"  ({example.rule_id})"
                lines.append(f"  {prefix}{example.text}{cited}")
        if lines:
            texts[topic] = "\n".join((title, *lines))
    return texts


def verbs(system: str) -> tuple[str, ...]:
    """The words that begin an order of a seat, as the comments of the grammar list them."""
    grammar = grammar_of(system)
    _, first = grammar.reading("", gm=False)
    begin = [word for name, word in grammar.words.items() if name in first and word.begins]
    return tuple(dict.fromkeys(phrase for word in begin for phrase in word.all))


def begins_like_order(system: str, line: str, references: Iterable[str]) -> bool:
    """Does a line of a post mean to be an order?

    Its first word, after bullets and markup, is a reference of this match or a verb of the system;
    or the whole line can be read as an order (`all Legionnaires advance 1 forward`).
    """
    begun = first(line)
    if begun is None:
        return False
    word = _FIRST.match(begun.plain.strip())
    known = {phrase.split()[0].lower() for phrase in (*references, *verbs(system)) if phrase}
    if word is not None and word[0].lower() in known:
        return True
    return read_line(grammar_of(system), begun, Names(), gm=False).problem is None
