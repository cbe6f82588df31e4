"""Messages in plain chat: do all words of one, or nearly all, belong to an order?"""

from grammar.doubt.message import Message, ValueSpan
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
"""Small words that occur in orders."""

POINTING = ("that", "this", "those", "these", "me", "you", "us", "your")
"""Words for talking about things or to somebody (`that flamer needs fixing`)."""

EXPLICIT = ("units", "place", "heading", "offset", "line")
LONG = (4, 12)
"""A message that names two things may have one stranger from 4 words on, and two from 12 on."""

CHATTER = (
    "lol", "haha", "rip", "lmao", "rofl", "omg", "wow", "yay", "meh", "ugh", "gg", "gl", "look",
    "is", "are", "was", "were", "way",
)  # fmt: skip
"""Words of small talk, and of telling something."""


def strangers(message: Message) -> list[str]:
    """The words of a message that belong to no order: no value, verb, small word or direction."""
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
    """Does every word belong to an order, and does the message name something of this match?"""
    said = [one for row in message.said for one in row]
    return not strangers(message) and any(map(is_named, said))


def is_named(one: ValueSpan) -> bool:
    """Is it more than a number: a place, a heading, a unit, a tool, a building?"""
    return any(value.kind != "number" for value in one.values)


def is_nearly_order(message: Message) -> bool:
    """Does the message name things of this match, with hardly a word that belongs to no order?

    A misspelling of a known word does not count as such a word.
    """
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
    """Does the message name anything of this match?"""
    return any(is_named(one) for row in message.said for one in row)


def names_two(message: Message) -> bool:
    """Does the message name at least two units, places or headings of this match?"""
    return sum(is_explicit(one) for row in message.said for one in row) > 1


def is_explicit(one: ValueSpan) -> bool:
    """Does it name a unit, place or heading outright (not just `up`)?"""
    return any(
        value.kind in EXPLICIT and (value.kind != "offset" or value.items or value.numbers)
        for value in one.values
    )
