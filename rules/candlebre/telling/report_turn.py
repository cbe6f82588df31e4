"""The report of phases and turns, income, standing orders, the end, and what the GM said."""

from typing import assert_never

from rules.candlebre import events as ev
from rules.candlebre.state import State
from rules.candlebre.words import side_name
from rules.line.events import (
    DiceLoaded,
    DrawAgreed,
    DrawOfferClosed,
    DrawOffered,
    Ended,
    Overridden,
    PhaseBegan,
    Refused,
    Resigned,
    Rolled,
    Ruled,
    SharedEvent,
    TurnPassed,
)

Sentences = tuple[str, ...]


def course(event: ev.TurnEvent, before: State) -> Sentences:
    """CB-TURN-5: rounds and turns, income, standing orders, who is out, what the GM set."""
    match event:
        case ev.FirstPlayerRolled(rolls, first):
            told = ", ".join(f"{side_name(seat)} {face}" for seat, face in rolls)
            end = f"; {side_name(first)} goes first" if first else "; the highest roll again"
            return (f"first player: {told}{end}",)
        case ev.TurnBegan(number, seat, levels, gained):
            begun = f"round {number}: {side_name(seat)} to play"
            found = zip("MIE", levels, gained, strict=True)
            new = [f"{letter}{level}" for letter, level, more in found if more]
            return (begun, f"{side_name(seat)}: {', '.join(new)} in force") if new else (begun,)
        case ev.TurnTimedOut(seat):
            return (f"time is up for {side_name(seat)}",)
        case ev.IncomePaid(seat, gold, military, civil, honor, influence):
            split = f"{gold} gold ({military} military, {civil} civil)"
            return (f"{side_name(seat)} income: {split}, {honor} honor, {influence} influence",)
        case ev.StandingSet(seat, words=words):
            return (f"{side_name(seat)}: {words}",)
        case ev.Eliminated(seat, resigned):
            gone = (f"{side_name(seat)} is eliminated",)
            return (f"{side_name(seat)} resigns", *gone) if resigned else gone
        case ev.DrawAccepted(seat, waiting):
            left = ", ".join(map(side_name, waiting))
            return (f"{side_name(seat)} accepts the draw{f'; open: {left}' if left else ''}",)
        case ev.Overrode(words):
            return (f"GM: {words}",)
        case _:
            assert_never(event)


def shared(event: SharedEvent, before: State) -> Sentences:
    """CB-WIN-1, CB-WIN-3, CB-WIN-5: draws, who has won, and what every system has."""
    match event:
        case PhaseBegan(_, phase):
            return (f"phase: {phase}",)
        case DrawOffered(seat):
            return (f"{side_name(seat)} offers a draw",)
        case DrawAgreed(seat):
            return (f"{side_name(seat)} accepts the draw",)
        case DrawOfferClosed(_, declined):
            return ("the draw is declined" if declined else "the draw offer lapses",)
        case Resigned(seat):
            return (f"{side_name(seat)} resigns",)
        case Ended(_, how, winners):
            won = " and ".join(map(side_name, winners))
            return (f"{won} wins: {how}" if winners else f"Draw: {how}",)
        case Overridden(attribute, value):
            shown = side_name(int(value)) if attribute == "turn" else value
            return (f"GM: set {attribute} {shown}",)
        case DiceLoaded(faces):
            return (f"GM: next dice {' '.join(map(str, faces))}",)
        case Ruled(text):
            return (f'GM: rule "{text}"',)
        case Refused(rule, why):
            return (f"refused: {rule}: {why}",)
        case Rolled() | TurnPassed():
            return ()
        case _:
            assert_never(event)
