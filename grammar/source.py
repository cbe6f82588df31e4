"""The .lark files as text: base and system joined, and the help for players in their comments."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files

from grammar.language import language
from rules.line.frozen import Frozen

_DEFINES = re.compile(r"[!?]*([_A-Za-z]\w*)(?:\.\d+)?(?:\{[^}]*\})?\s*:|%.*")
_TOPIC = re.compile(r"//= *([\w-]+): *(.*)")
_RULE_ID = re.compile(r"\s*(?:[A-Z0-9]+-[A-Z]+-\d+|(gm))\s*:\s*")
_CALLED = re.compile(r".*\s//\s*(\+?)\s*([^~]*)~?(.*)")


class Words(Frozen):
    """The players' words for a terminal: those that are shown, others that mean the same, and
    whether they can begin an order."""

    shown: tuple[str, ...]
    others: tuple[str, ...] = ()
    begins: bool = False

    @property
    def all(self) -> tuple[str, ...]:
        """All words for it, the shown ones first."""
        return self.shown + self.others


class Example(Frozen):
    """A legal sentence from the comment above a rule of the grammar."""

    text: str
    rule_id: str
    rule: str
    topic: str
    canonical: bool = False
    """Whether it is the first sentence of its comment."""

    @property
    def gm(self) -> bool:
        """Is it a line of the GM?"""
        return self.rule_id == "gm"


class Source(Frozen):
    """A system's grammar as one text, with the help in its comments.

    `words` are in the order in which they are offered: those that begin orders come first, and of
    these the system's before the shared ones.
    """

    text: str
    words: Mapping[str, Words]
    examples: tuple[Example, ...]
    titles: Mapping[str, str]


class Definition(Frozen):
    """A rule or terminal, with the comments above it and the help topic it belongs to."""

    name: str
    lines: tuple[str, ...]
    comments: tuple[str, ...]
    topic: str


@cache
def source(system: str) -> Source:
    """Join base.lark and the system's files; a system's definition replaces a shared one."""
    shared, titles = definitions(files("grammar").joinpath("base.lark").read_text("utf-8"))
    own, own_titles = definitions("\n".join(language(system).texts()))
    replaced = {definition.name for definition in own}
    taken = own + [one for one in shared if one.name not in replaced]
    text = "\n".join(line for definition in taken for line in definition.lines)
    words = {one.name: called for one in shared + own if (called := read_words(one.lines[0]))}
    first = [one.name for one in taken if one.name in words and words[one.name].begins]
    words = {name: words[name] for name in (*first, *words)}
    examples = tuple(example for one in taken for example in sentences(one))
    return Source(text, words, examples, {**own_titles, **titles})


def definitions(text: str) -> tuple[list[Definition], dict[str, str]]:
    """The definitions of a .lark text in order, and the titles of its help topics."""
    titles: dict[str, str] = {}
    found: list[Definition] = []
    comments: list[str] = []
    topic = ""
    for line in text.splitlines():
        if heading := _TOPIC.fullmatch(line):
            topic = heading[1]
            titles[topic] = heading[2]
        elif defines := _DEFINES.match(line):
            found.append(Definition(defines[1] or line, (line,), tuple(comments), topic))
            comments = []
        elif line.startswith("//"):
            comments.append(line)
        elif line.strip() and found:
            last = found[-1]
            found[-1] = Definition(last.name, (*last.lines, line), last.comments, last.topic)
        else:
            comments = []
    return found, titles


def read_words(line: str) -> Words | None:
    """The words in the comment behind a terminal (`// + moves ~ goes, walks`), or None."""
    called = _CALLED.fullmatch(line)
    if called is None:
        return None
    begins, shown, others = called.groups()
    return Words(tuple(_listed(shown)), tuple(_listed(others)), bool(begins))


def sentences(definition: Definition) -> Iterator[Example]:
    """The examples in the comments above a rule (`// C7-MOVE-2: L1 moves to 5,12; ..`)."""
    for comment in definition.comments:
        rule_id = ""
        for place, part in enumerate(comment.removeprefix("//").split(";")):
            if cited := _RULE_ID.match(part):
                rule_id = cited[0].strip(" :")
                part = part[cited.end() :]
            if part.strip():
                names = definition.name, definition.topic
                yield Example(part.strip(), rule_id, *names, canonical=not place)


def _listed(words: str) -> Iterator[str]:
    return (word.strip() for word in words.split(", ") if word.strip())
