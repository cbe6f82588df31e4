"""The state of Three Houses."""

from rules.line.flow import Flow
from rules.line.frozen import Frozen

RING = (
    *("Ardenmoor North", "Ardenmoor South", "Blackwater"),
    *("Cold Harbour", "Dun Fell", "Eastmarch"),
)
SEATS = (1, 2, 3)
SIDES = ((1, 2), (3,))
ROUNDS = 3


class State(Frozen):
    """Who holds what; the plans of this round; who is ready; where the relic is, who knows it."""

    flow: Flow = Flow()
    holders: tuple[tuple[str, int], ...] = ()
    plans: tuple[tuple[int, str, str], ...] = ()
    ready: tuple[int, ...] = ()
    relic: str = ""
    finder: int = 0
    shown: tuple[str, ...] = ()

    def holder(self, province: str) -> int:
        """The seat that holds a province; 0: nobody."""
        return dict(self.holders)[province]

    def held(self, seat: int) -> tuple[str, ...]:
        """The provinces of a seat, around the ring."""
        return tuple(province for province, holder in self.holders if holder == seat)


def neighbours(province: str) -> tuple[str, str]:
    """TY-MAP-1: the two provinces beside one on the ring."""
    at = RING.index(province)
    return RING[at - 1], RING[(at + 1) % len(RING)]


def side_of(seat: int) -> tuple[int, ...]:
    """The seats that win with this one."""
    return next((side for side in SIDES if seat in side), ())


def playing(state: State) -> tuple[int, ...]:
    """The seats that have not given up."""
    return tuple(seat for seat in SEATS if seat not in state.flow.gone)
