"""Short words of the key and the reports: units by abbreviation, forces, sides, cards."""

from collections.abc import Iterable, Sequence

from rules.candlebre.roster import KINDS, ROSTER
from rules.candlebre.state import Leader, State
from rules.candlebre.units import Tally
from rules.candlebre.words import counted, joined, side_name

TONES = ("", "red", "blue", "green", "yellow", "magenta")
"""CB-BOARD-3: the colours of the armies."""


def short(units: Tally) -> str:
    """`3 Inf, 2 Arc`, in roster order; nothing for none."""
    return ", ".join(f"{n} {one.short}" for one, n in zip(ROSTER, units, strict=True) if n)


def long(units: Tally) -> str:
    """`3 infantry, 1 archer`; `nothing` for none."""
    found = [counted(n, kind) for kind, n in zip(KINDS, units, strict=True) if n]
    return ", ".join(found) or "nothing"


def killed_and_captured(killed: Tally, captured: Tally) -> str:
    """CB-BOARD-6: `1 infantry, 2 cavalry captured`: kills, then captures, each in roster order."""
    found = [counted(n, kind) for kind, n in zip(KINDS, killed, strict=True) if n]
    found += [f"{counted(n, kind)} captured" for kind, n in zip(KINDS, captured, strict=True) if n]
    return ", ".join(found)


def with_trait(leader: Leader) -> str:
    """`GL4 (warden)`, or the reference alone."""
    return leader.ref if leader.trait == "none" else f"{leader.ref} ({leader.trait})"


def force(units: Tally, leaders: Iterable[Leader]) -> str:
    """`4 Inf, 1 Cav; GL1`."""
    led = ", ".join(map(with_trait, leaders))
    return "; ".join(part for part in (short(units) or "-", led) if part)


def captives_text(units: Tally, leaders: Sequence[int]) -> str:
    """`2 Inf, GL2`."""
    return ", ".join(part for part in (short(units), *(f"GL{n}" for n in leaders)) if part)


def leaders_text(leaders: Sequence[int]) -> str:
    """`GL1 and GL4`."""
    return joined([f"GL{number}" for number in leaders])


def card_words(state: State, code: str) -> str:
    """`4C (Volunteers)`; what is no card stays as it is (`captives`)."""
    card = state.lore.card(code)
    return f"{code} ({card.name})" if card else code


def sides(seats: Iterable[int]) -> str:
    """`army 1, army 3`."""
    return ", ".join(map(side_name, seats))
