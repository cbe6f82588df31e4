"""What may be proposed where nothing was read: an offer is never worse than silence."""

from dataclasses import replace

from grammar.doubt.lost import lost
from grammar.doubt.marks import found
from grammar.doubt.message import Filed, Message
from grammar.doubt.plainly import is_nearly_order
from grammar.doubt.rules import doubts_of, ways
from grammar.reader.tokens import tokens_of


def is_worth(message: Message, sentences: tuple[str, ...]) -> bool:
    """May these sentences be proposed for a message that nobody read?

    Only if the message says hardly more than they do; if every unit in them was named, and not as
    one of several; if nothing that it names is missing in them; and in the direction that it says.
    """
    proposed = replace(message, filed=tuple(Filed(one) for one in sentences))
    if not is_nearly_order(message) or any(True for _ in lost(proposed)):
        return False
    return is_example(message, *sentences)


def is_example(message: Message, *sentences: str) -> bool:
    """May these sentences show how such a message is written?

    Only if nobody else is meant by it, if it is no talk and denies nothing, and if they go the way
    that it says.
    """
    proposed = replace(message, filed=tuple(Filed(one) for one in sentences))
    if any(doubt.talk or not doubt.offer for doubt in doubts_of(proposed)):
        return False
    if any(found([token.word for token in row], "denial") for row in message.tokens):
        return False
    return _only_named(proposed) and not _turned_round(proposed)


def _only_named(message: Message) -> bool:
    """Was every unit of the sentences named in the message, and no other could be meant?  Where it
    names units, are there any in the sentences?"""
    named = {
        item.lower()
        for row in message.said
        for one in row
        for value in one.values
        if value.kind == "units" and not value.options
        for item in value.items
    }
    if named and not message.things:
        return False
    return all(
        thing.ref.lower() in named or thing.spoken.lower() in named or thing.at.lower() in named
        for thing in message.things
    )


def _turned_round(message: Message) -> bool:
    """Do they go another way than was said?"""
    said = {way for tokens in message.tokens for way in ways(tokens)}
    filed = {way for one in message.filed for way in ways(tokens_of(one.sentence))}
    return bool(said and filed) and not filed <= said


__all__ = ["is_example", "is_worth"]
