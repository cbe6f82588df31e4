"""Apply a correction to its message (`L1 advances 4. EDIT: 3`): drop what stands before the
correction, or put the new value in the place of the old one."""

from collections.abc import Iterator, Sequence

from grammar.doubt.agreement import Agreement
from grammar.doubt.message import Message, ValueSpan
from grammar.reader.candidates import kinds_of
from grammar.reader.tokens import number_at, typed

Place = tuple[int, int]
"""Index of a sentence in a message, and of a token in that sentence."""


def put_right(message: Message) -> Iterator[str]:
    """The texts that the message may mean with its correction applied.

    First what stands after the correction, then the message with each corrected value replaced.
    Yields nothing if there is no correction, or no value before it.
    """
    mark = Agreement(message).mark
    if mark is None or not any(mark > (at, one.start) for at, one in _said(message)):
        return
    if any((at, one.start) >= mark for at, one in _said(message)):
        yield _text(message, mark, (len(message.tokens), 0), {})
    known = {name for at, one in _said(message) if (at, one.start) < mark for name in one.names()}
    for row in range(mark[0], len(message.tokens)):
        new = [one for one in message.said[row] if (row, one.start) >= mark]
        new = [one for one in new if known.isdisjoint(one.names())]
        if changed := dict(_replaced(message, mark, row, new)):
            rest = _text(message, (row + 1, 0), (len(message.tokens), 0), {})
            yield "\n".join(one for one in (_text(message, (0, 0), mark, changed), rest) if one)
            return


def _said(message: Message) -> Iterator[tuple[int, ValueSpan]]:
    return ((at, one) for at, row in enumerate(message.said) for one in row)


def _replaced(
    message: Message, mark: Place, row: int, new: Sequence[ValueSpan]
) -> Iterator[tuple[Place, tuple[int, str]]]:
    """For each new value: the place of the last value of the same sort, where that ends, and the
    text to put in its place."""
    before = [(at, one) for at, one in _said(message) if (at, one.start) < mark]
    sorts = [_sort(one) for one in new]
    for number, one in enumerate(new):
        tokens = message.tokens[row][one.start : one.end]
        old = [
            (at, other.start, other.end) for at, other in before if _sort(other) == sorts[number]
        ]
        if not old and number_at(tokens, 0) is not None:
            old = list(_numbers(message, before))
        if old and sorts[number] not in sorts[:number]:
            at, begin, end = old[-1]
            yield (at, begin), (end, typed(tokens))


def _numbers(
    message: Message, before: Sequence[tuple[int, ValueSpan]]
) -> Iterator[tuple[int, int, int]]:
    """(Sentence, start, end) of each number in a heading or amount: the 3 of `3 forward`, but no
    number of a place."""
    for row, one in before:
        for at in range(one.start, one.end):
            number = number_at(message.tokens[row], at)
            if number is not None and one.value.kind != "place":
                yield row, at, number[0]


def _sort(one: ValueSpan) -> tuple[str, ...]:
    return kinds_of(one.value)[:1]


def _text(message: Message, begin: Place, end: Place, changed: dict[Place, tuple[int, str]]) -> str:
    """The text of a message from one place to another, with the changes made."""
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
