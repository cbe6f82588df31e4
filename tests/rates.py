"""A share in percent with its confidence interval, and Markdown tables."""

from dataclasses import dataclass
from math import sqrt

SURE = 1.96
"""Half the width of a 95 % confidence interval, in standard deviations."""


@dataclass(frozen=True, slots=True)
class Rate:
    """A share: `hits` out of `whole`."""

    hits: int
    whole: int

    @property
    def between(self) -> tuple[float, float]:
        """The 95 % confidence interval of the share, after Wilson."""
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
    """A Markdown table: rows of cells below a head."""
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
