"""Sections 4, 5 and 6.4, told briefly: set-up, turns, cards in hand, the GM, draws, the end."""

from rules.display.acts import in_ranges, overridden, said_of
from rules.display.words import listed
from rules.line.errors import Refusal
from rules.line.events import Overridden, PhaseBegan, Refused, Resigned, SharedEvent, TurnPassed
from rules.line.flow import seat_name
from rules.numbers.grid import cell_of
from rules.rulescrusade import events as ev
from rules.rulescrusade.attributes import ground_value, unit_value
from rules.rulescrusade.field.terrain import relief
from rules.rulescrusade.state import STANDING, State
from rules.rulescrusade.telling.report import spot_text
from rules.rulescrusade.telling.teller import Teller, faces_text

# --- the set-up ---------------------------------------------------------------------------------


def _roll_off(teller: Teller, event: ev.RolledOff) -> None:
    """RC-DICE-9: `Roll-off (first turn): army 1 R1 R3 = 4, army 2 R2 R3 = 5: army 2 wins`."""
    rolls = ", ".join(
        f"{seat_name(seat)} {faces_text(faces)} = {total}" for seat, faces, total in event.rolls
    )
    teller.thrown.clear()
    act = teller.begin(f"roll-off ({event.purpose})")
    act.sum(rolls)
    act.result("", f"{seat_name(event.winner)} wins")


def _deploying(teller: Teller, event: ev.Deployed | ev.ChitDealt) -> None:
    match event:
        case ev.Deployed(ref, to, hidden):
            away = ", hidden" if hidden else ""
            where = f"{spot_text(teller.now, to)}{away}"
            dealt = teller.current
            if dealt is not None and dealt.head.startswith(f"{ref} as "):
                teller.acts.remove(dealt)
                teller.current = teller.acts[-1] if teller.acts else None
                ref = dealt.head
            teller.item("is deployed at|are deployed at", ref, where)
        case ev.ChitDealt(_, chit, model, back):
            again = "" if back is None else f" instead of {back or 'nothing'}"
            act = teller.here()
            name = f"{chit} as {model or 'nothing'}{again}"
            if any(who == chit for who, _ in act.items):
                act.items = [(name if who == chit else who, at) for who, at in act.items]
            else:
                teller.begin(name)


# --- turns, standing orders, hands --------------------------------------------------------------


Turning = ev.TurnEnded | ev.TurnBegan | ev.StandingOrderGiven | ev.ShambleRolled


def _turns(teller: Teller, event: Turning) -> None:
    match event:
        case ev.TurnEnded(seat):
            if not _only_results(teller):
                teller.begin("")
            teller.here().head, teller.here().kind = f"{seat_name(seat)} ends its turn", "turn"
        case ev.TurnBegan(seat, number, skipped):
            if skipped:
                teller.result("", f"{seat_name(seat)} is passed over", strong=False)
            else:
                if teller.current is None or teller.current.kind != "turn":
                    teller.begin("", kind="turn")
                teller.here().sum("")
                teller.result("", f"round {number}, {seat_name(seat)} to act")
                teller.here().sum("")
        case ev.StandingOrderGiven(_, ref, attribute, value):
            said = f"has the standing order {attribute} {value or 'as usual'}"
            teller.item(f"{said}|{said.replace('has', 'have', 1)}", ref, "")
        case ev.ShambleRolled(refs, move):
            dice = teller.all_dice()
            act = teller.begin(f"{in_ranges(refs)} may move {move} this turn", actors=refs)
            if dice:
                act.sum(dice)


def _only_results(teller: Teller) -> bool:
    """Has only one act been told so far, without a head of its own?"""
    act = teller.current
    return act is not None and not act.head and len(teller.acts) == 1


def _hands(teller: Teller, event: ev.HandDrawn | ev.CardNamed | ev.HandDiscarded) -> None:
    match event:
        case ev.HandDrawn(_, cards):
            act = teller.here()
            act.sum(listed(cards))
        case ev.CardNamed(ref, _, card, target):
            whom = f" for {target}" if target else ""
            teller.here().head = f"{ref} readies {card}{whom}"
        case ev.HandDiscarded(_, cards, taken_back):
            back = f"; takes {taken_back} back" if taken_back else ""
            if teller.current is None:
                teller.begin("discards")
            teller.here().sum(f"{listed(cards)}{back}")


# --- the GM -------------------------------------------------------------------------------------


Values = (
    ev.UnderChit | ev.UnitSet | ev.ArmySet | ev.GroundChanged | ev.ItemsChanged | ev.MarkersChanged
)


def _values(teller: Teller, event: Values) -> None:
    """Tell what the GM set: `M1 hits 2 → 1`."""
    match event:
        case ev.UnderChit(unit=unit):
            name = f"{unit.kind} {unit.ref}" if unit is not None else "nothing"
            teller.here().sum(f"stands for {name}")
        case ev.UnitSet(ref, what):
            name = what.split()[2].lower() if len(what.split()) > 3 else ""
            teller.begin(_changed(teller.now, ref, name, what.split(None, 3)[-1]) if name else what)
        case ev.ArmySet(seat, what, changes):
            old = _army_value(teller.now, seat, changes[0][0]) if changes else ""
            teller.begin(_with_old(what.removeprefix("set "), old))
        case ev.GroundChanged(_, what):
            teller.begin(_with_old(what.removeprefix("set "), _ground_value(teller.now, what)))
        case ev.ItemsChanged(_, what) | ev.MarkersChanged(_, what):
            if what:
                teller.begin(what.removeprefix("set ").removeprefix("put "))


def _changed(state: State, ref: str, name: str, value: str) -> str:
    """`M1 hits 2 → 1`."""
    unit = state.unit(ref)
    if name in STANDING:
        return f"{ref} {name} {getattr(unit, name)} → {value}"
    try:
        old = unit_value(state, unit, name)
    except (ValueError, Refusal):
        old = ""
    label = name.removeprefix("weapon:").replace("_", " ") if name.startswith("weapon:") else name
    return f"{ref} {label} {old} → {value}" if old else f"{ref} {label} → {value}"


def _army_value(state: State, seat: int, name: str) -> str:
    """The value of a seat's field before the change."""
    found = getattr(state.army(seat), name)
    return (", ".join(found) or "none") if isinstance(found, tuple) else str(found)


def _with_old(what: str, old: str) -> str:
    """`army 2 points 3 → 5`: put the old value before the new one."""
    *names, value = what.split()
    if what.startswith("army ") and len(names) > 2:
        names, value = what.split()[:3], what.split(None, 3)[-1]
    return f"{' '.join(names)} {old} → {value}" if old and names else what


def _ground_value(state: State, what: str) -> str:
    """The old value of one cell or sector; empty for an area."""
    words = what.split()
    if len(words) != 4 or words[0] != "set":
        return ""
    if words[2] == "hits":
        sector = relief(state.ground).sectors.get(words[1] if "." in words[1] else f"{words[1]}.1")
        return str(sector.hits) if sector is not None else ""
    cell = cell_of(words[2])
    if cell is None or words[1] not in ("terrain", "elevation", "light"):
        return ""
    return ground_value(state, cell, words[1])


# --- events of every system ---------------------------------------------------------------------


def _shared(teller: Teller, event: SharedEvent) -> None:
    match event:
        case Overridden():
            teller.begin(overridden(teller.now.flow, event))
        case Refused(_, why):
            teller.refused.append(why)
        case PhaseBegan() | TurnPassed() | Resigned():
            pass
        case _:
            act = said_of(event)
            if act is not None:
                teller.take(act)


SEATS = (_roll_off, _deploying, _turns, _hands, _values, _shared)
