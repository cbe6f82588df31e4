"""What the units of an order did beside attacking: one phrase for each kind of deed."""

from collections.abc import Iterator, Sequence

from rules.crusade7 import events as ev
from rules.crusade7.field.geometry import goal_cell
from rules.crusade7.march.movement import neighbours_at
from rules.crusade7.naming import chosen
from rules.crusade7.orders import MoveOrder
from rules.crusade7.state import State, Unit
from rules.crusade7.telling.brief import moves
from rules.crusade7.telling.brief.acts import Seen
from rules.crusade7.telling.brief.spans import change
from rules.crusade7.telling.labels import places, ranges
from rules.line.events import Refused
from rules.line.flow import seat_name
from rules.line.orders import Order
from rules.numbers.grid import Cell

ZONES = ("C7-ZOC-1", "C7-ZOC-3")

REASONS = 3
"""So many refused parts are told one by one."""


def phrases(seen: Sequence[Seen]) -> Iterator[str]:
    """Moves first, then the other deeds, each kind once."""
    yield from moves.phrases(seen)
    yield from charges_that_ended(seen)
    kinds: dict[tuple[str, str, str], list[tuple[str, Cell | None]]] = {}
    for one in seen:
        for single, several, behind, unit, at in deeds(one):
            kinds.setdefault((single, several, behind), []).append((unit, at))
    for (single, several, behind), done in kinds.items():
        units = ranges(unit for unit, _ in done)
        cells = places(at for _, at in done if at is not None)
        verb = several if len(done) > 1 else single
        yield f"{units} {verb}{behind}{f' {cells}' if cells else ''}"
    yield from tactics(seen)


def deeds(one: Seen) -> Iterator[tuple[str, str, str, str, Cell | None]]:
    """The verb for one and for several, what follows it, who did it, and where."""
    match one.event:
        case ev.Stayed(unit):
            yield "stays", "stay", "", unit, None
        case ev.Embarked(unit, transport):
            yield "embarks", "embark", f" on {transport}", unit, None
        case ev.Disembarked(unit, transport, to, forced=False):
            yield "disembarks", "disembark", f" from {transport} to", unit, to
        case ev.Arrived(unit, at):
            yield "arrives", "arrive", " at", unit, at
        case ev.Engaged(unit, to):
            yield "engages", "engage", " to", unit, to
        case ev.StoodUp(unit):
            yield "stands up", "stand up", "", unit, None
        case ev.Denied(unit, target):
            yield "denies", "deny", f" {target}: its next test is halved", unit, None


def charges_that_ended(seen: Sequence[Seen]) -> Iterator[str]:
    """C7-CHARGE-8: a charge that was declared and led nowhere, for the charger was killed."""
    moved = {one.event.unit for one in seen if isinstance(one.event, ev.Moved)}
    for one in seen:
        if isinstance(one.event, ev.Charged) and one.event.unit not in moved:
            yield f"{one.event.unit} charges {one.event.target}"


def tactics(seen: Sequence[Seen]) -> Iterator[str]:
    """C7-TAC-2: `army 1 uses Testudo on L1 (1 CP, 4 → 3)`."""
    for one in seen:
        if isinstance(one.event, ev.TacticUsed):
            used = one.event
            how = "with" if used.waits else "on"
            unit = f" {how} {used.unit}" if used.unit else ""
            attack = f" {used.attack}" if used.attack else ""
            cost = change(used.left + used.cp, used.left)
            waits = ", it waits for its moment" if used.waits else ""
            army = seat_name(used.seat).capitalize()
            yield f"{army} uses {used.tactic}{unit}{attack} (CP {cost}){waits}"


# --- parts that were refused --------------------------------------------------------------------


def refusals(state: State, orders: Sequence[Order], seen: Sequence[Seen]) -> Iterator[str]:
    """Why parts of the line did not stand, in one line: `O1 stays: 7,17 is within 1 of EQ1`."""
    blocked = list(blocked_moves(state, orders, seen))
    left = [one.event for one in seen if isinstance(one.event, Refused)]
    told = [*stays(blocked), *(one.why for one in left if not (blocked and one.rule in ZONES))]
    told = list(dict.fromkeys(told))
    more = [f"{len(told) - REASONS} more were refused"] if told[REASONS:] else []
    if told:
        yield "; ".join((*(why.rstrip(".") for why in told[:REASONS]), *more))


def stays(blocked: Sequence[tuple[str, Cell, str]]) -> Iterator[str]:
    """C7-ZOC-1, C7-ZOC-3: those whom the same enemy stops stand together."""
    enemies: dict[str, list[tuple[str, Cell]]] = {}
    for unit, end, enemy in blocked:
        enemies.setdefault(enemy, []).append((unit, end))
    for enemy, stopped in enemies.items():
        verb, are = ("stays", "is") if len(stopped) == 1 else ("stay", "are")
        cells = places(end for _, end in stopped)
        yield f"{ranges(unit for unit, _ in stopped)} {verb}: {cells} {are} within 1 of {enemy}"


def blocked_moves(
    state: State, orders: Sequence[Order], seen: Sequence[Seen]
) -> Iterator[tuple[str, Cell, str]]:
    """C7-ZOC-1, C7-ZOC-3: who did not move, where to, and the enemy within 1 of that place."""
    after = [
        one.before for one in seen if isinstance(one.event, Refused) and one.event.rule in ZONES
    ]
    if len(orders) != 1 or not isinstance(orders[0], MoveOrder) or not after:
        return
    order, moved = orders[0], {way.unit for way in moves.ways(seen)}
    for unit in chosen(state, state.flow.turn, order.who):
        if isinstance(unit, Unit) and unit.ref not in moved and unit.on_field:
            end = goal_cell(unit, order.to)
            enemies = [one for one in neighbours_at(after[0], unit, end) if one.seat != unit.seat]
            if enemies:
                yield unit.ref, end, enemies[0].ref
