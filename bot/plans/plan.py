"""A plan as a value: its lines as they are read, and what is noted beside them."""

from dataclasses import asdict, dataclass, replace
from functools import cached_property
from typing import Any

from bot.store import PlanRow
from grammar.plans import PlanLine, Standing, lines_of, read_line, read_standing
from rules.line.frozen import Frozen


class Noted(Frozen):
    """What is noted beside a plan.

    `since`: the entry after which it was left; what its conditions compare with is the state then.
    `done`: its lines that were done for good.  `at_once`: it is used as soon as it is its player's
    turn.  `ran`: the entry with which the turn began in which it was used last.  `ended`: why it
    is used no more, and `ended_at` the entry that ended it.  `used` is the key under which it was
    used last, and `filed` how many orders it filed then.
    """

    since: int = 0
    done: tuple[int, ...] = ()
    at_once: bool = False
    ran: int = -1
    ended: str = ""
    ended_at: int = 0
    used: str = ""
    filed: int = 0


@dataclass(frozen=True)
class Plan:
    """A plan of an account for a seat of a match."""

    match_id: int
    seat: int
    user: str
    text: str
    noted: Noted = Noted()

    @cached_property
    def lines(self) -> tuple[PlanLine, ...]:
        """Its lines; one that nobody reads any more is for the system's reader to refuse."""
        found = []
        for text in lines_of(self.text):
            line = read_line(text)
            found.append(line if isinstance(line, PlanLine) else PlanLine(text, order=text))
        return tuple(with_standing(line) for line in found)

    def but(self, **facts: Any) -> "Plan":
        """The same plan with other notes."""
        return Plan(self.match_id, self.seat, self.user, self.text, replace(self.noted, **facts))

    @property
    def row(self) -> PlanRow:
        """As it is kept."""
        details = {_kept_as(name): value for name, value in asdict(self.noted).items()}
        return PlanRow(self.match_id, self.seat, self.user, self.text, details)


def plan_of(row: PlanRow) -> Plan:
    """A plan from what is kept; what older versions did not note is as if it had just been left."""
    usual = asdict(Noted())
    kept = {name: row.details.get(_kept_as(name), value) for name, value in usual.items()}
    noted = Noted(**{**kept, "done": tuple(kept["done"])})
    return Plan(row.match_id, row.seat, row.user, row.text, noted)


def _kept_as(name: str) -> str:
    """What a note is called where it is kept: `ended at`."""
    return name.replace("_", " ")


def with_standing(line: PlanLine) -> PlanLine:
    """A line with the standing order that it has inside, if it is one."""
    found = read_standing(line) if line.order else None
    return replace(line, standing=found) if isinstance(found, Standing) else line
