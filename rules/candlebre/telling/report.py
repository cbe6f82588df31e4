"""CB-BOARD-6: sentences for every event, in the same words for everybody (CB-SCOPE-3)."""

from rules.candlebre.state import State
from rules.candlebre.telling import report_court, report_land, report_turn, report_war
from rules.line.chapters import by_type
from rules.line.events import Event


def report(event: Event, before: State) -> tuple[str, ...]:
    """CB-DICE-2: what happened, with every die and number; nothing for what needs no words."""
    return CHAPTERS[type(event)](event, before)


CHAPTERS = by_type(
    *(report_war.rounds, report_war.tiers, report_war.ending),
    *(report_land.opening, report_land.founding, report_land.moving),
    *(report_land.taking, report_land.placing),
    *(report_court.purses, report_court.purchase, report_court.captives, report_court.offers),
    *(report_court.alliances, report_court.church_and_spies, report_court.book),
    *(report_court.cards, report_turn.course, report_turn.shared),
)
"""Every event of the system by its type; what needs no words has an empty row."""
