"""3.4, RC-STATE-1: what cases may ask of a state."""

import re

from rules.line.common import Finding, compare, expect_flow
from rules.numbers.grid import Cell
from rules.rulescrusade.field.sight import Eye, apart, cover, eye, eye_at, light_at, sight
from rules.rulescrusade.field.terrain import NAMES, relief, sector_text
from rules.rulescrusade.gm.attributes import ATTRIBUTES, listed
from rules.rulescrusade.state import CONDITIONS, State, Unit, order_of

CELL = re.compile(r"(\d{1,3}),(\d{1,3})", re.ASCII)
SECTOR = re.compile(r"B\d+(\.\d+)?", re.ASCII | re.IGNORECASE)


def expect(state: State, text: str) -> Finding:
    """The words of one `=` line; a `ValueError` says that it is no such line."""
    words = text.split()
    subject = words[0].upper() if words else ""
    cell = CELL.fullmatch(subject)
    if cell is not None:
        return about_cell(state, (int(cell[1]), int(cell[2])), words[1:])
    if subject == "ARMY" and len(words) > 3 and words[1].isdecimal():
        return about_army(state, int(words[1]), words[2].lower(), " ".join(words[3:]))
    if subject == "GAME" and len(words) > 2 and words[1].lower() in ("dice", "stage"):
        tray = str(len(state.flow.tray))
        return compare(" ".join(words[2:]), tray if words[1].lower() == "dice" else state.stage)
    if SECTOR.fullmatch(subject) and state.find(subject) is None:
        return about_sector(state, subject, words[1:])
    answer = expect_flow(state.flow, words)
    if answer is not None:
        absent = answer.found == "none" and answer.expected == "-"
        return Finding("-", "-", True) if absent else answer
    if len(words) > 1 and re.fullmatch(r"[A-Z]+\d+", subject):
        return about_unit(state, subject, words[1:])
    raise ValueError(f"no expectation of rulescrusade: {text[:80]!r}")


def about_unit(state: State, ref: str, words: list[str]) -> Finding:
    """`M1 hits 2`, `M1 has stunned`, `M1 at 5,12`, `O1 dead`."""
    unit = state.find(ref)
    attribute, value = words[0].lower(), " ".join(words[1:])
    if attribute == "dead" and not value:
        dead = unit is not None and unit.place == "dead"
        return Finding("dead", "dead" if dead else "not dead", dead)
    if unit is None:
        return Finding(" ".join(words), f"there is no {ref}", False)
    if attribute in ("has", "lacks"):
        name, _, amount = value.lower().partition(" ")
        name = "lastattack" if value.lower() == "last attack" else name
        if name not in CONDITIONS:
            raise ValueError(f"there is no condition {value[:40]!r}")
        condition = unit.condition(name)
        there = condition is not None and (not amount or amount == str(condition.amount))
        shown = ", ".join(one.name for one in unit.conditions) or "none"
        return Finding(" ".join(words), shown, there == (attribute == "has"))
    if not value:
        raise ValueError(f"nothing is expected of {ref} {attribute}")
    return compare(value, unit_value(state, unit, attribute))


def unit_value(state: State, unit: Unit, attribute: str) -> str:
    """An attribute of 3.4 as text."""
    name, _, of = attribute.partition(":")
    if of:
        return related(state, unit, name, of)
    if name not in ATTRIBUTES:
        raise ValueError(f"a model has no {attribute[:40]!r}")
    return ATTRIBUTES[name].read(state, unit)


def related(state: State, unit: Unit, name: str, of: str) -> str:
    """`weapon:Plasma_Gun`, `los:O2`, `cover:O2`, `distance:5,6`."""
    if name == "weapon":
        wanted = of.replace("_", " ").lower()
        states = [arm.state for arm in unit.weapons if arm.name.lower() == wanted]
        return states[0] if states else f"{unit.ref} has no {of}"
    target, other = looked_at(state, of)
    match name:
        case "los":
            return sight(state, eye(unit), target)
        case "distance":
            return str(apart(state, eye(unit), target))
        case "cover" if other is not None:
            return "+".join(cover(state, eye(unit), other)) or "none"
    raise ValueError(f"a model has no {name[:40]!r} of {of[:40]!r}")


def looked_at(state: State, of: str) -> tuple[Eye, Unit | None]:
    """A model or a cell."""
    cell = CELL.fullmatch(of)
    if cell is not None:
        return eye_at((int(cell[1]), int(cell[2]))), None
    other = state.find(of)
    if other is None:
        raise ValueError(f"there is no {of[:40]!r}")
    return eye(other), other


def about_cell(state: State, cell: Cell, words: list[str]) -> Finding:
    """`5,6 terrain rubble`, `5,6 elevation 3`, `5,6 light smoke`, `5,6 item skrap`, `marker B1`."""
    if len(words) < 2 or not state.ground.holds(cell):
        raise ValueError(f"nothing can be asked of {cell[0]},{cell[1]}: {' '.join(words)[:60]!r}")
    ground = relief(state.ground)
    value = " ".join(words[1:])
    match words[0].lower():
        case "terrain":
            return compare(value, NAMES.get(ground.char(cell), "open"))
        case "elevation":
            return compare(value, state.ground.heights[state.ground.index(cell)])
        case "light":
            return compare(value, light_at(state, cell))
        case "item":
            return one_of(value, items_at(state, cell))
        case "marker":
            here = [marker for marker in state.markers if marker.at == cell]
            names = [sector_text(state.ground, marker.sector) for marker in here]
            houses = [marker.sector.partition(".")[0] for marker in here]
            return one_of(value, [*names, *(marker.sector for marker in here), *houses])
    raise ValueError(f"a cell has no {words[0][:40]!r}")


def items_at(state: State, cell: Cell) -> list[str]:
    """RC-CARRY-8: things that lie there, the bodies of knocked-out models among them."""
    lying = [item.name for item in state.items if item.at == cell and not item.carrier]
    out = [
        f"body of {unit.ref}"
        for unit in state.on_board()
        if unit.at == cell and unit.has("ko") and not unit.borne_by
    ]
    return [*lying, *sorted(out, key=order_of)]


def one_of(value: str, found: list[str]) -> Finding:
    """One of several things, or the whole list of them; `none` if there are none."""
    shown = listed(found)
    names = [name.lower() for name in found]
    return Finding(value, shown, value.lower() in names or value.lower() == shown.lower())


def about_sector(state: State, name: str, words: list[str]) -> Finding:
    """`B1 hits 7`, `B1.2 collapsed yes`, `B1 armor 2`."""
    ground = relief(state.ground)
    building = ground.buildings.get(name.partition(".")[0])
    if building is None or len(words) < 2:
        raise ValueError(f"there is no building {name[:20]}")
    number = name.partition(".")[2] or str(building.sectors[0].number)
    sector = next((one for one in building.sectors if str(one.number) == number), None)
    if sector is None:
        raise ValueError(f"there is no sector {name[:20]}")
    match words[0].lower():
        case "hits":
            return compare(words[1], str(sector.hits))
        case "collapsed":
            return compare(words[1], "no" if sector.standing else "yes")
        case "armor":
            return compare(words[1], str(building.armor))
        case "roof":
            return compare(words[1], str(building.roof))
    raise ValueError(f"a sector has no {words[0][:40]!r}")


def about_army(state: State, seat: int, attribute: str, value: str) -> Finding:
    """3.3: `army 1 cards Curse, Heal`, `army 2 points 3`."""
    if not 1 <= seat <= len(state.armies):
        raise ValueError(f"there is no army {seat}")
    army = state.army(seat)
    values = {
        "team": army.team,
        "role": army.role,
        "cards": ", ".join(army.hand) or "none",
        "points": str(army.points),
        "ready": "yes" if army.ready else "no",
        "spent": str(army.spent),
    }
    if attribute not in values:
        raise ValueError(f"a seat has no {attribute[:40]!r}")
    return compare(value, values[attribute])
