"""What waits for an answer in a match: challenges, proposals, consent; how each is written."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from rules.line.frozen import Frozen

KEPT = 5
"""So many that are closed are kept, until their posts say how they ended."""


class Challenge(Frozen):
    """Of which entry, by which seat, the thread it is talked over in (if there is one).

    `number` counts the challenges of a match; `question` is what is asked, `clock` where the clocks
    rest meanwhile.  `outcome` is how it ended (empty: it is open), `decided_by` whom, `words` what
    was said to it, `ruling` the number that it is recorded under.
    """

    entry: int
    by: int
    thread: str = ""
    number: int = 0
    question: str = ""
    clock: str = ""
    outcome: str = ""
    words: str = ""
    ruling: int = 0
    decided_by: str = ""


class Proposal(Frozen):
    """What is proposed, by its number, and the seats that have agreed.

    `text` is what the GM would file; of orders that are to be taken back (`entries`) it is reckoned
    when all have agreed.  `what` says it in words, `void` what would go with it.  `until` is when
    it lapses, `to_gm` that the GM decides; `outcome` how it ended (empty: it is open).
    """

    number: int
    text: str
    agreed: tuple[int, ...]
    by: int = 0
    what: str = ""
    void: str = ""
    entries: tuple[int, ...] = ()
    until: str = ""
    to_gm: bool = False
    outcome: str = ""


class Consent(Frozen):
    """What all are asked to say alike, and the seats that have said it."""

    what: str = ""
    seats: tuple[int, ...] = ()


def read_challenges(text: str) -> tuple[Challenge, ...]:
    """All that are remembered, oldest first."""
    kept: Any = json.loads(text)
    if isinstance(kept, dict):  # as versions before this one wrote them
        found = (Challenge(int(entry), by, thread) for entry, (by, thread) in kept.items())
        return tuple(sorted(found, key=lambda one: one.entry))
    return tuple(Challenge(**row) for row in kept)


def write_challenges(challenges: Sequence[Challenge]) -> str:
    """Challenges as a setting."""
    found = [
        {name: value for name, value in asdict(one).items() if value or name in ("entry", "by")}
        for one in challenges
    ]
    return json.dumps(found) if found else ""


def read_proposals(text: str) -> tuple[Proposal, ...]:
    """Those that are remembered, oldest first."""
    kept: Any = json.loads(text)
    return tuple(_proposal(row) for row in ([kept] if isinstance(kept, dict) else kept))


def _proposal(row: dict[str, Any]) -> Proposal:
    given = dict(row)
    given.update({name: tuple(row[name]) for name in ("agreed", "entries") if name in row})
    return Proposal(**given)


def write_proposals(proposals: Sequence[Proposal]) -> str:
    """Proposals as a setting."""
    needed = ("number", "text", "agreed", "by")
    found = [
        {name: value for name, value in asdict(one).items() if value or name in needed}
        for one in proposals
    ]
    return json.dumps(found) if found else ""


def read_consent(text: str) -> Consent:
    """What is being asked."""
    kept = json.loads(text)
    return Consent(kept.get("what", ""), tuple(kept.get("seats", ())))


def write_consent(asked: Consent) -> str:
    """Consent as a setting."""
    return json.dumps({"what": asked.what, "seats": list(asked.seats)})
