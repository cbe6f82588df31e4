"""The outcomes of sentences that order nothing, counted by kind and system."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal

from bot.doors.measure import Came
from tests.rates import Rate, table

Outcome = Literal["carried out", "offered", "asked"]


@dataclass(frozen=True, slots=True)
class Tried:
    """A sentence and its outcome; `against`: something was carried out that must not be."""

    system: str
    kind: str
    seed: str
    text: str
    outcome: Outcome
    against: bool
    quiet: bool = False
    """In plain chat it gets no reply that anybody can see."""
    came: str = ""

    def __str__(self) -> str:
        return f"{self.system}, {self.kind}: {self.text!r} ({self.seed!r}): {self.came}"


def outcome_of(came: Came) -> Outcome:
    """Carried out, offered, or asked about."""
    if came.filed:
        return "carried out"
    offers = came.answer.offer is not None and came.answer.offer.options
    return "offered" if offers else "asked"


def is_quiet(came: Came) -> bool:
    """Did it get no reply that anybody can see?"""
    answer = came.answer
    return not (came.filed or answer.text or answer.public or answer.marks)


@dataclass
class Tally:
    """Outcomes counted by kind and by system, and every sentence carried out against its words."""

    counts: defaultdict[tuple[str, str], Counter[str]] = field(
        default_factory=lambda: defaultdict(Counter)
    )
    wrong: list[Tried] = field(default_factory=list)

    def add(self, tried: Iterable[Tried]) -> None:
        """Count these too."""
        for one in tried:
            for key in (("kind", one.kind), ("system", one.system), ("system", "all")):
                count = self.counts[key]
                count["tried"] += 1
                count[one.outcome] += 1
                count["against"] += one.against
                count["quiet"] += one.quiet
            if one.against:
                self.wrong.append(one)

    @property
    def tried(self) -> int:
        """How many there were."""
        return self.counts[("system", "all")]["tried"]

    def tables(self, quiet: bool) -> Iterator[str]:
        """Tables by kind and by system; `quiet` adds the share that gets no reply in chat."""
        for group in ("kind", "system"):
            keys = sorted(one for one in self.counts if one[0] == group)
            rows = [(name, *_cells(self.counts[(group, name)], quiet)) for _, name in keys]
            head = (group, "tried", "against it", "carried out", "offered", "asked")
            yield table((*head, *(("silent in chat",) if quiet else ())), rows)


def _cells(count: Counter[str], quiet: bool) -> Iterator[str]:
    tried = count["tried"]
    yield f"{tried:,}"
    yield f"{count['against']:,}: {Rate(count['against'], tried)}"
    for name in ("carried out", "offered", "asked", *(("quiet",) if quiet else ())):
        yield f"{100 * count[name] / tried:.1f} %"
