"""Conditions of plans and orders: do they make sense in this match, and do they hold in a state?"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot.reading.whom import bodies_of, whom
from grammar.plans import Condition
from rules.border.plans import Body
from rules.line.orders import GM

PARTS = re.compile(r"\s*,\s*|\s+(?:and|or)\s+")
ONE_OF_THEM = re.compile(r"(an?|any|some|one|anybody|anyone)\b", re.IGNORECASE)
"""Words for a group of which one member is enough (`an enemy`)."""


MOST_PAIRS = 2_500
"""The most distances that a condition may measure: it is checked again after every entry."""


def trouble(game: Any, state: Any, seat: int, condition: Condition, actors: Sequence[str]) -> str:
    """Say what is wrong with a condition in this match now; empty if it can be kept.

    `actors`: the units that act in the same line.  A distance or a reach without `of` is theirs.
    """
    terms = game.plans.terms
    if condition.happens == "round":
        return "" if condition.number else "rounds are counted from 1"
    meant = whom(game, state, seat, condition.who)
    if not meant.refs and not meant.group:
        return f"I know of nothing called {condition.who[:60]!r} on the table"
    if condition.happens in ("hurt", "below", "half") and not terms.health:
        return 'nobody is hurt in this game: say "dies"'
    if condition.happens == "dies" and not terms.lasting and not meant.group:
        return 'names go with the place here: say "a unit of mine dies" or "an enemy dies"'
    if condition.happens == "comes":
        return trouble_of_distance(game, state, seat, condition, actors)
    if condition.happens == "reach":
        return trouble_of_reach(game, state, seat, condition, actors)
    return ""


def trouble_of_reach(
    game: Any, state: Any, seat: int, condition: Condition, actors: Sequence[str]
) -> str:
    """Say so if it is unclear in whose reach; empty if it is clear."""
    if condition.of and not whom(game, state, seat, condition.of).refs:
        return f"in whose reach? There is no unit {condition.of[:60]!r}"
    return "" if condition.of or actors else 'in whose reach? Say "is in reach of ..."'


def trouble_of_distance(
    game: Any, state: Any, seat: int, condition: Condition, actors: Sequence[str]
) -> str:
    """Say so if it is unclear from where to measure, or if there is too much to measure."""
    within = f"within {game.plans.terms.distance(condition.number)}"
    others = whom(game, state, seat, condition.of).refs if condition.of else tuple(actors)
    pairs = len(whom(game, state, seat, condition.who).refs) * len(others)
    if pairs > MOST_PAIRS:
        return f"that is {pairs:,} distances to measure, again and again: name fewer of them"
    if not condition.of:
        if actors:
            return ""
        return f'{within} of whom? Say "{condition.who} comes within {condition.number} of ..."'
    if others or is_place(game, state, seat, condition.of):
        return ""
    return f"{within} of whom? There is no unit and no place {condition.of[:60]!r}"


def is_place(game: Any, state: Any, seat: int, text: str) -> bool:
    """Is the text a place, to which distances can be measured?"""
    own = (body.ref for body in game.plans.bodies(state, seat))
    return any(game.plans.apart(state, seat, ref, text) is not None for ref in own)


def holds(
    game: Any,
    state: Any,
    seat: int,
    condition: Condition,
    before: Any,
    actors: Sequence[str] = (),
) -> str:
    """Say what makes a condition true in a state; empty if it is false, or if nobody can tell.

    `before` is the state in which the plan was left.
    """
    if condition.turned:
        so = settled(game, state, seat, condition, before, actors)
        return "the opposite is not so" if so else ""
    return fact_of(game, state, seat, condition, before, actors)


def fact_of(
    game: Any, state: Any, seat: int, condition: Condition, before: Any, actors: Sequence[str]
) -> str:
    """Say what makes the event of a condition true, whether or not the condition negates it; empty
    if it has not happened."""
    match condition.happens:
        case "round":
            now = state.flow.round
            return f"round {now} has begun" if now >= condition.number else ""
        case "comes":
            return near(game, state, seat, condition, actors)
        case "reach":
            return reached(game, state, seat, condition, actors)
        case "dies":
            return lost(game, state, seat, condition, before)
        case _:
            return weakened(game, state, seat, condition, before)


def settled(
    game: Any, state: Any, seat: int, condition: Condition, before: Any, actors: Sequence[str]
) -> bool | None:
    """Does a condition hold, as far as this seat may know?  None: that cannot be told, and nobody
    may act on it or on its opposite.

    Of several units named, it must be true of all or of none; of `an enemy`, one is enough.
    """
    if condition.happens == "round":
        return bool(fact_of(game, state, seat, condition, before, actors)) != condition.turned
    if condition.happens == "reach" and not is_time_to_strike(game, state, seat, condition, actors):
        return None
    then, now = (whom(game, one, seat, condition.who) for one in (before, state))
    refs = tuple(dict.fromkeys((*then.refs, *now.refs)))
    if not refs or (then.group and condition.denied):
        return None
    found = {is_so(game, state, seat, replace(condition, who=ref), before, actors) for ref in refs}
    if then.group and ONE_OF_THEM.match(condition.who) and True in found:
        found = {True}
    so = found.pop() if len(found) == 1 else None
    return None if so is None else so != condition.turned


def is_so(
    game: Any, state: Any, seat: int, condition: Condition, before: Any, actors: Sequence[str]
) -> bool | None:
    """Is a condition true of one body?  None: a body is out of sight, or was hurt before already,
    and nobody can tell whether that is meant."""
    if fact_of(game, state, seat, condition, before, actors):
        return True
    known = bodies_of(game, state, seat)
    others = whom(game, before, seat, condition.of).refs if condition.of else ()
    if any(ref not in known and not is_gone(game, state, seat, ref) for ref in others):
        return None
    body = known.get(condition.who)
    if body is None:
        return False if is_gone(game, state, seat, condition.who) else None
    return None if condition.happens == "hurt" and body.health < body.full else False


def waits(condition: Condition) -> bool:
    """Does a condition wait for a future event, if nothing is ordered before it?"""
    return condition.happens in ("comes", "hurt", "dies") and not condition.now


def is_of_others(game: Any, state: Any, seat: int, condition: Condition) -> bool:
    """Does a condition wait for something that another seat does?"""
    if condition.happens != "comes" or condition.now:
        return False
    known = bodies_of(game, state, seat)
    return any(
        ref in known and known[ref].seat != seat
        for ref in whom(game, state, seat, condition.who).refs
    )


def have_fallen(game: Any, state: Any, seat: int, phrase: str) -> bool:
    """Does a phrase name only bodies that are lost already?"""
    lost_ones = {ref.lower() for ref in game.plans.fallen(state, seat)} if game.plans.fallen else ()
    names = [part.removeprefix("the ") for part in PARTS.split(" ".join(phrase.lower().split()))]
    return all(name in lost_ones for name in names)


def is_time_to_strike(
    game: Any, state: Any, seat: int, condition: Condition, actors: Sequence[str]
) -> bool:
    """Is this a moment at which all the units whose reach is asked about could strike?"""
    strikers = whom(game, state, seat, condition.of).refs if condition.of else tuple(actors)
    acts = [act for act in game.plans.terms.acts if act in ("attack", "charge")]
    return bool(strikers) and all(
        any(game.plans.foreseen(state, seat, ref, act) is state for act in acts) for ref in strikers
    )


def reached(game: Any, state: Any, seat: int, condition: Condition, actors: Sequence[str]) -> str:
    """Name the first target of the condition that a striker could strike now, and the striker."""
    strikers = whom(game, state, seat, condition.of).refs if condition.of else tuple(actors)
    targets = whom(game, state, seat, condition.who).refs
    for ref in strikers:
        for act in game.plans.terms.acts:
            if act not in ("attack", "charge"):
                continue
            for deed in game.plans.deeds(state, seat, ref, act):
                if deed.target in targets:
                    return f"{deed.target} is in reach of {ref}"
    return ""


def near(game: Any, state: Any, seat: int, condition: Condition, actors: Sequence[str]) -> str:
    """Name the first body of the condition that is near enough, and how far it is from what."""
    others = whom(game, state, seat, condition.of).refs if condition.of else tuple(actors)
    goals = others or ((condition.of,) if condition.of else ())
    for one in whom(game, state, seat, condition.who).refs:
        for goal in goals:
            away = game.plans.apart(state, seat, one, goal) if one != goal else None
            if away is not None and away <= condition.number:
                return f"{one} is {game.plans.terms.distance(away)} from {goal}"
    return ""


def lost(game: Any, state: Any, seat: int, condition: Condition, before: Any) -> str:
    """Name the bodies of the condition that were there before and are lost now."""
    then, now = bodies_of(game, before, seat), bodies_of(game, state, seat)
    meant = whom(game, before, seat, condition.who)
    if not game.plans.terms.lasting:
        side = {then[ref].seat for ref in meant.refs}
        fewer = [one for one in sorted(side) if count(then, one) > count(now, one)]
        return f"{game.seat_name(state, fewer[0])} has lost somebody" if fewer else ""
    gone = [ref for ref in meant.refs if ref not in now and is_gone(game, state, seat, ref)]
    return f"{', '.join(gone)} {'is' if len(gone) == 1 else 'are'} lost" if gone else ""


def is_gone(game: Any, state: Any, seat: int, ref: str) -> bool:
    """Is a body that a seat no longer finds lost, as far as the seat may know, and not only out of
    sight?  If the system has no answer, it is lost if the GM does not find it either."""
    if game.plans.is_lost:
        return bool(game.plans.is_lost(state, seat, ref))
    return ref not in bodies_of(game, state, GM)


def count(bodies: Any, seat: int) -> int:
    """How many bodies a seat has."""
    return sum(body.seat == seat for body in bodies.values())


def weakened(game: Any, state: Any, seat: int, condition: Condition, before: Any) -> str:
    """Name the first body of the condition that is as weak as it asks (see `is_weak`), or lost."""
    then, now = bodies_of(game, before, seat), bodies_of(game, state, seat)
    meant = dict.fromkeys((*whom(game, before, seat, condition.who).refs,))
    meant |= dict.fromkeys(whom(game, state, seat, condition.who).refs)
    for ref in meant:
        body, was = now.get(ref), then.get(ref)
        if body is None and is_gone(game, state, seat, ref):
            return f"{ref} is lost"
        if body is not None and is_weak(condition, body, was):
            what = f"{game.plans.terms.health} {body.health} of {body.full}"
            return f"{ref} is {'hurt' if condition.happens == 'hurt' else 'down'} to {what}"
    return ""


def is_weak(condition: Condition, body: Body, was: Body | None) -> bool:
    """Is a body hurt since then, below a number, or below half, whichever the condition asks?"""
    match condition.happens:
        case "hurt":
            return was is not None and body.health < was.health
        case "below":
            return body.health < condition.number
        case _:
            return 2 * body.health < max(body.full, was.health if was is not None else 0)
