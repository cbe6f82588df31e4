"""What a turn did, to be drawn over the board: ways, attacks, losses, deaths, and the same told."""

from collections.abc import Iterator, Sequence

from rules.display.telling import Frame, Traces
from rules.display.trail import Changed, Trail
from rules.display.view import Point
from rules.line.events import Event
from rules.rulescrusade import events as ev
from rules.rulescrusade.apply import apply
from rules.rulescrusade.state import Spot, State, Unit, in_order
from rules.rulescrusade.telling.brief import is_told
from rules.rulescrusade.telling.seen import has_changed, hits_text, notes_of

OWN_WAYS = ("jump", "dive", "climb", "scrabble", "drop", "hang", "back", "teleport")
"""Ways of coming to another place that are a model's own doing."""


def traces(before: State, events: Sequence[Event], after: State, viewer: int | None) -> Traces:
    """RC-VIEW-1: what happened on the board in play, as far as the viewer may know."""
    if "setup" in (before.flow.phase, after.flow.phase):
        return Traces()
    steps = Steps(before)
    for event in events:
        steps.follow(event, is_told(event, viewer))
    struck = steps.struck
    steps.struck = {one: took for one, took in struck.items() if took or not struck.get(one[::-1])}
    units = [(before.find(unit.ref), unit) for unit in changed_units(before, after)]
    changed = [change(was, before, unit, after) for was, unit in units]
    return steps.traces(changed, viewer, total, harm(before, after, units))


class Steps(Trail):
    """The trail, as the events of this system tell of it."""

    last: tuple[str, str] | None = None
    """Who struck whom last."""

    def follow(self, event: Event, told: bool) -> None:
        """One event, and on to the state after it."""
        if told:
            self.note(event)
        self.state = apply(self.state, event)

    def note(self, event: Event) -> None:
        """What of an event can be drawn."""
        match event:
            case ev.Walked(ref, _, origin, _, path=path):
                self.walked(ref, (origin, *path), forced=False)
            case ev.Placed(ref, manner, origin, to):
                self.walked(ref, (origin, to), forced=manner not in OWN_WAYS)
            case ev.Shot(ref, target=target):
                self.attacked(ref, target)
            case ev.Fought(attackers, defender):
                self.attacked(attackers[0], defender)
            case ev.MindsMet(ref, target):
                self.attacked(ref, target)
            case ev.LostHits(ref, hits) if hits > 0:
                self.took(ref, f"-{hits}")
            case ev.ConditionGained(ref, condition, told=False):
                self.took(ref, condition.name)
            case ev.KnockedOut(ref):
                self.took(ref, "KO")
            case ev.Killed(ref):
                unit = self.state.unit(ref)
                row, column = unit.spot[:2]
                self.took(ref, "killed")
                self.died(middle(unit.spot), unit.ref, f"{unit.ref} died at {row},{column}")

    def walked(self, ref: str, spots: tuple[Spot, ...], forced: bool) -> None:
        """A way over these spots."""
        self.went(ref, corners([middle(spot) for spot in spots]), forced)

    def attacked(self, ref: str, target: str) -> None:
        """Who struck whom."""
        self.last = None
        attacker, victim = self.state.find(ref), self.state.find(target)
        if attacker is not None and victim is not None and ref != target:
            self.last = attacker.ref, victim.ref
            self.strike(self.last, (middle(attacker.spot), middle(victim.spot)))

    def took(self, ref: str, loss: str) -> None:
        """What the last attack did, to its target or back to its attacker."""
        if self.last is not None and ref in self.last:
            pair, (start, end) = self.last, self.ends[self.last]
            if ref == pair[0]:
                self.strike(pair[::-1], (end, start), loss)
            else:
                self.strike(pair, (start, end), loss)


def total(losses: list[str]) -> str:
    """What attacks did; `0`: nothing."""
    return ", ".join(dict.fromkeys(losses)) or "0"


def middle(spot: Spot) -> Point:
    """The centre of a cell, in thousandths."""
    return (spot[0] - 1) * 1000 + 500, (spot[1] - 1) * 1000 + 500


def corners(points: list[Point]) -> list[Point]:
    """A way without the points that lie straight between others."""
    kept: list[Point] = []
    for point in points:
        if kept and kept[-1] == point:
            continue
        if len(kept) > 1 and turn(kept[-2], kept[-1]) == turn(kept[-1], point):
            kept[-1] = point
        else:
            kept.append(point)
    return kept


def turn(one: Point, two: Point) -> tuple[int, int]:
    """The direction of a step."""
    rows, columns = two[0] - one[0], two[1] - one[1]
    far = max(abs(rows), abs(columns), 1)
    return rows * 1000 // far, columns * 1000 // far


def changed_units(before: State, after: State) -> Iterator[Unit]:
    """What stands on the board and looks otherwise than before."""
    for unit in in_order(tuple(after.on_board())):
        if has_changed(after, unit, before):
            yield unit


def change(was: Unit | None, before: State, unit: Unit, after: State) -> Changed:
    """Its cell, its hits if they are others than before, and what has changed."""
    hurt = was is not None and was.hits != unit.hits and not unit.chit
    frame = Frame(unit.at[0] - 1, unit.at[1] - 1, note=str(unit.hits) if hurt else "")
    if was is None:
        return Changed(unit.ref, unit.boss, frame, new=True, moved=False, altered=False)
    looks = (hits_text(was), notes_of(before, was)), (hits_text(unit), notes_of(after, unit))
    return Changed(unit.ref, unit.boss, frame, False, was.at != unit.at, looks[0] != looks[1])


def harm(
    before: State, after: State, units: list[tuple[Unit | None, Unit]]
) -> Iterator[tuple[str, str]]:
    """`Hurt: C1 2/4 hits`, `M1: stunned`."""
    known = [(was, unit) for was, unit in units if was is not None and not unit.chit]
    hurt = [f"{unit.ref} {hits_text(unit)}" for was, unit in known if unit.hits < was.hits]
    yield "Hurt", ", ".join(hurt)
    for was, unit in known:
        if notes_of(before, was) != notes_of(after, unit):
            yield unit.ref, notes_of(after, unit) or "nothing ails it any more"
