"""The clauses and passages of the short telling, and the fronts of a seat."""

from collections.abc import Iterator, Sequence

from rules.candlebre.state import NEUTRAL, State
from rules.candlebre.telling.view import short, who_stands
from rules.candlebre.units import Tally
from rules.candlebre.war.movement import is_open
from rules.candlebre.words import side_name
from rules.display.view import Line, line
from rules.line.events import Event
from rules.line.frozen import Frozen

# Pieces of short sentences: before and after, dice, who, and clauses joined to lines.


MOST_DICE = 6
"""Up to this many dice are shown; more are only counted."""


def said(text: str) -> Line:
    """A plain clause; empty without text."""
    return line(text) if text else ()


def loud(text: str) -> Line:
    """A clause in bold, for a death or a result."""
    return line(text, strong=True)


def change(name: str, old: object, new: object) -> str:
    """`honor 20 -> 21`; empty if it did not change."""
    return "" if old == new else f"{name} {old} -> {new}"


def changes(parts: Sequence[str]) -> str:
    """The parts that are not empty, joined by commas."""
    return ", ".join(part for part in parts if part)


def dice_words(faces: Sequence[int | str]) -> str:
    """`7 12 3`, or `8 dice`."""
    if len(faces) > MOST_DICE:
        return f"{len(faces)} dice"
    return " ".join(map(str, faces))


def side(seat: int) -> str:
    """`army 2`, or `the neutrals`."""
    return side_name(seat) if seat else "the neutrals"


def capital(text: str) -> str:
    """The same text with a capital first letter."""
    return text[:1].upper() + text[1:]


def verb(seat: int, one: str, many: str) -> str:
    """`army 1 wins`, `the neutrals win`."""
    return f"{side(seat)} {one if seat else many}"


def speaks(state: State, seat: int) -> str:
    """`army 2: ` for a seat that is not in turn; empty for the one that is."""
    return "" if seat == state.flow.turn else f"{side_name(seat)}: "


def of_seat(state: State, seat: int) -> str:
    """`army 2 ` in front of the purse of a seat that is not in turn; else empty."""
    return "" if seat == state.flow.turn else f"{side_name(seat)} "


def listed(units: Tally, leaders: Sequence[int] = ()) -> str:
    """`4 Inf, 1 Arc, GL1`, or `nobody`."""
    parts = [short(units)] if any(units) else []
    return ", ".join([*parts, *(f"GL{number}" for number in leaders)]) or "nobody"


# Events that are told together, each with the state before it.


class Passage(Frozen):
    """Events told together (one, like ones, or all of a battle), and the state after the last."""

    events: tuple[tuple[Event, State], ...]
    after: State

    @property
    def first(self) -> tuple[Event, State]:
        """The first event and the state before it."""
        return self.events[0]


# Fronts: one line for each own province with what lies beyond its borders.


def fronts(state: State, viewer: int | None) -> tuple[str, ...]:
    """`HAR 70: 2 Arc -> *UMB, GLE 50, SAL 60`; without a viewer for all seats, army by army."""
    if viewer:
        return tuple(front_of_seat(state, viewer))
    lines: list[str] = []
    for seat in state.living:
        found = tuple(front_of_seat(state, seat))
        lines += [f"{side_name(seat)}:", *found] if found else []
    return tuple(lines)


def front_of_seat(state: State, seat: int) -> Iterator[str]:
    """Provinces on a border first, then those inside, in one line."""
    inner: list[str] = []
    for number in state.owned(seat):
        site = state.site(number)
        strange = [one for one in site.borders if not is_open(state, seat, one)]
        if strange:
            strange.sort(key=lambda one: state.province(one).battle is None)
            beyond = ", ".join(beyond_words(state, one) for one in strange)
            yield f"{own_words(state, number)} -> {beyond}"
        else:
            inner.append(own_words(state, number, bare=True))
    if inner:
        yield f"inside: {', '.join(inner)}"


def own_words(state: State, number: int, bare: bool = False) -> str:
    """`HAR 70: 2 Arc; GL1`, `*HAR 70: ...` under attack, `HAR 70: empty`."""
    here, site = state.province(number), state.site(number)
    mark = "*" if here.battle is not None else ""
    there = who_stands(state, number, nobody="empty")
    name = f"{mark}{site.code} {here.value}"
    return f"{name} ({there})" if bare else f"{name}: {there}"


def beyond_words(state: State, number: int) -> str:
    """`GLE 50` neutral, `army 2's PEL 60 (3 Inf, 2 Arc; GL2)`, `*UMB` while a battle is on."""
    here, site = state.province(number), state.site(number)
    if here.battle is not None:
        return f"*{site.code}"
    name = f"{site.code} {here.value}"
    protected = " +" if here.protector is not None else ""
    if here.owner == NEUTRAL:
        guard = short(here.units.tally)
        return f"{name}{f' ({guard})' if guard else ''}{protected}"
    there = who_stands(state, number, nobody="empty")
    return f"{side_name(here.owner)}'s {name} ({there}){protected}"
