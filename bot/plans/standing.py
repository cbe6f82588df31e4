"""Standing orders of a plan: who acts, who is meant, and what each unit would do now."""

from typing import Any

from bot.reading.whom import doers, whom
from bot.referee.service import OpenMatch
from grammar.plans import OpenOrder, PlanLine
from rules.border.plans import Go, Hold, Strike, Task, choose

MOST_SHOWN = 4
"""The most units of one line for which the order that each would get is read back."""


def actors_of(table: OpenMatch, seat: int, line: PlanLine, state: Any = None) -> tuple[str, ...]:
    """The units that act in a line."""
    state = table.state if state is None else state
    if line.standing is not None:
        return own_of(table, seat, line.standing.who, state)
    return doers(table.game, state, seat, line.order)[0] if line.order else ()


def own_of(table: OpenMatch, seat: int, phrase: str, state: Any) -> tuple[str, ...]:
    """The seat's own bodies that a phrase means; all of them for an empty phrase."""
    game: Any = table.game
    own = {body.ref for body in game.plans.bodies(state, seat) if body.seat == seat}
    meant_ = whom(game, state, seat, phrase or "everyone")
    return tuple(ref for ref in meant_.refs if ref in own)


def wrong_standing(table: OpenMatch, seat: int, standing: OpenOrder) -> str:
    """Say what is wrong with a standing order in this match now; empty if it can be kept."""
    game: Any = table.game
    state = table.state
    if standing.act not in game.plans.terms.acts:
        return f"nobody {standing.act}s by a standing order in {game.title}"
    if not own_of(table, seat, standing.who, state):
        if standing.who and whom(game, state, seat, standing.who).refs:
            return f"{standing.who} is not yours to order"
        return f"you have nobody called {standing.who[:60]!r} on the table"
    if standing.whom:
        others = whom(game, state, seat, standing.whom)
        foes = [body.ref for body in game.plans.bodies(state, seat) if body.seat != seat]
        if not set(others.refs) & set(foes):
            return f"you know of no enemy called {standing.whom[:60]!r} on the table"
    if standing.goal:
        own = own_of(table, seat, standing.who, state)
        goals = whom(game, state, seat, standing.goal).refs or (standing.goal,)
        if all(game.plans.apart(state, seat, ref, goals[0]) is None for ref in own):
            return f"there is no place and no unit {standing.goal[:60]!r} to go to"
    return ""


def task_of(table: OpenMatch, seat: int, standing: OpenOrder, state: Any) -> Task:
    """A standing order as a task, with its names resolved to bodies in a state."""
    game: Any = table.game
    if standing.act == "hold":
        return Hold()
    if standing.act == "move":
        found = whom(game, state, seat, standing.goal).refs
        return Go(found[0] if found else standing.goal)
    targets = whom(game, state, seat, standing.whom).refs if standing.whom else ()
    return Strike(
        standing.act,
        standing.which == "weakest",
        targets or (("",) if standing.whom else ()),
        standing.means,
    )


def standing_now(table: OpenMatch, seat: int, standing: OpenOrder) -> list[str]:
    """Say what each unit would do by a standing order if its time had come now."""
    refs = own_of(table, seat, standing.who, table.state)
    found: list[str] = []
    idle: list[str] = []
    for ref in refs:
        said = one_now(table, seat, ref, standing)
        if said:
            found.append(said)
        else:
            idle.append(ref)
    more = len(found) - MOST_SHOWN
    shown = [f"now that is {'; '.join(found[:MOST_SHOWN])}"] if found else []
    if more > 0:
        shown[0] += f" and {more} more"
    if idle and standing.act != "hold":
        nothing = "nobody in reach" if standing.act in ("attack", "charge") else "no nearer place"
        who = ", ".join(idle[:6]) + (f" and {len(idle) - 6} more" if len(idle) > 6 else "")
        shown.append(f"{who} would now do nothing: {nothing}")
    elif standing.act == "hold" and not found:
        shown.append("no order is given for it")
    return shown


def one_now(table: OpenMatch, seat: int, ref: str, standing: OpenOrder) -> str:
    """The order that a unit would get, with the distance of its target; empty if none."""
    game: Any = table.game
    state = game.plans.foreseen(table.state, seat, ref, standing.act)
    if state is None:
        return ""
    deed = choose(game.plans, state, seat, ref, task_of(table, seat, standing, state))
    if deed is None:
        return ""
    away = game.plans.apart(state, seat, ref, deed.target) if deed.target else None
    far = f" ({game.plans.terms.distance(away)} away)" if away is not None else ""
    return f"{deed.order}{far}"


def is_time(table: OpenMatch, seat: int, standing: OpenOrder, refs: tuple[str, ...]) -> bool:
    """Is it a phase in which one of these units could do what a standing order says?"""
    game: Any = table.game
    state = table.state
    return any(game.plans.foreseen(state, seat, ref, standing.act) is state for ref in refs)
