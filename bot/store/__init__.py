"""Where matches live: SQLAlchemy Core on a SQLite file, or on PostgreSQL by DATABASE_URL."""

from bot.store.errors import StaleError, StoreError
from bot.store.records import MatchRecord, Receipt, Submission
from bot.store.store import Store

__all__ = ["MatchRecord", "Receipt", "StaleError", "Store", "StoreError", "Submission"]
