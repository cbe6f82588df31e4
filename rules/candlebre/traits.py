"""CB-LEAD-8: the traits of leaders."""

from rules.line.errors import Refusal

TRAITS = {
    "bowmaster": "own Archers +1 where he is",
    "paymaster": "bounties cost nothing where he is",
    "warden": "the leader bonus is 2 in defence",
    "horse-lord": "charging units +1",
    "tactician": "four reroll counters instead of three",
    "none": "nothing besides the leader bonus and three reroll counters",
}
"""CB-LEAD-8: each trait, and what it brings."""


def check_trait(words: str) -> str:
    """CB-LEAD-8, CB-GM-1: one of the traits."""
    trait = "-".join(words.lower().split())
    if trait not in TRAITS:
        raise Refusal("CB-GM-1", f"there is no trait {words[:40]!r}; there are {', '.join(TRAITS)}")
    return trait
