"""RC-DATA-1, RC-DATA-2: a model as it is now, a type as printed, a weapon: in full, for reading."""

from collections.abc import Iterator

from rules.display.telling import Card
from rules.display.view import Line, line, unstyled
from rules.display.words import counted
from rules.line.flow import seat_name
from rules.rulescrusade.sheets import ForceList, ModelType
from rules.rulescrusade.state import STANDING, Arm, State, Unit, in_order
from rules.rulescrusade.telling.arms import weapon_line, worn_line
from rules.rulescrusade.telling.key import condition_words
from rules.rulescrusade.telling.seen import hits_text, labels, place_of
from rules.rulescrusade.words import means


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
        told = unstyled(weapon_line(state, weapon)[1:]).strip()
        return Card(weapon.name, "weapon", (line(told),), ("RC-DATA-2",))
    return None


def is_known(unit: Unit, viewer: int | None) -> bool:
    """RC-VIEW-1: what hides under a chit, or waits to be hidden, its own seat knows."""
    return unit.place in ("board", "reserve", "dead") or viewer in (0, unit.seat)


def card_names(state: State, viewer: int | None) -> tuple[str, ...]:
    """Labels on the table, types, weapons."""
    units = [one for one in state.units.values() if one.place in ("board", "reserve")]
    return (
        *(unit.ref for unit in in_order(tuple(units))),
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
    """Hits, place, conditions, what is left of its turn."""
    yield hits_text(unit)
    if unit.place == "board":
        yield f"at {place_of(state, unit)}"
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
    """What it is born with, or wears."""
    if traits:
        yield f"Abilities: {', '.join(traits)}"


def standing_of(unit: Unit) -> str:
    """RC-REACT-1: what it has been told, where that is not the usual; for its own seat."""
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
    """RC-CHIT-2: what a chit is, for those who may know."""
    place = f"at {place_of(state, chit)}" if chit.place == "board" else "not deployed"
    known = chit.has("scanned") or viewer in (0, chit.seat)
    model = state.find(chit.under) if chit.under else None
    lines = [line(f"{place} · moves {chit.move}")]
    if known and chit.place == "board":
        lines.append(line(f"{model.kind} {model.ref}" if model is not None else "nothing"))
    return Card(f"{chit.ref} chit", seat_name(chit.seat), tuple(lines), ("RC-CHIT-2",))


# --- types and prices ---------------------------------------------------------------------------


def of_type(state: State, kind: ModelType) -> Card:
    """A type as printed, with what it costs."""
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
    """RC-SETUP-9: lists with what they cost, then types; a list's name narrows it to its types."""
    wanted = " ".join(faction.lower().split())
    lists = [one for one in state.library.lists if wanted in one.name.lower()]
    types = [one for one in state.models.values() if one.name not in state.library.summoned]
    if wanted:
        letters = {ref.rstrip("0123456789") for force in lists for ref in force.refs}
        types = [one for one in types if one.letters in letters or wanted in one.name.lower()]
    return (*map(list_line, lists), *map(type_line, types))


def factions(state: State) -> tuple[str, ...]:
    """RC-SETUP-9: the lists within the budget, and who has taken them, which everybody hears."""
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
