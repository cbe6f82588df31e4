"""The direction rules of the house, read off the source: imports, banned names, sizes, rule IDs."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules import GAMES

ROOT = Path(__file__).parent.parent
SOURCES = sorted(
    path for part in ("rules", "grammar", "bot") for path in (ROOT / part).rglob("*.py")
)
RULES = [path for path in SOURCES if path.is_relative_to(ROOT / "rules")]
SYSTEMS = [game.id for game in GAMES]
PURE_IMPORTS = {
    *("abc", "bisect", "collections", "contextlib", "dataclasses", "enum", "fractions"),
    *("functools", "heapq", "importlib", "itertools", "math", "operator", "re", "types", "typing"),
}
ONLY_IN = {
    "discord": ("bot/chat",),
    "sqlalchemy": ("bot/store",),
    "alembic": ("bot/store",),
    "lark": ("grammar",),
}
ROOMS = (
    *("match", "reading", "store", "render", "referee", "history", "cases", "doors", "posts"),
    *("lobby", "rulings", "clocks", "opponents", "chat", "terminal"),
)
"""The rooms of bot/ from the ground up; an arrow only points down."""

ID = re.compile(r"\b(?:C7|C8|RC|MD|CB)-[A-Z]+-\d+\b")


def name(path: Path) -> str:
    """A source's path from the project's folder."""
    return path.relative_to(ROOT).as_posix()


def tree(path: Path) -> ast.Module:
    """A source, parsed."""
    return ast.parse(path.read_text(encoding="utf-8"))


def imports(path: Path) -> Iterator[str]:
    """The modules that a source imports, also inside functions."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


@pytest.mark.parametrize("path", RULES, ids=name)
def test_rules_are_pure(path: Path) -> None:
    """rules/ imports the standard library's pure part and itself; no system another system."""
    own = path.relative_to(ROOT / "rules").parts[0]
    for module in imports(path):
        top = module.split(".")[0]
        assert top in PURE_IMPORTS or top == "rules", module
        for system in SYSTEMS:
            if own in SYSTEMS:
                assert system == own or not module.startswith(f"rules.{system}"), module


@pytest.mark.parametrize("path", RULES, ids=name)
def test_rules_know_no_floats_and_no_sets_in_loops(path: Path) -> None:
    """No float, no `/`, no round(), no loop over a set: a replay is equal on every machine."""
    for node in ast.walk(tree(path)):
        assert not (isinstance(node, ast.Constant) and isinstance(node.value, float))
        assert not (isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Div))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in {"float", "round", "print", "open", "eval", "exec", "input"}
        if isinstance(node, ast.For | ast.comprehension):
            over = node.iter
            assert not isinstance(over, ast.Set | ast.SetComp)
            if isinstance(over, ast.Call) and isinstance(over.func, ast.Name):
                assert over.func.id not in {"set", "frozenset"}


@pytest.mark.parametrize("path", RULES, ids=name)
def test_rules_keep_no_state(path: Path) -> None:
    """No `global`, and no list, dict or set at module level that a function changes."""
    module = tree(path)
    mutable = {
        target.id
        for node in module.body
        if isinstance(node, ast.Assign | ast.AnnAssign)
        and isinstance(node.value, ast.Dict | ast.List | ast.Set)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Name)
    }
    changes = {"append", "add", "update", "pop", "clear", "extend", "insert", "setdefault"}
    for node in ast.walk(module):
        assert not isinstance(node, ast.Global)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            assert not (node.value.id in mutable and node.attr in changes), node.value.id


@pytest.mark.parametrize("path", SOURCES, ids=name)
def test_direction(path: Path) -> None:
    """bot -> grammar -> rules; discord, SQL and lark each have their one place."""
    where = name(path)
    for module in imports(path):
        top = module.split(".")[0]
        if where.startswith("grammar/"):
            assert top != "bot", module
            assert not re.fullmatch(r"rules\.\w+\.state", module), module
        if where.startswith("bot/render/"):
            ours = module.startswith(("rules.view", "bot.render", "bot.match.reply", "rules.flow"))
            assert ours or top not in {"rules", "grammar", "bot"}, module
        for library, places in ONLY_IN.items():
            assert top != library or where.startswith(places), module


@pytest.mark.parametrize("path", [one for one in SOURCES if "bot" in one.parts], ids=name)
def test_arrows_in_bot_point_down(path: Path) -> None:
    """Each room of bot/ uses those below it, never one above; nothing else lies in bot/."""
    own = path.relative_to(ROOT / "bot").parts[0].removesuffix(".py")
    if own in ("__init__", "__main__", "config"):
        return
    assert own in ROOMS, f"{own} is no room"
    for module in imports(path):
        parts = module.split(".")
        if parts[0] == "bot" and len(parts) > 1 and parts[1] in ROOMS:
            assert ROOMS.index(parts[1]) <= ROOMS.index(own), module


@pytest.mark.parametrize(
    "room", [one for one in ROOMS if (ROOT / "bot" / one).is_dir()], ids=lambda one: one
)
def test_every_room_says_what_lives_there(room: str) -> None:
    """What lives in it, what it may use, what may not come in: in about five lines."""
    said = ast.get_docstring(tree(ROOT / "bot" / room / "__init__.py")) or ""
    assert "It may use" in said, "what it may use"
    assert "may not come in" in said, "what may not come in"


@pytest.mark.parametrize("path", SOURCES, ids=name)
def test_no_system_is_named_outside_its_folder(path: Path) -> None:
    """No `if system == ...` anywhere: whoever needs a system asks the registry."""
    where = name(path)
    for system in SYSTEMS:
        own = where.startswith((f"rules/{system}/", f"grammar/{system}/")) or where in {
            "rules/__init__.py"
        }
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Compare) and not own:
                values = [node.left, *node.comparators]
                assert not any(
                    isinstance(value, ast.Constant) and value.value == system for value in values
                ), f"{where} compares with {system}"


@pytest.mark.parametrize("path", SOURCES, ids=name)
def test_modules_and_functions_stay_small(path: Path) -> None:
    """A module opens with a sentence and has about 400 lines, a function about 40.

    A module without any function but the properties of its rows is a table (of events, say) and may
    be longer; a migration is a list of tables.
    """
    assert ast.get_docstring(tree(path)), "a module opens with one sentence"
    if "/migrations/" in name(path):
        return
    functions = [
        node
        for node in ast.walk(tree(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    table = all(
        any(ast.unparse(one) == "property" for one in node.decorator_list) for node in functions
    )
    lines = len(path.read_text(encoding="utf-8").splitlines())
    assert lines <= (700 if table else 450), f"{lines} lines"
    for node in functions:
        length = (node.end_lineno or 0) - node.lineno + 1
        assert length <= 60, f"{node.name} has {length} lines"


def specified(system: str) -> set[str]:
    """The rule IDs that a system's RULES.md defines, rulings aside."""
    text = (ROOT / "rules" / system / "RULES.md").read_text(encoding="utf-8")
    return {one for one in ID.findall(text) if "-RULING-" not in one}


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_rule_is_in_the_code(system: str) -> None:
    """Each rule ID of RULES.md is cited by the system's code or grammar, and no other is."""
    text = "\n".join(
        path.read_text(encoding="utf-8")
        for part in ("rules", "grammar")
        for path in (ROOT / part / system).rglob("*")
        if path.suffix in (".py", ".lark")
    )
    prefix = next(game.prefix for game in GAMES if game.id == system)
    cited = {one for one in ID.findall(text) if one.startswith(f"{prefix}-")}
    assert sorted(specified(system) - cited) == []
    assert sorted(one for one in cited - specified(system) if "-RULING-" not in one) == []


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_rule_is_in_a_case_or_test(system: str) -> None:
    """Each rule ID of RULES.md is exercised by a conformance case or a test that names it."""
    places = [
        *(ROOT / "tests" / "cases" / system).glob("*.case"),
        *(path for path in (ROOT / "tests").rglob("*.py") if path != Path(__file__)),
    ]
    cited = {one for path in places for one in ID.findall(path.read_text(encoding="utf-8"))}
    assert sorted(specified(system) - cited) == []
