"""MD-DATA-1: read pasted forum text into unit types, and print unit types as text."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field

from grammar.machinadei.statblock_lines import KEYS, WrongLine, read_line
from rules.machinadei.army import Flaw, check_block
from rules.machinadei.statblock import TIERS, Statblock

MOST_CHARACTERS = 200_000
MOST_BLOCKS = 300
MOST_IN_A_LINE = 2_000

_TAG = re.compile(r"\[/?[a-z*][a-z0-9]*(=[^\[\]]*)?\]", re.IGNORECASE)
_KEY = re.compile(r"\s*(?:[-*•>]\s+)*([a-z]+)\s*:\s*(.*)", re.IGNORECASE | re.DOTALL)
_COMMENT = re.compile(r"(^|\s)#.*")


class StatblockError(ValueError):
    """A line that breaks a rule of the format: its number, its text, the rule, and why."""

    def __init__(self, line: int, text: str, why: str, rule: str = "MD-DATA-1") -> None:
        shown = text if len(text) <= 60 else text[:59] + "…"
        super().__init__(f"line {line}, {shown!r}: {why}")
        self.line = line
        self.text = shown
        self.why = why
        self.rule = rule


@dataclass
class Paragraph:
    """One block while it is read: its values by key, the line of each, and keys that may repeat."""

    line: int
    text: str
    values: dict[str, object] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    several: dict[str, list[object]] = field(default_factory=dict)
    places: list[tuple[object, int]] = field(default_factory=list)


def read_blocks(text: str) -> tuple[Statblock, ...]:
    """Every unit type of a paste.  Raises `StatblockError` for the first wrong line."""
    if len(text) > MOST_CHARACTERS:
        why = f"the text has {len(text)} characters; {MOST_CHARACTERS} are read"
        raise StatblockError(1, "", why)
    blocks: list[Paragraph] = []
    for number, line in enumerate(lines_of(text), 1):
        if line:
            take(blocks, number, line)
    if len(blocks) > MOST_BLOCKS:
        raise StatblockError(1, "", f"the text has {len(blocks)} blocks; {MOST_BLOCKS} are read")
    found = tuple(finished(block) for block in blocks)
    seen: dict[str, int] = {}
    for block, paragraph in zip(found, blocks, strict=True):
        if block.name.lower() in seen:
            why = f"{block.name} is defined twice in this text"
            raise StatblockError(paragraph.line, paragraph.text, why)
        seen[block.name.lower()] = paragraph.line
    return found


def lines_of(text: str) -> Iterator[str]:
    """The lines without tags, comments, markup, control characters; ` / ` separates lines too."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = text.translate({0x2212: "-", 0x2013: "-", 0xA0: " ", 0x09: " ", 0x2019: "'"})
    for line in text.split("\n"):
        for part in re.split(r"\s/\s", _COMMENT.sub("", line)):
            bare = _TAG.sub(" ", part).replace("**", " ").replace("`", " ")
            kept = "".join(one for one in bare if unicodedata.category(one)[0] != "C")
            yield " ".join(kept.split())


def take(blocks: list[Paragraph], number: int, line: str) -> None:
    """MD-DATA-1: add a line `key: value` to its block; `unit` begins one, others come in any
    order."""
    if len(line) > MOST_IN_A_LINE:
        raise StatblockError(number, line, f"a line has at most {MOST_IN_A_LINE} characters")
    found = _KEY.fullmatch(line)
    key = found[1].lower() if found else ""
    if found is None or key not in KEYS:
        raise StatblockError(
            number, line, f"a line begins with one of {', '.join(KEYS)} and a colon"
        )
    if key == "unit":
        blocks.append(Paragraph(number, line))
    elif not blocks:
        raise StatblockError(number, line, "a block begins with `unit:`")
    try:
        value = read_line(key, found[2].strip())
    except WrongLine as error:
        raise StatblockError(number, line, str(error)) from error
    block = blocks[-1]
    if KEYS[key]:
        block.several.setdefault(key, []).append(value)
        block.places.append((value, number))
    elif key in block.values:
        raise StatblockError(number, line, f"`{key}:` stands twice in this block")
    else:
        block.values[key] = value
        block.lines[key] = number


def finished(block: Paragraph) -> Statblock:
    """The block as a value; MD-DATA-2, MD-DATA-5: what breaks a rule is refused with its line."""
    missing = [key for key, many in KEYS.items() if not many and key not in block.values]
    if missing:
        why = f"the block lacks {', '.join(f'`{key}:`' for key in missing)}"
        raise StatblockError(block.line, block.text, why)
    made = built(block)
    try:
        check_block(made)
    except Flaw as flaw:
        raise StatblockError(line_of(block, flaw), block.text, flaw.why, flaw.rule) from flaw
    return made


def line_of(block: Paragraph, flaw: Flaw) -> int:
    """The number of the line to blame: that of the key, or of the ability, magic or option."""
    for value, number in block.places:
        if flaw.about is not None and value == flaw.about:
            return number
    return block.lines.get(flaw.key, block.line)


def built(block: Paragraph) -> Statblock:
    """The statblock of a complete block."""
    name, short = block.values["unit"]  # type: ignore[misc]
    stats: dict[str, tuple[int, ...]] = block.values["stats"]  # type: ignore[assignment]
    least, most = block.values["models"]  # type: ignore[misc]
    weapons = [one for value, _ in block.places for one in [value] if _is(block, value, *WEAPONS)]
    return Statblock(
        name=name,  # type: ignore[has-type]
        short=short,  # type: ignore[has-type]
        faction=block.values["faction"],  # type: ignore[arg-type]
        tier=block.values["tier"],  # type: ignore[arg-type]
        kind=block.values["class"],  # type: ignore[arg-type]
        move=stats["M"][0],
        wounds=stats["W"][0],
        initiative=stats["I"][0],
        morale=stats["L"],
        size=stats["S"][0],
        cost=block.values["cost"],  # type: ignore[arg-type]
        least=least,  # type: ignore[has-type]
        most=most,  # type: ignore[has-type]
        weapons=tuple(weapons),  # type: ignore[arg-type]
        abilities=tuple(block.several.get("ability", ())),  # type: ignore[arg-type]
        magic=tuple(block.several.get("magic", ())),  # type: ignore[arg-type]
        upgrades=tuple(block.several.get("option", ())),  # type: ignore[arg-type]
    )


WEAPONS = ("melee", "ranged", "area")


def _is(block: Paragraph, value: object, *keys: str) -> bool:
    return any(value is one for key in keys for one in block.several.get(key, ()))


# --- printing -----------------------------------------------------------------------------------


def print_block(block: Statblock) -> str:
    """A unit type as a block that reads back equal."""
    morale = "/".join(map(str, block.morale))
    stats = f"{block.move}M {block.wounds}W {block.initiative}I {morale}L {block.size}S"
    lines = [
        f"unit: {block.name} ({block.short})",
        f"faction: {block.faction}",
        f"tier: {TIERS[block.tier]}",
        f"class: {block.kind}",
        f"stats: {stats}",
        f"cost: {block.cost}",
        f"models: {block.least}-{block.most}",
    ]
    rest = (*block.weapons, *block.abilities, *block.magic, *block.upgrades)
    return "\n".join((*lines, *map(str, rest)))
