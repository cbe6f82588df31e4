"""Parse the sentences of a system into orders: one strict LALR grammar per system, built once."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache, lru_cache

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken, VisitError

from grammar import errors
from grammar.errors import ParseError
from grammar.language import Extent, language
from grammar.lines import MOST_DIGITS, MOST_IN_A_LINE, RawLine, TooMuch, raw_lines
from grammar.names import Names
from grammar.plans import Given
from grammar.source import Example, Words, source
from grammar.tables import lalr
from grammar.transform import Reader, TooMany, Unreadable, unwrapped
from rules.line.frozen import Frozen
from rules.line.orders import Order, Unread

_SIGNED = re.compile(r"(?<=\s)[-\u2212\u2013][0-9]+(?![0-9]*\s*[,/])")
"""A negative number (`advances -1`); in `L1 -5,12` the sign is an arrow before a place."""

_LONG_NUMBER = re.compile(rf"[0-9]{{{MOST_DIGITS + 1},}}")
_GENERIC = frozenset({"WORD", "NUMBER", "REF"})


class Written(Frozen):
    """A line as written, the orders it gives, and the reason after `//`.

    A line that cannot be read gives one `Unread`, and `problem` says what is wrong with it.
    """

    text: str
    orders: tuple[Order, ...]
    reason: str = ""
    problem: ParseError | None = None
    typed: str = ""
    """The free words that were read as this line; empty if the line was typed as it stands."""
    strange: bool = False
    """It holds a name that this match does not know."""
    number: int = 0
    """The line of its message in which it begins, from 1."""

    data: bool = False
    """A line that defines something, but was refused for its content."""

    given: Given | None = None
    """The condition of its orders; None if they have none."""

    def because(self, reason: str) -> "Written":
        """The line with this reason, which its orders get as well."""
        orders = tuple(order.because(reason) for order in self.orders)
        return replace(self, orders=orders, reason=reason)

    @property
    def apart(self) -> bool:
        """Is it a line of data, which bars nothing beside it if it is refused?"""
        return self.data or all(order.apart for order in self.orders)

    @property
    def bars(self) -> bool:
        """Does it keep its whole message from being carried out, because it cannot be read?"""
        return self.problem is not None and not self.apart


class Grammar(Frozen):
    """All that is needed to parse the sentences of a system and to explain errors in them."""

    system: str
    lark: Lark
    reader: type[Reader]
    words: dict[str, Words]
    """The players' words for each terminal; terminals that begin orders come first."""
    examples: tuple[Example, ...]
    keyword: re.Pattern[str]
    verbatim: Mapping[str, Extent]
    closing: str
    bound: str

    def start(self, gm: bool) -> str:
        """The start rule for a line."""
        return "gm_line" if gm else "order_line"

    def reading(self, plain: str, gm: bool) -> tuple[list[Token], frozenset[str]]:
        """The tokens of an unfinished line, and the names of the terminals that may follow.

        Raises `UnexpectedInput` if it cannot be the beginning of a line.
        """
        reading = self.lark.parse_interactive(plain, start=self.start(gm))
        tokens = list(reading.exhaust_lexer())
        following: Iterable[str] = reading.accepts()  # type: ignore[no-untyped-call]
        return tokens, frozenset(following)


@cache
def grammar_of(system: str) -> Grammar:
    """Build the grammar of a system from base.lark and its own files.  Lark's strict mode refuses
    conflicting rules and colliding terminals."""
    text = source(system)
    starts = ["order_line", "gm_line"]
    lark = lalr(system, text.text, starts, strict=True, propagate_positions=False)
    spoken = language(system)
    own = spoken.transformer
    reader = own if issubclass(own, Reader) else type(own.__name__, (own, Reader), {})
    taken = {str(rule.origin.name) for rule in lark.rules}
    examples = tuple(example for example in text.examples if example.rule in taken)
    used = {terminal.name: terminal for terminal in lark.terminals}
    listed = [name for name in text.words if name in used]
    rest = [name for name in used if name not in text.words and name not in lark.lexer_conf.ignore]
    words = {name: text.words.get(name) or _plain_words(used[name]) for name in (*listed, *rest)}
    words = {name: words[name] for name in ("REF", *words) if name in words}
    told = spoken.verbatim, spoken.closing, spoken.bound
    return Grammar(system, lark, unwrapped(reader), words, examples, _keyword(lark), *told)


def _plain_words(terminal: object) -> Words:
    """The words for a terminal without a comment: its own text if it is fixed, else its name."""
    pattern = getattr(terminal, "pattern", None)
    if getattr(pattern, "type", "") == "str":
        return Words((str(getattr(pattern, "value", "")),))
    return Words((str(getattr(terminal, "name", "")).strip("_").replace("_", " ").lower(),))


def _keyword(lark: Lark) -> re.Pattern[str]:
    """A pattern for the keywords of order forms: all terminals but those that fit any word."""
    patterns = (terminal.pattern for terminal in lark.terminals)
    closed = (
        f"(?{''.join(sorted(pattern.flags))}:{pattern.value})" if pattern.flags else pattern.value
        for pattern in patterns
        if pattern.type == "re" and not re.fullmatch(pattern.to_regexp(), "qzx")
    )
    return re.compile("|".join(f"(?:{pattern})" for pattern in closed))


@lru_cache(maxsize=64)
def names_of(system: str, names: tuple[str, ...]) -> Names:
    """The index of a match's names, by which they are found in sentences."""
    return Names.of(names, grammar_of(system).keyword)


def read(
    system: str, text: str, names: Iterable[str] = (), gm: bool = False
) -> tuple[Written, ...]:
    """Read a message by the law: its lines, each with its orders or with what is wrong with it."""
    return _read(system, text, tuple(names), gm)


@lru_cache(maxsize=256)
def _read(system: str, text: str, names: tuple[str, ...], gm: bool) -> tuple[Written, ...]:
    """`read`, cached: the doors ask for the same message several times."""
    grammar = grammar_of(system)
    known = names_of(system, names)
    try:
        lines = raw_lines(text, grammar.verbatim if gm else {}, grammar.closing)
    except TooMuch as error:
        shown = " ".join(text[:60].split())
        problem = ParseError(shown, 0, why=str(error))
        return (_unread(RawLine(shown, shown), problem, grammar.bound),)
    return tuple(replace(read_line(grammar, line, known, gm), number=line.number) for line in lines)


def parse(
    system: str, text: str, names: Iterable[str] = (), gm: bool = False
) -> tuple[Written, ...] | None:
    """Like `read`, but None if a line does not have the form of a sentence; explains no errors."""
    return _parse(system, text, tuple(names), gm)


@lru_cache(maxsize=256)
def _parse(system: str, text: str, names: tuple[str, ...], gm: bool) -> tuple[Written, ...] | None:
    grammar = grammar_of(system)
    try:
        lines = raw_lines(text, grammar.verbatim if gm else {}, grammar.closing)
    except TooMuch:
        return None
    found = []
    for line in lines:
        written = None if check_limits(line, gm) else _formed(system, line, names, gm)
        if written is None:
            return None
        found.append(written)
    return tuple(found)


@lru_cache(maxsize=256)
def _formed(system: str, line: RawLine, known_names: tuple[str, ...], gm: bool) -> Written | None:
    """A line that has the form of a sentence, even if its content is refused; else None."""
    grammar, names = grammar_of(system), names_of(system, known_names)
    for marked, known in _attempts(line, names):
        try:
            tree = grammar.lark.parse(marked, start=grammar.start(gm))
            orders = grammar.reader(line, names, known).transform(tree)
            strange = any(str(word).lower() not in names.words for word in words_of(tree))
            return Written(line.text, orders, strange=strange).because(line.reason)
        except UnexpectedInput:
            continue
        except VisitError as error:
            return _refused(line, error.orig_exc, grammar.bound)
    return None


def words_of(tree: Tree[Token]) -> Iterator[Token]:
    """The tokens of a tree that were read as names or parts of names."""
    for one in tree.children:
        if isinstance(one, Tree):
            yield from words_of(one)
        elif isinstance(one, Token) and one.type == "WORD":
            yield one


def read_line(grammar: Grammar, line: RawLine, names: Names, gm: bool) -> Written:
    """Read one line, first with known names marked, then without.  If both attempts fail, the one
    that came farther is explained."""
    if problem := check_limits(line, gm):
        return _unread(line, problem)
    if (formed := _formed(grammar.system, line, names.known, gm)) is not None:
        return replace(formed, strange=False) if formed.strange else formed
    stops: list[tuple[int, frozenset[str]]] = []
    for marked, _ in _attempts(line, names):
        try:
            grammar.lark.parse(marked, start=grammar.start(gm))
        except UnexpectedInput as stop:
            stops.append(_stop(grammar, marked, _column(stop, line), names, gm))
    column, accepted = max(stops, key=lambda stop: stop[0])
    return _unread(line, _problem(grammar, line, column, accepted, names, gm))


def _attempts(line: RawLine, names: Names) -> Iterable[tuple[str, dict[int, str]]]:
    if not line.extent:
        marked, known = names.mark(line.plain)
        if known:
            yield marked, known
    yield line.plain, {}


def check_limits(line: RawLine, gm: bool) -> ParseError | None:
    """What is wrong with a line before it is parsed: too long, a number with too many digits, a
    control character, or (unless it is a GM's) a negative number.  None if it is fine."""
    if line.extent in ("", "line", "remark") and len(line.text) > MOST_IN_A_LINE:
        why = f"the line has {len(line.text)} characters; at most {MOST_IN_A_LINE} are read"
        return ParseError(f"{line.text[:60]}…", 0, why=why)
    if not line.extent and (number := _LONG_NUMBER.search(line.plain)):
        why = f"this number has {len(number[0])} digits; at most {MOST_DIGITS} are read"
        return ParseError(line.text, number.start(), why=why)
    if not (gm or line.extent) and (signed := _SIGNED.search(line.plain)):
        why = f"{signed[0]} is a negative number; write how many, and which way"
        return ParseError(line.text, signed.start(), why=why)
    if "\ufffd" in line.text:
        why = "this is a control character, which cannot be read; leave it out"
        return ParseError(line.text, line.text.index("\ufffd"), why=why)
    return None


def _column(error: UnexpectedInput, line: RawLine) -> int:
    """The column at which parsing stopped; the end of the line if it ended too soon."""
    if isinstance(error, UnexpectedCharacters):
        return error.pos_in_stream or 0
    if isinstance(error, UnexpectedToken) and error.token.type != "$END":
        return _place(error.token)
    return len(line.plain.rstrip())


def _problem(
    grammar: Grammar, line: RawLine, column: int, accepted: frozenset[str], names: Names, gm: bool
) -> ParseError:
    """The error for a line: where parsing stopped, what fits there, and what was perhaps meant."""
    words = [called for name, called in grammar.words.items() if name in accepted]
    fits = tuple(dict.fromkeys(word for called in words for word in called.shown))
    offered = [word for called in words for word in called.all]
    if accepted & {"WORD", "NAMED"}:
        offered += names.known
    rest = line.plain[column:]
    nearest = errors.nearest_word(rest, offered)
    meant = line.plain
    if nearest:
        kept = rest.split()[len(nearest.split()) :]
        meant = " ".join((line.plain[:column], nearest, *kept))
    examples = [example for example in grammar.examples if example.gm == gm]
    form = errors.nearest_form(meant, examples)
    return ParseError(line.text, column, fits, nearest, form, errors.not_understood(rest))


def _stop(
    grammar: Grammar, marked: str, column: int, names: Names, gm: bool
) -> tuple[int, frozenset[str]]:
    """The column to point at, and the terminals that fit there.

    The grammar reads unknown words, and keywords behind them, as the beginning of a name such as
    `Legionnaire 1`.  If that name does not end as it should, or has swallowed a keyword, the error
    is at its first word.
    """
    try:
        tokens, accepted = grammar.reading(marked[:column], gm)
        run = None
        for token in tokens:
            run = (run or token) if token.type == "WORD" else None
            strange = grammar.keyword.fullmatch(token) and not names.canonical((token,))
            if run is not None and strange:
                return _place(run), grammar.reading(marked[: _place(run)], gm)[1]
        if run is None and tokens and tokens[-1].type == "NAMED" and not marked[column:].strip():
            run = tokens[-1]
        if accepted <= _GENERIC and run is not None:
            return _place(run), grammar.reading(marked[: _place(run)], gm)[1]
        return column, accepted
    except UnexpectedInput:
        return column, frozenset()


def _place(token: Token) -> int:
    return token.start_pos or 0


def _refused(line: RawLine, error: Exception, bound: str) -> Written:
    """A line of the right form that the reader refused, with its reason.  Reraises other errors."""
    if not isinstance(error, Unreadable | ValueError):
        raise error
    wrong = error if isinstance(error, Unreadable) else Unreadable(str(error))
    shown = wrong.text or line.text
    rule = bound if isinstance(wrong, TooMany) else wrong.rule
    unread = _unread(line, ParseError(shown, wrong.column, why=wrong.why), rule)
    return replace(unread, data=wrong.apart)


def _unread(line: RawLine, problem: ParseError, rule: str = "") -> Written:
    order = Unread(line.text, errors.told(problem), rule)
    return Written(line.text, (order,), line.reason, problem)
