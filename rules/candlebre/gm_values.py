"""CB-GM-1: `set`, `give` and `clear`: attributes, conditions, traits (section 3)."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rules.candlebre import events as ev
from rules.candlebre.naming import check_seat, leader_named, name_of, province_named
from rules.candlebre.state import (
    BUILDINGS,
    GM_PROTECTION,
    PHASES,
    TREES,
    Adj,
    Leader,
    Province,
    Realm,
    State,
)
from rules.candlebre.units import KINDS, Units, fresh, tally_of
from rules.display.words import seat_in as seat_number
from rules.display.words import whole as whole_number
from rules.line.errors import Refusal
from rules.line.events import Overridden
from rules.line.overrides import Clear, Give, Set

RULE = "CB-GM-1"

MOST = 999_999
"""The largest amount that a GM may set."""

Change = Callable[[Realm, str], Realm]


# --- reading values -----------------------------------------------------------------------------


def whole(value: str, low: int = 0, high: int = MOST) -> int:
    """The whole number from `low` to `high` that `value` says.  Raises Refusal if it is none."""
    number = whole_number(value, low, high)
    if number is None:
        raise Refusal(RULE, f"a whole number from {low} to {high} is needed, not {value[:40]!r}")
    return number


def seat_in(state: State, value: str, neutral: bool = False) -> int:
    """CB-ORDER-4: the seat that `value` names; with `neutral`, 0 for `neutral` and `none`."""
    words = value.lower()
    if neutral and words in ("neutral", "none"):
        return 0
    seat = seat_number(words)
    if seat is None:
        raise Refusal(RULE, f"an army is needed, such as army 1, not {value[:40]!r}")
    check_seat(state, seat)
    return seat


def army_in(state: State, subject: str) -> int:
    """CB-ORDER-4: the seat that `army 2` names; 0 for what is no army."""
    found = re.fullmatch(r"(?:army|seat)\s*(\d{1,3})", subject, re.IGNORECASE)
    if found is None:
        return 0
    check_seat(state, int(found[1]))
    return int(found[1])


def leader_there(state: State, ref: str) -> Leader:
    """CB-GM-1: a leader of this game.  Raises Refusal if there is none of that name."""
    leader = leader_named(state, ref)
    if leader is None:
        raise Refusal(RULE, f"there is no leader {ref[:20]}")
    return leader


# --- set ----------------------------------------------------------------------------------------


def set_value(adj: Adj, order: Set) -> None:
    """`set Ashford owner army 1`, `set 1-40 owner army 1`, `set army 1 military 90`, ..."""
    subject = " ".join(order.subject.split())
    attribute, value = order.attribute.lower(), " ".join(order.value.split())
    numbers = re.fullmatch(r"(\d{1,3})(?:\s*-\s*(\d{1,3}))?", subject)
    if subject.lower() == "game":
        set_game(adj, attribute, value.lower())
    elif seat := army_in(adj.state, subject):
        set_army(adj, seat, attribute, value, str(order))
    elif re.fullmatch(r"gl\s*\d+", subject, re.IGNORECASE):
        set_leader(adj, subject, attribute, value, str(order))
    elif numbers:
        first = whole(numbers[1], 1, len(adj.state.sites))
        last = whole(numbers[2] or numbers[1], first, len(adj.state.sites))
        set_provinces(adj, tuple(range(first, last + 1)), attribute, value, str(order))
    else:
        number = province_named(adj.state, subject)
        set_provinces(adj, (number,), attribute, value, str(order))


def set_game(adj: Adj, attribute: str, value: str) -> None:
    """CB-GM-1: set phase, turn or round; only the label changes."""
    match attribute:
        case "phase" if value in ("setup", *PHASES):
            adj.emit(Overridden("phase", value))
        case "turn":
            adj.emit(Overridden("turn", str(seat_in(adj.state, value))))
        case "round":
            adj.emit(Overridden("round", str(whole(value))))
        case "phase":
            known = ", ".join(("setup", *PHASES))
            raise Refusal(RULE, f"there is no phase {value[:40]!r}; there are {known}")
        case _:
            raise Refusal(RULE, f"phase, turn and round can be set, not {attribute[:40]!r}")


def set_provinces(
    adj: Adj, numbers: tuple[int, ...], attribute: str, value: str, words: str
) -> None:
    """CB-GM-1: a new owner finds no units and no guard; a value is a multiple of 10."""
    state, gone = adj.state, tuple[Leader, ...]()
    if attribute == "owner":
        seat = seat_in(state, value, neutral=True)
        changed = tuple((one, with_owner(state.province(one), seat)) for one in numbers)
        there = (leader for one in numbers for leader in state.leaders_at(one))
        gone = tuple(replace(leader, place=0) for leader in there if leader.owner != seat)
    elif attribute == "value":
        gold = whole(value, 10, 990)
        if gold % 10:
            raise Refusal(RULE, f"a value is a multiple of 10, not {gold}")
        changed = tuple((one, replace(state.province(one), value=gold)) for one in numbers)
    elif attribute in KINDS:
        count = whole(value)
        changed = tuple((one, with_units(state, one, attribute, count)) for one in numbers)
    else:
        known = "owner, value and the units of a type can be set of a province"
        raise Refusal(RULE, f"{known}, not {attribute[:40]!r}")
    adj.emit(ev.Overrode(words, provinces=changed, leaders=gone))


def with_units(state: State, number: int, kind: str, count: int) -> Province:
    """CB-GM-1, 3.4: that many units of a type; new ones are fresh, the most spent ones go first."""
    here = state.province(number)
    name = name_of(state, number)
    if not here.owner and (kind != "mercenaries" or (here.battle and here.battle.begun)):
        raise Refusal(RULE, f"{name} is neutral: only the mercenaries of its guard can be set")
    more = count - here.units.of(kind)
    if more < 0:
        tired = here.units.most_spent(tally_of(kind, -more))
        return replace(here, units=here.units.minus(tired))
    return replace(here, units=here.units.plus(fresh(tally_of(kind, more))))


def with_owner(here: Province, seat: int) -> Province:
    """CB-GM-1: the province with that owner; it is emptied if it was another's."""
    if here.owner == seat:
        return here
    battle = here.battle
    if battle is not None and battle.attacker == seat:
        battle = None
    return replace(here, owner=seat, units=Units(), battle=battle, taken=False)


def set_leader(adj: Adj, subject: str, attribute: str, value: str, words: str) -> None:
    """CB-GM-1, CB-LEAD-8: `set GL1 trait warden`."""
    leader = leader_there(adj.state, subject)
    if attribute != "trait":
        raise Refusal(RULE, f"the trait of a leader can be set, not {attribute[:40]!r}")
    adj.emit(ev.Overrode(words, leaders=(replace(leader, trait=check_trait(value)),)))


def set_army(adj: Adj, seat: int, attribute: str, value: str, words: str) -> None:
    """CB-GM-1: any attribute of 3.3 without a star."""
    state = adj.state
    realm = state.realm(seat)
    if attribute == "ally":
        adj.emit(ev.Overrode(words, realms=with_ally(state, seat, value)))
        return
    if attribute == "house":
        realm = replace(realm, house=house_id(state, value))
    elif attribute in ARMY_ATTRIBUTES:
        realm = ARMY_ATTRIBUTES[attribute](realm, value)
    else:
        raise Refusal(RULE, f"{attribute[:40]!r} of an army cannot be set")
    adj.emit(ev.Overrode(words, realms=(realm,)))


def with_ally(state: State, seat: int, value: str) -> tuple[Realm, ...]:
    """CB-GM-1: the realms allied with each other; `none` ends all alliances of the seat."""
    realm = state.realm(seat)
    if value.lower() == "none":
        others = (
            replace(other, allies=tuple(one for one in other.allies if one != seat))
            for other in state.realms
            if other.seat in realm.allies
        )
        return (replace(realm, allies=()), *others)
    other = state.realm(seat_in(state, value))
    if other.seat == seat:
        raise Refusal(RULE, "an army is not its own ally")
    return (
        replace(realm, allies=tuple(sorted({*realm.allies, other.seat}))),
        replace(other, allies=tuple(sorted({*other.allies, seat}))),
    )


def house_id(state: State, value: str) -> str:
    """13.2: the id of one of the five Houses, or `none`."""
    wanted = value.lower().removeprefix("house").strip()
    if wanted != "none" and state.lore.house(wanted) is None:
        known = ", ".join(one.id for one in state.lore.houses)
        raise Refusal(RULE, f"there is no House {value[:40]!r}; there are {known} and none")
    return wanted


def setter(field: str, low: int, high: int) -> Change:
    """A function that sets a numeric field of a seat, from `low` to `high`."""
    return lambda realm, value: with_field(realm, field, whole(value, low, high))


def with_field(realm: Realm, field: str, value: Any) -> Realm:
    """The same seat with another value of a field."""
    changes: dict[str, Any] = {field: value}
    return replace(realm, **changes)


def item_setter(field: str, at: int, high: int) -> Change:
    """A function that sets one number of a field: of one tree, or of one type of unit."""

    def change(realm: Realm, value: str) -> Realm:
        numbers = list(getattr(realm, field))
        numbers[at] = whole(value, 0, high)
        return with_field(realm, field, tuple(numbers))

    return change


ARMY_ATTRIBUTES: dict[str, Change] = {
    "military": setter("military", 0, MOST),
    "civil": setter("civil", 0, MOST),
    "honor": setter("honor", -MOST, MOST),
    "influence": setter("influence", 0, MOST),
    **{f"{tree}-level": item_setter("levels", index, 10) for index, tree in enumerate(TREES)},
    **{f"{tree}-points": item_setter("points", index, MOST) for index, tree in enumerate(TREES)},
    **{
        f"{store}-{kind}": item_setter(store, index, 999)
        for store in ("pool", "reserve")
        for index, kind in enumerate(KINDS)
    },
}
"""3.3: what may be set of a seat, besides its House and its allies."""


# --- give and clear -----------------------------------------------------------------------------


def with_condition(adj: Adj, order: Give | Clear) -> None:
    """CB-GM-1: give or clear a seat's condition, or a province's building or protection."""
    on = isinstance(order, Give)
    condition = order.condition.lower().strip()
    subject = " ".join(order.subject.split())
    if seat := army_in(adj.state, subject):
        realm = changed_realm(adj.state.realm(seat), condition, on)
        adj.emit(ev.Overrode(str(order), realms=(realm,)))
        return
    number = province_named(adj.state, subject)
    here = changed_province(adj.state.province(number), condition, on)
    adj.emit(ev.Overrode(str(order), provinces=((number, here),)))


def changed_realm(realm: Realm, condition: str, on: bool) -> Realm:
    """3.3, 8.6: rally, guard and clean can be set; infamy and eliminated follow from the game."""
    match condition:
        case "rally":
            return replace(realm, rally=max(1, realm.rally) if on else 0)
        case "guard":
            return replace(realm, guard=on)
        case "clean":
            return replace(realm, clean=on)
    raise Refusal(RULE, f"an army is given rally, guard or clean, not {condition[:40]!r}")


def changed_province(here: Province, condition: str, on: bool) -> Province:
    """3.4: give or clear one of the five buildings, or protection, which lasts until cleared."""
    if condition == "protection":
        return replace(here, protector=GM_PROTECTION if on else None)
    building = "hall" if condition == "great hall" else condition
    if building not in BUILDINGS:
        known = ", ".join((*BUILDINGS, "protection"))
        raise Refusal(RULE, f"a province is given {known}, not {condition[:40]!r}")
    kept = tuple(one for one in BUILDINGS if (on if one == building else one in here.buildings))
    return replace(here, buildings=kept)


TRAITS = {
    "bowmaster": "own archers +1 where he is",
    "paymaster": "bounties cost nothing where he is",
    "warden": "+2 instead of +1 for a defending side",
    "horse-lord": "charging units +1",
    "tactician": "four rerolls instead of three",
    "none": "",
}
"""CB-LEAD-8: each trait, and what it brings besides the leader bonus and three rerolls."""


def check_trait(words: str) -> str:
    """CB-LEAD-8, CB-GM-1: one of the traits."""
    trait = "-".join(words.lower().split())
    if trait not in TRAITS:
        raise Refusal("CB-GM-1", f"there is no trait {words[:40]!r}; there are {', '.join(TRAITS)}")
    return trait
