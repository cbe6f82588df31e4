"""What is asked last, of free words that are about to be carried out: does somebody act who is told
to stay, is an order repeated for others who do nothing, may one wait, does an aside end a turn?"""

from collections.abc import Iterator, Sequence

from grammar.doubt.beside import ENDS
from grammar.doubt.marks import found
from grammar.doubt.message import Message, Part, Said, said_in
from grammar.reader.tokens import tokens_of

STAYS = frozenset(("stay", "stays"))
PUT = frozenset(("put", "where", "he", "she", "it", "is", "for", "now", "still", "home", "there"))
"""What may be said of it that somebody stays, and nothing else."""

AGAIN = frozenset(("same", "ditto", "dito", "likewise"))
"""With such a word somebody does what somebody else does."""

OTHERS = frozenset(("they", "he", "she", "it"))
"""Of them a part speaks that begins so."""

UNTIL = frozenset(("after", "until", "till", "once", "before"))
HAS = frozenset(("has", "have", "is", "are", "had"))
"""With such words a clause begins that says when something is done (`after he has moved`)."""

NOTHING_ELSE = (["nothing", "else"], ["nothing", "more"])
"""It may be all that somebody does, or all that is done in a phase."""


def stays(message: Message) -> str:
    """`.., M3 stay put for now`: who is told to stay, and acts; empty if nobody is."""
    for part in message.parts:
        who, *told = part.words or [""]
        stays = not STAYS.isdisjoint(told[:1]) and PUT.issuperset(told[1:])
        if stays and who in message.actors and message.used.isdisjoint(STAYS):
            return part.text
    return ""


def repeats(message: Message) -> str:
    """`.. Bows2 the same on Mob1`: what is said again of somebody who is not ordered anything."""
    begun = False
    for part in message.parts:
        again = not AGAIN.isdisjoint(part.words) and AGAIN.isdisjoint(message.used)
        if begun and again and any(map(message.is_own, part.said)) and not message.orders(part):
            return part.text
        begun = begun or message.orders(part)
    return ""


def waits(message: Message) -> str:
    """`.. i want to see how it goes after he has moved`: the order may wait for that."""
    for part in message.parts:
        rows = zip(part.words, part.words[1:], part.words[2:], strict=False)
        if any(one in UNTIL and who in OTHERS and has in HAS for one, who, has in rows):
            return part.text
    return ""


def nothing_else(message: Message) -> str:
    """`Bows1 faces east, nothing else`: it may be all that somebody does, and end nothing."""
    ends = [one.grave for one in message.filed]
    mixed = any(ends) and not all(ends)
    return next((one.text for one in message.parts if mixed and one.words in NOTHING_ELSE), "")


def of_both(message: Message) -> str:
    """`O2 to 12,8 and O3 to 12,12, both 2 south`: what is said of two, and ordered of one alone."""
    for part in message.parts:
        if part.words[:1] != ["both"] or _units(part.said):
            continue
        said = {name for one in part.said for name in one.names()}
        rows = [said_in(tokens_of(one.sentence), message.world) for one in message.filed]
        alone = [row for row in rows if said & {name for one in row for name in one.names()}]
        if len(alone) == 1 and len(_units(alone[0][:1])) == 1:
            return part.text
    return ""


def _units(said: Sequence[Said]) -> set[str]:
    """The units that are said."""
    values = (value for one in said for value in one.values if value.kind == "units")
    return {item for value in values for item in value.items}


def with_both(message: Message) -> str:
    """`with both cleavers`, where one is to strike with the cleaver: what says that it is two."""
    alone = len(message.actors) == 1 and "both" not in message.used
    for row, said in zip(message.tokens, message.said, strict=True):
        for one in said if alone else ():
            two = one.start and row[one.start - 1].word == "both" and message.is_used(one)
            if two and any("weapon" in value.classes for value in one.values):
                return " ".join(token.text for token in row[one.start - 1 : one.end])
    return ""


def hidden_ends(message: Message) -> tuple[str, ...]:
    """`Release 2 infantry, they can go home`, `(to cut the road, nothing more)`: ends beside orders
    that stand only in what others do, or in brackets."""
    ends = tuple(one.sentence for one in message.filed if one.grave)
    if len(ends) in (0, len(message.filed)):
        return ()
    aside = [part for part in message.parts if _is_aside(message, part)]
    parts = [part for part in message.parts if part not in aside]
    said = any(found(part.words, "conclusion") or ENDS & {*part.words} for part in parts)
    return ends if aside and not said else ()


def _is_aside(message: Message, part: Part) -> bool:
    before = [token.word for token in message.tokens[part.sentence][: part.start]]
    of_others = not OTHERS.isdisjoint((*part.words[:1], *part.words[-2:-1]))
    return before.count("(") > before.count(")") or of_others


def doubted_at_last(message: Message) -> Iterator[str]:
    """The words that keep what was read from being carried out."""
    rules = (stays, repeats, waits, nothing_else, of_both, with_both)
    yield from filter(None, (rule(message) for rule in rules))


__all__ = ["doubted_at_last", "hidden_ends"]
