"""What a seat that is called should know: points, stunned models, cards, who has not acted."""

from collections.abc import Iterator

from rules.display.words import counted
from rules.rulescrusade.state import State, Unit, in_order
from rules.rulescrusade.telling.seen import labels

LAMED = {
    "rising": "rising: half a move, no action",
    "stunned": "stunned",
    "wounded": "wounded",
    "cursed": "cursed",
    "blinded": "blinded",
    "lastattack": "at its last attack",
}
"""Conditions that a player should have in mind when his turn begins."""


def situation(state: State, seat: int, viewer: int | None) -> tuple[str, ...]:
    """RC-BRD-3 for the seat that is to act, as this viewer may know it."""
    if state.flow.phase == "play":
        return tuple(in_play(state, seat, viewer))
    if state.flow.phase == "setup" and state.stage == "muster":
        army, budget = state.army(seat), state.rules.budget
        told = f"{army.spent} of {budget} points spent" if budget else f"{army.spent} points spent"
        return (told,)
    return ()


def in_play(state: State, seat: int, viewer: int | None) -> Iterator[str]:
    """Points, rounds left, then what hampers its models."""
    army = state.army(seat)
    if army.points:
        yield counted(army.points, "point")
    if state.rules.rounds:
        yield f"round {state.flow.round} of {state.rules.rounds}"
    if army.hand:
        known = viewer in (0, seat)
        yield f"cards: {', '.join(army.hand)}" if known else counted(len(army.hand), "card")
    models = [one for one in own(state, seat) if not one.chit]
    for name, told in LAMED.items():
        refs = [one.ref for one in models if one.has(name)]
        if refs:
            yield f"{labels(refs)} {told}"
    owing = [one.ref for one in models if one.owes or (one.owes_now and not one.action)]
    if owing:
        yield f"{labels(owing)} {'owes' if len(owing) == 1 else 'owe'} an action"
    for unit in models:
        for arm in unit.weapons:
            if not arm.ready and arm.state != "lost":
                yield f"{unit.ref}'s {arm.name} {arm.state}"


def own(state: State, seat: int) -> list[Unit]:
    """Who stands there and obeys this seat."""
    return [one for one in in_order(tuple(state.on_board())) if one.boss == seat and one.standing]


def waiting(state: State, seat: int, viewer: int | None) -> str:
    """RC-TURN-3: `Not activated: M2, S1`; of the active model, what it has left."""
    if state.flow.outcome is not None:
        return ""
    if state.flow.phase == "setup":
        return not_deployed(state, seat)
    if state.flow.phase != "play" or state.flow.turn != seat:
        return ""
    fresh = [
        one.ref
        for one in own(state, seat)
        if one.ref != state.active and not one.done and (one.moveleft or one.action)
    ]
    told = [f"Not activated: {labels(fresh)}"] if fresh else []
    active = state.find(state.active) if state.active else None
    if active is not None and active.standing and active.boss == seat and not active.done:
        told += [f"{active.ref} has {left}" for left in [has_left(active)] if left]
    return "; ".join(told)


def has_left(unit: Unit) -> str:
    """`3 inches and its action left`."""
    inches = counted(unit.moveleft, "inch").replace("inchs", "inches") if unit.moveleft else ""
    parts = [part for part in (inches, "its action" if unit.action else "") if part]
    return f"{' and '.join(parts)} left" if parts else ""


def not_deployed(state: State, seat: int) -> str:
    """RC-SETUP-13: what waits, while its seat deploys."""
    if state.stage not in ("deploy", "infiltrate") or state.flow.turn != seat:
        return ""
    units = in_order(tuple(state.units.values()))
    refs = [one.ref for one in units if one.seat == seat and one.place == "reserve"]
    return f"Not deployed: {labels(refs)}" if refs else ""
