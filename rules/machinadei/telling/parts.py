"""Sections 5, 6.12 and 6.13 in few words: whose part it is, what the GM set, draws, the end."""

from rules.display.acts import said_of
from rules.line.events import Event, Overridden, PhaseBegan, TurnPassed
from rules.line.flow import seat_name
from rules.line.overrides import Set
from rules.machinadei import events as ev
from rules.machinadei.attributes import ATTRIBUTES
from rules.machinadei.orders import place
from rules.machinadei.state import State, Unit
from rules.machinadei.telling.teller import Teller
from rules.machinadei.telling.view import shown


def parts(teller: Teller, event: Event) -> bool:
    """One event of these sections; False if it is none."""
    return any(chapter(teller, event) for chapter in (_sequence, _gm, _shared))


def _sequence(teller: Teller, event: Event) -> bool:
    match event:
        case ev.BattleCreated(options):
            size = dict(options)
            teller.begin(f"{size['width']} x {size['height']} cells, {size['points']} points each")
        case PhaseBegan(number, phase):
            if teller.phase:
                teller.passed.append(teller.phase)
            name = phase.capitalize()
            teller.phase = f"Turn {number}, {name}" if phase == "move" else name
            if phase == "over":
                teller.phase = ""
        case TurnPassed(turn):
            if turn:
                teller.open_phase(f"{seat_name(turn)} to act")
        case ev.FirstChosen(seat):
            if any(isinstance(order, Set) for order in teller.orders):
                teller.begin(f"first {seat_name(teller.now.first)} → {seat_name(seat)}")
        case ev.PartSkipped() | ev.MarksCleared():
            pass
        case ev.Shown(what):
            lines = shown(teller.now, what)
            for text in lines[:1] if what == "board" else lines:
                teller.begin(text)
        case _:
            return False
    return True


# --- the GM -------------------------------------------------------------------------------------


def _gm(teller: Teller, event: Event) -> bool:
    match event:
        case ev.UnitRemoved(ref):
            teller.begin("").result(ref, "removed", True)
        case ev.UnitPlaced(ref, at, facing):
            unit = teller.now.find(ref)
            old = place(unit.position) if unit is not None else ""
            turned = unit is not None and facing and facing != unit.facing
            now = f"{place(at)} facing {facing}" if turned else place(at)
            teller.begin(f"{ref} at {old} → {now}")
        case ev.UnitChanged(unit, attribute, value):
            teller.begin(changed(teller.now, unit, attribute, value))
        case ev.ArmyChanged(seat, attribute, before, value):
            teller.begin(f"{seat_name(seat)} {attribute} {before} → {value}")
        case ev.TypesImported(blocks):
            teller.begin(f"imported: {', '.join(block.name for block in blocks)}")
        case _:
            return False
    return True


def changed(state: State, unit: Unit, attribute: str, value: str) -> str:
    """`Legion1 models 20 → 12`; `Legion1 no longer broken`."""
    if value in ("given", "cleared"):
        return f"{unit.ref} {'' if value == 'given' else 'no longer '}{attribute}"
    old = state.find(unit.ref)
    read = ATTRIBUTES.get(attribute)
    if old is None:
        return f"{unit.ref} {attribute} → {value}"
    if read is None:
        counts = dict(old.uses)
        news = [(name, left) for name, left in unit.uses if counts.get(name) != left]
        told = ", ".join(f"{name} {counts.get(name, 0)} → {left} left" for name, left in news)
        return f"{unit.ref} {told or value}"
    name = attribute.upper() if len(attribute) == 1 else attribute
    return f"{unit.ref} {name} {read(state, old)} → {read(state, unit)}"


def _shared(teller: Teller, event: Event) -> bool:
    match event:
        case Overridden(attribute, value):
            flow = teller.now.flow
            values = {"round": str(flow.round), "phase": flow.phase, "turn": seat_name(flow.turn)}
            old = values.get(attribute, "")
            teller.begin(f"{attribute} {old} → {value}" if old else f"{attribute} {value}")
        case _:
            act = said_of(event)
            if act is None:
                return False
            teller.take(act)
    return True
