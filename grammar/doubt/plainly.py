"""What is said into the room: is every word of it an order's, or nearly?"""

from grammar.doubt.message import Message, Said
from grammar.reader.chart import LINKS
from grammar.reader.edges import PREPOSITIONS
from grammar.reader.spell import english, is_near
from grammar.reader.tokens import Token

FILLING = frozenset(
    (
        "the", "a", "an", "my", "our", "his", "its", "their", "and", "then", "now", "please", "pls",
        "plz", "ok", "okay", "so", "next", "also", "all", "both", "each", "every", "everybody",
        "everyone", "will", "to", "i", "we", "i'll", "we'll", "i'd", "like", "want",
        "let", "let's", "have", "go", "goes", "up", "down", "first", "second", "third", "ref",
        "referee", "moves", "move", "of", "it", "he", "she", "they", "him", "them", "himself",
        "other", "rest", "only", "just", "there", "again", "too", "finally",
    )
)  # fmt: skip
"""Small words that stand in orders."""

POINTING = ("that", "this", "those", "these", "me", "you", "us", "your")
"""`that flamer needs fixing`: words with which one speaks of things, or to somebody."""

EXPLICIT = ("units", "place", "heading", "offset", "line")
LONG = (4, 12)
"""In a sentence of so many words there may be one stranger, or two, if it names two things."""

CHATTER = (
    "lol", "haha", "rip", "lmao", "rofl", "omg", "wow", "yay", "meh", "ugh", "gg", "gl", "look",
    "is", "are", "was", "were", "way",
)  # fmt: skip
"""Words of talk, and those with which things are told."""


def strangers(message: Message) -> list[str]:
    """The words of a message that are none of an order: no value, no verb, no small word."""
    found: list[str] = []
    for tokens, said in zip(message.tokens, message.said, strict=True):
        covered = {at for one in said for at in range(one.start, one.end)}
        covered -= {at for at in covered if tokens[at].word in POINTING}
        found += [
            token.word
            for at, token in enumerate(tokens)
            if token.is_word and at not in covered and not _is_of_orders(message, token)
        ]
    return found


def _is_of_orders(message: Message, token: Token) -> bool:
    word, table = token.word, message.world.table
    small = word in FILLING or word in PREPOSITIONS or word in LINKS
    return small or word in table.meaning or (word,) in table.said or word in table.directions


def is_plain_order(message: Message) -> bool:
    """Is every word of it an order's, and does it name something of this match?"""
    said = [one for row in message.said for one in row]
    return not strangers(message) and any(map(is_named, said))


def is_named(one: Said) -> bool:
    """A place, a way, a unit, a tool, a building: not a number alone."""
    return any(value.kind != "number" for value in one.values)


def is_nearly_order(message: Message) -> bool:
    """Does it say things of this match, and hardly a word that is none of an order?  A slip of a
    known word is none either."""
    if any(token.word in (*POINTING, *CHATTER) for row in message.tokens for token in row):
        return False
    known = message.world.table.vocabulary, message.world.vocabulary
    odd = [word for word in strangers(message) if word in english() or not is_near(word, *known)]
    said = [one for row in message.said for one in row]
    words = sum(len([token for token in row if token.sort != "sign"]) for row in message.tokens)
    named = sum(map(is_explicit, said))
    most = sum(words >= long for long in LONG) if named > 1 else 0
    return len(odd) <= most and words > 1 and named > 0


def names_any(message: Message) -> bool:
    """Does it name anything of this match?"""
    return any(is_named(one) for row in message.said for one in row)


def names_two(message: Message) -> bool:
    """Does it name two things of this match: units, places, ways?"""
    return sum(is_explicit(one) for row in message.said for one in row) > 1


def is_explicit(one: Said) -> bool:
    """A unit, a place, a way: something outright, and not `up` by itself."""
    return any(
        value.kind in EXPLICIT and (value.kind != "offset" or value.items or value.numbers)
        for value in one.values
    )
