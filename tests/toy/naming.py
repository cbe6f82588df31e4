"""What the seats are called."""

HOUSES = ("GM", "House Alder", "House Birch", "House Cedar")


def seat_name(seat: int) -> str:
    """TY-SCOPE-1: `House Birch`."""
    return HOUSES[seat]
