"""Where units went, in short: those who went alike stand together."""

from collections.abc import Iterable, Iterator, Sequence

from rules.crusade7 import events as ev
from rules.crusade7.field.geometry import forward
from rules.crusade7.harm.numbers import stat
from rules.crusade7.march.charge import CHARGE_MOVE
from rules.crusade7.march.movement import speed_allowed
from rules.crusade7.telling.brief.acts import Seen
from rules.crusade7.telling.brief.spans import change
from rules.crusade7.telling.labels import places, ranges
from rules.line.frozen import Frozen
from rules.numbers.grid import Cell

VERBS = {
    "normal": ("moves", "move"),
    "advance": ("advances", "advance"),
    "fall back": ("falls back", "fall back"),
    "charge": ("charges", "charge"),
}
"""For one unit, and for several."""

WAYS = 3
"""So many different ways are told one by one."""


class Way(Frozen):
    """The whole move of one unit, `via` the ends of its legs before the last."""

    unit: str
    seat: int
    manner: str
    start: Cell
    to: Cell
    via: tuple[Cell, ...]
    whole: bool
    decides: str
    """The exact length, where only the rounding allowed the move."""
    target: str = ""

    @property
    def delta(self) -> Cell:
        """How far down and to the right."""
        return self.to[0] - self.start[0], self.to[1] - self.start[1]


def ways(seen: Iterable[Seen]) -> list[Way]:
    """The moves and charges of an entry."""
    found: dict[str, Way] = {}
    targets: dict[str, str] = {}
    for one in seen:
        if isinstance(one.event, ev.Charged):
            targets[one.event.unit] = one.event.target
        if isinstance(one.event, ev.Moved):
            leg, earlier = one.event, found.get(one.event.unit)
            unit = one.before.find(leg.unit)
            found[leg.unit] = Way(
                leg.unit,
                unit.seat if unit else 1,
                leg.manner,
                earlier.start if earlier else leg.start,
                leg.to,
                (*earlier.via, earlier.to) if earlier else (),
                leg.last,
                deciding(one, leg),
                targets.get(leg.unit, ""),
            )
    return list(found.values())


def deciding(one: Seen, leg: ev.Moved) -> str:
    """C7-MOVE-8: `3.16 → 3 of 3` where the exact length is more than the unit may go."""
    unit = one.before.find(leg.unit)
    if unit is None or not leg.last:
        return ""
    speed = stat(one.before, unit, "Speed")
    allowed = CHARGE_MOVE if leg.manner == "charge" else speed_allowed(leg.manner, speed)
    whole, _, rest = leg.length.partition(".")
    if leg.rounded != allowed or int(whole) < allowed or not rest.strip("0"):
        return ""
    return f" ({change(leg.length, leg.rounded)} of {allowed})"


def phrases(seen: Iterable[Seen]) -> Iterator[str]:
    """`O2-O8 move 2 forward, to column 17`, one for each way that was taken."""
    groups: dict[tuple[object, ...], list[Way]] = {}
    for way in ways(seen):
        alike = (way.manner, way.target, way.delta, way.via, way.whole)
        groups.setdefault(alike, []).append(way)
    if len(groups) <= WAYS:
        yield from (phrase(group) for group in groups.values())
        return
    manners: dict[tuple[str, str], list[Way]] = {}
    for way in (one for group in groups.values() for one in group):
        manners.setdefault((way.manner, way.target), []).append(way)
    for group in manners.values():
        yield phrase(group) if len(group) == 1 else f"{subject(group)} to {ends(group)}"


def subject(group: Sequence[Way]) -> str:
    """`L1-L5 move`, `L1 charges O1,`."""
    verb = VERBS[group[0].manner][len(group) > 1]
    target = f" {group[0].target}," if group[0].target else ""
    return f"{ranges(way.unit for way in group)} {verb}{target}"


def ends(group: Sequence[Way]) -> str:
    """The cells that they came to."""
    return places(way.to for way in group)


def phrase(group: Sequence[Way]) -> str:
    """Those who went alike: how far, where that is straight, and where to."""
    first = group[0]
    via = f" via {places(first.via)}" if first.via else ""
    if not first.whole:
        return f"{subject(group)} as far as {ends(group)}{via}"
    straight = heading(first) if len(group) > 1 and not first.target else ""
    if not straight:
        return f"{subject(group)} to {ends(group)}{via}{first.decides if len(group) == 1 else ''}"
    lines = {way.to[1] if first.delta[1] else way.to[0] for way in group}
    if len(lines) > 1:
        return f"{subject(group)} {straight}, to {ends(group)}"
    named = "column" if first.delta[1] else "row"
    return f"{subject(group)} {straight}, to {named} {min(lines)}"


def heading(way: Way) -> str:
    """C7-MOVE-14: `2 forward`; nothing if the way is not straight."""
    down, right = way.delta
    if way.via or (down and right):
        return ""
    if down:
        return f"{abs(down)} {'down' if down > 0 else 'up'}"
    ahead = right * forward(way.seat) > 0
    return f"{abs(right)} {'forward' if ahead else 'back'}"
