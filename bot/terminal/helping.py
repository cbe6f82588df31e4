"""What helps whoever sits at a console: how things are written, what could be ordered now."""

import re
from collections.abc import Iterator
from itertools import islice

import grammar
from bot.plans.telling import help_on
from bot.referee.service import OpenMatch
from rules.orders import Order
from rules.questions import Listed

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

BARE = {
    "odds": "odds of what? `odds ORDER`, or who beats whom: odds {unit} against ENEMY",
    "card": "a card of what? card {unit}, or of a type; `units` lists what there is",
    "describe": "describe what? describe {unit}, or a place",
    "reach": "the reach of what? reach {unit}",
    "rule": "which rule? rule {rule}",
}
"""What is said where the rest is missing."""

NOTHING_ASKED = re.compile(r"(y|n|yes|no|yep|nope|ok|okay|sure|never ?mind)[.!]*", re.I)
"""Answers to a question, where there was none."""

ASKED = re.compile(
    r"(?:how\s+(?:do|can|does)\s+(?:i|you|we|one|a\s+unit)|how\s+to)\s+(\w+).*", re.I
)
"""`how do I attack`: a topic of the help."""

ODDS_OF = re.compile(r"odds:?\s+(?:of\s+|for\s+)?(\w+)\s*\??", re.I)
"""`odds L1`: of somebody, but of nothing that he does."""

SHOWN, FEW, SEVERAL, MOST = 60, 3, 8, 3_000
"""So many orders of one unit are listed; where none is named, all of who has no more than these
few (of a kind that is no unit's, these several), else one; out of so many."""


def half_asked(table: OpenMatch, seat: int, text: str) -> str:
    """What is answered to half a question: how it goes on (`odds`), or the help on a topic (`how do
    I attack`); empty if the line is something else."""
    word = text.strip().lower().rstrip(":?! ")
    if word in BARE:
        own = table.game.references(table.match.state, seat)
        return BARE[word].format(unit=own[0] if own else "NAME", rule=table.game.gm_rule)
    alone = ODDS_OF.fullmatch(text.strip())
    own = table.game.references(table.match.state, seat or None)
    if alone is not None and table.in_words(alone[1]).upper() in map(str.upper, own):
        return BARE["odds"].format(unit=table.in_words(alone[1]))
    topic = topic_asked(table, text)
    return help_text(table, seat, topic) if topic else ""


def topics_near(table: OpenMatch, word: str) -> list[str]:
    """The topics of the help that a word means: `moving` and `moves`, `attack` and `attacks`; else
    the one that says most of it: `charge`, where charges are a part of melee."""
    topics, wanted = grammar.topics(table.game.id), word.lower()
    begun = [name for name in topics if wanted and name.startswith(wanted.rstrip("s"))]
    stem = re.sub(r"(ing|es|s|e)$", "", wanted)
    if begun or len(stem) < 3:
        return begun
    named = [name for name in topics if name.startswith(stem)]
    verb = re.compile(rf"\b{re.escape(stem)}(s|es|ing)?\b", re.I)
    told = {name: len(verb.findall(text)) for name, text in topics.items()}
    most = max(told, key=lambda name: told[name])
    return named or ([most] if told[most] else [])


def help_text(table: OpenMatch, seat: int, topic: str) -> str:
    """All that can be typed, or how the orders of a topic are written."""
    topics = ", ".join(grammar.topics(table.game.id))
    if not topic or topic.lower() in ("me", "us", "please", "help"):
        return HELP.format(topics=topics)
    near = topics_near(table, topic)
    if near:
        return "\n".join(help_on(table, seat, name) for name in near)
    return f"no topic {topic[:40]!r}; topics: {topics}"


def topic_asked(table: OpenMatch, text: str) -> str:
    """The topic that `how do I attack?` is about; empty if it asks for something else."""
    found = ASKED.fullmatch(text.strip().rstrip("?! "))
    near = topics_near(table, found[1]) if found is not None else []
    return near[0] if near else ""


def legal_text(table: OpenMatch, seat: int, unit: str) -> str:
    """What could be ordered now: of a unit as much as a screen holds, of all a few each."""
    game, state = table.game, table.match.state
    unit = table.in_words(unit)
    if not unit:
        return all_legal(table, seat)
    listed = game.legal(state, seat, unit)
    orders = list(islice(listed, SHOWN + 1))
    lines = [f"  {order}" for order in orders[:SHOWN]]
    if len(orders) > SHOWN or is_cut(listed):
        lines.append("  ... and more")
    if lines:
        return "\n".join(lines)
    awaited = ", ".join(map(table.name_of, game.awaits(state)))
    return f"no legal order for {unit} now" + (f" ({awaited} to act)" if awaited else "")


def is_cut(listed: Iterator[Order]) -> bool:
    """Has the referee stopped reckoning before all was found (BOUND-4)?"""
    return isinstance(listed, Listed) and listed.cut


def all_legal(table: OpenMatch, seat: int) -> str:
    """A few orders of each unit, and how many more it has; then those that are nobody's."""
    listed = table.game.legal(table.match.state, seat)
    found = [str(one) for one in islice(listed, MOST)]
    own = {ref.lower(): ref for ref in table.game.references(table.match.state, seat)}
    groups: dict[str, list[str]] = {}
    for text in found:
        words = text.split()
        who = next((own[one.lower()] for one in words[:2] if one.lower() in own), "")
        groups.setdefault(who or f" {' '.join(words[:2])}", []).append(text)
    lines = []
    for who in sorted(groups, key=lambda one: one.startswith(" ")):
        texts = groups[who]
        if len(texts) <= (SEVERAL if who.startswith(" ") else FEW):
            lines += [f"  {text}" for text in texts]
        else:
            more = "like it" if who.startswith(" ") else f"of {who}: legal {who}"
            lines.append(f"  {texts[0]} ... and {len(texts) - 1} more {more}")
    if len(found) == MOST or is_cut(listed):
        lines.append("  ... and more")
    return "\n".join(lines) or f"no legal order for {table.name_of(seat)} now"
