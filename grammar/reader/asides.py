"""Words that stand beside an order: a name that is called, how a sentence opens, one use."""

from grammar.reader.spell import english
from grammar.reader.values import Tokens, nouns_at
from grammar.reader.world import World


def is_address(tokens: Tokens, at: int, world: World) -> bool:
    """`over to you Dave!`: the name of whoever is spoken to, at the end of a sentence."""
    token, before = tokens[at], tokens[at - 1].word if at else ""
    last = all(not one.is_word and one.sort == "sign" for one in tokens[at + 1 :])
    if not (last and token.is_word and token.text[:1].isupper() and token.text[1:].islower()):
        return False
    named = token.word in world.table.meaning or (token.word,) in world.kinds
    return not named and (before == "you" or (before == "," and token.word not in english()))


def opens(tokens: Tokens, at: int) -> bool:
    """`can the ballista please stay`, `right, next phase`: a sentence begins so."""
    before = tokens[at - 1].word if at else ","
    follows = tokens[at + 1].word if at + 1 < len(tokens) else ""
    said = tokens[at].word
    if said in ("can", "could", "would", "will") and before in (",", "so", "ok", "and", "hi"):
        return any(token.word in ("please", "pls", "plz") for token in tokens[at:])
    return said == "right" and not at and follows in (",", "so", "then", "ok", "..", "-")


def counts_one(tokens: Tokens, at: int, world: World) -> bool:
    """`one bolt`, `a single javelin`: one use of what is named."""
    return tokens[at].word in ("one", "single") and any(
        {"weapon", "spell", "power", "effect", "card"} & set(value.classes)
        for _, value in nouns_at(tokens, at + 1, world)
    )
