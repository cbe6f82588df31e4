"""The names of the seats, and what an `=` line of a case may check."""

from rules.line import common
from rules.line.common import Finding
from tests.toy.state import RING, State

HOUSES = ("GM", "House Alder", "House Birch", "House Cedar")


def seat_name(seat: int) -> str:
    """TY-SCOPE-1: `House Birch`."""
    return HOUSES[seat]


def expect(state: State, text: str) -> Finding:
    """Check `= Blackwater holder House Birch`, or a line that all systems share.  Raises
    ValueError."""
    if (answer := common.expect_flow(state.flow, text.split(), seat_name)) is not None:
        return answer
    for province in RING:
        if text.lower().startswith(f"{province.lower()} holder "):
            held = state.holder(province)
            return common.compare(text[len(province) + 8 :], seat_name(held) if held else "none")
    raise ValueError(f"not an expectation of this system: {text[:60]}")
