"""Replies as JSON: what a message was answered is kept beside what it did."""

import json

from bot.match.reply import Accepted, Answered, RefusedLine, Reply, Unreadable
from rules.line.codec import Codec

_CODEC = Codec((Accepted, Answered, RefusedLine, Reply, Unreadable))


def write_reply(reply: Reply) -> str:
    """A reply as text; its view is not kept."""
    return json.dumps(_CODEC.encode(reply), separators=(",", ":"))


def read_reply(text: str) -> Reply:
    """The inverse."""
    reply = _CODEC.decode(json.loads(text))
    assert isinstance(reply, Reply)
    return reply
