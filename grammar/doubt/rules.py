"""The rules of doubt: each looks at a message and yields reasons not to carry it out."""

import re
from collections.abc import Callable, Iterator
from itertools import pairwise

from grammar.doubt.around import unlikely
from grammar.doubt.frames import dreamt, expected, headed, judged, reported
from grammar.doubt.lost import MINUS, is_intent, likewise, lost
from grammar.doubt.marks import AFTERTHOUGHTS, begins, found, marks, row_at, without_harmless
from grammar.doubt.message import SEAMS, Message, ReadSentence, Segment, ValueSpan, said_in
from grammar.doubt.plainly import is_explicit
from grammar.doubt.roles import LIGHT, SPEAKERS, foreign_acts
from grammar.doubt.strangers import unknown_actors, unknown_words
from grammar.doubt.subordinate import only_tells
from grammar.doubt.telling import is_bare, told
from grammar.reader.candidates import STAYS
from grammar.reader.tokens import Token, number_at, tokens_of
from grammar.reader.values import OFFSETS, direction_at
from rules.line.frozen import Frozen
from rules.line.work import spend


class Doubt(Frozen):
    """Why an order is not carried out.  `offer`: it may still be offered.

    `talk`: the words may order nothing at all, or take back what was said before them, so it is not
    just that a piece of an order is missing.
    """

    why: str
    offer: bool = True
    talk: bool = False
    either: tuple[str, str] | None = None
    """A word of the order and the one that may be meant instead: both readings are listed."""


DOUBTED = 80
"""Steps of work for each word of a message, plus one for each value in the message."""


def doubts_of(message: Message) -> tuple[Doubt, ...]:
    """Every doubt about what was read from a message, in the order of `RULES`."""
    words, values = (sum(map(len, rows)) for rows in (message.tokens, message.said))
    spend(words * (DOUBTED + values))
    return tuple(doubt for rule in RULES for doubt in rule(message))


def doubts_of_law(message: Message) -> tuple[Doubt, ...]:
    """The same for a message in the law's own words: only its comments can raise a doubt."""
    return tuple(commented(message))


def keeps(words: str) -> str:
    """The reason for a doubt, quoting the words that raise it."""
    return f'"{words}" keeps me from carrying this out'


# --- taking back ----------------------------------------------------------------------------------


def taken_back(message: Message) -> Iterator[Doubt]:
    """A part after an order that orders nothing itself, but denies, takes back, puts off or
    questions: whatever its exact words, it may withdraw the order."""
    begun = False
    for at, part in enumerate(message.parts):
        if message.orders(part):
            mends = begun and begins(part.words, "correction") and not _corrected(message, at)
            named = message.does(part.words[0]) or any(one.start == part.start for one in part.said)
            if mends and not named:
                yield Doubt(keeps(part.words[0]), talk=True)
            begun = True
        elif begun and (words := afterthought(message, part)) and not _corrected(message, at):
            yield Doubt(keeps(words), talk=True)


def afterthought(message: Message, part: Segment) -> str:
    """The words with which a part may take back what was said before it; empty if it has none.
    Words that belong to the order itself (`turns right`) do not count."""
    words = without_harmless(part.words)
    if not words or only_tells(words):
        return ""
    if begins(words, "comment") and not begins(words, "conclusion"):
        return words[0]
    if undoes(message, part):
        return part.text
    if _is_contrast(message, part):
        return ""
    about = not ABOUT_IT.isdisjoint(words)  # `I take that back`: here `back` is no direction
    verbs = message.world.table.said if part.said else {}

    def has(word: str) -> bool:
        """Is it a word of the order, or a verb beside a value (`action: shoot O1`)?"""
        return word in message.used or (not about and (message.does(word) or (word,) in verbs))

    if not found([word for word in words if not has(word)], *AFTERTHOUGHTS):
        return ""
    open_ = [one for one in message.open_words(part) if not has(one)]
    return found(words if about else without_harmless(open_), *AFTERTHOUGHTS)


def _is_contrast(message: Message, part: Segment) -> bool:
    """`4 infantry, not 6`, `(not Thornley!)`: one value is denied, another of its kind is filed."""
    denied = [one for one in part.said if not message.is_used(one)]
    if part.words[:1] != ["not"] or len(part.said) != 1 or len(denied) != 1:
        return False
    if denied[0].end - part.start != len(part.tokens) or denied[0].start - part.start > 2:
        return False
    kinds = {value.kind for value in denied[0].values}
    return any(
        message.is_used(one) and kinds & {value.kind for value in one.values}
        for one in message.said[part.sentence]
    )


def may_withdraw(line: str) -> bool:
    """Could a line change what the lines beside it mean, as a heading, denial or condition does?"""
    words = [token.word for token in tokens_of(line)]
    return words[-1:] == [":"] or bool(found(words, *AFTERTHOUGHTS, "correction"))


ABOUT_IT = frozenset(("i", "i'll", "i'd", "we", "that", "it", "this"))
"""Words that show that somebody speaks about an order (`I take that back`)."""

PRO_FORMS = (
    "it", "that", "this", "them", "'em", "em", "one", "those", "these", "above", "order", "move",
)  # fmt: skip
POLITE = ("kindly", "please", "and", "but", "so", "then", "now", "just", "well", "or", "better")


NAMING = ("call", "name")
"""These only name what was ordered (`20 legionaries, call them Legion1`)."""


def undoes(message: Message, part: Segment) -> bool:
    """`Kindly unmake it`, `and lift it off again`: a request to do something to the order itself.
    A request that names what was ordered (`..., then fight it`) does not count."""
    first = bids(part.words)
    return (
        bool(first) and first not in NAMING and ("above" in part.words or not message.does(first))
    )


def bids(words: list[str]) -> str:
    """The verb of a request about something mentioned before (`unmake` in `kindly unmake it`);
    empty if the words are no such request."""
    while words and words[0] in POLITE:
        words = words[1:]
    if len(words) < 2 or begins(words, "no bidding") or words[0].endswith("ing"):
        return ""
    if words[0].endswith("s") and not words[0].endswith("ss"):  # `goes`, but not `cross`
        return ""
    return words[0] if any(word in PRO_FORMS for word in words[1:4]) else ""


def _corrected(message: Message, at: int) -> bool:
    """`..., no wait, 8,12`: is a value of this part or a later one filed, in place of an earlier
    value of the same kind?  `at` is the index of the part."""
    behind = [said for part in message.parts[at:] for said in part.said if message.is_used(said)]
    before = [said for part in message.parts[:at] for said in part.said]
    kinds = {value.kind for said in behind for value in said.values}
    return bool(behind) and any(
        not message.is_used(said) and kinds & {value.kind for value in said.values}
        for said in before
    )


AVOIDS = frozenset(
    ("avoid", "avoids", "avoiding", "shuns", "dodges", "refuses", "stays", "away", "dreads")
)
"""Words for keeping away from what is named behind them."""


def denied(message: Message) -> Iterator[Doubt]:
    """A denial among the words the reader could not use: the order would say the opposite."""
    for word in message.left:
        if found((word,), "denial") or word.lower() in AVOIDS:
            yield Doubt(keeps(word), offer=False, talk=True)


FORBIDS = (
    ("do", "not"),
    ("don't",),
    ("dont",),
    ("never",),
    ("not",),
    ("i", "will", "not"),
    ("i", "won't"),
)
TURNS = ("but", "instead", "rather", "just")


def _is_kept_from(words: list[str]) -> bool:
    """`L1 stays`, `P1 never parries`: does an order itself say that something is not done?"""
    return bool(found(words, "denial")) or any(word in STAYS for word in words)


def forbidden(message: Message) -> Iterator[Doubt]:
    """`do not archer c4 captures b5 then faces left`: a sentence that begins with a prohibition.
    The prohibition ends at a seam or at a word such as `but`."""
    if all(one.is_law or _is_kept_from(one.sentence.lower().split()) for one in message.filed):
        return
    for tokens, said in zip(message.tokens, message.said, strict=True):
        words = tuple(token.word for token in tokens)
        row = next((row for row in FORBIDS if words[: len(row)] == row), ())
        first = next((one for one in said if message.is_used(one)), None)
        if not row or first is None:
            continue
        if not any(word in (*SEAMS, *TURNS) for word in words[: first.start]):
            yield Doubt(keeps(" ".join(row)), offer=False)


# --- comments -------------------------------------------------------------------------------------


def commented(message: Message) -> Iterator[Doubt]:
    """A comment after an order (`// not yet`) that denies it, puts it off or takes it back."""
    for comment in message.comments:
        words = [token.word for token in tokens_of(comment) if token.sort != "sign"]
        if tuple(words) in marks()["harmless"]:
            continue
        if said := found(words, *AFTERTHOUGHTS):
            yield Doubt(keeps(said), talk=True)


# --- nothing is lost ------------------------------------------------------------------------------


def nothing_lost(message: Message) -> Iterator[Doubt]:
    """A name, number, sign or pronoun of a sentence is missing from the orders read from it."""
    for said in lost(message):
        yield Doubt(f'I cannot place "{said}"', offer=not said.startswith(MINUS))


def done_by_others(message: Message) -> Iterator[Doubt]:
    """`.., and so does he`: somebody else is to do the same, and nothing is filed for him."""
    for number, said in enumerate(message.said):
        if any(map(message.touches, said)):
            yield from (
                Doubt(f'I cannot place "{one}"', talk=True) for one in likewise(message, number)
            )


# --- who does it ----------------------------------------------------------------------------------


def not_ones_own(message: Message) -> Iterator[Doubt]:
    """What an enemy or another seat does is a prediction, a report or a fear, not an order; least
    of all an order that swaps who acts on whom."""
    if message.filed and all(one.is_law for one in message.filed):
        return
    for words in foreign_acts(message):
        yield Doubt(f'"{words}" is not yours to order', offer=False, talk=True)


EVERYBODY = ("anyone", "anybody", "everyone", "everybody", "nobody", "all", "everything", "any")
PEOPLE = ("anyone", "anybody", "everyone", "everybody", "nobody")
BUT = ("but", "except", "save")


def left_out(message: Message) -> Iterator[Doubt]:
    """`anyone but L1 to 6,13`: the unit named behind such words is the one that does not act."""
    for number, tokens in enumerate(message.tokens):
        for at, (every, but) in enumerate(pairwise(tokens), 2):
            if every.word not in EVERYBODY or but.word not in BUT:
                continue
            if message.actors and message.actors <= _named_from(message, number, at):
                yield Doubt(keeps(f"{every.text} {but.text}"), offer=False, talk=True)
            first = next((one for one in message.said[number] if one.start >= at), None)
            counted = every.word in PEOPLE and message.world.table.force
            if counted and first is not None and message.is_used(first):
                yield Doubt(keeps(f"{every.text} {but.text}"), talk=True)


OF_THEM = frozenset(("of", "us", "them", "you", "at", "all", "here", "else", "please"))


def nobody_ahead(message: Message) -> Iterator[Doubt]:
    """`nobody, L1 to 6,13`: a part before the first order that says only that nobody is to act,
    never, or the enemy."""
    for part in message.parts:
        if message.orders(part):
            return
        end = row_at(part.words, 0, "nobody")
        if end and OF_THEM.issuperset(part.words[end:]):
            yield Doubt(keeps(" ".join(part.words)), offer=False, talk=True)


def _named_from(message: Message, number: int, at: int) -> set[str]:
    """The names in the list of values that starts at a token (`L1, L2 and my rider`)."""
    names: set[str] = set()
    tokens = message.tokens[number]
    for one in message.said[number]:
        between = tokens[at : one.start]
        if one.start >= at and all(token.word in ("the", "my", "and", ",") for token in between):
            names |= one.names()
            at = one.end
    return names


BESIDE = frozenset(("behind", "beside", "besides", "alongside", "near", "opposite", "past"))


def beside_is_not_who(message: Message) -> Iterator[Doubt]:
    """`the shaman keeps behind the rider, 21,27`: a unit named after such a word does not act."""
    if not message.actors or all(one.is_law for one in message.filed):
        return
    named: list[bool] = []
    words = ""
    for tokens, said in zip(message.tokens, message.said, strict=True):
        for one in said:
            if message.actors.isdisjoint(one.names()):
                continue
            at = one.start - 1
            while at >= 0 and tokens[at].word in LIGHT:
                at -= 1
            before = [token.word for token in tokens[max(at - 1, 0) : at + 1]]
            first = said[0] is not one and said[0].start < 2 and message.is_own(said[0])
            aside = before[-1:] == ["with"] and first  # `L1 with L2 to 8,12`
            aside = aside or before == ["next", "to"] or not BESIDE.isdisjoint(before[-1:])
            named.append(aside)
            words = " ".join(token.text for token in tokens[one.start : one.end])
    if named and all(named):
        yield Doubt(f'"{words}" is not who acts', offer=False)


def in_passing(message: Message) -> Iterator[Doubt]:
    """`good luck with the orcs`: the only value filed stands behind small talk that ends in `with`,
    so it was mentioned in passing and not chosen."""
    if message.actors or all(one.is_law for one in message.filed):
        return
    used = [(part, one) for part in message.parts for one in part.said if message.is_used(one)]
    filed = [one for one in message.filed_said if one.value.kind != "number"]
    if len(used) != 1 or len(filed) != 1:
        return
    part, said = used[0]
    words = [token.word for token in part.tokens[: said.start - part.start] if token.is_word]
    while words and words[-1] in LIGHT:
        words.pop()
    noise = message.world.table.noise
    if words[-1:] != ["with"] or words[0] in SPEAKERS:
        return
    if tuple(words[:-1]) not in noise and tuple(words) not in noise:
        return
    yield Doubt(keeps(" ".join(words)), offer=False, talk=True)


# --- what comes of it ----------------------------------------------------------------------------


TELLS = ("that", "this", "which", "leaving", "making")
"""A part that begins with one of these says what results from an order."""


def intended(message: Message) -> Iterator[Doubt]:
    """`.., ready to run back to 5,8`, `.., that leaves 4 infantry`: a part that says what an order
    is for or what results from it, but was read as a second order or as more of the first."""
    begun = False
    for at, part in enumerate(message.parts if message.world.seat else ()):
        words = [word for word in part.words if word not in POLITE]
        intends = is_intent(words)
        tells = len(words) > 1 and words[0] in TELLS and words[1] not in ("is", "should", "be")
        if begun and (intends or tells):
            used = [one for one in part.said if message.is_used(one)]
            used = [one for one in used if intends or one.value.kind in ("number", "units")]
            ahead = message.parts[:at]
            before = {name for one in ahead for said in one.said for name in said.names()}
            known = {word for one in ahead for word in one.words}
            new = any(not one.names() <= before for one in used)
            if new or (intends and any(message.does(one) for one in words if one not in known)):
                yield Doubt(f'"{part.text[:60]}" orders nothing of its own', offer=False)
        begun = begun or message.orders(part)


# --- another time ---------------------------------------------------------------------------------


def ends_first(message: Message) -> Iterator[Doubt]:
    """`next turn my bows shoot the mob`: read as an end of the turn and an order after it, but the
    sentence speaks of a later time and does not end the turn."""
    for one, other in pairwise(message.filed):
        later = begins([token.word for token in tokens_of(one.source)], "time")
        if one.grave and not other.grave and one.source == other.source and later:
            yield Doubt(f'"{one.source[:60]}" is about another time', offer=False, talk=True)


def no_more(message: Message) -> Iterator[Doubt]:
    """`Bows1 advances 2, no more, for they are tired`: `no more` may say how far, not that the
    phase ends."""
    ends = any(one.grave for one in message.filed) and not all(one.grave for one in message.filed)
    if ends and any(part.words == ["no", "more"] for part in message.parts):
        yield Doubt(keeps("no more"))


# --- which way ------------------------------------------------------------------------------------


BACK = frozenset(("back", "backs", "backward", "backwards", "backing", "backed", "retreats"))
AHEAD = re.compile(r"\b(\d+ (up|forward)|(advances?|up|forward) \d+)\b")


def turned_round(message: Message) -> Iterator[Doubt]:
    """`backs up 2`: the player says to go back, but the order goes forward."""
    said = {token.word for tokens in message.tokens for token in tokens}
    ahead = any(AHEAD.search(one.sentence) for one in message.filed if not one.is_law)
    if ahead and said & BACK and not any("back" in one.sentence for one in message.filed):
        yield Doubt("it is said to go back", offer=False)


PICKS = ("pick", "picks", "picked", "picking")


def ways(tokens: tuple[Token, ...]) -> set[str]:
    """The directions on the board that are said in a sentence, without the `up` of `picks up`."""
    starts = (at for at in range(len(tokens)) if not at or tokens[at - 1].word not in PICKS)
    found = {way[1] for at in starts if (way := direction_at(tokens, at)) is not None}
    return {way for way in found if way in OFFSETS}


# --- up -------------------------------------------------------------------------------------------


def up_is_ahead(message: Message) -> Iterator[Doubt]:
    """`moves up 3`: after a verb of movement, `up` may mean forward or up on the board, in systems
    where that is not the same.  In `SG1 2 up` it is up on the board."""
    ahead = message.world.table.forward
    if not ahead or "up" in ahead or not message.world.seat:
        return
    if not any(re.search(r"\d up$", one.sentence) for one in message.filed if not one.is_law):
        return
    for tokens in message.tokens:
        for at, token in enumerate(tokens[:-1]):
            verbs = any(message.does(one.word) for one in tokens[max(at - 4, 0) : at])
            if token.word == "up" and verbs and number_at(tokens, at + 1) is not None:
                yield Doubt("up may be forward, or up on the board", either=("up", "forward"))


# --- nobody unknown -------------------------------------------------------------------------------


def all_known(message: Message) -> Iterator[Doubt]:
    """An unknown word, or an unknown actor, in a sentence with an order."""
    if all(one.is_law for one in message.filed):
        return
    for words in (*unknown_words(message), *unknown_actors(message)):
        yield Doubt(f'I do not know "{words}"')


# --- what is said of an order ---------------------------------------------------------------------


def asserted(message: Message) -> Iterator[Doubt]:
    """The sentence tells or judges what would be read as an order, or puts it under an unknown
    heading."""
    if is_bare(message):
        return
    said = (*reported(message), *expected(message), *judged(message), *dreamt(message))
    for words in said:
        yield Doubt(keeps(words), offer=False, talk=True)
    for words in (*headed(message), *told(message)):
        yield Doubt(keeps(words[:60]), talk=True)


def spoken_of(message: Message) -> Iterator[Doubt]:
    """The words around the order sound as if nothing is ordered (see `around.py`)."""
    if not is_bare(message) and unlikely(message):
        yield Doubt("what stands beside the order may mean that it is none", talk=True)


# --- the end of it --------------------------------------------------------------------------------


ONE = frozenset(("him", "her", "it", "them", "he", "she", "they"))
"""`that's all for him` does not end the phase: a unit is done, not the player."""


def conclusion_kept(message: Message) -> Iterator[Doubt]:
    """`..., and that is all for me`: this may end the phase, but nothing filed does."""
    if any(one.grave for one in message.filed):
        return
    begun = False
    for part in message.parts:
        words = part.words
        while words and words[0] in POLITE:
            words = words[1:]
        whole = begins(words, "conclusion") and ONE.isdisjoint(words)
        if begun and whole and not message.orders(part):
            yield Doubt(f'"{part.text}" may be the end of the phase')
        begun = begun or message.orders(part)


def draw_kept(message: Message) -> Iterator[Doubt]:
    """`No to the draw. c5 takes d4`: the player mentions a draw, but nothing filed is about it."""
    if any("draw" in one.sentence for one in message.filed):
        return
    for part in message.parts:
        if any(one in ("the", "a", "no") and two == "draw" for one, two in pairwise(part.words)):
            yield Doubt(f'"{part.text}" may be about the draw')


# --- nothing grave beside what is unread ----------------------------------------------------------


def unread_beside(message: Message) -> Iterator[Doubt]:
    """An unread part that names things of the match beside an end of a phase, a resignation or an
    undo: it may be an order that should come first.  A part that says that somebody stays where he
    is raises no doubt."""
    if not any(one.grave for one in message.filed):
        return
    for part in message.parts:
        parted = tuple(tokens_of(part.text.replace("-", " ")))  # `Ashford-Brindle`
        said = (*part.said, *said_in(parted, message.world))
        open_ = [one for one in said if is_explicit(one) and not message.is_used(one)]
        open_ = [one for one in open_ if one.value.kind != "offset" and not _is_phase(one)]
        idle = any(word in STAYS for word in part.words) or begins(part.words, "conclusion")
        crowd = all(of.word == "everyone" for one in open_ for of in one.values)
        acts = any((word,) in message.world.table.said for word in part.words)
        idle = idle or (crowd and not acts)  # `kisses to everybody`
        if open_ and not idle and not message.orders(part):
            yield Doubt(f'I do not read "{part.text[:60]}"', offer=False)


def _is_phase(one: ValueSpan) -> bool:
    return any("phase" in value.classes for value in one.values)


RULES: tuple[Callable[[Message], Iterator[Doubt]], ...] = (
    not_ones_own,
    left_out,
    nobody_ahead,
    beside_is_not_who,
    in_passing,
    intended,
    ends_first,
    no_more,
    turned_round,
    up_is_ahead,
    asserted,
    spoken_of,
    denied,
    forbidden,
    taken_back,
    commented,
    nothing_lost,
    done_by_others,
    all_known,
    unread_beside,
    conclusion_kept,
    draw_kept,
)

__all__ = ["Doubt", "ReadSentence", "doubts_of", "doubts_of_law"]
