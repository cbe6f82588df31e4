"""RC-LEGAL: orders that would be accepted now: each kind with each single target, lazily."""

from collections.abc import Iterator
from dataclasses import replace

from rules.errors import Refusal
from rules.events import Refused
from rules.game import Die
from rules.orders import AcceptDraw, DeclineDraw, EndPhase, OfferDraw, Order, Resign
from rules.rulescrusade.apply import apply
from rules.rulescrusade.battle import Battle
from rules.rulescrusade.legal_units import of_unit
from rules.rulescrusade.orders import Buy, Deploy, Dismiss, Purchase, Ready, TakeList
from rules.rulescrusade.sequence.line import play_line
from rules.rulescrusade.setup.deploy import has_chits, in_zone, is_infiltrator
from rules.rulescrusade.setup.muster import MOST, fielded
from rules.rulescrusade.state import State, Unit, in_order
from rules.rulescrusade.words import Who

Orders = Iterator[Order]


def legal(state: State, seat: int, ref: str | None = None) -> Orders:
    """RC-LEGAL-1: unit by unit in the order of references, then what the seat itself may say.

    RC-LEGAL-2: every order in it is tried first; the loaded dice do not count.  RC-LEGAL-3: no
    check asks what the seat may not know.
    """
    if state.flow.outcome is not None or not 1 <= seat <= len(state.armies):
        return
    untold = replace(state, flow=replace(state.flow, tray=()))
    if state.flow.phase == "play":
        yield from in_play(untold, seat, ref)
    elif state.flow.phase == "setup":
        yield from in_setup(untold, seat, ref)
    if ref is None:
        yield from draws(state, seat)
        if not state.army(seat).resigned:
            yield Resign()


class Drawn(Exception):
    """A die is about to be drawn: all checks have been passed."""


class Trial(Battle):
    """An order on trial: it ends at the first die (that of a shamble, before all checks, apart)."""

    def roll(self, die: Die, why: str) -> int:
        if why != "shamble":
            raise Drawn
        return super().roll(die, why)


def is_accepted(state: State, seat: int, order: Order) -> bool:
    """RC-LEGAL-2: would this order stand?  It is tried on the state, which does not change."""
    trial = Trial(state, seat, lowest, apply)
    try:
        play_line(trial, (order,))
    except Drawn:
        return True
    except Refusal:
        return False
    return not any(isinstance(event, Refused) for event in trial.events)


def lowest(die: Die) -> int:
    """The dice of a trial: every die shows its lowest face."""
    return die.faces[0]


def in_play(state: State, seat: int, ref: str | None) -> Orders:
    """RC-LEGAL-1: the orders to models, then `end turn`."""
    for unit in in_order(tuple(state.on_board())):
        if unit.boss != seat or (ref is not None and unit.ref != ref.upper()):
            continue
        yield from of_unit(state, unit, lambda order: is_accepted(state, seat, order))
    if ref is None and state.flow.turn == seat:
        yield EndPhase()


def draws(state: State, seat: int) -> Orders:
    """RC-VIC-3: one offer stands at a time."""
    if state.flow.offer and state.flow.offer != seat:
        yield AcceptDraw()
        yield DeclineDraw()
    elif not state.flow.offer:
        yield OfferDraw()


# --- the set-up ---------------------------------------------------------------------------------


def in_setup(state: State, seat: int, ref: str | None) -> Orders:
    """RC-LEGAL-1: mustering, or deploying by the seat whose deployment it is."""
    if state.stage == "muster" and not state.army(seat).ready:
        yield from mustering(state, seat, ref)
    elif state.stage in ("deploy", "infiltrate") and state.flow.turn == seat:
        yield from deploying(state, seat, ref)


def mustering(state: State, seat: int, ref: str | None) -> Orders:
    """RC-SETUP-9: lists and models within the budget, dismissals, `ready`."""
    army, budget = state.army(seat), state.rules.budget
    if ref is None:
        for force in state.library.lists:
            if not budget or force.cost <= budget:
                yield TakeList(force.name)
        for model in state.models.values():
            payable = not budget or army.spent + model.value <= budget
            if payable and model.name not in state.library.summoned and fielded(state, seat) < MOST:
                yield Buy((Purchase(1, model.name),))
    for unit in in_order(tuple(state.units.values())):
        meant = unit.seat == seat and (ref is None or unit.ref == ref.upper())
        if meant and not unit.chit and unit.place in ("reserve", "unhidden"):
            yield Dismiss(Who((unit.ref,)))
    if ref is None:
        yield Ready()


def deploying(state: State, seat: int, ref: str | None) -> Orders:
    """RC-SETUP-12: each waiting model on each free cell of the zone, chits as what they may be."""
    free_choice = state.stage == "infiltrate"
    for unit in in_order(tuple(state.units.values())):
        if unit.seat != seat or (ref is not None and unit.ref != ref.upper()):
            continue
        if free_choice and has_chits(state):
            yield from of_unit(state, unit, lambda order: is_accepted(state, seat, order))
            continue
        in_time = is_infiltrator(unit) == free_choice or has_chits(state)
        if unit.place != "reserve" or not in_time:
            continue
        for cell in state.ground.cells():
            if not free_choice and not in_zone(state, seat, cell):
                continue
            first = True
            for name in names_for(state, unit):
                order = Deploy(Who((unit.ref,)), cell, name)
                if first and not is_accepted(state, seat, order):
                    break
                first = False
                yield order
    if ref is None:
        yield EndPhase()


def names_for(state: State, unit: Unit) -> Iterator[str]:
    """RC-SETUP-11: what a chit may stand for; a model stands for itself."""
    if not unit.chit:
        yield ""
        return
    for other in in_order(tuple(state.units.values())):
        if other.seat == unit.seat and other.place == "unhidden":
            yield other.ref
    if state.army(unit.seat).blanks:
        yield "nothing"
