"""Phrasings: what people type and what it means; read from `.phrases` files, played, compared."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import grammar
from bot.cases.casefile import MAX_BYTES, MAX_LINES, PREFIX, Case, CaseError, Player, Step, no_dice
from bot.match.line import way_back
from bot.match.tree import Match, fold
from bot.reading.decide import Decision, understand
from rules.errors import Refusal
from rules.events import Event, Refused
from rules.game import GM
from rules.orders import Unread

Outcome = Literal["right", "offered", "asked", "misread"]
OUTCOMES: tuple[Outcome, ...] = ("right", "offered", "asked", "misread")


@dataclass(frozen=True, slots=True)
class Phrase:
    """Something typed, and what it means: sentences, `?` or `-`."""

    line: int
    seat: int
    text: str
    means: str

    @property
    def sentences(self) -> tuple[str, ...]:
        """The reference sentences."""
        return tuple(one.strip() for one in self.means.split(" ; "))


@dataclass(frozen=True, slots=True)
class Block:
    """A scene and the phrases that are tried in it."""

    title: str
    case: Case
    phrases: tuple[Phrase, ...]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of a phrase."""

    phrase: Phrase
    outcome: Outcome
    came: str
    decision: Decision


@dataclass
class _Scene:
    """A block that is being read."""

    title: str
    header: dict[str, str]
    steps: list[Step] = field(default_factory=list)
    phrases: list[Phrase] = field(default_factory=list)
    seat: int | None = None


def files_of(path: Path) -> Iterator[Path]:
    """The files that a path means: itself, or every `*.phrases` below a folder."""
    if path.is_dir():
        yield from sorted(path.rglob("*.phrases"))
    else:
        yield path


def read_phrases(path: Path) -> tuple[Block, ...]:
    """Read a file.  Raises `CaseError`."""
    try:
        if path.stat().st_size > MAX_BYTES:
            raise CaseError(f"{path}: a file of phrases has at most {MAX_BYTES:,} bytes")
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise CaseError(f"{path}: not UTF-8 text (byte {error.start})") from error
    except OSError as error:
        raise CaseError(f"{path}: {error.strerror or 'cannot be read'}") from error
    return parse_phrases(text, str(path))


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
            _line(scenes[-1], line, number, file)
    if not scenes:
        raise CaseError(f"{file}:1: the line `game: <system> ...` is missing")
    return tuple(_block(scene, file) for scene in scenes)


def _line(scene: _Scene, line: str, number: int, file: str) -> None:
    """One line below `game:`."""
    if found := re.fullmatch(r"seat:\s*(\d{1,2})", line):
        scene.seat = int(found[1])
    elif scene.seat is None:
        if line.startswith("dice:"):
            scene.header["dice"] = line[5:].strip()
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
    case = Case(file, scene.title, words[0], options, dice, tuple(scene.steps))
    return Block(scene.title, case, tuple(scene.phrases))


# --- playing ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Effect:
    """What sentences did: events in no order, the state, the rule that refused, what was undone."""

    events: tuple[str, ...]
    state: Any
    rule: str = ""
    nothing: bool = False

    def same(self, other: "Effect") -> bool:
        """The same events and state; or refused alike."""
        if self.rule or other.rule:
            return self.rule == other.rule
        return self.state == other.state and self.events == other.events


def run_block(block: Block) -> Iterator[Verdict]:
    """Try every phrase of a block, each on the scene as it was set.  Raises `CaseError`."""
    player = Player.begin(block.case)
    for step in block.case.steps:
        player.order(step.seat, step.text)
        if player.witness.refusal is not None:
            refusal = player.witness.refusal
            raise CaseError(
                f"{block.case.file}:{step.line}: the scene is refused: "
                f"{refusal.rule}: {refusal.why}"
            )
    for phrase in block.phrases:
        yield judge(player.match, phrase, block.case.file)


def judge(match: Match, phrase: Phrase, file: str) -> Verdict:
    """What comes of a phrase.  Raises `CaseError` if its reference cannot be read."""
    door: Literal["chat", "mention"] = "chat" if phrase.means == "-" else "mention"
    decision = understand(match.game, match.state, phrase.seat, phrase.text, door=door)
    if phrase.means in ("?", "-"):
        return _unmeant(match, phrase, decision)
    expected = effect_of(match, phrase.seat, phrase.sentences)
    if expected is None:
        raise CaseError(f"{file}:{phrase.line}: the reference {phrase.means!r} cannot be read")
    if decision.kind == "run":
        found = effect_of(match, phrase.seat, decision.sentences)
        if found is not None and found.same(expected):
            return Verdict(phrase, "right", said(decision), decision)
        idle = found is None or found.nothing
        return Verdict(phrase, "asked" if idle else "misread", said(decision), decision)
    proposed = decision.sentences or (decision.options[0] if decision.options else ())
    found = effect_of(match, phrase.seat, proposed) if proposed else None
    offered = found is not None and found.same(expected)
    return Verdict(phrase, "offered" if offered else "asked", said(decision), decision)


def _unmeant(match: Match, phrase: Phrase, decision: Decision) -> Verdict:
    """A phrase that must not be carried out: talk, or an order that lacks something."""
    ran = False
    if decision.kind == "run":
        effect = effect_of(match, phrase.seat, decision.sentences)
        ran = effect is not None and not effect.nothing
    if ran:
        return Verdict(phrase, "misread", said(decision), decision)
    silent = decision.kind == "silent"
    right = silent if phrase.means == "-" else not silent
    return Verdict(phrase, "right" if right else "asked", said(decision), decision)


def said(decision: Decision) -> str:
    """A decision in a line."""
    shown = " ; ".join(decision.sentences).replace("\n", " ; ")
    if not shown and decision.options:
        shown = " | ".join(" ; ".join(option) for option in decision.options)
    return " ".join(
        one for one in (decision.kind, shown, f"({decision.why})" * bool(decision.why)) if one
    )


def effect_of(match: Match, seat: int, sentences: tuple[str, ...]) -> Effect | None:
    """What sentences do, one message each, on a copy; None if one cannot be read."""
    game, state = match.game, match.state
    happened: list[str] = []
    for sentence in sentences:
        written = grammar.read(game.id, sentence, game.names(state), gm=seat == GM)
        if any(one.problem is not None and not _has_rule(one) for one in written):
            return None
        for line in written:
            try:
                events, state = _played(match, state, seat, line.orders)
            except Refusal as refusal:
                return Effect(tuple(sorted(happened)), state, refusal.rule, not happened)
            happened += map(repr, events)
            refused = next((one for one in events if isinstance(one, Refused)), None)
            if refused is not None:
                return Effect(tuple(sorted(happened)), state, refused.rule)
    return Effect(tuple(sorted(happened)), state)


def _has_rule(line: grammar.Written) -> bool:
    first = line.orders[0]
    return isinstance(first, Unread) and bool(first.rule)


def _played(
    match: Match, state: Any, seat: int, orders: tuple[Any, ...]
) -> tuple[tuple[Event, ...], Any]:
    """The events of one line; an undo goes back in the log of the scene."""
    if (order := way_back(orders)) is not None:
        back = match.goes_back(seat, order, match.written)
        return (), fold(match.game, match.states[back.to], back.events)
    events = match.game.adjudicate(state, seat, orders, no_dice)
    return events, fold(match.game, state, events)


def counted(verdicts: Mapping[str, list[Verdict]]) -> dict[str, dict[Outcome, int]]:
    """How often each outcome came, by row of the table."""
    return {
        name: {outcome: sum(one.outcome == outcome for one in some) for outcome in OUTCOMES}
        for name, some in verdicts.items()
    }
