"""What units were ordered to do, told briefly: moves and other deeds."""

from collections.abc import Iterable, Iterator, Sequence

from rules.crusade7 import events as ev
from rules.crusade7.field.geometry import forward, goal_cell
from rules.crusade7.harm.numbers import stat
from rules.crusade7.march.movement import CHARGE_MOVE, neighbours_at, speed_allowed
from rules.crusade7.naming import chosen
from rules.crusade7.orders import MoveOrder, Who, place
from rules.crusade7.state import State, Unit
from rules.crusade7.telling.brief.acts import Seen, told
from rules.crusade7.telling.report import MANNERS
from rules.crusade7.telling.roll import places, ranges
from rules.display.words import in_groups
from rules.line.events import Refused
from rules.line.frozen import Frozen
from rules.line.orders import Order
from rules.numbers.grid import Cell

# Where units went, in short: units that moved alike are told together.


WAYS = 3
"""Up to this many different ways are told one by one."""


class Way(Frozen):
    """The whole move of one unit: its last leg, the state before that, `via` the other ends."""

    leg: ev.Moved
    before: State
    start: Cell
    via: tuple[Cell, ...]
    target: str

    @property
    def delta(self) -> Cell:
        """How far down and to the right."""
        return self.leg.to[0] - self.start[0], self.leg.to[1] - self.start[1]


def ways(seen: Iterable[Seen]) -> list[Way]:
    """The moves and charges of an entry."""
    found: dict[str, Way] = {}
    targets: dict[str, str] = {}
    for one in seen:
        if isinstance(one.event, ev.Charged):
            targets[one.event.unit] = one.event.target
        if isinstance(one.event, ev.Moved):
            leg, earlier = one.event, found.get(one.event.unit)
            start = earlier.start if earlier else leg.start
            via = (*earlier.via, earlier.leg.to) if earlier else ()
            found[leg.unit] = Way(leg, one.before, start, via, targets.get(leg.unit, ""))
    return list(found.values())


def deciding(way: Way) -> str:
    """C7-MOVE-8: ` (3.16 → 3 of 3)` if the exact length is more than the unit may go."""
    leg, unit = way.leg, way.before.find(way.leg.unit)
    if unit is None:
        return ""
    speed = stat(way.before, unit, "Speed")
    allowed = CHARGE_MOVE if leg.manner == "charge" else speed_allowed(leg.manner, speed)
    whole, _, rest = leg.length.partition(".")
    if leg.rounded != allowed or int(whole) < allowed or not rest.strip("0"):
        return ""
    return f" ({leg.length} → {leg.rounded} of {allowed})"


def move_phrases(seen: Iterable[Seen]) -> Iterator[str]:
    """`O2-O8 move 2 forward, to column 17`, one for each way that was taken."""
    groups = in_groups(
        ((way.leg.manner, way.target, way.delta, way.via, way.leg.last), way) for way in ways(seen)
    )
    if len(groups) <= WAYS:
        yield from map(phrase, groups.values())
        return
    every = (way for group in groups.values() for way in group)
    for group in in_groups(((way.leg.manner, way.target), way) for way in every).values():
        yield phrase(group) if len(group) == 1 else f"{subject(group)} to {ends(group)}"


def subject(group: Sequence[Way]) -> str:
    """`L1-L5 move`, `L1 charges O1,`."""
    target = f" {group[0].target}," if group[0].target else ""
    return f"{named([way.leg.unit for way in group], MANNERS[group[0].leg.manner])}{target}"


def named(units: Sequence[str], clause: str) -> str:
    """`L1-L5 move`, `L1 moves`: units with a clause, which is put into the plural if needed."""
    return f"{ranges(units)} {Who(tuple(units)).does(clause)}"


def ends(group: Sequence[Way]) -> str:
    """The cells at which a group of moves ended."""
    return places(way.leg.to for way in group)


def phrase(group: Sequence[Way]) -> str:
    """Units that moved alike: how far, if in a straight line, and where to."""
    first = group[0]
    via = f" via {places(first.via)}" if first.via else ""
    if not first.leg.last:
        return f"{subject(group)} as far as {ends(group)}{via}"
    straight = heading(first) if len(group) > 1 and not first.target else ""
    if not straight:
        return f"{subject(group)} to {ends(group)}{via}{deciding(first) if len(group) == 1 else ''}"
    lines = {way.leg.to[1] if first.delta[1] else way.leg.to[0] for way in group}
    if len(lines) > 1:
        return f"{subject(group)} {straight}, to {ends(group)}"
    return f"{subject(group)} {straight}, to {'column' if first.delta[1] else 'row'} {min(lines)}"


def heading(way: Way) -> str:
    """C7-MOVE-14: `2 forward`; nothing if the way is not straight."""
    down, right = way.delta
    if way.via or (down and right):
        return ""
    if down:
        return f"{abs(down)} {'down' if down > 0 else 'up'}"
    unit = way.before.find(way.leg.unit)
    ahead = unit is not None and right * forward(unit.seat) > 0
    return f"{abs(right)} {'forward' if ahead else 'back'}"


# What the units of an order did besides attacking: one phrase for each kind of deed.


ZONES = ("C7-ZOC-1", "C7-ZOC-3")

DEEDS = (ev.Stayed, ev.Embarked, ev.Disembarked, ev.Arrived, ev.Engaged, ev.StoodUp, ev.Denied)

REASONS = 3
"""Up to this many refusals are told one by one."""


def phrases(seen: Sequence[Seen]) -> Iterator[str]:
    """Moves first, then the other deeds, each kind once."""
    yield from move_phrases(seen)
    yield from charges_that_ended(seen)
    kinds: dict[str, list[tuple[str, Cell | None]]] = {}
    for one in seen:
        if isinstance(one.event, DEEDS) and not getattr(one.event, "forced", False):
            at = getattr(one.event, "to", getattr(one.event, "at", None))
            clause = told(one).removeprefix(one.event.unit).removesuffix(place(at) if at else "")
            kinds.setdefault(clause.strip(), []).append((one.event.unit, at))
    for clause, done in kinds.items():
        cells = places(at for _, at in done if at is not None)
        yield f"{named([unit for unit, _ in done], clause)} {cells}".rstrip()
    yield from (told(one) for one in seen if isinstance(one.event, ev.TacticUsed))


def charges_that_ended(seen: Sequence[Seen]) -> Iterator[str]:
    """C7-CHARGE-8: charges that were declared but not made, because the charger was killed."""
    moved = {one.event.unit for one in seen if isinstance(one.event, ev.Moved)}
    for one in seen:
        if isinstance(one.event, ev.Charged) and one.event.unit not in moved:
            yield told(one)


# --- parts that were refused --------------------------------------------------------------------


def refusals(state: State, orders: Sequence[Order], seen: Sequence[Seen]) -> Iterator[str]:
    """Why parts of the line were refused, in one line: `O1 stays: 7,17 is within 1 of EQ1`."""
    blocked = list(blocked_moves(state, orders, seen))
    left = [one.event for one in seen if isinstance(one.event, Refused)]
    whys = [*stays(blocked), *(one.why for one in left if not (blocked and one.rule in ZONES))]
    whys = list(dict.fromkeys(whys))
    more = [f"{len(whys) - REASONS} more were refused"] if whys[REASONS:] else []
    if whys:
        yield "; ".join((*(why.rstrip(".") for why in whys[:REASONS]), *more))


def stays(blocked: Sequence[tuple[str, Cell, str]]) -> Iterator[str]:
    """C7-ZOC-1, C7-ZOC-3: `O1 stays: ...`; units stopped by the same enemy are told together."""
    enemies = in_groups((enemy, (unit, end)) for unit, end, enemy in blocked)
    for enemy, stopped in enemies.items():
        verb, are = ("stays", "is") if len(stopped) == 1 else ("stay", "are")
        cells = places(end for _, end in stopped)
        yield f"{ranges(unit for unit, _ in stopped)} {verb}: {cells} {are} within 1 of {enemy}"


def blocked_moves(
    state: State, orders: Sequence[Order], seen: Sequence[Seen]
) -> Iterator[tuple[str, Cell, str]]:
    """C7-ZOC-1, C7-ZOC-3: the units that did not move, the cell they were ordered to, and the
    enemy within 1 of it."""
    after = [
        one.before for one in seen if isinstance(one.event, Refused) and one.event.rule in ZONES
    ]
    if len(orders) != 1 or not isinstance(orders[0], MoveOrder) or not after:
        return
    order, moved = orders[0], {way.leg.unit for way in ways(seen)}
    for unit in chosen(state, state.flow.turn, order.who):
        if isinstance(unit, Unit) and unit.ref not in moved and unit.on_field:
            end = goal_cell(unit, order.to)
            enemies = [one for one in neighbours_at(after[0], unit, end) if one.seat != unit.seat]
            if enemies:
                yield unit.ref, end, enemies[0].ref
