"""RC-REP-4: what models do without attacking: moving, hiding, carrying, being found."""

from typing import assert_never

from rules.rulescrusade import events as ev
from rules.rulescrusade.field.terrain import relief
from rules.rulescrusade.state import Spot, State

MANNERS = {
    "move": "moves",
    "run": "runs",
    "charge": "charges",
    "slip": "slips",
    "fly": "flies",
    "phase": "phases",
    "deploy": "moves before the battle",
    "infiltrate": "moves before the battle",
}

PLACED = {
    "jump": "jumps to",
    "dive": "dives to",
    "climb": "climbs to",
    "scrabble": "scrabbles to",
    "drop": "drops to",
    "teleport": "teleports to",
    "telekinesis": "is moved to",
    "drag": "is dragged to",
    "body": "is carried to",
    "back": "steps back to",
    "gm": "is put at",
    "throw": "thrown to",
    "knock": "knocked to",
    "push": "pushed to",
    "fall": "lands at",
}
"""RC-REP-4: how a model came to another place without walking."""


def spot_text(state: State, spot: Spot) -> str:
    """`5,12`, `4,5 inside B1.1`, `4,5 on the roof of B1`."""
    cell = (spot[0], spot[1])
    at = f"{cell[0]},{cell[1]}"
    sector = relief(state.ground).sector_at(cell) if state.ground.holds(cell) else ""
    if not sector:
        return at
    return f"{at} inside {sector}" if spot[2] else f"{at} on the roof of {sector.split('.')[0]}"


def moving(event: ev.MoveEvent, before: State) -> tuple[str, ...]:
    """Sections 7.1 to 7.6."""
    match event:
        case ev.Walked():
            return (_walked(event, before),)
        case ev.Stopped(ref, at, why):
            return (f"{ref} stops at {at[0]},{at[1]}" + (f": {why}" if why else ""),)
        case ev.Placed(ref, manner, _, to):
            return (f"{ref} {PLACED.get(manner, 'goes to')} {spot_text(before, to)}",)
        case ev.Fell(ref, inches, counted):
            softer = f", counted as {counted}" if counted != inches else ""
            return (f"{ref} falls {inches}{softer}",)
        case ev.PaidMove(ref, cost, left, action):
            act = " and its action" if action else ""
            if action and not cost:
                return (f"{ref} takes an extra move, {_inches(left)} left",)
            return (f"{ref} spends {_inches(cost)}{act}, {left} left",)
        case ev.Revealed(ref, why):
            return (f"{ref} is revealed" + (f" ({why})" if why else ""),)
        case ev.ChitTurned(chit, model, kind):
            return (_turned(chit, model, kind),)
        case ev.ChitScanned(chit, model, kind):
            return (f"{chit} is scanned", _turned(chit, model, kind))
        case ev.Hid(ref):
            return (f"{ref} hides",)
        case ev.Stepped():
            return ()
        case _:
            assert_never(event)


def things(event: ev.ThingEvent, before: State) -> tuple[str, ...]:
    """RC-CARRY and RC-WFX-29: things picked up, dropped, destroyed; smoke."""
    match event:
        case ev.PickedUp(ref, item, off):
            return (f"{ref} picks up {item}" + (f" from {off}" if off else ""),)
        case ev.Dropped(ref, item):
            return (f"{ref} drops {item}",)
        case ev.ItemDestroyed(item, at):
            return (f"{item} at {at[0]},{at[1]} is destroyed",)
        case ev.SmokeSpread(_, cells):
            return (f"smoke spreads over {len(cells)} cells",)
        case ev.SmokeLifted():
            return ("the smoke of grenades lifts",)
        case _:
            assert_never(event)


def _walked(event: ev.Walked, before: State) -> str:
    """`M1 moves from 16,7 to 13,7 (3 inches, 3 left)`."""
    verb = MANNERS.get(event.manner, "moves")
    origin, to = spot_text(before, event.origin), spot_text(before, event.to)
    return f"{event.ref} {verb} from {origin} to {to} ({_inches(event.cost)}, {event.left} left)"


def _inches(number: int) -> str:
    """`1 inch`, `2 inches`."""
    return "1 inch" if number == 1 else f"{number} inches"


def _turned(chit: str, model: str, kind: str) -> str:
    """`X1 is O7`, `X1 is nothing`."""
    return f"{chit} is {model} ({kind})" if model else f"{chit} is nothing"
