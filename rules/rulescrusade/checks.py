"""RC-ORD-2 to RC-ORD-7 and what stands after them in 6.1: the checks common to all orders."""

from rules.line.errors import Refusal
from rules.line.flow import seat_name
from rules.line.frozen import Frozen
from rules.rulescrusade.battle import Battle
from rules.rulescrusade.events import Activated
from rules.rulescrusade.field.measure import is_heavy
from rules.rulescrusade.field.targets import gone, known
from rules.rulescrusade.state import State, Unit
from rules.rulescrusade.words import Who


class Needs(Frozen):
    """What an order takes: the action (`melee`: as an attack hand to hand; `run`: as an extra full
    move), the movement; `chit`: chits may do it too; `activation`: it is an activation order.
    """

    action: bool = False
    movement: bool = False
    melee: bool = False
    run: bool = False
    chit: bool = False
    activation: bool = True


ACTION = Needs(action=True)
MELEE = Needs(action=True, melee=True)
MOVEMENT = Needs(movement=True)
RUN = Needs(action=True, movement=True, run=True)
CHARGE = Needs(action=True, movement=True, melee=True)
FREE = Needs()
CHIT = Needs(movement=True, chit=True)
ANYTIME = Needs(activation=False)


def refer(state: State, text: str) -> str:
    """`M1`, or `Marine 1` by the name of its type."""
    unit = state.find(text)
    if unit is not None:
        return unit.ref
    words = text.split()
    number = words[-1] if words else ""
    kind = state.models.get(" ".join(words[:-1]).lower())
    if kind is not None and number.isdecimal():
        return f"{kind.letters}{number}"
    return text


def named(state: State, seat: int, who: Who) -> list[str]:
    """RC-ORD-8: the units of an order, in the order named; `everyone`, `all Marines`."""
    if not who.every:
        return [refer(state, text) for text in who.refs]
    from_seat = [
        unit
        for unit in state.units.values()
        if unit.place == "board" and unit.boss == seat and not unit.has("ko")
    ]
    if who.every != "*":
        wanted = who.every.lower().rstrip("s")
        from_seat = [unit for unit in from_seat if unit.kind.lower().rstrip("s") == wanted]
        if not from_seat:
            raise Refusal("RC-ORD-3", f"There is no {who.every[:40]} of {seat_name(seat)}")
    return [unit.ref for unit in from_seat]


def own(state: State, seat: int, ref: str) -> Unit:
    """RC-ORD-3, RC-ORD-4: it exists, and obeys the seat."""
    unit = known(state, ref)
    if unit.boss != seat:
        raise Refusal("RC-ORD-4", f"{unit.ref} belongs to {seat_name(unit.boss)}")
    return unit


def check_play(state: State, what: str = "that order") -> None:
    """RC-ORD-2: activation orders need phase `play`."""
    if state.flow.phase != "play":
        stage = f"setup, {state.stage}" if state.flow.phase == "setup" else state.flow.phase
        raise Refusal("RC-ORD-2", f"{what} needs phase play; the phase is {stage}")


def check_turn(state: State, seat: int) -> None:
    """RC-ORD-5: activation orders need the seat's own turn."""
    if state.flow.turn != seat:
        raise Refusal("RC-ORD-5", f"It is {seat_name(state.flow.turn)}'s turn")


def check_there(state: State, unit: Unit, chit: bool = False) -> None:
    """RC-ORD-6, RC-ORD-7: on the board, alive, no chit, not knocked out."""
    if unit.place == "dead":
        raise Refusal("RC-ORD-6", f"{unit.ref} {gone(state, unit)}")
    if unit.place != "board":
        raise Refusal("RC-ORD-6", f"{unit.ref} is not on the board")
    if unit.has("down"):
        raise Refusal("RC-ORD-6", f"{unit.ref} lies killed")
    if unit.chit and not chit:
        raise Refusal("RC-ORD-6", f"{unit.ref} is an unrevealed chit: it may move or reveal")
    if unit.has("ko"):
        raise Refusal("RC-ORD-7", f"{unit.ref} is knocked out")


def check_common(battle: Battle, ref: str, needs: Needs) -> Unit:
    """6.1: all checks in their order; the unit as it stands."""
    state = battle.state
    check_play(state)
    unit = own(state, battle.seat, ref)
    if needs.activation:
        check_turn(state, battle.seat)
    check_there(state, unit, needs.chit)
    if needs.activation:
        check_not_finished(state, unit)
    if needs.action:
        check_action(unit, needs)
    if needs.movement:
        check_movement(state, unit)
    return unit


def check_not_finished(state: State, unit: Unit) -> None:
    """RC-TURN-3: a finished model can do no more this turn."""
    if unit.done:
        after = f" ({state.active} was activated after it)" if state.active else ""
        raise Refusal("RC-TURN-3", f"{unit.ref} has finished its activation{after}")


def limps(unit: Unit) -> bool:
    """RC-WOUND-1: wounded, and it matters: not fresh, no Frenzy (RC-ABIL-11), not Tough."""
    wound = unit.condition("wounded")
    return (
        wound is not None
        and not wound.fresh
        and not unit.trait("Frenzy")
        and not unit.trait("Tough")
    )


def hampered(unit: Unit) -> bool:
    """RC-CARRY-3, RC-CARRY-4: it carried a heavy thing this turn."""
    return unit.laden and not is_heavy(unit)


def check_up(unit: Unit) -> None:
    """RC-STUN-1: the rising do nothing but move."""
    if unit.has("rising"):
        why = f"{unit.ref} is getting up and may only move {unit.move // 2} inches"
        raise Refusal("RC-STUN-1", why)
    if unit.has("stunned"):
        raise Refusal("RC-STUN-1", f"{unit.ref} is stunned")


def check_action(unit: Unit, needs: Needs) -> None:
    """RC-STUN-1, RC-WOUND-1, RC-CARRY-3, RC-CHARGE-5, RC-TURN-4."""
    check_up(unit)
    if limps(unit) and needs.run:  # RC-RULING-46
        raise Refusal("RC-WOUND-1", f"{unit.ref} is wounded and never runs")
    if limps(unit) and unit.moved and not needs.melee:
        raise Refusal("RC-WOUND-1", f"{unit.ref} is wounded: it may move or act, not both")
    if hampered(unit) and needs.run:
        raise Refusal("RC-CARRY-3", f"{unit.ref} carries a load and cannot run")
    if hampered(unit) and unit.moved:
        raise Refusal("RC-CARRY-3", f"{unit.ref} carries a load: it may move or act, not both")
    if unit.charged and not needs.melee:
        raise Refusal("RC-CHARGE-5", f"{unit.ref} has charged: it may only fight now")
    berserk = needs.melee and unit.trait("Berserk") and unit.act == "extra move"  # RC-ABIL-3
    if not unit.action and not berserk:
        raise Refusal("RC-TURN-4", f"{unit.ref} has already used its action this turn")


def check_movement(state: State, unit: Unit) -> None:
    """RC-WOUND-1, RC-CARRY-3, RC-TURN-5, RC-MOVE-19, RC-ABIL-18, RC-ABIL-15."""
    if unit.act and limps(unit) and unit.act != "melee":
        raise Refusal("RC-WOUND-1", f"{unit.ref} is wounded: it may move or act, not both")
    first = unit.act == "pick up" and not unit.before_act
    if unit.act and hampered(unit) and not first:
        raise Refusal("RC-CARRY-3", f"{unit.ref} carries a load: it may move or act, not both")
    parted = unit.act not in ("", "extra move") and unit.before_act
    if parted and not unit.trait("Split Move"):
        why = f"{unit.ref} moved {unit.before_act} inches before acting and cannot move again"
        raise Refusal("RC-TURN-5", why)
    check_free_to_move(state, unit)


def check_free_to_move(state: State, unit: Unit) -> None:
    """RC-MOVE-19: the braced; RC-ABIL-18: the held; RC-ABIL-15: a last attack has no move."""
    if unit.has("braced"):
        raise Refusal("RC-MOVE-19", f"{unit.ref} is braced and cannot move")
    holder = next((one for one in state.latchers() if one.latched == unit.ref), None)
    other = holder or (state.find(unit.latched) if unit.latched else None)
    if other is not None and other.bulk >= unit.bulk:
        raise Refusal("RC-ABIL-18", f"{unit.ref} is held by {other.ref}")
    if unit.has("lastattack") or unit.rooted:
        raise Refusal("RC-ABIL-15", f"{unit.ref} has one attack and no move")


def activate(battle: Battle, ref: str) -> None:
    """RC-TURN-3: the first activation order for another model finishes the one that was active."""
    active = battle.state.active
    if active == ref or not battle.is_turn_of(battle.unit(ref)):
        return
    before = battle.state.find(active) if active else None
    finished = before is not None and before.place == "board" and before.boss == battle.seat
    battle.emit(Activated(ref, active if finished else ""))


def left_after_action(unit: Unit) -> int:
    """RC-TURN-5, RC-ABIL-40: who has moved and then acts has no movement left."""
    return 0 if unit.moved and not unit.trait("Split Move") else unit.moveleft
