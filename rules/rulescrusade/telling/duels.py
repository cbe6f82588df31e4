"""RC-MELEE, RC-SHOOT: two models against each other, on the table or only in thought."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from rules.border.questions import gathered
from rules.line.errors import Refusal
from rules.line.orders import Order
from rules.line.work import Spent
from rules.numbers.arith import half_up
from rules.numbers.grid import Cell
from rules.rulescrusade import orders as od
from rules.rulescrusade.field.sight import adjacent_units
from rules.rulescrusade.models import fresh, type_named
from rules.rulescrusade.play.odds import as_known, odds
from rules.rulescrusade.play.worth import falls, guns, pool_of
from rules.rulescrusade.state import STANDING, Ground, State, Unit
from rules.rulescrusade.words import Who

WIDE = 14
"""Two models that are only compared meet on open ground of so many cells a side."""

NEAR, FAR = 6, 12
"""Fire is reckoned at a short range, and where the first penalty begins (RC-GEO-5)."""

ENDS = re.compile(r"; the game ends: army [12]")
"""Of two who are alone the last one standing wins the match, which is beside the question."""

MOST = 4
"""So many outcomes of an attack are told, the likeliest."""


def compared(
    state: State, viewer: int | None, one: str, other: str, at: Cell | None
) -> tuple[str, ...]:
    """`M1 against Orc`: a melee and fire on open ground; with a place: what M1 could do there."""
    first, second = contender(state, one, 1), contender(state, other, 2)
    if at is not None:
        return gathered(from_place(state, viewer, first, second, at))
    return gathered(in_the_open(state, first, second))


def in_the_open(state: State, first: Unit, second: Unit) -> Iterator[str]:
    """A melee, and fire at two ranges."""
    yield f"{name_of(first)} against {name_of(second)}, on open ground:"
    yield renamed(melee(on_open_ground(state, first, second, 1)), first, second)
    for held in guns(state, first):
        kind = od.Throw if held.weapon.kind == "grenade" else od.Fire
        for inches in (NEAR, FAR):
            there = on_open_ground(state, first, second, inches)
            order = kind(Who(("A1",)), ("Z1",), (held.name,))
            for line in told(there, order, f"{held.name} at {inches} inches"):
                yield renamed(line, first, second)


def contender(state: State, name: str, seat: int) -> Unit:
    """RC-ORD-3, RC-VIEW-2: a model that everybody knows, or one fresh from its statblock."""
    known = state.find(name)
    if known is not None and known.place == "board" and not known.chit:
        return known
    kind = type_named(state, name)
    if kind is None:
        raise Refusal("RC-ORD-3", f"There is no {name[:40]}")
    return fresh(state, kind, kind.name, seat)


def name_of(unit: Unit) -> str:
    """The reference, or the type of a model that stands nowhere."""
    return unit.ref


def on_open_ground(state: State, one: Unit, two: Unit, inches: int) -> State:
    """RC-VIEW-1: the two alone, so far apart; what they have been told in secret is left out."""
    cells = WIDE * WIDE
    usual: dict[str, Any] = {name: values[0] for name, values in STANDING.items()}
    ground = Ground(WIDE, WIDE, "_" * cells, "0" * cells, "." * cells)
    units = {}
    for ref, unit, seat, column in (("A1", one, 1, 1), ("Z1", two, 2, 1 + inches)):
        calm = replace(unit, ref=ref, seat=seat, controller=0, place="board", at=(7, column))
        units[ref] = replace(
            calm,
            inside=False,
            latched="",
            loadout=None,
            readied="",
            action=True,
            done=False,
            moved=False,
            moveleft=unit.move,
            act="",
            charged=False,
            **usual,
            conditions=tuple(
                one for one in calm.conditions if one.name not in ("hidden", "rising", "braced")
            ),
        )
    flow = replace(state.flow, phase="play", turn=1, tray=(), outcome=None)
    return replace(
        state, ground=ground, units=units, flow=flow, stage="-", active="", items=(), clouds=()
    )


def melee(state: State) -> str:
    """RC-MELEE-4, RC-MELEE-6: both pools, without parry, rerolls, fails and snap fire."""
    one, two = state.unit("A1"), state.unit("Z1")
    mine, his = pool_of(state, one, "fight"), pool_of(state, two, "defend")
    ours, theirs = falls(mine.reds, mine.whites), falls(his.reds, his.whites)
    won = slain = lost = 0
    deadly = 2 if two.hits == 1 else max(1, two.hits)  # RC-DMG-2, RC-DMG-3
    for total, often in enumerate(ours):
        for other, count in enumerate(theirs):
            margin = total + mine.modifier - other - his.modifier
            won += often * count * (margin > 0)
            slain += often * count * (margin >= deadly)
            lost += often * count * (margin < 0)
    ways = sum(ours) * sum(theirs)
    parts = ((won, "wins"), (ways - won - lost, "ties"), (lost, "loses"))
    shares = ", ".join(f"{word} {half_up(100 * part, ways)}%" for part, word in parts)
    kills = f"kills outright {half_up(100 * slain, ways)}%"
    return f"melee ({mine} against {his}, but for parries and rerolls): {shares}; {kills}"


def told(state: State, order: Order, what: str, seat: int = 1) -> Iterator[str]:
    """The likeliest outcomes of one attack in a line, or why it cannot be made."""
    try:
        found = odds(state, seat, order)
    except Refusal as refusal:
        yield f"{what}: {refusal.why} ({refusal.rule})"
        return
    except Spent as spent:
        found, spent.found = spent.found, ()
        if found:
            yield f"{what}: {'; '.join(found[:MOST])}; ..."
        raise
    more = "; ..." if len(found) > MOST else ""
    yield f"{what}: {'; '.join(found[:MOST])}{more}"


def renamed(line: str, one: Unit, two: Unit) -> str:
    """Their own names instead of those of the trial."""
    plain = ENDS.sub("", line)
    return plain.replace("A1", one.ref).replace("Z1", two.ref)


def from_place(state: State, viewer: int | None, unit: Unit, foe: Unit, at: Cell) -> Iterator[str]:
    """RC-LOS-7: what it could do to another if it stood there with its action left."""
    for one in (unit, foe):
        if one.ref not in state.units:
            raise Refusal("RC-ORD-3", f"{one.ref} is not on the board")
    if not state.ground.holds(at):
        raise Refusal("RC-MOVE-1", f"{at[0]},{at[1]} is off the board")
    moved = replace(
        unit,
        at=at,
        inside=False,
        action=True,
        done=False,
        moved=True,
        conditions=tuple(one for one in unit.conditions if one.name not in ("rising", "hidden")),
    )
    there = as_known(state, viewer or 0).with_unit(moved)
    flow = replace(state.flow, phase="play", turn=unit.boss, tray=(), outcome=None)
    there = replace(there, flow=flow, active=unit.ref)
    yield f"{unit.ref} at {at[0]},{at[1]}, after a move, against {foe.ref}:"
    if adjacent_units(there, moved, foe):
        yield from told(there, od.Fight(Who((unit.ref,)), (foe.ref,)), "melee", unit.boss)
    for held in guns(there, moved):
        kind = od.Throw if held.weapon.kind == "grenade" else od.Fire
        order = kind(Who((unit.ref,)), (foe.ref,), (held.name,))
        yield from told(there, order, held.name, unit.boss)
