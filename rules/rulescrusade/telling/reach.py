"""How far a model goes and shoots from where it stands: cells to be drawn, and who is there."""

from collections.abc import Iterator
from dataclasses import replace

from rules.border.questions import gathered
from rules.display.acts import cells_in_ranges
from rules.display.telling import Reach, Zone
from rules.display.words import counted
from rules.line.errors import Refusal
from rules.numbers.grid import Cell
from rules.rulescrusade.field.routes import Search
from rules.rulescrusade.field.sight import apart, cover, eye, eye_at, sight
from rules.rulescrusade.field.terrain import penalty
from rules.rulescrusade.fight.arms import FIRED
from rules.rulescrusade.play.odds import as_known
from rules.rulescrusade.sheets import Weapon
from rules.rulescrusade.state import State, Unit, in_order
from rules.rulescrusade.telling.key import where

FULL = 11
"""RC-GEO-5: up to here a shot has no penalty."""


def reach(state: State, viewer: int | None, name: str) -> Reach | None:
    """RC-MOVE-12, RC-MOVE-14, RC-GEO-5: its whole move, a run, what it sees at no penalty.

    RC-VIEW-1: standing orders, chits and cards of others are taken as nobody knows them.
    """
    known = as_known(state, viewer or 0) if viewer != 0 else state
    unit = known.find(name)
    if unit is None or unit.place != "board" or not unit.standing:
        return None
    kind = "chit" if unit.chit else unit.kind
    title = f"{unit.ref} {kind} at {where(known, unit)}"
    ways = [way(known, unit, "moves", unit.move)]
    if not unit.chit:
        ways.append(way(known, unit, "runs", 2 * unit.move))
    zones = [zone for zone in ways if zone.cells]
    shots = arms_of(known, unit)
    if shots:
        zones.append(Zone(f"sees within {FULL}", tuple(field(known, unit))))
    lines = [f"{zone.name}: {told(zone.cells)}" for zone in ways]
    lines += [targets(known, unit, weapon) for weapon in shots]
    return Reach(title, tuple(zones), tuple(lines))


def way(state: State, unit: Unit, verb: str, inches: int) -> Zone:
    """The cells where it may end after so many inches."""
    fresh = replace(unit, moveleft=inches, began=None)
    spots = Search(state, fresh).reach(inches)
    cells = sorted({(spot[0] - 1, spot[1] - 1) for spot in spots if spot != unit.spot})
    return Zone(f"{verb} {inches}", tuple(cells))


def field(state: State, unit: Unit) -> Iterator[Cell]:
    """The cells that it sees at no penalty, counted from 0."""
    origin = eye(unit)
    for cell in state.ground.cells():
        place = eye_at(cell)
        near = cell != unit.at and apart(state, origin, place) <= FULL
        if near and sight(state, origin, place) != "none":
            yield cell[0] - 1, cell[1] - 1


def told(cells: tuple[Cell, ...]) -> str:
    """`5,4-8 6,4`, counted from 1."""
    return cells_in_ranges((row + 1, column + 1) for row, column in cells) or "nowhere"


def targets(state: State, unit: Unit, weapon: Weapon) -> str:
    """`Bolter: O3 (12 inches -1, front cover), O4 (9 inches)`: the enemies that it could shoot."""
    found = []
    for foe in in_order(tuple(state.on_board())):
        if (facts := shot(state, unit, weapon, foe)) is not None:
            found.append(f"{foe.ref} ({facts})")
    return f"{weapon.name}: {', '.join(found) or 'nobody in sight'}"


def shot(state: State, unit: Unit, weapon: Weapon, foe: Unit) -> str | None:
    """`12 inches -1, front cover`; None: it is no enemy that it could shoot."""
    if state.friends(foe, unit) or foe.chit or not foe.standing:
        return None
    hidden = foe.has("hidden") and "Burn" not in weapon.effects
    if hidden or sight(state, eye(unit), eye(foe)) == "none":
        return None
    inches = apart(state, eye(unit), eye(foe))
    away = 0 if "IR" in weapon.effects else penalty(inches)
    kinds = "+".join(cover(state, eye(unit), foe))
    facts = counted(inches, "inch", "inches") + (f" -{away}" if away else "")
    return f"{facts}{f', {kinds} cover' if kinds else ''}"


def arms_of(state: State, unit: Unit) -> list[Weapon]:
    """The weapons that it could shoot or throw now."""
    arms = [state.weapon(arm.name) for arm in unit.weapons if arm.ready]
    return [one for one in arms if one.kind in (*FIRED, "grenade", "digi")]


def threats(state: State, viewer: int | None, name: str) -> tuple[str, ...]:
    """RC-GEO-5, RC-VIEW-1: the enemies that could shoot a model where it stands, if nobody moves;
    of chits and cards nothing is known.  Raises `Refusal` for a name that is not on the board."""
    known = as_known(state, viewer or 0) if viewer != 0 else state
    target = known.find(name)
    if target is None or target.place != "board" or target.chit or not target.standing:
        why = f"{' '.join(name.split())[:60]} is no model that stands on the board"
        raise Refusal("RC-VIEW-1", why)
    return gathered(aimed_at(known, target))


def aimed_at(state: State, target: Unit) -> Iterator[str]:
    """`O2: Slug Pistol 6 inches, front cover`, enemy by enemy."""
    yield f"What can reach {target.ref} (at {where(state, target)}), if nobody moves:"
    safe = True
    for foe in in_order(state.on_board()):
        if foe.chit or not foe.standing:
            continue
        told = [(one.name, shot(state, foe, one, target)) for one in arms_of(state, foe)]
        could = [f"{weapon} {facts}" for weapon, facts in told if facts is not None]
        if could:
            safe = False
            yield f"{foe.ref}: {'; '.join(could)}"
    if safe:
        yield "Nobody has it in sight."
