"""Every reply has one of a few shapes, whatever was written, and bad input changes nothing."""

import asyncio
import random
import re
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from bot.history.exchange import take_log
from bot.history.verify import state_hash
from bot.match.reply import RefusedLine, Reply, UnreadLine
from bot.match.texts import Texts
from bot.referee.service import OpenMatch, Referee
from bot.render.replies import reply_text
from rules import GAMES, find
from rules.line.codec import Codec
from rules.line.orders import GM
from tests.fuzz import played
from tests.places import ROOT
from tests.sample import lot
from tests.support import duel, referee_on

FORMS = ("text", "markdown", "bbcode")

# --- the shapes ---------------------------------------------------------------------------------

ARMY_OR_UNIT = re.compile(r"\b[A-Z]{1,4}\d+\b|\b[Aa]rmy \d|\barmies\b|`[^`]+`|\b[a-h][1-8]\b")
"""A unit reference, an army, the order as it was written, or a tile."""

OF_NOBODY = {
    *(
        "C7-ORDER-1",
        "C7-ORDER-2",
        "C7-ORDER-6",
        "C7-BOUND-1",
        "C7-END-1",
        "C7-SETUP-2",
        "C7-SETUP-3",
    ),
    *(
        "C7-DET-2",
        "C7-DET-3",
        "C7-GOLD-3",
        "C7-GM-1",
        "C7-GM-2",
        "C7-GM-3",
        "C7-TAC-1",
        "C7-TAC-11",
    ),
}
"""Rules about a line, an entry, a name or the match as a whole: their refusals need name no
unit."""

WITH_NUMBERS = {
    *("C7-MOVE-8", "C7-MOVE-9", "C7-RANGE-1", "C7-RANGE-2", "C7-MELEE-1", "C7-MELEE-2"),
    *("C7-ATTR-3", "C7-CHARGE-4", "C7-CHARGE-5", "C7-SPELL-9", "C7-PSI-7", "C7-PSI-10"),
    *("C7-PSI-11", "C7-PSI-14", "C7-MANA-4", "C7-TAC-2", "C7-CP-2", "C7-GOLD-1", "C7-DET-1"),
    *("C7-TRANS-4", "C7-RES-6", "C7-ATK-10", "C7-ATK-12"),
}
"""Rules that set a number: their refusals must state one besides the number in a reference."""

UNSEEN = r"[\x00-\x08\x0b-\x1f\x7f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]"
"""Invisible characters; BBCode and Markdown need some of them to escape others."""

NEVER = re.compile(r"Token\(|Traceback|site-packages|\.py\b|/work|\bline \d+, in\b|0x[0-9a-f]{6}")


@cache
def class_names() -> frozenset[str]:
    """Names of Python classes that must not show up in a reply: those with a capital letter inside,
    which no English word has, and `NoneType`."""
    from bot.match import reply
    from grammar import errors, parser
    from rules.line import orders, overrides

    kinds = [kind for game in GAMES for kind in game.types]
    for module in (reply, errors, parser, orders, overrides):
        kinds += [one for one in vars(module).values() if isinstance(one, type)]
    names = {kind.__name__ for kind in kinds}
    return frozenset(name for name in names if re.search(r"[a-z][A-Z]", name)) | {"NoneType"}


@cache
def rule_ids(system: str) -> frozenset[str]:
    """The rule IDs that a system's RULES.md defines."""
    text = (ROOT / "rules" / system / "RULES.md").read_text(encoding="utf-8")
    return frozenset(re.findall(rf"\b{find(system).prefix}-[A-Z]+-\d+\b", text))


def check_shape(system: str, reply: Reply, written: str) -> None:
    """Assert that each part of a reply has its shape and that no internals show through."""
    for refused in (*reply.refused, *(one for part in reply.accepted for one in part.refused)):
        check_refused(system, refused)
    for unreadable in reply.unreadable:
        check_unreadable(system, unreadable)
    for form in FORMS:
        text = reply_text(reply, form)  # type: ignore[arg-type]
        for word in set(re.findall(r"\w+", text)) & class_names():
            assert word.lower() in written.lower(), f"{word} in {text!r}"
        for found in NEVER.finditer(text):
            assert found[0] in written, f"{found[0]} in {text!r}"
        invisible = r"[\x00-\x08\x0b-\x1f\x7f]" if form != "text" else UNSEEN
        assert not re.search(invisible, text), repr(text)
        assert "@everyone" not in text or form != "markdown"


def check_refused(system: str, refused: RefusedLine) -> None:
    """Assert that a refusal has a rule ID of RULES.md and a sentence that names who is at fault
    and, where the rule has a number, the number."""
    assert refused.rule in rule_ids(system)
    assert 3 <= len(refused.why) <= 2000, refused
    if system == "crusade7" and refused.rule not in OF_NOBODY:
        assert ARMY_OR_UNIT.search(refused.why), refused
    if refused.rule in WITH_NUMBERS:
        assert re.search(r"\d", re.sub(r"\b[A-Z]{1,4}\d+\b", "", refused.why)), refused


def check_unreadable(system: str, unreadable: UnreadLine) -> None:
    """Assert that an unreadable line is shown with a caret, with what fits there and how it is
    written, or with the limit it exceeds."""
    assert unreadable.rule in rule_ids(system)
    assert 0 <= unreadable.column <= len(unreadable.line)
    assert unreadable.fits or unreadable.why, unreadable
    assert unreadable.form or unreadable.why, unreadable
    shown = reply_text(Reply(unreadable=(unreadable,)), "text").split("\n")
    assert shown[1].strip() == "^"
    assert "not understood" not in shown[2] or unreadable.why
    assert unreadable.rule in shown[2]


def fingerprint(table: OpenMatch) -> tuple[int, str]:
    """The number of entries of a match and the hash of the state at its head."""
    return len(table.match.links), state_hash(table.match.state, Texts(table.codec))


# --- hostile input ------------------------------------------------------------------------------

BEAR = (
    "Cave Bear CB HP 40 AC 12 Cost 20 G",
    "Stats: 8, 4, 1, 3, -2, 1, 0, 1",
    "Thick Hide: Resistance to slashing.",
    "Attacks:",
    "Claw: melee, , STR+PF, 9 slashing, prone",
    "Tags: Beast",
)


def bear(line: int, old: str, new: str) -> str:
    """An `import` line with the statblock of a bear in which `old`, on this line, is replaced by
    `new`."""
    assert old in BEAR[line]
    lines = [*BEAR]
    lines[line] = lines[line].replace(old, new)
    return "import " + " | ".join(lines)


HOSTILE: dict[str, tuple[int, str]] = {
    "10,000 characters": (1, "L1 moves to 5,6 " + "x" * 10_000),
    "10,000 letters": (1, "L" * 10_000),
    "500 lines": (1, "\n".join(["L1 moves to 5,6"] * 500)),
    "500 orders with ;": (1, "L1 moves to 5,6;" * 500),
    "101 lines": (1, "\n".join(["L1 stays"] * 101)),
    "NUL": (1, "L1 moves\x00 to 5,6"),
    "NUL alone": (1, "\x00"),
    "escape codes": (1, "\x1b[31mL1\x1b[0m moves to 5,6"),
    "backspaces": (1, "L1 moves to 5,6\b\b\b"),
    "right to left": (1, "\u202eL1 backwards moves to 5,6"),
    "isolates": (1, "\u2066L1\u2069 \u2067sidles\u2069 to 5,6"),
    "zero width": (1, "L\u200b1 mov\u200des \u200cover to 5,6"),
    "only invisible signs": (1, "\u200b\u200d\ufeff"),
    "combining signs": (1, "L1 m" + "o\u0301\u0302\u0303" * 50 + "ves to 5,6"),
    "emoji": (1, "😀 L1 moves 🎲 to 5,6"),
    "a flag and a family": (1, "🏳️‍🌈 👨‍👩‍👧‍👦 attack L1"),
    "surrogates": (1, "L1 moves to \ud800 5,6"),
    "other digits": (1, "L1 moves to ٥,٦"),
    "full width": (1, "Ｌ１ ｍｏｖｅｓ ｔｏ ５，６"),
    "a deep chain": (1, "L1 moves to 5,6" + " then stays" * 300),
    "a chain of clauses": (1, "L1 stays" + " then stays" * 40),
    "many via": (1, "L1 moves to 5,6 via " + ", ".join(["5,6"] * 300)),
    "many targets": (1, "L1 attacks " + ", ".join(["G1"] * 200)),
    "many units": (1, ", ".join(f"L{number}" for number in range(100, 180)) + " stay"),
    "a long range": (1, "L9-L99999999 stay"),
    "400 digits": (1, f"L1 moves to {'9' * 400},5"),
    "400 digits forward": (1, f"L1 moves {'9' * 400} forward"),
    "400 digits of a unit": (1, f"L{'9' * 400} moves to 5,6"),
    "a negative place": (1, "L1 moves to -5,-6"),
    "row 0": (1, "L1 moves to 0,0"),
    "off the board": (1, "L1 moves to 999999,999999"),
    "far off": (1, "L1 moves 999999 forward"),
    "brackets": (1, "(" * 600),
    "nested brackets": (1, "[" * 200 + "L1" + "]" * 200),
    "markup": (1, "**_~~`||L1||`~~_** [url=x]flies[/url] to 5,6"),
    "mentions": (1, "<@123> @everyone L1 moves to 5,6"),
    "format signs": (1, "%s %n {0} {state.units} ${HOME} L1"),
    "SQL": (1, "'; DROP TABLE entries; --"),
    "a regular expression": (1, "L1 moves to (.*)+$"),
    "code": (1, "__import__('os').system('true')"),
    "an unknown unit": (1, "Q77 moves to 5,6"),
    "an unknown target": (1, "L1 attacks Z9 with Gladius"),
    "an unknown type": (1, "all dragons move to 5,6"),
    "a long name": (1, f"L1 attacks G1 with {'Gladius ' * 50}"),
    "an unknown spell": (1, "L1 casts Wish on G1"),
    "a line of the GM": (1, "kill G1"),
    "a prefix": (1, "gm> kill G1"),
    "another's prefix": (1, "2> G1 stays"),
    "a bad second line": (1, "L1 stays\nL2 flies to the moon"),
    "quotes": (1, 'rule "unfinished'),
    "a comment inside": (1, "L1 mo//ves to 5,6 //"),
    "undo in a chain": (1, "undo then undo"),
    "a number of 400 digits to set": (GM, f"set L1 hp {'9' * 400}"),
    "an unknown attribute": (GM, "set L1 luck 3"),
    "a value of the wrong kind": (GM, "set L1 hp many"),
    "an unknown phase": (GM, "set phase tea"),
    "an unknown army": (GM, "set army 7 cp 3"),
    "an unknown option": (GM, "set option weather fine"),
    "an unknown condition": (GM, "give L1 sleepy"),
    "a face that no die has": (GM, "next dice 13 0"),
    "an entry that is not there": (GM, "rewind to #999999"),
    "too much undone": (GM, "undo 999999"),
    "a reference in use": (GM, "put Legionnaire L1 for army 1 at 9,9"),
    "off the board, by the GM": (GM, "move L1 to 25,31"),
    "terrain off the board": (GM, "terrain rough at 1,1-99,99"),
    "unknown terrain": (GM, "terrain lava at 1,1"),
    "a type that is not there": (GM, "put Dragon D1 for army 1 at 5,5"),
    "no statblock": (GM, "import"),
    "a name alone": (GM, "import Cave Bear"),
    "no HP": (GM, bear(0, "HP 40 ", "")),
    "no AC": (GM, bear(0, "AC 12 ", "")),
    "no cost": (GM, bear(0, "Cost 20 G", "")),
    "no abbreviation": (GM, bear(0, "Cave Bear CB", "Bear")),
    "no stats": (GM, bear(1, "Stats: 8, 4, 1, 3, -2, 1, 0, 1", "Fur: brown")),
    "seven stats": (GM, bear(1, "8, 4,", "8,")),
    "nine stats": (GM, bear(1, "8, 4,", "8, 4, 4,")),
    "stats without a comma": (GM, bear(1, "8, 4,", "8 4,")),
    "HP of 400 digits": (GM, bear(0, "HP 40", f"HP {'9' * 400}")),
    "absurd HP": (GM, bear(0, "HP 40", "HP 99999999")),
    "negative HP": (GM, bear(0, "HP 40", "HP -4")),
    "a footprint as large as a house": (GM, bear(0, "Cost", "Footprint 99x99 Cost")),
    "no footprint at all": (GM, bear(0, "Cost", "Footprint 0x0 Cost")),
    "no bonus": (GM, bear(4, "STR+PF", "")),
    "a bonus of nothing": (GM, bear(4, "STR+PF", "LUCK+PF")),
    "an unknown ranged attribute": (GM, bear(4, "melee, ,", "9, wobbly,")),
    "an attack twice": (GM, bear(4, "prone", "prone | Claw: melee, , STR+PF, 9 slashing,")),
    "a type twice": (GM, "import " + " | ".join((*BEAR, *BEAR))),
    "NUL in a statblock": (GM, bear(0, "Cave", "Ca\x00ve")),
    "1 MB": (GM, "import " + " | ".join(BEAR) + " | " + "x" * 1_000_000),
    "1 MB of statblocks": (GM, "import " + " | ".join(BEAR * 6000)),
}
"""Seat and text, by name: input that no rule or sentence covers, or that exceeds a limit.  None of
it may change anything."""


def test_hostile_input_gets_one_clear_answer_and_changes_nothing(tmp_path: Path) -> None:
    """Hostile input, sent through the service to a real file, gets an answer of a known shape and
    leaves the match as it was."""

    async def run() -> None:
        async with referee_on(tmp_path / "match.db") as referee:
            table = await duel(referee)
            before = fingerprint(table)
            for name, (seat, text) in HOSTILE.items():
                reply = await referee.submit(table, seat, text)
                check_shape("crusade7", reply, text)
                assert not reply.ok or not reply_text(reply, "text"), (name, reply)
                said = reply_text(reply, "text")
                if text.strip("\u200b\u200d\ufeff\x00 "):
                    assert said, name
                assert len(said) < 6000, (name, len(said))
                if name == "a bad second line":
                    assert not reply.accepted
                assert fingerprint(table) == before, name
        async with referee_on(tmp_path / "match.db") as again:
            assert fingerprint(await again.open("duel")) == before

    asyncio.run(run())


LIMITS = {
    "10,000 characters": "at most 10000",
    "500 lines": "at most|more than 100",
    "a deep chain": "at most 500",
    "400 digits": "400 digits; at most 6",
    "HP of 400 digits": "at most 6 digits",
    "1 MB": "at most 200000",
    "a chain of clauses": "at most 20|C7-MOVE-1",
}


@pytest.mark.parametrize("name", LIMITS)
def test_limits_are_named(name: str, tmp_path: Path) -> None:
    """Input that is too large is refused with the limit that it exceeds."""

    async def run() -> str:
        async with referee_on(tmp_path / "match.db") as referee:
            table = await duel(referee)
            return reply_text(await referee.submit(table, *HOSTILE[name]), "text")

    assert re.search(LIMITS[name], asyncio.run(run()))


PASTED = """\
// the Slingers of the hills

model Scout (SC): M7 A0 H1; tiny; 1W S; Knife; -; 4
weapon Sling: pistol 1h; 1R; -; S; -; -
weapon Sling Staff: pistol 1h; 1Q; -; S; -; -
"""


def test_a_wrong_line_of_data_is_numbered(tmp_path: Path) -> None:
    """RC-DATA-3: a wrong line among several is refused with its line number, and the others are
    filed; a wrong line alone is refused without a number."""

    async def run() -> tuple[Reply, Reply]:
        async with referee_on(tmp_path / "match.db") as referee:
            table = await referee.create("yard", "rulescrusade", scene=True)
            alone = await referee.submit(table, GM, PASTED.splitlines()[2])
            return await referee.submit(table, GM, PASTED), alone

    many, alone = asyncio.run(run())
    assert [one.why.split('"')[0] for one in many.refused] == ["line 3: size ", "line 5: dice "]
    assert [one.rule for one in many.refused] == ["RC-DATA-3"] * 2
    assert [one.orders[0].split(":")[0] for one in many.accepted] == ["weapon Sling"]
    assert alone.refused[0].why.startswith('size "tiny"')


# --- random and mutated lines -------------------------------------------------------------------

ODDITIES = (
    "\x00",
    "\u202e",
    "\u200b",
    "🎲",
    "9" * 20,
    " then ",
    ", ",
    "-",
    "/",
    "*",
    "(",
    '"',
    "é",
)


def mutated(text: str, rng: random.Random) -> str:
    """The text with one or two mistakes, such as a letter dropped, words swapped or a number
    changed."""
    for _ in range(rng.randint(1, 2)):
        at = rng.randrange(len(text) + 1)
        words = text.split()
        match rng.randrange(7):
            case 0:
                text = text[:at] + text[at + 1 :]
            case 1:
                text = text[:at] + rng.choice(ODDITIES) + text[at:]
            case 2:
                text = text[:at]
            case 3 if len(words) > 1:
                one, other = rng.sample(range(len(words)), 2)
                words[one], words[other] = words[other], words[one]
                text = " ".join(words)
            case 4 if words:
                words[rng.randrange(len(words))] = rng.choice(words)
                text = " ".join(words)
            case 5:
                text = re.sub(r"\d+", lambda _: str(rng.randint(0, 40)), text)
            case _:
                text = (
                    text[:at] + chr(rng.choice((rng.randrange(32, 127), 0x2014, 0x5D0))) + text[at:]
                )
    return text


def sentences(system: str, rng: random.Random) -> Iterator[tuple[int, str]]:
    """Seats and lines without end: lines of random matches, most of them mutated, and plain
    noise."""
    entries = [entry for match in played(system)[0] for entry in match.entries[1:]]
    while True:
        entry = rng.choice(entries)
        chance = rng.random()
        if chance < 0.1:
            yield rng.choice((1, 2, GM)), "".join(chr(rng.randrange(1, 0x3000)) for _ in range(20))
        elif chance < 0.25:
            yield entry.seat, entry.text
        elif chance < 0.35:
            yield entry.seat, "\n".join((entry.text, mutated(rng.choice(entries).text, rng)))
        else:
            yield entry.seat, mutated(entry.text, rng)


@pytest.mark.parametrize(
    "system",
    [game.id for game in GAMES],
)
def test_any_line_gets_a_reply_of_the_known_shapes(system: str, tmp_path: Path) -> None:
    """Played, mutated and random lines get a reply of a known shape, and what is not accepted
    changes nothing."""

    async def run() -> None:
        rng = random.Random(17)
        async with referee_on(tmp_path / "match.db") as referee:
            table = await random_table(referee, system)
            for seat, text in islice(sentences(system, rng), lot(400, 120)):
                entries, before = len(table.match.links), table.match.state
                reply = await referee.submit(table, seat, text)
                check_shape(system, reply, text)
                if not reply.accepted:
                    assert (len(table.match.links), table.match.state) == (entries, before), text
                if table.game.outcome(table.match.state) is not None:
                    await referee.submit(table, GM, "rewind to #2")

    asyncio.run(run())


async def random_table(referee: Referee, system: str) -> OpenMatch:
    """A match on a real file that stands where a random match stood after two thirds of its
    entries."""
    match = played(system)[0][3]
    table = await referee.create("random", system, match.options)
    entries = [entry for entry in match.entries if entry.number <= len(match.entries) * 2 // 3]
    table = await take_log(referee, table, entries)
    assert Codec(find(system).types).encode(table.match.state)
    return table


@pytest.mark.parametrize("form", FORMS)
def test_many_lines_that_are_not_read_are_told_of_briefly(form: Any) -> None:
    """The first ten unreadable lines are shown; the others are only counted."""
    unread = [UnreadLine(f"line {number}", "C7-ORDER-1", 0, ("moves",)) for number in range(100)]
    told = reply_text(Reply(unreadable=tuple(unread)), form)
    assert "line 9" in told
    assert "line 10" not in told
    assert "and 90 lines more that I cannot read." in told
    assert len(told) < 4_000
    assert "1 line more" in reply_text(Reply(unreadable=tuple(unread[:11])), form)
    assert "more" not in reply_text(Reply(unreadable=tuple(unread[:10])), form)


def test_the_shapes_are_checked() -> None:
    """`check_shape` rejects an unknown rule, a missing name or number, internals of the program,
    and a caret without advice."""
    bad: list[Any] = [
        Reply(refused=(RefusedLine("x", "C7-NONE-1", "L1 may move 3"),)),
        Reply(refused=(RefusedLine("x", "C7-MOVE-8", "that is too far"),)),
        Reply(refused=(RefusedLine("x", "C7-MOVE-8", "L1 may not move so far"),)),
        Reply(refused=(RefusedLine("x", "C7-MOVE-1", "L1: Token('WORD')"),)),
        Reply(refused=(RefusedLine("x", "C7-MOVE-1", "L1 UseTactic"),)),
        Reply(unreadable=(UnreadLine("x", "C7-ORDER-1", 0, ()),)),
    ]
    for reply in bad:
        with pytest.raises(AssertionError):
            check_shape("crusade7", reply, "x")
