"""Ways for a picture: who came from where, put together from the legs that events tell."""

from collections.abc import Callable, Iterator, Sequence

from rules.display.telling import Arrow
from rules.display.view import Point
from rules.line.orders import Seat


class Ways:
    """The legs of every unit so far; legs that follow one another are one way.

    What was ordered and what was `forced` (pushed, fled, moved by the GM) are ways of their own.
    """

    def __init__(self) -> None:
        self.found: dict[tuple[str, bool], list[Point]] = {}

    def add(self, ref: str, points: Sequence[Point], forced: bool = False) -> None:
        """A leg from its first point to its last; one point is no leg."""
        if len(points) < 2:
            return
        way = self.found.setdefault((ref, forced), [points[0]])
        way += points[1:] if way[-1] == points[0] else points

    def has(self, ref: str) -> bool:
        """Did this unit go anywhere?"""
        return (ref, False) in self.found or (ref, True) in self.found

    def arrows(self, seat_of: Callable[[str], Seat | None]) -> Iterator[Arrow]:
        """The ways, in the order in which they were begun; whose they are says `seat_of`."""
        for (ref, forced), points in self.found.items():
            seat = seat_of(ref)
            if seat is not None:
                yield Arrow(tuple(points), seat, forced)
