"""Last doubts about orders of which something is left open, or only a part was read: a reason that
points elsewhere, an end that somebody else is asked for, an order of all that one carries out.

Each rule of `unsettled` returns the words that raise its doubt, or an empty string.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from grammar.doubt.marks import begins, found, row_at, words_of
from grammar.doubt.message import Message, Segment
from grammar.doubt.subordinate import opening
from grammar.doubt.telling import FINITE, is_heading
from grammar.reader.spoken import STRETCHED

LEFT_OPEN = ("denial", "time", "condition", "still open")


def _reasons(message: Message) -> Iterator[tuple[Segment, Sequence[str]]]:
    """The first reason in each part of a message, with its part."""
    for part in message.parts:
        for at in range(len(part.words)):
            end = opening(part.words, at)
            if end > at and row_at(part.words, at, "reason") > at:
                yield part, part.words[end:]
                break


def pointed_at(message: Message) -> str:
    """`O1 to 8,9, because that hill is nice`: a reason that points at a thing which is neither of
    this match nor the place that was said."""
    kinds = ("where it goes", "told of")
    for part, words in _reasons(message):
        named = {word for one in part.said for word in one.names()}
        rows = zip(words, words[1:], words[2:], strict=False)
        for one, what, verb in rows:
            points = begins((one,), "pointing") and verb in FINITE
            if points and what not in named and not found((what,), *kinds):
                return f"{one} {what}"
    return ""


def not_settled(message: Message) -> str:
    """`.. because the order is not final`, `.. as he will not`: a reason says that the order itself
    is open, or that somebody will not."""
    for _, words in _reasons(message):
        about_it = begins(words, "the order") and found(words, *LEFT_OPEN)
        ends = list(words[-2:])
        refuses = len(words) > 1 and ends[-1] == "not" and begins(ends[:1], "will or would")
        refuses = refuses or (len(words) == 2 and words[-1].endswith("n't"))
        if about_it or (refuses and len(words) < 4):
            return " ".join(words)
    return ""


def of_all(message: Message) -> str:
    """`We charge with all we have`: all are to act, but only one acts whom nobody named."""
    own = [one for one in message.world.own if one.able and one.at]
    named = any(not message.actors.isdisjoint(one.names()) for row in message.said for one in row)
    if named or len(message.actors) != 1 or len(own) < 2:
        return ""
    verbs = message.world.table.said
    for part in message.parts:
        for who, act in pairwise(part.words):
            if begins((who,), "each of us") and message.does(act) and (act,) in verbs:
                return f"{who} {act}"
    return ""


def everybody_too(message: Message) -> str:
    """`L1 to 8,13 and everybody follows three squares`: all are to do something that has a number,
    but only one acts."""
    if len(message.actors) != 1:
        return ""
    for tokens, said in zip(message.tokens, message.said, strict=True):
        counts = [one.start for one in said if not message.is_ordered(one)]
        for at, (who, act) in enumerate(pairwise(tokens)):
            all_act = begins((who.word,), "each of them") and act.is_word and act.word not in FINITE
            if all_act and any(one > at + 1 for one in counts):
                return f"{who.text} {act.text}"
    return ""


def steps_of_another(message: Message) -> str:
    """`bows up 2 n have the augur follow to 28,30`: an own unit with its steps, of which nothing is
    filed."""
    for tokens, said in zip(message.tokens, message.said, strict=True):
        for who, way in pairwise(said):
            steps = any(value.kind == "heading" and value.numbers for value in way.values)
            own = message.is_own(who) and not message.touches(who)
            if own and steps and who.end == way.start and not message.is_ordered(way):
                return " ".join(token.text for token in tokens[who.start : way.end])
    return ""


def put_in_its_place(message: Message) -> str:
    """`L1 to 8,13. Oops, L2 to 9,13`: an order of another unit stands before a correction, and it
    is not said whether that unit goes too."""
    before = ""
    for part in message.parts:
        if before and found(part.words[:1], "correction", "withdrawal"):
            return before
        who = [one for one in part.said if message.is_own(one) and one.value.explicit]
        goes = any(value.kind == "place" for one in part.said for value in one.values)
        if who and goes and not any(map(message.touches, who)):
            before = part.text
    return ""


def told_by(message: Message) -> str:
    """`L1 said he would like to go to 8,13`: somebody only reports it."""
    for tokens, said in zip(message.tokens, message.said, strict=True):
        for one in said:
            words = [token.word for token in tokens[one.end : one.end + 2]]
            speaks = message.is_own(one) and begins(words[:1], "reports") and words[1:]
            if speaks and begins(words[1:], "what is reported"):
                return " ".join(token.text for token in tokens[one.start : one.end + 2])
    return ""


def his_side(message: Message) -> str:
    """`.. then turning left (his left)`: the side of a unit, but the order faces a side of the
    board."""
    filed = [word for one in message.filed for word in one.sentence.lower().split()]
    faces = [way for one, way in pairwise(filed) if one.startswith("fac")]
    for tokens in message.tokens:
        for whose, way in pairwise(token.word for token in tokens):
            if begins((whose,), "whose side") and way in ("left", "right") and way in faces:
                return f"{whose} {way}"
    return ""


def of_somebody_else(message: Message) -> str:
    """`You, pass`, `What would you do? pass`, `my idea is this: end turn`: somebody else is told or
    asked to do it, or it is only a thought."""
    for part in message.parts:
        words = part.words
        if message.orders(part) and part.said:
            return ""
        asks = message.sentences[part.sentence].asks
        if words == ["you"] or (asks and "you" in words and found(words, "will or would")):
            return part.text
        if is_heading(message, part) and found(words, "only a thought"):
            return part.text
    return ""


def tells_a_number(message: Message) -> str:
    """`Legion2 advances 3, we are one`: a part behind an order only tells what somebody is, but a
    number of it is in an order."""
    for part in message.parts[1:]:
        who, does, *more = (*part.words, "", "")
        tells = begins((who,), "told of") and does in ("is", "are", "was", "were")
        counts = [one for one in part.said if one.value.kind == "number" and message.is_used(one)]
        if tells and more[0] != "to" and counts and not any(map(message.is_own, part.said)):
            return part.text
    return ""


def refused(message: Message) -> str:
    """`Nope. rogue g6 moves g5`, `rogue g6 moves g5. Nopee.`: a sentence that only says no."""
    for tokens in message.tokens:
        words = words_of(tokens)
        if len(words) == 1 and begins((_short(words[0]),), "refusal"):
            return words[0]
    return ""


def put_off(message: Message) -> str:
    """`M2 fires at O2 (4 inches, not now)`, `.., the last thing I want`: a part says only that it
    is not to be done now, or that nobody wants it."""
    for part in message.parts:
        whole = row_at(part.words, 0, "not yet")
        if (whole and whole == len(part.words)) or found(part.words, "unwanted"):
            return part.text
    return ""


def _short(word: str) -> str:
    """A word without the letters that are drawn out at its end (`nopeee`)."""
    word = STRETCHED.sub(r"\1", word)
    return word[:-1] if word[-2:-1] == word[-1:] else word


def unsettled(message: Message) -> Iterator[str]:
    """The words of each of these doubts."""
    rules = (
        pointed_at, not_settled, of_all, everybody_too, steps_of_another, put_in_its_place,
        told_by, his_side, of_somebody_else, refused,
        tells_a_number, put_off,
    )  # fmt: skip
    yield from filter(None, (rule(message) for rule in rules))


__all__ = ["unsettled"]
