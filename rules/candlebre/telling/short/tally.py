"""What a round brought each army, and what each lost between two states."""

from collections.abc import Callable, Mapping

from rules.candlebre.naming import name_of
from rules.candlebre.state import Realm, State
from rules.candlebre.telling.phrases import short
from rules.candlebre.telling.short.clauses import change
from rules.candlebre.units import NOBODY, Tally, added
from rules.display.telling import Tally as Table
from rules.line.flow import seat_name

TREES = "MIE"

Told = Callable[[State, State, int], tuple[str, bool]]
"""What a row says of a seat, and whether it changed."""


def tally(before: State, after: State) -> Table | None:
    """Gold, honor, influence, provinces, units, techs new, lost; rows that changed for nobody
    are left out."""
    seats = tuple(one for one in after.seats if one in before.living)
    rows = []
    for name, told in ROWS:
        found = {seat: told(before, after, seat) for seat in seats}
        if any(is_new for _, is_new in found.values()):
            rows.append((name, {seat: words for seat, (words, _) in found.items() if words}))
    out = [seat for seat in seats if seat not in after.living]
    notes = tuple(f"{seat_name(seat)} is out of the game" for seat in out)
    return Table(seats, tuple(rows), notes) if rows or notes else None


def number_row(value: Callable[[State, Realm], int]) -> Told:
    """A row of a number: `20 -> 22`, or the number as it is."""

    def told(before: State, after: State, seat: int) -> tuple[str, bool]:
        old, new = value(before, before.realm(seat)), value(after, after.realm(seat))
        return (change("", old, new).strip() or str(new), old != new)

    return told


def techs_row(before: State, after: State, seat: int) -> tuple[str, bool]:
    """CB-RES-8: levels that came into force, and those that are gained."""
    old, new = before.realm(seat), after.realm(seat)
    found = []
    for at, letter in enumerate(TREES):
        was = old.levels[at] + old.gained[at]
        found += [f"{letter}{level}" for level in range(was + 1, reached(new, at) + 1)]
    return " ".join(found), bool(found)


def reached(realm: Realm, tree: int) -> int:
    """A level with what is gained this turn."""
    return realm.levels[tree] + realm.gained[tree]


def lost_row(before: State, after: State, seat: int) -> tuple[str, bool]:
    """Units, provinces and leaders lost."""
    words = losses(before, after).get(seat, "")
    return words, bool(words)


def won_row(before: State, after: State, seat: int) -> tuple[str, bool]:
    """Provinces that were not a seat's before."""
    won = [after.site(one).code for one in after.owned(seat) if before.province(one).owner != seat]
    return ", ".join(won), bool(won)


ROWS: tuple[tuple[str, Told], ...] = (
    ("gold", number_row(lambda _, realm: realm.gold)),
    ("honor", number_row(lambda _, realm: realm.honor)),
    ("influence", number_row(lambda _, realm: realm.influence)),
    ("provinces", number_row(lambda state, realm: len(state.owned(realm.seat)))),
    ("units", number_row(lambda state, realm: sum(units_of(state, realm.seat)))),
    ("won", won_row),
    ("lost", lost_row),
    ("techs new", techs_row),
)
"""The rows in their order."""


# --- losses -------------------------------------------------------------------------------------


def units_of(state: State, seat: int) -> Tally:
    """All units of a seat: on the map, attacking, in the pool and in the reserve."""
    realm = state.realm(seat)
    total = added(realm.pool, realm.reserve)
    for province in state.provinces:
        if province.owner == seat:
            total = added(total, province.units.tally)
        if province.battle is not None and province.battle.attacker == seat:
            total = added(total, province.battle.units.tally)
    return total


def losses(before: State, after: State) -> Mapping[int, str]:
    """By seat: units fewer than there were (`3 Inf, 1 Arc`), leaders, provinces."""
    found = {}
    for seat in before.living:
        words = "; ".join(part for part in lost_by(before, after, seat) if part)
        if words:
            found[seat] = words
    return found


def lost_by(before: State, after: State, seat: int) -> tuple[str, ...]:
    """What one seat lost."""
    old, new = units_of(before, seat), units_of(after, seat)
    fewer = tuple(max(0, a - b) for a, b in zip(old, new, strict=True))
    leaders = [
        one.ref
        for one in before.leaders_of(seat)
        if one.captor is None and is_lost(after, one.number)
    ]
    provinces = [
        name_of(after, one) for one in before.owned(seat) if after.province(one).owner != seat
    ]
    return (
        short(fewer) if fewer != NOBODY else "",
        ", ".join(leaders),
        ", ".join(provinces),
    )


def is_lost(state: State, number: int) -> bool:
    """Is a leader dead or captive now?"""
    leader = state.leader(number)
    return leader is None or leader.dead or leader.captor is not None
