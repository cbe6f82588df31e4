"""Section 3.7: the GM's overrides.  CB-GM-2: they are checked for little but spelling."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from rules.candlebre import events as ev
from rules.candlebre import naming
from rules.candlebre import orders as od
from rules.candlebre import overrides as own
from rules.candlebre.apply_court import with_captives, with_card
from rules.candlebre.events import TurnTimedOut
from rules.candlebre.realm.setup import replace_map
from rules.candlebre.road import ROAD
from rules.candlebre.sequence import end_turn
from rules.candlebre.state import (
    BUILDINGS,
    GM_PROTECTION,
    TREES,
    Adj,
    Battle,
    Leader,
    Province,
    Realm,
    State,
)
from rules.candlebre.table import EVERY, order_of_seat
from rules.candlebre.units import KINDS, MERCENARIES, NOBODY, Tally, Units, added, fresh, tally_of
from rules.candlebre.words import counted, side_name
from rules.display.words import seat_in as seat_number
from rules.display.words import whole as whole_number
from rules.line import common, overrides
from rules.line.errors import Refusal, required
from rules.line.events import Overridden
from rules.line.flow import seat_name
from rules.line.orders import EndPhase, Order

RULE = "CB-GM-1"

FACES = range(1, 1000)
"""CB-GM-2, CB-DICE-3: any face may be loaded; the order that draws it checks whether it fits."""

MOST = 999_999
"""The largest amount that a GM may set."""


# --- reading values -----------------------------------------------------------------------------


def whole(value: str, low: int = 0, high: int = MOST) -> int:
    """The whole number from `low` to `high` that `value` says.  Raises Refusal if it is none."""
    why = f"a whole number from {low} to {high} is needed, not {value[:40]!r}"
    return required(whole_number(value, low, high), RULE, why)


def seat_in(state: State, value: str, neutral: bool = False) -> int:
    """CB-ORDER-4: the seat that `value` names; with `neutral`, 0 for `neutral` and `none`."""
    words = value.lower()
    if neutral and words in ("neutral", "none"):
        return 0
    why = f"an army is needed, such as army 1, not {value[:40]!r}"
    seat = required(seat_number(words), RULE, why)
    naming.check_seat(state, seat)
    return seat


def army_in(state: State, subject: str) -> int:
    """CB-ORDER-4: the seat that `army 2` names; 0 for what is no army."""
    found = re.fullmatch(r"(?:army|seat)\s*(\d{1,3})", subject, re.IGNORECASE)
    if found is None:
        return 0
    naming.check_seat(state, int(found[1]))
    return int(found[1])


def leader_there(state: State, ref: str) -> Leader:
    """CB-GM-1: a leader of this game.  Raises Refusal if there is none of that name."""
    return required(naming.leader_named(state, ref), RULE, f"there is no leader {ref[:20]}")


# --- set ----------------------------------------------------------------------------------------


Changes = dict[str, Any]
"""What an override sets, as the fields of `Overrode`."""


def set_value(adj: Adj, order: overrides.Set) -> None:
    """`set Ashford owner army 1`, `set 1-40 owner army 1`, `set army 1 military 90`, ..."""
    subject = " ".join(order.subject.split())
    attribute, value = order.attribute.lower(), " ".join(order.value.split())
    if subject.lower() == "game":
        set_game(adj, attribute, value.lower())
    else:
        changes = changes_of(adj.state, subject, attribute, value)
        adj.emit(ev.Overrode(str(order), **changes))


def changes_of(state: State, subject: str, attribute: str, value: str) -> Changes:
    """CB-GM-1: what is set of a seat, a leader, or of provinces by number or name."""
    numbers = re.fullmatch(r"(\d{1,3})(?:\s*-\s*(\d{1,3}))?", subject)
    if seat := army_in(state, subject):
        return set_army(state, seat, attribute, value)
    if re.fullmatch(r"gl\s*\d+", subject, re.IGNORECASE):
        return set_leader(state, subject, attribute, value)
    if not numbers:
        return set_provinces(state, (naming.province_named(state, subject),), attribute, value)
    first = whole(numbers[1], 1, len(state.sites))
    last = whole(numbers[2] or numbers[1], first, len(state.sites))
    return set_provinces(state, tuple(range(first, last + 1)), attribute, value)


def set_game(adj: Adj, attribute: str, value: str) -> None:
    """CB-GM-1: set phase, turn or round; only the label changes."""
    match attribute:
        case "phase" if value in EVERY:
            adj.emit(Overridden("phase", value))
        case "turn":
            adj.emit(Overridden("turn", str(seat_in(adj.state, value))))
        case "round":
            adj.emit(Overridden("round", str(whole(value))))
        case "phase":
            known = ", ".join(EVERY)
            raise Refusal(RULE, f"there is no phase {value[:40]!r}; there are {known}")
        case _:
            raise Refusal(RULE, f"phase, turn and round can be set, not {attribute[:40]!r}")


def set_provinces(state: State, numbers: tuple[int, ...], attribute: str, value: str) -> Changes:
    """CB-GM-1: a new owner finds no units and no guard; a value is a multiple of 10."""
    gone = tuple[Leader, ...]()
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
    return {"provinces": changed, "leaders": gone}


def with_units(state: State, number: int, kind: str, count: int) -> Province:
    """CB-GM-1, 3.4: that many units of a type; new ones are fresh, the most spent ones go first."""
    here = state.province(number)
    name = naming.name_of(state, number)
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


def set_leader(state: State, subject: str, attribute: str, value: str) -> Changes:
    """CB-GM-1, CB-LEAD-8: `set GL1 trait warden`."""
    leader = leader_there(state, subject)
    if attribute != "trait":
        raise Refusal(RULE, f"the trait of a leader can be set, not {attribute[:40]!r}")
    return {"leaders": (replace(leader, trait=check_trait(value)),)}


def set_army(state: State, seat: int, attribute: str, value: str) -> Changes:
    """CB-GM-1: any attribute of 3.3 without a star."""
    realm = state.realm(seat)
    if attribute == "ally":
        return {"realms": with_ally(state, seat, value)}
    if attribute == "house":
        return {"realms": (replace(realm, house=house_id(state, value)),)}
    return {"realms": (with_attribute(realm, attribute, value),)}


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


AMOUNTS = {"military": 0, "civil": 0, "honor": -MOST, "influence": 0}
"""3.3: the attributes of a seat that are one number, and the least that may be set."""

ITEMS: dict[str, tuple[str, int, int]] = {
    **{
        f"{tree}-{what}": (field, at, most)
        for what, field, most in (
            ("level", "levels", 10),
            ("new", "gained", 0),
            ("points", "points", MOST),
        )
        for at, tree in enumerate(TREES)
    },
    **{
        f"{what}-{kind}": (field, at, most)
        for what, field, most in (
            ("pool", "pool", 999),
            ("reserve", "reserve", 999),
            ("captives", "all_captives", 0),
        )
        for at, kind in enumerate(KINDS)
    },
}
"""3.3: attributes that are one number of several: the field of the seat, which of its numbers, and
the most that may be set (0: it cannot be set)."""


def with_attribute(realm: Realm, attribute: str, value: str) -> Realm:
    """CB-GM-1: the seat with a number of it set."""
    field, at, most = ITEMS.get(attribute, (attribute, 0, 0))
    if attribute in AMOUNTS:
        changes: dict[str, Any] = {field: whole(value, AMOUNTS[attribute])}
    elif most:
        numbers = list(getattr(realm, field))
        numbers[at] = whole(value, 0, most)
        changes = {field: tuple(numbers)}
    else:
        raise Refusal(RULE, f"{attribute[:40]!r} of an army cannot be set")
    return replace(realm, **changes)


# --- give and clear -----------------------------------------------------------------------------


def with_condition(adj: Adj, order: overrides.Give | overrides.Clear) -> None:
    """CB-GM-1: give or clear a seat's condition, or a province's building or protection."""
    on = isinstance(order, overrides.Give)
    condition = order.condition.lower().strip()
    subject = " ".join(order.subject.split())
    if seat := army_in(adj.state, subject):
        realm = changed_realm(adj.state.realm(seat), condition, on)
        adj.emit(ev.Overrode(str(order), realms=(realm,)))
        return
    number = naming.province_named(adj.state, subject)
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


# What the GM puts, moves and removes, and the table of all overrides.


def override(adj: Adj, order: Order) -> None:
    """CB-GM-1: carry out one override of the GM."""
    if type(order) not in OVERRIDES:
        raise ROAD.no_gm_line(order)
    OVERRIDES[type(order)](adj, order)


# --- units --------------------------------------------------------------------------------------


def put_units(adj: Adj, order: own.PutUnits) -> None:
    """CB-GM-1: fresh units in a province, attackers, or a neutral guard."""
    number = naming.province_named(adj.state, order.place)
    source = naming.province_named(adj.state, order.source) if order.source else 0
    naming.check_counted(order.units)
    if order.side:
        naming.check_seat(adj.state, order.side)
    units = order.units.counts()
    if order.attacking:
        here = attacked(adj.state, number, order.side, fresh(units, 1), source)
    elif order.side:
        check_no_strangers(adj.state, number, order.side)
        here = with_owner(adj.state.province(number), order.side)
        here = replace(here, units=here.units.plus(fresh(units)))
    else:
        here = guarded(adj.state, number, units)
    change_province(adj, number, here, str(order))


def change_province(adj: Adj, number: int, here: Province, words: str) -> None:
    """Set a province as the GM says; leaders of a former owner are no longer there."""
    gone = tuple(
        replace(one, place=0) for one in adj.state.leaders_at(number) if one.owner != here.owner
    )
    adj.emit(ev.Overrode(words, provinces=((number, here),), leaders=gone))


def check_no_strangers(state: State, number: int, seat: int) -> None:
    """CB-GM-2: units cannot be put among those of another seat."""
    here = state.province(number)
    if here.owner not in (0, seat) and here.units.total:
        why = f"{here.units.total} unit(s) of {seat_name(here.owner)} stand in "
        raise Refusal("CB-GM-2", f"{why}{naming.name_of(state, number)}")


def guarded(state: State, number: int, units: Tally) -> Province:
    """CB-GM-1: more mercenaries in the guard of a neutral province."""
    here = state.province(number)
    if here.owner:
        why = f"{naming.name_of(state, number)} is {seat_name(here.owner)}'s, not neutral"
        raise Refusal(RULE, why)
    if sum(units) != units[MERCENARIES]:
        raise Refusal(RULE, "a neutral guard is made of mercenaries")
    battle = here.battle
    if battle is not None and battle.begun:
        battle = replace(
            battle, neutral=added(battle.neutral, units), guard=battle.guard + units[MERCENARIES]
        )
    return replace(here, units=here.units.plus(fresh(units)), battle=battle)


def attacked(state: State, number: int, seat: int, units: Units, source: int) -> Province:
    """CB-GM-1: the province with an open battle that these attackers have joined."""
    here = state.province(number)
    name = naming.name_of(state, number)
    if not seat:
        raise Refusal(RULE, "neutrals attack nobody")
    if here.owner == seat:
        raise Refusal(RULE, f"{name} is {seat_name(seat)}'s own")
    battle = here.battle or Battle(seat)
    if battle.attacker != seat:
        raise Refusal(RULE, f"{name} is under attack by {seat_name(battle.attacker)}")
    origins = battle.origins
    if source and source not in origins:
        origins = (*origins, source)
    battle = replace(battle, units=battle.units.plus(units), origins=origins)
    return replace(here, battle=battle)


def remove_units(adj: Adj, order: own.RemoveUnits) -> None:
    """CB-GM-1: units of a province's own side are gone."""
    number = naming.province_named(adj.state, order.place)
    naming.check_units(order.units)
    here = adj.state.province(number)
    there = here.units.tally
    gone = list(there) if order.units.everything else list(NOBODY)
    sign = -1 if order.units.everything else 1
    for item in order.units.items:
        if isinstance(item, od.LeaderRef):
            raise Refusal(RULE, f"a leader is removed by `remove {item.ref}`")
        kind = KINDS.index(item.kind)
        count = item.count if isinstance(item, od.Some) else there[kind]
        gone[kind] = max(0, gone[kind] + sign * count)
        if gone[kind] > there[kind]:
            why = f"{naming.name_of(adj.state, number)} has {counted(there[kind], item.kind)}"
            raise Refusal(RULE, f"{why}, not {gone[kind]}")
    left = here.units.minus(here.units.most_spent(tuple(gone)))
    change_province(adj, number, replace(here, units=left), str(order))


# --- leaders and captives -----------------------------------------------------------------------


def put_leader(adj: Adj, order: own.PutLeader) -> None:
    """CB-GM-1, CB-LEAD-8: place a leader; an unused number makes a new one."""
    number = naming.province_named(adj.state, order.place)
    if not order.side:
        raise Refusal(RULE, "neutrals have no leaders")
    naming.check_seat(adj.state, order.side)
    ref = int(order.leader[2:])
    old = adj.state.find_leader(ref)
    trait = check_trait(order.trait) if order.trait else (old.trait if old else "none")
    here = adj.state.province(number)
    if order.attacking:
        here = attacked(adj.state, number, order.side, Units(), 0)
    else:
        check_own_province(adj.state, number, order.side)
        here = with_owner(adj.state.province(number), order.side)
    steps = 1 if order.attacking else 0
    leader = Leader(ref, order.side, trait, number, order.attacking, steps=steps)
    adj.emit(ev.Overrode(str(order), provinces=((number, here),), leaders=(leader,)))


def check_own_province(state: State, number: int, seat: int) -> None:
    """CB-GM-2: a leader is refused in any province of another seat."""
    owner = state.province(number).owner
    if owner not in (0, seat):
        why = f"{naming.name_of(state, number)} is {seat_name(owner)}'s, not {seat_name(seat)}'s"
        raise Refusal("CB-GM-2", why)


def move_leader(adj: Adj, order: overrides.Relocate | overrides.Remove) -> None:
    """CB-GM-1: move a leader to a province of his seat, free and fresh; or remove him as dead."""
    leader = leader_there(adj.state, order.ref)
    if isinstance(order, overrides.Remove):
        leader = replace(leader, dead=True, place=0, attacking=False, captor=None)
    else:
        number = naming.province_named(adj.state, str(order.to))
        if leader.dead:
            raise Refusal(RULE, f"{leader.ref} is dead")
        if adj.state.province(number).owner != leader.owner:
            why = f"{naming.name_of(adj.state, number)} is not {seat_name(leader.owner)}'s"
            raise Refusal("CB-GM-2", why)
        leader = replace(leader, place=number, attacking=False, captor=None, steps=0)
    adj.emit(ev.Overrode(str(order), leaders=(leader,)))


def make_captive(adj: Adj, order: own.MakeCaptive) -> None:
    """CB-GM-1: make units and leaders captives of a seat."""
    naming.check_units(order.units)
    if order.owner:
        naming.check_seat(adj.state, order.owner)
    naming.check_seat(adj.state, order.seat)
    if order.owner == order.seat:
        raise Refusal(RULE, f"{seat_name(order.seat)} cannot hold its own units")
    realm, leaders = adj.state.realm(order.seat), []
    for item in order.units.items:
        if isinstance(item, od.Some):
            realm = with_captives(realm, order.owner, tally_of(item.kind, item.count))
        elif isinstance(item, od.LeaderRef):
            leader = leader_there(adj.state, item.ref)
            if leader.owner != order.owner or leader.dead:
                why = f"{leader.ref} is no living leader of {side_name(order.owner)}"
                raise Refusal(RULE, why)
            leaders.append(replace(leader, captor=order.seat, place=0, attacking=False))
        else:
            naming.check_counted(order.units)
    if order.units.everything:
        naming.check_counted(order.units)
    adj.emit(ev.Overrode(str(order), realms=(realm,), leaders=tuple(leaders)))


def give_card(adj: Adj, order: own.GiveCard) -> None:
    """CB-GM-1: move a card from the Book to a hand."""
    naming.check_seat(adj.state, order.seat)
    code = order.card.upper()
    if code not in adj.state.book and code not in adj.state.discarded:
        raise Refusal(RULE, f"the Book of Fate has no card {code[:20]}")
    realm = with_card(adj.state, adj.state.realm(order.seat), code)
    adj.emit(ev.Overrode(str(order), realms=(realm,), cards=(code,)))


# --- the sequence -------------------------------------------------------------------------------


def end_phase_for(adj: Adj, order: own.EndPhaseFor) -> None:
    """CB-GM-1: end the phase as if that seat had ordered it."""
    naming.check_seat(adj.state, order.seat)
    gm, adj.seat = adj.seat, order.seat
    try:
        order_of_seat(adj, EndPhase())
    finally:
        adj.seat = gm


def time_out(adj: Adj, order: overrides.Timeout) -> None:
    """CB-GM-3, CB-POST-3: end the turn of the seat that is late; in setup only say so."""
    ROAD.check_going_on(adj.state)
    turn = adj.state.flow.turn
    if order.seat:
        naming.check_seat(adj.state, order.seat)
        if order.seat != turn:
            why = f"{seat_name(turn)} is awaited, not {seat_name(order.seat)}"
            raise Refusal("CB-GM-3", why)
    adj.emit(TurnTimedOut(turn))
    if adj.state.flow.phase != "setup":
        end_turn(adj, forced=True)


def set_winner(adj: Adj, order: overrides.SetWinner) -> None:
    """CB-WIN-7: the GM ends the game."""
    sides = common.each_alone(adj.state.seats)
    common.set_winner(adj, order, "CB-WIN-7", sides, over="CB-TURN-3", unknown="CB-ORDER-4")


OVERRIDES: Mapping[type[Order], Callable[[Adj, Any], None]] = {
    own.PutUnits: put_units,
    own.PutLeader: put_leader,
    own.RemoveUnits: remove_units,
    own.MakeCaptive: make_captive,
    own.GiveCard: give_card,
    own.EndPhaseFor: end_phase_for,
    own.ReplaceMap: replace_map,
    overrides.Relocate: move_leader,
    overrides.Remove: move_leader,
    overrides.Set: set_value,
    overrides.Give: with_condition,
    overrides.Clear: with_condition,
    overrides.NextDice: partial(common.load_dice, rule="CB-DICE-3", faces=FACES),
    overrides.Rule: common.record_ruling,
    overrides.SetWinner: set_winner,
    overrides.Timeout: time_out,
}
"""CB-GM-1: who carries out each override."""
