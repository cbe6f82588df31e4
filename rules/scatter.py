"""Numbers that look random and follow from a seed, for what is as good one way as another."""


def scattered(seed: int, number: int) -> int:
    """A whole number of 64 bits, the same for the same seed and number everywhere (splitmix64)."""
    mask = (1 << 64) - 1
    x = (seed * 0x9E3779B97F4A7C15 + number * 0xD1B54A32D192ED03 + 0x632BE59BD9B4E019) & mask
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & mask
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & mask
    return x ^ (x >> 31)
