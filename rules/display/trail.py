"""What happened on the board in a turn, collected event by event to be drawn and told."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from rules.display.acts import in_ranges
from rules.display.telling import Arrow, Death, Frame, Hit, Traces
from rules.display.view import Point
from rules.line.events import Event
from rules.line.frozen import Frozen
from rules.line.orders import Seat


class ChangedUnit(Frozen):
    """A unit on the board that changed, and the frame around it.

    It is `new`, it has `moved`, or something other than its place is `altered`.
    """

    ref: str
    seat: Seat
    frame: Frame
    new: bool
    moved: bool = False
    altered: bool = False


class Trail(ABC):
    """Collects who went where, who struck whom and who fell; `state` is the latest state.

    All moves of one unit form one path and all strikes between two units one hit, except that
    ordered and `forced` moves (pushed, fled, moved by the GM) are kept as separate paths.
    """

    def __init__(self, state: Any) -> None:
        self.state = state
        self.ways: dict[tuple[str, bool], list[Point]] = {}
        self.struck: dict[tuple[str, str], list[Any]] = {}
        self.ends: dict[tuple[str, str], tuple[Point, Point]] = {}
        self.deaths: list[Death] = []
        self.words: list[str] = []

    @abstractmethod
    def follow(self, event: Event) -> None:
        """Take in what one event did, and go on to the state after it."""

    def follow_all(self, events: Iterable[Event]) -> None:
        """Take in several events, one after the other."""
        for event in events:
            self.follow(event)

    def went(self, ref: str, points: Sequence[Point], forced: bool = False) -> None:
        """Add a leg to the path of a unit; fewer than two points are ignored."""
        if len(points) < 2:
            return
        way = self.ways.setdefault((ref, forced), [points[0]])
        way += points[1:] if way[-1] == points[0] else points

    def has_gone(self, ref: str) -> bool:
        """Has this unit moved, by order or by force?"""
        return (ref, False) in self.ways or (ref, True) in self.ways

    def strike(self, pair: tuple[str, str], ends: tuple[Point, Point], *losses: Any) -> None:
        """Add a strike of one unit (the first of `pair`) at another, and the losses it caused."""
        self.struck.setdefault(pair, []).extend(losses)
        self.ends[pair] = ends

    def died(self, at: Point, label: str, told: str) -> None:
        """Add a death: where, the label to draw, and the sentence to tell."""
        self.deaths.append(Death(at, label))
        self.words.append(told)

    def seat_of(self, ref: str) -> Seat | None:
        """The seat of a unit; None if the state does not know it any more."""
        unit = self.state.find(ref)
        return unit.seat if unit is not None else None

    def traces(
        self,
        changed: Iterable[ChangedUnit],
        viewer: Seat | None,
        total: Callable[[list[Any]], str],
        told: Iterable[tuple[str, str]],
        listed: Callable[[list[str]], str] = in_ranges,
    ) -> Traces:
        """Everything collected, as `Traces`.

        `total` sums up the losses of several strikes, `told` gives further rows (what, text) to
        tell.  A player's own units that only moved get no frame: he knows where they went.
        """
        units = tuple(changed)
        rows = [
            *told,
            ("Moved", listed([unit.ref for unit in units if unit.moved])),
            ("New", listed([unit.ref for unit in units if unit.new])),
        ]
        return Traces(
            tuple(
                Arrow(tuple(points), seat, forced)
                for (ref, forced), points in self.ways.items()
                if (seat := self.seat_of(ref)) is not None
            ),
            tuple(Hit(*self.ends[pair], total(losses)) for pair, losses in self.struck.items()),
            tuple(self.deaths),
            tuple(unit.frame for unit in units if unit.new or unit.altered or unit.seat != viewer),
            (*self.words, *(f"{what}: {text}" for what, text in rows if text)),
        )
