"""Whole-number arithmetic: rules/ uses no floats, so that every machine gets the same results."""

from math import isqrt

SCALE = 10**12
"""Units of length in one cell: lengths are whole numbers of trillionths of a cell."""

SAME = 1000
"""Two lengths that differ by less than this many units (0.000000001 cells) count as equal."""


def half_up(numerator: int, denominator: int = 1) -> int:
    """Divide and round to the nearest whole number, halves up: 5/2 is 3, -5/2 is -2."""
    return (2 * numerator + denominator) // (2 * denominator)


def half_away(numerator: int, denominator: int) -> int:
    """Divide and round to the nearest whole number, halves away from zero: -3/2 is -2."""
    return half_up(numerator, denominator) if numerator >= 0 else -half_up(-numerator, denominator)


def clamp(value: int, low: int, high: int) -> int:
    """The value, limited to the range from low to high, both included."""
    return max(low, min(high, value))


def root(square: int) -> int:
    """The square root of a whole number, as a length in units of 1/SCALE."""
    return isqrt(square * SCALE * SCALE)


def nearest(length: int) -> int:
    """A length in units of 1/SCALE, rounded to the nearest whole number of cells."""
    return half_up(length, SCALE)


def longer(length: int, other: int) -> bool:
    """Is one length longer than another by at least `SAME`, so by more than a rounding error?"""
    return length - other >= SAME


def decimals(numerator: int, denominator: int = 1, places: int = 2) -> str:
    """A fraction as text with a fixed number of decimals, halves up: (7, 3) is `2.33`."""
    digits = half_up(abs(numerator) * 10**places, denominator)
    sign = "-" if numerator < 0 and digits else ""
    whole, rest = divmod(digits, 10**places)
    return f"{sign}{whole}.{rest:0{places}d}" if places else f"{sign}{whole}"


def scattered(seed: int, number: int) -> int:
    """A pseudo-random 64-bit number, the same for the same arguments everywhere (splitmix64)."""
    mask = (1 << 64) - 1
    x = (seed * 0x9E3779B97F4A7C15 + number * 0xD1B54A32D192ED03 + 0x632BE59BD9B4E019) & mask
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & mask
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & mask
    return x ^ (x >> 31)
