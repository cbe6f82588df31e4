"""What the console says when one asks for help, or for what could be ordered."""

from itertools import islice

import grammar
from bot.plans.telling import help_on
from bot.referee.service import OpenMatch

LEGAL_SHOWN = 60
HELP = """\
  1> ORDER       an order of army 1 (2> of army 2); without a prefix: of the army whose turn it is
  gm> LINE       an override of the GM; // gives its reason
  = QUESTION     is it so?  = L1 hp 27
  board  key  report  log  why #17  legal L1  override ledger  branches
  board full  key full  as the system prints them   card L1  L1?  units  reach L1
  salt WORDS     words of a seat, mixed into the dice; before its first order (salt 2 WORDS)
  learn         a lesson of ten minutes on a table of your own
  how to play  rule ID  describe L1  odds ORDER  luck   look something up
  what can reach L5   can L1 charge O1   odds L1 against O1   odds L1 at O1 from 5,9
  plan: ORDERS  what is done for you when you are away (help plan); plan, plan now, plan on, clear
  try ORDER     a dry run that nobody sees; try board, report, undo, keep (files it), drop
  help TOPIC     how an order is written; topics: {topics}
  quit"""


def legal_text(table: OpenMatch, seat: int, unit: str) -> str:
    """The orders that a seat could give now, of one unit if one is named."""
    game, state = table.game, table.match.state
    unit = table.in_words(unit)
    orders = list(islice(game.legal(state, seat, unit or None), LEGAL_SHOWN + 1))
    lines = [f"  {order}" for order in orders[:LEGAL_SHOWN]]
    if len(orders) > LEGAL_SHOWN:
        lines.append("  ... and more")
    return "\n".join(lines) or f"no legal order for {unit or table.name_of(seat)} now"


def help_text(table: OpenMatch, seat: int, topic: str) -> str:
    """What can be typed at the console, or how the orders of a topic are written."""
    topics = grammar.topics(table.game.id)
    wanted = topic.lower()
    near = [name for name in topics if wanted and name.startswith(wanted.rstrip("s"))]
    if not topic:
        return HELP.format(topics=", ".join(topics))
    if near:
        return "\n".join(help_on(table, seat, name) for name in near)
    return f"no topic {topic[:40]!r}; topics: {', '.join(topics)}"
