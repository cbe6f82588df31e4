"""What waits for an answer in a match: challenges, proposals, consent; and their stored form."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from rules.line.frozen import Frozen

KEPT = 5
"""How many closed ones are kept, until their posts say how they ended."""


class Challenge(Frozen):
    """A challenge of an entry by a seat, with the thread in which it is discussed (if any).

    `number` counts the challenges of a match; `question` is what is asked; `clock` tells how the
    clocks rest meanwhile.  `outcome` is how it ended (empty: it is open), `decided_by` who decided
    it, `words` what they said, `ruling` the number of the entry that records it.
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
    """A proposal of the seat `by`, and the seats that have agreed.

    `text` is what the GM would file; if `entries` are to be taken back, it is computed once all
    have agreed.  `what` says it in words, `void` what would be lost with it.  `until` is when it
    lapses; `to_gm`: the GM decides; `outcome` is how it ended (empty: it is open).
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
    """What all seats are asked to agree to, and the seats that have agreed."""

    what: str = ""
    seats: tuple[int, ...] = ()


def read_challenges(text: str) -> tuple[Challenge, ...]:
    """Read challenges from a setting, oldest first."""
    kept: Any = json.loads(text)
    if isinstance(kept, dict):  # the form of older versions
        found = (Challenge(int(entry), by, thread) for entry, (by, thread) in kept.items())
        return tuple(sorted(found, key=lambda one: one.entry))
    return tuple(Challenge(**row) for row in kept)


def write_challenges(challenges: Sequence[Challenge]) -> str:
    """Write challenges as a setting."""
    return _written(challenges, ("entry", "by"))


def read_proposals(text: str) -> tuple[Proposal, ...]:
    """Read proposals from a setting, oldest first."""
    kept: Any = json.loads(text)
    return tuple(_proposal(row) for row in ([kept] if isinstance(kept, dict) else kept))


def _proposal(row: dict[str, Any]) -> Proposal:
    given = dict(row)
    given.update({name: tuple(row[name]) for name in ("agreed", "entries") if name in row})
    return Proposal(**given)


def write_proposals(proposals: Sequence[Proposal]) -> str:
    """Write proposals as a setting."""
    return _written(proposals, ("number", "text", "agreed", "by"))


def _written(rows: Sequence[Challenge | Proposal], needed: Sequence[str]) -> str:
    """Write rows without their empty fields, except those that are needed."""
    found = [
        {name: value for name, value in asdict(one).items() if value or name in needed}
        for one in rows
    ]
    return json.dumps(found) if found else ""


def read_consent(text: str) -> Consent:
    """Read consent from a setting."""
    kept = json.loads(text)
    return Consent(kept.get("what", ""), tuple(kept.get("seats", ())))


def write_consent(asked: Consent) -> str:
    """Write consent as a setting."""
    return json.dumps({"what": asked.what, "seats": list(asked.seats)})
