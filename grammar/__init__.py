"""Turn what players write into orders, and the statblocks of forums into data."""

from grammar.errors import ParseError, explain
from grammar.given import read_given
from grammar.help import begins_like_order, examples_of, kinds_of, topics, verbs
from grammar.language import library
from grammar.parser import Written, parse, read

__all__ = [
    "ParseError",
    "Written",
    "begins_like_order",
    "examples_of",
    "explain",
    "kinds_of",
    "library",
    "parse",
    "read",
    "read_given",
    "topics",
    "verbs",
]
