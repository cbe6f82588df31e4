"""What happens between the seats: clergy, spies, alliances, cards of the Book of Fate."""

from typing import TypeAlias

from rules.candlebre.units import Tally
from rules.line.events import Event


class ClergyCame(Event):
    """CB-CLERGY-1: nobody may attack the province until the payer's next turn."""

    seat: int
    province: int


class ClergyLeft(Event):
    """CB-CLERGY-6, CB-TURN-9: a province is protected no longer."""

    province: int
    seat: int


class MissionSent(Event):
    """CB-ESP-7: a mission; `roll` 0 and `guarded`: it was turned away (CB-ESP-6)."""

    seat: int
    mission: str
    target: int
    need: int
    roll: int
    success: bool
    guarded: bool = False
    what: str = ""
    """The building, type or leader that it was about."""
    province: int = 0


class GuardSet(Event):
    """CB-HONOR-7: honor turns missions away, or does so no longer."""

    seat: int
    on: bool


class AllianceProposed(Event):
    """CB-ALLY-1."""

    seat: int
    to: int


class ProposalClosed(Event):
    """CB-ALLY-4: `how`: `accepted`, `declined`, `eliminated`."""

    seat: int
    to: int
    how: str


class Allied(Event):
    """CB-ALLY-4: two seats are allies."""

    seats: tuple[int, int]


class AllianceEnded(Event):
    """CB-ALLY-5, CB-ELIM-2: `seat` broke it; `how`: `broken`, `eliminated`."""

    seat: int
    ally: int
    how: str


class CardDrawn(Event):
    """CB-FATE-1: a card of the Book; `place` of `left` cards; unit cards are kept."""

    seat: int
    card: str
    place: int
    left: int
    kept: bool
    leader: bool = False


class BookRefilled(Event):
    """CB-FATE-3: the played and resolved cards are in the Book again."""

    cards: tuple[str, ...]


class LeaderCame(Event):
    """13.3: a leader from a card, fresh, in the drawer's province with most units."""

    number: int
    owner: int
    trait: str
    province: int
    card: str


class CardPlayed(Event):
    """CB-FATE-5: a unit card waits for the battle in a province; `neutral`: for the neutrals."""

    seat: int
    card: str
    province: int
    neutral: bool


class CardJoined(Event):
    """CB-FATE-7: the units of a card joined a force; `side` is whose (0: the neutrals)."""

    seat: int
    card: str
    province: int
    side: int
    attacking: bool
    units: Tally


class CardStayed(Event):
    """CB-FATE-5: a card may not be played now; it stays in the hand and waits no longer."""

    seat: int
    card: str
    province: int


ChurchEvent: TypeAlias = ClergyCame | ClergyLeft | MissionSent | GuardSet
"""Clergy and spies."""


AllianceEvent: TypeAlias = AllianceProposed | ProposalClosed | Allied | AllianceEnded
"""Section 7.7."""


BookEvent: TypeAlias = CardDrawn | BookRefilled | LeaderCame
"""Section 7.19: drawing."""


CardEvent: TypeAlias = CardPlayed | CardJoined | CardStayed
"""CB-FATE-5, CB-FATE-7."""
