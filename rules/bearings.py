"""Where one thing lies as seen from another, in the words that orders use for directions."""


def direction(rows: int, columns: int) -> str:
    """`up-left`: the nearest of the eight; rows count downwards, columns to the right."""
    down, across = abs(rows), abs(columns)
    upright = ("down" if rows > 0 else "up") if 12 * down > 5 * across else ""
    sideways = ("right" if columns > 0 else "left") if 12 * across > 5 * down else ""
    return "-".join(part for part in (upright, sideways) if part) or "here"


def offset(rows: int, columns: int) -> str:
    """`3 up, 5 right`."""
    parts = []
    if rows:
        parts.append(f"{abs(rows)} {'down' if rows > 0 else 'up'}")
    if columns:
        parts.append(f"{abs(columns)} {'right' if columns > 0 else 'left'}")
    return ", ".join(parts) or "the same place"
