"""Help at the console: how orders are written, and what could be ordered now."""

import re
from operator import attrgetter

import grammar
from bot.plans.telling import help_on
from bot.referee.service import OpenMatch

HELP = """\
  1> ORDER       an order of {army} (2> of another); without a prefix: of whose turn it is
  gm> LINE       an override of the GM; // gives its reason
  = QUESTION     is it so?  = round 1
  board  key  report  log  why #17  legal  legal {unit}  override ledger  branches
  board full  key full  as the system prints them{cards}
  salt WORDS     words of a seat, mixed into the dice; before its first order (salt 2 WORDS)
  learn          a lesson of ten minutes on a table of your own
  how to play  rule ID  describe {unit}{looked_up}   look something up
{asked}  plan: ORDERS   done for you when you are away (help plan); plan, plan now, plan on, clear
  try ORDER      a dry run that nobody sees; try board, report, undo, keep (files it), drop
  help TOPIC     how an order is written; topics: {topics}
  quit"""
"""Everything that can be typed; what a system cannot do is left out."""

BARE = {
    "odds": "odds of what? `odds ORDER`, or who beats whom: odds {unit} against ENEMY",
    "card": "a card of what? card {unit}, or of a type; `units` lists what there is",
    "describe": "describe what? describe {unit}, or a place",
    "reach": "the reach of what? reach {unit}",
    "rule": "which rule? rule {rule}",
}
"""The answers to a word that lacks the rest: `odds`."""

NOTHING_ASKED = re.compile(r"(y|n|yes|no|yep|nope|ok|okay|sure|never ?mind)[.!]*", re.I)
"""An answer, such as `yes`, where nothing was asked."""

ASKED = re.compile(
    r"(?:how\s+(?:do|can|does)\s+(?:i|you|we|one|a\s+unit)|how\s+to)\s+(\w+).*", re.I
)
"""`how do I attack`: asks for a topic of the help."""

ODDS_OF = re.compile(r"odds:?\s+(?:of\s+|for\s+)?(\w+)\s*\??", re.I)
"""`odds L1`: names a unit, but nothing that it does."""


def half_asked(table: OpenMatch, seat: int, text: str) -> str:
    """The answer to an incomplete question: how it goes on (`odds`), or the help on a topic
    (`how do I attack`); empty if the line is something else."""
    word = text.strip().lower().rstrip(":?! ")
    if word == "reach" and not table.game.reach:
        return f"{table.game.title} cannot show how far something reaches"
    if word in BARE:
        own = table.game.references(table.state, seat)
        return BARE[word].format(unit=own[0] if own else "NAME", rule=table.game.gm_rule)
    alone = ODDS_OF.fullmatch(text.strip())
    own = table.game.references(table.state, seat or None)
    if alone is not None and table.in_words(alone[1]).upper() in map(str.upper, own):
        return BARE["odds"].format(unit=table.in_words(alone[1]))
    topic = topic_asked(table, text)
    return help_text(table, seat, topic) if topic else ""


def topics_near(table: OpenMatch, word: str) -> list[str]:
    """The topics of the help that a word names, whatever its ending (`moves` for `moving`); else
    the one that mentions it most often: for `charge` melee, of which charges are part."""
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
        return whole_help(table, seat, topics)
    near = topics_near(table, topic)
    if near:
        return "\n".join(help_on(table, seat, name) for name in near)
    return f"no topic {topic[:40]!r}; topics: {topics}"


def whole_help(table: OpenMatch, seat: int, topics: str) -> str:
    """Everything that can be typed at this table, with units that stand on it."""
    game, state = table.game, table.state
    unit, foe = examples(table, seat)
    can = {
        "cards": (f"card {unit}", f"{unit}?", "units") * bool(game.card),
        "reach": (f"reach {unit}",) * bool(game.reach),
        "odds": ("odds ORDER",) * bool(game.odds),
        "luck": ("luck",) * bool(game.luck),
        "news": ("news", "yearbook") * bool(game.yearbook),
    }
    asked = (
        *(f"what can reach {foe}",) * bool(game.threats),
        *(f"can {unit} charge {foe}",) * bool(game.can_charge),
        *(f"can {unit} attack {foe}",) * bool(game.can_attack),
        *(f"odds {unit} against {foe}",) * bool(game.compared),
    )
    return HELP.format(
        army=game.seat_name(state, seat or 1),
        unit=unit,
        cards="".join(f"   {one}" for one in (*can["cards"], *can["reach"])),
        looked_up="".join(f"  {one}" for one in (*can["odds"], *can["luck"], *can["news"])),
        asked=f"  {'   '.join(asked)}\n" if asked else "",
        topics=topics,
    )


def examples(table: OpenMatch, seat: int) -> tuple[str, str]:
    """A unit of a seat and one of another (on a map: their places), as this table calls them."""
    game, state, mine = table.game, table.state, seat or 1
    own, foe = "UNIT", "ENEMY"
    if game.things:
        units = [one for one in game.things(state, mine) if one.at]
        called = attrgetter("at" if game.can_attack else "ref")
        own = next((called(one) for one in units if one.seat == mine), own)
        foe = next((called(one) for one in units if one.seat not in (mine, 0)), foe)
    return own, foe


def topic_asked(table: OpenMatch, text: str) -> str:
    """The topic that `how do I attack?` is about; empty if it asks for something else."""
    found = ASKED.fullmatch(text.strip().rstrip("?! "))
    near = topics_near(table, found[1]) if found is not None else []
    return near[0] if near else ""
