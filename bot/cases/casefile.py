"""The case format: read a `.case` text, play it on a match in memory, check each expectation.  Also
reads `.phrases` files: what people type, and what it means."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import grammar
from bot.match.going_back import WayBack
from bot.match.tree import LogEntry, Match, entry_for, way_back
from bot.reading.branching import Branching
from bot.render import bbcode, markdown
from rules import find
from rules.border.game import read_options
from rules.display.view import View
from rules.line.adjudication import Die
from rules.line.common import Finding
from rules.line.errors import Refusal
from rules.line.events import Event, Refused
from rules.line.frozen import Frozen
from rules.line.orders import GM

MAX_BYTES = 1_000_000
MAX_LINES = 20_000
SETUP = "set-up"
PREFIX = re.compile(r"(?:(gm)|(\d{1,2}))> ?(.*)", re.IGNORECASE | re.DOTALL)


EXPECTS = -1
"""Stands for the seat in a line that says what is expected."""


class CaseError(Exception):
    """A case file cannot be read; the text names file, line and reason."""


class CaseLine(Frozen):
    """One line of a case: an order line of a seat (0: GM) or an expectation (`EXPECTS`)."""

    line: int
    seat: int
    text: str


class Case(Frozen):
    """A whole case as written."""

    file: str
    title: str
    system: str
    options: dict[str, str]
    dice: tuple[int, ...]
    steps: tuple[CaseLine, ...]
    rules: tuple[str, ...] = ()
    setup: bool = False
    """True if it begins with the set-up, as a match does; else with an empty table in play."""


class Failure(Frozen):
    """An expectation that does not hold."""

    file: str
    line: int
    expected: str
    found: str


@dataclass
class CaseResult:
    """The result of a case: expectations that failed, and refusals that were not expected."""

    case: Case
    failures: list[Failure] = field(default_factory=list)
    warnings: list[Failure] = field(default_factory=list)


def files_at(path: Path, pattern: str = "*.case") -> list[Path]:
    """The files that a path means: itself, or all that match `pattern` below a folder."""
    return sorted(path.rglob(pattern)) if path.is_dir() else [path]


def read_case(path: Path) -> Case:
    """Read a case file.  Raises `CaseError`."""
    return parse_case(text_of(path, "a case file"), str(path))


def text_of(path: Path, what: str) -> str:
    """The text of a file.  Raises `CaseError` if it has over `MAX_BYTES`, or cannot be read."""
    try:
        with path.open("rb") as file:
            raw = file.read(MAX_BYTES + 1)
        if len(raw) > MAX_BYTES:
            raise CaseError(f"{path}: {what} has at most {MAX_BYTES:,} bytes")
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise CaseError(f"{path}: not UTF-8 text (byte {error.start})") from error
    except OSError as error:
        raise CaseError(f"{path}: {error.strerror or 'cannot be read'}") from error


def parse_case(text: str, file: str = "case") -> Case:
    """Read the text of a case.  Raises `CaseError` for any line that it does not understand."""
    lines = text.lstrip("\ufeff").splitlines()
    if len(lines) > MAX_LINES:
        raise CaseError(f"{file}: a case has at most {MAX_LINES:,} lines")
    title = ""
    header: dict[str, str] = {}
    steps: list[CaseLine] = []
    for number, raw in enumerate(lines, 1):
        line = raw.rstrip()
        if not line.strip():
            continue
        if line.startswith("#"):
            title = title or line[1:].strip()
        elif match := re.match(r"(rules|game|dice|begin):(.*)", line):
            if match[1] in header or steps:
                raise CaseError(f"{file}:{number}: {match[1]}: stands once, above all orders")
            header[match[1]] = match[2].strip()
        elif goes_on(raw):
            steps.append(longer(steps, raw, number, file))
        elif line.startswith("="):
            steps.append(CaseLine(number, EXPECTS, line[1:].strip()))
        elif found := PREFIX.fullmatch(line):
            steps.append(CaseLine(number, GM if found[1] else int(found[2]), found[3]))
        else:
            raise CaseError(f"{file}:{number}: not a line of a case: {line[:60]!r}")
    return _case(file, title, header, tuple(steps))


def goes_on(raw: str) -> bool:
    """Does this line (`gm| ...`) continue the GM line above it?"""
    return raw.startswith("gm| ") or raw.rstrip() == "gm|"


def longer(steps: list[CaseLine], raw: str, number: int, file: str) -> CaseLine:
    """Remove the last step and return it with one more line.  Raises `CaseError` if it is not the
    GM's."""
    if not steps or steps[-1].seat != GM:
        raise CaseError(f"{file}:{number}: gm| goes on from a gm> line, there is none")
    last = steps.pop()
    return CaseLine(last.line, GM, f"{last.text}\n{raw[4:]}")


def _case(file: str, title: str, header: Mapping[str, str], steps: tuple[CaseLine, ...]) -> Case:
    words = header.get("game", "").split()
    if not words:
        raise CaseError(f"{file}:1: the line `game: <system> ...` is missing")
    pairs = [word.partition("=") for word in words[1:]]
    for name, sign, _ in pairs:
        if not sign:
            raise CaseError(f"{file}: option {name[:40]!r} has no value (write name=value)")
    faces = header.get("dice", "").replace(",", " ").split()
    if not all(re.fullmatch(r"-?\d{1,4}", face) for face in faces):
        raise CaseError(f"{file}: dice: takes whole numbers")
    rules = tuple(rule.strip() for rule in header.get("rules", "").split(",") if rule.strip())
    options = {name: value for name, _, value in pairs}
    setup = begins_with_setup(header, file)
    return Case(file, title, words[0], options, tuple(map(int, faces)), steps, rules, setup)


def begins_with_setup(header: Mapping[str, str], file: str) -> bool:
    """Does the header have the line `begin: set-up`?  Raises `CaseError` for any other value."""
    if header.get("begin", SETUP) != SETUP:
        raise CaseError(f"{file}: begin: takes {SETUP}")
    return "begin" in header


def no_dice(die: Die) -> int:
    """The lowest face of a die; a case loads the faces that matter to it."""
    return die.faces[0]


@dataclass
class Witness:
    """What `=` lines can ask about: the match, reports since the last order, the last refusal."""

    match: Match
    reports: list[str] = field(default_factory=list)
    refusal: Refusal | None = None
    problem: str = ""
    """Why a condition in the last order could not be decided, although no rule was broken."""

    def expect(self, text: str) -> Finding:
        """Check an expectation.  Raises `ValueError` if this system does not understand it, or if
        it takes more work than the referee allows."""
        answer = self._about_reply(text) or _about_view(self.match, text)
        try:
            return answer or self.match.game.expect(self.match.state, text)
        except Refusal as refusal:
            raise ValueError(f"{refusal.why} ({refusal.rule})") from None

    def _about_reply(self, text: str) -> Finding | None:
        found = f"error {self.refusal.rule}: {self.refusal.why}" if self.refusal else "no error"
        if self.problem:
            found = f"error: {self.problem}"
        if text.lower() == "no error":
            return Finding("no error", found, found == "no error")
        if text.lower() == "error":
            return Finding("error", found, found != "no error")
        if asked := re.fullmatch(r"error ([A-Z0-9]+(?:-[A-Z0-9]+)+)", text, re.IGNORECASE):
            same = self.refusal is not None and self.refusal.rule.lower() == asked[1].lower()
            return Finding(text, found, same)
        if asked := re.fullmatch(r'report (contains|lacks) "(.*)"', text, re.IGNORECASE):
            there = any(asked[2] in line for line in self.reports)
            holds = there == (asked[1].lower() == "contains")
            return Finding(text, "reports: " + (" | ".join(self.reports) or "none"), holds)
        return None


class Player:
    """Plays the lines of a case on a match in memory."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.witness = Witness(match)
        self.entries = match.written

    @classmethod
    def begin(cls, case: Case) -> "Player":
        """A player with a new match of the case's system, its dice loaded.

        Raises `CaseError` if the match cannot be set up, or has no seat for some line of the case.
        """
        try:
            game = find(case.system)
            options = read_options(game, case.options)
            library = grammar.library(game.id)
            events = game.setup(options, library, no_dice, scene=not case.setup, tray=case.dice)
        except (ValueError, Refusal) as error:
            raise CaseError(f"{case.file}: {error}") from error
        seats = (EXPECTS, GM, *game.seats(options))
        if (wrong := next((one for one in case.steps if one.seat not in seats), None)) is not None:
            raise CaseError(f"{case.file}:{wrong.line}: this match has no army {wrong.seat}")
        player = cls(Match.begin(game, options, LogEntry(0, 0, GM, "", events=events)))
        player._note(game.blank, events)
        return player

    def _note(self, state: Any, events: tuple[Event, ...]) -> None:
        """Remember the report of events, as the GM sees it."""
        for event in events:
            self.witness.reports.extend(self.match.game.report(event, state, GM))
            state = self.match.game.apply(state, event)

    def order(self, seat: int, text: str) -> None:
        """Play a message, and remember its first refusal, of a whole line or of a part."""
        if seat != GM:
            self.witness.reports.clear()
        self.witness.refusal, self.witness.problem = None, ""
        match = self.match
        names = match.game.names(match.state)
        if seat == GM:
            written = grammar.read(match.game.id, text, names, gm=True)
        else:
            written = grammar.read_given(match.game.id, text, names)
        unread = [one for one in written if one.bars]
        branching, acted = Branching(match.game, seat, match.state), False
        for line in unread or written:
            branch = branching.decide(line, match.state, acted)
            if branch.taken is None:
                self.witness.problem = branch.why
                return
            if not branch.taken:
                continue
            acted = True
            try:
                refused = self._line(seat, branching.as_plain(line))
            except Refusal as refusal:
                refused = refusal
            if refused is not None:
                self.witness.refusal = self.witness.refusal or refused
                if not line.apart:
                    return

    def _line(self, seat: int, line: grammar.Written) -> Refusal | None:
        match, order = self.match, way_back(line.orders)
        back = WayBack(match, seat, self.entries).leads(order) if order is not None else None
        entry = entry_for(match, seat, line.text, line.orders, back, no_dice)
        if back is None:
            self._note(match.state, entry.events)
        if not entry.asks:
            match.append(entry)
            self.entries[entry.number] = entry
        refused = (event for event in entry.events if isinstance(event, Refused))
        first = next(refused, None) if back is None else None
        return Refusal(first.rule, first.why) if first else None


def _about_view(match: Match, text: str) -> Finding | None:
    """Check `board row 5 "..."`, `key line "..."`, `key lacks "..."`, `screen row|posts|block ...`;
    None if the text is none of these."""
    pattern = r'(board|key|screen) (row|line|contains|lacks|posts|block)(?: (\d+))?(?: "(.*)")?'
    asked = re.fullmatch(pattern, text, re.IGNORECASE)
    if asked is None:
        return None
    name, what, number, quoted = asked[1].lower(), asked[2].lower(), asked[3], asked[4]
    if name == "screen":
        return _about_screen(match, what, int(number or 0), quoted)
    view = match.game.view(match.state, GM, "bbcode")
    rows = _rows(view, name == "key", bbcode.block)
    if what == "row" and name == "board":
        board = view.block("board")
        lines = [bbcode.line(one) for one in board.lines] if board else []
        found = lines[int(number) - 1] if 0 < int(number or 0) <= len(lines) else "no such row"
        return Finding(quoted or "", found, found == quoted)
    if what == "line":
        return Finding(quoted or "", "\n".join(rows), quoted in rows)
    if what in ("contains", "lacks"):
        screen = match.game.view(match.state, GM, "markdown")
        rows += _rows(screen, name == "key", lambda block: "\n".join(markdown.pieces(block)))
        there = any((quoted or "") in row for row in rows)
        return Finding(quoted or "", "\n".join(rows), there == (what == "contains"))
    return None


def _rows(view: View, of_key: bool, render: Callable[[Any], str]) -> list[str]:
    """The rendered lines of the key, or of everything but the key."""
    blocks = [block for block in view.blocks if (block.name == "key") == of_key]
    return [row for block in blocks for row in render(block).split("\n")]


def _about_screen(match: Match, what: str, number: int, quoted: str | None) -> Finding:
    view = match.game.view(match.state, GM, "markdown")
    board = view.block("board")
    if board is None:
        raise ValueError("this system has no board")
    posts = markdown.pieces(board)
    if what == "posts":
        return Finding(str(number), str(len(posts)), number == len(posts))
    if what == "block":
        size = len(markdown.single_block(board))
        return Finding(str(number), str(size), number == size)
    rows: list[str] = []
    for post in posts:
        lines = post.split("\n")[1:-1]
        rows += lines[len(board.head) :] if rows else lines
    found = rows[number] if 0 <= number < len(rows) else "no such row"
    return Finding(quoted or "", found, found == (quoted or "").replace("\\e", "\x1b"))


def run_case(case: Case) -> CaseResult:
    """Play a case.  Raises `CaseError` if a line of it is not understood."""
    player, verdict = Player.begin(case), CaseResult(case)
    pending: Failure | None = None
    for step in case.steps:
        if step.seat >= 0:
            if pending:
                verdict.warnings.append(pending)
            player.order(step.seat, step.text)
            pending = _unexpected(case, step, player.witness)
            continue
        try:
            answer = player.witness.expect(step.text)
        except ValueError as error:
            raise CaseError(f"{case.file}:{step.line}: {error}") from error
        if step.text.lower().startswith("error"):
            pending = None
        if not answer.holds:
            verdict.failures.append(Failure(case.file, step.line, step.text, answer.found))
    if pending:
        verdict.warnings.append(pending)
    return verdict


def _unexpected(case: Case, step: CaseLine, witness: Witness) -> Failure | None:
    """The warning that is due unless an `= error` line follows; None if nothing went wrong."""
    if witness.refusal is None and not witness.problem:
        return None
    refusal = witness.refusal
    said = f"{refusal.rule}: {refusal.why}" if refusal is not None else witness.problem
    return Failure(case.file, step.line, "an accepted line", said)


# --- phrases --------------------------------------------------------------------------------------


class Phrase(Frozen):
    """Something typed, and what it means: sentences (with ` ; ` between), `?` (doubtful: nothing
    may be carried out) or `-` (talk)."""

    line: int
    seat: int
    text: str
    means: str

    @property
    def sentences(self) -> tuple[str, ...]:
        """The sentences that it means."""
        return tuple(one.strip() for one in self.means.split(" ; "))


class PhraseBlock(Frozen):
    """A scene and the phrases that are tried in it."""

    title: str
    case: Case
    phrases: tuple[Phrase, ...]


@dataclass
class _Scene:
    """A `PhraseBlock` while it is read."""

    title: str
    header: dict[str, str]
    steps: list[CaseLine] = field(default_factory=list)
    phrases: list[Phrase] = field(default_factory=list)
    seat: int | None = None


def files_of(path: Path) -> list[Path]:
    """The files that a path means: itself, or all `*.phrases` below a folder."""
    return files_at(path, "*.phrases")


def read_phrases(path: Path) -> tuple[PhraseBlock, ...]:
    """Read a file of phrases.  Raises `CaseError`."""
    return parse_phrases(text_of(path, "a file of phrases"), str(path))


def parse_phrases(text: str, file: str = "phrases") -> tuple[PhraseBlock, ...]:
    """Parse the text of a file of phrases.  Raises `CaseError` for any line that it does not
    understand."""
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
    """Read one line below `game:` into a scene."""
    line = raw.strip()
    if found := re.fullmatch(r"seat:\s*(\d{1,2})", line):
        scene.seat = int(found[1])
    elif scene.seat is None:
        if header := re.match(r"(dice|begin):(.*)", line):
            scene.header[header[1]] = header[2].strip()
        elif goes_on(raw):
            scene.steps.append(longer(scene.steps, raw, number, file))
        elif setup := PREFIX.fullmatch(line):
            scene.steps.append(CaseLine(number, GM if setup[1] else int(setup[2]), setup[3]))
        else:
            raise CaseError(f"{file}:{number}: not a line of a scene: {line[:60]!r}")
    else:
        typed, sign, means = line.rpartition("=> ")
        if not sign or not (typed == "" or typed[-1].isspace()):
            raise CaseError(f"{file}:{number}: not a phrase with its meaning: {line[:60]!r}")
        said = typed.strip().replace("\\n", "\n")
        scene.phrases.append(Phrase(number, scene.seat, said, means.strip()))


def _block(scene: _Scene, file: str) -> PhraseBlock:
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
    return PhraseBlock(scene.title, case, tuple(scene.phrases))
