"""Parse the lines of plans: conditions, what ends the plan, and standing orders.

Any other order in a line is left to the system's own grammar.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import Any, Literal

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from grammar import errors
from grammar.errors import ParseError
from grammar.source import Example, Words, definitions, read_words, sentences
from grammar.tables import lalr
from rules.border.plans import Act
from rules.line.frozen import Frozen

Happens = Literal["comes", "reach", "hurt", "dies", "below", "half", "round"]
"""What a condition waits for."""

Sort = Literal["once", "always", "stop"]
"""A line that is done once, one that is done in every turn, or one that ends the plan."""

TOPIC = "plan"
MOST_LINES, LONGEST, LONGEST_LINE = 20, 1500, 200

_BREAK = re.compile(r"[\n;]")
_LEAD = re.compile(r"\s*(?:(?:[-*•>]|[0-9]{1,2}[.)])\s+)?(?:(?:and\s+then|and|then)\b,?\s*)?", re.I)
_WHOEVER = re.compile(
    r".*?\b(?:if|when|in\s+case)\s+((an?|any|one|the|my|of|mine|enemy|unit|all)\s+)*\S+\s*", re.I
)
_STATES = re.compile(r"(is|are)(n't)?\s(?!.*\b(killed|destroyed|captured|taken|hit)$)", re.I)
"""Verbs of a condition about a state (`is hurt`); all others wait for an event (`dies`)."""
_DENIES = re.compile(r"not\b|n't|\balive$|\bsurvives?$", re.I)
_STANDS = re.compile(r"\b(nearest|closest|weakest|(in|within)\s+(reach|range))\b", re.I)
"""Words that show that a sentence is meant as a standing order."""


class Condition(Frozen):
    """`O1 comes within 4 of B1`: `who` does what (`happens`), `number` (cells, points or the
    round) and `of` whom, empty if that goes without saying.

    `now`: the words ask for a state (`is dead`) and do not wait for an event (`dies`).  `denied`:
    the words say the opposite (`is alive`), as `unless` does too.
    """

    happens: Happens
    who: str = ""
    number: int = 0
    of: str = ""
    now: bool = False
    denied: bool = False
    unless: bool = False

    @property
    def turned(self) -> bool:
        """Is the condition met when its statement is false?"""
        return self.denied != self.unless


class OpenOrder(Frozen):
    """`B1 fires Bolt at the nearest`: an order that finds its own target or way.

    `who` is empty for all units; `whom` is the target or the kind of target; `means` is what it is
    done with; `goal` is the place or unit to go to.
    """

    act: Act
    who: str = ""
    which: Literal["", "nearest", "weakest"] = ""
    whom: str = ""
    means: str = ""
    goal: str = ""


class PlanLine(Frozen):
    """One line of a plan as written, and what its frame says.

    `order` is the text of the order inside, to be read by the system unless it is a `standing`
    order; `column` is where it begins.  `otherwise`: it is done if the condition of the line before
    does not hold.
    """

    text: str
    sort: Sort = "once"
    condition: Condition | None = None
    otherwise: bool = False
    order: str = ""
    column: int = 0
    standing: OpenOrder | None = None


class Given(Frozen):
    """The condition on which an order of a message is given; None for an `otherwise`.

    `order` is the sentence of the order; `paired`: an `otherwise` follows it.
    """

    order: str
    condition: Condition | None = None
    paired: bool = False


class PlanGrammar(Frozen):
    """All that is needed to parse the lines of plans and to explain errors in them."""

    lark: Lark
    words: dict[str, Words]
    examples: tuple[Example, ...]
    title: str


@cache
def frame() -> PlanGrammar:
    """Build the grammar of plans from plan.lark, in Lark's strict mode."""
    text = files("grammar").joinpath("plan.lark").read_text("utf-8")
    defined, titles = definitions(text)
    starts = ["line", "standing"]
    lark = lalr("plan", text, starts, strict=True, propagate_positions=True)
    words = {one.name: called for one in defined if (called := read_words(one.lines[0]))}
    examples = tuple(example for one in defined for example in sentences(one))
    return PlanGrammar(lark, words, examples, titles[TOPIC])


def examples() -> tuple[str, ...]:
    """Example lines of plans, for help texts."""
    return tuple(one.text for one in frame().examples)


# --- lines ----------------------------------------------------------------------------------------


def lines_of(text: str) -> tuple[str, ...]:
    """The lines of a plan, without bullets, comments and a leading `then`."""
    kept = (part.partition("//")[0].strip() for part in _BREAK.split(text))
    found = (_LEAD.sub("", part, count=1).strip(" .!") for part in kept)
    return tuple(line for line in found if line)


def read_line(text: str) -> PlanLine | ParseError:
    """Parse one line of a plan; a `ParseError` if it cannot be read."""
    if len(text) > LONGEST_LINE:
        why = f"the line has {len(text)} characters; a line of a plan has at most {LONGEST_LINE}"
        return ParseError(f"{text[:60]}…", 0, why=why)
    tree = _parsed(text, "line", 0)
    if isinstance(tree, ParseError):
        return tree
    return _LINES[tree.data](text, tree)


def _parsed(text: str, start: str, column: int) -> Tree[Token] | ParseError:
    """The tree of a line from a column on, or the error."""
    lark = frame().lark
    try:
        return lark.parse(text[column:], start=start)
    except UnexpectedInput as stop:
        return _problem(text, start, column, stop)


def _problem(text: str, start: str, column: int, stop: UnexpectedInput) -> ParseError:
    """The error for a line: where parsing stopped, what fits there, and what was perhaps meant."""
    known = frame()
    at = len(text.rstrip()) - column
    accepted: set[str] = set()
    if isinstance(stop, UnexpectedCharacters):
        at, accepted = stop.pos_in_stream or 0, set(stop.allowed)
    elif isinstance(stop, UnexpectedToken):
        accepted = set(stop.accepts or ())
        if stop.token.type != "$END":
            at = stop.token.start_pos or 0
    if "COMES" in accepted:
        at, accepted = _verb_place(text[column:]), accepted - {"WORD", "NUMBER", "SIGN", "_COMMA"}
    called = [words for name, words in known.words.items() if name in accepted]
    fits = tuple(dict.fromkeys(word for words in called for word in words.shown))
    rest = text[column + at :]
    nearest = errors.nearest_word(rest, [word for words in called for word in words.all])
    form = errors.nearest_form(text, known.examples)
    return ParseError(text, column + at, fits, nearest, form, errors.not_understood(rest))


def _verb_place(text: str) -> int:
    """Where the verb of a condition should stand: behind its subject."""
    found = _WHOEVER.match(text)
    return found.end() if found is not None else len(text)


def _ordered(text: str, tree: Tree[Token], sort: Sort = "once", **facts: Any) -> PlanLine:
    """A line that orders something: its last child is the order."""
    last = tree.children[-1]
    assert isinstance(last, Tree)
    column = last.meta.start_pos
    return PlanLine(text, sort, order=text[column:], column=column, **facts)


def _stopping(text: str, tree: Tree[Token]) -> PlanLine:
    return PlanLine(text, "stop", _condition(text, tree.children[0]))


_LINES: dict[str, Callable[[str, Tree[Token]], PlanLine]] = {
    "plainly": lambda text, tree: _ordered(text, tree),
    "always": lambda text, tree: _ordered(text, tree, "always"),
    "conditional": lambda text, tree: _ordered(
        text, tree, condition=_condition(text, tree.children[0])
    ),
    "unless": lambda text, tree: _ordered(
        text, tree, condition=replace(_condition(text, tree.children[0]), unless=True)
    ),
    "timed": lambda text, tree: _ordered(text, tree, condition=_condition(text, tree.children[0])),
    "otherwise": lambda text, tree: _ordered(text, tree, otherwise=True),
    "stop": _stopping,
    "stop_at": _stopping,
}


def _condition(text: str, tree: Any) -> Condition:
    """The condition in a tree."""
    number = next((int(one) for one in tree.children if _is(one, "NUMBER")), 0)
    if tree.data == "moment":
        return Condition("round", number=number)
    happens: dict[str, Happens] = {"below_half": "half"}
    who, where = _part(text, tree, "whoever"), _part(text, tree, "where")
    verb = next((str(one) for one in tree.children if isinstance(one, Token)), "")
    now, denied = bool(_STATES.match(verb)), bool(_DENIES.search(verb))
    return Condition(happens.get(tree.data, tree.data), who, number, where, now, denied)


def _is(child: object, kind: str) -> bool:
    return isinstance(child, Token) and child.type == kind


def _part(text: str, tree: Any, name: str) -> str:
    """The words of the child `name` of a tree, as written; empty if it has none."""
    for child in tree.children:
        if isinstance(child, Tree) and child.data == name:
            return " ".join(text[child.meta.start_pos : child.meta.end_pos].split())
    return ""


# --- standing orders ------------------------------------------------------------------------------


def read_standing(line: PlanLine) -> OpenOrder | ParseError | None:
    """The standing order inside a line; None if the order is for the system's grammar; an error if
    it looks like a standing order but cannot be read."""
    tree = _parsed(line.text, "standing", line.column)
    if isinstance(tree, ParseError):
        return tree if _STANDS.search(line.order) else None
    who = _part(line.order, tree, "whoever")
    if tree.data == "hold":
        return OpenOrder("hold", who)
    if tree.data == "go":
        goal = _part(line.order, tree, "goal") or _part(line.order, tree, "whom")
        return OpenOrder("move", who, goal=goal)
    return _striking(line.order, tree, who)


def _striking(text: str, tree: Tree[Token], who: str) -> OpenOrder:
    """An attack or charge on the nearest, the weakest, or a named target."""
    kinds = [token.type for token in tree.scan_values(lambda one: isinstance(one, Token))]
    act: Act = "charge" if "CHARGES" in kinds else "attack"
    which: Literal["", "nearest", "weakest"] = ""
    if "NEAREST" in kinds or "WEAKEST" in kinds:
        which = "nearest" if "NEAREST" in kinds else "weakest"
    target = next(tree.find_data("target"), None)
    whom = _part(text, target, "kinds") if target is not None else _part(text, tree, "whom")
    return OpenOrder(act, who, which, whom, _part(text, tree, "means"))
