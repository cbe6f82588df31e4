"""A plan as a value: its lines as they are read, and notes on its use."""

from dataclasses import asdict, dataclass, replace
from functools import cached_property
from typing import Any

from bot.store import PlanRow
from grammar.plans import OpenOrder, PlanLine, lines_of, read_line, read_standing
from rules.line.frozen import Frozen


class PlanNotes(Frozen):
    """Notes on the use of a plan.

    `since`: the entry after which it was left; its conditions compare with the state then.
    `done`: indices of the lines that are done for good.  `at_once`: it is used as soon as it is its
    player's turn, not only at a missed deadline.  `ran`: the last entry when it was last left,
    switched or used.  `ended`: why it is used no more; `ended_at`: the entry that ended it.
    `used`: the key of its last use; `filed`: how many orders that filed.
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
    noted: PlanNotes = PlanNotes()

    @cached_property
    def lines(self) -> tuple[PlanLine, ...]:
        """Its lines as read; one that cannot be read any more is taken as an order, which will be
        refused."""
        return tuple(with_standing(read_again(text)) for text in lines_of(self.text))

    def but(self, **facts: Any) -> "Plan":
        """Return a copy with some notes changed."""
        return Plan(self.match_id, self.seat, self.user, self.text, replace(self.noted, **facts))

    @property
    def row(self) -> PlanRow:
        """The plan as a row of the store."""
        details = {_kept_as(name): value for name, value in asdict(self.noted).items()}
        return PlanRow(self.match_id, self.seat, self.user, self.text, details)


def plan_of(row: PlanRow) -> Plan:
    """The plan of a row of the store; notes that older versions did not write have defaults."""
    usual = asdict(PlanNotes())
    kept = {name: row.details.get(_kept_as(name), value) for name, value in usual.items()}
    noted = PlanNotes(**{**kept, "done": tuple(kept["done"])})
    return Plan(row.match_id, row.seat, row.user, row.text, noted)


def _kept_as(name: str) -> str:
    """The name of a note in the store: `ended at` for `ended_at`."""
    return name.replace("_", " ")


def read_again(text: str) -> PlanLine:
    """Read a line that was stored before; if nothing reads it any more, it is taken as an order."""
    line = read_line(text)
    return line if isinstance(line, PlanLine) else PlanLine(text, order=text)


def with_standing(line: PlanLine) -> PlanLine:
    """Fill in the standing order of a line, if it is one."""
    found = read_standing(line) if line.order else None
    return replace(line, standing=found) if isinstance(found, OpenOrder) else line
