"""Doubts about an order that was read: what keeps it from being carried out, asked last.

Whatever reads free words, an order is filed only if nothing here speaks against it.  These are
rules of decision, short and general; they name no sentence and no verb of a system.
May come in: the tokens, values and world of the reader.  What may not: how something is read.
"""

from grammar.doubt.bars import Standing
from grammar.doubt.message import Filed, Message
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
    "Doubt",
    "Filed",
    "Message",
    "Standing",
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
