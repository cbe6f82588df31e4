"""How a campaign begins: options, houses, the first placements."""

import re
from collections.abc import Mapping

from rules.border.game import Option, as_fields, between, with_defaults
from rules.candlebre import events as ev
from rules.candlebre.naming import check_counted, leader_named, name_of, names_of, province_named
from rules.candlebre.orders import ChooseHouse, Claim, LeaderRef, PlaceUnits
from rules.candlebre.overrides import ReplaceMap
from rules.candlebre.realm.land import checked_sites, generated, plain_value, varied_value, warnings
from rules.candlebre.realm.purse import gold_income, house_of, receive
from rules.candlebre.state import D6, Adj, Settings, State
from rules.candlebre.units import House, Lore, Site
from rules.line.errors import Refusal, required
from rules.line.flow import seat_name

# CB-OPT-1: the options of a game, and how they are read.


def map_choice(value: str) -> str:
    """CB-MAP-6, CB-MAP-8: what a value of the option `map` must be; empty if this one fits."""
    fits = value == "standard" or re.fullmatch(r"seed:[0-9]{1,9}", value)
    return "" if fits else "standard or seed:<n> with n from 0 to 999999999"


OPTIONS = (
    Option("seats", "2", ("2", "3", "4", "5"), "CB-OPT-1", "number of players"),
    Option("map", "standard", (), "CB-MAP-6", "the map: standard, or seed:<n>", map_choice),
    Option("values", "plain", ("plain", "varied"), "CB-MAP-5", "are values varied by dice?"),
    Option("research", "fixed", ("fixed", "dice"), "CB-RES-4", "how levels are gained"),
    Option("trees", "all", ("all", "military"), "CB-RES-2", "which trees there are"),
    Option("houses", "on", ("on", "off"), "CB-HOUSE-1", "do seats play Houses?"),
    Option("fate", "on", ("on", "off"), "CB-TURN-6", "is the Book of Fate used?"),
    Option("leaders", "1", ("0", "1", "2", "3"), "CB-SETUP-10", "Great Leaders at the start"),
    Option("honor", "20", (), "CB-HONOR-1", "starting honor", between(-199, 199)),
    Option("captures", "both", ("both", "attacker"), "CB-HIT-5", "whose exact rolls capture"),
    Option("answer", "on", ("on", "off"), "CB-TIER-5", "do losses of a tier still roll in it?"),
    Option("rounds", "20", (), "CB-FIGHT-6", "round limit of one battle", between(1, 99)),
    Option("win_provinces", "40", (), "CB-WIN-1", "provinces needed to win", between(6, 60)),
    Option("win_honor", "200", (), "CB-WIN-1", "honor needed to win", between(1, 9999)),
)


def read_settings(options: Mapping[str, str]) -> Settings:
    """CB-OPT-1: the options as values; what is not given has its default."""
    chosen = with_defaults(OPTIONS, options)
    return as_fields(
        Settings,
        chosen,
        varied=chosen["values"] == "varied",
        research_dice=chosen["research"] == "dice",
        military_only=chosen["trees"] == "military",
        defenders_capture=chosen["captures"] == "both",
    )


# Section 4: game creation, and turn 0 as each seat goes through it.


CLAIMS = 5
"""CB-SETUP-2: the provinces of a claim."""

MOST_ROLLS = 100
"""CB-SETUP-12: how often ties are rolled for; fair dice decide long before."""


def create(adj: Adj, options: Mapping[str, str], lore: Lore) -> None:
    """CB-DICE-4: entry #0: the map, and with `values=varied` a d6 for each province."""
    settings = read_settings(options)
    sites = chosen_map(settings.map, lore)
    adj.emit(ev.GameOpened(settings, lore, sites))
    find_values(adj)


def chosen_map(choice: str, lore: Lore) -> tuple[Site, ...]:
    """CB-MAP-6, CB-MAP-8: the standard map, or one from a number."""
    if choice == "standard":
        return lore.sites
    return generated(int(choice.removeprefix("seed:")), lore.sites)


def find_values(adj: Adj) -> None:
    """CB-MAP-4, CB-MAP-5: what each province is worth."""
    sites = adj.state.sites
    if not adj.state.settings.varied:
        adj.emit(ev.ValuesFound(tuple(plain_value(site) for site in sites)))
        return
    faces = tuple(adj.roll(D6, f"value of {site.name}") for site in sites)
    values = (varied_value(site, face) for site, face in zip(sites, faces, strict=True))
    adj.emit(ev.ValuesFound(tuple(values), faces))


def replace_map(adj: Adj, order: ReplaceMap) -> None:
    """CB-MAP-7: another map, in the setup, before anything is claimed; values are found anew."""
    if adj.state.flow.phase != "setup":
        raise Refusal("CB-MAP-7", "the setup is over; the map stays")
    for realm in adj.state.realms:
        if realm.claimed:
            raise Refusal("CB-MAP-7", f"{seat_name(realm.seat)} has claimed provinces already")
    sites = checked_sites(order.provinces)
    adj.emit(ev.MapLaid(sites, warnings(sites)))
    find_values(adj)


# --- claims -------------------------------------------------------------------------------------


def claim(adj: Adj, numbers: tuple[int, ...]) -> None:
    """CB-SETUP-5: five provinces; a later claim replaces the earlier one."""
    dropped = tuple(one for one in adj.state.realm(adj.seat).claimed if one not in numbers)
    leaders = tuple(one.number for one in adj.state.leaders_of(adj.seat) if one.place in dropped)
    adj.emit(ev.Claimed(adj.seat, numbers, dropped, leaders))


def check_claim(state: State, seat: int, order: Claim) -> tuple[int, ...]:
    """The checks of a claim, in their order.  Returns the provinces in number order."""
    numbers = tuple(province_named(state, words) for words in order.provinces)
    check_five(state, numbers)
    check_free(state, seat, numbers)
    check_contiguous(state, numbers)
    check_nothing_built(state, seat)
    return tuple(sorted(numbers))


def check_five(state: State, numbers: tuple[int, ...]) -> None:
    """CB-SETUP-2: exactly five different provinces."""
    for number in numbers:
        if numbers.count(number) > 1:
            raise Refusal("CB-SETUP-2", f"{name_of(state, number)} is named twice")
    if len(numbers) != CLAIMS:
        raise Refusal("CB-SETUP-2", f"a claim names {CLAIMS} provinces, not {len(numbers)}")


def check_free(state: State, seat: int, numbers: tuple[int, ...]) -> None:
    """CB-SETUP-3: none of them belongs to another seat."""
    for number in numbers:
        owner = state.province(number).owner
        if owner not in (0, seat):
            raise Refusal("CB-SETUP-3", f"{name_of(state, number)} belongs to {seat_name(owner)}")


def check_contiguous(state: State, numbers: tuple[int, ...]) -> None:
    """CB-SETUP-4: each can be reached from each other one by steps inside the five."""
    reached = {numbers[0]}
    ahead = [numbers[0]]
    while ahead:
        for number in state.site(ahead.pop()).borders:
            if number in numbers and number not in reached:
                reached.add(number)
                ahead.append(number)
    apart = tuple(one for one in numbers if one not in reached)
    if apart:
        first = name_of(state, numbers[0])
        why = f"no way inside the five leads from {first} to {names_of(state, apart)}"
        raise Refusal("CB-SETUP-4", why)


def check_nothing_built(state: State, seat: int) -> None:
    """CB-SETUP-5: a claim is final once something has been built or bought."""
    if state.realm(seat).mustered:
        why = f"{seat_name(seat)} has built or bought already; its claim stands"
        raise Refusal("CB-SETUP-5", why)


def check_claimed(state: State, seat: int, number: int, what: str) -> None:
    """CB-SETUP-8: free building, units and leaders go only to claimed provinces."""
    if number not in state.realm(seat).claimed:
        why = f"{what} cannot go to {name_of(state, number)}; {seat_name(seat)} did not claim it"
        raise Refusal("CB-SETUP-8", why)


def check_leader_placed(state: State, seat: int, order: PlaceUnits) -> tuple[tuple[int, ...], int]:
    """CB-LEAD-2, CB-SETUP-8: own leaders, in a claimed province; units are bought there at once."""
    number = province_named(state, order.place)
    found = []
    for item in order.units.items:
        if not isinstance(item, LeaderRef):
            check_counted(order.units)
            raise Refusal("CB-PLACE-1", f"{item} cannot be placed; the pool is empty in the setup")
        leader = leader_named(state, item.ref)
        if leader is None or leader.owner != seat or leader.dead or leader.captor is not None:
            raise Refusal("CB-LEAD-2", f"{item.ref.upper()} is no leader of {seat_name(seat)}")
        found.append(leader.number)
    if not found:
        raise Refusal("CB-PLACE-1", "the pool is empty in the setup; name a leader")
    check_claimed(state, seat, number, f"GL{found[0]}")
    return tuple(found), number


def place_leaders(adj: Adj, leaders: tuple[int, ...], province: int) -> None:
    """CB-SETUP-10: leaders stand where the seat wants them."""
    for number in leaders:
        adj.emit(ev.LeaderPlaced(number, adj.seat, province))


# --- the end of the setup -----------------------------------------------------------------------


def check_ready(state: State, seat: int) -> None:
    """CB-SETUP-9: five provinces, a House, and the free building."""
    realm = state.realm(seat)
    missing = []
    if not realm.claimed:
        missing.append("five provinces to claim")
    if state.settings.houses and realm.house == "none":
        missing.append("a House to choose")
    if not realm.free_building:
        missing.append("the free Barracks or Temple to build")
    if missing:
        raise Refusal("CB-SETUP-9", f"{seat_name(seat)} still has {', '.join(missing)}")


def finish_seat(adj: Adj, seat: int) -> None:
    """CB-SETUP-10: leftovers are received; leaders stand in the lowest-numbered province."""
    realm = adj.state.realm(seat)
    receive(adj, seat, realm.start_gold, "left over")
    for leader in tuple(adj.state.leaders_of(seat)):
        if not leader.place and leader.captor is None:
            adj.emit(ev.LeaderPlaced(leader.number, seat, realm.claimed[0]))


def pay_first_incomes(adj: Adj) -> None:
    """CB-SETUP-11: first the bonuses, then everybody's first income, received separately."""
    incomes = {seat: gold_income(adj.state, seat) for seat in adj.state.living}
    for seat in favoured(incomes):
        receive(adj, seat, incomes[seat], "bonus")
    for seat, income in incomes.items():
        receive(adj, seat, income, "first income")


def favoured(incomes: Mapping[int, int]) -> tuple[int, ...]:
    """CB-SETUP-11, CB-RULING-35: who receives a bonus of one income."""
    ordered = sorted(incomes.values())
    if len(ordered) < 2 or (len(ordered) == 2 and ordered[0] == ordered[1]):
        return ()
    limit = ordered[0] if len(ordered) == 2 else ordered[1]
    return tuple(seat for seat, income in incomes.items() if income <= limit)


def roll_first_player(adj: Adj) -> None:
    """CB-SETUP-12: the highest d6 goes first; those tied for it roll again, in seat order.

    Loaded dice could tie for ever; after MOST_ROLLS rolls the first of the tied seats begins.
    """
    rolling = adj.state.living
    for left in range(MOST_ROLLS - 1, -1, -1):
        rolls = tuple((seat, adj.roll(D6, f"first player, {seat_name(seat)}")) for seat in rolling)
        best = max(face for _, face in rolls)
        rolling = tuple(seat for seat, face in rolls if face == best)
        decided = len(rolling) == 1 or not left
        adj.emit(ev.FirstPlayerRolled(rolls, rolling[0] if decided else 0))
        if decided:
            return


# Section 4.3: which House a seat plays.


def check_house(state: State, seat: int, order: ChooseHouse) -> House:
    """The checks of `house Varlan`, in their order."""
    check_houses_on(state)
    house = house_named(state, order.house)
    check_not_played(state, seat, house)
    return house


def check_houses_on(state: State) -> None:
    """CB-HOUSE-1: with `houses=off` nobody has a House."""
    if not state.settings.houses:
        raise Refusal("CB-HOUSE-1", "this game is played without Houses")


def house_named(state: State, words: str) -> House:
    """CB-HOUSE-2: the House of that name.  Raises Refusal if it is none of the five."""
    wanted = words.lower().removeprefix("house").strip()
    known = ", ".join(one.name for one in state.lore.houses)
    why = f"there is no House {words[:40]!r}; there are {known}"
    return required(state.lore.house(wanted), "CB-HOUSE-2", why)


def check_not_played(state: State, seat: int, house: House) -> None:
    """CB-HOUSE-3: no two seats play the same House."""
    for realm in state.realms:
        if realm.seat != seat and realm.house == house.id:
            raise Refusal("CB-HOUSE-3", f"{seat_name(realm.seat)} plays {house.name} already")


def choose_house(adj: Adj, house: House) -> None:
    """CB-HOUSE-4: effects hold from now on, starting honor included (13.2)."""
    realm = adj.state.realm(adj.seat)
    before = house_of(adj.state, realm).start_honor
    honor = realm.honor - before + house.start_honor
    adj.emit(ev.HouseChosen(adj.seat, house.id, honor))
