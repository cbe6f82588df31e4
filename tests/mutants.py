"""`python -m tests.mutants`: are the rules tested, or only run?  A bounded mutation run.

Comparisons, constants and conditions of `rules/` are changed one at a time, and the cases of the
system are played against each change.  A mutant that no case notices survives; survivors are
listed by the rule IDs of the function they stand in.  The same seed tries the same mutants.
"""

import argparse
import ast
import random
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.places import CASES, ROOT

ID = re.compile(r"\b(?:C7|C8|RC|MD|CB)-[A-Z]+-\d+\b")
PATIENCE = 120
"""Seconds that the cases of a system may take with a mutant before it counts as noticed."""

SWAPS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}


@dataclass(frozen=True)
class Mutant:
    """One change: the file, the line, the old and the new expression, the rules that are cited
    there, and the whole source after the change."""

    file: Path
    line: int
    was: str
    now: str
    rules: tuple[str, ...]
    source: str

    def __str__(self) -> str:
        where = self.file.relative_to(ROOT).as_posix()
        return f"{where}:{self.line}: `{self.was}` -> `{self.now}`"


def changed(node: ast.AST) -> ast.AST | None:
    """The node with one small change; None if it is of a kind that is not changed."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in SWAPS:
        return ast.Compare(node.left, [SWAPS[type(node.ops[0])]()], node.comparators)
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return ast.Constant(node.value + 1)
    if isinstance(node, ast.BoolOp):
        return ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return node.operand
    return None


class Places(ast.NodeVisitor):
    """Collects the expressions of a module that can be changed, and the rules cited around them."""

    def __init__(self) -> None:
        self.found: list[tuple[ast.expr, tuple[str, ...]]] = []
        self.cited: list[tuple[str, ...]] = [()]

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """Take the rules from the docstring of the function, or else from the one around it."""
        own = tuple(dict.fromkeys(ID.findall(ast.get_docstring(node) or "")))
        self.cited.append(own or self.cited[-1])
        for part in (*node.body, *node.args.defaults):
            self.visit(part)
        self.cited.pop()

    def generic_visit(self, node: ast.AST) -> None:
        """Collect the node if it can be changed, then visit what is inside it."""
        if isinstance(node, ast.expr) and self.cited[-1] and changed(node) is not None:
            self.found.append((node, self.cited[-1]))
        super().generic_visit(node)


def mutants_of(file: Path) -> Iterator[Mutant]:
    """The changes that can be made to one module, one at a time."""
    source = file.read_text(encoding="utf-8")
    places = Places()
    places.visit(ast.parse(source))
    lines = source.encode().split(b"\n")
    for node, rules in places.found:
        if node.lineno != node.end_lineno or node.end_col_offset is None:
            continue
        line = lines[node.lineno - 1]
        was = line[node.col_offset : node.end_col_offset].decode()
        new = changed(node)
        assert new is not None
        now = f"({ast.unparse(ast.fix_missing_locations(new))})"
        after = line[: node.col_offset] + now.encode() + line[node.end_col_offset :]
        text = b"\n".join((*lines[: node.lineno - 1], after, *lines[node.lineno :]))
        yield Mutant(file, node.lineno, was, now, rules, text.decode())


def system_of(file: Path) -> str:
    """The system that a module of rules/ belongs to; empty if it belongs to all of them."""
    first = file.relative_to(ROOT / "rules").parts[0]
    return first if (CASES / first).is_dir() else ""


def survives(mutant: Mutant, cases: Sequence[str]) -> bool:
    """Do all cases pass with the change?  A process of its own imports the changed source."""
    module = ".".join(mutant.file.relative_to(ROOT).with_suffix("").parts)
    done = subprocess.run(
        [sys.executable, "-m", "tests.mutants", "--play", module, *cases],
        input=mutant.source,
        text=True,
        capture_output=True,
        cwd=ROOT,
    )
    return done.returncode == 0


def play(module: str, files: Sequence[str]) -> int:
    """Play case files with the source from stdin in place of `module`; 1 at the first failure.

    It needs a process of its own: it changes how modules are imported.
    """
    import importlib.abc
    import importlib.util

    text = sys.stdin.read()

    class Loader(importlib.abc.InspectLoader):
        """Gives the changed source for the one module."""

        def get_source(self, fullname: str) -> str:
            return text

    class Finder(importlib.abc.MetaPathFinder):
        """Finds the changed module, before the usual search."""

        def find_spec(self, fullname: str, path: object, target: object = None) -> object:
            if fullname != module:
                return None
            return importlib.util.spec_from_loader(fullname, Loader())

    sys.meta_path.insert(0, Finder())  # type: ignore[arg-type]
    signal.alarm(PATIENCE)
    try:
        from bot.cases.casefile import read_case, run_case

        for file in files:
            if run_case(read_case(Path(file))).failures:
                return 1
    except Exception:
        return 1
    return 0


def cases_for(system: str, rules: Sequence[str]) -> list[str]:
    """The cases that may notice a change: first those that name one of the rules, then those that
    name another rule of the same family (`C7-MOVE`)."""
    folders = [CASES / "bugs", *([CASES / system] if system else sorted(CASES.iterdir()))]
    files = sorted({file for folder in folders for file in folder.rglob("*.case")})
    named = [file for file in files if set(rules) & set(ID.findall(file.read_text("utf-8")))]
    near = {ID.findall(rule)[0].rsplit("-", 1)[0] for rule in rules}
    kin = [
        file
        for file in files
        if file not in named and any(one in file.read_text("utf-8") for one in near)
    ]
    return [str(file) for file in (*named, *kin)]


def main() -> int:
    """Try mutants until the time is up or none is left, and list the survivors by rule."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("--seconds", type=int, default=300, help="when to stop (default 300)")
    parser.add_argument("--count", type=int, default=0, help="how many at most (default: no limit)")
    parser.add_argument("--seed", type=int, default=1, help="which ones, in which order")
    parser.add_argument("--system", default="", help="one system only, as its folder is called")
    parser.add_argument("--play", nargs=argparse.REMAINDER, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.play:
        return play(chosen.play[0], chosen.play[1:])
    files = sorted((ROOT / "rules" / chosen.system).rglob("*.py"))
    found = [mutant for file in files for mutant in mutants_of(file)]
    random.Random(chosen.seed).shuffle(found)
    end, tried, survivors = time.monotonic() + chosen.seconds, 0, list[Mutant]()
    for mutant in found[: chosen.count or None]:
        if time.monotonic() > end:
            break
        tried += 1
        if survives(mutant, cases_for(system_of(mutant.file), mutant.rules)):
            survivors.append(mutant)
            print(f"survives: {', '.join(mutant.rules)}: {mutant}", flush=True)
    print(f"\n{tried} of {len(found)} mutants tried (seed {chosen.seed}), ", end="")
    print(f"{len(survivors)} survive")
    counts = Counter(rule for mutant in survivors for rule in mutant.rules)
    for rule, count in sorted(counts.items()):
        print(f"  {rule}: {count}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
