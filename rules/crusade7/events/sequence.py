"""Rounds, phases and turns, tactics and morale."""

from typing import TypeAlias

from rules.crusade7.events.fight import Part
from rules.line.about import AboutSeat, AboutUnit, OnlyTold
from rules.line.events import Event

# Chapters 5.2, 5.3, 7.9 and 7.10: rounds and phases, who goes first, tactics and morale.


class OrderOfPlay(Event):
    """C7-INIT-2, C7-INIT-5, C7-REP-6: who goes first in the phase that has just begun.

    `averages` are (numerator, denominator) for army 1 and army 2 (-999/1 if no unit counts);
    `place` is the place of the chart that broke a tie (0: none), `alternated` says that both held
    the same place (C7-INIT-6).
    """

    SAYS = (
        "Round {round}, {phase} phase: army {first} first "
        "({averages:averages})[{alternated?}, a tie of the same place in the chart: they "
        "alternate|{place?}, a tie: place {place} of the chart]"
    )
    SHORT = (
        "{phase:phase}: army {first} first{:leading}[{alternated?}, a tie in the chart "
        "too|{place?}, place {place} of the chart]"
    )

    round: int
    phase: str
    first: int
    averages: tuple[tuple[int, int], tuple[int, int]]
    place: int = 0
    alternated: bool = False


class MarksCleared(Event):
    """C7-TURN-7: the marks of earlier phases that end as this phase begins."""

    SAYS = ""

    phase: str


class SecondTurn(Event):
    """C7-TURN-6: the first army of the phase has done; a `TurnPassed` follows."""

    SAYS = ""


class RoundEnded(Event):
    """C7-TURN-10: `killed` and each army's `lost` of the round, before they return to 0."""

    SAYS = "Round {round} is over: {killed} killed, army 1 lost {lost:, army 2 lost }"

    round: int
    killed: int
    lost: tuple[int, int]


class GainedCP(AboutSeat):
    """C7-CMD-1."""

    SAYS = "army {seat} gains {cp} CP, now {total}"
    SHORT = "{seat:them} CP {:old total} → {total}"

    cp: int
    total: int


class SkippingTo(AboutSeat):
    """C7-TURN-8: passes until that phase of that round; an empty phase ends the skipping."""

    SAYS = "army {seat} [{phase?}passes until round {round}, {phase} phase|no longer passes]"
    SHORT = "Army {seat} [{phase?}passes until {phase:phase}{:later}|no longer passes]"

    phase: str
    round: int


class TacticUsed(AboutSeat):
    """C7-TAC-2: the CP are spent.  `waits`: it works later (C7-TAC-6 to C7-TAC-8)."""

    SAYS = (
        "army {seat} uses {tactic}[{waits?}[ with {unit}]|[ on {unit}]][ {attack}] ({cp} CP, "
        "{left} left)[{waits?}, waits for its moment][: {targets:, }]"
    )
    SHORT = (
        "Army {seat} uses {tactic}[{waits?}[ with {unit}]|[ on {unit}]][ {attack}] (CP {:old "
        "cp} → {left})[{waits?}, it waits for its moment]"
    )

    tactic: str
    cp: int
    left: int
    unit: str = ""
    attack: str = ""
    targets: tuple[str, ...] = ()
    waits: bool = False


class TacticSprung(AboutSeat):
    """A waiting tactic worked and is used up."""

    SAYS = "{tactic} of army {seat} works[ by {unit}][ on {against}]"
    SHORT = "{tactic} of {seat:them} is used"

    tactic: str
    unit: str
    against: str = ""


class TacticLapsed(AboutSeat):
    """A waiting tactic lapsed; `refund` CP came back (C7-TAC-6)."""

    SAYS = "{tactic} of army {seat} lapses[, {refund} CP returned]"
    SHORT = "{tactic} of {seat:them} lapses[, {refund} CP back]"

    tactic: str
    refund: int = 0


class MoraleTested(AboutUnit, OnlyTold):
    """C7-MORALE-2, C7-REP-5: `value` is CHA + 10."""

    SAYS = "{unit} morale {value} vs DC {dc}: [{passed?}passed|failed][ ({why})]"

    value: int
    dc: int
    passed: bool
    why: str = ""
    parts: tuple[Part, ...] = ()


SequenceEvent: TypeAlias = (
    OrderOfPlay | MarksCleared | SecondTurn | RoundEnded | GainedCP | SkippingTo
)
"""Sections 5.2 and 5.3: rounds, phases, turns."""


TacticEvent: TypeAlias = TacticUsed | TacticSprung | TacticLapsed
"""Sections 7.9 and 7.10: tactics and morale."""
