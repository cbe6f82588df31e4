"""CB-BOARD-2: where each province stands in the text map of 19 rows and 78 columns."""

from collections.abc import Sequence

from rules.candlebre.lore import Site
from rules.candlebre.realm.land import row_of
from rules.numbers.arith import half_up

ROWS, WIDTH = 19, 78
CELL, APART = 4, 5
"""A cell has four characters; cells begin at least five apart."""

LAST = WIDTH - CELL

Cells = tuple[tuple[int, Site], ...]
"""The provinces of a row, each with the column where its cell begins."""


def rows_of(sites: Sequence[Site]) -> tuple[tuple[Site, ...], ...]:
    """CB-BOARD-2: the provinces of each row, by column and then by number."""
    found: list[list[Site]] = [[] for _ in range(ROWS)]
    for site in sorted(sites, key=lambda site: (column_of(sites, site), site.number)):
        found[row_of(site, sites)].append(site)
    return tuple(map(tuple, found))


def column_of(sites: Sequence[Site], site: Site) -> int:
    """CB-BOARD-2: the column where the cell would begin if it had the row for itself."""
    places = [one.x for one in sites]
    low, high = min(places), max(places)
    return half_up((site.x - low) * LAST, high - low) if high > low else 0


def laid_out(sites: Sequence[Site]) -> tuple[Cells, ...]:
    """CB-BOARD-2: cells are moved right until they part, then back from the right margin."""
    found: list[Cells] = []
    for row in rows_of(sites):
        columns: list[int] = []
        for site in row:
            column = column_of(sites, site)
            columns.append(max(column, columns[-1] + APART) if columns else column)
        limit = LAST
        for at in range(len(columns) - 1, -1, -1):
            columns[at] = min(columns[at], limit)
            limit = columns[at] - APART
        found.append(tuple(zip(columns, row, strict=True)))
    return tuple(found)
