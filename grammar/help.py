"""Help texts made from the examples in the grammar, and the words that begin an order."""

import re
from collections.abc import Iterable
from functools import cache

from grammar import plans
from grammar.lines import first, raw_lines
from grammar.names import Names
from grammar.parser import grammar_of, names_of, read_line
from grammar.source import source
from rules.line.orders import Order

_FIRST = re.compile(r"[^\W\d_]+[0-9]*")


def topics(system: str) -> dict[str, str]:
    """The help text of each topic: its title, and the examples above each rule of the grammar."""
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
    lines = [f"  {line}" for line in plans.examples()]
    return {**texts, plans.TOPIC: "\n".join((plans.frame().title, *lines))}


@cache
def kinds_of(system: str, topic: str) -> frozenset[type[Order]]:
    """The classes of the orders in a topic's examples."""
    grammar = grammar_of(system)
    found: set[type[Order]] = set()
    for example in grammar.examples:
        if example.topic == topic and not example.gm:
            for line in raw_lines(example.text):
                written = read_line(grammar, line, names_of(system, ()), gm=False)
                found |= {type(order) for order in written.orders}
    return frozenset(found)


def examples_of(system: str, topic: str) -> tuple[tuple[str, bool], ...]:
    """The example sentences of a topic, each with whether it is a GM's."""
    return tuple(
        (text.strip(), one.gm)
        for one in grammar_of(system).examples
        if one.topic == topic
        for text in one.text.split(";")
    )


def verbs(system: str) -> tuple[str, ...]:
    """The words that begin an order of a seat, from the comments in the grammar."""
    grammar = grammar_of(system)
    _, first = grammar.reading("", gm=False)
    begin = [word for name, word in grammar.words.items() if name in first and word.begins]
    return tuple(dict.fromkeys(phrase for word in begin for phrase in word.all))


def begins_like_order(system: str, line: str, references: Iterable[str]) -> bool:
    """Does a line of a post look like an order?

    True if its first word, after bullets and markup, is a reference of this match or a verb of the
    system, or if its first sentence can be read (`all Legionnaires advance 1 forward`).
    """
    begun = first(line)
    if begun is None:
        return False
    word = _FIRST.match(begun.plain.strip())
    known = {phrase.split()[0].lower() for phrase in (*references, *verbs(system)) if phrase}
    if word is not None and word[0].lower() in known:
        return True
    return read_line(grammar_of(system), begun, Names(), gm=False).problem is None
