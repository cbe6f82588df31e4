"""Where matches live: SQLAlchemy Core on a SQLite file, or on PostgreSQL by DATABASE_URL."""

from bot.store.errors import StaleError, StoreError
from bot.store.posts import Mail
from bot.store.records import MatchRecord, PlaceRecord, Post, Receipt, Submission
from bot.store.store import Store

__all__ = [
    "Mail",
    "MatchRecord",
    "PlaceRecord",
    "Post",
    "Receipt",
    "StaleError",
    "Store",
    "StoreError",
    "Submission",
]
