"""The news of a turn: what changed for each army, in one line each."""

from collections.abc import Iterator, Sequence

from rules.candlebre import events as ev
from rules.candlebre.events import war as wv
from rules.candlebre.naming import names_of
from rules.candlebre.realm.income import gold_income
from rules.candlebre.state import Realm, State
from rules.candlebre.telling.key import levels_text
from rules.candlebre.telling.phrases import short
from rules.candlebre.telling.view import moment
from rules.candlebre.units import NOBODY, Tally, added
from rules.candlebre.words import side_name
from rules.line.events import Event


def summary(state: State, events: Sequence[Event]) -> tuple[str, ...]:
    """Provinces won and lost, units lost, what each army has now, and who is to act."""
    lines: list[str] = []
    for realm in state.realms:
        news = "; ".join(part for part in news_of(state, realm.seat, events) if part)
        lines.append(f"{side_name(realm.seat)}: {has_now(state, realm)}{news and '; '}{news}")
    offers = len(state.offers) + len(state.proposals)
    if offers:
        lines.append(f"open offers and proposals: {offers}")
    return (*lines, moment(state))


def has_now(state: State, realm: Realm) -> str:
    """`12 provinces, 120 + 121 gold (income 260), honor 23, influence 4, M2 I0 E1`."""
    if realm.eliminated:
        return "eliminated"
    provinces = len(state.owned(realm.seat))
    gold = f"{realm.military} + {realm.civil} gold (income {gold_income(state, realm.seat)})"
    court = f"honor {realm.honor}, influence {realm.influence}, {levels_text(state, realm)}"
    return f"{provinces} provinces, {gold}, {court}"


def news_of(state: State, seat: int, events: Sequence[Event]) -> Iterator[str]:
    """`takes Brindle; loses Corrin; lost 3 Inf; captured 1 Arc; GL2 captured`."""
    won, lost = changed(seat, events)
    yield f"takes {names_of(state, won)}" if won else ""
    yield f"loses {names_of(state, lost)}" if lost else ""
    killed, captured = NOBODY, NOBODY
    for event in events:
        fallen, taken = losses(seat, event)
        killed, captured = added(killed, fallen), added(captured, taken)
        if isinstance(event, wv.LeaderCaptured) and event.owner == seat:
            yield f"GL{event.number} captured by {side_name(event.captor)}"
        if isinstance(event, ev.LeaderDied) and event.owner == seat:
            yield f"GL{event.number} dead"
    yield f"lost {short(killed)}" if any(killed) else ""
    yield f"captured from it {short(captured)}" if any(captured) else ""


def changed(seat: int, events: Sequence[Event]) -> tuple[list[int], list[int]]:
    """The provinces that a seat has won and lost, in order."""
    won: list[int] = []
    lost: list[int] = []
    for event in events:
        match event:
            case ev.ProvinceTaken(new, province, former) if new != former:
                won += [province] if new == seat else []
                lost += [province] if former == seat else []
            case wv.BattleOver(province, attacker, defender, taken=True):
                won += [province] if attacker == seat else []
                lost += [province] if defender == seat else []
            case ev.Revolted(former, province):
                lost += [province] if former == seat else []
    return list(dict.fromkeys(won)), list(dict.fromkeys(lost))


def losses(seat: int, event: Event) -> tuple[Tally, Tally]:
    """Units of a seat that an event killed, and those that it made captives."""
    match event:
        case wv.LossesTaken(seat=owner, killed=killed, captured=captured) if owner == seat:
            return killed.tally, captured.tally
        case wv.Withdrew(seat=owner, caught=caught) if owner == seat:
            return (NOBODY, caught) if event.captor else (caught, NOBODY)
        case wv.EnginesTaken(seat=owner, units=units) if owner == seat:
            return (NOBODY, units.tally) if event.captor else (units.tally, NOBODY)
        case ev.UnitsGone(seat=owner, units=units) if owner == seat:
            return units.tally, NOBODY
        case _:
            return NOBODY, NOBODY
