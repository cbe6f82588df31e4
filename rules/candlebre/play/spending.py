"""What the opponent buys: soldiers where they are needed; the hard one also learns and builds."""

from collections.abc import Iterator

from rules.candlebre import orders as od
from rules.candlebre.legal import is_accepted
from rules.candlebre.realm.land import distances
from rules.candlebre.state import State
from rules.line.orders import EndPhase, Order

SPARE = 120
"""Military gold with which another Barracks is built."""


def spend(state: State, seat: int, hard: bool) -> Order:
    """The next order of the purchase phase."""
    for order in wishes(state, seat, hard):
        if is_accepted(state, seat, order):
            return order
    return EndPhase()


def wishes(state: State, seat: int, hard: bool) -> Iterator[Order]:
    """What it would buy now, most wanted first."""
    realm = state.realm(seat)
    front = from_the_front(state, seat)
    barracks = [n for n in front if "barracks" in state.province(n).buildings]
    if not barracks or (realm.military >= SPARE and len(barracks) < 1 + len(front) // 4):
        for number in front[: 1 + len(front) // 2]:
            yield od.Build("barracks", state.site(number).name)
    kinds = ("archers", "infantry") if hard and even_mix(state, seat) else ("infantry", "archers")
    for number in barracks:
        for kind in kinds:
            yield od.Buy(od.UnitList((od.Some(1, kind),)), state.site(number).name)
    if hard:
        yield from learning(state, seat, front)


def even_mix(state: State, seat: int) -> bool:
    """Are there fewer Archers than a third of the army, counting those bought?"""
    archers = infantry = 0
    for number in state.owned(seat):
        archers += state.province(number).units.of("archers")
        infantry += state.province(number).units.of("infantry")
    archers += state.realm(seat).pool[1]
    infantry += state.realm(seat).pool[0]
    return 2 * archers < infantry


def learning(state: State, seat: int, front: list[int]) -> Iterator[Order]:
    """Civil gold: the levels that make better soldiers, the Great Hall, Markets."""
    level = state.realm(seat).levels[0] + state.realm(seat).gained[0]
    if state.settings.research_dice:
        dice = state.realm(seat).civil // 3
        if level < 2 and dice:
            yield od.RollResearch(min(100, max(1, dice - 1)), "military")
    elif level < 2:
        yield od.Research("military")
        return
    best = sorted(front, key=lambda n: -state.province(n).value)
    for number in best[:1]:
        yield od.Build("hall", state.site(number).name)
    if level < 4 and not state.settings.research_dice:
        yield od.Research("military")
    for number in best:
        yield od.Build("market", state.site(number).name)


def from_the_front(state: State, seat: int) -> list[int]:
    """Own provinces, those next to strangers first, of them the most valuable."""
    steps = to_strangers(state, seat)
    return sorted(state.owned(seat), key=lambda n: (steps.get(n, 99), -state.province(n).value, n))


def to_strangers(state: State, seat: int) -> dict[int, int]:
    """How many steps it is from each own province to the nearest strange one."""
    found: dict[int, int] = {}
    for number in state.owned(seat):
        ways = distances(state.sites, number)
        strange = [n for one, n in ways.items() if state.province(one).owner != seat]
        if strange:
            found[number] = min(strange)
    return found
