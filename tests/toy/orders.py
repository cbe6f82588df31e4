"""The orders of Three Houses; each prints as the sentence that a player would type."""

from rules.line.orders import Order


class March(Order):
    """TY-PLAN-1: `Blackwater marches to Cold Harbour`."""

    start: str
    goal: str

    def __str__(self) -> str:
        return f"{self.start} marches to {self.goal}"


class Raid(Order):
    """TY-RAID-1: `raid Eastmarch`."""

    goal: str

    def __str__(self) -> str:
        return f"raid {self.goal}"


class RevealRelic(Order):
    """TY-RELIC-2: `reveal half`, `reveal relic`."""

    whole: bool

    def __str__(self) -> str:
        return "reveal relic" if self.whole else "reveal half"
