"""The conditions of a plan: do their words mean something, and do they hold in a state?"""

from collections.abc import Sequence
from typing import Any

from bot.plans.whom import bodies_of, whom
from grammar.plans import Condition
from rules.border.plans import Body
from rules.line.orders import GM


def trouble(game: Any, state: Any, seat: int, condition: Condition, actors: Sequence[str]) -> str:
    """What is wrong with a condition in this match now; empty if it can be kept.

    `actors`: who acts in the same line, of whom a distance without `of` is meant.
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
    return ""


def trouble_of_distance(
    game: Any, state: Any, seat: int, condition: Condition, actors: Sequence[str]
) -> str:
    """A distance is from somebody or from a place."""
    within = f"within {game.plans.terms.distance(condition.number)}"
    if not condition.of:
        if actors:
            return ""
        return f'{within} of whom? Say "{condition.who} comes within {condition.number} of ..."'
    if whom(game, state, seat, condition.of).refs or is_place(game, state, seat, condition.of):
        return ""
    return f"{within} of whom? There is no unit and no place {condition.of[:60]!r}"


def is_place(game: Any, state: Any, seat: int, text: str) -> bool:
    """Can distances be measured to it?"""
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
    """What makes a condition true in a state, in words; empty if it is not.

    `before` is the state in which the plan was left.
    """
    match condition.happens:
        case "round":
            now = state.flow.round
            return f"round {now} has begun" if now >= condition.number else ""
        case "comes":
            return near(game, state, seat, condition, actors)
        case "dies":
            return lost(game, state, seat, condition, before)
        case _:
            return weakened(game, state, seat, condition, before)


def near(game: Any, state: Any, seat: int, condition: Condition, actors: Sequence[str]) -> str:
    """The first of those meant that is as near as that."""
    others = whom(game, state, seat, condition.of).refs if condition.of else tuple(actors)
    goals = others or ((condition.of,) if condition.of else ())
    for one in whom(game, state, seat, condition.who).refs:
        for goal in goals:
            away = game.plans.apart(state, seat, one, goal) if one != goal else None
            if away is not None and away <= condition.number:
                return f"{one} is {game.plans.terms.distance(away)} from {goal}"
    return ""


def lost(game: Any, state: Any, seat: int, condition: Condition, before: Any) -> str:
    """Who of those meant was there and is not any more."""
    then, now = bodies_of(game, before, seat), bodies_of(game, state, seat)
    meant = whom(game, before, seat, condition.who)
    if not game.plans.terms.lasting:
        side = {then[ref].seat for ref in meant.refs}
        fewer = [one for one in sorted(side) if count(then, one) > count(now, one)]
        return f"{game.seat_name(state, fewer[0])} has lost somebody" if fewer else ""
    gone = [ref for ref in meant.refs if ref not in now and is_gone(game, state, seat, ref)]
    return f"{', '.join(gone)} {'is' if len(gone) == 1 else 'are'} lost" if gone else ""


def is_gone(game: Any, state: Any, seat: int, ref: str) -> bool:
    """Is one whom a seat does not find any more lost, as far as the seat may know, and not only out
    of its sight?  Where a system does not say it, whoever is still on the table is not."""
    if game.plans.is_lost:
        return bool(game.plans.is_lost(state, seat, ref))
    return ref not in bodies_of(game, state, GM)


def count(bodies: Any, seat: int) -> int:
    """How many bodies a seat has."""
    return sum(body.seat == seat for body in bodies.values())


def weakened(game: Any, state: Any, seat: int, condition: Condition, before: Any) -> str:
    """Who of those meant has lost so much."""
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
    """Hurt since then, below a number, below half."""
    match condition.happens:
        case "hurt":
            return was is not None and body.health < was.health
        case "below":
            return body.health < condition.number
        case _:
            return 2 * body.health < max(body.full, was.health if was is not None else 0)
