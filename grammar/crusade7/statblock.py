"""Forum text to a library: faction files, statblocks, spells and powers (section 8, C7-GM-3)."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from functools import lru_cache

from grammar.crusade7.effects import read_effects, read_tactic
from grammar.crusade7.statblock_lines import WrongLine, read_line
from grammar.crusade7.statblock_print import print_library, print_statblock
from grammar.crusade7.statblock_sheet import Sheet, classification
from rules.crusade7.army.options import Named
from rules.crusade7.army.statblock import Faction, Library, Power, Spell, Statblock
from rules.crusade7.sequence import PHASE_OF

__all__ = ["StatblockError", "print_library", "print_statblock", "read_library"]

MOST_CHARACTERS = 200_000
MOST_BYTES = 1_000_000
MOST_BLOCKS = 500
MOST_IN_A_LINE = 4_000
MOST_LINES = 8_192
"""How many readers are cached, one for each line read: a text is often read again without one."""

HEADER = re.compile(r"[^:,.]*\bHP\s+\S+\s+AC\b", re.IGNORECASE)
POWER = re.compile(r"[^:,.]*\bCharge\s+\d+\s*(\.|$)", re.IGNORECASE)
SPELL = re.compile(r"[^:,.\d]+?(,\s*|\s+)(\d+|touch\b|self\b)", re.IGNORECASE)
SENTENCE = re.compile(
    r"(choose|they|it|if|add 1 to this charge|escalates by)\b|"
    r"(ATK|DC)\b.*:|concentration\.|duration \d",
    re.IGNORECASE,
)
"""C7-EFF-15: how a line begins that continues the spell or power above it."""

HEADING = re.compile(r"\[([^\[\]]*)\]")
TAG = re.compile(r"\[(/?)(\*|[a-z][a-z0-9]*)(=[^\[\]]*)?\]", re.IGNORECASE)

LAYOUT = re.compile(
    r"\*|abbr|align|anchor|b|bgcolor|cent(er|re)|code|colou?r|email|font|h[1-6r]|hide|i|img|indent|"
    r"justify|left|li|list|ol|pre|quote|right|s|size|spoiler|strike|style|su[bp]|table|t[drh]|u|ul|"
    r"url|user|video|youtube",
    re.IGNORECASE,
)
"""C7-UNIT-4: tags that may also stand alone in a line, where a heading could."""

NO_TEXT = "expected what the power does, in this line or in the next, such as"


class StatblockError(ValueError):
    """C7-GM-3: a line that could not be read, and what was expected."""

    def __init__(self, line: int, text: str, why: str) -> None:
        shown = text if len(text) <= 60 else text[:59] + "…"
        super().__init__(f"line {line}, {shown!r}: {why}")
        self.line = line
        self.text = text
        self.why = why


def read_library(text: str) -> Library:
    """Everything that a pasted text defines.  Raises `StatblockError` for the first wrong line."""
    if len(text) > MOST_CHARACTERS or len(text.encode("utf-8", "replace")) > MOST_BYTES:
        raise StatblockError(
            1, "", f"the text has {len(text)} characters, at most {MOST_CHARACTERS} are read"
        )
    reader = _START
    for number, line in enumerate(_lines(text), start=1):
        reader = _onward(reader, number, line)
    reader = copy(reader)
    try:
        return reader.library()
    except WrongLine as error:
        at, wrong = reader.blamed or (0, "")
        raise StatblockError(at, wrong, str(error)) from error


@lru_cache(maxsize=MOST_LINES)
def _onward(before: "_Reader", number: int, line: str) -> "_Reader":
    """The reader after one more line, cached.

    A caller that looks for all wrong lines of a text leaves one out at a time and reads the text
    again; with the cache, the lines above it are read only once.
    """
    reader = copy(before)
    reader.sheet = copy(before.sheet)
    try:
        reader.read(number, line)
    except WrongLine as error:
        at, wrong = reader.blamed or (number, line)
        raise StatblockError(at, wrong, str(error)) from error
    return reader


def _lines(text: str) -> Iterator[str]:
    """C7-UNIT-4: the lines of a text; `|` breaks lines, tags and control characters are removed,
    runs of spaces become one."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("|", "\n")
    text = text.translate({0x2019: "'", 0x2018: "'", 0x2212: "-", 0xA0: " ", 0x09: " "})
    for line in text.split("\n"):
        if not line.isprintable():
            line = "".join(one for one in line if unicodedata.category(one)[0] != "C")
        yield " ".join(_without_tags(line).split())


def _without_tags(line: str) -> str:
    """Remove tags, but not a bracket that fills its line, as it may be a heading."""

    def keep(found: re.Match[str]) -> str:
        end, name, value = found.groups()
        bare = not end and value is None
        if bare and (classification(name) or name.lower() == "tactics"):
            return found[0]
        alone = line.strip() == found[0]
        return found[0] if bare and alone and not LAYOUT.fullmatch(name) else ""

    return TAG.sub(keep, line)


def _with(known: tuple[Named, ...], new: Named, what: str) -> tuple[Named, ...]:
    """Add an entry.  Raises `WrongLine` if the text has defined its name already."""
    if any(one.name.lower() == new.name.lower() for one in known):
        raise WrongLine(f"the {what} {new.name} is defined twice in this text")
    return (*known, new)


@dataclass(eq=False)
class _Reader:
    """What has been read so far, and where in the text we are; copies share what was read."""

    factions: Mapping[str, Faction] = field(default_factory=dict)
    blocks: tuple[Statblock, ...] = ()
    spells: tuple[Spell, ...] = ()
    powers: tuple[Power, ...] = ()
    faction: str = ""
    heading: str = "Troops"
    in_tactics: bool = False
    sheet: Sheet | None = None
    entry: tuple[int, str] | None = None
    """The spell or power being read: the number of its first line, and its text so far."""

    blank: bool = True
    blamed: tuple[int, str] | None = None
    """The line that an error is about, if it is not the one being read."""

    def read(self, number: int, line: str) -> None:
        """Take in one line."""
        if line.startswith("//"):
            return
        if not line:
            self.blank = True
            return
        _check_size(line)
        if not self._frame(line):
            self._content(number, line)
        self.blank = False

    def library(self) -> Library:
        """Everything that was read."""
        self._close()
        return Library(tuple(self.factions.values()), self.blocks, self.spells, self.powers)

    def _frame(self, line: str) -> bool:
        """C7-UNIT-5, C7-UNIT-12: read a heading or a line of a faction; False if it is neither."""
        word = line.lower()
        bracketed = HEADING.fullmatch(line)
        heading = classification(bracketed[1] if bracketed else line)
        if bracketed and not heading and bracketed[1].strip().lower() != "tactics":
            raise WrongLine("expected a classification or Tactics in the brackets of a heading")
        if bracketed or heading or word == "tactics":
            self._close()
            self.heading = heading or self.heading
            self.in_tactics = not heading
        elif re.match(r"faction\s*:", word):
            self._close()
            self._open_faction(read_line("faction", line))
        elif re.match(r"subfactions\s*:", word):
            self._close()
            faction = self._its_faction("Subfactions")
            names = read_line("subfactions", line)
            self._keep(replace(faction, subfactions=names))
        else:
            return False
        return True

    def _open_faction(self, name: str) -> None:
        faction = self.factions.get(name.lower(), Faction(name))
        self._keep(faction)
        self.faction, self.in_tactics = faction.name, False

    def _keep(self, faction: Faction) -> None:
        self.factions = {**self.factions, faction.name.lower(): faction}

    def _its_faction(self, what: str) -> Faction:
        if not self.faction:
            raise WrongLine(f"{what} need a line 'Faction: <name>' above them")
        return self.factions[self.faction.lower()]

    def _content(self, number: int, line: str) -> None:
        """Read a line of a statblock, tactic, spell or power; its shape decides which."""
        if HEADER.match(line):
            self._close()
            if len(self.blocks) >= MOST_BLOCKS:
                raise WrongLine(f"at most {MOST_BLOCKS} statblocks are read at once")
            self.in_tactics = False
            faction = self.faction or "Imported"
            self.sheet = Sheet.begin(number, line, self.heading, faction)
        elif self.in_tactics:
            self._tactic(line)
        elif self.entry is not None and SENTENCE.match(line):
            self.entry = self.entry[0], f"{self.entry[1]} {line}"
            _check_size(self.entry[1])
        elif (self.blank or self.sheet is None) and (begun := POWER.match(line)):
            self._close()
            self.entry = number, line if begun[1] else f"{line}."
        elif (self.blank or self.sheet is None) and SPELL.match(line):
            self._close()
            self.entry = number, line
        elif self.sheet is not None and (not self.blank or ":" in line):
            self.sheet.read(line)
        else:
            if self.entry is not None:
                self._close()
            raise WrongLine(
                "expected the first line of a statblock, such as "
                "'Legionnaire L HP 27 AC 18(Lorica Segmentata) Cost 15 G'"
            )

    def _close(self) -> None:
        """Finish the statblock, spell or power being read, and keep it."""
        if self.sheet is not None:
            self.blamed = (self.sheet.number, self.sheet.first_line)
            self.blocks = _with(self.blocks, self.sheet.block(), "unit type")
        elif self.entry is not None:
            self.blamed = self.entry
            (self._power if POWER.match(self.entry[1]) else self._spell)(self.entry[1])
        self.sheet, self.entry, self.blamed = None, None, None

    def _tactic(self, line: str) -> None:
        """Section 8.5: read the line of a tactic."""
        faction = self._its_faction("Tactics")
        name, cost, phases, text = read_line("tactic", line)
        tactic = read_tactic(name, cost, _phases(phases), text)
        tactics = _with(faction.tactics, tactic, "tactic")
        self._keep(replace(faction, tactics=tactics))

    def _power(self, line: str) -> None:
        begun = POWER.match(line)
        if begun is not None and begun.end() == len(line):
            raise WrongLine(f"{NO_TEXT} 'Choose an enemy unit within range 9. It becomes prone.'")
        name, charge, text = read_line("power", line)
        effects, escalates = read_effects(name, None, text)
        self.powers = _with(self.powers, Power(name, charge, effects, escalates), "power")

    def _spell(self, line: str) -> None:
        written = read_line("spell", line)
        if written.range is None:
            raise WrongLine("expected a spell as 'Name, range, text'")
        effects, _ = read_effects(written.name, written.range, written.text)
        self.spells = _with(self.spells, Spell(written.name, written.range, effects), "spell")


_START = _Reader()


def _check_size(line: str) -> None:
    """Raise `WrongLine` for a line that is too long or has a number of more than 6 digits."""
    if len(line) > MOST_IN_A_LINE:
        raise WrongLine(f"the line has {len(line)} characters, at most {MOST_IN_A_LINE} are read")
    long = re.search(r"\d{7,}", line)
    if long:
        raise WrongLine(f"numbers have at most 6 digits, {long[0][:12]} has {len(long[0])}")


def _phases(names: Iterable[str]) -> tuple[str, ...]:
    """The phases of a tactic as the state calls them; none for `Any`."""
    found = tuple(name.lower().removesuffix(" phase") for name in names)
    if found == ("any",):
        return ()
    for name in found:
        if name not in PHASE_OF:
            raise WrongLine(f"expected phases such as Heavy Support Fight, {name[:30]!r} is none")
    return tuple(PHASE_OF[name] for name in found)
