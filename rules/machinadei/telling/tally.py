"""What a turn, or any stretch of play, has cost each army."""

from collections.abc import Mapping

from rules.display.acts import in_ranges
from rules.display.telling import Tally
from rules.display.words import counted
from rules.machinadei.state import SEATS, State


def tally(before: State, after: State) -> Tally | None:
    """Models lost, units broken, casualties; rows of which no side has anything are left out."""
    rows = [
        ("models lost", {seat: lost_text(before, after, seat) for seat in SEATS}),
        ("broken", {seat: broken_text(after, seat) for seat in SEATS}),
        ("casualties", {seat: casualties(before, after, seat) for seat in SEATS}),
    ]
    kept = tuple(
        (name, {seat: text for seat, text in texts.items() if text})
        for name, texts in rows
        if any(texts.values())
    )
    return Tally(SEATS, kept) if kept else None


def models_lost(before: State, after: State, seat: int) -> dict[str, int]:
    """Models that are missing, unit by unit; what came and died since counts too."""
    found = {}
    for unit in after.units.values():
        old = before.find(unit.ref)
        had = old.models if old is not None and not old.gone else 0
        if old is None:
            had = unit.start
        left = 0 if unit.gone else unit.models
        if unit.seat == seat and had > left:
            found[unit.ref] = had - left
    return found


def lost_text(before: State, after: State, seat: int) -> str:
    """`Mob1 4, War1 10 (destroyed)`."""
    told = []
    for ref, count in models_lost(before, after, seat).items():
        unit = after.find(ref)
        gone = f" ({unit.gone})" if unit is not None and unit.gone else ""
        told.append(f"{ref} {count}{gone}")
    return ", ".join(told)


def broken_text(after: State, seat: int) -> str:
    """The units that are broken now."""
    return in_ranges([unit.ref for unit in after.on_board(seat) if unit.broken])


def casualties(before: State, after: State, seat: int) -> str:
    """`14 → 26`."""
    old, new = before.armies[seat].casualties, after.armies[seat].casualties
    if old == new:
        return str(new) if new else ""
    return f"{old} → {new}"


def losses(before: State, after: State) -> Mapping[int, str]:
    """`{2: "Mob1 4 models, Clans1 destroyed"}`."""
    found = {}
    for seat in SEATS:
        told = []
        for ref, count in models_lost(before, after, seat).items():
            unit = after.find(ref)
            if unit is not None and unit.gone:
                told.append(f"{ref} {unit.gone}")
            else:
                told.append(f"{ref} {counted(count, 'model')}")
        if told:
            found[seat] = ", ".join(told)
    return found
