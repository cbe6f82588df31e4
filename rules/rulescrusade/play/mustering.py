"""RC-SETUP-9: which list a practice opponent takes."""

from collections.abc import Iterator
from dataclasses import replace

from rules.rulescrusade.field.sight import eye
from rules.rulescrusade.play.worth import best_fire, blow, price
from rules.rulescrusade.setup.deploy import mustered
from rules.rulescrusade.sheets import ForceList
from rules.rulescrusade.state import State, Unit

SPARED = 5
"""So many points less than the dearest list are no matter."""

HERE, THERE = (1, 1), (1, 2)
"""Where two models are imagined to stand: in each other's sight, without cover."""


def affordable(state: State) -> list[ForceList]:
    """The lists within the budget that use it up, or nearly."""
    budget = state.rules.budget or 10**6
    lists = [force for force in state.library.lists if force.cost <= budget]
    dear = max((force.cost for force in lists), default=0)
    return [force for force in lists if force.cost >= dear - SPARED]


def fittest(state: State, seat: int, lists: list[ForceList]) -> list[ForceList]:
    """The better half of some lists, against those that the others have taken or against any."""
    named = {army.list_name for army in state.armies if army.list_name and army.seat != seat}
    others = [force for force in state.library.lists if force.name in named] or lists
    models = {force.name: mustered(state, force, seat) for force in (*lists, *others)}
    rated = [
        (sum(balance(state, models[one.name], models[foe.name]) for foe in others), one)
        for one in lists
    ]
    rated.sort(key=by_rate, reverse=True)
    return [one for _, one in rated[: (len(rated) + 1) // 2]]


def by_rate(one: tuple[int, ForceList]) -> int:
    """Lists are compared by how they do."""
    return one[0]


def balance(state: State, ours: list[Unit], theirs: list[Unit]) -> int:
    """What one force can do to another in a turn less what is done to it, each in parts of what
    the other is worth."""
    return share(state, ours, theirs) - share(state, theirs, ours)


def share(state: State, ours: list[Unit], theirs: list[Unit]) -> int:
    """The part of the others' worth that a force can take when everybody strikes, in thousandths of
    thousandths."""
    total = sum(prospects(state, ours, theirs))
    return 1000 * total // max(1, sum(price(one) for one in theirs))


def prospects(state: State, ours: list[Unit], theirs: list[Unit]) -> Iterator[int]:
    """What each model does on average, by fire or hand to hand, as it does better."""
    for one in ours:
        unit = replace(one, place="board", at=HERE)
        gains = []
        for other in theirs:
            foe = replace(other, place="board", at=THERE)
            gains.append(max(best_fire(state, unit, foe, eye(unit)), blow(state, unit, foe), 0))
        yield sum(gains) // max(1, len(gains))
