"""The orders of Three Houses; each prints as the sentence that a player would type."""

from rules.line.orders import Order


class March(Order):
    """TY-PLAN-1: `Blackwater marches to Cold Harbour`."""

    SAYS = "{start} marches to {goal}"

    start: str
    goal: str


class Raid(Order):
    """TY-RAID-1: `raid Eastmarch`."""

    SAYS = "raid {goal}"

    goal: str


class RevealRelic(Order):
    """TY-RELIC-2: `reveal half`, `reveal relic`."""

    whole: bool

    def __str__(self) -> str:
        return "reveal relic" if self.whole else "reveal half"
