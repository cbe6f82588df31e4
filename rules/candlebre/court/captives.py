"""Clergy and captives, and the end of a court."""

from collections.abc import Iterable

from rules.candlebre import events as ev
from rules.candlebre.naming import check_seat, check_units, leader_named, name_of, province_named
from rules.candlebre.orders import AllOf, Intercede, Kill, LeaderRef, Release, Some, UnitList
from rules.candlebre.realm import purse
from rules.candlebre.state import Adj, Leader, Realm, State
from rules.candlebre.units import INDEX, KINDS, NOBODY, Tally, added, tally_of
from rules.candlebre.words import counted, side_name
from rules.line.errors import Refusal
from rules.line.events import DrawOfferClosed, Ended
from rules.line.flow import seat_name
from rules.line.frozen import Frozen

# Section 7.15: captives, and what may be done with them.


KILLED, LEADER_KILLED = 2, 20
"""CB-CAPT-4, CB-CAPT-6: honor lost for a captive unit, and for a captive leader."""

RELEASED, LEADER_RELEASED = 1, 5
"""CB-DIPL-4: honor won for a released unit, and for a released leader."""

RALLY_TURNS = 2
"""CB-CAPT-7: the turn of the killing and the killer's next one."""


class Meant(Frozen):
    """The captives that an order means: units by owner (neutral last), and leaders."""

    units: tuple[tuple[int, Tally], ...]
    leaders: tuple[int, ...]

    @property
    def all_units(self) -> Tally:
        """The units of all owners together."""
        return added(*(units for _, units in self.units))

    @property
    def all(self) -> tuple[Tally, tuple[int, ...]]:
        """Units of all owners, and leaders."""
        return self.all_units, self.leaders


# --- which captives -----------------------------------------------------------------------------


def check_captives(state: State, seat: int, units: UnitList, owner: int | None) -> Meant:
    """CB-CAPT-5, then CB-CAPT-3: the captives that a sentence means."""
    check_units(units)
    if owner:
        check_seat(state, owner)
    realm = state.realm(seat)
    if units.everything:
        return everything(state, realm, units, owner)
    owners = [(item, owner_of(realm, item, owner)) for item in units.items]
    found: dict[int, Tally] = {}
    leaders = []
    for item, whose in owners:
        if isinstance(item, LeaderRef):
            leaders.append(held_leader(state, realm, item.ref, owner).number)
            continue
        there = realm.captives_of(whose)[INDEX[item.kind]]
        count = item.count if isinstance(item, Some) else there
        found[whose] = added(found.get(whose, NOBODY), tally_of(item.kind, count))
        if not count:
            raise Refusal("CB-CAPT-3", f"{seat_name(seat)} holds no {item.kind} of that owner")
    for whose, wanted in found.items():
        check_held(realm, whose, wanted)
    return Meant(in_order(found), tuple(dict.fromkeys(leaders)))


def owner_of(realm: Realm, item: Some | AllOf | LeaderRef, owner: int | None) -> int:
    """CB-CAPT-5: the owner may be left out if the seat holds that type of one owner only."""
    if owner is not None or isinstance(item, LeaderRef):
        return owner or 0
    kind = INDEX[item.kind]
    owners = [one.owner for one in realm.captives if one.units[kind]]
    if len(owners) > 1:
        whose = " and ".join(map(side_name, owners))
        raise Refusal("CB-CAPT-5", f"there are captive {item.kind} of {whose}: name the owner")
    return owners[0] if owners else 0


def everything(state: State, realm: Realm, units: UnitList, owner: int | None) -> Meant:
    """CB-ORDER-12: all captives of an owner, with his leaders, except those named."""
    if owner is None:
        owner = only_owner(state, realm)
    left = units.spared(realm.captives_of(owner))
    leaders = [one.number for one in state.captive_leaders(realm.seat) if one.owner == owner]
    for item in units.items:
        if isinstance(item, LeaderRef):
            leader = leader_named(state, item.ref)
            leaders = [one for one in leaders if leader is None or one != leader.number]
    if not any(left) and not leaders:
        raise Refusal("CB-CAPT-3", f"{seat_name(realm.seat)} holds nobody of {side_name(owner)}")
    return Meant(in_order({owner: left}), tuple(leaders))


def only_owner(state: State, realm: Realm) -> int:
    """CB-CAPT-5: the one owner of all captives that a seat holds."""
    owners = {one.owner for one in realm.captives}
    owners |= {one.owner for one in state.captive_leaders(realm.seat)}
    if len(owners) > 1:
        whose = " and ".join(side_name(one) for one in sorted(owners))
        raise Refusal("CB-CAPT-5", f"there are captives of {whose}: name the owner")
    if not owners:
        raise Refusal("CB-CAPT-3", f"{seat_name(realm.seat)} holds no captives")
    return min(owners)


def in_order(found: dict[int, Tally]) -> tuple[tuple[int, Tally], ...]:
    """By owner, neutral last."""
    return tuple(
        (owner, found[owner])
        for owner in sorted(found, key=lambda owner: owner or 99)
        if any(found[owner])
    )


def check_held(realm: Realm, owner: int, units: Tally) -> None:
    """CB-CAPT-3: the seat must hold the captives that an order names."""
    there = realm.captives_of(owner)
    for kind, wanted, found in zip(KINDS, units, there, strict=True):
        if wanted > found:
            why = (
                f"{seat_name(realm.seat)} holds {counted(found, kind)} of {side_name(owner)}, "
                f"not {wanted}"
            )
            raise Refusal("CB-CAPT-3", why)


def held_leader(state: State, realm: Realm, ref: str, owner: int | None) -> Leader:
    """CB-CAPT-3: a leader whom the seat holds."""
    leader = leader_named(state, ref)
    if leader is None or leader.captor != realm.seat or leader.dead:
        raise Refusal("CB-CAPT-3", f"{seat_name(realm.seat)} does not hold {ref.upper()}")
    if owner is not None and owner != leader.owner:
        why = f"{leader.ref} belongs to {seat_name(leader.owner)}, not to {side_name(owner)}"
        raise Refusal("CB-CAPT-3", why)
    return leader


# --- killing ------------------------------------------------------------------------------------


def check_meant(state: State, seat: int, order: Kill | Release) -> Meant:
    """The checks of `kill 2 infantry of army 2` and of `release ...`, in their order."""
    return check_captives(state, seat, order.units, order.owner)


def kill(adj: Adj, meant: Meant) -> None:
    """CB-CAPT-2: kill the captives meant."""
    kill_units(adj, meant)
    for number in meant.leaders:
        kill_leader(adj, number)


def kill_units(adj: Adj, meant: Meant) -> None:
    """CB-CAPT-4: each costs 2 honor and brings half its base price; the sum is received at once."""
    total = 0
    for owner, units in meant.units:
        gold = sum(price * count for price, count in zip(purse.KILL_PRICES, units, strict=True))
        adj.emit(ev.CaptivesKilled(adj.seat, owner, units, gold))
        total += gold
    if meant.units:
        purse.lose_honor(adj, adj.seat, KILLED * sum(meant.all_units), "captives killed")
        purse.receive(adj, adj.seat, total, "captives")


def kill_leader(adj: Adj, number: int) -> None:
    """CB-CAPT-6, CB-CAPT-7: costs 20 honor; a rally until the end of the killer's next turn."""
    leader = adj.state.leader(number)
    adj.emit(ev.LeaderDied(number, leader.owner, "killed", adj.seat))
    purse.lose_honor(adj, adj.seat, LEADER_KILLED, "leader killed")
    adj.emit(ev.RallyBegan(adj.seat, RALLY_TURNS))


# --- going home ---------------------------------------------------------------------------------


def release(adj: Adj, meant: Meant) -> None:
    """CB-DIPL-4, CB-HONOR-5: free captives without payment; 1 honor a unit, 5 a leader."""
    for owner, units in meant.units:
        adj.emit(ev.CaptivesReturned(adj.seat, owner, units, "release"))
    if meant.units:
        purse.change_honor(adj, adj.seat, RELEASED * sum(meant.all_units), "captives released")
    for number in meant.leaders:
        send_leader_home(adj, number, "release")
        purse.change_honor(adj, adj.seat, LEADER_RELEASED, "leader released")


def send_units_home(adj: Adj, seat: int, owner: int, units: Tally, why: str) -> None:
    """CB-DIPL-2, CB-RULING-45: units go to their owner's reserve."""
    if any(units):
        adj.emit(ev.CaptivesReturned(seat, owner, units, why))


def send_leader_home(adj: Adj, number: int, why: str) -> None:
    """CB-DIPL-2: a leader appears, spent, in his owner's province with most units."""
    leader = adj.state.leader(number)
    assert leader.captor is not None
    place = strongest(adj.state, leader.owner, range(len(KINDS)))
    adj.emit(ev.LeaderReturned(number, leader.owner, leader.captor, place, why))


def strongest(state: State, seat: int, kinds: Iterable[int]) -> int:
    """The seat's province with most units of these types; ties go to the lowest number."""
    kinds = tuple(kinds)
    best, most = 0, -1
    for number in state.owned(seat):
        tally = state.province(number).units.tally
        there = sum(tally[kind] for kind in kinds)
        if there > most:
            best, most = number, there
    return best


# Section 7.7: clergy who keep attackers out.


def price_of(state: State, number: int) -> int:
    """CB-CLERGY-5, CB-RULING-44: an intercession costs value / 10 influence."""
    return state.province(number).value // 10


def check_intercede(state: State, seat: int, order: Intercede) -> int:
    """The checks of `intercession in Ashford`, in their order."""
    number = province_named(state, order.place)
    name = name_of(state, number)
    here = state.province(number)
    if here.owner != seat and here.owner not in state.realm(seat).allies:
        raise Refusal("CB-CLERGY-2", f"{name} is neither {seat_name(seat)}'s nor an ally's")
    if here.protector is not None:
        raise Refusal("CB-CLERGY-3", f"{name} is protected already")
    purse.check_influence(state, seat, price_of(state, number), f"an intercession in {name}")
    return number


def intercede(adj: Adj, number: int) -> None:
    """CB-CLERGY-1: nobody may attack the province until the payer's next turn begins."""
    purse.change_influence(adj, adj.seat, -price_of(adj.state, number), "intercession")
    adj.emit(ev.ClergyCame(adj.seat, number))


def check_unprotected(state: State, number: int) -> None:
    """CB-CLERGY-4: a combat move into a protected province is refused."""
    if state.province(number).protector is not None:
        raise Refusal("CB-CLERGY-4", f"{name_of(state, number)} is protected by the clergy")


def send_home(adj: Adj, number: int) -> None:
    """CB-CLERGY-6: protection ends when the province changes hands; a GM's stays (CB-GM-1)."""
    protector = adj.state.province(number).protector
    if protector:
        adj.emit(ev.ClergyLeft(number, protector))


def send_home_of(adj: Adj, seat: int) -> None:
    """CB-CLERGY-1, CB-CLERGY-6: the clergy that a seat paid for leave."""
    for number, here in enumerate(adj.state.provinces, 1):
        if here.protector == seat:
            adj.emit(ev.ClergyLeft(number, seat))


# Section 9: the end of a seat, and victory.


def check_out(adj: Adj, seat: int) -> None:
    """CB-ELIM-1: a seat is eliminated at the moment at which it loses its last province."""
    if seat and not adj.state.owned(seat) and not adj.state.realm(seat).eliminated:
        eliminate(adj, seat)


def eliminate(adj: Adj, seat: int, resigned: bool = False) -> None:
    """CB-ELIM-2: remove what it had; then look for a last seat (CB-WIN-3) and a draw (CB-WIN-5)."""
    call_off_attacks(adj, seat)
    for leader in tuple(adj.state.leaders_of(seat)):
        adj.emit(ev.LeaderDied(leader.number, seat, "elimination"))
    send_captives_home(adj, seat)
    forget_captives(adj, seat)
    close_bonds(adj, seat)
    send_home_of(adj, seat)
    adj.emit(ev.Eliminated(seat, resigned))
    check_last(adj)
    check_draw(adj)


def call_off_attacks(adj: Adj, seat: int) -> None:
    """CB-ELIM-2: end the battles in which it attacks; its attackers are gone."""
    for number in adj.state.battles():
        here = adj.state.province(number)
        battle = here.battle
        if battle is not None and battle.attacker == seat:
            guard = here.units.mercenaries
            if battle.begun and not here.owner:
                guard = min(battle.guard, battle.neutral[-1])
            adj.emit(ev.BattleCalledOff(number, seat, guard))


def send_captives_home(adj: Adj, seat: int) -> None:
    """CB-ELIM-2: captives that it held go home, leaders to the lowest-numbered province."""
    for held in adj.state.realm(seat).captives:
        send_units_home(adj, seat, held.owner, held.units, "elimination")
    for leader in tuple(adj.state.captive_leaders(seat)):
        home = next(iter(adj.state.owned(leader.owner)), 0)
        adj.emit(ev.LeaderReturned(leader.number, leader.owner, seat, home, "elimination"))


def forget_captives(adj: Adj, seat: int) -> None:
    """CB-ELIM-2: its units held captive by others are gone."""
    for realm in adj.state.realms:
        units = realm.captives_of(seat)
        if any(units):
            adj.emit(ev.CaptivesLost(realm.seat, seat, units))


def close_bonds(adj: Adj, seat: int) -> None:
    """CB-ELIM-2: close its offers (also a draw offer), proposals and alliances."""
    for offer in adj.state.offers:
        if seat in (offer.seat, offer.to):
            adj.emit(ev.OfferClosed(offer.number, offer.seat, offer.to, "eliminated"))
    for proposal in adj.state.proposals:
        if seat in proposal:
            adj.emit(ev.ProposalClosed(*proposal, "eliminated"))
    for ally in adj.state.realm(seat).allies:
        adj.emit(ev.AllianceEnded(seat, ally, "eliminated"))
    if adj.state.flow.offer == seat:
        adj.emit(DrawOfferClosed(seat, declined=False))


def check_last(adj: Adj) -> None:
    """CB-WIN-3: the last living seat wins at once."""
    living = adj.state.living
    if len(living) == 1 and adj.state.flow.outcome is None:
        adj.emit(Ended("CB-WIN-3", f"{seat_name(living[0])} is the last one left", living))


def waiting_for(state: State) -> tuple[int, ...]:
    """CB-WIN-5: living seats that have not accepted the open draw offer."""
    offer = state.flow.offer
    if not offer:
        return ()
    return tuple(one for one in state.living if one != offer and one not in state.agreed)


def check_draw(adj: Adj) -> None:
    """CB-WIN-5: the draw is agreed once all other living seats have accepted."""
    flow = adj.state.flow
    if flow.outcome is None and flow.offer and not waiting_for(adj.state):
        adj.emit(Ended("CB-WIN-5", "draw agreed", ()))


def check_victory(adj: Adj) -> None:
    """CB-WIN-1, CB-WIN-2, CB-RULING-43: at step 9, look for a winner, the active seat first."""
    state = adj.state
    active = state.flow.turn
    count = state.settings.seats
    for turn in range(count):
        seat = (active - 1 + turn) % count + 1
        reason = won_by(state, seat)
        if reason:
            adj.emit(Ended("CB-WIN-1", f"{seat_name(seat)} has {reason}", (seat,)))
            return


def won_by(state: State, seat: int) -> str:
    """CB-WIN-1, CB-WIN-4: how a living seat has won, counted alone; empty if it has not."""
    realm, settings = state.realm(seat), state.settings
    if realm.eliminated:
        return ""
    provinces = len(state.owned(seat))
    if provinces >= settings.win_provinces:
        return f"{provinces} provinces of {settings.win_provinces} needed"
    if realm.honor >= settings.win_honor:
        return f"{realm.honor} honor of {settings.win_honor} needed"
    return ""
