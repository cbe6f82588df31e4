"""RC-VIC: who has won."""

from rules.line.events import Ended, Resigned
from rules.line.flow import seat_name
from rules.rulescrusade.battle import Battle
from rules.rulescrusade.events import PointsScored, Withdrew
from rules.rulescrusade.state import State


def able_teams(state: State) -> list[str]:
    """RC-VIC-1: teams with a model that is not killed, KO'd or `down`; chits count."""
    found: list[str] = []
    for unit in state.on_board():
        team = state.team(unit.seat)
        if unit.standing and team not in found:
            found.append(team)
    return found


def check_victory(battle: Battle) -> None:
    """RC-VIC-1: only one team is left; while only one has had models the game goes on."""
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
    if not left:
        battle.emit(Ended("RC-VIC-1", "nobody is left standing", ()))
        return
    first = next(army.seat for army in state.armies if army.team == left[0])
    battle.emit(Ended("RC-VIC-1", "only one side is left standing", (first,)))


def score_prisoners(battle: Battle) -> None:
    """RC-VIC-4: KO'd enemies are added at the end of the game."""
    state = battle.state
    for unit in tuple(state.on_board()):
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
            battle.emit(PointsScored(by, unit.value, total))


def check_rounds(battle: Battle) -> bool:
    """RC-VIC-2: the last round is over; has that ended the game?"""
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
    """RC-VIC-3: the seat's models leave the board; then RC-VIC-1."""
    battle.emit(Resigned(battle.seat))
    battle.emit(Withdrew(battle.seat))
    state = battle.state
    if state.flow.phase == "play":
        check_victory(battle)
    if battle.state.flow.outcome is not None:
        return
    teams = {army.team for army in state.armies if not army.resigned}
    if len(teams) == 1:
        first = next(army.seat for army in state.armies if not army.resigned)
        battle.emit(Ended("RC-VIC-3", f"{seat_name(battle.seat)} resigns", (first,)))
