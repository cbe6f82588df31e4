"""C7-DET-1 to C7-DET-5: the detachments an army is made of, as a table."""

from rules.crusade7.army.statblock import CLASSES
from rules.line.errors import Refusal
from rules.line.flow import seat_name
from rules.line.frozen import Frozen
from rules.numbers.arith import half_up

Range = tuple[int, int]
"""At least and at most so many units of a classification."""


class Detachment(Frozen):
    """A row of C7-DET-2: its CP, and a range for each classification, in the order of CLASSES."""

    name: str
    cp: int
    ranges: tuple[Range, ...]
    one_class: bool = False
    """C7-DET-4: all its units are of one classification."""

    def range_of(self, classification: str) -> Range:
        """How many units of this classification it may have."""
        return self.ranges[CLASSES.index(classification)]


NONE: Range = (0, 0)

# Warlord, Troops, Elites, Transport, Cavalry, Heavy Support, Very Heavy Support (C7-DET-2)
DETACHMENTS: tuple[Detachment, ...] = (
    Detachment("Platoon", 2, ((1, 2), (10, 30), (0, 20), (0, 3), (0, 4), (0, 2), NONE)),
    Detachment("Battalion", 3, ((2, 3), (30, 60), (0, 60), (0, 6), (0, 5), (0, 3), NONE)),
    Detachment("Brigade", 4, ((3, 5), (60, 120), (30, 80), (0, 12), (3, 7), (3, 5), NONE)),
    Detachment("Vanguard", 3, ((1, 2), (0, 30), (30, 60), (0, 6), (0, 4), (0, 2), NONE)),
    Detachment("Heavy", 3, ((1, 2), (0, 30), (0, 20), (0, 3), (0, 4), (3, 6), NONE)),
    Detachment("Cavalry", 3, ((1, 2), (0, 30), (0, 20), (0, 3), (15, 40), (0, 2), NONE)),
    Detachment("Titanic", 3, (NONE, NONE, NONE, NONE, NONE, NONE, (3, 3))),
    Detachment("Demolisher", 3, (NONE, NONE, NONE, NONE, NONE, NONE, (1, 1))),
    Detachment(
        "Auxiliary", 2, ((0, 1), (0, 10), (0, 10), NONE, (0, 4), (0, 1), NONE), one_class=True
    ),
)


def detachment_named(name: str) -> Detachment:
    """C7-DET-3: a detachment is one of the table."""
    for detachment in DETACHMENTS:
        if detachment.name.lower() == " ".join(name.lower().split()):
            return detachment
    known = ", ".join(one.name for one in DETACHMENTS)
    raise Refusal("C7-DET-3", f"there is no detachment {name[:40]!r}; there are {known}")


def detachments_allowed(gold_limit: int) -> int:
    """C7-DET-1: one detachment for each 500 gold of the limit, rounded half up."""
    return half_up(gold_limit, 500)


def check_number(seat: int, taken: int, gold_limit: int) -> None:
    """C7-DET-1: an army has at most so many detachments."""
    allowed = detachments_allowed(gold_limit)
    if taken >= allowed:
        raise Refusal(
            "C7-DET-1",
            f"{seat_name(seat)} has {taken} of {allowed} detachments that {gold_limit} G allow",
        )


def check_composition(detachment: Detachment, counts: dict[str, int]) -> None:
    """C7-DET-2: in each classification the number of units lies inside the range."""
    if detachment.one_class:
        check_one_class(detachment, counts)
    for classification in CLASSES:
        count = counts.get(classification, 0)
        least, most = detachment.range_of(classification)
        if not least <= count <= most:
            asked = f"{least}" if least == most else f"{least} to {most}"
            raise Refusal(
                "C7-DET-2", f"{detachment.name} takes {asked} {classification}, not {count}"
            )


def check_one_class(detachment: Detachment, counts: dict[str, int]) -> None:
    """C7-DET-4: an Auxiliary holds units of exactly one classification; else C7-DET-2 is broken."""
    classes = [one for one in CLASSES if counts.get(one, 0)]
    if len(classes) != 1:
        named = ", ".join(f"{counts[one]} {one}" for one in classes) or "no unit"
        raise Refusal(
            "C7-DET-2", f"{detachment.name} holds units of one classification, not {named}"
        )
