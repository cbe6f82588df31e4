"""The report of phases and turns, income, standing orders, the end, and what the GM said."""

from typing import assert_never

from rules.candlebre import events as ev
from rules.candlebre.state import State
from rules.candlebre.words import side_name
from rules.display.shared import Phrases
from rules.line.events import Overridden, SharedEvent

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


PHRASES = Phrases(
    called=side_name,
    listing=" and ".join,
    phase="phase: {phase}",
    agreed="{seat} accepts the draw",
    declined="the draw is declined",
    lapsed="the draw offer lapses",
    won="{winners} wins: {how}",
    drawn="Draw: {how}",
    ruled='GM: rule "{text}"',
    refused="refused: {rule}: {why}",
    overridden="GM: set {attribute} {value}",
    dice="GM: next dice {faces}",
    between=" ",
    no_dice="",
)


def shared(event: SharedEvent, before: State) -> Sentences:
    """CB-WIN-1, CB-WIN-3, CB-WIN-5: draws, who has won, and what every system has."""
    if isinstance(event, Overridden) and event.attribute == "turn":
        return (f"GM: set turn {side_name(int(event.value))}",)
    return PHRASES.of(event)
