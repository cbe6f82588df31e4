"""CB-BOARD-6: sentences for every event, in the same words for everybody (CB-SCOPE-3)."""

from rules.candlebre.state import State
from rules.candlebre.telling.report_court import of_court
from rules.candlebre.telling.report_land import of_land
from rules.candlebre.telling.report_turn import of_turn
from rules.candlebre.telling.report_war import of_war
from rules.events import Event

CHAPTERS = (of_war, of_land, of_court, of_turn)


def report(event: Event, before: State) -> tuple[str, ...]:
    """CB-DICE-2: what happened, with every die and number; nothing for what needs no words."""
    for chapter in CHAPTERS:
        sentences = chapter(event, before)
        if sentences is not None:
            return sentences
    return ()
