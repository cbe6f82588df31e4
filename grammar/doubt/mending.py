"""What a message comes to as its writer puts it right (`L1 advances 4. EDIT: 3`): without what
stands before the correction, and with the new value in the place of the old one."""

from collections.abc import Iterator, Sequence

from grammar.doubt.agreement import Agreement
from grammar.doubt.message import Message, Said
from grammar.reader.candidates import kinds_of
from grammar.reader.tokens import Token

Place = tuple[int, int]
"""A sentence of a message, and one of its words."""


def put_right(message: Message) -> Iterator[str]:
    """The texts that are left when a correction is carried out; none if there is no correction, or
    nothing before it that it could put right."""
    mark = Agreement(message).mark
    if mark is None or not any(mark > (at, one.start) for at, one in _said(message)):
        return
    new = [one for row, one in _said(message) if (row, one.start) >= mark]
    if not new:
        return
    yield _text(message, mark, (len(message.tokens), 0), {})
    first = next(row for row, one in _said(message) if (row, one.start) >= mark)
    changed = dict(_replaced(message, mark, new))
    if changed:
        rest = _text(message, (first + 1, 0), (len(message.tokens), 0), {})
        yield "\n".join(one for one in (_text(message, (0, 0), mark, changed), rest) if one)


def _said(message: Message) -> Iterator[tuple[int, Said]]:
    return ((at, one) for at, row in enumerate(message.said) for one in row)


def _replaced(
    message: Message, mark: Place, new: Sequence[Said]
) -> Iterator[tuple[Place, tuple[int, str]]]:
    """Where the last value of a sort begins that another one replaces, where it ends, and what
    comes in its place."""
    before = [(row, one) for row, one in _said(message) if (row, one.start) < mark]
    known = {name for _, one in before for name in one.names()}
    rows = {id(one): row for row, one in _said(message)}
    put = set[tuple[str, ...]]()
    for one in new:
        old = [(row, other) for row, other in before if _sort(other) == _sort(one)]
        if old and _sort(one) not in put and known.isdisjoint(one.names()):
            put.add(_sort(one))
            row, other = old[-1]
            tokens = message.tokens[rows[id(one)]][one.start : one.end]
            yield (row, other.start), (other.end, _joined(tokens))


def _sort(one: Said) -> tuple[str, ...]:
    return kinds_of(one.value)[:1]


def _text(message: Message, begin: Place, end: Place, changed: dict[Place, tuple[int, str]]) -> str:
    """The words of a message from one place to another, with what is changed in them."""
    lines = list[str]()
    for row, tokens in enumerate(message.tokens):
        words, at = list[str](), begin[1] if row == begin[0] else 0
        last = end[1] if row == end[0] else len(tokens)
        while begin[0] <= row <= end[0] and at < last:
            there, word = changed.get((row, at), (at + 1, tokens[at].text))
            words.append((" " if tokens[at].after_blank and words else "") + word)
            at = there
        if words:
            lines.append("".join(words).strip(" .,;:-"))
    return "\n".join(lines)


def _joined(tokens: Sequence[Token]) -> str:
    words = ((" " if one.after_blank and at else "") + one.text for at, one in enumerate(tokens))
    return "".join(words)
