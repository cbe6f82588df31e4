"""Processes that submit one message, send its posts, and kill themselves before the n-th database
statement."""

import asyncio
import json
import os
import signal
import sys
from itertools import count
from pathlib import Path
from typing import Any

from sqlalchemy import event

from bot.posts.announce import Announcer
from bot.posts.outbox import Letter, Outbox
from grammar import read
from tests.support import referee_on


async def main(where: str, sent: str, kill_at: int) -> None:
    """Submit a message and send its posts; die at the `kill_at`th database statement."""
    async with referee_on(where) as referee:
        referee.subscribe(Announcer(referee).posts)
        table = await referee.open("duel")
        await referee.mail.place_of(table.record.id)
        counter = count(1)

        def perhaps_die(*_: Any) -> None:
            if next(counter) == kill_at:
                os.kill(os.getpid(), signal.SIGKILL)

        engine = referee.store.database.own or referee.store.database.engine.sync_engine
        for name in ("begin", "before_cursor_execute", "after_cursor_execute", "commit"):
            event.listen(engine, name, perhaps_die)
        text = "L1 moves to 5,8\nL2 moves to 7,8\nend phase"
        await referee.submit(table, 1, text, source="m1")
        await Outbox(referee, Notebook(Path(sent))).flush(table.record.id)
        await referee.mail.read_on("77", "5")


class Notebook:
    """A channel that outlives its bot: a file of what was sent, each nonce once."""

    def __init__(self, file: Path) -> None:
        self.file = file

    @property
    def sent(self) -> dict[str, str]:
        """The texts by their nonces."""
        lines = self.file.read_text().splitlines() if self.file.exists() else []
        return dict(json.loads(line) for line in lines)

    async def send(self, letter: Letter) -> str:
        """Write a letter to the file, unless its nonce is there already."""
        if letter.nonce not in self.sent:
            with self.file.open("a") as file:
                file.write(json.dumps([letter.nonce, letter.content]) + "\n")
        return str(1 + [*self.sent].index(letter.nonce))

    async def find(self, letter: Letter, after: str | None) -> str | None:
        """Find nothing: only nonces prevent duplicates here."""
        return None


def serve() -> None:
    """For each line `N SENT DATABASE` of the input, run a process that dies at statement N, and
    print its exit code.

    All are forked from this process, which has read the grammar already.
    """
    read("crusade7", "L1 moves to 5,8")
    for line in sys.stdin:
        number, sent, where = line.strip().split(" ", 2)
        child = os.fork()
        if not child:
            asyncio.run(main(where, sent, int(number)))
            os._exit(0)
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


if __name__ == "__main__":
    serve()
