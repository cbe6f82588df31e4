"""A match as one seat may know it, for the reader; and sentences tried on a copy of its state."""

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
    """What the reader may know: nothing that this seat does not."""
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
    )


NUMBERED = re.compile(r"\b[^\W\d_]{3,} ?(?:(?:no|nr)\.? ?|# ?)?[0-9]{1,3}\b")
"""`raider 3`, `Orc2`: the law takes it for a reference, and so it may be none of this match."""

COMMENT = re.compile(r"//.*")
POLITE = re.compile(r"(?i)^(please|ok|so|then|now)\b,? *|,? *\b(please|pls|thanks|thx|then)$")


TRIED = 6
"""Steps of the reader that take as long as one of the rules."""


class Trial(Frozen):
    """What sentences would do: `rule` if one is refused; `read` if the law reads them all; `done`
    if something of them would be carried out before that."""

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

    def same_as(self, other: "Trial") -> bool:
        """Does it come to the same, or do the same rules refuse it?  Two shots that miss leave the
        same state, and are not the same."""
        if self is other:
            return True
        same = self.rule == other.rule and self.state == other.state
        return same and sorted(map(repr, self.events)) == sorted(map(repr, other.events))


def is_strange(game: Game[Any], state: Any, seat: int, text: str) -> bool:
    """Does the law read a name in it that this match does not have, and would it be refused?"""
    written = grammar.parse(game.id, text, names_in(game, state), gm=seat == GM) or ()
    loose = seat == GM and text.lower().startswith("set ")  # `set the turn to army 2`
    odd = any(one.strange for one in written) or _names_nobody(game, state, seat, text, written)
    if not loose and not odd:
        return False
    return bool(try_out(game, state, seat, tuple(one.text for one in written)).rule)


def _names_nobody(
    game: Game[Any], state: Any, seat: int, text: str, written: tuple[grammar.Written, ...]
) -> bool:
    """Does the law take `raider 3` for a reference, and is there none in this match?"""
    numbered = {compact(one) for one in NUMBERED.findall(COMMENT.sub("", text))}
    strange = numbered - {compact(one) for one in game.references(state, seat)}
    if not strange:
        return False
    orders = (order for line in written for order in line.orders)
    return any(compact(name) in strange for order in orders for name in _texts(order))


def compact(name: str) -> str:
    """A reference in small letters, without blanks."""
    return "".join(name.lower().split())


def _texts(value: Any) -> Iterator[str]:
    """Every text in an order."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for one in value:
            yield from _texts(one)
    elif is_dataclass(value):
        for part in fields(value):
            yield from _texts(getattr(value, part.name))


def is_unfinished(table: Table, now: str, text: str) -> bool:
    """The law reads it, but it orders nothing (`Nb6` alone names a unit)."""
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
    """In a row of units the one that this match does not have, if the order would be refused for
    it: the others must not go alone."""
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
    """The orders of one sentence by the strict grammar; None if it does not read it."""
    names = names_in(game, state) if names is None else names
    written = grammar.parse(game.id, text, names, gm=seat == GM)
    return written[0].orders if written is not None and len(written) == 1 else None


def _tried(
    game: Game[Any], state: Any, seat: int, orders: tuple[Order, ...]
) -> tuple[tuple[Event, ...], Refusal | None]:
    """What the orders of a sentence bring, or why they bring nothing."""
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
) -> Trial:
    """What these sentences would do, one after the other, on a copy of the state."""
    draws = grave = done = False
    rule = why = ""
    told = list[Event]()
    names = names_in(game, state) if names is None else names
    for sentence in sentences:
        orders = strict_orders(game, state, seat, sentence, names)
        if orders is None:
            return Trial(sentences, False)
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
    return Trial(sentences, True, rule, why, draws, grave, state, done, tuple(told))


def reached(game: Game[Any], world: World, trial: Trial) -> frozenset[str]:
    """The places, in small letters, where things of this seat would stand that stand elsewhere now;
    none if not all of it would be carried out."""
    if not trial.stands or trial.state is None or game.things is None:
        return frozenset()
    before = {one.ref: one.at for one in world.things}
    own = (one for one in game.things(trial.state, world.seat) if one.seat == world.seat)
    return frozenset(one.at.lower() for one in own if before.get(one.ref, one.at) != one.at)


def is_grave(order: Order) -> bool:
    """Does it end a turn, a phase, the match, or take something back?"""
    ends = order.passes or str(order) == "end turn"  # CB-TURN-8 asks nobody, and ends as much
    return ends or is_final(order)


def is_final(order: Order) -> bool:
    """Does it end the match, or take something back?"""
    return isinstance(order, Resign | OfferDraw | AcceptDraw | Undo | Rewind)


def merged(trials: list[Trial]) -> list[Trial]:
    """Those that come to the same are one."""
    found: list[Trial] = []
    for trial in trials:
        if not any(map(trial.same_as, found)):
            found.append(trial)
    return found
