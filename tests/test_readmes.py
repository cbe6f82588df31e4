"""What the READMEs of the rooms say is so: modules, rooms, tables, commands, names."""

import ast
import re
import sys
from dataclasses import fields
from pathlib import Path

import pytest

from rules import GAMES
from rules import ROOMS as CORE
from rules.border.game import Game
from rules.border.plans import PlanRules
from tests import mutants
from tests.lines import code_lines, table
from tests.places import ROOT
from tests.test_architecture import ROOMS

RULES = (ROOT / "rules" / "README.md").read_text(encoding="utf-8")
SHELL = (ROOT / "bot" / "README.md").read_text(encoding="utf-8")
TESTS = (ROOT / "tests" / "README.md").read_text(encoding="utf-8")
SYSTEMS = [game.id for game in GAMES]


def rows(text: str, head: str) -> list[list[str]]:
    """The cells of the table below this head."""
    found = []
    for line in text[text.index(head) :].splitlines()[2:]:
        if not line.startswith("|"):
            break
        found.append([cell.strip() for cell in line.strip("|").split("|")])
    return found


def code(text: str) -> list[str]:
    """Everything that is written as code."""
    return re.findall(r"`([^`\n]+)`", text)


def names_in(path: Path) -> set[str]:
    """What a module defines."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    kinds = ast.FunctionDef | ast.ClassDef
    made = {one.name for one in ast.walk(tree) if isinstance(one, kinds)}
    return made | {
        target.id
        for one in tree.body
        if isinstance(one, ast.Assign)
        for target in one.targets
        if isinstance(target, ast.Name)
    }


# --- rules/README.md ----------------------------------------------------------------------------


def test_every_module_of_the_core_is_in_the_table() -> None:
    """And each that is there, is one."""
    told = [one for row in rows(RULES, "| module |") for one in code(row[0])]
    rooms = (ROOT / "rules" / room for room in CORE if room not in SYSTEMS)
    there = {f"{path.parent.name}/{path.name}" for room in rooms for path in room.glob("[!_]*.py")}
    assert sorted(told) == sorted(there)
    assert [*dict.fromkeys(one.split("/")[0] for one in told)] == [*CORE[: -len(SYSTEMS)]]


def test_what_the_table_of_modules_names_is_in_them() -> None:
    """A name in the second cell is defined in a module of the first."""
    for modules, said in rows(RULES, "| module |"):
        there = set().union(*(names_in(ROOT / "rules" / one) for one in code(modules)))
        for name in code(said):
            if re.fullmatch(r"[A-Za-z_]+", name) and name not in ("optional", "legal"):
                assert name in there or name.startswith("Has"), (modules, name)


@pytest.mark.parametrize("column", range(1, 6))
def test_every_room_of_a_system_is_found_by_what_it_is_about(column: int) -> None:
    """The table that leads to a rule names the folders of a system, all but orders and events."""
    start = RULES[RULES.index("| about |") :]
    (system,) = code(start.splitlines()[0].split("|")[column + 1])
    told = {one for row in rows(RULES, "| about |") for one in code(row[column])}
    home = ROOT / "rules" / system
    assert all((home / one).exists() for one in told), told
    rooms = {path.parent.name for path in home.glob("*/__init__.py")} - {"orders", "events"}
    assert rooms <= told, rooms - told


@pytest.mark.parametrize("home", [*(ROOT / "rules" / one for one in SYSTEMS), ROOT / "tests/toy"])
def test_the_ground_plan_is_the_same_everywhere(home: Path) -> None:
    """What is said to be the same in each system, is in each, and in the one to copy."""
    said = RULES[RULES.index("The same in each of them:") :].split("\n\n")[0]
    plan = [one for one in code(said) if not one.startswith("grammar/")]
    assert len(plan) == 8
    for one in plan:
        room = home / one.removesuffix(".py")
        assert room.with_suffix(".py").exists() or room.is_dir(), one
    places = (home, ROOT / "grammar" / home.name)
    assert any((one / "sentences.lark").exists() for one in places)


def test_the_rule_that_is_looked_for_is_found() -> None:
    """The example of `grep`: in the specification, in a function, in a case."""
    (wanted, *places) = re.findall(r"grep -rn (\S+) (\S+) (\S+) (\S+)`", RULES)[0]
    found = [
        path
        for place in places
        for path in (ROOT / place).rglob("*")
        if path.suffix in (".py", ".md", ".case", ".lark")
        and re.search(rf"{wanted}\b", path.read_text(encoding="utf-8"))
    ]
    assert {path.suffix for path in found} >= {".py", ".md", ".case"}


def test_a_game_is_told_in_one_breath() -> None:
    """Each word of it is a field of a game, or of its plans."""
    said = RULES[RULES.index("## A game in one breath") :].split("\n## ")[0]
    members = {field.name for one in (Game, PlanRules) for field in fields(one)}
    for name in code(said):
        if re.fullmatch(r"[a-z_]+(\(.*\))?", name) and name != "undo":
            assert name.partition("(")[0] in members, name


# --- bot/README.md ------------------------------------------------------------------------------


def test_every_room_of_the_shell_is_told_in_its_order() -> None:
    """From the ground up, as the arrows of the imports go."""
    told = [code(row[0])[0].strip("/").removesuffix(".py") for row in rows(SHELL, "| room |")]
    assert told == list(ROOMS)


def test_an_order_passes_rooms_that_are_there() -> None:
    """One order's way names rooms alone, in bold."""
    way = SHELL[SHELL.index("## One order's way") :].split("\n## ")[0]
    assert set(re.findall(r"\*\*(\w+)\*\*", way)) <= set(ROOMS)


def test_files_that_the_readmes_name_are_there() -> None:
    """A name of a Python file is one of a file; with a folder before it, it lies there."""
    files = [path.relative_to(ROOT).as_posix() for path in ROOT.glob("*/**/*.py")]
    for text in (RULES, SHELL, TESTS):
        for name in code(text):
            if re.fullmatch(r"[\w/]+\.py", name):
                assert any(f"/{file}".endswith(f"/{name}") for file in files), name
            elif re.fullmatch(r"(?:tests|bot|rules|grammar)/[\w/]*", name):
                assert (ROOT / name).exists(), name


# --- tests/README.md ----------------------------------------------------------------------------


def test_targets_of_make_are_there() -> None:
    """Every `make ...` of the READMEs is a target."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for text in (RULES, SHELL, TESTS):
        for target in re.findall(r"`make ([\w-]+)`", text):
            assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def test_a_line_of_code_is_one_that_says_something() -> None:
    """No blank line, no comment, no docstring; a text over two lines that is used is two."""
    source = ('"""Says what."""', "", "# why", "A = 1  # one", '"""A."""', 'B = """two', 'lines"""')
    assert code_lines("\n".join(source)) == 3


def test_every_room_is_counted() -> None:
    """Each core room and system has its row, and the sum of the rooms is that of the part."""
    told = [line.split() for line in table([ROOT / "rules"]) if line]
    counted = {name.removeprefix("rules/"): lines for name, _, _, lines, _ in told}
    assert {*CORE} <= counted.keys()
    each = [int(one.replace(",", "")) for one in counted.values()]
    assert sum(each[:-2]) == each[-2] == each[-1] > 0


def test_the_command_for_mutants_is_taken(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its options are those that it knows."""
    (line,) = re.findall(r"`python -m tests\.mutants ([^`]+)`", TESTS)
    monkeypatch.setattr(sys, "argv", ["mutants", *line.split(), "--help"])
    with pytest.raises(SystemExit) as stop:
        mutants.main()
    assert stop.value.code == 0
    shown = capsys.readouterr().out
    assert all(word in shown for word in line.split() if word.startswith("--"))
