"""Chapter 9: who has won."""

from rules.crusade7.battle import Battle
from rules.crusade7.state import State
from rules.line.common import each_alone
from rules.line.events import Ended
from rules.line.flow import seat_name

SEATS = (1, 2)
SIDES = each_alone(SEATS)


def check_victory(battle: Battle) -> None:
    """C7-END-2, C7-END-3: an army without a unit left has lost; if both have none, nobody won."""
    if battle.state.flow.outcome is not None or battle.state.flow.phase == "setup":
        return
    destroyed = [seat for seat in SEATS if is_destroyed(battle.state, seat)]
    if len(destroyed) == 2:
        battle.emit(Ended("C7-END-3", "both armies are destroyed", ()))
    elif destroyed:
        winners = tuple(seat for seat in SEATS if seat not in destroyed)
        battle.emit(Ended("C7-END-2", f"{seat_name(destroyed[0])} is destroyed", winners))


def is_destroyed(state: State, seat: int) -> bool:
    """C7-END-2: it has had a unit and has none left on the field, embarked or in reserve."""
    return state.armies[seat].fielded and next(state.living(seat), None) is None
