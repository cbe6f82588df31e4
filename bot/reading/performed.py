"""Carry out an end that a message says outright, with remarks beside it (`I pass, my soup burns`).

The end of a phase, an offer of a draw or the answer to one must be a part of its own, and nothing
else in the message may name a thing of the match, ask behind it, or cast doubt on it.
"""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from bot.reading.decision import Decision, ReadAs
from bot.reading.ending import DANGERS, MOST_OF_A_PART, MOST_PARTS, Alone, names_somebody
from bot.reading.world import is_grave, strict_orders, try_out, world_of
from grammar.doubt import Message, ReadSentence, doubts_of
from grammar.doubt.at_last import doubted_at_last
from grammar.doubt.beside import ENDS, PLAIN, THING, WORRYING, Parted, doubtful, worry
from grammar.doubt.described import undescribing
from grammar.doubt.marks import begins, found, past
from grammar.doubt.strangers import is_strange
from grammar.reader.edges import PREPOSITIONS
from grammar.reader.spoken import STRETCHED
from grammar.reader.tokens import Token, tokens_of
from grammar.reader.world import World
from rules.border.game import Game
from rules.line.kept import Same
from rules.line.orders import Resign, Undo

PARTS = re.compile(
    r"[,;.!()\n—–]+|[:-](?=\s)|\s(?=(?:so|but)\s{1,3}(?:i|we|i'?m|i'?ll|let'?s)\s)",
    re.IGNORECASE,
)
SHORT = 2
"""So many words make no clause (`everybody else, pass`)."""

LESS = frozenset(("than", "but", "except", "save"))
"""With such a word something is still to be done (`no more than a shot`)."""

ASKED = "offer draw"
"""What may follow a question (`Shall we call it a day? I propose a draw`)."""

SMALL = frozenset(("rest", "offset", "seat", *PLAIN))
"""Kinds of values that a remark beside an end may hold."""

CLOSES = ("ready",)
"""An order that ends something and can be taken back (`Boots laced. Army 1 is ready.`)."""

OVER = frozenset(("over", "done", "ready", "ended", "finished", "closed"))
TURN = frozenset(("turn", "phase", "deployment"))
"""Such words in a remark only say the end again, those of `TURN` behind an article."""

SIDE = re.compile(r"\b(?:army|side|player|seat) ([0-9]+)\b", re.IGNORECASE)


def performed(
    read: Alone, game: Same[Game[Any]], state: Same[Any], seat: int, text: str
) -> Decision | None:
    """The decision to carry out the end that is said in a text; None if it is not said so."""
    about = game.value, state.value, seat
    world = world_of(*about)
    plain = SIDE.sub(lambda side: "my army" if int(side[1]) == seat else side[0], text)
    told = undescribing(plain[plain.rfind("?") + 1 :], world)
    split = PARTS.split(told)
    parts = [one.strip() for one in split if any(map(str.isalnum, one))]
    if not 0 < len(parts) <= MOST_PARTS or STRETCHED.search(text.lower()):
        return None
    ends = [_end_in(read, *about, one) for one in parts]
    said = dict.fromkeys(filter(None, ends))
    if len(said) != 1:
        return None
    (sentence,) = said
    first = ends.index(sentence)
    if "?" in text and sentence != ASKED:
        return None
    kept = [at for at, end in enumerate(ends) if not end and not _is_of_the_rest(parts[at])]
    kept = [at for at in kept if not _is_all_done(parts[at]) and not _says_again(parts[at], world)]
    others = any(_is_told(_words(parts[at])) for at in kept if at < first)
    if (
        others
        or any(_names_any(parts[at], world) or _is_act(parts[at], world) for at in kept)
        or any(_is_strange(parts[at], world) for at in kept)
    ):
        return None
    before = tuple(parts[at] for at in kept if at < first)
    beside = Parted(sentence, before, tuple(parts[at] for at in kept if at > first))
    if doubtful(beside) or worry(beside) >= WORRYING or not try_out(*about, (sentence,)).stands:
        return None
    filed = Message(text, (ReadSentence(sentence, text, grave=True),), world)
    last = next(doubted_at_last(filed), "")
    if last or any(one.talk or not one.offer for one in doubts_of(filed)):
        return None
    return Decision("run", (sentence,), read_as=ReadAs.CERTAIN, sources=(text,))


def _end_in(read: Alone, game: Game[Any], state: Any, seat: int, part: str) -> str:
    """The end that a part says and nothing else; empty if it says none, gives up the match or takes
    something back."""
    tokens = tokens_of(part)
    at = past([token.word for token in tokens], 0, "leads to it")
    if at == len(tokens) or len(part) > MOST_OF_A_PART:
        return ""
    alone = read(game, state, seat, part[tokens[at].start :])
    orders = [strict_orders(game, state, seat, one) or () for one in alone.sentences]
    ends = [one for some in orders for one in some]
    if alone.kind != "run" or len(ends) != 1 or isinstance(ends[0], Resign | Undo):
        return ""
    end = str(ends[0])
    return end if is_grave(ends[0]) or "draw" in end or end in CLOSES else ""


def _words(part: str) -> list[str]:
    return [token.word for token in tokens_of(part)]


def _is_of_the_rest(part: str) -> bool:
    """Does a part only say that the others go where they like, as they do after an end, or that it
    is their turn (`over to you`)?"""
    words = _words(part)
    if found(words, "denial", "withdrawal", "time", "condition", "unreal"):
        return False
    return begins(words, "hands over") or (len(words) > SHORT and begins(words, "the others"))


def _says_again(part: str, world: World) -> bool:
    """Does a part say only that this was all, or that all is over (`the fun is over for today`)?"""
    tokens = tokens_of(part)
    words = [token.word for token in tokens]
    first = past(words, 0, "leads to it")
    over = [
        two for one, two in pairwise(("", *words)) if two in OVER or (one in THING and two in TURN)
    ]
    others = [token for token in tokens if token.word not in over]
    says = all((one,) in world.table.noise for one in words)
    says = says or begins(words[first:], "conclusion")
    says = says or (
        bool(over) and ENDS.isdisjoint(one.word for one in others) and not _acts(others, world)
    )
    return says and not found(words, *DANGERS) and not names_somebody(part, world)


def _is_told(words: list[str]) -> bool:
    """May somebody else be told to do what follows (`you, pass`)?  All of a crowd are told so only
    in a word or two (`everybody peed before we left` tells of them)."""
    crowd = begins(words, "each of us") and len(words) > SHORT and not found(words, "will or would")
    return begins(words, "somebody else") and not crowd


def _is_all_done(part: str) -> bool:
    """Does a part deny only that there is more to do (`no more arrows`, `nothing more from the
    archers`)?"""
    words = _words(part)
    denials = [behind for one, behind in pairwise((*words, "")) if begins([one], "denial")]
    doubts = found(words, "condition", "time", "unreal", "withdrawal")
    some = not LESS.isdisjoint(words) or any(one.sort == "ref" for one in tokens_of(part))
    return (
        bool(denials) and all(begins([one], "no more") for one in denials) and not (doubts or some)
    )


def _is_act(part: str, world: World) -> bool:
    """Does a part say what all of one's own do (`we charge with all we have`)?"""
    pairs = pairwise(tokens_of(part))
    return any(begins([who.word], "all of us") and _acts([act], world) for who, act in pairs)


def _acts(tokens: Sequence[Token], world: World) -> bool:
    """Is one of these words a verb of the table?"""
    words = (token.word for token in tokens)
    return any((one,) in world.table.said and not begins([one], "auxiliary") for one in words)


def _names_any(part: str, world: World) -> bool:
    """Does a part name a thing of the match?  Small words that could be a name (`down`), and all
    together (`kisses to everybody`) are none."""
    message = Message(part, (), world)
    return any(
        SMALL.isdisjoint(value.kind for value in one.values)
        and (_acts(row, world) or any(value.word != "everyone" for value in one.values))
        and not (one.end == one.start + 1 and row[one.start].word in PREPOSITIONS)
        for row, said in zip(message.tokens, message.said, strict=True)
        for one in said
    )


def _is_strange(part: str, world: World) -> bool:
    """Is a part only a word or two, neither a name nor English (`zork, I pass`)?"""
    tokens = tokens_of(part)
    return len(tokens) <= SHORT and all(is_strange(token, world) for token in tokens)
