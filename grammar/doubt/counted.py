"""Last doubts about counted units (`4 infantry`): are those that are filed to act at all?

Each rule of `miscounted` returns the words that raise its doubt, or an empty string.
"""

from collections.abc import Iterator
from itertools import pairwise

from grammar.doubt.kept_home import leaves_them, without_kept
from grammar.doubt.marks import begins, found
from grammar.doubt.message import SEAMS, Message, said_in
from grammar.reader.forces import JOINS, forces_at
from grammar.reader.tokens import Token, tokens_of

OWNERS = frozenset(("i", "we", "he", "she", "they", "army"))
OWN = frozenset(("have", "has", "own", "owns", "hold", "holds", "got", "had", "is", "are", "was"))
"""Behind somebody these tell what he has (`I have 4 infantry in Ashford`)."""

GOALS = frozenset(
    ("from", "to", "in", "at", "into", "on", "->", "then", "for", "by", "please", "@")
)
"""These may follow the last of a list of forces."""

HERE = frozenset(("in", "at", "there"))
"""Behind these stands where a force is, if `from` said before where it comes from."""

IDLE = frozenset(
    (
        "remain", "remains", "remaining", "stay", "stays", "staying", "left", "behind", "idle",
        "as", "inside", "unused", "safe", "home", "leaving", "leaves", "keep", "keeps", "keeping",
        "next", "expect", "expecting", "kill", "against", "vs", "versus", "facing", "held",
        "defended", "opposed", "too", "reserve",
    )
)  # fmt: skip
"""Before or behind a force these say that it stays, or is the enemy's."""

TELLS = frozenset(
    (
        "note", "fyi", "army", "strength", "present", "suffice", "suffices", "enough", "already",
        "currently", "moment", "total", "won't", "many", "skip",
    )
)  # fmt: skip
"""With one of these and no verb of an order, a force is only told of."""


def _forces(tokens: tuple[Token, ...], message: Message) -> list[tuple[int, int, frozenset[str]]]:
    """Each single force of a sentence: (start, end, what the law calls it)."""
    found, at = [], 0
    while at < len(tokens):
        first = next(forces_at(tokens, at, message.world), None)
        if first is None or not first[1].items[0][:1].isdigit():
            at += 1
            continue
        found.append((at, first[0], frozenset(first[1].items)))
        at = first[0]
    return found


def owned(message: Message) -> str:
    """`I have 4 infantry in Ashford`, `Ashford holds 3 infantry`: it is told who has them."""
    for tokens in message.tokens:
        for start, _, _ in _forces(tokens, message):
            start += tokens[start].word in OWN  # `own 4 infantry`
            before = [token.word for token in tokens[max(start - 2, 0) : start]]
            if len(before) < 2 or before[1] not in OWN:
                continue
            placed = any(one.end == start - 1 for row in message.said for one in row)
            if before[0] in OWNERS or (placed and before[1] != "have"):
                return " ".join(before)
    return ""


def staying(message: Message) -> str:
    """`with 2 cavalry, 3 infantry remain`, `.., against 4 infantry`: a further force is in the same
    order although it is said to stay, or to be the enemy's."""
    vocabularies = message.world.table.vocabulary, message.world.vocabulary
    for number, tokens in enumerate(message.tokens):
        covered = _covered(message, number)
        for (_, end, one), (start, last, other) in pairwise(_forces(tokens, message)):
            orders = [of.sentence for of in message.filed if _holds(of.sentence, one, other)]
            if not orders or one == other or " for " in orders[0]:
                continue
            between = {tokens[at].word for at in range(end, start) if at not in covered}
            behind = tokens[last : last + 2]
            word = behind[0].word if behind else ""
            known = any(word in words for words in vocabularies)
            goes = last in covered or known or word in (*SEAMS, *JOINS, *GOALS, "")
            goes = goes or "-" in word  # `1 arc VAL-BRA`
            stays = word in IDLE and last + 1 not in covered
            stays = stays or (word in HERE and " from " in orders[0])
            if stays or not goes or not IDLE.isdisjoint(between):
                return " ".join(token.text for token in tokens[start : last + 1])
    return ""


def shared_out(message: Message) -> str:
    """`3/4 of the infantry`, `3 out of 4 infantry`, `>2 infantry`: a part of a force, a limit."""
    for tokens in message.tokens:
        for start, _, _ in _forces(tokens, message):
            before = [token.word for token in tokens[max(start - 3, 0) : start]]
            limits = before[-1:] in ([">"], ["<"], ["/"]) and before[-2:] != ["w", "/"]
            if limits or before[-2:] == ["out", "of"]:
                return " ".join((*before[-2:], tokens[start].text))
    return ""


def told_of(message: Message) -> str:
    """`4 infantry in Ashford suffice`, `note: 3 infantry in Ashford`: a force is only told of."""
    for part in message.parts:
        covered = _covered(message, part.sentence)
        kept = enumerate(part.tokens, part.start)
        words = [one.word for at, one in kept if at not in covered and one.is_word]
        said = next((word for word in words if word in TELLS), "")
        said = words[-1] if words[-1:] in (["off"], ["do"]) else said
        said = "" if said == "army" and words[0] != "army" else said
        acts = [word for word in words if len(word) > 2 and word not in GOALS]
        verbs = any(message.does(word) or word in message.used for word in acts)
        if said and message.orders(part) and not verbs and _forces(part.tokens, message):
            return said
    return ""


def all_but(message: Message) -> str:
    """`move everything from Brindle, keeping 1 archer`: all are filed, and some of them stay."""
    filed = " ".join(one.sentence for one in message.filed)
    if not ("everything" in filed or " all " in filed) or "but" in message.used:
        return ""
    for tokens in message.tokens:
        for start, end, names in _forces(tokens, message):
            near = {token.word for token in (*tokens[max(start - 1, 0) : start], *tokens[end:])}
            apart = "everything" in filed or not near.isdisjoint(IDLE)
            if apart and not any(one in filed for one in names):
                return " ".join(token.text for token in tokens[start:end])
    return ""


def some_of_them(message: Message) -> str:
    """`with 5 infantry, of whom two remain in Ashford`: some of a force are to stay."""
    for part in message.parts:
        if begins(part.words, "of them") and not IDLE.isdisjoint(part.words):
            return part.text
    return ""


def he_goes(message: Message) -> str:
    """`Lord Ambrose, GL1, mounts: he attacks ..`: who is named and then acts goes along."""
    letters = message.world.table.force.get("leader", "")
    named = {name for row in message.said for one in row for name in one.names()}
    open_ = {one for one in named - message.used if letters and one.startswith(letters)}
    acts = [one for one in message.parts if message.orders(one) and begins(one.words, "he or she")]
    return acts[0].text if acts and any(one[len(letters) :].isdigit() for one in open_) else ""


def kept_home(message: Message) -> str:
    """`with 2 infantry and GL1, GL1 stays`: somebody is to go who is said to stay."""
    _, kept = without_kept(message.text, message.world)
    filed = [one.sentence for one in message.filed]
    return "" if leaves_them(filed, kept, message.world) else kept[0]


def others_too(message: Message) -> str:
    """`kill one of the infantry, release the other two`: the others are in no order."""
    for part in message.parts:
        act = found(part.words, "done to captives")
        if act and found(part.words, "the other ones") and not message.does(act):
            return part.text
    return ""


def _covered(message: Message, sentence: int) -> set[int]:
    """The indices of the tokens of a sentence that belong to a value."""
    return {at for one in message.said[sentence] for at in range(one.start, one.end)}


def _holds(sentence: str, *forces: frozenset[str]) -> bool:
    return all(any(one in sentence for one in force) for force in forces)


def counted_twice(message: Message) -> str:
    """`2 Sagittarii, the bowmen being for my grandson`: an order that counts the same type twice in
    one list, of which the message counts but one."""
    counts = sum(token.word.isdecimal() for row in message.tokens for token in row)
    for filed in message.filed:
        tokens = tokens_of(filed.sentence)
        said = said_in(tokens, message.world)
        nouns = [
            (tokens[one.start - 1].word, tokens[one.start].text, one.names())
            for one in said
            if one.value.kind == "noun" and one.start and tokens[one.start - 1].word.isdecimal()
        ]
        listed = not any(one.value.kind == "place" for one in said)
        for at, (_, text, names) in enumerate(nouns):
            if listed and counts < len(nouns) and any(names & other for *_, other in nouns[:at]):
                return text
    return ""


def miscounted(message: Message) -> Iterator[str]:
    """The words of each of these doubts."""
    if (twice := counted_twice(message)) and message.world.seat:
        yield twice
    if message.world.table.force and message.world.seat:
        rules = (
            owned,
            staying,
            shared_out,
            told_of,
            all_but,
            some_of_them,
            he_goes,
            kept_home,
            others_too,
        )
        yield from filter(None, (rule(message) for rule in rules))


__all__ = ["miscounted"]
