"""Apply a correction to its message (`L1 advances 4. EDIT: 3`): drop what stands before the
correction, or put the new value in the place of the old one."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from grammar.doubt.agreement import Agreement
from grammar.doubt.marks import begins, found
from grammar.doubt.message import SEAMS, Message, Segment, ValueSpan
from grammar.reader.acts import rows_of
from grammar.reader.candidates import kinds_of
from grammar.reader.tokens import Token, number_at, typed

Place = tuple[int, int]
"""Index of a sentence in a message, and of a token in that sentence."""

MEANT = (("i", "mean"), ("i", "meant"))
"""Words of a correction that may stand behind the new value (`3.. ack, 2 I mean`)."""

MOST_WAYS = 2
"""In how many ways one number replaces another (`30 at 10,30, 10 wide.. sorry, 40`)."""

AMOUNT, NUMBER = "amount", "number"
JOINS = ("and", "&", "+")


@dataclass(frozen=True, slots=True)
class SpokenValue:
    """What the tokens from `begin` to `end` of a sentence say: one value, or an amount (`4 inf and
    1 archer`)."""

    row: int
    begin: int
    end: int
    sort: str
    names: frozenset[str]

    @property
    def place(self) -> Place:
        """Where it begins."""
        return self.row, self.begin


def put_right(message: Message) -> Iterator[str]:
    """The texts that the message may mean with its correction applied.

    First what stands after the correction, then the message with each corrected value replaced.
    Yields nothing if there is no correction, or no value before it.
    """
    correction = Agreement(message).correction
    if correction is None:
        return
    row, begin, end = correction
    said = [one for at in range(len(message.tokens)) for one in _said(message, at)]
    if not any(one.place < (row, begin) for one in said):
        return
    last = (len(message.tokens), 0)
    if any(one.place >= (row, begin) for one in said):
        yield _text(message, (row, begin), last, {})
    words = tuple(token.word for token in message.tokens[row][begin:end])
    if words in MEANT:
        begin = next((one.begin for one in said if (one.row, one.end) == (row, begin)), begin)
        while begin and _is_cry_or_seam(message.tokens[row][begin - 1]):
            begin -= 1
    for _, text in _by_replacing(message, said, (row, begin)):
        yield text


def plainly_put_right(message: Message) -> str:
    """The text with its one correction applied, if what stands behind the correction only gives
    the reason (`8,11. No, hang on, I had the map upside down: 8,12`); empty otherwise."""
    correction = Agreement(message).correction
    if correction is None:
        return ""
    row, begin, end = correction
    said = [one for at in range(len(message.tokens)) for one in _said(message, at)]
    ways = list(_by_replacing(message, said, (row, begin)))
    if len(ways) != 1 or not any(one.place < (row, begin) for one in said):
        return ""
    ((new, text),) = ways
    ahead = (one for one in message.parts if (one.sentence, one.start) < (row, begin))
    if any(one.said and found(one.words, "denial") for one in ahead):
        return ""  # `L1-L3, not L2, move 3 (no, 2)`
    if len(new) > 1 and any(
        message.is_own(one) and one.names() <= other.names
        for row in message.said
        for one in row
        for other in new
    ):
        return ""  # `L1 to 8,12. Oops, L2 to 9,12`: both may be meant
    last = max(one.row for one in new)
    behind = (
        part
        for part in message.parts
        if (part.sentence, part.start + len(part.tokens)) > (row, end) and part.sentence <= last
    )
    return text if all(_only_corrects(message, one, (row, end), new) for one in behind) else ""


def _only_corrects(
    message: Message, part: Segment, mark: Place, new: Sequence[SpokenValue]
) -> bool:
    """Does a part behind a correction say the new value and little else, or only a reason?"""
    inside = {at for one in new if one.row == part.sentence for at in range(one.begin, one.end)}
    words = [
        token.word
        for at, token in enumerate(part.tokens, part.start)
        if (part.sentence, at) >= mark and token.is_word and at not in inside
    ]
    if inside.isdisjoint(range(part.start, part.start + len(part.tokens))):
        counted = message.world.table.force.get("kind", "")
        classes = {of for one in part.said for value in one.values for of in value.classes}
        named = any(message.is_own(one) and one.value.explicit for one in part.said)
        named = named or counted in classes
        return not named and not found(words, "not settled", "still open", "leaves open", "unreal")
    others = (
        one
        for one in part.said
        if inside.isdisjoint(range(one.start, one.end))
        and message.tokens[part.sentence][one.start].word != "i"  # `8,12 I meant`, and no Imp
    )
    return all(map(message.is_own, others)) and all(
        begins([word], "around a correction") or (word,) in message.world.table.said
        for word in words
    )


def _by_replacing(
    message: Message, said: Sequence[SpokenValue], mark: Place
) -> Iterator[tuple[list[SpokenValue], str]]:
    """The new values behind a correction, and the message with each in the place of the old one."""
    last = (len(message.tokens), 0)
    old = [one for one in said if one.place < mark]
    for at in range(mark[0], len(message.tokens)):
        new = _corrected(message, [one for one in said if one.row == at and one.place >= mark], old)
        ways = list(_replaced(message, new, old))
        rest = _text(message, (at + 1, 0), last, {})
        for changed in ways:
            whole = _text(message, (0, 0), mark, changed), rest
            yield new, "\n".join(one for one in whole if one)
        if ways:
            return


def _is_cry_or_seam(token: Token) -> bool:
    return token.word in SEAMS or (token.word,) in rows_of("cried")


def _said(message: Message, row: int) -> Iterator[SpokenValue]:
    """What a sentence says, from left to right, but for pronouns (`I` is no Imp).  Numbers with
    their names, joined by `and`, are one amount."""
    tokens, at = message.tokens[row], 0
    spans = [
        one
        for one in message.said[row]
        if one.value.word != "self" and tokens[one.start].word != "i"
    ]
    while at < len(spans):
        first, end, names = spans[at], spans[at].end, set(spans[at].names())
        size, is_amount = _counted(tokens, spans, at), False
        while size:
            is_amount, at = True, at + size
            end, names = spans[at - 1].end, names | spans[at - 1].names()
            joined = at < len(spans) and _is_joined(tokens, end, spans[at].start)
            size = _counted(tokens, spans, at) if joined else 0
        at += not is_amount
        sort = AMOUNT if is_amount else _sort(first)
        begin = first.start + (is_amount and tokens[first.start].word == "that")
        yield SpokenValue(row, begin, end, sort, frozenset(names))


def _counted(tokens: tuple[Token, ...], spans: Sequence[ValueSpan], at: int) -> int:
    """How many spans at `at` are a number with what it counts: 0, 1 or 2."""
    one = spans[at]
    number = number_at(tokens, one.start + (tokens[one.start].word == "that"))
    if number is None or one.value.kind in ("place", "heading", "offset"):
        return 0
    if number[0] < one.end:
        return 1
    behind = spans[at + 1] if at + 1 < len(spans) else None
    return 2 if behind is not None and behind.start == one.end and _is_noun(behind) else 0


def _is_noun(one: ValueSpan) -> bool:
    return any(value.kind == "noun" for value in one.values)


def _is_joined(tokens: tuple[Token, ...], end: int, start: int) -> bool:
    return start == end + 1 and tokens[end].word in JOINS


def _sort(one: ValueSpan) -> str:
    """The sort of a value: a value corrects the last one of its sort."""
    if one.value.kind in ("number", "numbers"):
        return NUMBER
    nouns = (value for value in one.values if value.kind == "noun")
    return (kinds_of(next(nouns, one.value)) or ("",))[0]


def _corrected(
    message: Message, new: Sequence[SpokenValue], old: Sequence[SpokenValue]
) -> list[SpokenValue]:
    """Those of the new values that correct: the ones of the first part that says anything new, and
    of parts behind it that say nothing but a value.  No value that was said before is one, and none
    of a sort that was not."""
    names = {one.names for one in old if one.sort not in (AMOUNT, NUMBER)}
    sorts = {AMOUNT, NUMBER, *(one.sort for one in old)}
    kept = list[SpokenValue]()
    for one in new:
        tokens = message.tokens[one.row]
        end = kept[-1].end if kept else one.begin
        between = [token.word for token in tokens[end : one.begin]]
        if any(word in SEAMS for word in between) and not _is_alone(message, one):
            break
        if one.sort in sorts and one.names not in names:
            kept.append(one)
    return kept


def _is_alone(message: Message, one: SpokenValue) -> bool:
    """Is it all that its part says?"""
    tokens = message.tokens[one.row]
    before = one.begin == 0 or tokens[one.begin - 1].word in SEAMS
    return before and (one.end == len(tokens) or tokens[one.end].word in SEAMS)


Changes = Mapping[Place, tuple[int, str]]
"""For each place: where the old value ends, and the text to put in its place."""


def _replaced(
    message: Message, new: Sequence[SpokenValue], old: Sequence[SpokenValue]
) -> Iterator[Changes]:
    """The changes that put each new value in the place of the last old one of its sort.  A number
    on its own may replace any of the last numbers: one set of changes for each."""
    sure = dict[Place, tuple[int, str]]()
    loose = list[Changes]()
    for number, one in enumerate(new):
        text = typed(message.tokens[one.row][one.begin : one.end])
        same = [other for other in old if other.sort == one.sort != NUMBER]
        if one.sort in [other.sort for other in new[:number]]:
            continue
        if same:
            sure[same[-1].place] = (same[-1].end, text)
        elif number_at(message.tokens[one.row], one.begin) is not None and not loose:
            places = list(_numbers(message, old))[::-1][:MOST_WAYS]
            loose = [{(row, begin): (end, text)} for row, begin, end in places]
    yield from ({**sure, **one} for one in loose or ([{}] if sure else []))


def _numbers(message: Message, before: Sequence[SpokenValue]) -> Iterator[tuple[int, int, int]]:
    """(Sentence, start, end) of each number in a heading or amount: the 3 of `3 forward`, but no
    number of a place."""
    for one in before:
        for at in range(one.begin, one.end):
            number = number_at(message.tokens[one.row], at)
            if number is not None and one.sort not in ("place", "seat"):
                yield one.row, at, number[0]


def _text(message: Message, begin: Place, end: Place, changed: Changes) -> str:
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
