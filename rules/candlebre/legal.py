"""CB-LEGAL-1: the orders that a seat could give now, each kind with each single target."""

from collections.abc import Iterable, Iterator

from rules.candlebre import orders as od
from rules.candlebre.court.espionage import LEVELS
from rules.candlebre.roster import KINDS
from rules.candlebre.state import BUILDINGS, PHASES, TREES, State
from rules.candlebre.table import plan_of
from rules.candlebre.war.withdrawal import fights_in
from rules.errors import Refusal
from rules.orders import (
    AcceptDraw,
    DeclineDraw,
    EndPhase,
    OfferDraw,
    Order,
    Resign,
)

CLAIMS = 5


def legal(state: State, seat: int, unit: str | None = None) -> Iterator[Order]:
    """CB-LEGAL-1: what would be accepted; with a province or leader, only orders about it."""
    if state.flow.outcome is not None or seat not in state.living:
        return
    for order in candidates(state, seat):
        if unit is not None and unit.lower() not in words_of(order):
            continue
        if is_accepted(state, seat, order):
            yield order


def words_of(order: Order) -> tuple[str, ...]:
    """The words of an order, to find the things that it names."""
    return tuple(str(order).lower().replace(",", " ").split())


def is_accepted(state: State, seat: int, order: Order) -> bool:
    """CB-ORDER-6: would all checks let it pass?"""
    try:
        plan_of(state, seat, order)
    except Refusal:
        return False
    return True


def candidates(state: State, seat: int) -> Iterator[Order]:
    """Each kind of order that belongs to the phase, and those for any time."""
    if state.flow.turn == seat:
        yield from OF_PHASE[state.flow.phase](state, seat)
        yield od.Transfer(1)
        yield from kills(state, seat)
        for other in state.realm(seat).allies:
            yield od.BreakAlliance(other)
        yield EndPhase()
        yield od.EndTurn()
    yield from any_time(state, seat)


def names(state: State, numbers: Iterable[int]) -> Iterator[str]:
    """The names of provinces."""
    return (state.site(number).name for number in numbers)


def one_of(kind: str) -> od.UnitList:
    """`1 infantry`."""
    return od.UnitList((od.Some(1, kind),))


EVERYTHING = od.UnitList(everything=True)


# --- by phase -----------------------------------------------------------------------------------


def in_setup(state: State, seat: int) -> Iterator[Order]:
    """Claims, Houses, the initial force, the free building, leaders."""
    realm = state.realm(seat)
    if not realm.mustered:
        yield from claims(state)
    for house in state.lore.houses:
        yield od.ChooseHouse(house.id.capitalize())
    yield from purchases(state, realm.claimed)
    for leader in state.leaders_of(seat):
        for name in names(state, realm.claimed):
            yield od.PlaceUnits(od.UnitList((od.LeaderRef(leader.ref),)), name)


def claims(state: State) -> Iterator[od.Claim]:
    """CB-LEGAL-1: each free province with four more, the lowest-numbered free ones in turn."""
    free = state.owned(0)
    for start in free:
        chosen = [start]
        while len(chosen) < CLAIMS:
            near = sorted(
                {n for one in chosen for n in state.site(one).borders if n in free} - {*chosen}
            )
            if not near:
                break
            chosen.append(near[0])
        if len(chosen) == CLAIMS:
            yield od.Claim(tuple(names(state, chosen)))


def purchases(state: State, numbers: Iterable[int]) -> Iterator[Order]:
    """One unit of each type in each province and without place; each building."""
    numbers = tuple(numbers)
    for kind in KINDS:
        yield od.Buy(one_of(kind))
        for name in names(state, numbers):
            yield od.Buy(one_of(kind), name)
    for building in BUILDINGS:
        for name in names(state, numbers):
            yield od.Build(building, name)


def in_purchase(state: State, seat: int) -> Iterator[Order]:
    """Units, buildings, research."""
    yield from purchases(state, state.owned(seat))
    for tree in TREES:
        yield od.RollResearch(1, tree) if state.settings.research_dice else od.Research(tree)


def in_move(state: State, seat: int) -> Iterator[Order]:
    """Attacks with everything, and with one unit of each type."""
    for source, target in moves(state, seat, own=False):
        yield od.Attack(target, source, EVERYTHING)
        for kind in KINDS:
            yield od.Attack(target, source, one_of(kind))


def in_noncombat(state: State, seat: int) -> Iterator[Order]:
    """Moves with everything, and with one unit of each type."""
    for source, target in moves(state, seat, own=True):
        yield od.March(EVERYTHING, source, target)
        for kind in KINDS:
            yield od.March(one_of(kind), source, target)


def moves(state: State, seat: int, own: bool) -> Iterator[tuple[str, str]]:
    """Pairs of provinces one or two steps apart, the first one own and with somebody in it."""
    for source in state.owned(seat):
        here = state.province(source)
        if not here.units.total and not any(state.leaders_at(source)):
            continue
        near = state.site(source).borders
        reach = sorted({*near, *(n for one in near for n in state.site(one).borders)})
        for target in reach:
            if (state.province(target).owner == seat) == own and target != source:
                yield state.site(source).name, state.site(target).name


def in_combat(state: State, seat: int) -> Iterator[Order]:
    """Fights."""
    for name in names(state, state.battles()):
        yield od.Fight(name)
        yield od.Fight(name, "one round")
        yield od.Fight(name, "to the end")
    yield od.FightAll()


def in_placement(state: State, seat: int) -> Iterator[Order]:
    """One unit of each type from the pool and from the reserve in each province."""
    realm = state.realm(seat)
    for kind, pool, reserve in zip(KINDS, realm.pool, realm.reserve, strict=True):
        for name in names(state, state.owned(seat)):
            if pool:
                yield od.PlaceUnits(one_of(kind), name)
            if reserve:
                yield od.PlaceUnits(one_of(kind), name, reserve=True)


def captives(state: State, seat: int) -> Iterator[tuple[od.UnitList, int]]:
    """One captive of each type and owner, and each captive leader."""
    for held in state.realm(seat).captives:
        for kind, count in zip(KINDS, held.units, strict=True):
            if count:
                yield one_of(kind), held.owner
    for leader in state.captive_leaders(seat):
        yield od.UnitList((od.LeaderRef(leader.ref),)), leader.owner


def kills(state: State, seat: int) -> Iterator[Order]:
    """CB-CAPT-2: of captives."""
    if state.flow.phase in PHASES:
        for units, owner in captives(state, seat):
            yield od.Kill(units, owner)


def in_diplomacy(state: State, seat: int) -> Iterator[Order]:
    """Captives, clergy, missions."""
    for units, owner in captives(state, seat):
        yield od.Release(units, owner)
        if owner:
            yield od.Ransom(units, owner, 10)
            for wanted, whose in captives(state, owner):
                if whose == seat:
                    yield od.Exchange(units, wanted, owner)
    for name in names(state, range(1, len(state.provinces) + 1)):
        yield od.Intercede(name)
    if not state.settings.military_only and state.realm(seat).levels[2] >= LEVELS["steal"]:
        yield from missions(state, seat)


def missions(state: State, seat: int) -> Iterator[Order]:
    """8.3: against each seat, province, type and leader."""
    for other in state.living:
        yield od.Steal(other)
        for kind in KINDS:
            yield od.Rescue(kind, other)
        for name, number in ((state.site(n).name, n) for n in state.owned(other)):
            here = state.province(number)
            for building in here.buildings:
                yield od.Sabotage(building, name)
            yield od.Bribe(name)
            for kind in KINDS:
                if here.units.of(kind):
                    yield od.Assassinate(kind, name)
    for leader in state.leaders:
        yield od.Abduct(leader.ref)


def in_fate(state: State, seat: int) -> Iterator[Order]:
    """One card."""
    yield od.DrawFate()


OF_PHASE = {
    "setup": in_setup,
    "purchase": in_purchase,
    "move": in_move,
    "combat": in_combat,
    "noncombat": in_noncombat,
    "placement": in_placement,
    "diplomacy": in_diplomacy,
    "fate": in_fate,
}


# --- at any time --------------------------------------------------------------------------------


def any_time(state: State, seat: int) -> Iterator[Order]:
    """Withdrawals, cards, answers, proposals, guard, draws, resigning."""
    if state.flow.phase == "combat":
        yield from withdrawals(state, seat)
    for held in state.realm(seat).cards:
        for name in names(state, range(1, len(state.provinces) + 1)):
            yield od.PlayCard(held.code, name)
    for offer in state.offers:
        yield od.AcceptOffer(offer.number)
        yield od.DeclineOffer(offer.number)
        yield od.CancelOffer(offer.number)
    for other in state.living:
        yield od.ProposeAlliance(other)
        yield od.AcceptAlliance(other)
        yield od.DeclineAlliance(other)
    yield od.Guard(not state.realm(seat).guard)
    yield OfferDraw()
    yield AcceptDraw()
    yield DeclineDraw()
    yield Resign()


def withdrawals(state: State, seat: int) -> Iterator[Order]:
    """CB-WDRAW-3: to each province next to a battle."""
    for number in fights_in(state, seat):
        for name in names(state, state.site(number).borders):
            yield od.WithdrawNow(state.site(number).name, name)
