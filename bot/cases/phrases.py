"""Phrasings: what people type and what it means, read from `.phrases` files."""

import re
from dataclasses import dataclass, field
from pathlib import Path

from bot.cases.casefile import (
    MAX_LINES,
    PREFIX,
    Case,
    CaseError,
    Step,
    begins_with_setup,
    files_at,
    goes_on,
    longer,
    text_of,
)
from rules.line.frozen import Frozen
from rules.line.orders import GM


class Phrase(Frozen):
    """Something typed, and what it means: sentences, `?` or `-`."""

    line: int
    seat: int
    text: str
    means: str

    @property
    def sentences(self) -> tuple[str, ...]:
        """The reference sentences."""
        return tuple(one.strip() for one in self.means.split(" ; "))


class Block(Frozen):
    """A scene and the phrases that are tried in it."""

    title: str
    case: Case
    phrases: tuple[Phrase, ...]


@dataclass
class _Scene:
    """A block that is being read."""

    title: str
    header: dict[str, str]
    steps: list[Step] = field(default_factory=list)
    phrases: list[Phrase] = field(default_factory=list)
    seat: int | None = None


def files_of(path: Path) -> list[Path]:
    """The files that a path means: itself, or every `*.phrases` below a folder."""
    return files_at(path, "*.phrases")


def read_phrases(path: Path) -> tuple[Block, ...]:
    """Read a file.  Raises `CaseError`."""
    return parse_phrases(text_of(path, "a file of phrases"), str(path))


def parse_phrases(text: str, file: str = "phrases") -> tuple[Block, ...]:
    """Read the text of a file.  Raises `CaseError` for any line that it does not understand."""
    lines = text.lstrip("\ufeff").splitlines()
    if len(lines) > MAX_LINES:
        raise CaseError(f"{file}: a file of phrases has at most {MAX_LINES:,} lines")
    scenes: list[_Scene] = []
    title = ""
    for number, raw in enumerate(lines, 1):
        line = raw.strip()
        if not line:
            continue
        if line.startswith("#"):
            title = line.lstrip("# ").strip()
        elif line.startswith("game:"):
            scenes.append(_Scene(title, {"game": line[5:].strip()}))
        elif not scenes:
            raise CaseError(f"{file}:{number}: the line `game: <system> ...` is missing")
        else:
            _line(scenes[-1], raw, number, file)
    if not scenes:
        raise CaseError(f"{file}:1: the line `game: <system> ...` is missing")
    return tuple(_block(scene, file) for scene in scenes)


def _line(scene: _Scene, raw: str, number: int, file: str) -> None:
    """One line below `game:`."""
    line = raw.strip()
    if found := re.fullmatch(r"seat:\s*(\d{1,2})", line):
        scene.seat = int(found[1])
    elif scene.seat is None:
        if header := re.match(r"(dice|begin):(.*)", line):
            scene.header[header[1]] = header[2].strip()
        elif goes_on(raw):
            scene.steps.append(longer(scene.steps, raw, number, file))
        elif setup := PREFIX.fullmatch(line):
            scene.steps.append(Step(number, GM if setup[1] else int(setup[2]), setup[3]))
        else:
            raise CaseError(f"{file}:{number}: not a line of a scene: {line[:60]!r}")
    else:
        typed, sign, means = line.rpartition("=> ")
        if not sign or not (typed == "" or typed[-1].isspace()):
            raise CaseError(f"{file}:{number}: not a phrase with its meaning: {line[:60]!r}")
        said = typed.strip().replace("\\n", "\n")
        scene.phrases.append(Phrase(number, scene.seat, said, means.strip()))


def _block(scene: _Scene, file: str) -> Block:
    words = scene.header["game"].split()
    if not words:
        raise CaseError(f"{file}: the line `game:` names no system")
    options = dict(word.split("=", 1) for word in words[1:] if "=" in word)
    faces = scene.header.get("dice", "").replace(",", " ").split()
    if not all(re.fullmatch(r"-?\d{1,4}", face) for face in faces):
        raise CaseError(f"{file}: dice: takes whole numbers")
    dice = tuple(map(int, faces))
    setup = begins_with_setup(scene.header, file)
    case = Case(file, scene.title, words[0], options, dice, tuple(scene.steps), setup=setup)
    return Block(scene.title, case, tuple(scene.phrases))
