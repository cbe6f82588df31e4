"""Settings from the environment (or a `.env` file), read once, checked, frozen."""

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

from rules.line.frozen import Frozen

DATABASE = "referee.sqlite"
API_BASE = "https://discord.com/api/v10"
GATEWAY_URL = "wss://gateway.discord.gg/"
CDN_BASE = "https://cdn.discordapp.com"
SCHEMES = {"DISCORD_API_BASE": "http", "DISCORD_GATEWAY_URL": "ws", "DISCORD_CDN_BASE": "http"}
MAX_ID = 2**64
MOST_SHARDS = 10_000
MEMORY, LEAST_MEMORY = 1_024, 256
"""Megabytes: the default above which questions are declined, and the least that may be set, which
is what the program itself needs."""
LONGEST = 1_000
"""Longest file name or server address, in bytes."""


class Trouble(Exception):
    """The command cannot be carried out; the text is one sentence, the code is its exit code."""

    def __init__(self, text: str, code: int = 2) -> None:
        super().__init__(text)
        self.code = code


class ConfigError(Trouble):
    """A setting is missing or invalid; the text names it."""


@contextmanager
def as_trouble(*kinds: type[Exception], code: int = 2) -> Iterator[None]:
    """Turn errors of these kinds, whose text is one sentence, into a `Trouble`."""
    try:
        yield
    except kinds as error:
        raise Trouble(str(error), code) from error


class Config(Frozen):
    """Settings that every command has: the database, its backups and what is kept.

    `backup_folder` is None for no backups; above `memory` megabytes questions are declined;
    `keep_finished` is how many days a finished match is kept (None: for ever) before it goes to
    `archive_folder`.
    """

    database: str = DATABASE
    backup_folder: Path | None = None
    backups_kept: int = 14
    memory: int = MEMORY
    keep_finished: int | None = None
    archive_folder: Path = Path("archive")


@dataclass(frozen=True, slots=True, repr=False)
class DiscordConfig:
    """How the bot connects to Discord: its token, the addresses, who may be GM, how boards look.

    `gm_role` is the id of a role with GM rights on its server (None: none); `command_guild` the
    only server that gets the commands (None: all); `colour_level` is from 1 (full colour) to 3
    (none). `shard_count` is the number of shards in all (None: as Discord says), `shard_ids` are
    those that this process serves (None: all).  `health_port` is the port of the health page on
    this machine (None: no page).
    """

    token: str
    application_id: int | None = None
    api_base: str = API_BASE
    gateway_url: str = GATEWAY_URL
    cdn_base: str = CDN_BASE
    heartbeat_timeout: float = 60.0
    max_ratelimit_timeout: float | None = None
    gm_role: int | None = None
    command_guild: int | None = None
    sync: bool = True
    colour_level: int = 1
    shard_ids: tuple[int, ...] | None = None
    shard_count: int | None = None
    health_port: int | None = None


def load_environment() -> Mapping[str, str]:
    """Return the environment, with what a `.env` file in the working directory adds to it.  Raises
    `ConfigError` if that file cannot be read."""
    from dotenv import load_dotenv

    try:
        load_dotenv(Path.cwd() / ".env")
    except (UnicodeDecodeError, OSError) as error:
        said = "is not UTF-8 text" if isinstance(error, UnicodeDecodeError) else error.strerror
        raise ConfigError(f"the file .env here {said or 'cannot be read'}") from error
    return os.environ


def read_config(database: str | None = None) -> Config:
    """Read the settings; `database` (from the command line) wins.  Raises `ConfigError`."""
    given = load_environment()
    chosen = address(database or given.get("DATABASE_URL") or DATABASE)
    kept = _number(given, "REFEREE_BACKUPS_KEPT", "a number from 1 to 3650", 1, 3650) or 14
    folder = given.get("REFEREE_BACKUP_FOLDER", "backups")
    where = None
    if folder and "://" not in chosen:
        where = Path(folder)
        if not where.is_absolute():
            where = Path(chosen).resolve().parent / where
    archive = Path(given.get("REFEREE_ARCHIVE_FOLDER", "") or "archive")
    if not archive.is_absolute() and "://" not in chosen:
        archive = Path(chosen).resolve().parent / archive
    what = f"a number of megabytes from {LEAST_MEMORY}"
    memory = _number(given, "REFEREE_MEMORY", what, LEAST_MEMORY, 9_999_999) or MEMORY
    return Config(chosen, where, kept, memory, _days(given), archive)


def _number(
    given: Mapping[str, str], name: str, what: str, least: int, most: int, shown: int = 20
) -> int | None:
    """Read a whole number from `least` to `most`; None if it is not set.  Raises `ConfigError`, in
    which `what` describes the number and `shown` characters of the bad value are quoted."""
    value = given.get(name, "").strip()
    if not value:
        return None
    if not re.fullmatch(r"[0-9]{1,20}", value) or not least <= int(value) <= most:
        raise ConfigError(f"{name} is {what}, not {value[:shown]!r}")
    return int(value)


def _days(given: Mapping[str, str]) -> int | None:
    value = given.get("REFEREE_KEEP_FINISHED", "").strip()
    if not value:
        return None
    found = re.fullmatch(r"([0-9]{1,5})d?", value)
    if found is None or not int(found[1]):
        raise ConfigError(
            f"REFEREE_KEEP_FINISHED is a number of days such as 365d, not {value[:20]!r}"
        )
    return int(found[1])


def address(chosen: str) -> str:
    """Return the database as a file name or a `postgresql+asyncpg://` URL, whichever way a
    PostgreSQL server was written.  Raises `ConfigError`."""
    if len(os.fsencode(chosen)) > LONGEST or "\0" in chosen:
        raise ConfigError(
            f"DATABASE_URL is a file or an address of at most {LONGEST} characters, "
            f"not {chosen[:20]!r}..."
        )
    scheme, sign, rest = chosen.partition("://")
    if not sign:
        return chosen
    if scheme in ("postgres", "postgresql", "postgresql+asyncpg"):
        try:
            parts = urlsplit(f"postgresql://{rest}")
            _ = parts.port
        except ValueError:
            raise ConfigError("DATABASE_URL is no address of a server") from None
        return f"postgresql+asyncpg://{rest}"
    raise ConfigError(
        f"DATABASE_URL is a file or postgresql://..., not {scheme[:20]}://...: that kind of "
        "database is not supported"
    )


def read_discord_config(given: Mapping[str, str] | None = None) -> DiscordConfig:
    """The settings of `referee discord`.  Raises `ConfigError` naming what is missing or wrong."""
    if given is None:
        given = load_environment()
    settings = {name: value.strip() for name, value in given.items() if value.strip()}
    token = settings.get("DISCORD_TOKEN", "")
    if not token:
        raise ConfigError("DISCORD_TOKEN is not set: put the bot's token there, or into .env")
    if not (token.isprintable() and token.isascii()) or " " in token:
        raise ConfigError("DISCORD_TOKEN has characters that no token has")
    api_base, gateway_url, cdn_base = _addresses(settings)
    return DiscordConfig(
        token,
        _id(settings, "DISCORD_APPLICATION_ID"),
        api_base,
        gateway_url,
        cdn_base,
        _seconds(settings, "DISCORD_HEARTBEAT_TIMEOUT") or 60.0,
        _seconds(settings, "DISCORD_MAX_RATELIMIT_TIMEOUT"),
        _id(settings, "REFEREE_GM_ROLE"),
        _scope(settings),
        _switch(settings, "DISCORD_SYNC_COMMANDS"),
        _number(settings, "REFEREE_COLOUR_LEVEL", "1, 2 or 3", 1, 3, shown=30) or 1,
        *_shards(settings),
        port_of(settings),
    )


def port_of(given: Mapping[str, str]) -> int | None:
    """The port of the health page, `REFEREE_HEALTH_PORT`; None if it is not set."""
    return _number(given, "REFEREE_HEALTH_PORT", "a port (1 to 65535)", 1, 65_535)


def logs_as_json(given: Mapping[str, str]) -> bool:
    """Is the log to be written as JSON (`REFEREE_LOG=json`), not as text?"""
    value = given.get("REFEREE_LOG", "").strip() or "text"
    if value not in ("text", "json"):
        raise ConfigError(f"REFEREE_LOG is text or json, not {value[:20]!r}")
    return value == "json"


def _shards(settings: Mapping[str, str]) -> tuple[tuple[int, ...] | None, int | None]:
    """Read `DISCORD_SHARD_IDS=0-3,6` and `DISCORD_SHARD_COUNT=8`; None for what is not set."""
    what = f"a number from 1 to {MOST_SHARDS}"
    count = _number(settings, "DISCORD_SHARD_COUNT", what, 1, MOST_SHARDS)
    listed = settings.get("DISCORD_SHARD_IDS", "")
    if not listed:
        return None, count
    if count is None:
        raise ConfigError("DISCORD_SHARD_COUNT is missing: DISCORD_SHARD_IDS are some of so many")
    found: set[int] = set()
    for part in listed.replace(" ", "").split(","):
        ends = re.fullmatch(r"([0-9]{1,5})(?:-([0-9]{1,5}))?", part)
        first, last = (int(ends[1]), int(ends[2] or ends[1])) if ends else (1, 0)
        if not first <= last < count:
            raise ConfigError(
                f"DISCORD_SHARD_IDS are numbers from 0 to {count - 1} such as 0-3,6, "
                f"not {listed[:30]!r}"
            )
        found.update(range(first, last + 1))
    return tuple(sorted(found)), count


def _addresses(settings: Mapping[str, str]) -> tuple[str, str, str]:
    """The addresses of API, gateway and CDN: Discord's own, unless both API and gateway are set."""
    needed = ("DISCORD_API_BASE", "DISCORD_GATEWAY_URL")
    missing = [name for name in needed if name not in settings]
    if len(missing) == len(needed) and "DISCORD_CDN_BASE" not in settings:
        return API_BASE, GATEWAY_URL, CDN_BASE
    if missing:
        raise ConfigError(
            f"{' and '.join(missing)} is missing: DISCORD_API_BASE and DISCORD_GATEWAY_URL are "
            "set together, or not at all"
        )
    for name, plain in SCHEMES.items():
        if name in settings:
            _check_address(name, settings[name], plain)
    api = settings["DISCORD_API_BASE"].rstrip("/")
    cdn = settings.get("DISCORD_CDN_BASE", CDN_BASE).rstrip("/")
    return api, settings["DISCORD_GATEWAY_URL"], cdn


def _check_address(name: str, address: str, plain: str) -> None:
    try:
        parts = urlsplit(address)
        host = parts.hostname or ""
        _ = parts.port
    except ValueError:
        raise ConfigError(f"{name} is no address") from None
    if parts.scheme not in (plain, plain + "s") or not host:
        raise ConfigError(f"{name} begins with {plain}s:// (on this machine {plain}://)")
    if parts.scheme == plain and not _is_loopback(host):
        raise ConfigError(f"{name}: {plain}:// is for this machine only; use {plain}s://")


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def _id(settings: Mapping[str, str], name: str) -> int | None:
    return _number(settings, name, "an id (a whole number)", 1, MAX_ID - 1, shown=30)


def _seconds(settings: Mapping[str, str], name: str) -> float | None:
    value = settings.get(name)
    if value is None:
        return None
    if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6})?", value) or float(value) <= 0:
        raise ConfigError(f"{name} is a number of seconds, not {value[:30]!r}")
    return float(value)


def _scope(settings: Mapping[str, str]) -> int | None:
    if settings.get("DISCORD_COMMAND_GUILD", "global").lower() == "global":
        return None
    return _id(settings, "DISCORD_COMMAND_GUILD")


def _switch(settings: Mapping[str, str], name: str) -> bool:
    value = settings.get(name, "yes").lower()
    if value in ("yes", "true", "on", "1"):
        return True
    if value in ("no", "false", "off", "0"):
        return False
    raise ConfigError(f"{name} is yes or no, not {value[:30]!r}")
