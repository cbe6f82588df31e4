"""Many references or cells in few letters: `L1-L5`, `8-10,9 11-12,7`."""

from collections.abc import Iterable, Iterator

from rules.crusade7.naming import order_of_reference
from rules.display.acts import in_ranges
from rules.numbers.grid import Cell

IN_A_SENTENCE = 4
"""So many neighbours in a row are written as a range where a line is read as a sentence."""

IN_A_TABLE = 2
"""The same where a line is one of a key."""


def sorted_refs(refs: Iterable[str]) -> tuple[str, ...]:
    """References in their order, each once."""
    return tuple(sorted(dict.fromkeys(refs), key=order_of_reference))


def ranges(refs: Iterable[str], least: int = IN_A_SENTENCE) -> str:
    """`L1-L5`, `O2, O3, O4, O6`: references in their order, long runs as ranges."""
    return in_ranges(sorted_refs(refs), least)


def listed_ranges(refs: Iterable[str]) -> str:
    """The same in the order given, short runs too: `LG1, L1-L7, SG1-SG5`."""
    return in_ranges(refs, IN_A_TABLE)


def places(cells: Iterable[Cell]) -> str:
    """`8-10,9 11-12,7`: rows 8 to 10 of column 9, rows 11 and 12 of column 7."""
    runs = [*columns_of(tuple(sorted(set(cells))))]
    return " ".join(text for _, text in sorted(runs))


def columns_of(cells: tuple[Cell, ...]) -> Iterator[tuple[Cell, str]]:
    """Runs down a column; what is left alone is tried along its row."""
    alone: list[Cell] = []
    for run in runs_of(cells, (1, 0)):
        if len(run) > 1:
            yield run[0], f"{run[0][0]}-{run[-1][0]},{run[0][1]}"
        else:
            alone += run
    for run in runs_of(tuple(alone), (0, 1)):
        last = f"-{run[-1][1]}" if len(run) > 1 else ""
        yield run[0], f"{run[0][0]},{run[0][1]}{last}"


def runs_of(cells: tuple[Cell, ...], step: Cell) -> list[list[Cell]]:
    """Cells that follow each other in steps, each in one run."""
    left, runs = list(cells), []
    while left:
        run = [left.pop(0)]
        while (following := (run[-1][0] + step[0], run[-1][1] + step[1])) in left:
            left.remove(following)
            run.append(following)
        runs.append(run)
    return runs
