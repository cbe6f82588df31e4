"""Who does what to whom: what an enemy does in a sentence is never the player's own order."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from grammar.doubt.message import SEAMS, Message, ValueSpan
from grammar.reader.edges import PREPOSITIONS
from grammar.reader.tokens import Token, number_at

CLAUSES = (
    "and", "but", "then", "while", "because", "so", "or", "though", "although", "before",
    "after", "when", "if", "as", "since", "until", "till", "where", "that", "unless", "than",
    "what", "how", "why", "who", "which", "fear", "bet", "hope", "expect", "expects", "know", "see",
    "say", "says", "said", "swear", "imagine", "believe", "afraid", "watch", "reckon", "suppose",
    "feel", "guess", "wonder", "wish", "promise", "mean", "think", "thinks", "looks", "sure",
)  # fmt: skip
"""Words after which another clause may begin."""

LIGHT = frozenset(
    (
        "the", "a", "an", "and", "but", "then", "now", "so", "well", "ok", "oh", "ah", "no", "yes",
        "just", "even", "also", "please", "again", "here", "there", "finally", "next", "first",
        "poor", "brave", "old", "good", "big", "little", "my", "our", "that", "this", "those",
    )
)  # fmt: skip
"""Words before a subject that do not change who it is."""

HELPERS = frozenset(
    (
        "will", "shall", "would", "could", "might", "may", "can", "must", "should", "does", "do",
        "is", "are", "be", "going", "gonna", "about", "to", "wants", "want", "has", "have", "had",
        "plans", "tries", "dares", "likes", "loves", "seems", "looks", "'ll", "'s", "'re",
        "always", "never", "surely", "probably", "often", "usually", "soon", "now", "then", "just",
        "still", "also", "again", "both", "all", "really", "already", "sometimes", "not", "only",
        "almost", "hardly", "even", "next", "too", "simply", "finally", "sure", "certainly",
    )
)  # fmt: skip
"""Words that may stand between a subject and its verb."""

SUFFERS = ("is", "are", "gets", "get", "be", "being", "was", "were", "got", "been", "'s")
PARTICIPLES = ("shot", "hit", "struck", "cut", "run", "beaten", "taken", "driven", "slain", "met")
THEY = ("they", "someone", "somebody", "anyone", "anybody", "nobody", "people")
SPEAKERS = ("i", "we", "i'll", "we'll", "i'd", "let", "have", "you")
ENEMY = ("enemy", "opponent")
YOURS = ("your", "their", "his", "enemy", "enemy's", "opponent", "opponent's", "yours", "ur")


def foreign_acts(message: Message) -> Iterator[str]:
    """For each sentence in which an enemy, another seat or somebody acts and the player's own side
    does not, the words for who acts.  If something is filed, only sentences that say a value of it
    count."""
    yield from filter(None, (_acting_in(message, at) for at in range(len(message.tokens))))


def is_turned_round(message: Message) -> bool:
    """Would the filed sentences swap who acts?  `O1 strikes L2` never means that L2 strikes O1.

    True if somebody else acts in a sentence whose later values include the unit that would act; or,
    if the filed sentences begin with no unit, anything that they name.
    """
    for at, said in enumerate(message.said):
        named = {name for one in said[1:] for name in one.names()}
        if not message.actors:
            turned = any(map(message.is_used, said[1:]))
        else:
            turned = not message.actors.isdisjoint(named)
        if turned and _acting_in(message, at):
            return True
    return False


def _acting_in(message: Message, number: int) -> str:
    """The words for who acts in a sentence, if that is an enemy, another seat or somebody; empty
    otherwise, and if something is filed but nothing from this sentence."""
    tokens, said = message.tokens[number], message.said[number]
    if not message.world.seat or (message.filed and not any(map(message.is_used, said))):
        return ""
    clauses = list(clauses_of(tokens, said))
    acting = [_foreign_subject(message, tokens, said, *one) for one in clauses]
    for at, (start, _) in enumerate(clauses[1:], 1):
        goes_on = tokens[start - 1].word in ("and", "then") and tokens[start].word[-1:] == "s"
        if goes_on and not acting[at] and (tokens[start].word,) in message.world.table.said:
            acting[at] = acting[at - 1]  # `the mob advances 6 and shoots Bows1`
    if cleft := _cleft(message, tokens, said) or _of_doing(message, tokens, said):
        return cleft
    acts = any(acting) and not _own_acts(message, said, clauses, acting)
    return next((one for one in acting if one), "") if acts else ""


def _cleft(message: Message, tokens: Sequence[Token], said: Sequence[ValueSpan]) -> str:
    """`it's O1 who shoots M1`: the words for the enemy who is pointed out as acting, or empty."""
    first = said[0] if said else None
    if first is None or first.end + 1 >= len(tokens) or not _is_foreign(message, first):
        return ""
    points = [token.word for token in tokens[: first.start]][:2] in (["it's"], ["it", "'s"])
    points = points or [token.word for token in tokens[: first.start]] == ["it", "is"]
    who = tokens[first.end].word in ("who", "that")
    return " ".join(token.text for token in tokens[first.start : first.end]) * (points and who)


def _of_doing(message: Message, tokens: Sequence[Token], said: Sequence[ValueSpan]) -> str:
    """`scared of O1 attacking L1`: an enemy and a verb in -ing before an own unit, or empty."""
    for one, other in pairwise(said):
        doing = [token.word for token in tokens[one.end : other.start]]
        acts = len(doing) == 1 and doing[0].endswith("ing") and one.start > 0
        if acts and _is_foreign(message, one) and message.is_own(other):
            return " ".join(token.text for token in tokens[one.start : other.start])
    return ""


def clauses_of(tokens: Sequence[Token], said: Sequence[ValueSpan]) -> Iterator[tuple[int, int]]:
    """The (start, end) of each clause of a sentence; a value is never cut in two."""
    inside = {at for one in said for at in range(one.start + 1, one.end)}
    start = 0
    for at, token in enumerate(tokens):
        if at not in inside and (token.word in SEAMS or token.word in CLAUSES):
            if at > start:
                yield start, at
            start = at + 1
    if start < len(tokens):
        yield start, len(tokens)


def _foreign_subject(
    message: Message, tokens: Sequence[Token], said: Sequence[ValueSpan], start: int, end: int
) -> str:
    """The words for who acts in a clause, if that is an enemy, another seat or somebody; empty
    otherwise."""
    at, table = start, message.world.table
    if (pointed := _pointed_at(tokens, said, start, end)) and _acts(tokens, pointed, end):
        return " ".join(token.text for token in tokens[start:pointed])
    while at < end and not any(one.start == at for one in said):
        word = tokens[at].word
        if word in (*THEY, *YOURS, *SPEAKERS) or word in PREPOSITIONS or (word,) in table.said:
            break
        at += 1
    if at >= end:
        return ""
    subject = next((one for one in said if one.start == at), None)
    word, behind = tokens[at].word, at + 1
    if subject is not None:
        behind = subject.end
    yours = word in YOURS
    if yours and subject is None:
        named = word in ENEMY  # `the enemy moves 3 infantry`: the subject ends at the verb
        while behind < end and behind - at < 4:
            if named and (tokens[behind].word,) in table.said:
                break
            if (subject := next((one for one in said if one.start == behind), None)) is not None:
                break
            behind += 1
        behind = subject.end if subject is not None else behind
    if subject is not None and not yours:
        yours = any(token.word in YOURS for token in tokens[subject.start : subject.end])
    way = word in table.directions  # `left wheel for Legion1`
    foreign = yours or (subject is not None and not way and _is_foreign(message, subject))
    they = word in THEY and not any(message.is_own(one) for one in said if one.end <= at)
    if not (foreign or they) or not _acts(tokens, behind, end):
        return ""
    return " ".join(token.text for token in tokens[at:behind])


POINTERS = ("the", "that", "this", "some", "another", "those", "these")
ONES = ("one", "ones", "guy", "guys", "fellow", "fellows", "chap", "chaps", "thing", "things")


def _pointed_at(tokens: Sequence[Token], said: Sequence[ValueSpan], start: int, end: int) -> int:
    """Where a phrase like `the green one` at the start of a clause ends, if the first unit of the
    sentence is named behind it: then somebody other than that unit acts.  0 if there is none."""
    units = [one for one in said if any(value.kind == "units" for value in one.values)]
    first = start - (start > 0 and tokens[start - 1].word in POINTERS)  # `that` begins a clause
    if tokens[first].word not in POINTERS:
        return 0
    for at in range(first + 1, min(first + 4, end)):
        if tokens[at].word in ONES:
            return (at + 1) * (bool(units) and units[0].start > at)
    return 0


def _is_foreign(message: Message, subject: ValueSpan) -> bool:
    """Can it only be another seat or units of other seats, and nothing of the player's own?"""
    if any(value.kind == "seat" for value in subject.values):
        return f"army {message.world.seat}" not in subject.names()
    sides = [value for value in subject.values if "side" in value.classes]
    if sides:
        return f"army {message.world.seat}" not in subject.names()
    kinds = {value.kind for value in subject.values}
    if any("house" in value.classes for value in subject.values):
        return not message.is_used(subject)
    style = message.world.table.places.style
    if style == "noun" or ("place" in kinds and style != "tile"):
        return False  # `Zelling is mine!`, `the cavalry charges`: may be the player's own
    units = [value for value in subject.values if value.kind == "units"]
    return bool(units) and all(value.side == "foe" for value in units)


def _acts(tokens: Sequence[Token], at: int, end: int) -> bool:
    """Does an active verb follow, not one that says that something is done to the subject?"""
    first = at
    helpers = (*HELPERS, *SUFFERS)
    while at < end and (tokens[at].word in helpers or tokens[at].word.endswith("ly")):
        at += 1
    if at >= end or not tokens[at].is_word or number_at(tuple(tokens), at) is not None:
        return False
    word = tokens[at].word
    suffers = any(token.word in SUFFERS for token in tokens[first:at])
    passive = suffers and (word.endswith(("ed", "en")) or word in PARTICIPLES)
    marked = passive and any(token.word in ("by", "with") for token in tokens[at:end])
    return not marked and word not in PREPOSITIONS


def _own_acts(
    message: Message,
    said: Sequence[ValueSpan],
    clauses: Sequence[tuple[int, int]],
    acting: Sequence[str],
) -> bool:
    """Does the player's own side act in a clause without a foreign subject?

    Such a clause must name a unit that is to act; if the sentence names no such unit, anything that
    is filed; if nothing is filed, an own unit.
    """
    free = [one for one, foreign in zip(clauses, acting, strict=True) if not foreign]
    outside = [one for one in said if any(start <= one.start < end for start, end in free)]
    if not message.filed:
        return any(map(message.is_own, outside))
    named = {name for one in outside for name in one.names()}
    actors = {ref for ref in message.actors if ref}
    every = {name for one in said for name in one.names()}
    if actors & every:
        return bool(actors & named)
    return any(message.is_used(one) for one in outside)
