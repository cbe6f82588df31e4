"""CB-BOUND-1: how many units stand in one province."""

from rules.candlebre.naming import name_of
from rules.candlebre.roster import KINDS
from rules.candlebre.state import State
from rules.line.errors import Refusal
from rules.line.flow import seat_name

MOST_UNITS = 999
"""Units of a kind that a seat may have in one province."""


def check_crowds(before: State, after: State) -> None:
    """CB-BOUND-1: in each province that has changed, its owner's units and the attacker's."""
    for number, here in enumerate(after.provinces, 1):
        if number <= len(before.provinces) and before.provinces[number - 1] is here:
            continue
        sides = [(here.owner, here.units)]
        if here.battle is not None:
            sides.append((here.battle.attacker, here.battle.units))
        for seat, units in sides:
            for kind, count in zip(KINDS, units.tally, strict=True):
                if count > MOST_UNITS:
                    whose = seat_name(seat) if seat else "neutral"
                    why = f"{count:,} {kind} ({whose}) would stand in {name_of(after, number)}"
                    raise Refusal("CB-BOUND-1", f"{why}; at most {MOST_UNITS}")
