"""What a plan may know of a battle, and what it could order its units to do."""

import re
from collections.abc import Iterator

from rules.border.plans import Act, Body, PlanRules, PlanWords, PossibleOrder
from rules.crusade7 import orders as od
from rules.crusade7.adjudicate import is_accepted
from rules.crusade7.army.statblock import Attack
from rules.crusade7.candidates import charges, passes, strikes, volleys
from rules.crusade7.field import geometry
from rules.crusade7.fight.attacks import FIGHTERS, expected_damage
from rules.crusade7.harm.damage import uses_left
from rules.crusade7.march.movement import check_may_move, destinations
from rules.crusade7.naming import find_unit, in_order
from rules.crusade7.state import PHASES, State, Unit
from rules.crusade7.telling.odds import as_if
from rules.crusade7.telling.view import is_visible
from rules.numbers.grid import Cell, gaps

LIMITED = 10_000
"""Taken off the merit of attacks with limited uses, so that they are used only as a last resort."""

CELL = re.compile(r"\s*r?(\d{1,3})\s*[,;c]\s*(\d{1,3})\s*", re.ASCII | re.IGNORECASE)


def bodies(state: State, viewer: int | None) -> tuple[Body, ...]:
    """C7-SETUP-8: the living units that the viewer may see, with their hit points."""
    living = (unit for unit in state.living() if is_visible(state, unit, viewer))
    return tuple(
        Body(unit.ref, unit.seat, unit.hp, unit.maxhp, state.block(unit).cost)
        for unit in in_order(living)
    )


def fallen(state: State, viewer: int | None) -> tuple[str, ...]:
    """C7-SETUP-8: the dead units that the viewer could see."""
    units = in_order(unit for unit in state.units.values() if unit.dead)
    return tuple(unit.ref for unit in units if is_visible(state, unit, viewer))


def apart(state: State, viewer: int | None, one: str, other: str, at: str = "") -> int | None:
    """C7-GEO-4: the rounded distance from a unit to another unit or a cell; None if unknown.

    `at`: measured as if the unit stood on that cell.
    """
    unit = known(state, viewer, one)
    if unit is None or not unit.on_field:
        return None
    here = cell_of(at) if at else geometry.anchor_of(unit)
    if here is None:
        return None
    target = known(state, viewer, other)
    if target is not None:
        return geometry.separation_at(state, unit, here, target) if target.on_field else None
    cell = cell_of(other)
    if cell is None or not geometry.on_board(cell, (1, 1)):
        return None
    rows, columns = gaps(here, geometry.size_of(state, unit), cell, (1, 1))
    return geometry.rounded(rows * rows + columns * columns)


def known(state: State, viewer: int | None, name: str) -> Unit | None:
    """C7-SETUP-8: a living unit that the viewer may see."""
    unit = find_unit(state, viewer or 0, name)
    if unit is None or unit.dead or not is_visible(state, unit, viewer):
        return None
    return unit


def cell_of(text: str) -> Cell | None:
    """`8,12`: row and column."""
    found = CELL.fullmatch(text)
    return (int(found[1]), int(found[2])) if found else None


def deeds(state: State, seat: int, ref: str, act: Act) -> Iterator[PossibleOrder]:
    """The orders of this kind that the unit could be given now; none in another phase or turn."""
    unit = known(state, seat, ref)
    phase, who = state.flow.phase, od.Who((ref,))
    if unit is None or unit.seat != seat or not unit.on_field or state.flow.turn != seat:
        return
    if act == "attack" and phase in ("heavy", "fight"):
        yield from attacks(state, unit)
    elif act == "charge" and phase == "charge":
        for order in charges(state, unit):
            if isinstance(order, od.Charge) and order.to is None:
                yield PossibleOrder(order, order.target)
    elif act == "move" and phase == "move":
        yield from moves(state, unit, who)
    elif act == "hold" and phase == "move" and is_accepted(state, seat, od.Stay(who)):
        yield PossibleOrder(od.Stay(who))


def attacks(state: State, unit: Unit) -> Iterator[PossibleOrder]:
    """C7-ATK-8, C7-TAC-6: every attack on every enemy, with the HP it would take as its merit;
    attacks with limited uses (C7-ATTR-5) come last."""
    by_name = {attack.name: attack for attack in state.block(unit).attacks}
    foes = {foe.ref: foe for foe in geometry.enemies(state, unit)}
    parts = state.block(unit).multiattack
    for order in (*strikes(state, unit), *volleys(state, unit)):
        if isinstance(order, od.Strike) and len(order.targets) == 1:
            attack, foe = by_name.get(order.attack), foes.get(order.targets[0])
            merit = harm(state, unit, attack, foe)
            if attack is not None and uses_left(unit, attack) is not None:
                merit -= LIMITED
            yield PossibleOrder(order, order.targets[0], order.attack, merit=merit)
        elif isinstance(order, od.Multiattack):
            several = [by_name[name] for count, name in parts for _ in range(count)]
            foe = foes.get(order.targets[0])
            merit = sum(harm(state, unit, one, foe) for one in several)
            yield PossibleOrder(order, order.targets[0], "Multiattack", merit=merit)


def harm(state: State, unit: Unit, attack: Attack | None, foe: Unit | None) -> int:
    """C7-TAC-6: the hit points that an attack would take."""
    if attack is None or foe is None:
        return 0
    return min(foe.hp, expected_damage(state, unit, attack, foe))


def moves(state: State, unit: Unit, who: od.Who) -> Iterator[PossibleOrder]:
    """C7-MOVE-2, C7-MOVE-4: Normal Movement, or Fall Back if that is not possible."""
    for manner, order in (("normal", od.Move), ("fall back", od.FallBack)):
        if passes(check_may_move, state, unit, manner):
            for cell in destinations(state, unit, manner):
                yield PossibleOrder(order(who, cell), place=od.place(cell))
            return


def foreseen(state: State, seat: int, ref: str, act: Act) -> State | None:
    """C7-TURN-1, C7-TURN-11: the state as in the next phase in which the unit could do that."""
    unit = known(state, seat, ref)
    if unit is None or state.flow.phase not in PHASES:
        return None
    phase = {"charge": "charge", "attack": fights_in(state, unit)}.get(act, "move")
    if (state.flow.phase, state.flow.turn) == (phase, seat):
        return state
    return as_if(state, seat, phase)


def fights_in(state: State, unit: Unit) -> str:
    """C7-TURN-11: the phase in which a unit of its class attacks."""
    heavy = state.block(unit).classification in FIGHTERS["heavy"]
    return "heavy" if heavy else "fight"


PLANS = PlanRules(
    terms=PlanWords(("cell", "cells"), "HP", ("attack", "charge", "move", "hold")),
    bodies=bodies,
    apart=apart,
    deeds=deeds,
    foreseen=foreseen,
    fallen=fallen,
)
