"""What plans may know of a match, and the orders that a plan could give to a model.

The standing orders of the rules themselves (RC-REACT: snap fire, ambush, zone of control) work in
the turns of other seats; a plan gives orders in its own seat's turn.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from rules.border.plans import Act, Body, PlanRules, PlanWords, PossibleOrder
from rules.numbers.grid import cell_of
from rules.rulescrusade import orders as od
from rules.rulescrusade.adjudicate import is_accepted
from rules.rulescrusade.candidates import charges, melees, shots, walks
from rules.rulescrusade.field import sight
from rules.rulescrusade.field.routes import Search
from rules.rulescrusade.field.sight import Eye, eye, eye_at
from rules.rulescrusade.play.odds import as_known
from rules.rulescrusade.play.worth import blow, guns, shot
from rules.rulescrusade.state import UNTOUCHED, State, Unit, in_order
from rules.rulescrusade.words import Who, cell_text

THROWN = 10**6
"""Taken off the merit of a throw, so that grenades come after all else."""


def bodies(state: State, viewer: int | None) -> tuple[Body, ...]:
    """RC-VIEW-1, RC-VIEW-2: the models and chits on the board, without the KO'd."""
    found = []
    for unit in in_order(state.on_board()):
        if unit.has("ko"):
            continue
        allied = (
            bool(viewer)
            and unit.boss != viewer
            and state.team(unit.boss) == state.team(viewer or 0)
        )
        hits = (0, 0, 0) if unit.chit else (unit.hits, unit.maxhits, unit.value)
        found.append(Body(unit.ref, unit.boss, *hits, counts=not allied))
    return tuple(found)


def is_lost(state: State, viewer: int | None, ref: str) -> bool:
    """RC-CHIT-3, RC-DMG-2: is this model killed or KO'd, as everybody can see?

    A chit that was turned over is not lost, nor is a model under a chit or in reserve.
    """
    unit = state.find(ref)
    return unit is not None and not unit.chit and (unit.place == "dead" or unit.has("ko"))


def fallen(state: State, viewer: int | None) -> tuple[str, ...]:
    """RC-CHIT-3, RC-DMG-2: the references of all lost models."""
    units = in_order(state.units.values())
    return tuple(unit.ref for unit in units if is_lost(state, viewer, unit.ref))


def apart(state: State, viewer: int | None, one: str, other: str, at: str = "") -> int | None:
    """RC-GEO-3, RC-GEO-4: the distance in inches (in a hulk, squares), or None if unknown.

    `other` is a unit or a cell; with `at`, it is measured from that cell instead of from `one`.
    """
    here = place_of(state, at) if at else spot_of(state, one)
    there = spot_of(state, other) or place_of(state, other)
    if here is None or there is None:
        return None
    return sight.apart(state, here, there)


def spot_of(state: State, ref: str) -> Eye | None:
    """The place of a model or chit on the board, or None."""
    unit = state.find(ref)
    return eye(unit) if unit is not None and unit.place == "board" else None


def place_of(state: State, text: str) -> Eye | None:
    """The place that a text like `5,12` names, or None if it is off the board."""
    cell = cell_of(text)
    return eye_at(cell) if cell is not None and state.ground.holds(cell) else None


def deeds(state: State, seat: int, ref: str, act: Act) -> Iterator[PossibleOrder]:
    """RC-ORD-5: the accepted orders of one kind of act for a model, in its seat's turn."""
    unit = state.find(ref)
    if unit is None or unit.place != "board" or unit.boss != seat or unit.done:
        return
    lies = unit.has("ko", "down")
    if state.flow.phase != "play" or state.flow.turn != seat or lies or act == "hold":
        return
    who = Who((unit.ref,))
    untold = replace(state, flow=replace(state.flow, tray=()))
    if act == "move":
        reach = Search(untold, unit).reach(unit.moveleft)
        accepts = partial(is_accepted, untold, seat)
        for order in walks(untold, unit, who, od.Move, reach, accepts):
            if isinstance(order, od.Move) and isinstance(order.to, tuple):
                yield PossibleOrder(order, place=cell_text(order.to))
        return
    for deed in strikes(untold, unit, who, act):
        if is_accepted(untold, seat, deed.order):
            yield deed


def strikes(state: State, unit: Unit, who: Who, act: Act) -> Iterator[PossibleOrder]:
    """Charges, or melees and shots with their merit, judged by what the seat may know."""
    if unit.chit or not (unit.action or unit.charged or unit.trait("Berserk")):
        return
    known = as_known(state, unit.boss)
    held = {one.name: one for one in guns(known, unit)}
    reach = Search(state, unit).reach(unit.moveleft + unit.move) if act == "charge" else {}
    close = (*charges(state, unit, who, reach), *melees(state, unit, who))
    orders = close if act == "charge" else (*close, *shots(state, unit, who))
    for order in orders:
        if not isinstance(order, od.Charge | od.Fight | od.Fire | od.Throw):
            continue
        ref, means = order.targets[0], order.weapons[0] if order.weapons else ""
        target = known.find(ref) if isinstance(ref, str) else None
        if target is None or isinstance(order, od.Charge) != (act == "charge"):
            continue
        merit = 0
        if isinstance(order, od.Fight):
            merit = 0 if target.chit else blow(known, unit, target)
        elif means in held and not target.chit:
            merit = shot(known, unit, held[means], target, eye(unit))
        merit -= THROWN if isinstance(order, od.Throw) else 0
        yield PossibleOrder(order, target.ref, means, merit=merit)


def foreseen(state: State, seat: int, ref: str, act: Act) -> State | None:
    """RC-TURN-2, RC-TURN-6: the state as if the seat's turn had begun and the model had yet to act.

    None if the model is not on the board or the match is not in play.
    """
    unit = state.find(ref)
    if unit is None or unit.place != "board" or state.flow.phase != "play":
        return None
    if state.flow.turn == seat and not unit.done:
        return state
    fresh = replace(unit, moveleft=unit.move, action=not unit.chit, **UNTOUCHED)
    return replace(state.with_unit(fresh), active="", flow=replace(state.flow, turn=seat))


PLANS = PlanRules(
    terms=PlanWords(("inch", "inches"), "hits", ("attack", "charge", "move", "hold")),
    bodies=bodies,
    apart=apart,
    deeds=deeds,
    foreseen=foreseen,
    is_lost=is_lost,
    fallen=fallen,
)
