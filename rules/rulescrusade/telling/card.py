"""Cards of models, types and weapons; price lists; the reach of a model."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from rules.border.questions import gathered
from rules.display.acts import cells_in_ranges
from rules.display.telling import Card, Reach, Zone
from rules.display.view import Line, Span, line, unstyled
from rules.display.words import counted
from rules.line.errors import Refusal, required
from rules.line.flow import seat_name
from rules.line.said import Words, filled
from rules.numbers.arith import half_up
from rules.numbers.chances import folded
from rules.numbers.grid import Cell
from rules.rulescrusade import orders as od
from rules.rulescrusade.adjudicate import refused
from rules.rulescrusade.checks import RED, WHITE
from rules.rulescrusade.field.routes import Search
from rules.rulescrusade.field.sight import adjacent_units, apart, cover, eye, eye_at, sight
from rules.rulescrusade.field.terrain import penalty
from rules.rulescrusade.fight.arms import FIRED
from rules.rulescrusade.march.charge import bonus, spots_by
from rules.rulescrusade.plans import foreseen
from rules.rulescrusade.play.odds import as_known
from rules.rulescrusade.sheets import MEANINGS, MISHAPS, Dice, ForceList, ModelType, Weapon
from rules.rulescrusade.state import STANDING, Arm, State, Unit, in_order, shown_to_all
from rules.rulescrusade.telling.key import beneath, condition_words, hits_text, labels, where
from rules.rulescrusade.telling.report import inches_text
from rules.rulescrusade.words import Who, cell_text, means

# RC-DATA-2: weapons in words: dice, chances, effects, fails.


ARMOUR = (0, 1, 2, 3)
"""The values for which chances are shown: those of most targets, cover included."""


FACTS = (
    "{kind}[, {hands:hands}][, {dice}][, template {template}][, grazes {graze}]"
    "[, {fail:mishap}][, {effects:meanings}]"
)
"""What a card says of a weapon."""

WORDS: Words = {
    "hands": lambda number: counted(number, "hand"),
    "mishap": MISHAPS.__getitem__,
    "meanings": lambda effects: ", ".join(MEANINGS[effect] for effect in effects),
}


def worn_line(state: State, arm: Arm) -> Line:
    """The line of a model's weapon, with its state if it is not ready."""
    weapon = state.weapons.get(arm.name.lower())
    if weapon is None:
        return (Span(arm.name, strong=True),)
    said = weapon_line(weapon)
    return said if arm.ready else (*said[:1], Span(f" ({arm.state})", strong=True), *said[1:])


def weapon_line(weapon: Weapon) -> Line:
    """`Bolter` strong, then `basic, 2 hands, 1R+1W, grazes W, jams; hurts armour 1: 44%`."""
    facts = filled(FACTS, weapon, WORDS)
    return (Span(weapon.name, strong=True), Span(f" {facts}{needs(weapon)}"))


def needs(weapon: Weapon) -> str:
    """The chances of a shot: `; within 11 inches hurts armour 0: 72%, 1: 47%, ...`."""
    if weapon.kind == "melee" or weapon.dice == Dice() or "Smoke" in weapon.effects:
        return ""
    ways = spread(weapon.dice)
    told = ", ".join(f"{armour}: {chance(weapon, armour, ways)}%" for armour in ARMOUR)
    far = "at any range" if "IR" in weapon.effects else "within 11 inches"
    return f"; {far} hurts armour {told}"


def chance(weapon: Weapon, armour: int, ways: Mapping[int, int]) -> int:
    """RC-SHOOT-8: the percentage of shots whose total is above the value, without rerolls."""
    value = 0 if "IA" in weapon.effects else armour
    bonus = weapon.dice.modifier + ("AP" in weapon.effects and armour > 0)
    bonus += "Targeter" in weapon.effects
    above = sum(count for total, count in ways.items() if total + bonus > value)
    return half_up(100 * above, sum(ways.values()))


def spread(dice: Dice) -> Mapping[int, int]:
    """The ways of each total of these dice; totals above any armour count as one."""
    most = max(0, ARMOUR[-1] + 1 - dice.modifier)
    thrown = [("", die) for die in (*[RED] * dice.reds, *[WHITE] * dice.whites)]
    return folded(thrown, 0, lambda total, _, face: min(most, total + face), lambda total: total)


# RC-DATA-1, RC-DATA-2: the card of a model as it is now, of a type as printed, of a weapon.


def card(state: State, viewer: int | None, name: str) -> Card | None:
    """The card of a reference, a type or a weapon; None if the viewer knows no such thing."""
    wanted = " ".join(name.split())
    unit = state.find(wanted)
    if unit is not None and is_known(unit, viewer):
        return of_chit(state, viewer, unit) if unit.chit else of_model(state, viewer, unit)
    for kind in state.models.values():
        if means(wanted, kind.name) or wanted.upper() == kind.letters.upper():
            return of_type(state, kind)
    weapon = state.weapons.get(wanted.lower())
    if weapon is not None:
        told = unstyled(weapon_line(weapon)[1:]).strip()
        return Card(weapon.name, "weapon", (line(told),), ("RC-DATA-2",))
    return None


def is_known(unit: Unit, viewer: int | None) -> bool:
    """RC-VIEW-1: may the viewer know of it?  Models under chits are known to their own seat."""
    return unit.place in ("board", "reserve", "dead") or viewer in (0, unit.seat)


def card_names(state: State, viewer: int | None) -> tuple[str, ...]:
    """All names that have a card: references in the match, types, weapons."""
    return (
        *(unit.ref for unit in shown_to_all(state)),
        *(kind.name for kind in state.models.values()),
        *(weapon.name for weapon in state.weapons.values()),
    )


# --- one model ----------------------------------------------------------------------------------


def of_model(state: State, viewer: int | None, unit: Unit) -> Card:
    """`M1 Marine`, `army 1 · 8 points · normal size`, then what it is and can do now."""
    facts = (seat_name(unit.seat), counted(unit.value, "point"), f"{unit.size} size")
    lines = [
        line(" · ".join(now_of(state, unit))),
        line(body_of(unit)),
        *(worn_line(state, arm) for arm in unit.weapons),
        *(line(text) for text in gear_of(unit.traits)),
    ]
    orders = standing_of(unit) if viewer in (0, unit.seat) else ""
    if orders:
        lines.append(line(orders))
    return Card(f"{unit.ref} {unit.kind}", " · ".join(facts), tuple(lines), ("RC-DATA-1",))


def now_of(state: State, unit: Unit) -> Iterator[str]:
    """Yield hits, place, conditions and what is left of its turn."""
    yield hits_text(unit)
    if unit.place == "board":
        yield f"at {where(state, unit)}"
    else:
        yield {"reserve": "not deployed", "dead": "killed"}.get(unit.place, "hidden under a chit")
    yield from condition_words(unit)
    if unit.boss != unit.seat:
        yield f"obeys {seat_name(unit.boss)}"
    if state.flow.phase == "play" and state.flow.turn == unit.boss and unit.standing:
        if unit.done:
            yield "has finished its activation"
        else:
            yield f"{unit.moveleft} of {unit.move} inches left"
            yield "has its action" if unit.action else "has used its action"


def body_of(unit: Unit) -> str:
    """`Move 6 · armour 2 · melee 1R+2W, grazes S`."""
    psy = f" · psychic level {unit.psy}" if unit.psy else ""
    move = f"Move {unit.move} · armour {unit.armor} · hits {unit.maxhits}"
    return f"{move} · melee {unit.melee}, grazes {unit.graze}{psy}"


def gear_of(traits: tuple[str, ...]) -> Iterator[str]:
    """Yield the line of its abilities, if it has any."""
    if traits:
        yield f"Abilities: {', '.join(traits)}"


def standing_of(unit: Unit) -> str:
    """RC-REACT-1: its standing orders that differ from the defaults, for its own seat."""
    said = [
        f"{name} {getattr(unit, name)}"
        for name, values in STANDING.items()
        if getattr(unit, name) != values[0]
    ]
    if unit.loadout is not None:
        said.append(f"loadout {', '.join(unit.loadout) or 'none'}")
    if unit.readied:
        said.append(f"has {unit.readied} ready")
    return f"Standing orders: {', '.join(said)}" if said else ""


def of_chit(state: State, viewer: int | None, chit: Unit) -> Card:
    """RC-CHIT-2: the card of a chit, with what it stands for if the viewer may know."""
    place = f"at {where(state, chit)}" if chit.place == "board" else "not deployed"
    known = chit.has("scanned") or viewer in (0, chit.seat)
    lines = [line(f"{place} · moves {chit.move}")]
    if known and chit.place == "board":
        lines.append(line(beneath(state, chit)))
    return Card(f"{chit.ref} chit", seat_name(chit.seat), tuple(lines), ("RC-CHIT-2",))


# --- types and prices ---------------------------------------------------------------------------


def of_type(state: State, kind: ModelType) -> Card:
    """The card of a type of model as printed, with its price."""
    bought = kind.name not in state.library.summoned
    price = counted(kind.value, "point") if bought else "cannot be bought"
    heavy = f" ({kind.heavy_move} with a heavy weapon)" if kind.heavy_move is not None else ""
    told = f"Move {kind.move}{heavy} · armour {kind.armor} · hits {kind.hits}"
    lines: list[Line] = [line(f"{told} · melee {kind.melee}, grazes {kind.graze}")]
    lines += [worn_line(state, Arm(name)) for name in kind.weapons]
    lines += [line(text) for text in gear_of(kind.traits)]
    head = f"{kind.letters} · {price} · {kind.size} size"
    return Card(kind.name, head, tuple(lines), ("RC-DATA-1",))


def price_list(state: State, viewer: int | None, faction: str = "") -> tuple[str, ...]:
    """RC-SETUP-9: the lists and types with prices; `faction` narrows them to a list's name."""
    wanted = " ".join(faction.lower().split())
    lists = [one for one in state.library.lists if wanted in one.name.lower()]
    types = [one for one in state.models.values() if one.name not in state.library.summoned]
    if wanted:
        letters = {ref.rstrip("0123456789") for force in lists for ref in force.refs}
        types = [one for one in types if one.letters in letters or wanted in one.name.lower()]
    return (*map(list_line, lists), *map(type_line, types))


def factions(state: State) -> tuple[str, ...]:
    """RC-SETUP-9: the lists within the budget, and the seats that have taken them."""
    budget = state.rules.budget
    return tuple(
        list_line(force)
        + "".join(
            f"; {seat_name(army.seat)}"
            for army in state.armies
            if army.list_name.lower() == force.name.lower()
        )
        for force in state.library.lists
        if not budget or force.cost <= budget
    )


def list_line(force: ForceList) -> str:
    """`Vanguard squad 50 points: S1, M1-M3, GN1`."""
    chits = f", under chits with {counted(force.blanks, 'blank')}" if force.chits else ""
    points = counted(force.cost, "point")
    return f"{force.name} {points}: {labels(list(force.refs))}{chits}"


def type_line(kind: ModelType) -> str:
    """`M Marine 8 points, M6 A2 H1, melee 1R, Bolter, Knife`."""
    arms = f", {', '.join(kind.weapons)}" if kind.weapons else ""
    points = counted(kind.value, "point")
    numbers = f"M{kind.move} A{kind.armor} H{kind.hits}, melee {kind.melee}"
    return f"{kind.letters} {kind.name} {points}, {numbers}{arms}"


# `can M1 charge O1`: a question that can be asked in any turn.


def can_charge(state: State, viewer: int | None, name: str, target: str) -> tuple[str, ...]:
    """RC-CHARGE-1 to RC-CHARGE-4: can one unit charge another: yes and where to, or no and why?

    From where both stand, with its whole move left in another seat's turn.  RC-VIEW-1: without the
    secrets of others.
    """
    known = as_known(state, viewer or 0) if viewer != 0 else state
    unit, foe = on_board(known, name), on_board(known, target)
    asked = f"Can {unit.ref} charge {foe.ref}?"
    if unit.chit:
        return (f"{asked} Nobody knows: it is a chit. (RC-VIEW-1)",)
    early = "before the battle begins nobody charges"
    then = required(foreseen(known, unit.boss, unit.ref, "charge"), "RC-TURN-2", early)
    why = refused(then, unit.boss, od.Charge(Who((unit.ref,)), (foe.ref,)))
    if why is not None:
        return (f"{asked} No: {why.why}. ({why.rule})",)
    now = then.unit(unit.ref)
    if adjacent_units(then, now, foe):
        return (f"{asked} Yes: it stands next to it.",)
    spots, budget = spots_by(then, now, foe), now.moveleft + bonus(then, now)
    route = Search(then, now).best(spots, budget)
    if route is None:
        return (f"{asked} Yes.",)
    return (f"{asked} Yes: to {cell_text(route.end[:2])}, {route.cost} of {budget} inches.",)


def on_board(state: State, name: str) -> Unit:
    """RC-ORD-3: the unit of that name on the board.  Raises `Refusal` if there is none."""
    unit = state.find(" ".join(name.split()))
    if unit is None or unit.place != "board":
        raise Refusal("RC-ORD-3", f"There is no {name.strip()[:40]} on the board")
    return unit


# The reach of a model from where it stands: cells to be drawn, and targets.


FULL = 11
"""RC-GEO-5: the longest range in inches without a penalty."""


def reach(state: State, viewer: int | None, name: str) -> Reach | None:
    """RC-MOVE-12, RC-MOVE-14, RC-GEO-5: where a unit can move and run, and what it can shoot.

    Counted for a whole move.  RC-VIEW-1: without the secrets of others.  None if no such unit
    stands on the board.
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
    """The cells where a unit may end within so many inches."""
    fresh = replace(unit, moveleft=inches, began=None)
    spots = Search(state, fresh).reach(inches)
    cells = sorted({(spot[0] - 1, spot[1] - 1) for spot in spots if spot != unit.spot})
    return Zone(f"{verb} {inches}", tuple(cells))


def field(state: State, unit: Unit) -> Iterator[Cell]:
    """Yield the cells that a unit sees without a range penalty, counted from 0."""
    origin = eye(unit)
    for cell in state.ground.cells():
        place = eye_at(cell)
        near = cell != unit.at and apart(state, origin, place) <= FULL
        if near and sight(state, origin, place) != "none":
            yield cell[0] - 1, cell[1] - 1


def told(cells: tuple[Cell, ...]) -> str:
    """Cells counted from 0 as text counted from 1: `5,4-8 6,4`."""
    return cells_in_ranges((row + 1, column + 1) for row, column in cells) or "nowhere"


def targets(state: State, unit: Unit, weapon: Weapon) -> str:
    """`Bolter: O3 (12 inches -1, front cover), O4 (9 inches)`: the enemies that it could shoot."""
    found = []
    for foe in in_order(state.on_board()):
        if (facts := shot(state, unit, weapon, foe)) is not None:
            found.append(f"{foe.ref} ({facts})")
    return f"{weapon.name}: {', '.join(found) or 'nobody in sight'}"


def shot(state: State, unit: Unit, weapon: Weapon, foe: Unit) -> str | None:
    """The facts of a shot: `12 inches -1, front cover`; None if it cannot be made."""
    if state.friends(foe, unit) or foe.chit or not foe.standing:
        return None
    hidden = foe.has("hidden") and "Burn" not in weapon.effects
    if hidden or sight(state, eye(unit), eye(foe)) == "none":
        return None
    inches = apart(state, eye(unit), eye(foe))
    away = 0 if "IR" in weapon.effects else penalty(inches)
    kinds = "+".join(cover(state, eye(unit), foe))
    facts = inches_text(inches) + (f" -{away}" if away else "")
    return f"{facts}{f', {kinds} cover' if kinds else ''}"


def arms_of(state: State, unit: Unit) -> list[Weapon]:
    """The weapons that it could shoot or throw now."""
    arms = [state.weapon(arm.name) for arm in unit.weapons if arm.ready]
    return [one for one in arms if one.kind in (*FIRED, "grenade", "digi")]


def threats(state: State, viewer: int | None, name: str) -> tuple[str, ...]:
    """RC-GEO-5, RC-VIEW-1: the enemies that could shoot a model if nobody moves.

    Chits and cards of others are not considered.  Raises `Refusal` for a name that is no model on
    the board.
    """
    known = as_known(state, viewer or 0) if viewer != 0 else state
    target = known.find(name)
    if target is None or target.place != "board" or target.chit or not target.standing:
        why = f"{' '.join(name.split())[:60]} is no model that stands on the board"
        raise Refusal("RC-VIEW-1", why)
    return gathered(aimed_at(known, target))


def aimed_at(state: State, target: Unit) -> Iterator[str]:
    """Yield `O2: Slug Pistol 6 inches, front cover`, enemy by enemy."""
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
