"""The trail of a turn over the board: followed event by event, drawn and told at its end."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from rules.display.acts import in_ranges
from rules.display.telling import Arrow, Death, Frame, Hit, Traces
from rules.display.view import Point
from rules.line.frozen import Frozen
from rules.line.orders import Seat


class Changed(Frozen):
    """A unit on the board that looks otherwise than before, and the frame around it.

    It is `new`, it has `moved`, or more of it is `altered` than its place.
    """

    ref: str
    seat: Seat
    frame: Frame
    new: bool
    moved: bool
    altered: bool


class Trail:
    """Who went where, who struck whom, who fell; `state` is the one after what was followed.

    Ways and strikes that follow one another are one.  What was ordered and what was `forced`
    (pushed, fled, moved by the GM) are ways of their own.
    """

    def __init__(self, state: Any) -> None:
        self.state = state
        self.ways: dict[tuple[str, bool], list[Point]] = {}
        self.struck: dict[tuple[str, str], list[Any]] = {}
        self.ends: dict[tuple[str, str], tuple[Point, Point]] = {}
        self.deaths: list[Death] = []
        self.words: list[str] = []

    def went(self, ref: str, points: Sequence[Point], forced: bool = False) -> None:
        """A leg of a way, from its first point to its last; one point is no leg."""
        if len(points) < 2:
            return
        way = self.ways.setdefault((ref, forced), [points[0]])
        way += points[1:] if way[-1] == points[0] else points

    def has_gone(self, ref: str) -> bool:
        """Did this unit go anywhere?"""
        return (ref, False) in self.ways or (ref, True) in self.ways

    def strike(self, pair: tuple[str, str], ends: tuple[Point, Point], *losses: Any) -> None:
        """One struck another: from where to where, and what was lost."""
        self.struck.setdefault(pair, []).extend(losses)
        self.ends[pair] = ends

    def died(self, at: Point, label: str, told: str) -> None:
        """Something fell here."""
        self.deaths.append(Death(at, label))
        self.words.append(told)

    def seat_of(self, ref: str) -> Seat | None:
        """Whose a unit is that has not left the game without a trace."""
        unit = self.state.find(ref)
        return unit.seat if unit is not None else None

    def traces(
        self,
        changed: Iterable[Changed],
        viewer: Seat | None,
        total: Callable[[list[Any]], str],
        told: Iterable[tuple[str, str]],
        listed: Callable[[list[str]], str] = in_ranges,
    ) -> Traces:
        """All of it: `total` says the losses of several strikes, `told` what else has changed.
        Where a player's units went is no news to him: no frame is drawn around them."""
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
