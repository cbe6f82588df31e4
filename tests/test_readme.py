"""What the first page and the guides say is so: transcripts, tables of orders, GM lines, commands,
settings and links are tried."""

import asyncio
import io
import re
from contextlib import redirect_stdout
from dataclasses import replace
from pathlib import Path

import pytest

import grammar
from bot.__main__ import COMMANDS, main
from bot.cases.casefile import files_of, read_phrases
from bot.cases.starter import deal
from bot.chat.handbook import COMMANDS as COMMANDS_IN_CHAT
from bot.chat.handbook import MENU_ENTRY
from bot.chat.marks import SIGNS
from bot.chat.views.server import NEEDED
from bot.doors.measure import run_block
from bot.referee.clock import read_clock
from bot.terminal.console import Console
from rules import GAMES, find
from tests.places import PHRASINGS, ROOT
from tests.support import must, referee_on

PLACES = (
    "README.md",
    "grammar/README.md",
    "bot/chat/README.md",
    "bot/rulings/README.md",
    "bot/deploy/README.md",
    "tests/bench/README.md",
)
TEXTS = {place: (ROOT / place).read_text(encoding="utf-8") for place in PLACES}
"""The first page, and the guides that it leads to."""

README, PLAYERS, DISCORD, GMS, OPERATORS, FIGURES = TEXTS.values()
EVERYTHING = "\n".join(TEXTS.values())
COMMAND = "| command | what it does |"
SYSTEMS = {
    "Rules Crusade: a move": "rulescrusade",
    "Machina Dei: formations": "machinadei",
    "The Courts of Candle'Bre: armies": "candlebre",
}


def sentences() -> list[tuple[str, str]]:
    """System and sentence, from the table of the three later systems."""
    found = []
    for row in PLAYERS.splitlines():
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


def block_with(page: str, text: str) -> list[str]:
    """The lines of the block between two fences that contains this."""
    blocks = re.findall(r"^```\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    return next(one for one in blocks if text in one).splitlines()


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


def test_the_first_page_is_short() -> None:
    """Nobody reads more than 150 lines before he plays."""
    assert len(README.splitlines()) <= 150


def test_the_first_transcript_is_what_one_sees() -> None:
    """Typed at the ready-made battle, it comes out letter by letter, its prompt too."""
    lines = block_with(README, "1> L1 moves to 8,12")
    typed = [line[3:] for line in lines if line.startswith("1> ")]
    played = []
    for line, shown in zip(typed, on_screen(typed), strict=True):
        played += [f"1> {line}", *shown.splitlines()]
    assert played == lines


def typed_words() -> list[str]:
    """All that the players' guide says can be typed, in its order; a lesson is left again."""
    tables = [row[0] for row in rows(PLAYERS, "| you type | what you see |")]
    (plan,) = block_with(PLAYERS, "plan: L1-L5 move 2 forward")
    plans = [row[0] for row in rows(PLAYERS, "| you type | what happens |")]
    words = [one for cell in tables for one in code(cell)]
    words += [*block_with(PLAYERS, "try keep"), plan, *(one for row in plans for one in code(row))]
    return [part for one in words for part in ((one, "stop") if one == "learn" else (one,))]


def test_what_to_type_can_be_typed() -> None:
    """Every line and every word of the guide is understood at the ready-made battle."""
    typed = typed_words()
    assert {"learn", "why #19", "luck", "done", "= L1 hp 9", "try keep", "plan clear"} <= set(typed)
    assert len(typed) > 50
    for line, shown in zip(typed, on_screen(typed), strict=True):
        if line != "stop":
            assert shown, line
            assert "is not understood" not in shown, (line, shown)
            assert "I do not know" not in shown, (line, shown)
    assert on_screen(["gm> set L1 hp 9 // rain", "= L1 hp 9"])[1] == "true"


def first_orders() -> list[tuple[str, str]]:
    """System and order, from the table of the systems."""
    table = rows(README, "| system | what it is | a first order |")
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
    (whole,) = block_with(PLAYERS, "plan: L1-L5 move 2 forward; B1")
    lines = [one for row in rows(PLAYERS, "| a line | what it does |") for one in code(row[0])]
    assert len(lines) > 15
    typed = [whole, *(f"plan: if L1 dies, hold; {one}; pass" for one in lines)]
    for line, shown in zip(typed, on_screen(typed), strict=True):
        assert shown.startswith("Your plan for army 1 since"), (line, shown)


# --- the tables ----------------------------------------------------------------------------------


def rows(page: str, head: str) -> list[list[str]]:
    """The cells of the tables of a page below this head."""
    found = []
    for part in page.split(head)[1:]:
        for line in part.splitlines()[2:]:
            if not line.startswith("|"):
                break
            found.append([cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]])
    assert found, head
    return found


def code(cell: str) -> list[str]:
    """Everything in a cell that is written as code."""
    return re.findall(r"`([^`]+)`", cell)


SEVENTH = PLAYERS[: PLAYERS.index("Crusade 8x8 reads")]
CRUSADE7 = [one for row in rows(SEVENTH, "| you write | it means |") for one in code(row[0])]


@pytest.mark.parametrize("sentence", CRUSADE7)
def test_orders_of_crusade7_are_read(sentence: str) -> None:
    """By the strict grammar, as they stand."""
    names = find("crusade7").names(find("crusade7").blank)
    (line,) = grammar.read("crusade7", sentence, (*names, "Bolt", "Ward", "Smite", "High Alert"))
    assert line.problem is None, line.problem


GM_LINES = [
    one.removeprefix("gm> ")
    for row in rows(GMS, "| line | what it does |")
    for one in code(row[0])
    if not one.startswith("in ") and "<" not in one
]


@pytest.mark.parametrize("sentence", GM_LINES)
def test_lines_of_the_gm_are_read(sentence: str) -> None:
    """Every override of the table."""
    (line,) = grammar.read("crusade7", sentence, ("Legionnaire", "poisoned"), gm=True)
    assert line.problem is None, line.problem


def test_a_unit_is_imported_as_the_guide_shows_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Pasted as it stands, the type is there, and players use its other name, and taught words."""
    (taught,) = re.findall(r"^`gm> (words [^`]+)`", GMS, re.MULTILINE)
    lines = (
        *block_with(GMS, "gm> import"),
        "gm> put Velite V1 for army 1 at 10,12",
        "skirmisher 1 moves 2 forward",
        f"gm> {taught}",
        "the big guy?",
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines)))
    with redirect_stdout(io.StringIO()) as shown:
        assert main(["play", "--db", "table.sqlite"]) == 0
    assert "The GM imports Velite" in shown.getvalue()
    assert "V1 moves to 10,14" in shown.getvalue()
    assert "\nWR1 Wolf Rider \u00b7 army 2" in shown.getvalue()


WORDS = sorted({*re.findall(r"(?:`|^|/)referee ([a-z]+)", EVERYTHING, re.MULTILINE)})


@pytest.mark.parametrize("name", WORDS)
def test_commands_are_there(name: str) -> None:
    """Every `referee ...` is a subcommand."""
    assert name in COMMANDS


def test_operators_find_every_command() -> None:
    """What `referee` can do is in their table; playing and the bot have pages of their own."""
    told = {word.split()[1] for row in rows(OPERATORS, COMMAND) for word in code(row[0])}
    assert {*told, "play", "discord", "forum"} == set(COMMANDS)


def test_operators_find_every_setting() -> None:
    """The table has the settings of `.env.example`, and no other."""
    told = {one for row in rows(OPERATORS, "| setting | what it is |") for one in code(row[0])}
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    assert told == {*re.findall(r"^#?([A-Z_]+)=", example, re.MULTILINE)}


def test_every_command_of_discord_is_in_its_guide() -> None:
    """Example and sentence are those of `/help topic: commands`."""
    told = {(*code(row[0]), row[1]) for row in rows(DISCORD, COMMAND)}
    assert told == {(one.typed, one.does) for one in (*COMMANDS_IN_CHAT, MENU_ENTRY)}


def test_commands_of_discord_are_there() -> None:
    """Every `/match ...` on any page is a command; with options, it is an example of the help."""
    known = {one.command for one in COMMANDS_IN_CHAT}
    pages = "\n".join(text for place, text in TEXTS.items() if place != "bot/deploy/README.md")
    for typed in {*re.findall(r"`/([a-z][^`\n]*)`", pages), "setup gm-role"}:
        words = re.split(r" (?=[a-z_-]+: )", typed)[0]
        assert words in known, typed
        assert words == typed or f"/{typed}" in {one.typed for one in COMMANDS_IN_CHAT}


def test_permissions_signs_and_clocks_are_those_that_there_are() -> None:
    """The tables of the guide to Discord name what the bot asks for, shows and takes."""
    cells = [row[0] for row in rows(DISCORD, "| permission | what it is for |")]
    named = {one.strip().lower().replace(" ", "_") for cell in cells for one in cell.split(",")}
    assert named == set(NEEDED)
    signs = {row[0] for row in rows(DISCORD, "| sign | what it means |")}
    assert signs == set(SIGNS.values())
    for (clock,) in (code(row[0]) for row in rows(DISCORD, "| clock | what it gives you |")):
        assert (read_clock(clock) is None) == (clock == "off"), clock


TARGETS = sorted({*re.findall(r"(?:^|`)make ([a-z-]+)", EVERYTHING, re.MULTILINE)})


@pytest.mark.parametrize("target", TARGETS)
def test_targets_of_make_are_there(target: str) -> None:
    """Every `make ...` is a target."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert re.search(rf"^{target}:", makefile, re.MULTILINE)


def test_notations_of_crusade8x8_are_read() -> None:
    """The sentences and the notations that stand for them, both by the strict grammar."""
    table = rows(PLAYERS, "| a sentence | the same in short |")
    examples = [one for row in table for cell in row for one in code(cell)]
    assert len(examples) == 7
    for one in examples:
        (line,) = grammar.read("crusade8x8", one)
        assert line.problem is None, line.problem


def heads_of(text: str) -> set[str]:
    """The headings of a page, as links name them."""
    heads = [line.lstrip("# ").lower() for line in text.splitlines() if line.startswith("#")]
    return {re.sub(r"[^a-z0-9 -]", "", head).replace(" ", "-") for head in heads}


@pytest.mark.parametrize("place", PLACES)
def test_links_lead_somewhere(place: str) -> None:
    """Files that are linked are there, and headings too."""
    for target in re.findall(r"\]\(([^)]+)\)", TEXTS[place]):
        if not target.startswith("http"):
            name, _, head = target.partition("#")
            file = (ROOT / place).parent / name if name else ROOT / place
            assert file.exists(), target
            assert not head or head in heads_of(file.read_text(encoding="utf-8")), target


def test_the_first_page_leads_to_every_guide() -> None:
    """And to those for builders."""
    builders = ("rules/README.md", "bot/README.md", "tests/README.md")
    for place in (*PLACES[1:], *builders, "CHANGELOG.md", "LICENSE"):
        assert f"]({place})" in README, place


def corpus_rows() -> list[tuple[str, str, str]]:
    """System, phrase and meaning, from the table of what people type."""
    shape = r"^\| `([^`]+)` \| `([^`]+)` \| (\w+) \|$"
    found = re.findall(shape, PLAYERS, re.MULTILINE)
    return [(system, typed, means) for typed, means, system in found]


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
