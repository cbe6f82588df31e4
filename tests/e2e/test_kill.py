"""The process is killed at random moments of a match; the match and its posts come out the same.

About half of the restarts come so late that Discord has forgotten the nonces of earlier posts. The
suite kills twice; REFEREE_KILLS=50 kills 50 times.
"""

import asyncio
import contextlib
import os
import random
import re
import signal
import sqlite3
import sys
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import pytest

from bot.doors.confirming import SETTING
from bot.match.settings import Settings
from bot.referee.service import Referee
from bot.store import Mail, Store
from rules.line.orders import GM
from tests.places import ROOT
from tests.support import NOON, SEED

from .stage import Stage, stage
from .standin import Message

KILLS = int(os.environ.get("REFEREE_KILLS", "2"))


@dataclass
class Process:
    """`referee discord` as a process of its own."""

    scene: Stage
    log: Path
    child: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Start it and wait until it is connected."""
        gateway = self.scene.discord.gateway
        before = gateway.identifies
        settings = {**self.scene.discord.settings(), "REFEREE_BACKUP_FOLDER": ""}
        environment = {**os.environ, **settings, "PYTHONPATH": str(ROOT)}
        environment["PYTHONWARNINGS"] = "ignore"
        with self.log.open("ab") as log:
            self.child = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "bot", "discord", "--db", str(self.scene.file)),
                cwd=self.scene.file.parent,
                env=environment,
                stderr=log,
            )
        await self.scene.discord.until(lambda: gateway.identifies > before, 60, "the process")

    async def end(self, how: signal.Signals) -> int:
        """End it with a signal; returns its exit code."""
        assert self.child is not None
        with contextlib.suppress(ProcessLookupError):
            self.child.send_signal(how)
        return await self.child.wait()


SETTINGS = Settings(clock="3d")
GM_LINES = ("set army 1 cp 9 // a gift", "set army 2 cp 9 // a gift", 'rule "no hill, no cover"')


async def script(file: Path, count: int) -> list[tuple[int, str]]:
    """Play a whole match beforehand on another database; returns who writes what.

    It has a secret set-up, GM lines, a clock, and `count` orders after the start.
    """
    store = await Store.open(str(file))
    referee = Referee(store, now=lambda: NOON, seed=lambda: SEED)
    table = await referee.create("duel", "crusade7", seats=(), settings=SETTINGS)
    steps: list[tuple[int, str]] = []
    for at, line in enumerate(table.game.starter):
        seat, _, text = line.partition("> ")
        steps.append((int(seat), text))
        if at % 6 == 5:
            steps.append((GM, GM_LINES[at // 6 % len(GM_LINES)]))
    for seat, text in steps:
        assert (await referee.submit(table, seat, text)).ok, text
    chance, played = random.Random(7), 0
    while played < count:
        (seat, *_) = table.game.awaits(table.match.state)
        own = [one.ref for one in table.match.state.living(seat)]
        found = table.game.legal(table.match.state, seat, chance.choice(own))
        choices = [str(one) for one in islice(found, 40)]
        text = chance.choice(choices) if choices and chance.random() < 0.6 else "end phase"
        reply = await referee.submit(table, seat, text)
        if reply.ok or chance.random() < 0.3:
            steps.append((seat, text))
            played += 1
    await store.close()
    return steps


async def whole_match(scene: Stage) -> None:
    """Make the match, its set-up still to come, and settle it in the channel."""
    assert scene.referee is not None
    assert scene.bot is not None
    seats = ((0, str(scene.gm.id)), (1, str(scene.ana.id)), (2, str(scene.ben.id)))
    table = await scene.referee.create("duel", "crusade7", seats=seats, settings=SETTINGS)
    await scene.bot.announcer.open_match(table)
    channel = scene.bot.get_partial_messageable(scene.play.id)
    await scene.bot.settle(table, channel, scene.play.id, scene.home.id)
    await scene.play.says("**duel** · Crusade 7th")


async def prepare(scene: Stage) -> None:
    """Make the match that the process will find, and take the test's own bot offline."""
    await whole_match(scene)
    assert scene.referee is not None
    for person in (scene.ana, scene.ben):
        await scene.referee.mail.remember(str(person.id), {SETTING: "no"})
    await scene.leave()


async def read_log(file: Path) -> list[tuple[object, ...]]:
    """The log of the match without times and keys, which must be equal in two copies."""
    store = await Store.open(str(file))
    table = await Referee(store).open("duel")
    entries = await store.entries(table.record.id, table.codec)
    await store.close()
    return [(one.number, one.parent, one.seat, one.text, one.events) for one in entries]


async def outbox_of(file: Path) -> list[tuple[str, str | None]]:
    """Every public post with the id of the message that it became."""
    from sqlalchemy import text

    store = await Store.open(str(file))
    query = text("select content, message from outbox where audience = 'public' order by id")
    async with store.database.engine.connect() as connection:
        rows = (await connection.execute(query)).all()
    await store.close()
    return [(row[0], row[1]) for row in rows]


@pytest.mark.asyncio
async def test_kills(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Whenever the process dies, no order, post or answer is lost or doubled."""
    chance = random.Random(int(os.environ.get("REFEREE_KILL_SEED", "11")))
    steps = await script(tmp_path / "script.sqlite", max(12, KILLS))
    doomed = set(chance.sample(range(len(steps)), KILLS))
    setup = 1 + max(at for at, (_, text) in enumerate(steps) if text == "ready")
    async with stage(monkeypatch, tmp_path) as scene:
        await prepare(scene)
        process = Process(scene, tmp_path / "bot.log")
        await process.start()
        said = []
        for at, (seat, text) in enumerate(steps):
            said.append(write(scene, seat, text, secret=at < setup))
            if at in doomed:
                await asyncio.sleep(chance.random() * 0.3)
                assert await process.end(signal.SIGKILL) == -signal.SIGKILL
                scene.discord.clock.advance(400 * chance.randrange(2))
                await process.start()
            elif chance.random() < 0.8 and at >= setup:
                await settle(scene)
            if at < setup:  # what is said in several places is filed in the order in which it comes
                await filed(scene, at + 1)
        await dealt_with(scene, said[-1])
        assert await process.end(signal.SIGTERM) == 0
        assert b"Traceback" not in process.log.read_bytes()
        assert await read_log(scene.file) == await read_log(tmp_path / "script.sqlite")
        rows = await outbox_of(scene.file)
        check_posts(scene, rows)
        refused = [one for one in said if scene.replies(one)]
        assert all(len(scene.replies(one)) == 1 for one in refused)
        await scene.enter()


async def filed(scene: Stage, number: int) -> None:
    """Wait until the log has an entry with this number."""
    async with asyncio.timeout(300):
        while True:
            with closing(sqlite3.connect(scene.file, timeout=60)) as database:
                (count,) = database.execute("SELECT max(number) FROM entries").fetchone()
            if count >= number:
                return
            await asyncio.sleep(0.05)


def write(scene: Stage, seat: int, text: str, secret: bool) -> Message:
    """Say a line: by direct message if it is secret, otherwise in the channel."""
    person = (scene.gm, scene.ana, scene.ben)[seat]
    text = text if seat else f"gm> {text}"
    return person.dm(text) if secret else person.say(scene.play, text)


async def dealt_with(scene: Stage, message: Message) -> None:
    """Wait until the last message is answered and every post has arrived."""
    store = await Store.open(str(scene.file))
    mail = Mail(store.database)
    async with asyncio.timeout(300):
        while await mail.cursor(str(scene.play.id)) != str(message.id) or await mail.waiting():
            await asyncio.sleep(0.2)
    await store.close()
    await settle(scene, 0.5)


def check_posts(scene: Stage, rows: list[tuple[str, str | None]]) -> None:
    """Assert that every post of the outbox stands in the channel once and in order, as does the one
    living post."""
    own = [one for one in scene.play.from_bot if one.replied is None]
    living = ("**duel** \u00b7 Crusade", "Hello. ")
    posted = [one for one in own if not one.content.startswith(living)]
    assert [message for _, message in rows] == [str(one.id) for one in posted]
    born = [(one.earlier or [one.content])[0] for one in posted]
    assert [content.strip() for content, _ in rows] == born
    told = "\n".join(one.content for one in posted)
    lines = re.findall(r"^(?:~~)?#(\d+) ", told, re.MULTILINE)
    assert len(lines) == len(set(lines)), "an order stands in one post"
    assert sum(one.content.startswith("**duel** \u00b7 Crusade") for one in own) == 1


async def settle(scene: Stage, least: float = 0.3) -> None:
    """Wait until the bot sends no more requests."""
    count = -1
    while count != len(scene.discord.requests):
        count = len(scene.discord.requests)
        await asyncio.sleep(least)
