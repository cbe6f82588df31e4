"""The wheel and the source distribution are built and installed without a network, and can play."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import venv
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import Distribution, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.places import ROOT

PARTS = ("rules", "grammar", "bot")
AT_HOME = ("", ".service", ".yaml")
"""Suffixes of files that only operators with the whole project use."""
AROUND = ("pyproject.toml", "README.md", "LICENSE")
LICENCES = ROOT / "bot" / "deploy" / "LICENCES.md"
BUILD = "from setuptools import build_meta as b; b.build_{}({!r})"


def run(words: Sequence[str | Path], folder: Path, text: str = "") -> str:
    """Run a program in a folder, with nothing of this project in its environment; returns its
    output."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    done = subprocess.run(
        [*map(str, words)],
        cwd=folder,
        env={**kept, "PYTHONWARNINGS": "ignore", "DATABASE_URL": "a.sqlite"},
        input=text,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout


def sources() -> set[str]:
    """The files that belong in a package: everything in its three parts except what only operators
    with the whole project use."""
    found = set()
    for part in PARTS:
        for path in (ROOT / part).rglob("*"):
            name = path.relative_to(ROOT).as_posix()
            outside = "__pycache__" in name or path.suffix in AT_HOME
            if path.is_file() and not outside:
                found.add(name)
    return found


@dataclass(frozen=True)
class Built:
    """The two built files, and a folder for more."""

    wheel: Path
    sdist: Path
    folder: Path


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """Build both from a copy of the project, with the build backend that is installed here."""
    folder = tmp_path_factory.mktemp("package")
    copy = folder / "source"
    copy.mkdir()
    for part in PARTS:
        shutil.copytree(ROOT / part, copy / part, ignore=shutil.ignore_patterns("__pycache__"))
    for name in AROUND:
        shutil.copy(ROOT / name, copy)
    run([sys.executable, "-c", BUILD.format("sdist", str(folder))], copy)
    (sdist,) = folder.glob("*.tar.gz")
    with tarfile.open(sdist) as packed:
        packed.extractall(folder, filter="data")
    unpacked = folder / sdist.name.removesuffix(".tar.gz")
    run([sys.executable, "-c", BUILD.format("wheel", str(folder))], unpacked)
    (wheel,) = folder.glob("*.whl")
    return Built(wheel, sdist, folder)


def test_the_wheel_holds_every_file(built: Built) -> None:
    """The wheel, built from the source distribution, has every module, grammar, table, text and
    migration, and nothing else."""
    with zipfile.ZipFile(built.wheel) as packed:
        names = {name for name in packed.namelist() if ".dist-info/" not in name}
        about = {name.partition("/")[2] for name in set(packed.namelist()) - names}
    assert names == sources()
    assert "licenses/LICENSE" in about


def test_it_installs_and_plays(built: Built) -> None:
    """Installed in a fresh environment, the command makes a database, plays, exports a match that
    verifies, reads every grammar and draws every board."""
    home, away = built.folder / "env", built.folder / "away"
    away.mkdir()
    venv.create(home, with_pip=False, symlinks=True)
    python = home / "bin" / "python"
    (site,) = (home / "lib").glob("python*/site-packages")
    run(
        [
            *(sys.executable, "-m", "pip", "--python", python, "install", "--quiet"),
            *("--no-index", "--no-deps", "--disable-pip-version-check", built.wheel),
        ],
        away,
    )
    # What it depends on is lent by this environment, behind its own packages.
    (site / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    stand = "; ".join(f"import {part}; print({part}.__file__)" for part in PARTS)
    found = run([python, "-c", stand], away).splitlines()
    assert [Path(one).parent for one in found] == [site / part for part in PARTS]
    referee = home / "bin" / "referee"
    played = run([referee, "play"], away, "L1 moves to 8,12\nquit\n")
    assert "L1 moves to 8,12" in played
    health = run([referee, "doctor"], away)
    assert "sound, 1 matches" in health
    name = run([referee, "list"], away).split()[0]
    exported = away / "m.json"
    run([referee, "export", name, "--out", exported], away)
    assert run([referee, "verify", exported], away).startswith("ok")
    cases = sorted((ROOT / "tests" / "cases").glob("*/*-01.case"))[::40]
    assert f"{len(cases)} passed, 0 failed" in run([referee, "cases", *cases], away)
    systems = re.findall(r"^systems: (.*)$", health, re.MULTILINE)
    for system in systems[0].split(", "):
        assert run([referee, "board", system], away).strip()


def needed(requirements: Sequence[str]) -> dict[str, Distribution]:
    """The distributions that these requirements need, with all their dependencies."""
    found: dict[str, Distribution] = {}
    waiting = [(Requirement(one), frozenset({""})) for one in requirements]
    while waiting:
        wanted, extras = waiting.pop()
        name = canonicalize_name(wanted.name)
        if wanted.marker and not any(wanted.marker.evaluate({"extra": one}) for one in extras):
            continue
        if name not in found or wanted.extras:
            found[name] = distribution(name)
            own = frozenset({"", *wanted.extras})
            waiting += [(Requirement(one), own) for one in found[name].requires or ()]
    return found


def licences(one: Distribution) -> set[str]:
    """The names that a package gives its licence."""
    classified = one.metadata.get_all("Classifier") or ()
    said = [line.rpartition(" :: ")[2] for line in classified if line.startswith("License ::")]
    told = [one.metadata.get(name) or "" for name in ("License-Expression", "License")]
    return {*said, *told}


def test_licences_of_all_dependencies_are_listed() -> None:
    """Every package that is installed with the program is in the list, under the licence that it
    names itself."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["png"]]
    rows = re.findall(r"^\| (\S+) \| ([^|]+) \|", LICENCES.read_text("utf-8"), re.MULTILINE)
    listed = {canonicalize_name(name): licence for name, licence in rows}
    for name, one in needed(wanted).items():
        assert listed[name] in licences(one), name
