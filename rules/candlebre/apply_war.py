"""State + event -> state, deciding nothing: battles."""

from dataclasses import replace
from typing import assert_never

from rules.candlebre import events as ev
from rules.candlebre.apply_court import with_captives, with_standing
from rules.candlebre.state import Battle, State
from rules.candlebre.units import KINDS, Tally, Units, fresh, taken


def _fighting(state: State, event: ev.RoundEvent | ev.TierEvent) -> State:
    """How a battle begins, and its rounds."""
    match event:
        case ev.BattleBegan():
            return _begun(state, event)
        case ev.BountyUnpaid():
            return state
        case ev.Volley():
            return state
        case ev.LossesTaken(number, _, _, seat, attacking, killed, captured, captor):
            state = _fewer(state, number, attacking, killed.plus(captured))
            return _captured(state, captor, seat, captured.tally)
        case ev.Rerolled(number, _, attacking, _, _, _, left):
            if attacking:
                return _with_battle(state, number, attack_counters=left)
            return _with_battle(state, number, defend_counters=left)
        case ev.RoundBegan(number, round_number):
            return _with_battle(state, number, round=round_number)
        case ev.BountyPaid(_, seat, _, _, _, left):
            return state.with_realm(replace(state.realm(seat), military=left))
        case ev.FormedUp() | ev.ChargeSpent():
            return _ready(state, event)
        case ev.EnginesTaken(number, seat, attacking, units, captor):
            state = _fewer(state, number, attacking, units)
            return _captured(state, captor, seat, units.tally)
        case _:
            assert_never(event)


def _ending(state: State, event: ev.EndEvent) -> State:
    """How a battle ends."""
    match event:
        case ev.Withdrew():
            return _withdrew(state, event)
        case ev.NightFell(number, seat, _, units, to, captor, leaders):
            state = _fewer(state, number, True, units)
            if not to:
                return _captured(state, captor, seat, units.tally)
            return _led_back(_arrived(state, to, units.spent()), leaders, to)
        case ev.BattleOver():
            return _over(state, event)
        case ev.WithdrawalForbidden():
            return state
        case ev.LeaderCaptured(number, _, captor):
            leader = state.leader(number)
            assert leader is not None
            held = replace(leader, captor=captor, place=0, attacking=False)
            return state.with_leader(held)
        case ev.LeaderEscaped(number, _, _, to):
            return _led_back(state, (number,), to)
        case _:
            assert_never(event)


def _battle(state: State, number: int) -> Battle:
    battle = state.province(number).battle
    assert battle is not None
    return battle


def _with_battle(state: State, number: int, **changes: int) -> State:
    here = state.province(number)
    battle = replace(_battle(state, number), **changes)  # type: ignore[arg-type]
    return state.with_province(number, replace(here, battle=battle))


def _fewer(state: State, number: int, attacking: bool, units: Units) -> State:
    """Units of a side are no longer in the battle."""
    here = state.province(number)
    battle = _battle(state, number)
    if attacking:
        here = replace(here, battle=replace(battle, units=battle.units.minus(units)))
    elif here.owner:
        here = replace(here, units=here.units.minus(units))
    else:
        left = taken(battle.neutral, units.tally)
        here = replace(here, battle=replace(battle, neutral=left))
    return state.with_province(number, here)


def _captured(state: State, captor: int, owner: int, units: Tally) -> State:
    if not captor or not any(units):
        return state
    return state.with_realm(with_captives(state.realm(captor), owner, units))


def _ready(state: State, event: ev.FormedUp | ev.ChargeSpent) -> State:
    """CB-CHARGE-3: who has formed up is ready, who has charged is not."""
    here = state.province(event.province)
    battle = _battle(state, event.province)
    before = battle.attack_ready if event.attacking else battle.defend_ready
    if isinstance(event, ev.FormedUp):
        after = tuple(one for one in KINDS if one in before or one in event.kinds)
    else:
        after = tuple(one for one in before if one not in event.kinds)
    if event.attacking:
        battle = replace(battle, attack_ready=after)
    else:
        battle = replace(battle, defend_ready=after)
    return state.with_province(event.province, replace(here, battle=battle))


def _begun(state: State, event: ev.BattleBegan) -> State:
    here = state.province(event.province)
    battle = replace(
        _battle(state, event.province),
        begun=True,
        attack_counters=event.attack_counters,
        defend_counters=event.defend_counters,
        guard=0 if event.defender else here.units.mercenaries,
    )
    if not event.defender:
        battle = replace(battle, neutral=event.defenders)
    return state.with_province(event.province, replace(here, battle=battle))


def _withdrew(state: State, event: ev.Withdrew) -> State:
    state = _fewer(state, event.province, event.attacking, event.units)
    state = _captured(state, event.captor, event.seat, event.caught)
    return _led_back(_arrived(state, event.to, event.survivors), event.leaders, event.to)


def _arrived(state: State, number: int, units: Units) -> State:
    here = state.province(number)
    return state.with_province(number, replace(here, units=here.units.plus(units)))


def _led_back(state: State, leaders: tuple[int, ...], to: int) -> State:
    """Leaders stand somewhere with no movement left."""
    for number in leaders:
        leader = state.leader(number)
        assert leader is not None
        state = state.with_leader(replace(leader, place=to, attacking=False, steps=2))
    return state


def _over(state: State, event: ev.BattleOver) -> State:
    """CB-POST-2: what was ordered for this battle is forgotten."""
    for realm in state.realms:
        state = state.with_realm(with_standing(realm, event.province, None))
    return state if event.taken else battle_ended(state, event.province, event.guard)


def battle_ended(state: State, number: int, guard: int) -> State:
    """No battle is left here; a neutral province has its guard."""
    here = state.province(number)
    if here.owner == 0:
        here = replace(here, units=fresh((0, 0, 0, 0, 0, 0, guard)))
    return state.with_province(number, replace(here, battle=None))


WAR = (_fighting, _ending)
"""The chapters of war."""
