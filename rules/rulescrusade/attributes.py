"""RC-GM-2, RC-STATE-1: reading, setting and expecting attributes, by the names of 3.4."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from rules.display.words import seat_in as seat_number
from rules.display.words import whole as whole_number
from rules.line.common import Finding, compare, expect_flow
from rules.line.errors import Refusal, required
from rules.line.flow import seat_name
from rules.line.frozen import Frozen
from rules.line.kept import Same
from rules.line.work import kept
from rules.numbers.grid import Cell
from rules.numbers.grid import cell_of as plain_cell
from rules.rulescrusade import sheets
from rules.rulescrusade.checks import check_models, psy_of
from rules.rulescrusade.field.sight import Eye, apart, cover, eye, eye_at, light_at, sight
from rules.rulescrusade.field.terrain import NAMES, relief, sector_text
from rules.rulescrusade.fight.arms import loadout
from rules.rulescrusade.sequence.attacks import is_house
from rules.rulescrusade.setup.ground import check_room
from rules.rulescrusade.state import (
    CONDITIONS,
    STANDING,
    Arm,
    Condition,
    State,
    Unit,
    in_order,
    order_of,
)

RULE = "RC-GM-7"
Changes = dict[str, Any]

MOVEMENT = ("move", "moveleft")
"""RC-BOUND-1: the attributes counted in inches."""

READ_ONLY = ("loadout", "los", "cover", "distance")

FOR_ONE_TURN = ("cursed", "blinded", "shielded")
"""RC-TURN-8: conditions that last until the next turn of the seat whose turn it is."""


def refuse(why: str) -> Refusal:
    """RC-GM-7: the refusal of a value."""
    return Refusal(RULE, why)


def whole(text: str, name: str, most: int) -> int:
    """The whole number from 0 to `most` in a text.  Raises `Refusal` for anything else."""
    number = whole_number(text, 0, most)
    if number is None and name in MOVEMENT and (whole_number(text) or 0) > sheets.MOST_INCHES:
        why = f"{name} is at most {sheets.MOST_INCHES} inches, not {text[:40]}"
        raise Refusal("RC-BOUND-1", why)
    return required(number, RULE, f"{name} is a number from 0 to {most}, not {text[:40]}")


def flag(text: str, name: str) -> bool:
    """Whether a text says `yes` or `no`.  Raises `Refusal` for anything else."""
    if text.lower() not in ("yes", "no"):
        raise refuse(f"{name} is yes or no, not {text[:40]}")
    return text.lower() == "yes"


def choice(text: str, name: str, allowed: tuple[str, ...]) -> str:
    """The allowed word that a text means, as the rules spell it.  Raises `Refusal` for others."""
    meant = (word for word in allowed if word.lower() == " ".join(text.lower().split()))
    why = f"{name} is one of {', '.join(allowed)}, not {text[:40]}"
    return required(next(meant, None), RULE, why)


def seat_of(state: State, text: str) -> int:
    """The seat that `army 2` names.  Raises `Refusal` if there is none."""
    return check_seat(state, seat_number(text) or 0, text[:40])


def check_seat(state: State, seat: int, said: str = "") -> int:
    """RC-GM-7: return the seat.  Raises `Refusal` if there is no such seat."""
    if not 1 <= seat <= len(state.armies):
        there = f"there are {seat_name(1)} to {seat_name(len(state.armies))}"
        none = f"there is no {said}" if said else f"there is no army {seat}"
        raise refuse(f"{none}; {there}")
    return seat


def cell_of(text: str) -> Cell:
    """The cell in a text like `5,12`.  Raises `Refusal` for anything else."""
    pattern = r"\(?\s*([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*\)?"
    why = f"a position is written like 5,12, not {text[:40]}"
    found = required(re.fullmatch(pattern, text.strip()), RULE, why)
    return int(found[1]), int(found[2])


def names_of(text: str) -> tuple[str, ...]:
    """The names in a comma-separated list; `none` is an empty list."""
    if text.strip().lower() in ("none", "-", ""):
        return ()
    return tuple(" ".join(part.split()) for part in text.split(",") if part.strip())


def weapons_of(state: State, text: str) -> tuple[Arm, ...]:
    """RC-GM-7: the weapons in a list of names.  Raises `Refusal` for an unknown one."""
    found, names = list[Arm](), names_of(text)
    if len(names) > sheets.MOST_WEAPONS:
        why = f"a model has at most {sheets.MOST_WEAPONS} weapons, not {len(names)}"
        raise Refusal("RC-BOUND-1", why)
    for name in names:
        why = f"there is no weapon {name[:40]}"
        found.append(Arm(required(state.weapons.get(name.lower()), RULE, why).name))
    return tuple(found)


def trait_of(name: str) -> str:
    """RC-GM-7: a trait as the rules spell it, with its number if it has one."""
    for trait in sheets.TRAITS:
        if trait.lower() == name.lower():
            return trait
    word, dash, number = name.rpartition("-")
    for numbered in sheets.NUMBERED:
        if dash and numbered.lower() == word.lower() and re.fullmatch("[0-9]", number):
            return f"{numbered}-{number}"
    raise refuse(f"there is no trait {name[:40]}")


def cards_of(text: str) -> tuple[str, ...]:
    """RC-PSY-13: the cards in a list of names, in alphabetical order."""
    return tuple(sorted(choice(name, "a card", sheets.CARDS) for name in names_of(text)))


# --- one attribute ------------------------------------------------------------------------------


def unit_changes(state: State, unit: Unit, name: str, value: str) -> Changes:
    """RC-GM-2: the fields that `set <ref> <attribute> <value>` changes."""
    if name.startswith("weapon:"):
        return {"weapons": with_state(unit, name.removeprefix("weapon:"), value)}
    if name.split(":")[0] in READ_ONLY:
        raise refuse(f"{name[:40]} follows from the rest and cannot be set")
    attribute = ATTRIBUTES.get(name)
    if attribute is None or attribute.write is None:
        raise refuse(f"there is no attribute {name[:40]}")
    return attribute.write(state, unit, value)


def number_changes(unit: Unit, name: str, number: int) -> Changes:
    """RC-GM-2: set a number; `maxhits` sets `hits` too, `move` sets `moveleft` before a move."""
    changes: Changes = {name: number}
    if name == "maxhits":
        changes["hits"] = number
    if name == "move" and not unit.moved and not unit.chit:
        changes["moveleft"] = number
    return changes


def with_state(unit: Unit, name: str, value: str) -> tuple[Arm, ...]:
    """`set M1 weapon:Bolt_Pistol jammed`: the weapons with the first of that name changed."""
    wanted = " ".join(name.replace("_", " ").lower().split())
    places = (n for n, arm in enumerate(unit.weapons) if arm.name.lower() == wanted)
    place = required(next(places, None), RULE, f"{unit.ref} has no weapon {name[:40]}")
    state = " ".join(value.lower().split())
    placed = re.fullmatch(r"(stuck in) ([a-z]+[0-9]+)|dropped at [0-9]+,[0-9]+", state)
    if state not in ("ready", "jammed", "empty", "lost") and placed is None:
        raise refuse(f"a weapon is ready, jammed, empty, lost ..., not {value[:40]}")
    if placed is not None and placed[1]:
        state = f"stuck in {placed[2].upper()}"
    arms = list(unit.weapons)
    arms[place] = replace(arms[place], state=state)
    return tuple(arms)


def _at(state: State, unit: Unit, value: str) -> Changes:
    cell = cell_of(value)
    check_room(state.ground, cell, "")
    return {"at": cell, "inside": False}


def _where(state: State, unit: Unit, value: str) -> Changes:
    layer, _, building = value.partition(" ")
    if layer.lower() == "inside":
        return {"inside": check_room(state.ground, unit.at, building.strip().upper())}
    if layer.lower() not in ("ground", "roof"):
        raise refuse(f"where is ground, roof B1 or inside B1.1, not {value[:40]}")
    if layer.lower() == "roof":
        check_room(state.ground, unit.at, "roof")
    return {"inside": False}


def _melee(state: State, unit: Unit, value: str) -> Changes:
    dice = sheets.read_dice(value)
    if dice is None and (many := sheets.too_many_dice(value)):
        raise Refusal("RC-BOUND-1", f"melee: {many}")
    return {"melee": required(dice, RULE, f"dice are written like 2R+1W+1, not {value[:40]}")}


def _traits(state: State, unit: Unit, value: str) -> Changes:
    traits = tuple(map(trait_of, names_of(value)))
    level = psy_of(traits)
    return {"traits": traits} | ({} if level is None else {"psy": level})


def _seat(state: State, unit: Unit, value: str) -> Changes:
    seat = seat_of(state, value)
    if seat != unit.seat:
        check_models(state, seat)
    return {"seat": seat}


def _controller(state: State, unit: Unit, value: str) -> Changes:
    seat = seat_of(state, value)
    others = unit.without("controlled")
    if seat == unit.seat:
        return {"controller": 0, "conditions": others}
    under = Condition("controlled", until=state.flow.turn)
    return {"controller": seat, "conditions": (*others, under)}


def _latched(state: State, unit: Unit, value: str) -> Changes:
    if value.lower() == "none":
        return {"latched": ""}
    other = state.find(value)
    if other is None or other.place != "board":
        raise refuse(f"there is no {value[:40]}")
    return {"latched": other.ref}


# --- the rows -----------------------------------------------------------------------------------


class Attribute(Frozen):
    """How an attribute of a model is read, and what setting it changes (None: read-only)."""

    read: Callable[[State, Unit], str]
    write: Callable[[State, Unit, str], Changes] | None = None


def number(name: str, most: int) -> Attribute:
    """The attribute of a whole number from 0 to `most`."""
    return Attribute(
        lambda _, unit: str(getattr(unit, name)),
        lambda _, unit, value: number_changes(unit, name, whole(value, name, most)),
    )


def truth(name: str) -> Attribute:
    """The attribute of a field that is `yes` or `no`."""
    return Attribute(
        lambda _, unit: "yes" if getattr(unit, name) else "no",
        lambda _, unit, value: {name: flag(value, name)},
    )


def word(name: str, allowed: tuple[str, ...]) -> Attribute:
    """The attribute of a field that is one of some words."""
    return Attribute(
        lambda _, unit: str(getattr(unit, name)),
        lambda _, unit, value: {name: choice(value, name, allowed)},
    )


def place_text(state: State, unit: Unit) -> str:
    """`5,12`, or for a model that is not on the board where it is instead."""
    if unit.place == "board":
        return f"{unit.at[0]},{unit.at[1]}"
    return {"reserve": "reserve", "dead": "dead"}.get(unit.place, "nowhere")


def listed(names: Iterable[str]) -> str:
    """Names joined by commas, or `none`."""
    return ", ".join(names) or "none"


def where(state: State, unit: Unit) -> str:
    """`ground`, `roof B1`, `inside B1.1`."""
    sector = relief(state.ground).sector_at(unit.at)
    if unit.inside:
        return f"inside {sector}"
    return f"roof {sector.partition('.')[0]}" if sector else "ground"


def carried_by(state: State, unit: Unit) -> list[str]:
    """RC-BRD-3, RC-CARRY-8: the items and bodies that a model carries."""
    return _loads(Same(state)).get(unit.ref, [])


@kept(4)
def _loads(state: Same[State]) -> dict[str, list[str]]:
    """What each model carries, by reference; cached, because a key asks it of every model."""
    loads: dict[str, list[str]] = {}
    for item in state.value.items:
        loads.setdefault(item.carrier, []).append(item.name)
    for body in in_order(one for one in state.value.on_board() if one.borne_by):
        loads.setdefault(body.borne_by, []).append(f"body of {body.ref}")
    return loads


ATTRIBUTES: dict[str, Attribute] = {
    "move": number("move", 24),
    "armor": number("armor", 6),
    "hits": number("hits", 20),
    "maxhits": number("maxhits", 20),
    "psy": number("psy", 6),
    "value": number("value", 9999),
    "moveleft": number("moveleft", 48),
    "owes": number("owes", 9),
    **{name: truth(name) for name in ("action", "moved", "done")},
    "graze": word("graze", sheets.GRAZES),
    "size": word("size", sheets.SIZES),
    **{name: word(name, allowed) for name, allowed in STANDING.items()},
    "at": Attribute(place_text, _at),
    "where": Attribute(where, _where),
    "melee": Attribute(lambda _, unit: str(unit.melee), _melee),
    "weapons": Attribute(
        lambda _, unit: listed(arm.name for arm in unit.weapons),
        lambda state, _, value: {"weapons": weapons_of(state, value), "loadout": None},
    ),
    "traits": Attribute(lambda _, unit: listed(unit.traits), _traits),
    "loadout": Attribute(lambda state, unit: listed(held.name for held in loadout(state, unit))),
    "carrying": Attribute(lambda state, unit: listed(map(str.lower, carried_by(state, unit)))),
    "latched": Attribute(lambda _, unit: unit.latched or "none", _latched),
    "seat": Attribute(lambda _, unit: seat_name(unit.seat), _seat),
    "controller": Attribute(lambda _, unit: seat_name(unit.boss), _controller),
}
"""3.4: each attribute of a model: how it is read, and what `set` changes."""


# --- conditions ---------------------------------------------------------------------------------


def given(state: State, unit: Unit, said: str) -> tuple[Condition, Changes]:
    """RC-GM-8: the condition of `give M1 shielded 2`, and the fields that change with it."""
    name = condition_named(said)
    amount = next((int(word) for word in said.split() if word.isdecimal()), 0)
    if name == "shielded" and not amount:
        raise refuse("shielded needs a number: give M1 shielded 2")
    until = state.flow.turn if name in FOR_ONE_TURN else 0
    changes: Changes = {}
    if name == "rising":
        changes = {"moveleft": unit.move // 2, "action": False}
    elif name == "ko":
        changes = {"moveleft": 0, "action": False}
    return Condition(name, until, amount if name == "shielded" else 0), changes


def condition_named(said: str) -> str:
    """RC-GM-7: the name of a condition in a text.  Raises `Refusal` if there is no such one."""
    name = "".join(word for word in said.lower().split() if not word.isdecimal())
    if name not in CONDITIONS:
        raise refuse(f"there is no condition {said[:40]}; there are {', '.join(CONDITIONS)}")
    return name


# 3.4, RC-STATE-1: the expectations that cases may have of a state.


def expect(state: State, text: str) -> Finding:
    """Compare the state with one `=` line of a case.  Raises `ValueError` for a bad line."""
    words = text.split()
    subject = words[0].upper() if words else ""
    cell = plain_cell(subject)
    if cell is not None:
        return about_cell(state, cell, words[1:])
    if subject == "ARMY" and len(words) > 3 and words[1].isdecimal():
        return about_army(state, int(words[1]), words[2].lower(), " ".join(words[3:]))
    if subject == "GAME" and len(words) > 2 and words[1].lower() in ("dice", "stage"):
        tray = str(len(state.flow.tray))
        return compare(" ".join(words[2:]), tray if words[1].lower() == "dice" else state.stage)
    if is_house(state, subject):
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
    """An attribute of 3.4 as text.  Raises `ValueError` if a model has no such attribute."""
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
    """The place of a model or cell, and the model.  Raises `ValueError` if there is none."""
    cell = plain_cell(of)
    if cell is not None:
        return eye_at(cell), None
    other = state.find(of)
    if other is None:
        raise ValueError(f"there is no {of[:40]!r}")
    return eye(other), other


def about_cell(state: State, cell: Cell, words: list[str]) -> Finding:
    """`5,6 terrain rubble`, `5,6 elevation 3`, `5,6 light smoke`, `5,6 item skrap`, `marker B1`."""
    if len(words) < 2 or not state.ground.holds(cell):
        raise ValueError(f"nothing can be asked of {cell[0]},{cell[1]}: {' '.join(words)[:60]!r}")
    value = " ".join(words[1:])
    match words[0].lower():
        case "terrain" | "elevation" | "light" as name:
            return compare(value, ground_value(state, cell, name))
        case "item":
            return one_of(value, items_at(state, cell))
        case "marker":
            sectors = [marker.sector for marker in state.markers if marker.at == cell]
            names = [sector_text(state.ground, sector) for sector in sectors]
            houses = [sector.partition(".")[0] for sector in sectors]
            return one_of(value, [*names, *sectors, *houses])
    raise ValueError(f"a cell has no {words[0][:40]!r}")


def ground_value(state: State, cell: Cell, name: str) -> str:
    """The terrain, elevation or light of a cell."""
    match name:
        case "terrain":
            return NAMES.get(relief(state.ground).char(cell), "open")
        case "elevation":
            return state.ground.heights[state.ground.index(cell)]
    return light_at(state, cell)


def items_at(state: State, cell: Cell) -> list[str]:
    """RC-CARRY-8: the things that lie in a cell, bodies of knocked-out models included."""
    lying = [item.name for item in state.items if item.at == cell and not item.carrier]
    out = [
        f"body of {unit.ref}"
        for unit in state.on_board()
        if unit.at == cell and unit.has("ko") and not unit.borne_by
    ]
    return [*lying, *sorted(out, key=order_of)]


def one_of(value: str, found: list[str]) -> Finding:
    """Compare a value with several things: one of them, the whole list, or `none`."""
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
    values = {
        "hits": str(sector.hits),
        "collapsed": "no" if sector.standing else "yes",
        "armor": str(building.armor),
        "roof": str(building.roof),
    }
    return expected(values, words[0].lower(), words[1], "sector")


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
    return expected(values, attribute, value, "seat")


def expected(values: Mapping[str, str], name: str, value: str, what: str) -> Finding:
    """Compare a value with the one of that name.  Raises `ValueError` if there is no such name."""
    if name not in values:
        raise ValueError(f"a {what} has no {name[:40]!r}")
    return compare(value, values[name])
