"""What is said of the events that every system has: told once, in the phrases of a system."""

from collections.abc import Callable
from typing import assert_never

from rules.display.words import listed
from rules.line import events as ev
from rules.line.flow import seat_name
from rules.line.frozen import Frozen


class Phrases(Frozen):
    """The sentences of a system; of an empty one nothing is said.

    `called` names a seat, `listing` puts the names of winners together.  `between` stands between
    dice, `no_dice` where none were laid ready.  Of dice that were drawn a system tells itself.
    """

    called: Callable[[int], str] = seat_name
    listing: Callable[[tuple[str, ...]], str] = listed
    phase: str = ""
    turn: str = ""
    offered: str = "{seat} offers a draw"
    agreed: str = "{seat} agrees to the draw"
    declined: str = "The draw offer of {seat} is declined"
    lapsed: str = "The draw offer of {seat} lapses"
    resigned: str = "{seat} resigns"
    won: str = "{winners} wins: {how} ({rule})"
    drawn: str = "A draw: {how} ({rule})"
    ruled: str = "Ruling: {text}"
    refused: str = "{rule}: {why}"
    overridden: str = "The GM sets {attribute} to {value}"
    dice: str = "The GM loads the dice: {faces}"
    between: str = ", "
    no_dice: str = "none"

    def of(self, event: ev.SharedEvent) -> tuple[str, ...]:
        """The sentence of an event, if there is one."""
        told = self._sentence(event)
        return (told,) if told else ()

    def _sentence(self, event: ev.SharedEvent) -> str:
        match event:
            case ev.PhaseBegan(number, phase):
                return self.phase.format(round=number, phase=phase)
            case ev.TurnPassed(seat):
                return self.turn.format(seat=self.called(seat)) if seat else ""
            case ev.DrawOffered(seat):
                return self.offered.format(seat=self.called(seat))
            case ev.DrawAgreed(seat):
                return self.agreed.format(seat=self.called(seat))
            case ev.DrawOfferClosed(seat, declined):
                words = self.declined if declined else self.lapsed
                return words.format(seat=self.called(seat))
            case ev.Resigned(seat):
                return self.resigned.format(seat=self.called(seat))
            case ev.Ended(rule, how, winners):
                names = self.listing(tuple(map(self.called, winners)))
                words = self.won if winners else self.drawn
                wins = "win" if len(winners) > 1 else "wins"
                return words.format(winners=names, wins=wins, how=how, rule=rule)
            case ev.Ruled(text):
                return self.ruled.format(text=text)
            case ev.Overridden(attribute, value):
                return self.overridden.format(attribute=attribute, value=value)
            case ev.DiceLoaded(faces):
                shown = self.between.join(map(str, faces)) or self.no_dice
                return self.dice.format(faces=shown)
            case ev.Refused(rule, why):
                return self.refused.format(rule=rule, why=why)
            case ev.Rolled():
                return ""
            case _:
                assert_never(event)
