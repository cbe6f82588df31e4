"""The rules of the architecture, checked on the source: imports, banned names, sizes, rule IDs."""

import ast
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from rules import GAMES
from tests.places import ROOT

SOURCES = sorted(
    path for part in ("rules", "grammar", "bot") for path in (ROOT / part).rglob("*.py")
)
RULES = [path for path in SOURCES if path.is_relative_to(ROOT / "rules")]
BOT = [path for path in SOURCES if path.is_relative_to(ROOT / "bot")]
SYSTEMS = [game.id for game in GAMES]
PURE_IMPORTS = {
    *(
        "abc",
        "bisect",
        "collections",
        "contextlib",
        "contextvars",
        "dataclasses",
        "enum",
        "fractions",
    ),
    *("functools", "heapq", "importlib", "itertools", "math", "operator", "re", "types", "typing"),
}
ONLY_IN = {
    "discord": ("bot/chat",),
    "sqlalchemy": ("bot/store",),
    "alembic": ("bot/store",),
    "lark": ("grammar",),
}
ROOMS = (
    *(
        "match",
        "reading",
        "store",
        "render",
        "referee",
        "history",
        "replay",
        "cases",
        "doors",
        "posts",
    ),
    *("lessons", "lobby", "rulings", "plans", "clocks", "opponents", "chat", "terminal"),
)
"""The rooms of bot/ from the ground up; a room imports only from those before it."""

LONG = {}
"""What is longer than the limit, and why it is not split."""

ID = re.compile(r"\b(?:C7|C8|RC|MD|CB)-[A-Z]+-\d+\b")


def name(path: Path) -> str:
    """A source's path from the project's folder."""
    return path.relative_to(ROOT).as_posix()


def of_each(paths: Sequence[Path]) -> Callable[[Callable[[Path], None]], Callable[[], None]]:
    """Decorator: check a law on each of these sources, in one test that lists all violations."""

    def told(law: Callable[[Path], None]) -> Callable[[], None]:
        def test() -> None:
            broken = []
            for path in paths:
                try:
                    law(path)
                except AssertionError as error:
                    broken.append(f"{name(path)}: {error}")
            assert not broken, "\n".join(broken)

        test.__doc__ = law.__doc__
        return test

    return told


@cache
def tree(path: Path) -> ast.Module:
    """The syntax tree of a source."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """All nodes of a source."""
    return tuple(ast.walk(tree(path)))


def imports(path: Path) -> Iterator[str]:
    """The modules that a source imports, including imports inside functions."""
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


@of_each(RULES)
def test_rules_are_pure(path: Path) -> None:
    """rules/ imports only itself and the pure part of the standard library; no system imports
    another."""
    own = path.relative_to(ROOT / "rules").parts[0]
    for module in imports(path):
        top = module.split(".")[0]
        assert top in PURE_IMPORTS or top == "rules", module
        for system in SYSTEMS:
            if own in SYSTEMS:
                assert system == own or not module.startswith(f"rules.{system}"), module


@of_each(RULES)
def test_rules_know_no_floats_and_no_sets_in_loops(path: Path) -> None:
    """No float, no `/`, no round(), no loop over a set: a replay is equal on every machine."""
    for node in nodes(path):
        assert not (isinstance(node, ast.Constant) and isinstance(node.value, float))
        assert not (isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Div))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in {"float", "round", "print", "open", "eval", "exec", "input"}
        if isinstance(node, ast.For | ast.comprehension):
            over = node.iter
            assert not isinstance(over, ast.Set | ast.SetComp)
            if isinstance(over, ast.Call) and isinstance(over.func, ast.Name):
                assert over.func.id not in {"set", "frozenset"}


CHANGES = {"append", "add", "update", "pop", "clear", "extend", "insert", "setdefault"}
HOLDERS = re.compile(r"(\w+\.)?(\w*(Dict|dict|Set|Lock|Semaphore|Event|Condition)|set|list|deque)")
"""Calls that make a mutable object; `frozenset` is not one."""


def check_keeps_no_state(path: Path) -> None:
    """No `global`; no list, dict or set at module level that a function changes; no lock there, and
    no empty container waiting to be filled."""
    module, mutable = tree(path), set[str]()
    for node in module.body:
        if not isinstance(node, ast.Assign | ast.AnnAssign) or node.value is None:
            continue
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        made = isinstance(node.value, ast.Call) and HOLDERS.fullmatch(ast.unparse(node.value.func))
        if made and isinstance(node.value, ast.Call):
            assert node.value.args, f"{name(path)}: {ast.unparse(node)}"
        if made or isinstance(node.value, ast.Dict | ast.List | ast.Set):
            mutable |= {target.id for target in targets if isinstance(target, ast.Name)}
    for node in nodes(path):
        assert not isinstance(node, ast.Global), name(path)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            assert not (node.value.id in mutable and node.attr in CHANGES), node.value.id
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store | ast.Del):
            assert ast.unparse(node.value) not in mutable, ast.unparse(node)


@of_each(RULES)
def test_rules_keep_no_state(path: Path) -> None:
    """The rules keep no state, so a replay never depends on what was played before."""
    check_keeps_no_state(path)


def test_bot_keeps_no_state_of_its_own() -> None:
    """Modules in bot/ keep no state: it belongs to objects, so that two bots do not share any."""
    for path in BOT:
        check_keeps_no_state(path)


@of_each(SOURCES)
def test_direction(path: Path) -> None:
    """bot imports grammar, grammar imports rules, never the reverse; discord, SQL and lark are each
    imported in one place only."""
    where = name(path)
    for module in imports(path):
        top = module.split(".")[0]
        if where.startswith("grammar/"):
            assert top != "bot", module
            assert not re.fullmatch(r"rules\.\w+\.state", module), module
        if where.startswith("bot/render/"):
            ours = (
                *("rules.display.view", "rules.display.telling", "rules.line.flow"),
                "bot.render",
            )
            told = module.startswith((*ours, "bot.match.reply"))
            assert told or top not in {"rules", "grammar", "bot"}, module
        for library, places in ONLY_IN.items():
            assert top != library or where.startswith(places), module


@of_each(BOT)
def test_arrows_in_bot_point_down(path: Path) -> None:
    """Each room of bot/ imports only from the rooms below it; bot/ contains nothing but rooms."""
    own = path.relative_to(ROOT / "bot").parts[0].removesuffix(".py")
    if own in ("__init__", "__main__", "config"):
        return
    assert own in ROOMS, f"{own} is no room"
    for module in imports(path):
        parts = module.split(".")
        if parts[0] == "bot" and len(parts) > 1 and parts[1] in ROOMS:
            assert ROOMS.index(parts[1]) <= ROOMS.index(own), module


def rooms_used(path: Path, house: str) -> Iterator[str]:
    """The rooms of a package (such as `rules.crusade7`) that a source imports from."""
    for node in nodes(path):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        for one in names:
            if one.startswith(f"{house}."):
                yield one.removeprefix(f"{house}.").split(".")[0]


@pytest.mark.parametrize(
    "house", ["rules", *(f"rules.{system}" for system in SYSTEMS), "tests.toy"]
)
def test_arrows_in_rules_point_down(house: str) -> None:
    """rules/ and each system list all their folders and modules from the ground up (`ROOMS` in
    `__init__.py`); each imports only from those below it."""
    folder, rooms = ROOT / house.replace(".", "/"), import_module(house).ROOMS
    wrong = []
    for path in sorted(folder.rglob("*.py")):
        own = path.relative_to(folder).parts[0].removesuffix(".py")
        if own == "__init__":
            continue
        if own not in rooms:
            wrong.append(f"{own} is no room of {house}")
            continue
        above = rooms[rooms.index(own) + 1 :]
        wrong += [f"{name(path)} uses {used}" for used in rooms_used(path, house) if used in above]
    there = {path.stem for path in folder.iterdir() if path.is_dir() or path.suffix == ".py"}
    wrong += [f"{house} has no {room}" for room in rooms if room not in there]
    assert wrong == []


@cache
def methods() -> set[str]:
    """The names of methods in bot/ that are nowhere a property or a field."""
    found, values = set[str](), set[str]()
    for node in (node for path in BOT for node in nodes(path)):
        for one in node.body if isinstance(node, ast.ClassDef) else ():
            if isinstance(one, ast.AnnAssign):
                values.add(ast.unparse(one.target))
            elif isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef):
                valued = any(ast.unparse(by) == "property" for by in one.decorator_list)
                (values if valued else found).add(one.name)
    return found - values


def is_hook(value: ast.expr) -> bool:
    """Is this value something to be called later: a lambda, a method or a partial?"""
    if isinstance(value, ast.Call):
        return ast.unparse(value.func) == "partial"
    return isinstance(value, ast.Lambda) or (
        isinstance(value, ast.Attribute) and value.attr in methods()
    )


def assigned(node: ast.Assign) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Each target of an assignment with its value, also for tuples."""
    for target in node.targets:
        if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
            yield from zip(target.elts, node.value.elts, strict=True)
        else:
            yield target, node.value


def test_what_is_needed_is_passed() -> None:
    """No part of the bot is looked up by name, and no callback is set on another object from
    outside: a room gets what it needs when it is built, and reports through the news."""
    for path, node in ((one, node) for one in BOT for node in nodes(one)):
        if isinstance(node, ast.Attribute):
            assert node.attr != "get_cog", name(path)
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Attribute):
            assert not isinstance(node.value, ast.Lambda), f"{name(path)}: hung on later"
        for target, value in assigned(node) if isinstance(node, ast.Assign) else ():
            if isinstance(target, ast.Attribute) and is_hook(value):
                assert ast.unparse(target.value) == "self", f"{name(path)}: {ast.unparse(node)}"


def test_what_a_system_may_lack_is_asked_for_by_name() -> None:
    """Optional functions of a system are used as `if game.odds`, never by `getattr`, so that the
    type checker and readers can follow."""
    for path in BOT:
        found = re.search(r"(?:get|has)attr\((?:\w+\.)*game,", path.read_text(encoding="utf-8"))
        assert found is None, f"{name(path)}: {found and found[0]}"


@pytest.mark.parametrize(
    "room", [one for one in ROOMS if (ROOT / "bot" / one).is_dir()], ids=lambda one: one
)
def test_every_room_says_what_lives_there(room: str) -> None:
    """Each room of bot/ says what it may use and what may not come in."""
    said = ast.get_docstring(tree(ROOT / "bot" / room / "__init__.py")) or ""
    assert "It may use" in said, "what it may use"
    assert "may not come in" in said, "what may not come in"


@of_each([path for path in RULES if path.relative_to(ROOT / "rules").parts[0] in SYSTEMS])
def test_a_seat_is_told_by_its_name(path: Path) -> None:
    """Only `seat_name` writes `army 2`.  Orders are exempt: they print it as it is typed, even with
    a number that is no seat."""
    where = name(path)
    if re.search(r"/(orders|overrides|umpire|court|starter)\b", where):
        return
    for node in (one for one in nodes(path) if isinstance(one, ast.JoinedStr)):
        for part in (one for one in node.values if isinstance(one, ast.Constant)):
            assert not re.search(r"(?<!no )\barmy $", str(part.value)), ast.unparse(node)


OF_THE_WHOLE = {"architecture", "deploy", "mutants", "package", "readme", "readmes", "ten"}
"""Tests that belong to no room."""


def test_tests_stand_in_rooms() -> None:
    """Each folder of tests says what it contains; only tests of the whole project are outside a
    folder."""
    for path in (ROOT / "tests").rglob("test_*.py"):
        if path.parent == ROOT / "tests":
            assert path.stem.removeprefix("test_") in OF_THE_WHOLE, name(path)
        else:
            assert ast.get_docstring(tree(path.parent / "__init__.py")), name(path.parent)


@of_each(SOURCES)
def test_no_system_is_named_outside_its_folder(path: Path) -> None:
    """There is no `if system == ...` anywhere: code that needs a system asks the registry."""
    where = name(path)
    if where == "rules/__init__.py":
        return
    foreign = {
        system
        for system in SYSTEMS
        if not where.startswith((f"rules/{system}/", f"grammar/{system}/"))
    }
    for node in nodes(path):
        if isinstance(node, ast.Compare):
            for value in (node.left, *node.comparators):
                named = value.value if isinstance(value, ast.Constant) else None
                assert named not in foreign, f"{where} compares with {named}"


@pytest.mark.parametrize("house", ["", *SYSTEMS])
def test_a_class_name_has_one_meaning(house: str) -> None:
    """No two classes of one system, or of the rooms that all systems share, have one name."""
    found: dict[str, str] = {}
    for path in SOURCES:
        owner = path.relative_to(ROOT).parts[1]
        if (owner if owner in SYSTEMS else "") == house:
            for node in tree(path).body:
                if isinstance(node, ast.ClassDef):
                    assert node.name not in found, f"{name(path)}, {found[node.name]}: {node.name}"
                    found[node.name] = name(path)
    assert found


@of_each(SOURCES)
def test_modules_and_functions_stay_small(path: Path) -> None:
    """A module has a docstring and at most 600 lines, a function has at most 60.

    A module with no functions but properties is a table (of events, say) and may have 700 lines; a
    function that is one `match` over a closed union may have 80; migrations may have any length.
    """
    assert ast.get_docstring(tree(path)), "a module opens with one sentence"
    if "/migrations/" in name(path):
        return
    functions = [
        node for node in nodes(path) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    table = all(
        any(ast.unparse(one) == "property" for one in node.decorator_list) for node in functions
    )
    lines = len(path.read_text(encoding="utf-8").splitlines())
    if name(path) not in LONG:
        assert lines <= (700 if table else 600), f"{lines} lines"
    for node in functions:
        length = (node.end_lineno or 0) - node.lineno + 1
        allowed = 80 if is_closed_match(node) else 60
        if f"{name(path)}: {node.name}" not in LONG:
            assert length <= allowed, f"{node.name} has {length} lines"


def is_closed_match(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Is the body one `match` that ends in `assert_never`, apart from a docstring?"""
    body = node.body[1:] if ast.get_docstring(node) else node.body
    if len(body) != 1 or not isinstance(body[0], ast.Match):
        return False
    return "assert_never" in ast.unparse(body[0].cases[-1])


def test_the_exceptions_are_still_needed() -> None:
    """Each exception exists, has a reason, and is still too long."""
    for place, why in LONG.items():
        file, _, function = place.partition(": ")
        assert why
        source = ROOT / file
        if not function:
            assert len(source.read_text(encoding="utf-8").splitlines()) > 600, place
            continue
        found = [
            (node.end_lineno or 0) - node.lineno + 1
            for node in nodes(source)
            if isinstance(node, ast.FunctionDef) and node.name == function
        ]
        assert max(found, default=0) > 60, place


def specified(system: str) -> set[str]:
    """The rule IDs that a system's RULES.md defines, without rulings."""
    text = (ROOT / "rules" / system / "RULES.md").read_text(encoding="utf-8")
    return {one for one in ID.findall(text) if "-RULING-" not in one}


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_rule_is_in_the_code(system: str) -> None:
    """Each rule ID of RULES.md is cited in the system's code or grammar, and no unknown ID is."""
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
    """Each rule ID of RULES.md is named by a conformance case or a test."""
    places = [
        *(ROOT / "tests" / "cases" / system).glob("*.case"),
        *(path for path in (ROOT / "tests").rglob("*.py") if path != Path(__file__)),
    ]
    cited = {one for path in places for one in ID.findall(path.read_text(encoding="utf-8"))}
    assert sorted(specified(system) - cited) == []


def test_no_test_hangs_for_ever(pytestconfig: pytest.Config) -> None:
    """The timeout ends a test that hangs, but is long enough for a busy machine."""
    assert 600 <= float(pytestconfig.getini("timeout")) <= 1800
