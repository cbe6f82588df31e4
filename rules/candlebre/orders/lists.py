"""CB-ORDER-3: what unit lists are made of; known types are the ids of the roster."""

from rules.candlebre.words import counted, joined, plural
from rules.line.frozen import Frozen
from rules.line.said import Said


class Some(Frozen):
    """CB-ORDER-3: `3 infantry`; of a captive's owner or a pool, so many of that type."""

    count: int
    kind: str

    def __str__(self) -> str:
        return counted(self.count, self.kind)


class AllOf(Frozen):
    """CB-ORDER-12: `all archers`."""

    kind: str

    def __str__(self) -> str:
        return f"all {plural(self.kind)}"


class LeaderRef(Said):
    """CB-ORDER-3: `GL1`."""

    SAYS = "{ref}"

    ref: str


Item = Some | AllOf | LeaderRef


class UnitList(Frozen):
    """CB-ORDER-3: `2 cavalry, 1 archer and GL1`; with `everything`, `items` are what stays out."""

    items: tuple[Item, ...] = ()
    everything: bool = False

    def __str__(self) -> str:
        listed = joined(tuple(map(str, self.items)))
        if self.everything:
            return f"everything but {listed}" if listed else "everything"
        return listed
