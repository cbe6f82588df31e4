"""What a turn did, to be drawn over the board: ways, attacks, losses, deaths, and the same told."""

from collections.abc import Iterator, Sequence

from rules.display.acts import in_ranges
from rules.display.telling import Death, Frame, Hit, Traces, Ways
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
    trail = Trail(before)
    for event in events:
        trail.follow(event, is_told(event, viewer))
    changed = list(changed_units(before, after))
    return Traces(
        tuple(trail.ways.arrows(trail.seat_of)),
        tuple(trail.hits()),
        tuple(trail.deaths),
        tuple(frame(before, unit) for unit in changed if is_framed(before, after, unit, viewer)),
        tuple(words(before, after, trail, changed)),
    )


class Trail:
    """Follows the events of a turn and remembers who went where and who struck whom."""

    def __init__(self, before: State) -> None:
        self.state = before
        self.ways = Ways()
        self.struck: dict[tuple[str, str], list[str]] = {}
        self.ends: dict[tuple[str, str], tuple[Point, Point]] = {}
        self.last: tuple[str, str] | None = None
        self.deaths: list[Death] = []
        self.fell: list[tuple[str, Spot]] = []

    def follow(self, event: Event, told: bool) -> None:
        """One event, and on to the state after it."""
        if told:
            self.note(event)
        self.state = apply(self.state, event)

    def note(self, event: Event) -> None:
        """What of an event can be drawn."""
        match event:
            case ev.Walked(ref, _, origin, _, path=path):
                self.went(ref, (origin, *path), forced=False)
            case ev.Placed(ref, manner, origin, to):
                self.went(ref, (origin, to), forced=manner not in OWN_WAYS)
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
                self.took(ref, "killed")
                self.deaths.append(Death(middle(unit.spot), unit.ref))
                self.fell.append((unit.ref, unit.spot))

    def went(self, ref: str, spots: tuple[Spot, ...], forced: bool) -> None:
        """A leg of a way; legs that follow one another are one way."""
        self.ways.add(ref, corners([middle(spot) for spot in spots]), forced)

    def attacked(self, ref: str, target: str) -> None:
        """Who struck whom; several strikes are one line."""
        self.last = None
        attacker, victim = self.state.find(ref), self.state.find(target)
        if attacker is None or victim is None or ref == target:
            return
        pair = attacker.ref, victim.ref
        self.struck.setdefault(pair, [])
        self.ends[pair] = middle(attacker.spot), middle(victim.spot)
        self.last = pair

    def took(self, ref: str, loss: str) -> None:
        """What the last attack did, to its target or back to its attacker."""
        if self.last is None or ref not in self.last:
            return
        pair = self.last
        if ref == pair[0]:
            pair = pair[1], pair[0]
            self.struck.setdefault(pair, [])
            self.ends[pair] = self.ends[self.last][1], self.ends[self.last][0]
        self.struck[pair].append(loss)

    def seat_of(self, ref: str) -> int | None:
        """Whose a unit is that has not left the game without a trace."""
        unit = self.state.find(ref)
        return unit.seat if unit is not None else None

    def hits(self) -> Iterator[Hit]:
        """The attacks with what they did; `0`: nothing."""
        for pair, losses in self.struck.items():
            back = self.struck.get((pair[1], pair[0]))
            if losses or not back:
                yield Hit(*self.ends[pair], ", ".join(dict.fromkeys(losses)) or "0")


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


def is_framed(before: State, after: State, unit: Unit, viewer: int | None) -> bool:
    """Is it no news of one's own?  A player knows where he went himself."""
    was = before.find(unit.ref)
    if viewer != unit.boss or was is None:
        return True
    return (hits_text(was), notes_of(before, was)) != (hits_text(unit), notes_of(after, unit))


def frame(before: State, unit: Unit) -> Frame:
    """Its cell, and its hits if they are others than before."""
    was = before.find(unit.ref)
    hurt = was is not None and was.hits != unit.hits and not unit.chit
    return Frame(unit.at[0] - 1, unit.at[1] - 1, note=str(unit.hits) if hurt else "")


def words(before: State, after: State, trail: Trail, changed: list[Unit]) -> Iterator[str]:
    """`O5 died at 11,17`, `Hurt: C1 2/4 hits`, `Moved: M1-M3`."""
    for ref, spot in trail.fell:
        yield f"{ref} died at {spot[0]},{spot[1]}"
    was = {unit.ref: before.find(unit.ref) for unit in changed}
    hurt = [
        f"{unit.ref} {hits_text(unit)}"
        for unit in changed
        if (old := was[unit.ref]) and unit.hits < old.hits and not unit.chit
    ]
    if hurt:
        yield f"Hurt: {', '.join(hurt)}"
    for unit in changed:
        old = was[unit.ref]
        if old is not None and not unit.chit and notes_of(before, old) != notes_of(after, unit):
            yield f"{unit.ref}: {notes_of(after, unit) or 'nothing ails it any more'}"
    gone = [unit.ref for unit in changed if (old := was[unit.ref]) and old.at != unit.at]
    if gone:
        yield f"Moved: {in_ranges(gone)}"
    new = [unit.ref for unit in changed if was[unit.ref] is None]
    if new:
        yield f"New: {in_ranges(new)}"
