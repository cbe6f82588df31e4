"""RC-CARD-21, RC-CARD-22: whom and what a card may be played on."""

from rules.line.errors import Refusal
from rules.numbers.grid import Cell
from rules.rulescrusade.field.sight import Eye, apart, eye, sees
from rules.rulescrusade.field.steps import gait, may_stand
from rules.rulescrusade.field.targets import known
from rules.rulescrusade.field.terrain import relief
from rules.rulescrusade.fight.knock import occupied
from rules.rulescrusade.orders import CardPlay
from rules.rulescrusade.state import Spot, State, Unit

TELEPORT = 12
"""RC-CARD-18: how far."""


def wrong(why: str) -> Refusal:
    """RC-CARD-21."""
    return Refusal("RC-CARD-21", why)


def single(state: State, play: CardPlay) -> Unit:
    """The one model of a card."""
    if len(play.subjects) != 1 or not isinstance(play.subjects[0], str):
        raise wrong(f"{play.card} needs one model")
    unit = known(state, play.subjects[0])
    if unit.place != "board" or unit.has("down"):
        raise wrong(f"{play.card} needs a model on the board; {unit.ref} is none")
    return unit


def enemy(state: State, psyker: Unit, play: CardPlay, burn: bool = False) -> Unit:
    """RC-CARD-21, RC-SHOOT-3, RC-SHOOT-4, RC-PSY-10: an enemy in sight, not hidden."""
    unit = single(state, play)
    if state.friends(unit, psyker):
        raise wrong(f"{play.card} needs an enemy; {unit.ref} is a friend")
    if unit.chit or (unit.has("hidden") and not burn):
        raise Refusal("RC-SHOOT-3", f"{unit.ref} is hidden")
    if not sees(state, psyker, unit):
        raise Refusal("RC-SHOOT-4", f"{psyker.ref} cannot see {unit.ref}")
    return unit


def friend(state: State, psyker: Unit, play: CardPlay, itself: bool) -> Unit:
    """RC-CARD-21: a friend in sight, or the psyker itself where that is allowed."""
    if not play.subjects and itself:
        return psyker
    unit = single(state, play)
    if unit.ref == psyker.ref and itself:
        return unit
    seen = unit.ref != psyker.ref and not unit.chit and sees(state, psyker, unit)
    if not state.friends(unit, psyker) or not seen:
        raise wrong(f"{play.card} needs a friend in sight")
    return unit


def secrets(state: State, psyker: Unit, play: CardPlay) -> list[Unit]:
    """RC-CARD-1: up to three chits or hidden enemies, seen or not."""
    refs = [one for one in play.subjects if isinstance(one, str)]
    if not 1 <= len(refs) <= 3 or len(refs) != len(play.subjects):
        raise wrong("Clairvoyant needs one to three chits or hidden enemies")
    units = [known(state, ref) for ref in refs]
    for unit in units:
        secret = unit.place == "board" and (unit.chit or unit.has("hidden"))
        if not secret or state.friends(unit, psyker):
            raise wrong(f"Clairvoyant needs chits or hidden enemies; {unit.ref} is none")
    return units


def comrades(state: State, psyker: Unit, play: CardPlay) -> list[Unit]:
    """RC-CARD-11: friends, seen or not, in the order named."""
    refs = [one for one in play.subjects if isinstance(one, str)]
    if not refs or len(refs) != len(play.subjects):
        raise wrong("Obfuscate needs friends, in the order in which they are to hide")
    units = [known(state, ref) for ref in refs]
    for unit in units:
        if unit.place != "board" or unit.chit or not state.friends(unit, psyker):
            raise wrong(f"Obfuscate needs friends; {unit.ref} is none")
    return units


def cell_of(play: CardPlay) -> Cell:
    """The cell of Teleport, Projection, Mind Blast."""
    if len(play.subjects) != 1 or isinstance(play.subjects[0], str):
        raise wrong(f"{play.card} needs a cell")
    return play.subjects[0]


def free_cell(state: State, psyker: Unit, cell: Cell, card: str) -> Spot:
    """RC-CARD-14, RC-CARD-18: a free cell that a model may stand in."""
    ground = relief(state.ground)
    where = f"{cell[0]},{cell[1]}"
    inside = (
        psyker.inside
        and state.ground.holds(cell)
        and ground.sector_at(cell) == ground.sector_at(psyker.at) != ""
    )
    spot: Spot = (*cell, inside)
    if not may_stand(ground, gait(psyker, state.rules.hulk), spot):
        raise wrong(f"{card} needs a free cell; nobody can stand at {where}")
    if occupied(state, spot):
        raise wrong(f"{card} needs a free cell; {where} is occupied")
    return spot


def teleport_cell(state: State, psyker: Unit, play: CardPlay) -> Spot:
    """RC-CARD-18: a free cell within 12 inches."""
    spot = free_cell(state, psyker, cell_of(play), "Teleport")
    away = apart(state, eye(psyker), Eye(spot))
    if away > TELEPORT:
        raise wrong(f"{spot[0]},{spot[1]} is {away} inches away; Teleport reaches {TELEPORT}")
    return spot
