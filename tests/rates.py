"""So many of so many: a share in percent, with how sure it is."""

from dataclasses import dataclass
from math import sqrt

SURE = 1.96
"""Deviations from the middle within which the true share lies 95 times of 100."""


@dataclass(frozen=True, slots=True)
class Rate:
    """A count out of a whole."""

    hits: int
    whole: int

    @property
    def between(self) -> tuple[float, float]:
        """Where the true share lies, 95 times of 100: the interval of Wilson."""
        if not self.whole:
            return 0.0, 1.0
        share, square = self.hits / self.whole, SURE * SURE
        middle = share + square / (2 * self.whole)
        width = SURE * sqrt(share * (1 - share) / self.whole + square / (4 * self.whole**2))
        scale = 1 + square / self.whole
        return max(0.0, (middle - width) / scale), min(1.0, (middle + width) / scale)

    def __str__(self) -> str:
        low, high = self.between
        share = self.hits / self.whole if self.whole else 0.0
        return f"{100 * share:.1f} % ({100 * low:.1f}-{100 * high:.1f})"


def table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    """Rows of cells below a head, as Markdown has them."""
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
