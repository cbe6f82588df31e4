"""Fronts: one line for each own province with what lies beyond its borders."""

from collections.abc import Iterator

from rules.candlebre.state import NEUTRAL, State
from rules.candlebre.telling.phrases import force, short
from rules.candlebre.words import side_name


def fronts(state: State, viewer: int | None) -> tuple[str, ...]:
    """`HAR 70: 2 Arc -> *UMB, GLE 50, SAL 60`; without a seat those of all, army by army."""
    if viewer:
        return tuple(of_seat(state, viewer))
    lines: list[str] = []
    for seat in state.living:
        found = tuple(of_seat(state, seat))
        lines += [f"{side_name(seat)}:", *found] if found else []
    return tuple(lines)


def of_seat(state: State, seat: int) -> Iterator[str]:
    """Provinces at a border first, then those that have own neighbours only, in one line."""
    inner: list[str] = []
    for number in state.owned(seat):
        site = state.site(number)
        strange = [one for one in site.borders if not is_own(state, one, seat)]
        if strange:
            strange.sort(key=lambda one: state.province(one).battle is None)
            beyond = ", ".join(beyond_words(state, one) for one in strange)
            yield f"{own_words(state, number)} -> {beyond}"
        else:
            inner.append(own_words(state, number, bare=True))
    if inner:
        yield f"inside: {', '.join(inner)}"


def is_own(state: State, number: int, seat: int) -> bool:
    """An own neighbour is left out, but for one that is under attack."""
    here = state.province(number)
    return here.owner == seat and here.battle is None


def own_words(state: State, number: int, bare: bool = False) -> str:
    """`HAR 70: 2 Arc; GL1`, `*HAR 70: ...` under attack, `HAR 70: empty`."""
    here, site = state.province(number), state.site(number)
    mark = "*" if here.battle is not None else ""
    leaders = list(state.leaders_at(number))
    there = force(here.units.tally, leaders) if here.units.total or leaders else "empty"
    name = f"{mark}{site.code} {here.value}"
    return f"{name} ({there})" if bare else f"{name}: {there}"


def beyond_words(state: State, number: int) -> str:
    """`GLE 50` neutral, `2 PEL 60 (3 Inf, 2 Arc; GL2)` of army 2, `*UMB` while a battle is on."""
    here, site = state.province(number), state.site(number)
    if here.battle is not None:
        return f"*{site.code}"
    name = f"{site.code} {here.value}"
    protected = " +" if here.protector is not None else ""
    if here.owner == NEUTRAL:
        guard = short(here.units.tally)
        return f"{name}{f' ({guard})' if guard else ''}{protected}"
    leaders = list(state.leaders_at(number))
    there = force(here.units.tally, leaders) if here.units.total or leaders else "empty"
    return f"{side_name(here.owner)}'s {name} ({there}){protected}"
