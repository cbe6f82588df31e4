"""The parts of the first line of a post: match, round, phase, whose turn it is."""

from collections.abc import Iterable, Sequence
from typing import Any

from bot.referee.clock import PRACTICE
from bot.referee.service import OpenMatch
from bot.render.wording import plain

DOT = " \u00b7 "
SETUP = "set-up"


def title(table: OpenMatch, *parts: str) -> str:
    """`**Fords** · round 2 · Move`; empty parts are left out."""
    return DOT.join((f"**{plain(table.record.name)}**", *(part for part in parts if part)))


def place(table: OpenMatch, state: Any) -> str:
    """Round and phase: `round 2 · Heavy Support Fight`."""
    names = tuple(table.game.seat_name(state, seat) for seat in table.seats)
    parts = [part for part in table.game.moment(state).split(", ") if not part.startswith(names)]
    if table.game.phase_name and (phase := table.game.phase_name(state)):
        phase = SETUP if phase == "Setup" else phase
        parts = [part for part in parts if part.startswith("round ")] + [phase]
    return DOT.join(plain(_phase(part)) for part in parts)


def phase_of(table: OpenMatch, state: Any) -> str:
    """The phase alone: `Move`; the turn, where a system has no phases."""
    if table.game.phase_name:
        return plain(table.game.phase_name(state) or "Turn")
    phase = state.flow.phase
    return plain(_phase(phase)) if phase else "Turn"


def _phase(part: str) -> str:
    """`move phase` becomes `Move`; a round stays as it is."""
    part = part.removesuffix(" phase")
    if part.startswith("round "):
        return part
    return SETUP if part == "setup" else part[:1].upper() + part[1:]


def moment(state: Any) -> tuple[int, str]:
    """Round and phase as values, which change when a phase is over."""
    return state.flow.round, state.flow.phase


def person(table: OpenMatch, seat: int) -> str:
    """A mention of the account that holds a seat, or else the name of the seat."""
    user = table.holder(seat)
    return f"<@{user}>" if user.isdecimal() else table.name_of(seat)


def seat_and_person(table: OpenMatch, seat: int, called: bool = True) -> str:
    """`army 2 @Ben`; without the account if it is not `called`, as when its turn is over."""
    user = table.holder(seat)
    name = table.name_of(seat)
    return f"{name} <@{user}>" if called and user.isdecimal() else name


def awaited(table: OpenMatch, seats: Sequence[int], called: bool = True) -> str:
    """Whose turn it is: `army 2 @Ben`, or `waiting for ...` if several seats act at once."""
    names = ", ".join(seat_and_person(table, seat, called) for seat in seats)
    return f"waiting for {names}" if called and len(seats) > 1 else names


def people(table: OpenMatch, seats: Iterable[int]) -> set[str]:
    """The accounts that hold these seats, without the practice opponent."""
    found = {table.holder(seat) for seat in seats}
    return {user for user in found if user and user != PRACTICE}


def accounts(table: OpenMatch, users: Iterable[str]) -> tuple[int, ...]:
    """The accounts whose phones can ring."""
    return tuple(sorted(int(user) for user in users if user.isdecimal()))


def span(first: int, last: int) -> str:
    """`#57-#60`, or one of them."""
    return f"#{first}" if first == last else f"#{first}-#{last}"
