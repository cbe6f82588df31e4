"""No regular expression in the source can run away: each is tried on long texts of its own
characters."""

import ast
import importlib
import os
import pkgutil
import re
import signal
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from re import _constants as codes
from re import _parser as parser
from types import ModuleType
from typing import Any

import pytest

import bot
import grammar
import rules
from bot.doors.forum import QUOTE
from grammar.own_words import own_words

LONG = 1_000
"""Characters of a text."""

SLOW = 0.3
"""Seconds of the processor that no text may cost: a pattern that tries every pair of places in a
text costs a twentieth of it, one that tries every three some ten times as much."""

ENDS = ("", "\x01", "x", "?x")
MOST_SIGNS = 8
KINDS = {
    codes.CATEGORY_SPACE: " ",
    codes.CATEGORY_NOT_SPACE: "a",
    codes.CATEGORY_DIGIT: "1",
    codes.CATEGORY_NOT_DIGIT: "a",
    codes.CATEGORY_WORD: "a",
    codes.CATEGORY_NOT_WORD: " ",
}
SEEKING = {"search", "sub", "subn", "split", "findall", "finditer"}
WHOLE = {"match", "fullmatch"}
CALLS = SEEKING | WHOLE | {"compile"}


@dataclass(frozen=True)
class Written:
    """A pattern in the source; `sought` if it is searched for anywhere in a text, not only matched
    at its beginning."""

    pattern: re.Pattern[str]
    sought: bool


def sources() -> Iterator[tuple[ModuleType, ast.Module]]:
    """Every module of the product, with its source."""
    for package in (bot, grammar, rules):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not found.name.endswith("__main__"):
                module = importlib.import_module(found.name)
                yield module, ast.parse(Path(module.__file__ or "").read_text("utf-8"))


def patterns() -> dict[str, Written]:
    """Every pattern in the source, by module and line."""
    found: dict[str, Written] = {}
    read = list(sources())
    calls = [
        (module, node, node.func)
        for module, tree in read
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    ]
    sought = {ast.unparse(on.value).split(".")[-1] for _, _, on in calls if on.attr in SEEKING}
    named = {
        (module, node): ast.unparse(named.targets[0])
        for module, tree in read
        for named in ast.walk(tree)
        if isinstance(named, ast.Assign)
        for node in ast.walk(named.value)
    }
    for module, node, on in calls:
        if ast.unparse(on.value) != "re" or on.attr not in CALLS:
            continue
        if (pattern := evaluated(node.args[0], module)) is not None:
            seeks = named.get((module, node)) in sought | {None} and on.attr not in WHOLE
            found[f"{module.__name__}:{node.lineno}"] = Written(pattern, seeks)
    return found


def evaluated(node: ast.expr, module: ModuleType) -> re.Pattern[str] | None:
    """A pattern as its module would compile it; None if it is built anew at each call."""
    try:
        made = eval(compile(ast.Expression(node), "<pattern>", "eval"), dict(vars(module)))
        return made if isinstance(made, re.Pattern) else re.compile(made, re.IGNORECASE)
    except NameError:
        return None


def parsed(pattern: re.Pattern[str]) -> Any:
    return parser.parse(pattern.pattern, pattern.flags)


def signs(tree: Any) -> list[str]:
    """Characters that a pattern mentions, one for each of its classes: whitespace first, then
    punctuation, the commonest first."""
    found: dict[str, int] = {}

    def note(sign: str) -> None:
        found[sign] = found.get(sign, 0) + 1

    def walk(part: Any) -> None:
        if isinstance(part, parser.SubPattern):
            for op, about in part:
                if op in (codes.LITERAL, codes.NOT_LITERAL):
                    note(chr(about))
                elif op is codes.ANY:
                    note("x")
                elif op is codes.RANGE:
                    note(chr(about[0]))
                elif op is codes.CATEGORY:
                    note(KINDS.get(about, "a"))
                elif op is codes.IN:
                    walk(parser.SubPattern(part.state, list(about)))
                else:
                    walk(about)
        elif isinstance(part, (tuple, list)):
            for one in part:
                walk(one)

    walk(tree)
    usual = [" ", "a", "\n", "1"]
    ranked = sorted(found, key=lambda sign: (not sign.isspace(), sign.isalnum(), -found[sign]))
    return list(dict.fromkeys([*ranked, *usual]))[:MOST_SIGNS]


def sample(op: Any, about: Any) -> str:
    """A short text that matches one part of a pattern."""
    if op is codes.LITERAL:
        return chr(about)
    if op is codes.NOT_LITERAL:
        return "a" if about != ord("a") else "b"
    if op is codes.ANY:
        return "x"
    if op is codes.IN:
        return within(about)
    if op is codes.BRANCH:
        return fitting(about[1][0])
    if op is codes.SUBPATTERN:
        return fitting(about[3])
    if op in (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT):
        return fitting(about[2]) * max(int(about[0]), 1)
    if op is codes.ATOMIC_GROUP:
        return fitting(about)
    return ""


def within(members: Any) -> str:
    """A character that belongs to a class."""
    kept = [member for member in members if member[0] is not codes.NEGATE]
    if len(kept) != len(members):
        shut = {chr(about) for op, about in kept if op is codes.LITERAL}
        return next(sign for sign in "ax1 -~é" if sign not in shut)
    op, about = kept[0]
    if op is codes.RANGE:
        return chr(about[0])
    return KINDS.get(about, "a") if op is codes.CATEGORY else chr(about)


def fitting(tree: Any) -> str:
    return "".join(sample(op, about) for op, about in tree)


def beginnings(tree: Any) -> Iterator[str]:
    """The text that leads up to each repeated part of a pattern, at any depth."""

    def walk(part: Any, before: str) -> Iterator[str]:
        for op, about in part:
            if op in (codes.MAX_REPEAT, codes.MIN_REPEAT):
                if about[1] > 20:
                    yield before
                yield from walk(about[2], before)
            elif op is codes.SUBPATTERN:
                yield from walk(about[3], before)
            elif op is codes.BRANCH:
                for way in about[1]:
                    yield from walk(way, before)
            before += sample(op, about)

    yield from dict.fromkeys(walk(tree, ""))


def texts(pattern: re.Pattern[str]) -> Iterator[str]:
    """Long texts that almost match: each beginning, then one character or a pair over and over,
    then an end that does not match."""
    tree = parsed(pattern)
    alphabet = signs(tree)
    pairs = [one + other for one in alphabet[:4] for other in alphabet[:4] if one != other]
    for begins in ("", *beginnings(tree)):
        for pumped in (*alphabet, *(pairs if not begins else ())):
            for end in ENDS:
                yield (begins + pumped * (LONG // len(pumped)))[:LONG] + end


def ends(*written: Written) -> bool:
    """Do the patterns finish on all their texts?  They run in a child process, which a timer of its
    CPU time kills at the first text that takes too long."""
    child = os.fork()
    if child == 0:
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        for one in written:
            for text in texts(one.pattern):
                signal.setitimer(signal.ITIMER_PROF, SLOW)
                one.pattern.fullmatch(text)
                if one.sought:
                    one.pattern.search(text)
        os._exit(0)
    return os.waitpid(child, 0)[1] == 0


def test_every_pattern_ends() -> None:
    """No pattern takes too long on a long text, as one with neighbouring unbounded repeats that
    overlap would."""
    found = patterns()
    assert len(found) > 200
    if not ends(*dict.fromkeys(found.values())):
        endless = {where: one.pattern.pattern for where, one in found.items() if not ends(one)}
        pytest.fail(f"they do not end in time: {endless}")


OPENINGS = ("[quote", "[quote=a", "[quote]", "[s]", "<s>[strike]", "~~a", "<blockquote>", '"a')
"""Markup that is opened and never closed."""

POST = 100_000
"""Characters of a forum post."""


@pytest.mark.parametrize("opening", OPENINGS)
def test_a_post_of_openings_ends(opening: str) -> None:
    """A post full of unclosed quotes and strike-outs costs time in proportion to its length; in
    proportion to its square it would take seconds."""
    text = (opening * POST)[:POST]
    own_words("")
    child = os.fork()
    if child == 0:
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_PROF, SLOW)
        own_words(text)
        QUOTE.sub("", text)
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0


@pytest.mark.parametrize("wrong", [r"\s*(.{1,60}?)\s*\?*\s*!", r"(a+)+b", r"(?:\s*,?\s*)*x"])
def test_the_law_finds_what_does_not_end(wrong: str) -> None:
    """Patterns of the kinds that have hung the bot before are found."""
    assert not ends(Written(re.compile(wrong), sought=False))
