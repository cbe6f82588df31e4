"""The service file and the container file fit the project and start it as they say."""

import asyncio
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from configparser import ConfigParser
from pathlib import Path

import pytest

from bot.chat.serving import warm_up
from bot.config import address
from tests.e2e.standin import PATIENCE, StandIn
from tests.places import ROOT

DEPLOY = ROOT / "bot" / "deploy"
UNIT = DEPLOY / "referee.service"
CONTAINER = DEPLOY / "Containerfile"
OPT = "/opt/crusade-referee"
STATE = "/var/lib/crusade-referee"
CACHE = "/var/cache/crusade-referee"
HANGS = 900.0
"""Seconds after which a test is ended because it hangs."""


def unit(name: str) -> list[str]:
    """The values of a setting of the service file."""
    lines = UNIT.read_text(encoding="utf-8").splitlines()
    return [line.partition("=")[2] for line in lines if line.startswith(f"{name}=")]


def steps() -> list[tuple[str, str]]:
    """The instructions of the container file."""
    text = CONTAINER.read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [(line.split(" ", 1)[0], line.split(" ", 1)[1]) for line in lines]


def here(word: str) -> str:
    """The path on this machine of a program that the files name by its installed path."""
    if word.endswith("/referee") or word == "referee":
        return str(Path(sys.executable).with_name("referee"))
    return word


def test_service_file_is_in_order(tmp_path: Path) -> None:
    """The file can be parsed as a unit, and systemd, if there is one, finds nothing wrong with
    it."""
    read = ConfigParser(strict=True, interpolation=None)
    read.read(UNIT, encoding="utf-8")
    assert read.sections() == ["Unit", "Service", "Install"]
    (command,) = unit("ExecStart")
    text = UNIT.read_text(encoding="utf-8")
    text = text.replace(shlex.split(command)[0], here("referee")).replace("=referee\n", "=root\n")
    file = tmp_path / "referee.service"
    file.write_text(text, encoding="utf-8")
    if not shutil.which("systemd-analyze"):
        return
    checked = subprocess.run(
        ["systemd-analyze", "verify", str(file)], capture_output=True, text=True, check=False
    )
    assert (checked.returncode, checked.stderr) == (0, "")


def test_service_file_fits_the_project() -> None:
    """The service starts what `make install` installs, and its folders fit together."""
    (command,) = unit("ExecStart")
    program, word = shlex.split(command)
    assert program == f"{OPT}/.venv/bin/referee"
    assert word == "discord"
    assert "VENV := .venv" in (ROOT / "Makefile").read_text(encoding="utf-8")
    assert unit("StateDirectory") == ["crusade-referee"]
    assert unit("WorkingDirectory") == [STATE]
    assert unit("CacheDirectory") == ["crusade-referee"]
    settings = f"DATABASE_URL={STATE}/referee.sqlite PYTHONPYCACHEPREFIX={CACHE}"
    assert unit("Environment") == [settings]


def test_container_file_fits_the_project() -> None:
    """Every file that is copied exists, and everything that the program needs is copied."""
    copied = [word for kind, rest in steps() if kind == "COPY" for word in rest.split()[:-1]]
    assert [word for word in copied if not (ROOT / word).exists()] == []
    assert {"pyproject.toml", "README.md", "rules", "grammar", "bot"} <= set(copied)
    assert ("ENTRYPOINT", '["referee", "discord"]') in steps()
    base = next(rest for kind, rest in steps() if kind == "FROM")
    wanted = re.search(r'requires-python = ">=(3\.\d+)"', (ROOT / "pyproject.toml").read_text())
    assert wanted is not None
    assert f"python:{wanted[1]}" in base
    assert ("USER", "referee") in steps()
    (warmed,) = (shlex.split(rest) for kind, rest in steps() if rest.startswith("python "))
    assert warmed[:3] == ["python", "-I", "-c"]
    assert warmed[3] == f"from {warm_up.__module__} import warm_up; warm_up()"


def test_compose_file_fits_the_project() -> None:
    """It builds the container file, passes on the settings of `.env`, names only existing ones,
    keeps the container's data, waits for a healthy database, and contains no secret."""
    text = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    (folder,) = re.findall(r"^ +context: (\S+)$", text, re.MULTILINE)
    (file,) = re.findall(r"^ +dockerfile: (\S+)$", text, re.MULTILINE)
    assert (DEPLOY / folder / file).resolve() == CONTAINER
    known = (ROOT / ".env.example").read_text(encoding="utf-8")
    given = re.findall(r"^ +((?:DISCORD|REFEREE|DATABASE)_[A-Z_]+): (.+)$", text, re.MULTILINE)
    assert {"DATABASE_URL", "DISCORD_TOKEN"} <= {name for name, _ in given}
    for name, value in given:
        assert re.search(rf"^#?{name}=", known, re.MULTILINE), name
        assert "${" in value, name
    (address_,) = (value for name, value in given if name == "DATABASE_URL")
    assert address(address_).startswith("postgresql+asyncpg://referee:")
    (settings,) = re.findall(r"^ +env_file: (\S+)$", text, re.MULTILINE)
    assert (DEPLOY / settings).resolve() == ROOT / ".env"
    kept = next(rest for step, rest in steps() if step == "VOLUME")
    (volume,) = re.findall(rf"^ +- (\w+):{kept}$", text, re.MULTILINE)
    assert re.search(rf"^  {volume}:$", text.partition("\nvolumes:")[2], re.MULTILINE)
    assert "condition: service_healthy" in text
    assert "pg_isready" in text


def test_ci_example_runs_what_everybody_runs() -> None:
    """The CI example calls `.ci/run`, supported versions of Python and existing targets of the
    Makefile."""
    text = (DEPLOY / "ci.yaml").read_text(encoding="utf-8")
    runs = re.findall(r"^ +- run: (.+)$", text, re.MULTILINE)
    assert ".ci/run" in runs
    assert os.access(ROOT / ".ci" / "run", os.X_OK)
    targets = (ROOT / "Makefile").read_text(encoding="utf-8")
    for one in (run for run in runs if run.startswith("make ")):
        assert re.search(rf"^{one.split()[1]}:", targets, re.MULTILINE), one
    for python in re.findall(r'"(3\.\d+)"', text):
        assert int(python.split(".")[1]) >= 11


def start_of(kind: str, folder: Path) -> tuple[list[str], dict[str, str]]:
    """The command and settings in the file, with its data in a folder of this test."""
    if kind == "service":
        words, given = shlex.split(unit("ExecStart")[0]), shlex.split(*unit("Environment"))
    else:
        entry = next(rest for step, rest in steps() if step == "ENTRYPOINT")
        words = re.findall(r'"([^"]+)"', entry)
        given = shlex.split(next(rest for step, rest in steps() if step == "ENV"))
    settings = dict(one.split("=", 1) for one in given)
    for name, value in settings.items():
        for path in (STATE, CACHE, "/data"):
            value = value.replace(path, str(folder))
        settings[name] = value
    return [here(words[0]), *words[1:]], settings


async def online(discord_: StandIn, running: asyncio.subprocess.Process) -> None:
    """Wait until the bot is online, however busy the machine is, but no longer than it runs."""
    async with asyncio.TaskGroup() as both:
        waiting = both.create_task(discord_.online(timeout=HANGS))
        ended = both.create_task(running.wait())
        await asyncio.wait((waiting, ended), return_when=asyncio.FIRST_COMPLETED)
        came = waiting.done()
        waiting.cancel()
        ended.cancel()
    assert came, "the bot ended before it was online"


@pytest.mark.parametrize("kind", ["service", "container"])
@pytest.mark.asyncio
async def test_it_starts_and_stops(kind: str, tmp_path: Path) -> None:
    """The command in the file brings the bot online, and SIGTERM stops it cleanly."""
    words, settings = start_of(kind, tmp_path)
    async with StandIn() as discord_:
        discord_.guild("Home")
        clean = {"PATH": os.environ["PATH"], "HOME": str(tmp_path)}
        running = await asyncio.create_subprocess_exec(
            *words,
            cwd=tmp_path,
            env={**clean, **settings, **discord_.settings()},
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        try:
            await online(discord_, running)
            running.send_signal(signal.SIGTERM)
            told, _ = await asyncio.wait_for(running.communicate(), PATIENCE)
        finally:
            if running.returncode is None:
                running.kill()
    assert running.returncode == 0, told.decode()
    assert "Traceback" not in told.decode()
    assert discord_.token not in told.decode()
    assert (tmp_path / "referee.sqlite").exists()
