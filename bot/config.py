"""Settings from the environment (or a `.env` file), read once, checked, frozen."""

import os
from dataclasses import dataclass
from pathlib import Path

DATABASE = "referee.sqlite"


class ConfigError(Exception):
    """A setting is missing or not as it must be; the text names it."""


@dataclass(frozen=True, slots=True)
class Config:
    """Where matches are kept and how often they are backed up."""

    database: str = DATABASE
    backup_folder: Path | None = None
    backups_kept: int = 14


def read_config(database: str | None = None) -> Config:
    """The settings; `database` (from the command line) wins.  Raises `ConfigError`."""
    from dotenv import load_dotenv

    load_dotenv(Path.cwd() / ".env")
    chosen = database or os.environ.get("DATABASE_URL") or DATABASE
    kept = os.environ.get("REFEREE_BACKUPS_KEPT", "14")
    if not kept.isdecimal() or not 1 <= int(kept) <= 3650:
        raise ConfigError(f"REFEREE_BACKUPS_KEPT is a number from 1 to 3650, not {kept[:20]!r}")
    folder = os.environ.get("REFEREE_BACKUP_FOLDER", "backups")
    where = None
    if folder and "://" not in chosen:
        where = Path(folder)
        if not where.is_absolute():
            where = Path(chosen).resolve().parent / where
    return Config(chosen, where, int(kept))
