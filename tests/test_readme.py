"""The README's examples are executed: transcripts, tables of orders, GM lines, commands, links."""

import asyncio
import re
from dataclasses import replace

import pytest

import grammar
from bot.__main__ import COMMANDS
from bot.cases.phrases import files_of, read_phrases
from bot.cases.starter import deal
from bot.doors.measure import run_block
from bot.terminal.console import Console
from rules import GAMES, find
from tests.places import PHRASINGS, ROOT
from tests.support import must, referee_on

README = (ROOT / "README.md").read_text(encoding="utf-8")
SYSTEMS = {
    "Rules Crusade: a move": "rulescrusade",
    "Machina Dei: formations": "machinadei",
    "The Courts of Candle'Bre: armies": "candlebre",
}


def sentences() -> list[tuple[str, str]]:
    """System and sentence, from the table of the three later systems."""
    found = []
    for row in README.splitlines():
        for mark, system in SYSTEMS.items():
            if row.startswith("| `") and f"| {mark}" in row:
                found += [(system, one) for one in re.findall(r"`([^`]+)`", row.split(" | ")[0])]
    return found


def test_there_are_examples_of_each_system() -> None:
    """Nobody is sent away without an example."""
    assert {system for system, _ in sentences()} == set(SYSTEMS.values())


@pytest.mark.parametrize(("system", "sentence"), sentences())
def test_examples_are_read(system: str, sentence: str) -> None:
    """By the strict grammar, as they stand."""
    (line,) = grammar.read(system, sentence)
    assert line.problem is None, line.problem


# --- the two screens for a player ----------------------------------------------------------------


def blocks() -> list[str]:
    """Everything between two fences."""
    return re.findall(r"^```\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)


def block_with(text: str) -> list[str]:
    """The lines of the block that contains this."""
    return next(one for one in blocks() if text in one).splitlines()


def on_screen(lines: list[str]) -> list[str]:
    """What a console shows when these lines are typed at the ready-made battle; per line."""

    async def typed() -> list[str]:
        async with referee_on(":memory:") as referee:
            table = await referee.create("table", "crusade7")
            await deal(referee, table)
            seen: list[str] = []
            console = Console(referee, table, seen.append)
            shown = []
            for line in lines:
                seen.clear()
                await console.survive(line)
                shown.append("\n".join(seen))
            await console.school.close()
            assert not console.failed
            return shown

    return asyncio.run(typed())


def test_the_first_transcript_is_what_one_sees() -> None:
    """Typed at the ready-made battle, it comes out letter by letter."""
    lines = block_with("> L1 moves to 8,12")
    typed = [line[2:] for line in lines if line.startswith("> ")]
    played = []
    for line, shown in zip(typed, on_screen(typed), strict=True):
        played += [f"> {line}", *shown.splitlines()]
    assert played == lines


def test_what_to_type_can_be_typed() -> None:
    """Every line and every word of the block is understood at the ready-made battle."""
    lines = block_with("gm> set L1 hp 9 // rain")
    typed = [part for line in lines for part in words_of(line)]
    assert {"learn", "why #19", "luck", "done", "= L1 hp 9"} <= set(typed)
    for line, shown in zip(typed, on_screen(typed), strict=True):
        if line not in ("stop", "quit"):
            assert shown, line
            assert "is not understood" not in shown, (line, shown)
            assert "I do not know" not in shown, (line, shown)
    assert on_screen(["gm> set L1 hp 9 // rain", "= L1 hp 9"])[1] == "true"


def words_of(line: str) -> list[str]:
    """What one types of a line of the block; a lesson is left again."""
    if re.match(r"(?:L1|gm>|=) ", line):
        return [re.split(r"\s{3,}", line)[0]]
    parts = re.split(r"\s{3,}", line)
    parts = parts[:2] if parts[0] == "undo" else parts
    return [part for one in parts for part in ((one, "stop") if one == "learn" else (one,))]


def first_orders() -> list[tuple[str, str]]:
    """System and order, from the table of the systems."""
    table = rows("| system | what it is | a first order |")
    return [(system.strip("`"), order.strip("`")) for system, _, order in table]


def test_every_system_has_a_first_order() -> None:
    """And it is accepted at its ready-made battle, as it stands."""
    assert [system for system, _ in first_orders()] == [game.id for game in GAMES]

    async def ordered() -> None:
        async with referee_on(":memory:") as referee:
            for system, order in first_orders():
                table = await referee.create(f"of {system}", system)
                await deal(referee, table)
                must(await referee.submit(table, 1, order))

    asyncio.run(ordered())


def test_the_plan_can_be_left() -> None:
    """The example and every line of the table, at the ready-made battle."""
    (whole,) = block_with("plan: L1-L5 move 2 forward; B1")
    lines = [one for row in rows("| a line | what it does |") for one in code(row[0])]
    assert len(lines) > 15
    typed = [whole, *(f"plan: if L1 dies, hold; {one}; pass" for one in lines)]
    for line, shown in zip(typed, on_screen(typed), strict=True):
        assert shown.startswith("Your plan for army 1 since"), (line, shown)


# --- the tables ----------------------------------------------------------------------------------


def rows(head: str) -> list[list[str]]:
    """The cells of a table below this head."""
    start = README.index(head)
    found = []
    for line in README[start:].splitlines()[2:]:
        if not line.startswith("|"):
            break
        found.append([cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]])
    return found


def code(cell: str) -> list[str]:
    """Everything in a cell that is written as code."""
    return re.findall(r"`([^`]+)`", cell)


CRUSADE7 = [one for row in rows("| you write | it means |") for one in code(row[0])]


@pytest.mark.parametrize("sentence", CRUSADE7)
def test_orders_of_crusade7_are_read(sentence: str) -> None:
    """By the strict grammar, as they stand."""
    names = find("crusade7").names(find("crusade7").blank)
    (line,) = grammar.read("crusade7", sentence, (*names, "Bolt", "Ward", "Smite", "High Alert"))
    assert line.problem is None, line.problem


GM_LINES = [
    one.removeprefix("gm> ")
    for row in rows("| line | what it does |")
    for one in code(row[0])
    if not one.startswith("in ") and "<" not in one
]


@pytest.mark.parametrize("sentence", GM_LINES)
def test_lines_of_the_gm_are_read(sentence: str) -> None:
    """Every override of the table."""
    (line,) = grammar.read("crusade7", sentence, ("Legionnaire", "poisoned"), gm=True)
    assert line.problem is None, line.problem


@pytest.mark.parametrize("name", sorted({*re.findall(r"`referee ([a-z]+)", README)}))
def test_commands_are_there(name: str) -> None:
    """Every `referee ...` is a subcommand."""
    assert name in COMMANDS


def test_notations_of_crusade8x8_are_read() -> None:
    """The sentences and the notations that stand for them, both by the strict grammar."""
    start = README.index("and of Crusade 8x8:")
    examples = code(README[start : README.index("\n\n", start)])
    assert len(examples) == 7
    for one in examples:
        (line,) = grammar.read("crusade8x8", one)
        assert line.problem is None, line.problem


def test_links_lead_somewhere() -> None:
    """Files that are linked are there, and headings too."""
    heads = {
        re.sub(r"[^a-z0-9 -]", "", line.lstrip("# ").lower()).replace(" ", "-")
        for line in README.splitlines()
        if line.startswith("#")
    }
    for target in re.findall(r"\]\(([^)]+)\)", README):
        if target.startswith("#"):
            assert target[1:] in heads, target
        elif not target.startswith("http"):
            assert (ROOT / target).exists(), target


def corpus_rows() -> list[tuple[str, str, str]]:
    """System, phrase and meaning, from the table of what people type."""
    shape = r"^\| `([^`]+)` \| `([^`]+)` \| (\w+) \|$"
    rows = re.findall(shape, README, re.MULTILINE)
    return [(system, typed, means) for typed, means, system in rows]


@pytest.mark.parametrize("system", sorted({row[0] for row in corpus_rows()}))
def test_what_people_type_is_out_of_the_corpus(system: str) -> None:
    """Every row of the table is a phrase of the corpus with its meaning, and is read right."""
    wanted = {(typed, means) for named, typed, means in corpus_rows() if named == system}
    for file in files_of(PHRASINGS / system):
        text = file.read_text(encoding="utf-8")
        if not any(f"{typed} => " in text for typed, _ in wanted):
            continue
        for block in read_phrases(file):
            here = [one for one in block.phrases if (one.text, one.means) in wanted]
            if here:
                found = list(run_block(replace(block, phrases=tuple(here))))
                assert [one.outcome for one in found] == ["right"] * len(here)
                wanted -= {(one.text, one.means) for one in here}
    assert not wanted
