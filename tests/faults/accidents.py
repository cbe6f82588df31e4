"""What goes wrong while people write; an accident is over when its function returns."""

import asyncio
import os
import random
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import asyncpg

from tests.e2e.standin import StandIn
from tests.faults.fleet import Fleet, Ship
from tests.store.servers import Server

HOUR = 3600.0
FORGOTTEN = 400
"""Seconds after which Discord has forgotten the nonces of what was posted."""

WHILE = 0.8
"""Seconds for which a disk is full or a database is read-only."""

PATIENCE = 30.0


@dataclass
class Storm:
    """What the accidents happen to; `server` is None if the database is a file."""

    discord: StandIn
    fleet: Fleet
    chance: random.Random
    server: Server | None = None

    def any_ship(self) -> Ship:
        """One of the processes."""
        return self.chance.choice(self.fleet.ships)


Accident = Callable[[Storm], Awaitable[None]]


# --- processes and clocks


async def killed(storm: Storm) -> None:
    """A process dies; half of the restarts come after Discord has forgotten the nonces."""
    ship = storm.any_ship()
    await storm.fleet.kill(ship)
    storm.discord.clock.advance(FORGOTTEN * storm.chance.randrange(2))
    await storm.fleet.start(ship)
    await storm.fleet.online()


async def started_anew(storm: Storm) -> None:
    """A process ends in good order and comes back."""
    ship = storm.any_ship()
    await storm.fleet.end(ship)
    await storm.fleet.start(ship)
    await storm.fleet.online()


async def all_killed(storm: Storm) -> None:
    """The whole machine is gone for a moment."""
    for ship in storm.fleet.ships:
        await storm.fleet.kill(ship)
    await storm.fleet.start_all()


async def clock_jumped(storm: Storm) -> None:
    """A process's clock jumps by hours, mostly forward."""
    hours = storm.chance.choice((-3, 1, 2, 3, 5))
    storm.fleet.jump(storm.any_ship(), hours * HOUR)


REMINDED, MISSED = " is awaited until ", " missed its deadline"
STEP = 1.6 * HOUR
"""Seconds per jump of the clocks: so that first the reminders come (an hour after a turn began),
then its end."""


def told_of_time(storm: Storm) -> tuple[int, int]:
    """How many messages remind of a deadline, and how many tell that one was missed."""
    places = storm.discord.world.channels.values()
    texts = [one.content for place in places for one in place.messages.values()]
    return sum(REMINDED in text for text in texts), sum(MISSED in text for text in texts)


async def time_went_on(storm: Storm) -> None:
    """The time of reminders and deadlines comes, and a process dies while they fire."""
    before, until = told_of_time(storm), time.monotonic() + 4 * PATIENCE
    while time.monotonic() < until:
        for ship in storm.fleet.ships:
            storm.fleet.jump(ship, STEP)
        last, pause = told_of_time(storm), time.monotonic() + PATIENCE / 6
        while (told := told_of_time(storm)) == last and time.monotonic() < pause:
            await asyncio.sleep(0.05)
        if all(now > was for now, was in zip(told, before, strict=True)):
            break
    await killed(storm)


# --- the server of the database


async def taken_over(storm: Storm) -> None:
    """A process is succeeded by another, without a gap."""
    ship = storm.any_ship()
    await storm.fleet.succeed(ship)
    await storm.fleet.online()


async def _asked(storm: Storm, *statements: str) -> None:
    """Execute statements on a connection of our own, as an operator of the server would."""
    assert storm.server is not None
    address = storm.server.address.replace("+asyncpg", "")
    connection = await asyncpg.connect(address)
    try:
        for statement in statements:
            await connection.execute(statement)
    finally:
        await connection.close()


CUT = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
    "WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
)


async def database_restarted(storm: Storm) -> None:
    """The server falls over while transactions wait for each other, and recovers from its log."""
    assert storm.server is not None
    address = storm.server.address.replace("+asyncpg", "")
    connection = await asyncpg.connect(address)
    holding = connection.transaction()
    await holding.start()
    await connection.execute("LOCK TABLE entries IN EXCLUSIVE MODE")
    waits = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
    until = time.monotonic() + 2
    while not await connection.fetchval(waits) and time.monotonic() < until:
        await asyncio.sleep(0.02)
    await asyncio.to_thread(storm.server.crash)
    connection.terminate()
    await asyncio.to_thread(storm.server.start)


async def connections_cut(storm: Storm) -> None:
    """Every connection to the database is cut."""
    await _asked(storm, CUT)


async def server_read_only(storm: Storm) -> None:
    """The server takes no writes for a moment."""
    turn = "ALTER DATABASE postgres SET default_transaction_read_only = {}"
    await _asked(storm, turn.format("on"), CUT)
    await asyncio.sleep(WHILE)
    # turning it back is a write, so this connection must be allowed to write
    await _asked(
        storm,
        "SET transaction_read_only = off",
        f"BEGIN READ WRITE; {turn.format('off')}; COMMIT",
        CUT,
    )


FULL = """
CREATE OR REPLACE FUNCTION disk_is_full() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'could not extend file: the disk is full' USING ERRCODE = '53100'; END $$
"""


async def server_full(storm: Storm) -> None:
    """The disk of the server is full: the log takes no entry, the outbox no post."""
    tables = ("entries", "outbox", "receipts")
    begin = [
        f"CREATE TRIGGER full_disk BEFORE INSERT ON {one} EXECUTE FUNCTION disk_is_full()"
        for one in tables
    ]
    await _asked(storm, FULL, *begin)
    await asyncio.sleep(WHILE)
    await _asked(storm, *[f"DROP TRIGGER full_disk ON {one}" for one in tables])


# --- the file of the database


async def _tell_disk(storm: Storm, words: str) -> None:
    """Tell the process that writes to the file how its disk is from now on, and wait until it has
    heard."""
    file = storm.fleet.disk
    assert file is not None
    file.write_text(words)
    heard, until = file.with_suffix(".heard"), time.monotonic() + PATIENCE
    while not heard.exists() or heard.read_text() != words:
        assert time.monotonic() < until, f"nobody heard {words!r}"
        await asyncio.sleep(0.02)


async def file_full(storm: Storm) -> None:
    """The disk is full; then there is room again."""
    await _tell_disk(storm, "full")
    await asyncio.sleep(WHILE)
    await _tell_disk(storm, "max_page_count=1073741823")


async def file_read_only(storm: Storm) -> None:
    """The file can only be read for a moment."""
    await _tell_disk(storm, "query_only=1")
    await asyncio.sleep(WHILE)
    await _tell_disk(storm, "query_only=0")


async def log_torn(storm: Storm) -> None:
    """The process dies in the middle of a write: half a frame stands at the end of the WAL."""
    (ship,) = storm.fleet.ships
    await storm.fleet.kill(ship)
    wal = Path(f"{storm.fleet.database}-wal")
    if wal.exists() and wal.stat().st_size > 32:
        with wal.open("r+b") as file:
            kept = file.read(24 + 32)[32:56]  # the head of its first frame: page, size, salts
            file.seek(0, os.SEEK_END)
            file.write(kept + storm.chance.randbytes(storm.chance.randrange(1, 4000)))
    await storm.fleet.start(ship)
    await storm.fleet.online()


# --- Discord


ROUTES = (
    "POST /channels/*/messages",
    "PATCH /channels/*/messages/*",
    "PUT /channels/*/reactions/*",
)


def _route(storm: Storm) -> str:
    return storm.chance.choice(ROUTES)


async def refused(storm: Storm) -> None:
    """500, 502, 503 instead of an answer."""
    status = storm.chance.choice((500, 503))
    storm.discord.faults.fail(_route(storm), status, times=storm.chance.randint(1, 3))
    storm.discord.faults.page(_route(storm), 502)


async def stored_but_refused(storm: Storm) -> None:
    """A request takes effect, and 500 comes back."""
    storm.discord.faults.fail(_route(storm), 500, times=2, stored=True)


async def limited(storm: Storm) -> None:
    """429: rate limits of one route, and of all together."""
    storm.discord.faults.limit(_route(storm), 0.2, times=3)
    storm.discord.faults.limit("* *", 0.2, is_global=True)


async def answers_lost(storm: Storm) -> None:
    """Connections end before an answer, and in the middle of one."""
    storm.discord.faults.drop(_route(storm), stored=storm.chance.random() < 0.5)
    storm.discord.faults.truncate(ROUTES[0])


async def resumed(storm: Storm) -> None:
    """The connections to the gateway break, and are resumed (RESUME)."""
    storm.discord.gateway.abort()
    await storm.fleet.online()


async def sessions_lost(storm: Storm) -> None:
    """Op 9: the sessions are gone with all their events."""
    storm.discord.gateway.invalidate()
    await asyncio.sleep(0.1)
    await storm.fleet.online()


async def asked_to_reconnect(storm: Storm) -> None:
    """Op 7: the gateway asks every client to reconnect."""
    storm.discord.gateway.reconnect()
    await asyncio.sleep(0.1)
    await storm.fleet.online()


async def told_twice(storm: Storm) -> None:
    """The next messages come twice."""
    storm.discord.gateway.duplicate("MESSAGE_CREATE", times=5)


async def discord_down(storm: Storm) -> None:
    """Discord itself restarts, mostly keeping its sessions."""
    await storm.discord.restart(keep_sessions=storm.chance.random() < 0.7)
    await storm.fleet.online()


ANYWHERE: Mapping[str, Accident] = {
    "process killed": killed,
    "all processes killed": all_killed,
    "process ended and started": started_anew,
    "clock jumped by hours": clock_jumped,
    "killed while deadlines fired": time_went_on,
    "500, 502, 503": refused,
    "stored, but 500": stored_but_refused,
    "429": limited,
    "answer cut off": answers_lost,
    "RESUME": resumed,
    "op 9": sessions_lost,
    "op 7": asked_to_reconnect,
    "messages told twice": told_twice,
    "Discord down": discord_down,
}
ON_SERVER: Mapping[str, Accident] = {
    "database restarted in mid-transaction": database_restarted,
    "connections cut": connections_cut,
    "process taken over from": taken_over,
    "server read-only": server_read_only,
    "disk of the server full": server_full,
}
ON_FILE: Mapping[str, Accident] = {
    "disk full": file_full,
    "file read-only": file_read_only,
    "WAL torn": log_torn,
}
