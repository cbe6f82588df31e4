"""`python -m tests.faults.nursery`: starts bots quickly, each as a process of its own.

Each line of the input (JSON) asks for one bot.  Bots are forked from this process, which has read
the grammars already.  It prints `ready`, and for each bot `born PID` and `ended PID CODE`.
"""

import asyncio
import json
import os
import signal
import struct
import sys
import traceback
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any


class Watch:
    """The clock of a process: a file says by how many seconds it is wrong."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def __call__(self) -> datetime:
        return datetime.now(UTC) + timedelta(seconds=wrong(self._file))


def wrong(file: Path) -> float:
    """By how many seconds a clock is wrong."""
    (seconds,) = struct.unpack("d", file.read_bytes())
    return float(seconds)


def set_wrong(file: Path, seconds: float) -> None:
    """Make a clock wrong by so many seconds from now on."""
    draft = file.with_suffix(".part")
    draft.write_bytes(struct.pack("d", seconds))
    draft.replace(file)


async def live(order: dict[str, Any]) -> None:
    """Run a bot until SIGTERM."""
    from bot.chat.client import RefereeBot
    from bot.chat.serving import serve
    from bot.clocks import timekeeper
    from bot.config import read_discord_config
    from bot.referee.service import Referee
    from bot.store import Leases, Store

    def tireless(bot: RefereeBot) -> None:
        for pace in (bot.looking, bot.doors.pace, bot.founding.pace):
            pace.burst = 1_000_000

    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    store = await Store.open(order["database"], order["heir"])
    try:
        referee = Referee(store, now=Watch(Path(order["clock"])))
        referee.leases = Leases(store.database, order["term"])
        timekeeper.LOOK = timekeeper.TICK = order["look"]
        if order["disk"]:
            disk = asyncio.create_task(Disk(store, Path(order["disk"])).run())
        settings = read_discord_config(order["settings"])
        await serve(referee, settings, stop, tireless, order["heir"])
        if order["disk"]:
            disk.cancel()
    finally:
        await store.close()


class Disk:
    """The disk of a SQLite database: runs the PRAGMAs that a file names on every writing
    connection."""

    def __init__(self, store: Any, file: Path) -> None:
        from sqlalchemy import event

        self._file = file
        self._told = ""
        self._writing: list[Any] = []
        event.listen(store.database.own, "connect", self._begin)

    def _begin(self, connection: Any, _: Any) -> None:
        self._writing.append(connection)
        self._hear(connection)

    def _hear(self, connection: Any) -> None:
        for word in self._told.split():
            if word == "full":
                (pages,) = connection.execute("PRAGMA page_count").fetchone()
                word = f"max_page_count={pages}"
            connection.execute(f"PRAGMA {word}")

    async def run(self) -> None:
        """Look again and again whether the file says something new, and confirm it in `.heard`."""
        while True:
            words = self._file.read_text() if self._file.exists() else ""
            if words != self._told:
                self._told = words
                for connection in self._writing:
                    await asyncio.to_thread(self._hear, connection)
                self._file.with_suffix(".heard").write_text(words)
            await asyncio.sleep(0.02)


def _be(order: dict[str, Any]) -> int:
    """Be a child process: run its bot, and return the exit code."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    log = os.open(order["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    nothing = os.open(os.devnull, os.O_RDWR)
    for old, new in ((nothing, 0), (nothing, 1), (log, 2)):
        os.dup2(old, new)
    try:
        from bot.chat.logs import set_up

        set_up(False)
        asyncio.run(live(order))
    except BaseException:
        traceback.print_exc()
        return 1
    return 0


def _tell(text: str) -> None:
    os.write(1, f"{text}\n".encode())


def _reap(*_: object) -> None:
    """Print which children have ended."""
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if not pid:
            return
        _tell(f"ended {pid} {os.waitstatus_to_exitcode(status)}")


def serve_orders() -> None:
    """Load everything once, then fork a child for each line of the input."""
    from bot.chat.serving import warm_up

    warm_up()
    signal.signal(signal.SIGCHLD, _reap)
    _tell("ready")
    for line in sys.stdin:
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGCHLD})
        pid = os.fork()
        if not pid:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGCHLD})
            os._exit(_be(json.loads(line)))
        _tell(f"born {pid}")
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGCHLD})


if __name__ == "__main__":
    serve_orders()
