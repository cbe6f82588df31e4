"""What a round, or any stretch of play, has cost each side."""

from collections.abc import Mapping

from rules.display.telling import Tally, filled
from rules.rulescrusade.state import State, Unit, in_order
from rules.rulescrusade.telling.key import labels


def tally(before: State, after: State, viewer: int | None) -> Tally | None:
    """RC-VIC-4: knocked out, lost, points; rows of which no side has anything are left out."""
    seats = tuple(army.seat for army in after.armies)
    rows = {
        "KO": {seat: labels(knocked_out(before, after, seat)) for seat in seats},
        "lost": {seat: labels(killed(before, after, seat)) for seat in seats},
        "points": {seat: points(before, after, seat) for seat in seats},
    }
    return filled(seats, rows)


def losses(before: State, after: State, viewer: int | None) -> Mapping[int, str]:
    """`{2: "O5, O6 KO"}`: killed, then knocked out."""
    found = {}
    for army in after.armies:
        out = [
            labels(killed(before, after, army.seat)),
            *(f"{ref} KO" for ref in knocked_out(before, after, army.seat)),
        ]
        if any(out):
            found[army.seat] = ", ".join(part for part in out if part)
    return found


def killed(before: State, after: State, seat: int) -> list[str]:
    """Models that were there and are dead."""
    return [
        unit.ref
        for unit in mine(after, seat)
        if unit.place == "dead" and was_alive(before.find(unit.ref))
    ]


def was_alive(unit: Unit | None) -> bool:
    """It was there (one that came and died since also counts as lost)."""
    return unit is None or unit.place != "dead"


def knocked_out(before: State, after: State, seat: int) -> list[str]:
    """Models that lie on the board and did not."""
    found = []
    for unit in mine(after, seat):
        old = before.find(unit.ref)
        if unit.place == "board" and unit.has("ko") and (old is None or not old.has("ko")):
            found.append(unit.ref)
    return found


def mine(state: State, seat: int) -> list[Unit]:
    """The models of a seat, chits aside."""
    return in_order(tuple(u for u in state.units.values() if u.seat == seat and not u.chit))


def points(before: State, after: State, seat: int) -> str:
    """`3 → 9`; what stayed as it was, as it is; nothing without a point."""
    old = before.army(seat).points if seat <= len(before.armies) else 0
    new = after.army(seat).points
    if old == new:
        return str(new) if new else ""
    return f"{old} → {new}"
