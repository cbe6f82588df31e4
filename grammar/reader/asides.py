"""Recognises words beside an order: names of people spoken to, openings, sayings, list entries."""

from grammar.reader.edges import Chart
from grammar.reader.spell import english, is_near
from grammar.reader.units import units_at
from grammar.reader.values import Tokens, nouns_at
from grammar.reader.world import World


def is_address(tokens: Tokens, at: int, world: World) -> bool:
    """Is it the name of somebody spoken to, at the end of a sentence (`over to you Dave!`)?"""
    token, before = tokens[at], tokens[at - 1].word if at else ""
    last = all(not one.is_word and one.sort == "sign" for one in tokens[at + 1 :])
    if not (last and token.is_word and token.text[:1].isupper() and token.text[1:].islower()):
        return False
    named = token.word in world.table.meaning or (token.word,) in world.kinds
    yours = at > 1 and tokens[at - 2].word in ("your", "ur") and before in ("go", "turn", "move")
    spoken_to = before == "you" or yours
    named = named or is_near(token.word, world.vocabulary)
    return not named and (spoken_to or (before == "," and token.word not in english()))


def opens(tokens: Tokens, at: int) -> bool:
    """Does the word only open a sentence (`can the ballista please stay`, `right, next phase`)?"""
    before = tokens[at - 1].word if at else ","
    follows = tokens[at + 1].word if at + 1 < len(tokens) else ""
    said = tokens[at].word
    if said in ("can", "could", "would", "will") and before in (",", "so", "ok", "and", "hi"):
        return any(token.word in ("please", "pls", "plz") for token in tokens[at:])
    return said == "right" and not at and follows in (",", "so", "then", "ok", "..", "-")


def counts_one(tokens: Tokens, at: int, world: World) -> bool:
    """Does the word say that a thing is used once (`one bolt`, `a single javelin`)?"""
    return tokens[at].word in ("one", "single") and any(
        {"weapon", "spell", "power", "effect", "card"} & set(value.classes)
        for _, value in nouns_at(tokens, at + 1, world)
    )


def words_of(tokens: Tokens, size: int) -> tuple[str, ...]:
    """The first `size` words of a sentence."""
    return tuple(token.word for token in tokens[:size])


def is_a_saying(chart: Chart) -> bool:
    """Is the whole sentence a saying of the table, and so no order (`That should do it`)?"""
    size = len(chart.tokens)
    return size > 2 and any(one.kind == "skip" and one.end == size for one in chart.edges[0])


PARTED = ("-", ":", "=", "->", ">", "—")


def is_entry(tokens: Tokens, item: bool, world: World) -> bool:
    """Is it an entry of a list about one of the writer's units (`* HG1 - at ease`)?

    `item`: it stands behind a bullet; else a sign must follow the unit (`Ballista: whatever`).
    """
    for end, value in units_at(tokens, 0, world):
        parted = end < len(tokens) and (item or tokens[end].word in PARTED)
        if parted and value.kind == "units" and value.side == "own":
            return True
    return False


def spoken_of(tokens: Tokens, world: World) -> tuple[str, ...]:
    """The enemy unit that a remark is about (`DT1 looks dangerous`); empty unless it names one
    alone."""
    found = {
        value.items
        for at in range(len(tokens))
        for _, value in units_at(tokens, at, world)
        if value.kind == "units"
    }
    only = next(iter(found)) if len(found) == 1 else ()
    foes = all(one.lower() in world.by_ref for one in only)
    things = [world.by_ref[one.lower()] for one in only] if foes else []
    return only if len(things) == 1 and world.side_of(things) == "foe" else ()
