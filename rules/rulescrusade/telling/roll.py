"""RC-BRD-3 grouped: models that are equal but for their place stand in one line."""

from collections.abc import Iterator

from rules.display.acts import cells_in_ranges
from rules.display.telling import Roll, RollLine, RollSide
from rules.display.words import counted
from rules.line.flow import seat_name
from rules.rulescrusade.state import Army, State, Unit, in_order
from rules.rulescrusade.telling.seen import (
    has_changed,
    hits_text,
    labels,
    notes_of,
    place_of,
    state_of,
)


def roll(state: State, viewer: int | None, since: State | None = None) -> Roll:
    """RC-BRD-3, RC-BRD-6: every seat with its models, changed ones first, and what it lost."""
    sides = tuple(side(state, viewer, since, army) for army in state.armies)
    return Roll(("hits", "at"), sides)


def side(state: State, viewer: int | None, since: State | None, army: Army) -> RollSide:
    """`Army 1, 3 points` and its lines."""
    units = in_order(tuple(one for one in state.units.values() if one.seat == army.seat))
    lines = [
        *models(state, since, [one for one in units if one.place == "board" and not one.chit]),
        *chits(state, viewer, since, [one for one in units if one.place == "board" and one.chit]),
        *waiting(viewer, army, units),
    ]
    lost = [one.ref for one in units if one.place == "dead" and not one.chit]
    head = seat_name(army.seat).capitalize()
    if army.points:
        head += f", {counted(army.points, 'point')}"
    return RollSide(
        army.seat,
        head,
        tuple(sorted(lines, key=lambda one: not one.changed)),
        (labels(lost),) if lost else (),
    )


def models(state: State, since: State | None, units: list[Unit]) -> Iterator[RollLine]:
    """`O1-O3 Orc 1 hit 5,4 5,6 6,10`, with what ails them behind."""
    groups: dict[tuple[object, ...], list[Unit]] = {}
    for unit in units:
        key = (state_of(state, unit), has_changed(state, unit, since))
        groups.setdefault(key, []).append(unit)
    for (_, changed), members in groups.items():
        first = members[0]
        places = places_of(state, members)
        notes = notes_of(state, first)
        at = f"{places} {notes}" if notes else places
        yield RollLine(
            labels([one.ref for one in members]),
            first.kind,
            (hits_text(first), at),
            changed=bool(changed),
        )


def places_of(state: State, units: list[Unit]) -> str:
    """`5,4 5,6 6,10-12`; places in buildings say so."""
    if all(place_of(state, one) == f"{one.at[0]},{one.at[1]}" for one in units):
        return cells_in_ranges([one.at for one in units])
    return "; ".join(place_of(state, one) for one in units)


def chits(
    state: State, viewer: int | None, since: State | None, units: list[Unit]
) -> Iterator[RollLine]:
    """RC-BRD-6: what a chit is, for those who may know it; the others by their places alone."""
    plain: dict[bool, list[Unit]] = {}
    for chit in units:
        changed = has_changed(state, chit, since)
        scanned = chit.has("scanned")
        if not scanned and viewer not in (0, chit.seat):
            plain.setdefault(changed, []).append(chit)
            continue
        model = state.find(chit.under) if chit.under else None
        name = f"{model.kind} {model.ref}" if model is not None else "nothing"
        told = f"{place_of(state, chit)} {'scanned, ' if scanned else ''}{name}"
        yield RollLine(chit.ref, "chit", ("", told), changed=changed)
    for changed, members in plain.items():
        refs = labels([one.ref for one in members])
        yield RollLine(refs, "chit", ("", places_of(state, members)), changed=changed)


def waiting(viewer: int | None, army: Army, units: list[Unit]) -> Iterator[RollLine]:
    """RC-BRD-3: what is not deployed; of what hides under chits its own seat alone knows."""
    reserve = [one.ref for one in units if one.place == "reserve"]
    if reserve:
        yield RollLine(labels(reserve), "", ("", "not deployed"))
    unhidden = [one.ref for one in units if one.place == "unhidden"]
    if unhidden and viewer in (0, army.seat):
        yield RollLine(labels(unhidden), "", ("", "to be hidden"))
