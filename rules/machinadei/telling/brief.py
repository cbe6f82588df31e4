"""A line of orders and what came of it in few lines, as chat and console say it."""

from collections.abc import Callable, Sequence

from rules.display.acts import Result, lines_of, said_of, signed, told_together
from rules.display.view import Line
from rules.display.words import counted
from rules.line import overrides
from rules.line.events import Event, Overridden, PhaseBegan, Rolled, TurnPassed
from rules.line.flow import seat_name
from rules.line.orders import EndPhase, Order
from rules.line.overrides import Set, Timeout
from rules.machinadei import events as ev
from rules.machinadei import overrides as own
from rules.machinadei.apply import apply
from rules.machinadei.attributes import ATTRIBUTES
from rules.machinadei.orders import place
from rules.machinadei.state import State, Unit, key
from rules.machinadei.telling.battles import Teller, battles
from rules.machinadei.telling.report import report
from rules.machinadei.telling.view import shown

# Sections 7.1 to 7.3 in few words: how units come, move, charge and flee.


TOWARDS = {
    "N": "north",
    "NE": "northeast",
    "E": "east",
    "SE": "southeast",
    "S": "south",
    "SW": "southwest",
    "W": "west",
    "NW": "northwest",
}


def marches(teller: Teller, event: Event) -> bool:
    """One event of these sections; False if it is none."""
    return any(chapter(teller, event) for chapter in (_coming, _drill, _going))


def shape(unit: Unit) -> str:
    """`5 wide, facing N`, nothing for those that stand loose."""
    return f", {unit.files} wide, facing {unit.facing}" if unit.is_formation else ""


def models_text(number: int, kind: str) -> str:
    """`20 Legionary`, `Augur` if there is one."""
    return kind if number == 1 else f"{number} {kind}"


def _coming(teller: Teller, event: Event) -> bool:
    match event:
        case ev.UnitEntered(unit, how, profile, points):
            block = profile or teller.now.profiles[unit.profile]
            where = "in reserve" if unit.waits else f"at {place(unit.position)}{shape(unit)}"
            who = f"{unit.ref} ({models_text(unit.models, block.name)})"
            if how == "summoned":
                teller.result(who, f"summoned {where}", strong=True)
            elif how == "put":
                teller.begin(f"{who} for {seat_name(unit.seat)} {where}", actors=(unit.ref,))
            else:
                teller.begin(f"{who} {where}, {points} points", actors=(unit.ref,))
        case ev.ArrivalRolled(ref, die, lost, threshold, arrives):
            sums = f"{ref} from reserve: {die} + {lost} casualties = {die + lost}"
            end = "" if arrives else ": stays"
            teller.begin(f"{sums}, needs over {threshold}{end}", actors=(ref,)).thrown = True
        case ev.Arrived(unit):
            teller.result(unit.ref, f"enters at {place(unit.position)}", strong=True)
        case ev.LeftPlay(ref, how, models):
            _left(teller, ref, how, models)
        case _:
            return False
    return True


def _left(teller: Teller, ref: str, how: str, models: int) -> None:
    """`Clans1 destroyed, 30 models lost`."""
    if how in ("fled", "cut down"):
        return  # told with the flight
    lost = f"{counted(models, 'model')} lost" if models else ""
    if how == "routed":  # the check has said so
        if lost:
            teller.result(ref, lost, strong=True)
        return
    teller.result(ref, f"{how}, {lost}" if lost else how, strong=True)


def _drill(teller: Teller, event: Event) -> bool:
    match event:
        case ev.Advanced(ref, inches, _, at):
            if not _charging(teller, ref, place(at)):
                said = f'advances {inches}" to|advance {inches}" to'
                _goes_on(teller, ref, said, place(at))
        case ev.Wheeled(ref, side, angle, done, cost):
            end = f", now at {place(event.at)} facing {event.facing}" if event.complete else ""
            part = f" ({done + angle} of 90)" if done + angle < 90 else ""
            if not _charging(teller, ref, ""):
                _goes_on(teller, ref, f'wheels {side} {angle} for {cost}"{part}{end}')
        case ev.Turned(ref, way, cost, _, facing):
            price = f' for {cost}"' if cost else ""
            _goes_on(teller, ref, f"turns {way}{price}, now facing {facing}")
        case ev.Reformed(ref, at, facing, files, ranks):
            said = f"reforms {files} wide, {ranks} deep at {place(at)} facing {facing}"
            _goes_on(teller, ref, said)
        case _:
            return False
    return True


def _goes_on(teller: Teller, ref: str, said: str, where: str = "") -> None:
    """What a unit does, behind what it has just done; the same of several units is one line."""
    act = teller.current
    if "|" in said and (act is None or act.actors != (ref,)):
        teller.item(said, ref, where)
        return
    said = f"{said.partition('|')[0]} {where}".strip()
    if act is not None and act.actors == (ref,) and not act.sums and (act.items or act.head):
        if act.items:
            verb = act.kind.partition("|")[0]
            act.head, act.kind = f"{ref} {verb} {act.items[0][1]}".strip(), ""
            act.items = []
        act.head += f", {said}"
        return
    teller.begin(f"{ref} {said}", actors=(ref,))


def _charging(teller: Teller, ref: str, to: str) -> bool:
    """A step of a charge: only where it ends is told."""
    act = teller.current
    if act is None or act.kind != "charge" or act.actors != (ref,):
        return False
    if to:
        act.suffix = f", to {to}"
    return True


def _going(teller: Teller, event: Event) -> bool:
    match event:
        case ev.Charged(ref, target, inches):
            head = f'{ref} charges {target} ({inches}")'
            teller.begin(head, "charge", (ref,), (target,))
        case ev.Walked(ref, _, spots, _, _, spent):
            if not _charging(teller, ref, place(spots[0])):
                _goes_on(teller, ref, f'moves to {place(spots[0])} ({spent}" used)')
        case ev.Fled(ref, inches, direction, end):
            _fled(teller, ref, inches, direction, end)
        case _:
            return False
    return True


def _fled(teller: Teller, ref: str, inches: int, direction: str, end: str) -> None:
    """`flees 5" north as Move begins`, in the line in which it broke."""
    broke = teller.broken.get(key(ref))
    act = broke if broke is not None else teller.begin("", actors=(ref,))
    told = f'flees {inches}" {TOWARDS.get(direction, direction)}'
    several = sum(one is broke for one in teller.broken.values()) > 1
    if broke is None or several or not act.sums:
        act.result(ref, told if broke is None else f"{told} as Move begins", strong=False)
    else:
        act.sums[-1].results.append(Result("", [f"{told} as Move begins"], False, apart=True))
    if end:
        act.result(ref, end, strong=True)


# Sections 5, 6.12 and 6.13 in few words: whose part it is, what the GM set, draws, the end.


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


# MD-REP in few lines: a line of orders and what came of it, as chat and console say it.


OF_GM = (
    *(own.PutUnit, own.MoveUnit, own.BreakBy, own.Modify, own.StrikeAt, own.EndPhaseFor),
    *(own.Import, overrides.Remove, overrides.Set, overrides.Give, overrides.Clear),
    *(overrides.NextDice, overrides.Rule, overrides.Timeout),
)
"""Orders that only the GM gives."""

DEPLOYMENT = "its deployment"

CHAPTERS: tuple[Callable[[Teller, Event], bool], ...] = (marches, battles, parts)


def brief(state: State, orders: Sequence[Order], events: Sequence[Event]) -> tuple[Line, ...]:
    """The lines, for everybody (MD-INFO-1)."""
    teller = Teller(state, orders=tuple(orders))
    if any(isinstance(order, EndPhase | own.EndPhaseFor | Timeout) for order in orders):
        phase = DEPLOYMENT if state.flow.phase == "deploy" else state.flow.phase.capitalize()
        teller.begin(f"{seat_name(state.flow.turn)} ends {phase}", "phase")
    for event in events:
        tell(teller, event)
        teller.now = apply(teller.now, event)
    if teller.phase:
        teller.open_phase()
    for act in teller.acts:
        if act.items:
            act.head = told_together(act)
    thrown = [act for act in teller.acts if act.thrown] if teller.loaded else None
    return lines_of(signed(teller.acts, any(isinstance(one, OF_GM) for one in orders), thrown))


def tell(teller: Teller, event: Event) -> None:
    """One event; dice are told with the roll that they belong to, and what no chapter says in
    fewer words is said as in the report."""
    if isinstance(event, Rolled):
        teller.loaded = teller.loaded or event.loaded
    elif not any(chapter(teller, event) for chapter in CHAPTERS):
        for sentence in report(event, teller.now):
            teller.begin(sentence, actors=(getattr(event, "unit", ""),))
