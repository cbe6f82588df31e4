"""What the reader of free words may know: leaders, forces by province, names by class."""

from collections.abc import Mapping

from rules.candlebre.gm_values import TRAITS
from rules.candlebre.roster import ROSTER
from rules.candlebre.state import BUILDINGS, PHASES, TREES, State
from rules.candlebre.units import Tally
from rules.display.things import Thing
from rules.line.flow import seat_name

KINDS = tuple(unit.plural for unit in ROSTER)
CONDITIONS = (*BUILDINGS, "protection", "rally", "guard", "clean")


def things(state: State) -> tuple[Thing, ...]:
    """Leaders and cards by reference, and forces by place, type and number (`Ashford/archers/2`).

    The latter have no place and no kind, so that nobody is called by them.
    """
    found = []
    for leader in state.leaders:
        if not leader.dead:
            at = state.site(leader.place).name if leader.place else ""
            able = leader.captor is None
            found.append(Thing(leader.ref, leader.owner, "leader", (), at, able))
    for realm in state.realms:
        for held in realm.cards:
            card = state.lore.card(held.code)
            found.append(Thing(held.code, realm.seat, card.name if card else "", ("card",)))
        for place, tally in (("pool", realm.pool), ("reserve", realm.reserve)):
            found += stacks(place, realm.seat, tally)
    for number, province in enumerate(state.provinces, 1):
        if province.owner:
            found += stacks(state.site(number).name, province.owner, province.units.tally)
    return tuple(found)


def names(state: State) -> tuple[str, ...]:
    """CB-ORDER-2: provinces by name and code."""
    return tuple(word for site in state.sites for word in (site.name, site.code))


def references(state: State, viewer: int | None) -> tuple[str, ...]:
    """Provinces, then leaders that live."""
    leaders = tuple(one.ref for one in state.leaders if not one.dead)
    return (*(site.name for site in state.sites), *leaders)


def stacks(place: str, seat: int, tally: Tally) -> list[Thing]:
    """Units of a seat somewhere, by type."""
    counted = zip(KINDS, tally, strict=True)
    return [Thing(f"{place}/{kind}/{count}", seat) for kind, count in counted if count]


def offers(state: State, viewer: int) -> Mapping[str, tuple[str, ...]]:
    """CB-DIPL-1: open offers by what they are, to and from a seat."""
    found: dict[str, tuple[str, ...]] = {}
    for kind, wanted in (("ransom", True), ("exchange", False)):
        rows = [one for one in state.offers if (one.gold is not None) == wanted]
        to = "to" if wanted else "with"
        found[f"{kind} {to} me"] = tuple(str(one.number) for one in rows if one.to == viewer)
        found[f"{kind} from me"] = tuple(str(one.number) for one in rows if one.seat == viewer)
    return found


def nouns(state: State, viewer: int) -> Mapping[str, tuple[str, ...]]:
    """CB-ORDER-2, CB-ORDER-3: provinces, unit types and the other names that sentences have."""
    return {
        "province": tuple(site.name for site in state.sites),
        "letters of province": tuple(f"{site.code} {site.name}" for site in state.sites),
        "kind": KINDS,
        "building": tuple("great hall" if one == "hall" else one for one in BUILDINGS),
        "house": tuple(house.name.removeprefix("House ") for house in state.lore.houses),
        "tree": TREES,
        "card": tuple(card.code for card in state.lore.cards),
        "phase": ("setup", *PHASES),
        "condition": CONDITIONS,
        "trait": tuple(TRAITS),
        "made": tuple(str(one.number) for one in state.offers if one.seat == viewer),
        "offer": tuple(str(one.number) for one in state.offers if one.to == viewer),
        **offers(state, viewer),
        "suitor": tuple(seat_name(seat) for seat, to in state.proposals if to == viewer),
        "ally": tuple(seat_name(seat) for seat in state.realms[viewer - 1].allies)
        if viewer
        else (),
    }
