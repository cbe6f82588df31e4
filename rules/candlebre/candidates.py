"""The orders that might be given now: for each kind of order one for each single target."""

from collections.abc import Callable, Iterable, Iterator

from rules.candlebre import orders as od
from rules.candlebre.court.espionage import LEVELS
from rules.candlebre.realm.setup import CLAIMS
from rules.candlebre.state import BUILDINGS, TREES, State
from rules.candlebre.units import KINDS
from rules.candlebre.war.movement import fights_in
from rules.line.orders import Order

Orders = Iterator[Order]
Candidates = Callable[[State, int], Orders]

EVERYTHING = od.UnitList(everything=True)


def names(state: State, numbers: Iterable[int]) -> Iterator[str]:
    """The names of provinces."""
    return (state.site(number).name for number in numbers)


def one_of(kind: str) -> od.UnitList:
    """`1 infantry`."""
    return od.UnitList((od.Some(1, kind),))


# --- setup, purchase, research ------------------------------------------------------------------


def first_claims(state: State, seat: int) -> Orders:
    """Section 4.2: claims, until something has been bought or built."""
    if not state.realm(seat).mustered:
        yield from claims(state)


def claims(state: State) -> Iterator[od.Claim]:
    """CB-LEGAL-1: each free province, extended four times by its lowest-numbered free neighbour."""
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


def houses(state: State, seat: int) -> Orders:
    """CB-HOUSE-1: each House."""
    for house in state.lore.houses:
        yield od.ChooseHouse(house.id.capitalize())


def where_to_buy(state: State, seat: int) -> tuple[int, ...]:
    """CB-SETUP-10: the claimed provinces during setup, afterwards all own ones."""
    realm = state.realm(seat)
    return tuple(realm.claimed if state.flow.phase == "setup" else state.owned(seat))


def purchases(state: State, seat: int) -> Orders:
    """One unit of each type, without a place and in each province."""
    numbers = where_to_buy(state, seat)
    for kind in KINDS:
        yield od.Buy(one_of(kind))
        for name in names(state, numbers):
            yield od.Buy(one_of(kind), name)


def buildings(state: State, seat: int) -> Orders:
    """Each building in each province."""
    numbers = where_to_buy(state, seat)
    for building in BUILDINGS:
        for name in names(state, numbers):
            yield od.Build(building, name)


def research(state: State, seat: int) -> Orders:
    """CB-RES-1: a level of each tree."""
    if not state.settings.research_dice:
        yield from (od.Research(tree) for tree in TREES)


def research_dice(state: State, seat: int) -> Orders:
    """CB-RES-6: one die on each tree."""
    if state.settings.research_dice:
        yield from (od.RollResearch(1, tree) for tree in TREES)


# --- movement and battles -----------------------------------------------------------------------


def attacks(state: State, seat: int) -> Orders:
    """Attacks with everything, and with one unit of each type."""
    for source, target in moves(state, seat, own=False):
        yield od.Attack(target, source, EVERYTHING)
        for kind in KINDS:
            yield od.Attack(target, source, one_of(kind))


def marches(state: State, seat: int) -> Orders:
    """With everything, and with one unit of each type; in `move` they are listed as attacks."""
    for source, target in moves(state, seat, own=True) if state.flow.phase == "noncombat" else ():
        yield od.March(EVERYTHING, source, target)
        for kind in KINDS:
            yield od.March(one_of(kind), source, target)


def moves(state: State, seat: int, own: bool) -> Iterator[tuple[str, str]]:
    """Pairs of provinces one or two steps apart; the first is the seat's own and not empty.

    `own`: whether the second belongs to the seat too.
    """
    for source in state.owned(seat):
        here = state.province(source)
        if not here.units.total and not any(state.leaders_at(source)):
            continue
        near = state.site(source).borders
        reach = sorted({*near, *(n for one in near for n in state.site(one).borders)})
        for target in reach:
            if (state.province(target).owner == seat) == own and target != source:
                yield state.site(source).name, state.site(target).name


def fights(state: State, seat: int) -> Orders:
    """For each battle: as its pace says, for one round, and to the end."""
    for name in names(state, state.battles()):
        yield od.Fight(name)
        yield od.Fight(name, "one round")
        yield od.Fight(name, "to the end")


def withdrawals(state: State, seat: int) -> Orders:
    """CB-WDRAW-3: from each battle to each province next to it."""
    for number in fights_in(state, seat) if state.flow.phase == "combat" else ():
        for name in names(state, state.site(number).borders):
            yield od.WithdrawNow(state.site(number).name, name)


def placements(state: State, seat: int) -> Orders:
    """CB-SETUP-10: in setup leaders in claimed provinces; then waiting units in all own ones."""
    realm = state.realm(seat)
    if state.flow.phase == "setup":
        for leader in state.leaders_of(seat):
            for name in names(state, realm.claimed):
                yield od.PlaceUnits(od.UnitList((od.LeaderRef(leader.ref),)), name)
        return
    for kind, pool, reserve in zip(KINDS, realm.pool, realm.reserve, strict=True):
        for name in names(state, state.owned(seat)):
            if pool:
                yield od.PlaceUnits(one_of(kind), name)
            if reserve:
                yield od.PlaceUnits(one_of(kind), name, reserve=True)


# --- captives, clergy, spies --------------------------------------------------------------------


def captives(state: State, seat: int) -> Iterator[tuple[od.UnitList, int]]:
    """One captive of each type and owner, and each captive leader."""
    for held in state.realm(seat).captives:
        for kind, count in zip(KINDS, held.units, strict=True):
            if count:
                yield one_of(kind), held.owner
    for leader in state.captive_leaders(seat):
        yield od.UnitList((od.LeaderRef(leader.ref),)), leader.owner


def of_captives(order: Callable[[od.UnitList, int], Order]) -> Candidates:
    """CB-CAPT-2, CB-CAPT-3: killing captives, or releasing them."""
    return lambda state, seat: (order(*one) for one in captives(state, seat))


def ransoms(state: State, seat: int) -> Orders:
    """CB-DIPL-1: each captive of a seat for 10 gold."""
    for units, owner in captives(state, seat):
        if owner:
            yield od.Ransom(units, owner, 10)


def exchanges(state: State, seat: int) -> Orders:
    """CB-DIPL-1: each captive of another seat for each own captive that it holds."""
    for units, owner in captives(state, seat):
        for wanted, whose in captives(state, owner) if owner else ():
            if whose == seat:
                yield od.Exchange(units, wanted, owner)


def intercessions(state: State, seat: int) -> Orders:
    """CB-CLERGY-1: in each province."""
    for name in names(state, range(1, len(state.provinces) + 1)):
        yield od.Intercede(name)


def victims(state: State, seat: int) -> tuple[int, ...]:
    """CB-ESP-1: the seats against which spies may be sent, if this one has any."""
    spies = not state.settings.military_only and state.realm(seat).levels[2] >= LEVELS["steal"]
    return tuple(state.living) if spies else ()


def thefts(state: State, seat: int) -> Orders:
    """8.3: from each seat."""
    yield from (od.Steal(other) for other in victims(state, seat))


def rescues(state: State, seat: int) -> Orders:
    """8.3: of each type from each seat."""
    for other in victims(state, seat):
        yield from (od.Rescue(kind, other) for kind in KINDS)


def sabotages(state: State, seat: int) -> Orders:
    """8.3: of each building of each seat."""
    for other in victims(state, seat):
        for number in state.owned(other):
            for building in state.province(number).buildings:
                yield od.Sabotage(building, state.site(number).name)


def bribes(state: State, seat: int) -> Orders:
    """8.3: in each province of each seat."""
    for other in victims(state, seat):
        yield from (od.Bribe(name) for name in names(state, state.owned(other)))


def murders(state: State, seat: int) -> Orders:
    """8.3: of each type in each province of each seat."""
    for other in victims(state, seat):
        for number in state.owned(other):
            for kind in KINDS:
                if state.province(number).units.of(kind):
                    yield od.Assassinate(kind, state.site(number).name)


def abductions(state: State, seat: int) -> Orders:
    """8.3: of each leader."""
    for leader in state.leaders if victims(state, seat) else ():
        yield od.Abduct(leader.ref)


# --- at any time --------------------------------------------------------------------------------


def plays(state: State, seat: int) -> Orders:
    """CB-FATE-5: each card of the hand in each province."""
    for held in state.realm(seat).cards:
        for name in names(state, range(1, len(state.provinces) + 1)):
            yield od.PlayCard(held.code, name)


def by_offer(order: Callable[[int], Order]) -> Candidates:
    """CB-DIPL-3: an answer to each offer."""
    return lambda state, seat: (order(offer.number) for offer in state.offers)


def by_seat(order: Callable[[int], Order]) -> Candidates:
    """Section 7.7: an order about an alliance, with each seat."""
    return lambda state, seat: map(order, state.living)


def breaches(state: State, seat: int) -> Orders:
    """Section 7.7: breaking each alliance."""
    yield from (od.BreakAlliance(other) for other in state.realm(seat).allies)


def guards(state: State, seat: int) -> Orders:
    """CB-HONOR-7: switching the guard off if it is on, and on if it is off."""
    yield od.Guard(not state.realm(seat).guard)
