"""What an attack would bring, before it is ordered: exactly, and from open knowledge alone.

No die is drawn; what lies in the tray counts for nothing here, for no player may know of it.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from rules.arith import half_up
from rules.errors import Refusal
from rules.events import Event
from rules.flow import winner_name
from rules.game import Die
from rules.orders import Order
from rules.rulescrusade import orders as od
from rules.rulescrusade.adjudicate import play_line
from rules.rulescrusade.apply import apply
from rules.rulescrusade.battle import Battle
from rules.rulescrusade.state import CONDITIONS, STANDING, State, Unit, in_order

KINDS = (od.Fire, od.RapidFire, od.Throw, od.FireBoth, od.Fight, od.Attack, od.MindWar, od.Mob)
"""Attacks from where one stands; a move might show what lies under a chit."""
MOST = 1500
"""So many ways of falling are followed up."""


class Wanted(Exception):
    """One more die is asked for."""

    def __init__(self, die: Die) -> None:
        super().__init__(die.name)
        self.die = die


def odds(state: State, seat: int, order: Order) -> tuple[str, ...]:
    """One line per outcome, the likeliest first.  Raises `Refusal` as the order itself would."""
    if not isinstance(order, KINDS):
        raise Refusal("RC-ORD-1", "odds are for attacks from where a model stands")
    known = as_known(state, seat)

    def run(faces: Sequence[int]) -> State:
        rest = iter(faces)

        def dice(die: Die) -> int:
            face = next(rest, None)
            if face is None:
                raise Wanted(die)
            return face

        battle = Battle(known, seat, dice, apply)
        play_line(battle, (order,))
        fold: tuple[Event, ...] = battle.finish()
        return battle.state if fold else known

    found = outcomes(known, run)
    if found is None:
        return ("so many dice may be drawn that the outcomes cannot be listed",)
    whole = sum(found.values())
    return tuple(
        f"{half_up(1000 * ways, whole) // 10}.{half_up(1000 * ways, whole) % 10}%: {text}"
        for text, ways in sorted(found.items(), key=lambda one: (-one[1], one[0]))
    )


def as_known(state: State, seat: int) -> State:
    """RC-VIEW-1: standing orders, readied cards and chits of others as nobody knows them."""
    units = {}
    for key, unit in state.units.items():
        if state.team(unit.boss) == state.team(seat):
            units[key] = unit
        elif unit.place not in ("under", "unhidden"):
            usual: dict[str, Any] = {name: values[0] for name, values in STANDING.items()}
            units[key] = replace(
                unit,
                **usual,
                loadout=None,
                readied="",
                readied_for="",
                under="" if unit.chit else unit.under,
            )
    return replace(state, units=units, flow=replace(state.flow, tray=()))


def outcomes(state: State, run: Callable[[Sequence[int]], State]) -> Counter[str] | None:
    """Each outcome in words, and in how many ways the dice can bring it; None: too many."""
    ended: list[tuple[int, int, str]] = []
    ahead: list[tuple[tuple[int, ...], int, int]] = [((), 1, 1)]
    while ahead:
        faces, ways, sides = ahead.pop()
        try:
            ended.append((ways, sides, changes(state, run(faces))))
        except Wanted as wanted:
            often = Counter(wanted.die.faces)
            many = sides * len(wanted.die.faces)
            ahead += [((*faces, face), ways * count, many) for face, count in often.items()]
        if len(ended) + len(ahead) > MOST:
            return None
    whole = max(sides for _, sides, _ in ended)
    found: Counter[str] = Counter()
    for ways, sides, text in ended:
        found[text] += ways * (whole // sides) if whole % sides == 0 else ways * whole // sides
    return found


def changes(before: State, after: State) -> str:
    """Who has lost or gained what."""
    parts = []
    for unit in in_order(tuple(before.on_board())):
        told = list(unit_changes(unit, after.units[unit.ref.upper()]))
        if told and not unit.chit:
            parts.append(f"{unit.ref} {', '.join(told)}")
    if after.flow.outcome is not None and before.flow.outcome is None:
        parts.append(f"the game ends: {winner_name(after.flow.outcome)}")
    return "; ".join(parts) or "nothing changes"


def unit_changes(before: Unit, now: Unit) -> Iterator[str]:
    """`is killed`, `3 -> 1 hits`, `becomes wounded`, `Bolter jammed`, `is pushed to 5,6`."""
    if now.place == "dead":
        yield "is killed"
        return
    if now.hits != before.hits:
        yield f"{before.hits} -> {now.hits} hits"
    yield from (f"becomes {one}" for one in CONDITIONS if now.has(one) and not before.has(one))
    lost = [one for one in CONDITIONS if before.has(one) and not now.has(one)]
    yield from (f"is no longer {one}" for one in lost)
    for old, new in zip(before.weapons, now.weapons, strict=True):
        if old.state != new.state:
            yield f"{new.name} {new.state}"
    if now.at != before.at:
        yield f"goes to {now.at[0]},{now.at[1]}"
