"""Victory, resignation, and the start and end of turns."""

from rules.line.events import Ended, Resigned
from rules.line.flow import seat_name
from rules.rulescrusade import events as ev
from rules.rulescrusade.checks import RED, Battle
from rules.rulescrusade.fight.harm import nearest_free, occupied, remove
from rules.rulescrusade.march.charge import hampers
from rules.rulescrusade.state import UNTOUCHED, Condition, State, Unit, in_order

# RC-VIC: who wins, and when.


def able_teams(state: State) -> list[str]:
    """RC-VIC-1: teams with a model that is not killed, KO'd or `down`; chits count."""
    standing = (unit for unit in state.on_board() if unit.standing)
    return list(dict.fromkeys(state.team(unit.seat) for unit in standing))


def check_victory(battle: Battle) -> None:
    """RC-VIC-1: end the game if at most one team is left; not if only one ever had models."""
    state = battle.state
    if state.flow.phase != "play" or state.flow.outcome is not None:
        return
    sides = {army.team for army in state.armies if army.fielded}
    if len(sides) < 2:
        return
    left = able_teams(state)
    if len(left) > 1:
        return
    score_prisoners(battle)
    winners = tuple(army.seat for army in state.armies if army.team in left)[:1]
    who = "only one side" if left else "nobody"
    battle.emit(Ended("RC-VIC-1", f"{who} is left standing", winners))


def score_prisoners(battle: Battle) -> None:
    """RC-VIC-4: at the end of the game, give the points of KO'd enemies."""
    state = battle.state
    for unit in state.on_board():
        ko = unit.condition("ko")
        if ko is None or not unit.value:
            continue
        enemies = [
            army.seat
            for army in state.armies
            if army.team != state.team(unit.seat) and army.fielded
        ]
        by = ko.amount if ko.amount in enemies else enemies[0] if len(enemies) == 1 else 0
        if by:
            total = battle.state.army(by).points + unit.value
            battle.emit(ev.PointsScored(by, unit.value, total))


def check_rounds(battle: Battle) -> bool:
    """RC-VIC-2: end the game if the last round is over; has it ended?"""
    state = battle.state
    if not state.rules.rounds or state.flow.round < state.rules.rounds:
        return False
    score_prisoners(battle)
    winners: tuple[int, ...] = ()
    if state.rules.scenario == "points":
        best = max(army.points for army in battle.state.armies)
        leaders = [army.seat for army in battle.state.armies if army.points == best]
        winners = (leaders[0],) if len(leaders) == 1 else ()
    battle.emit(Ended("RC-VIC-2", f"round {state.rules.rounds} is over", winners))
    return True


def resign(battle: Battle) -> None:
    """RC-VIC-3: resign the seat and remove its models; that may end the game (RC-VIC-1)."""
    battle.emit(Resigned(battle.seat))
    battle.emit(ev.Withdrew(battle.seat))
    state = battle.state
    if state.flow.phase == "play":
        check_victory(battle)
    if battle.state.flow.outcome is not None:
        return
    teams = {army.team for army in state.armies if not army.resigned}
    if len(teams) == 1:
        first = next(army.seat for army in state.armies if not army.resigned)
        battle.emit(Ended("RC-VIC-3", f"{seat_name(battle.seat)} resigns", (first,)))


# RC-TURN-1, RC-TURN-6, RC-TURN-7, RC-ORD-10: the start and end of turns, and their order.


def begin_turn(battle: Battle, seat: int, number: int) -> None:
    """RC-TURN-6: start a seat's turn."""
    open_turn(battle, seat, number)
    fallen = [unit for unit in battle.state.on_board() if unit.seat == seat and unit.has("down")]
    for unit in in_order(fallen):
        stir(battle, unit)


def open_turn(battle: Battle, seat: int, number: int) -> None:
    """RC-TURN-6: all of a turn's start except the dice of Horrors."""
    out = is_out(battle.state, seat)
    battle.emit(ev.TurnBegan(seat, number, out))
    for unit in battle.state.on_board():  # RC-TURN-8
        for condition in unit.conditions:
            if condition.until == seat:
                battle.cure(unit.ref, condition.name)
    if any(cloud.seat == seat for cloud in battle.state.clouds):
        battle.emit(ev.SmokeLifted(seat))
    mine = [unit.ref for unit in battle.state.on_board() if unit.seat == seat]
    for ref in mine:
        if battle.unit(ref).has("stunned"):  # RC-GRAZE-5, RC-RULING-17
            battle.emit(ev.ConditionLost(ref, "stunned"))
            battle.emit(ev.ConditionGained(ref, Condition("rising")))
    for ref in mine:
        make_ready(battle, battle.unit(ref))
    for unit in battle.state.on_board():
        if unit.latched and unit.seat == seat:  # RC-ABIL-18
            battle.emit(ev.LetGo(unit.ref, unit.latched))


def make_ready(battle: Battle, unit: Unit) -> None:
    """RC-TURN-2, RC-TURN-6, RC-STUN-1: give a model its move, and its action unless it owes one."""
    lying = unit.has("ko", "down")
    rising = unit.has("rising")
    move = 0 if lying else unit.move // 2 if rising else unit.move
    battle.mark(
        unit.ref,
        moveleft=move,
        action=not (lying or rising or unit.chit or unit.owes),
        owes=max(0, unit.owes - 1),
        **UNTOUCHED,
        laden=hampers(battle.state, unit),
        shambled=False,
        digi_fired=False,
        struck=(),
    )


def stir(battle: Battle, unit: Unit) -> None:
    """RC-ABIL-15: roll for a Horror: gone, still down, a last attack, or alive again."""
    face = battle.roll(RED, "Horror")
    battle.emit(ev.Cast(unit.ref, "Horror", (("R", face),), face))
    results = {0: "is gone", 1: "stays down", 2: "rises for a last attack", 3: "lives again"}
    battle.emit(ev.RoseAgain(unit.ref, results[face]))
    if face == 0:
        remove(battle, unit, 0, 0)
    if face < 2:
        return
    battle.emit(ev.ConditionLost(unit.ref, "down"))
    if occupied(battle.state, unit.spot, unit.ref):
        there = nearest_free(battle.state, unit, unit.at)
        battle.emit(ev.Placed(unit.ref, "rise", unit.spot, there))
    battle.mark(unit.ref, moveleft=0, action=True, hits=max(1, unit.hits) if face == 3 else 1)
    if face == 2:
        battle.emit(ev.ConditionGained(unit.ref, Condition("lastattack")))
    else:
        battle.mark(unit.ref, hits=1, rooted=True)


def end_turn(battle: Battle) -> None:
    """RC-TURN-7, RC-TURN-11: end the turn and start the next; seats that are out are passed over
    (RC-RULING-60).
    """
    for _ in range(len(battle.state.armies) + 1):
        seat = battle.state.flow.turn
        finish_turn(battle, seat)
        check_victory(battle)
        if battle.state.flow.outcome is not None:
            return
        following, number = next_turn(battle.state, seat)
        if number != battle.state.flow.round and check_rounds(battle):
            return
        begin_turn(battle, following, number)
        check_victory(battle)
        if battle.state.flow.outcome is not None or not is_out(battle.state, following):
            return


def finish_turn(battle: Battle, seat: int) -> None:
    """RC-TURN-7: end rising, braced, phased, last attacks and the freshness of wounds."""
    for unit in battle.state.on_board():
        mine = unit.seat == seat
        names = ("rising", "braced", "phased") if mine else ("braced", "phased")
        for name in names:
            if unit.has(name):
                battle.emit(ev.ConditionLost(unit.ref, name))
        wound = unit.condition("wounded")
        if wound is not None and wound.fresh:
            battle.emit(ev.ConditionGained(unit.ref, Condition("wounded"), told=True))
        if mine and unit.has("lastattack"):
            battle.emit(ev.ConditionLost(unit.ref, "lastattack"))
            remove(battle, battle.unit(unit.ref), 0, 0)
    battle.emit(ev.TurnEnded(seat))


def next_turn(state: State, seat: int) -> tuple[int, int]:
    """RC-TURN-1: the next seat clockwise, and its round, which is a new one at the first seat."""
    count = len(state.armies)
    following = seat % count + 1
    first = state.first or 1
    return following, state.flow.round + (following == first)


def is_out(state: State, seat: int) -> bool:
    """RC-TURN-1: is the seat out: it has had models, and all of them are killed or KO'd?"""
    army = state.army(seat)
    if not army.fielded and not army.resigned:
        return False
    return not any(unit.seat == seat and not unit.has("ko") for unit in state.on_board())


def awaits(state: State) -> tuple[int, ...]:
    """RC-SETUP-13: the seats that must act now."""
    if state.flow.outcome is not None or state.flow.phase == "over":
        return ()
    if state.flow.phase == "setup" and state.stage == "muster":
        waiting = (army for army in state.armies if not (army.ready or army.resigned))
        return tuple(army.seat for army in waiting)
    return (state.flow.turn,) if state.flow.turn else ()
