"""Logs, health page and metrics, for whoever keeps the bot running."""

import asyncio
import json
import logging
import re
import socket
from pathlib import Path

import aiohttp
import pytest

from bot.__main__ import main
from bot.chat.logs import About, AsJson
from tests.places import ROOT

from .stage import stage

DASHBOARD = ROOT / "bot" / "deploy" / "dashboard.json"


def free_port() -> int:
    """A port that nobody uses."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


async def get(port: int, page: str) -> tuple[int, str]:
    """Status and text of a page of the running bot."""
    address = f"http://127.0.0.1:{port}/{page}"
    async with aiohttp.ClientSession() as session, session.get(address) as answer:
        return answer.status, await answer.text()


@pytest.mark.asyncio
async def test_the_log_tells_what_became_of_a_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """For each order the log has message (or interaction), shard, match and entry, and never what
    was written."""
    caplog.set_level(logging.INFO)
    caplog.handler.addFilter(About())
    async with stage(monkeypatch, tmp_path) as scene:
        await scene.duel()
        caplog.clear()
        asked = scene.ana.say(scene.play, "L1 moves to 5,8")
        await scene.play.says("#6")
        press = scene.ana.slash("order", text="L2 moves to 7,8", here=scene.play)
        await scene.ana.answer(press)
        await scene.quiet()
        rows = [json.loads(AsJson().format(one)) for one in caplog.records]
    first, second = (row for row in rows if row["log"] == "referee.lines")
    assert (first["request"], first["shard"]) == (f"m{asked.id}", 0)
    assert (first["match"], first["entry"], first["said"]) == (1, 6, "match 1 #6: filed")
    assert second["request"].startswith("i")
    assert second["entry"] == 7
    ours = [row["said"] for row in rows if row["log"].startswith("referee")]
    assert not [said for said in ours if "moves" in said or "5,8" in said]


@pytest.mark.asyncio
async def test_how_the_bot_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Lines, refusals and reactions are counted; the health page says that all is well until the
    connection is lost, and `referee doctor --live` agrees; no metric tells who wrote what; the
    dashboard uses only metrics that exist."""
    port = free_port()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_HEALTH_PORT", str(port))
    async with stage(monkeypatch, tmp_path, REFEREE_HEALTH_PORT=str(port)) as scene:
        await scene.duel()
        scene.ana.say(scene.play, "L1 moves to 5,8")
        await scene.play.says("#6")
        scene.ana.say(scene.play, "L1 moves to 5,9")
        await scene.play.says("C7-MOVE-1")
        status, text = await get(port, "health")
        found = json.loads(text)
        assert (status, found["healthy"], found["problems"]) == (200, True, [])
        assert (found["shards"], found["shard_count"]) == ([0], 1)
        assert (found["waiting"], found["late"]) == (0, 0)
        status, page = await get(port, "metrics")
        assert status == 200
        for line in (
            'referee_lines_total{became="filed"} 1.0',
            'referee_lines_total{became="refused"} 1.0',
            'referee_messages_total{became="filed"} 1.0',
            'referee_signs_total{sign="filed"} 1.0',
            "referee_outbox_waiting 0.0",
            "referee_deadlines_late 0.0",
            'referee_shard_connected{shard="0"} 1.0',
            'referee_cached{what="matches"} 1.0',
        ):
            assert line in page.splitlines(), page
        answered = re.search(r"^referee_answer_seconds_count (\S+)$", page, re.MULTILINE)
        assert answered is not None
        assert float(answered[1]) >= 2
        for secret in ("L1", "duel", "Ana", str(scene.ana.id), str(scene.play.id)):
            assert secret not in page, secret
        told = DASHBOARD.read_text(encoding="utf-8")
        for name in set(re.findall(r"\b(?:referee|process)_\w+", told)):
            assert re.search(rf"^{name}[ {{]", page, re.MULTILINE), name
        assert await asyncio.to_thread(main, ["doctor", "--live"]) == 0
        assert capsys.readouterr().out.splitlines()[0].endswith("connected to shards 0 of 1")
        scene.discord.gateway.close_at_hello = 4000
        await scene.discord.gateway.close()
        assert scene.bot is not None
        gateways = scene.bot.gateways

        async def lost() -> bool:
            return not gateways.connected

        async with asyncio.timeout(60):
            while not await lost():
                await asyncio.sleep(0.01)
        status, text = await get(port, "health")
        assert status == 503
        assert json.loads(text)["problems"] == ["shard 0 is not connected"]
        assert await asyncio.to_thread(main, ["doctor", "--live"]) == 1
        assert "not well: shard 0 is not connected" in capsys.readouterr().out
        scene.discord.gateway.close_at_hello = None
    assert await asyncio.to_thread(main, ["doctor", "--live"]) == 1
    assert "no bot answers on port" in capsys.readouterr().err
    monkeypatch.setenv("REFEREE_HEALTH_PORT", "http")
    assert main(["doctor", "--live"]) == 2
    assert "REFEREE_HEALTH_PORT is a port" in capsys.readouterr().err
