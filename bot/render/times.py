"""Times as a chat shows them: to each reader in his own zone."""

from datetime import datetime


def stamp(at: datetime, form: str = "R") -> str:
    """A time as Discord shows it: `R` is `in 3 hours`, `f` a date and a time."""
    return f"<t:{int(at.timestamp())}:{form}>"


def both(at: datetime) -> str:
    """A date and how long it is until then."""
    return f"{stamp(at, 'f')} ({stamp(at)})"
