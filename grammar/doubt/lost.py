"""Find what was said and got lost: values of a sentence that are in no order read from it."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from grammar.doubt.marks import found
from grammar.doubt.message import Message, ValueSpan
from grammar.doubt.roles import LIGHT
from grammar.reader.candidates import STAYS
from grammar.reader.forces import EVERYBODY, forces_at
from grammar.reader.tokens import Token, number_at, plurals_of, tokens_of
from grammar.reader.units import units_at
from grammar.reader.values import COLUMN, ROW, STEPS, nouns_at, places_at
from grammar.reader.whereabouts import is_whereabouts
from grammar.reader.world import Value

Tokens = tuple[Token, ...]

TOOLS = frozenset(
    ("weapon", "gun", "blade", "grenade", "spell", "power", "effect", "card", "tactic", "extra")
)
"""Classes of names for things that something is done with."""

OBJECTS = (
    "himself", "herself", "itself", "themselves", "myself", "ourselves",
    "him", "her", "them", "me", "us",
)  # fmt: skip
LISTED = ("and", "&", "+", "plus", "or")
"""Before a pronoun these add it to a list (`L1, L2 and himself`)."""

EACH = ("each", "apiece", "per", "every")
MONEY = ("gold", "g", "gp", "coin", "coins", "points", "pts", "influence")
MOST_DIGITS = 9
"""Longer numbers of an order are not checked as sums or differences."""

MOST_OF_A_REST = 4
"""A part that says a value and little else has at most so many words."""

MINUS = ("-", "−", "–", "minus", "negative")
"""Before a number these make it negative."""

DATED = ("turn", "round", "phase", "day", "year")
"""Before a number and, soon after, a colon (`turn 4 orders:`) these say when."""

BLOWS, TWICE = ("strikes", "blows", "attacks", "shots"), ("multi", "rapid")
"""`two strikes` may be one act of the law (`multiattacks`)."""

MENDS = ("well", "or", "rather", "better", "actually", "sorry")
"""A sentence that begins with one of these puts right what was said before it."""

UNCOUNTED = ("cp", "times", "rounds", "turns", "minutes", "hours", "days", "weeks", "years")
"""Numbers of these need not be in an order."""

DEGREES = (45, 90, 180, 360)
TIMES = re.compile("x[0-9]{1,3}")
ASIDE = (
    "because", "since", "before", "after", "cause", "cuz", "coz", "bc", "while", "as",
    "who", "which", "where", "whose", "that", "so", "than", "like", "now", "instead",
    "not", "without", "except", "but", "don't", "doesn't", "no",
)  # fmt: skip
"""Behind such a word stands an aside: when, why, of whom, or what is left out."""


INTENT = (
    "ready", "aiming", "hoping", "intending", "planning", "preparing", "prepared", "eager", "keen",
    "itching", "meaning", "wanting", "looking", "trying", "poised", "longing", "dreaming",
)  # fmt: skip
FOR = ("to", "for", "at", "on", "of")


def is_intent(words: Sequence[str]) -> bool:
    """Do these words begin a part that says what an order is for (`ready to`, `aiming for`)?"""
    return len(words) > 1 and words[0] in INTENT and words[1] in FOR


def lost(message: Message) -> Iterator[str]:
    """What the message says and the orders read from it do not, as it was written."""
    yield from _bulleted(message)
    begun = False
    for number, tokens in enumerate(message.tokens):
        if not any(map(message.touches, message.said[number])):
            yield from _left_over(message, number, begun)
        if any(map(message.touches, message.said[number])):
            begun = True
            yield from _signs(message, tokens)
            if all(one.is_law for one in message.filed):
                continue
            for start, end, value in _values(message, tokens):
                if not _is_filed(message, number, start, value):
                    yield " ".join(token.text for token in tokens[start:end])
            yield from _pronouns(message, tokens)
            yield from _others(message, number)
            yield from _plurals(message, number)
            yield from _everybody(message, tokens)
    yield from on_him(message)


def _left_over(message: Message, number: int, begun: bool) -> Iterator[str]:
    """The first value of a sentence of which nothing is filed, if it may belong to an order: a
    value by itself behind one (`75, I mean 75.`), or a tool, also before one (`frag out!`)."""
    parts = (part for part in message.parts if part.sentence == number)
    if all(len(part.words) > MOST_OF_A_REST for part in parts):
        return
    tokens = message.tokens[number]
    nouns = [
        one
        for one in message.said[number]
        if any("kind" in of.classes or "building" in of.classes for of in one.values)
    ]
    if begun and tokens[0].word in MENDS and nouns and not any(map(message.is_used, nouns)):
        yield " ".join(token.text for token in tokens[nouns[0].start : nouns[0].end])
    for start, end, value in _values(message, tokens):
        mends = begun and value.kind != "noun"
        used = value.kind == "noun" and not TOOLS.isdisjoint(value.classes)
        if (mends or used) and not _is_filed(message, number, start, value):
            yield " ".join(token.text for token in tokens[start:end])
            return


def _values(message: Message, tokens: Tokens) -> Iterator[tuple[int, int, Value]]:
    """The references, places, tools and numbers of a sentence, from left to right: (start, end,
    value)."""
    at = 0
    while at < len(tokens):
        end, value = _value_at(message, tokens, at)
        if value is not None:
            yield at, end, value
        at = max(end, at + 1)


def _value_at(message: Message, tokens: Tokens, at: int) -> tuple[int, Value | None]:
    """Where the value that begins at a token ends, and that value, if it must be filed."""
    world, token = message.world, tokens[at]
    places = [(end, value) for end, value in places_at(tokens, at, world) if value.kind == "place"]
    if places and any(value.items for _, value in places) and token.word not in ("a", "the"):
        return max(places, key=lambda one: one[0])
    tiled = world.table.places.style == "tile"
    if token.sort == "ref" and not tiled and not TIMES.fullmatch(token.word):
        return at + 1, Value("ref", (token.word,))
    nouns = [(end, value) for end, value in nouns_at(tokens, at, world)]
    if nouns and token.word not in ASIDE:
        kinds = set(nouns[0][1].classes)
        named = len(token.word) > 2 and not any(True for _ in units_at(tokens, at, world))
        if TOOLS & kinds or (kinds == {"type"} and named and _is_absent(message, nouns[0][1])):
            return nouns[0]
    found = number_at(tokens, at)
    if found is None or (token.is_word and found[1] < 2) or found[1] in DEGREES:
        return at + 1, None
    before = tokens[at - 1].word if at else ""
    behind = tokens[found[0]].word if found[0] < len(tokens) else ""
    if (tiled and not token.after_blank) or before in (*ROW, *COLUMN):  # `e4xd5`, `column 9`
        return at + 1, None
    paid = behind in MONEY and not message.used.isdisjoint(MONEY)
    placed = behind in STEPS and (tiled or any("," in name for name in message.used))
    dated = before in DATED and ":" in [token.word for token in tokens[at + 1 : at + 4]]
    several = behind in BLOWS and any(one in name for name in message.used for one in TWICE)
    if (behind in MONEY and not paid) or placed or several or behind in UNCOUNTED or dated:
        return at + 1, None
    return found[0], Value("number", (str(found[1]),), numbers=(found[1],))


def _is_absent(message: Message, value: Value) -> bool:
    """Is it a kind of unit of which there is none on the table?"""
    names = ValueSpan(0, 1, (value,)).names()
    return not any(thing.kind.lower() in names for thing in message.world.things)


def _is_filed(message: Message, number: int, start: int, value: Value) -> bool:
    """Is the value filed, used in a calculation, corrected later, or only said in passing?"""
    said, tokens = ValueSpan(start, start + 1, (value,)), message.tokens[number]
    filed = message.is_used(said) or any(
        one.start <= start < one.end
        and message.is_used(one)
        and (one.end > one.start + 1 or value.kind in ("ref", "noun"))
        for one in message.said[number]
    )
    if value.kind == "ref":
        thing = message.world.by_ref.get(value.one)
        filed = filed or (thing is not None and thing in message.things)
    elif value.kind == "number":
        last = start + 1 == len(tokens) or tokens[start + 1].sort == "sign"
        ranged = bool(start) and tokens[start - 1].word in ("range", "distance")
        ranged = ranged or (not last and tokens[start + 1].word in STEPS)
        filed = _is_of_way(message, number, start)
        filed = filed or (ranged and message.is_apart(value.numbers[0]))
        filed = filed or _counts(message, number, value.numbers[0], last)
        if (group := _group_at(message, number, start)) is not None:
            return value.numbers[0] == len(group.items)
    elif value.kind == "place":
        filed = filed or _is_of_units(message, value)
        placed = any(of.kind == "place" for one in message.filed_said for of in one.values)
        goal = _in_brackets(tokens, start) and not placed
        if not filed and (goal or _is_where_it_ends(tokens, start)):
            return message.is_corrected(number, said)
    elif value.kind == "noun" and any(name in message.told for name in said.names()):
        return True  # the order uses the tool without naming it
    elif value.kind == "noun":
        filed = filed or not ("type" in value.classes or _is_chosen(message, said))
    return filed or _in_passing(message, number, start) or message.is_corrected(number, said)


def ends_elsewhere(message: Message) -> bool:
    """Is a square named behind `so` or the like to which the order does not lead (`one to the left,
    so it ends on 8,12`)?"""
    return any(not _is_filed(message, *place) for place in _ends(message))


def goes_on_to_an_end(message: Message) -> bool:
    """Does an order go on to such a square in a further clause (`moves 2 north then moves to 14,12`
    for `2 north, so 14,12`)?"""
    rows = (one.sentence.lower().split(" then ")[1:] for one in message.filed)
    goals = {part.rpartition(" ")[2] for further in rows for part in further}
    return any(not goals.isdisjoint(value.items) for *_, value in _ends(message))


def _ends(message: Message) -> Iterator[tuple[int, int, Value]]:
    """The squares behind `so` or the like: (number of the sentence, index of the token, value)."""
    for number, row in enumerate(message.said):
        for one in row:
            place = next((value for value in one.values if value.kind == "place"), None)
            if place is not None and _is_where_it_ends(message.tokens[number], one.start):
                yield number, one.start, place


def _is_where_it_ends(tokens: Tokens, start: int) -> bool:
    """Is it a square behind `so`, `which` or `that is`, where a move is said to end?"""
    begin = start
    while begin and tokens[begin - 1].sort != "sign":
        begin -= 1
    words = [token.word for token in tokens[begin:start]]
    return tokens[start].sort == "number" and bool(found(words, "so it ends"))


def _is_of_way(message: Message, number: int, start: int) -> bool:
    """Does a number only say how far it is to something in the orders (`3 north, so 14,12`)?"""
    return any(
        one.start <= start < one.end
        and one.value.kind in ("heading", "distance")
        and message.is_used(one)
        for one in message.said[number]
    )


def _group_at(message: Message, number: int, start: int) -> Value | None:
    """The group of units that a number counts (`my two northern legionaries`)."""
    tokens = message.tokens[number]
    for one in message.said[number]:
        if any(token.word not in LIGHT for token in tokens[one.start : start]):
            continue  # `marines 4 and 5`
        units = [value for value in one.values if value.kind == "units" and value.items]
        if one.start <= start < one.end - 1 and units and message.is_used(one):
            return units[0]
    return None


def _is_of_units(message: Message, value: Value) -> bool:
    """Does a place only say which unit is meant (`the orc at 8,13`), or is it really a list of the
    numbers of units (`L5, 6 and 7`)?"""
    stands = {thing.at for thing in message.things}
    own = {thing.ref.lower() for thing in message.things}
    by_number = bool(value.numbers) and {str(one) for one in value.numbers} <= _numbers_of(own)
    return set(value.items) <= stands or by_number


def _numbers_of(refs: Iterable[str]) -> set[str]:
    return {ref.lstrip("abcdefghijklmnopqrstuvwxyz ") for ref in refs}


def _is_chosen(message: Message, said: ValueSpan) -> bool:
    """Is it one of several tools that an acting unit has, so that the choice matters?"""
    names = said.names()
    for thing in message.things:
        own = {one.lower() for one in thing.has}
        if thing.seat == message.world.seat and names & own and len(own) > 1:
            return True
    return False


def _counts(message: Message, sentence: int, number: int, last: bool) -> bool:
    """Does a number appear in what is filed, as the number of a unit there, as a count of units or
    orders, or as part of a sum?  A final 1 (`.., then on for 1`) counts no units."""
    if str(number) in message.used:
        return True
    refs = [thing.ref.lower() for thing in message.things]
    named = {token.word for token in message.tokens[sentence] if token.sort == "ref"}
    sides = [thing.seat for thing in message.things]
    listed = {len(value.items) for one in message.filed_said for value in one.values}
    counts = {len(message.filed), *map(sides.count, set(sides)), *listed}
    if message.world.table.force:  # `infantry` names no unit of its own
        counts = {len(message.filed), *listed}
    values = (value for one in message.said[sentence] for value in one.values)
    said = Counter(value.numbers[0] for value in values if value.kind == "number")
    plain = (one for one in message.used if one.isascii() and one.isdecimal())
    return (
        (number in counts and not (last and number == 1))
        or str(number) in _numbers_of(set(refs) - named)
        or any(_comes_of(int(one), said) for one in plain if len(one) <= MOST_DIGITS)
        or _is_reckoned(message)
    )


def _comes_of(total: int, said: Counter[int]) -> bool:
    """Is `total` the sum or the difference of two of the numbers that were said?"""
    pairs = ((one, other) for one in said for other in (total - one, one - total))
    return any(other in said and (other != one or said[one] > 1) for one, other in pairs)


def _is_reckoned(message: Message) -> bool:
    """Do the filed sentences name a place that was calculated, not said?"""
    said = {name for row in message.said for one in row for name in one.names()}
    places = (value for one in message.filed_said for value in one.values if value.kind == "place")
    return any(item.lower() not in said for place in places for item in place.items)


def _in_passing(message: Message, number: int, start: int) -> bool:
    """Does the value stand in brackets, or in an aside that says when, why or of whom?"""
    tokens = message.tokens[number]
    words = [token.word for token in tokens[:start]]
    if _in_brackets(tokens, start) and not _is_more(message, number, start):
        return True
    begin = start
    while begin and (tokens[begin - 1].sort != "sign" or tokens[begin - 1].word == ":"):
        begin -= 1
    end = start
    while end < len(tokens) and (tokens[end].sort != "sign" or tokens[end].word == ":"):
        end += 1
    if is_intent([token.word for token in tokens[begin:end]]):
        return True
    parted = [token.word for token in tokens[end : end + 2]] if not begin else []
    stays = any(token.word in STAYS for token in tokens[begin:end])
    stays = stays or (parted[:1] == ["-"] and parted[-1] in STAYS)  # `S1 - stays put`
    aims = any(one.word == "to" and two.is_word for one, two in pairwise(tokens[begin:start]))
    named = tokens[start].sort == "ref" and words[-1:] == ["as"]  # `deploy 20 Legionary as Legion1`
    field = words[begin + 1 : begin + 2] == [":"]  # `Where: Ashford`
    aside = not named and not field and any(word in ASIDE for word in words[begin:])
    if stays or aims or aside or _is_there(message, number, start):
        return True
    return _says_which(message, number, start)


def _is_there(message: Message, number: int, start: int) -> bool:
    """Does a unit only tell where a place in the orders is (`to 12,10, behind M2`)?"""
    return is_whereabouts(message.tokens[number], start, message.goals, message.world)


def _in_brackets(tokens: Tokens, start: int) -> bool:
    words = [token.word for token in tokens[:start]]
    return words.count("(") > words.count(")") or words.count("[") > words.count("]")


def _is_more(message: Message, number: int, start: int) -> bool:
    """Does a value in brackets say that more is to be done (`(L2 as well)`, `(and 2 archers)`)?"""
    too = any(token.word in ALSO for token in message.tokens[number][start + 1 : start + 3])
    kinds = (one for one in message.said[number] if one.start == start + 1)
    return too or any("kind" in of.classes for one in kinds for of in one.values)


def _says_which(message: Message, number: int, start: int) -> bool:
    """`4 of my 5 mercs`, `all three of them`, `the marine in B1`: does it only say out of which
    group, or where a unit is?"""
    tokens = message.tokens[number]
    before = [token.word for token in tokens[max(start - 2, 0) : start]]
    if before == ["of", "my"] or before == ["of", "the"] or before[-1:] == ["of"]:
        return True
    if before[-1:] == ["all"]:
        return not message.used.isdisjoint(("all", "everything"))
    beside = [one for one in message.said[number] if one.end == start - 1 and message.is_used(one)]
    return bool(beside) and before[-1:] in (["in"], ["inside"])


def _signs(message: Message, tokens: Sequence[Token]) -> Iterator[str]:
    """`advances -1`: a minus before a number that is lost in the order, with its number."""
    for at, (sign, digits) in enumerate(pairwise(tokens)):
        close = not digits.after_blank and digits.sort == "number"
        kept = any(f" -{digits.text}" in one.sentence for one in message.filed if not one.is_law)
        parted = sign.after_blank or tokens[max(at - 1, 0)].word == ","  # `6,-13`
        signed = sign.word in MINUS and close and parted and sign.start
        named = sign.word in ("minus", "negative") and digits.sort == "number"
        words = [token.word for token in tokens[:at]]
        noted = words.count("(") > words.count(")") and words[-1] != "("
        if (signed or named) and not kept and not noted:  # `(12 inches, so -1)` is a note
            yield f"{sign.text}{' ' * named}{digits.text}"
    for verb, sign, digits in zip(tokens, tokens[1:], tokens[2:], strict=False):
        far = sign.word == "-" and digits.after_blank and digits.sort == "number"
        acts = (verb.word,) in message.world.table.said and message.does(verb.word)
        if far and acts:  # `Ashford - 4 inf` only sets a place apart
            yield f"{sign.text} {digits.text}"


BULLET = re.compile(r"[ \t]*[-*•–−+]")
NEARLY = re.compile(r"[~≈][ ]?[0-9]+(?!~)")
BEGUN = re.compile(r"[ \t]*([-–−])([0-9]+)")


def _bulleted(message: Message) -> Iterator[str]:
    """`-2 infantry ..`: a dash that is a minus, because no other line has a bullet; and `~2`."""
    lines = [line for line in message.text.split("\n") if BULLET.match(line)]
    yield from NEARLY.findall(message.text)
    if len(lines) == 1 and (begun := BEGUN.match(lines[0])) is not None:
        yield f"{begun[1]}{begun[2]}"


PRONOUNS = ("he", "she", "they", "it", "i", "we", "everyone", "everybody")
AUXILIARY = ("do", "does", "did", "will", "shall", "should", "can", "may", "must", "would", "is")
ALSO = ("too", "likewise", "also", "well", "same", "ditto", "either")


def likewise(message: Message, number: int) -> Iterator[str]:
    """`.., and so does he`, `.., he does too`: words for somebody else doing the same, behind which
    the sentence has nothing that is filed."""
    tokens = message.tokens[number]
    words = [token.word for token in tokens]
    for at in range(2, len(words) - 1):
        rest = words[at:]
        turned = words[at - 1] in ("so", "as", "nor", "neither") and words[at] in AUXILIARY
        he = words[at - 1] in ("and", ",", ";") and words[at] in PRONOUNS
        too = all(one in (*AUXILIARY, *ALSO, "the", "as") for one in rest[1:])
        also = he and too and not set(rest).isdisjoint(ALSO)
        if not turned and not also:
            continue
        if not any(message.is_used(one) and one.start > at for one in message.said[number]):
            yield " ".join(token.text for token in tokens[at - 1 :][:4])
            return


BODIES = frozenset(("formation", "skirmish"))
"""Kinds of units that are one body of many men, which a plural may name as well."""


def _plurals(message: Message, number: int) -> Iterator[str]:
    """`the paladins move up 1`: a plural for several units, where only one is filed."""
    tokens = message.tokens[number]
    for one in message.said[number]:
        units = [value for value in one.values if value.kind == "units" and value.side == "own"]
        if [token.word for token in tokens[one.end : one.end + 1]] == [":"]:
            continue  # `Reserves: G3 6,1`
        if len(units) != len(one.values) or not message.is_used(one):
            continue
        for value in units:
            thing = message.world.by_ref.get(value.items[0].lower()) if value.items else None
            kinds = (thing.kind, *thing.words) if thing else ()
            named = {name.lower() for name in kinds if name}
            if len(value.items) != 1 or not named or named & BODIES:
                continue
            many = {
                many for name in named for last in name.split()[-1:] for many in plurals_of(last)
            }
            if tokens[one.end - 1].word in many - named:
                yield " ".join(token.text for token in tokens[one.start : one.end])


def _others(message: Message, number: int) -> Iterator[str]:
    """`Legion1 and the man`, `and the other legion too`: words that name more own units than the
    filed sentences do."""
    tokens = message.tokens[number]
    for one in message.said[number]:
        sets = [{item.lower() for item in value.items} for value in one.values]
        some = all(value.kind == "units" and value.side == "own" for value in one.values)
        missing = some and all(found & message.used and found - message.used for found in sets)
        other = any(value.kind == "rest" for value in one.values) and not message.is_used(one)
        if (missing or other) and not _in_passing(message, number, one.start):
            yield " ".join(token.text for token in tokens[one.start : one.end])


def _everybody(message: Message, tokens: Tokens) -> Iterator[str]:
    """`everybody of Ashford .., also the mercs`: a word for everybody, where only counted units
    are filed."""
    said = [token.text for token in tokens if token.word in EVERYBODY]
    if said and message.world.table.force and "everything" not in message.used:
        rows = [tokens_of(one.sentence) for one in message.filed]
        found = (forces_at(row, at, message.world) for row in rows for at in range(len(row)))
        if any(True for force in found for _ in force):
            yield from said


def on_him(message: Message) -> Iterator[str]:
    """`Poor M3. P1 plays Heal on him`: somebody to whom something is done, where the orders name
    only those who act."""
    if any(thing.ref.lower() not in message.actors for thing in message.things):
        return
    for part in message.parts if message.actors and message.world.seat else ():
        for one, other in pairwise(part.tokens):
            if found((one.word, other.word), "on him") and message.orders(part):
                yield f"{one.text} {other.text}"


def _pronouns(message: Message, tokens: Sequence[Token]) -> Iterator[str]:
    """`on L1, L2 and himself`, `15 gold each`: a pronoun that adds one more unit, or an amount for
    each of several, where the orders have neither."""
    apiece = any(word in message.used for word in message.world.table.apiece)
    for at, token in enumerate(tokens):
        before = tokens[at - 1].word if at else ""
        behind = tokens[at - 2].word if at > 1 else ""
        listed = before in LISTED or (behind in LISTED and before in ("on", "for", "at"))
        ends = at + 1 == len(tokens) or tokens[at + 1].sort == "sign"
        if token.word in OBJECTS and listed and ends and not message.resolved:
            yield token.text
        if token.word in EACH and before in MONEY and at > 1 and not apiece:
            yield token.text
