"""MD-REP in few lines: a line of orders and what came of it, as chat and console say it."""

from collections.abc import Callable, Sequence

from rules.display.acts import Act, in_ranges, lines_of
from rules.display.view import Line
from rules.line import overrides
from rules.line.events import Event, Rolled
from rules.line.flow import seat_name
from rules.line.orders import EndPhase, Order
from rules.line.overrides import Timeout
from rules.machinadei import overrides as own
from rules.machinadei.apply import apply
from rules.machinadei.state import State
from rules.machinadei.telling.battles import battles
from rules.machinadei.telling.marches import marches
from rules.machinadei.telling.parts import parts
from rules.machinadei.telling.teller import Teller

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
    teller = Teller(state, tuple(orders))
    if any(isinstance(order, EndPhase | own.EndPhaseFor | Timeout) for order in orders):
        phase = DEPLOYMENT if state.flow.phase == "deploy" else state.flow.phase.capitalize()
        teller.begin(f"{seat_name(state.flow.turn)} ends {phase}", "phase")
    for event in events:
        tell(teller, event)
        teller.now = apply(teller.now, event)
    if teller.phase:
        teller.open_phase()
    acts = teller.acts
    if teller.loaded and acts:
        thrown = [act for act in acts if act.thrown]
        (thrown or acts)[-1].suffix = " (loaded by the GM)"
    for act in acts:
        if act.items:
            act.head = told_together(act)
    if any(isinstance(order, OF_GM) for order in orders):
        for act in acts[:1]:
            act.prefix = "GM: "
    return lines_of(list(acts))


def tell(teller: Teller, event: Event) -> None:
    """One event; dice are told with the roll that they belong to."""
    if isinstance(event, Rolled):
        teller.loaded = teller.loaded or event.loaded
        return
    for chapter in CHAPTERS:
        if chapter(teller, event):
            return
    raise AssertionError(f"nothing is told of {type(event).__name__}")


def told_together(act: Act) -> str:
    """`Legion1 advances 5" to 16,23`, `Legion1-Legion2 advance 5" to 16,23 24,23`."""
    one, several = act.kind.split("|")
    who = in_ranges([ref for ref, _ in act.items])
    places = [where for _, where in act.items if where]
    verb = several if len(act.items) > 1 else one
    return " ".join(part for part in (who, verb, " ".join(places)) if part)
