"""State + event -> state, deciding nothing: the map, setup, moves, turns and battles."""

from dataclasses import replace
from typing import Any, assert_never

from rules.candlebre import events as ev
from rules.candlebre.apply_court import COURT, with_captives, with_standing
from rules.candlebre.state import Battle, Leader, Province, Realm, State
from rules.candlebre.units import KINDS, Tally, Units, fresh, taken
from rules.line.about import only_told
from rules.line.chapters import by_type, once
from rules.line.events import DrawOfferClosed, DrawOffered, Ended, Event, Overridden, SharedEvent
from rules.line.flow import Flow, apply_flow
from rules.line.frozen import fields_of

# What the events of a battle change.


def _fighting(state: State, event: ev.RoundEvent | ev.TierEvent) -> State:
    """Apply the events with which a battle begins, and those of its rounds."""
    match event:
        case ev.BattleBegan():
            return _begun(state, event)
        case ev.LossesTaken(number, _, _, seat, attacking, killed, captured, captor):
            state = _fewer(state, number, attacking, killed.plus(captured))
            return _captured(state, captor, seat, captured.tally)
        case ev.Rerolled(number, _, attacking, _, _, _, left):
            side = "attack" if attacking else "defend"
            return _with_battle(state, number, **{f"{side}_counters": left})
        case ev.RoundBegan(number, round_number):
            return _with_battle(state, number, round=round_number)
        case ev.BountyPaid(_, seat, _, _, _, left):
            return state.realm_as(seat, military=left)
        case ev.FormedUp() | ev.ChargeSpent():
            return _ready(state, event)
        case ev.EnginesTaken(number, seat, attacking, units, captor):
            state = _fewer(state, number, attacking, units)
            return _captured(state, captor, seat, units.tally)
        case _:
            assert_never(event)


def _ending(state: State, event: ev.EndEvent) -> State:
    """Apply the events with which a battle ends."""
    match event:
        case ev.Withdrew():
            return _withdrew(state, event)
        case ev.NightFell(number, seat, _, units, to, captor, leaders):
            state = _fewer(state, number, True, units)
            if not to:
                return _captured(state, captor, seat, units.tally)
            return _led_back(_reinforced(state, to, units.spent()), leaders, to)
        case ev.BattleOver():
            return _over(state, event)
        case ev.LeaderCaptured(number, _, captor):
            return state.leader_as(number, captor=captor, place=0, attacking=False)
        case ev.LeaderEscaped(number, _, _, to):
            return _led_back(state, (number,), to)
        case _:
            assert_never(event)


def _with_battle(state: State, number: int, **changes: Any) -> State:
    return state.province_as(number, battle=replace(state.battle_in(number), **changes))


def _fewer(state: State, number: int, attacking: bool, units: Units) -> State:
    """Remove units of one side from a battle."""
    battle = state.battle_in(number)
    if attacking:
        return _with_battle(state, number, units=battle.units.minus(units))
    if state.province(number).owner:
        return _left_behind(state, number, units)
    return _with_battle(state, number, neutral=taken(battle.neutral, units.tally))


def _captured(state: State, captor: int, owner: int, units: Tally) -> State:
    if not captor or not any(units):
        return state
    return state.with_realm(with_captives(state.realm(captor), owner, units))


def _ready(state: State, event: ev.FormedUp | ev.ChargeSpent) -> State:
    """CB-CHARGE-3: segments that formed up become ready; those that charged no longer are."""
    side = "attack_ready" if event.attacking else "defend_ready"
    before = getattr(state.battle_in(event.province), side)
    if isinstance(event, ev.FormedUp):
        after = tuple(one for one in KINDS if one in before or one in event.kinds)
    else:
        after = tuple(one for one in before if one not in event.kinds)
    return _with_battle(state, event.province, **{side: after})


def _begun(state: State, event: ev.BattleBegan) -> State:
    here, battle = state.province(event.province), state.battle_in(event.province)
    found = fields_of(event, "attack_counters", "defend_counters")
    guard = 0 if event.defender else here.units.mercenaries
    neutral = battle.neutral if event.defender else event.defenders
    return _with_battle(state, event.province, begun=True, guard=guard, neutral=neutral, **found)


def _withdrew(state: State, event: ev.Withdrew) -> State:
    state = _fewer(state, event.province, event.attacking, event.units)
    state = _captured(state, event.captor, event.seat, event.caught)
    return _led_back(_reinforced(state, event.to, event.survivors), event.leaders, event.to)


def _led_back(state: State, leaders: tuple[int, ...], to: int) -> State:
    """Put leaders into a province, with no movement left."""
    for number in leaders:
        state = state.leader_as(number, place=to, attacking=False, steps=2)
    return state


def _over(state: State, event: ev.BattleOver) -> State:
    """CB-POST-2: end a battle, and forget the standing orders given for it."""
    for realm in state.realms:
        state = state.with_realm(with_standing(realm, event.province, None))
    return state if event.taken else battle_ended(state, event.province, event.guard)


def battle_ended(state: State, number: int, guard: int) -> State:
    """Remove the battle; a neutral province keeps `guard` mercenaries."""
    here = state.province(number)
    units = here.units if here.owner else fresh((0, 0, 0, 0, 0, 0, guard))
    return state.province_as(number, units=units, battle=None)


WAR = (_fighting, _ending)
"""The chapters that apply the events of war."""


START_GOLD = 100
"""CB-SETUP-10: what each seat has for its initial force."""


@once
def apply(state: State, event: Event) -> State:
    """The state after an event."""
    return CHAPTERS[type(event)](state, event)


def _shared(state: State, event: SharedEvent) -> State:
    """Apply the events that every system has; opening or closing a draw offer clears answers."""
    flow = apply_flow(state.flow, event)
    if isinstance(event, Overridden):
        return replace(state, flow=_overridden(flow, event))
    if isinstance(event, DrawOffered | DrawOfferClosed | Ended):
        return replace(state, flow=flow, agreed=())
    return state if flow is state.flow else replace(state, flow=flow)


def _overridden(flow: Flow, event: Overridden) -> Flow:
    """CB-GM-1: `set phase`, `set turn`, `set round`: only the label changes."""
    is_name = event.attribute == "phase"
    changes: dict[str, Any] = {event.attribute: event.value if is_name else int(event.value)}
    return replace(flow, **changes)


def _land(state: State, event: ev.OpeningEvent | ev.FoundingEvent | ev.PlacementEvent) -> State:
    """Apply the events of the map, the setup and placement."""
    match event:
        case ev.GameOpened(settings, lore, sites):
            return _opened(State(flow=state.flow, settings=settings, lore=lore, sites=sites))
        case ev.ValuesFound(values):
            provinces = (
                replace(one, value=value)
                for one, value in zip(state.provinces, values, strict=True)
            )
            return replace(state, provinces=tuple(provinces))
        case ev.MapLaid(sites):
            return _relaid(replace(state, sites=sites))
        case ev.Claimed():
            return _claimed(state, event)
        case ev.HouseChosen(seat, house, honor):
            return state.realm_as(seat, house=house, honor=honor)
        case ev.Mustered(seat, number, units, _, left):
            state = state.realm_as(seat, start_gold=left, mustered=True)
            return _reinforced(state, number, fresh(units))
        case ev.LeaderPlaced(number, _, province):
            return state.leader_as(number, place=province, attacking=False, steps=0)
        case ev.Placed():
            return _placed(state, event)
        case ev.NotesCleared(seat):
            return state.realm_as(seat, notes=())
        case _:
            assert_never(event)


def _march(state: State, event: ev.MarchEvent | ev.HoldingEvent) -> State:
    """Apply the events of movement, and of provinces that change hands."""
    match event:
        case ev.BuildingRazed(number, building):
            others = (one for one in state.province(number).buildings if one != building)
            return state.province_as(number, buildings=tuple(others))
        case ev.Attacked():
            return _attacked(state, event)
        case ev.Marched(_, source, target, units, arriving, leaders, steps):
            state = _reinforced(_left_behind(state, source, units), target, arriving)
            return led(state, leaders, target, steps)
        case ev.Revolted():
            return _revolted(state, event)
        case ev.ProvinceTaken(seat, number):
            return _taken(state, seat, number)
        case ev.UnitsGone(number, _, units):
            return _left_behind(state, number, units)
        case ev.BattleCalledOff(number, _, guard):
            return battle_ended(state, number, guard)
        case _:
            assert_never(event)


def _turn(state: State, event: ev.TurnEvent) -> State:
    """Apply the events of turns, income, the first player, the end of a seat, and the GM."""
    match event:
        case ev.FirstPlayerRolled(_, first):
            return replace(state, first=first) if first else state
        case ev.TurnBegan():
            return _turn_began(state, event)
        case ev.IncomePaid():
            sums = fields_of(event, "military", "civil", "honor", "influence")
            return state.realm_as(event.seat, clean=True, **sums)
        case ev.DrawAccepted(seat):
            return replace(state, agreed=(*state.agreed, seat))
        case ev.Eliminated(seat):
            old = state.realm(seat)
            kept = fields_of(old, "honor", "house", "levels", "clean")
            return state.with_realm(Realm(seat, eliminated=True, **kept))
        case ev.Overrode():
            return _overrode(state, event)
        case ev.StandingSet(seat, province, standing):
            return state.with_realm(with_standing(state.realm(seat), province, standing))
        case _:
            assert_never(event)


# --- the map and the setup ----------------------------------------------------------------------


def _opened(state: State) -> State:
    """CB-OPT-1: an empty kingdom, seats with their starting honor, and the whole Book.

    CB-SETUP-10: leaders are numbered seat by seat, then the second leader of each seat.
    """
    settings = state.settings
    return replace(
        state,
        flow=replace(state.flow, round=0, phase="setup", turn=1),
        provinces=tuple(Province(0) for _ in state.sites),
        realms=tuple(
            Realm(seat, start_gold=START_GOLD, honor=settings.honor) for seat in state.seats
        ),
        leaders=tuple(
            Leader(turn * settings.seats + seat, seat)
            for turn in range(settings.leaders)
            for seat in state.seats
        ),
        next_leader=settings.leaders * settings.seats + 1,
        book=tuple(card.code for card in state.lore.cards),
    )


def _relaid(state: State) -> State:
    """CB-MAP-7: empty the new map, and drop all orders that name a province of the old one."""
    realms = (
        replace(one, local=(), notes=(), cards=tuple(replace(c, province=0) for c in one.cards))
        for one in state.realms
    )
    leaders = (replace(one, place=0, attacking=False) for one in state.leaders)
    return replace(
        state,
        provinces=tuple(Province(0) for _ in state.sites),
        realms=tuple(realms),
        leaders=tuple(leaders),
    )


def _claimed(state: State, event: ev.Claimed) -> State:
    for number in event.dropped:
        state = state.province_as(number, owner=0)
    for number in event.provinces:
        state = state.province_as(number, owner=event.seat)
    for leader_number in event.leaders:
        state = state.leader_as(leader_number, place=0)
    return state.realm_as(event.seat, claimed=event.provinces)


# --- movement -----------------------------------------------------------------------------------


def _reinforced(state: State, number: int, units: Units) -> State:
    return state.province_as(number, units=state.province(number).units.plus(units))


def _left_behind(state: State, number: int, units: Units) -> State:
    return state.province_as(number, units=state.province(number).units.minus(units))


def led(
    state: State, leaders: tuple[int, ...], place: int, steps: int, attacking: bool = False
) -> State:
    """Move leaders into a province; `steps` are added to those they have spent (up to 2)."""
    for number in leaders:
        spent = min(2, state.leader(number).steps + steps)
        state = state.leader_as(number, place=place, attacking=attacking, steps=spent, captor=None)
    return state


def _attacked(state: State, event: ev.Attacked) -> State:
    state = _left_behind(state, event.source, event.units)
    battle = state.province(event.target).battle or Battle(event.seat)
    origins = tuple(dict.fromkeys((*battle.origins, event.source)))
    battle = replace(battle, units=battle.units.plus(event.arriving), origins=origins)
    state = state.province_as(event.target, battle=battle)
    return led(state, event.leaders, event.target, event.steps, attacking=True)


def _revolted(state: State, event: ev.Revolted) -> State:
    guard = fresh((0, 0, 0, 0, 0, 0, event.mercenaries))
    state = state.province_as(event.province, owner=0, units=guard)
    if event.to:
        state = led(_reinforced(state, event.to, event.units), event.leaders, event.to, 0)
    return state


def _taken(state: State, seat: int, number: int) -> State:
    """Change the owner; attackers there, if any, become its units, and their leaders stay in it."""
    here = state.province(number)
    units = here.battle.units if here.battle is not None else Units()
    if here.battle is not None and here.battle.begun:  # CB-POST-2, CB-ELIM-4
        realm = state.realm(here.battle.attacker)
        state = state.with_realm(with_standing(realm, number, None))
    leaders = tuple(one.number for one in state.leaders_at(number, attacking=True))
    state = state.province_as(
        number,
        owner=seat,
        units=units,
        battle=None,
        taken=seat != 0,
        placed_regulars=0,
        placed_mercenaries=0,
    )
    return led(state, leaders, number, 0)


def _placed(state: State, event: ev.Placed) -> State:
    realm = state.realm(event.seat)
    state = _reinforced(state, event.province, fresh(event.units))
    if event.reserve:
        return state.realm_as(event.seat, reserve=taken(realm.reserve, event.units))
    here, mercenaries = state.province(event.province), event.units[-1]
    state = state.province_as(
        event.province,
        placed_regulars=here.placed_regulars + sum(event.units) - mercenaries,
        placed_mercenaries=here.placed_mercenaries + mercenaries,
    )
    return state.realm_as(event.seat, pool=taken(realm.pool, event.units))


# --- turns --------------------------------------------------------------------------------------


def _turn_began(state: State, event: ev.TurnBegan) -> State:
    """CB-TURN-9: set the levels in force; clear steps, marks and counts."""
    provinces = tuple(_morning(one, event.seat) for one in state.provinces)
    leaders = tuple(
        replace(one, steps=0) if one.owner == event.seat else one for one in state.leaders
    )
    realm = replace(
        state.realm(event.seat), levels=event.levels, gained=(0, 0, 0), drawn=False, spied=False
    )
    flow = replace(state.flow, round=event.round, turn=event.seat)
    state = replace(state, flow=flow, provinces=provinces, leaders=leaders)
    return state.with_realm(realm)


def _morning(province: Province, seat: int) -> Province:
    marked = province.taken or province.placed_regulars or province.placed_mercenaries
    if province.owner != seat and not marked:
        return province
    units = province.units.rested() if province.owner == seat else province.units
    return replace(province, units=units, taken=False, placed_regulars=0, placed_mercenaries=0)


def _overrode(state: State, event: ev.Overrode) -> State:
    """CB-GM-1: set what the GM changed; cards given to a hand leave the Book."""
    for number, province in event.provinces:
        state = state.with_province(number, province)
    for realm in event.realms:
        state = state.with_realm(realm)
    for leader in event.leaders:
        state = state.with_leader(leader)
    if event.cards:
        book = tuple(code for code in state.book if code not in event.cards)
        discarded = tuple(code for code in state.discarded if code not in event.cards)
        state = replace(state, book=book, discarded=discarded)
    return state


CHAPTERS = by_type(_land, _march, _turn, _shared, *COURT, *WAR, rest=only_told(ev, State))
"""The function that applies each event of the system, by the event's type."""
