"""Sections 7.1 to 7.3 in few words: how units come, move, charge and flee."""

from rules.display.acts import Result
from rules.display.words import counted
from rules.line.events import Event
from rules.line.flow import seat_name
from rules.machinadei import events as ev
from rules.machinadei.orders import place
from rules.machinadei.state import Unit, key
from rules.machinadei.telling.teller import Teller

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
