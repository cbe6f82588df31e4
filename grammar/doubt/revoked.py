"""Last doubts about words before or behind the orders that revoke them, put them in another time or
match, or say whose words they are.

Whatever else was read or learnt: a part of its own like `Annulled`, `not so fast`, `in the other
game`, `says my nephew` keeps the orders beside it from being carried out.

Each rule of `revoked` returns the words that raise its doubt, or an empty string.
"""

from collections.abc import Iterator, Sequence

from grammar.doubt.beside import ENDS, EXCUSES
from grammar.doubt.marks import begins, found, past, row_at
from grammar.doubt.message import Message, Segment
from grammar.doubt.rules import afterthought
from grammar.doubt.telling import is_heading
from grammar.reader.edges import PREPOSITIONS

SHORT = 8
"""A part with more words than this tells something."""

MOST_AT_END = 5
"""Words at the end of a part that may put it off."""

ALONE = ("at another time", "keeps from", "hedges", "heads off")
HEADS = ("of somebody else", *ALONE)
"""Classes of words that put off an order behind them also as a part of their own."""

LIKE, LINKS = ("as", "like"), ("and", "but", "so")


def _orders(message: Message, part: Segment) -> bool:
    """Does a part say what is filed, or at least its act (`I'm finished`)?"""
    grave = any(one.grave for one in message.filed)
    return message.orders(part) or (grave and not ENDS.isdisjoint(part.words))


def _behind(message: Message) -> Iterator[tuple[Segment, Sequence[str]]]:
    """Each part behind an order that orders nothing, with its words from the first that is no
    mere sigh or link (`ah no, on reflection ..`)."""
    begun = False
    for part in message.parts:
        orders = _orders(message, part)
        if begun and not orders and part.words:
            yield part, part.words[past(part.words, 0, "sighs") :]
        begun = begun or orders


def taken_back(message: Message) -> str:
    """`.. Annulled.`, `.., that one is off`, `.. Not so fast.`: a part behind the orders begins
    with words that revoke or refuse what was said, or that leave it open."""
    last = max((at for at, one in enumerate(message.parts) if message.orders(one)), default=0)
    for part, words in _behind(message):
        mends = begins(part.words, "correction") and message.parts.index(part) < last
        if mends or any(map(message.is_used, part.said)):
            continue
        starts = past(words, 0, "what it is about")
        rows = (part.words, words, words[starts:])
        revokes = any(_is(row, "revokes alone") or begins(row, "revokes") for row in rows)
        sighs = not words and part.words[0] not in LINKS  # `haha no`
        revokes = revokes or (sighs and begins(part.words[-1:], "refusal"))
        refuses = words[1:] == ["not"] and words[0] != "why"  # `surely not`
        revokes = revokes or refuses
        if (len(words) <= SHORT and revokes) or found(words, "revokes anywhere"):
            return part.text
    return ""


def _is(words: Sequence[str], kind: str) -> bool:
    """Are these words, all of them, an entry of this class?"""
    return bool(words) and row_at(words, 0, kind) == len(words)


def headed(message: Message) -> str:
    """`Gossip: ..`, `in the other game: ..`, `I forbid it, ..`: a part before the orders says that
    they are none, or for another match or time."""
    for part in message.parts:
        if _orders(message, part):
            break
        words = part.words[past(part.words, 0, "sighs") :]
        if begins(words, "forbids"):
            return part.text
        heads = is_heading(message, part) and not found(part.words, "correction")
        kinds = (found(words, "no order of mine"), *(begins(words, of) for of in HEADS))
        if heads and any(kinds):
            return part.text
        if not part.start and any(_is(words, of) for of in ALONE):
            return part.text
    return ""


def kept_from(message: Message) -> str:
    """`refrain from firing at O1`, `tomorrow L1 moves ..`, `the opposite of ..`: an order begins
    with words that forbid it or put it off."""
    for part in message.parts:
        if found(part.words, "of another match") and part.words[0] not in LIKE:
            return part.text
        if not _orders(message, part):
            continue
        words = part.words[past(part.words, 0, "sighs") :]
        for kind in ("keeps from", "at another time", "hedges", "heads off"):
            end = row_at(words, 0, kind)
            if 0 < end < len(words) and not any(one in message.used for one in words[:end]):
                return " ".join(words[:end])
    return ""


def said_by(message: Message) -> str:
    """`.., says my nephew`, `.., or so they say`: a part behind the orders tells whose words it
    was."""
    for part, words in _behind(message):
        said = begins(words, "says") and len(words) > 1 and part.tokens[0].is_word
        if said or begins(words, "it is said") or _is(words, "it is said alone"):
            return part.text
    return ""


def ends_open(message: Message) -> str:
    """`L1 moves to 6,13 after lunch`, `.. on my signal`, `.. possibly`: a part that orders, or one
    behind it, ends with words that leave it open or put it off."""
    mends = any(message.orders(one) and begins(one.words, "correction") for one in message.parts)
    begun = False
    for part in message.parts:
        orders = _orders(message, part)
        begun = begun or orders
        looks = begun and not begins(part.words, "the others") and (orders or not mends)
        for at in range(max(len(part.words) - MOST_AT_END, 0), len(part.words) if looks else 0):
            ahead, end = part.words[:at], part.words[at:]
            told = found(ahead, "reason") or "so" in ahead
            hangs = not PREPOSITIONS.isdisjoint(ahead[-1:])
            whole = ahead or (not orders and len(end) > 1)
            says = whole and _is(end, "ends open") and message.used.isdisjoint(end)
            if says and not told and not hangs:
                return " ".join(end)
    return ""


def mended(message: Message) -> str:
    """`.. my boots are wet, no wait, 3`: a number at the end of a part takes the place of another,
    but it is in no order."""
    for tokens, said in zip(message.tokens, message.said, strict=True):
        for one in said:
            last = one.end == len(tokens) or not tokens[one.end].is_word
            if not last or one.value.kind != "number" or message.is_used(one):
                continue
            before = [token.word for token in tokens[: one.start]]
            if any(_is(before[-size:], "mends a number") for size in (1, 2, 3)):
                return " ".join((*before[-1:], tokens[one.start].text))
    return ""


def wondered(message: Message) -> str:
    """`Should I? ..`, `.. Who would do that?`: a question of its own speaks of what may be done."""
    for number, sentence in enumerate(message.sentences):
        parts = [one for one in message.parts if one.sentence == number]
        words = [word for one in parts for word in one.words]
        if not sentence.asks or len(words) > SHORT or any(map(message.orders, parts)):
            continue
        if found(words, "will or would", "what may be asked") and "draw" not in message.used:
            return sentence.text
    return ""


def nameless(message: Message) -> str:
    """`I'm finished. By no means.`, `save rerolls pls. Don't, not yet`: beside an order that names
    nothing, a further sentence takes back, denies or puts off."""
    if any(map(message.orders, message.parts)):
        return ""
    acting = [one for one in message.parts if _acts(message, one)]
    sentences = {one.sentence for one in acting} or {0}
    for part in message.parts:
        if part.sentence > min(sentences) and part.sentence not in sentences:
            words = afterthought(message, part)
            if words and words not in EXCUSES:
                return words
    return ""


def _acts(message: Message, part: Segment) -> bool:
    return any(map(message.does, part.words)) or not ENDS.isdisjoint(part.words)


RULES = (wondered, nameless, mended, ends_open, taken_back, headed, kept_from, said_by)


def revoked(message: Message) -> Iterator[str]:
    """The words of each of these doubts."""
    if "undo" not in message.used:
        yield from filter(None, (rule(message) for rule in RULES))


__all__ = ["revoked"]
