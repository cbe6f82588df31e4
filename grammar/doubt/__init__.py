"""Doubts: the last check before orders that were read from free words are carried out.

However the words were read, an order is filed only if no rule here speaks against it, or if
`certain.py` finds it certain all the same.  The rules are short and general: they name no sentence
and no verb of any system.  A rule may use the reader's tokens, values and world, but nothing about
how the message was read.
"""

from grammar.doubt.bars import Comparison
from grammar.doubt.message import Message, ReadSentence
from grammar.doubt.plainly import is_nearly_order, is_plain_order, names_any, names_two
from grammar.doubt.proposals import is_example, may_be_offered
from grammar.doubt.roles import is_turned_round
from grammar.doubt.rules import (
    Doubt,
    doubts_of,
    doubts_of_law,
    may_withdraw,
    not_ones_own,
    nothing_lost,
)

__all__ = [
    "Comparison",
    "Doubt",
    "Message",
    "ReadSentence",
    "doubts_of",
    "doubts_of_law",
    "is_example",
    "is_nearly_order",
    "is_plain_order",
    "is_turned_round",
    "may_be_offered",
    "may_withdraw",
    "names_any",
    "names_two",
    "not_ones_own",
    "nothing_lost",
]
