"""The match as one seat may know it, for the reader; and trials of sentences on a copy of it."""

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

import grammar
from bot.match.reckoned import kept, names_in
from bot.match.tree import fold
from grammar.reader.table import Table, table_of
from grammar.reader.world import World
from rules.border.game import Game
from rules.display.things import Thing
from rules.line.adjudication import lowest
from rules.line.errors import Refusal
from rules.line.events import Event, Refused
from rules.line.frozen import Frozen
from rules.line.orders import GM, AcceptDraw, OfferDraw, Order, Resign, Undo
from rules.line.overrides import Rewind
from rules.line.work import UNCOUNTED, budget, spend


@kept(32)
def world_of(game: Game[Any], state: Any, seat: int) -> World:
    """The things, names and phase that the reader may use: only what this seat may know."""
    if game.things and game.nouns:
        things, nouns = game.things(state, seat), game.nouns(state, seat)
    else:
        things = tuple(Thing(ref, seat) for ref in game.references(state, seat))
        nouns = {"name": names_in(game, state)}
    return World(
        seat=seat,
        table=table_of(game.id),
        things=things,
        nouns=nouns,
        phase=state.flow.phase,
        round=state.flow.round,
    )


NUMBERED = re.compile(r"\b[^\W\d_]{3,} ?(?:(?:no|nr)\.? ?|# ?)?[0-9]{1,3}\b")
"""`raider 3`, `Orc2`: the law takes such words for a reference, even if the match has none such."""

COMMENT = re.compile(r"//.*")
POLITE = re.compile(r"(?i)^(please|ok|so|then|now)\b,? *|,? *\b(please|pls|thanks|thx|then)$")


TRIED = 6
"""How many steps one step of the rules costs in a trial: so many of the reader's take as long."""


class TriedSentences(Frozen):
    """What sentences would do.

    `read`: the law reads them all; `rule`, `why`: the rule that refuses one of them; `done`:
    something would be carried out all the same; `draws`: dice are rolled; `grave`: a turn, a phase
    or the match ends, or something is taken back.
    """

    sentences: tuple[str, ...]
    read: bool
    rule: str = ""
    why: str = ""
    draws: bool = False
    grave: bool = False
    state: Any = None
    done: bool = False
    events: tuple[Event, ...] = ()

    @property
    def stands(self) -> bool:
        """Would all of it be carried out?"""
        return self.read and not self.rule

    def same_as(self, other: "TriedSentences") -> bool:
        """Do both have the same state, events and refusing rule?  (Two shots that miss leave the
        same state and still differ in their events.)"""
        if self is other:
            return True
        same = self.rule == other.rule and self.state == other.state
        return same and sorted(map(repr, self.events)) == sorted(map(repr, other.events))


def is_strange(game: Game[Any], state: Any, seat: int, text: str) -> bool:
    """Does the law read a name that this match does not have, and are the orders refused?"""
    written = grammar.parse(game.id, text, names_in(game, state), gm=seat == GM) or ()
    loose = seat == GM and text.lower().startswith("set ")  # `set the turn to army 2`
    odd = any(one.strange for one in written) or _names_nobody(game, state, seat, text, written)
    if not loose and not odd:
        return False
    return bool(try_out(game, state, seat, tuple(one.text for one in written)).rule)


def _names_nobody(
    game: Game[Any], state: Any, seat: int, text: str, written: tuple[grammar.Written, ...]
) -> bool:
    """Does an order hold a reference such as `raider 3` that this match does not have?"""
    numbered = {compact(one) for one in NUMBERED.findall(COMMENT.sub("", text))}
    strange = numbered - {compact(one) for one in game.references(state, seat)}
    if not strange:
        return False
    orders = (order for line in written for order in line.orders)
    return any(compact(name) in strange for order in orders for name in _texts(order))


def compact(name: str) -> str:
    """A reference in lower case, without spaces."""
    return "".join(name.lower().split())


def _texts(value: Any) -> Iterator[str]:
    """Every string in an order, at any depth."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for one in value:
            yield from _texts(one)
    elif is_dataclass(value):
        for part in fields(value):
            yield from _texts(getattr(value, part.name))


def is_unfinished(table: Table, now: str, text: str) -> bool:
    """Is this a text that the law reads but that orders nothing (`Nb6` alone names a unit)?"""
    text = re.sub(r"\[/?\w+\]", "", text)
    for row in table.unfinished:
        phase, sign, shape_ = row.partition(": ")
        if sign and phase != now:
            continue
        said = POLITE.sub("", text.strip(" .!*_`"))
        if re.fullmatch(shape_ if sign else row, said.strip(" .!*_`")):
            return True
    return False


LISTED = re.compile(r"\b[^\W\d_]+\d+(?:(?:\s*[,&+-]\s*|\s+and\s+|,\s*and\s+)[^\W\d_]+\d+)+\b")
"""`L1, L2 and L9`: references in a row."""


def unknown_beside(game: Game[Any], state: Any, seat: int, sentences: tuple[str, ...]) -> str:
    """The first unit in a list (`L1, L2 and L9`) that this match does not have, if the sentences
    are refused: the other units must not go alone.  Empty if there is none."""
    if table_of(game.id).places.style == "tile":  # `d3, e4`
        return ""
    for sentence in sentences:
        for row in LISTED.findall(COMMENT.sub("", sentence)):
            known = {one.lower() for one in game.references(state, seat)}
            refs: list[str] = re.findall(r"[^\W\d_]+\d+", row)
            strange = [one for one in refs if one.lower() not in known]
            if 0 < len(strange) < len(refs) and try_out(game, state, seat, sentences).rule:
                return strange[0]
    return ""


def strict_orders(
    game: Game[Any], state: Any, seat: int, text: str, names: tuple[str, ...] | None = None
) -> tuple[Order, ...] | None:
    """Parse one sentence with the law; None if the law does not read it, or reads several lines."""
    names = names_in(game, state) if names is None else names
    written = grammar.parse(game.id, text, names, gm=seat == GM)
    return written[0].orders if written is not None and len(written) == 1 else None


def _tried(
    game: Game[Any], state: Any, seat: int, orders: tuple[Order, ...]
) -> tuple[tuple[Event, ...], Refusal | None]:
    """The events of a sentence's orders on a copy, or the refusal of all of them."""
    events: tuple[Event, ...] = ()
    refusal = None
    with budget(UNCOUNTED) as own:
        try:
            events = game.adjudicate(state, seat, orders, lowest)
        except Refusal as refused:
            refusal = refused
    spend((TRIED - 1) * (UNCOUNTED - own.left))
    return events, refusal


def try_out(
    game: Game[Any],
    state: Any,
    seat: int,
    sentences: tuple[str, ...],
    names: tuple[str, ...] | None = None,
) -> TriedSentences:
    """Try sentences one after the other on a copy of the state, up to the first refusal."""
    draws = grave = done = False
    rule = why = ""
    told = list[Event]()
    names = names_in(game, state) if names is None else names
    for sentence in sentences:
        orders = strict_orders(game, state, seat, sentence, names)
        if orders is None:
            return TriedSentences(sentences, False)
        grave = grave or any(map(is_grave, orders))
        if rule or any(isinstance(order, Undo | Rewind) for order in orders):
            continue
        events, refusal = _tried(game, state, seat, orders)
        if refusal is not None:
            rule, why = refusal.rule, refusal.why
            continue
        done = done or any(not isinstance(event, Refused) for event in events)
        told += events
        draws = draws or any(event.draws for event in events)
        state = fold(game, state, events)
        for event in events:
            if isinstance(event, Refused):
                rule, why = event.rule, event.why
                break
    return TriedSentences(sentences, True, rule, why, draws, grave, state, done, tuple(told))


def reached(game: Game[Any], world: World, trial: TriedSentences) -> frozenset[str]:
    """The places, in lower case, to which a trial moves things of this seat; none unless all of it
    would be carried out."""
    if not trial.stands or trial.state is None or game.things is None:
        return frozenset()
    before = {one.ref: one.at for one in world.things}
    own = (one for one in game.things(trial.state, world.seat) if one.seat == world.seat)
    return frozenset(one.at.lower() for one in own if before.get(one.ref, one.at) != one.at)


def is_grave(order: Order) -> bool:
    """Does the order end a turn, a phase or the match, or take something back?"""
    ends = order.passes or str(order) == "end turn"  # CB-TURN-8: it ends the turn all the same
    return ends or is_final(order)


def is_final(order: Order) -> bool:
    """Does the order end the match (or offer a draw), or take something back?"""
    return isinstance(order, Resign | OfferDraw | AcceptDraw | Undo | Rewind)


def merged(trials: list[TriedSentences]) -> list[TriedSentences]:
    """Keep one of the trials that have the same effect."""
    found: list[TriedSentences] = []
    for trial in trials:
        if not any(map(trial.same_as, found)):
            found.append(trial)
    return found
