"""`python -m tests`: formatting, lint, types and every test, in one command."""

import argparse
import os
import subprocess
import sys
from pathlib import Path

from tests.places import ROOT

LINT = (
    ("ruff", "format", "--check", "."),
    ("ruff", "check", "."),
    ("mypy",),
)
RULEBOOK = (
    *("tests/crusade7", "tests/crusade8x8", "tests/rulescrusade", "tests/candlebre"),
    *("tests/machinadei", "tests/grammar", "tests/reading", "tests/opponents", "tests/plans"),
    *("tests/laws/test_cases.py", "tests/laws/test_games.py", "tests/laws/test_rows.py"),
    *("tests/laws/test_short_telling.py", "tests/history/test_study.py"),
    *("tests/history/test_luck.py", "tests/render/test_traces.py", "tests/doors/test_forms.py"),
)
"""Tests that on their own must cover 95 % of the lines of rules/ and grammar/."""

WORKERS = str((os.cpu_count() or 1) + 1)
"""One more than the number of processors: some tests wait for another process or a connection."""

PYTEST = ("pytest", "-q", "-n", WORKERS, "--dist", "worksteal")
COVERED = ("--cov", "--cov-report=term:skip-covered", "--cov-fail-under=95")
FAST = (
    *("pytest", "-q", "-n", WORKERS, "--dist", "loadfile", "-p", "no:cacheprovider"),
    *("tests/test_architecture.py", "tests/laws/test_cases.py", "tests/crusade8x8/test_rules.py"),
    *("tests/crusade7", "tests/doors/test_replies.py", "tests/grammar/test_parse_errors.py"),
    *("tests/reading/test_colour.py", "tests/grammar/test_pieces.py"),
    *("--deselect", "tests/doors/test_replies.py::test_any_line_gets_a_reply_of_the_known_shapes"),
)
"""`--fast`, for use while one writes: less than 30 seconds, with every sixth case and no test that
needs the random matches."""


HARD = (
    *("tests/store", "tests/referee/test_two_processes.py", "tests/history/test_verify.py"),
    *("tests/e2e/test_kill.py", "tests/e2e/test_outbox.py", "tests/e2e/test_many.py"),
    *("tests/e2e/test_match.py", "tests/doors", "tests/laws", "tests/reading"),
)
"""Tests of crashes, failing disks and second processes, of whole matches, the laws, and tests that
no phrase is misread."""

FULL = {
    "REFEREE_KILL_STEP": "1",
    "REFEREE_KILLS": "50",
    "REFEREE_MATCHES": "100",
    "REFEREE_LINES": "400",
    "REFEREE_PHRASES": "100000",
    "REFEREE_SHARE": "1",
    "REFEREE_ALL": "1",
}
"""Settings that run those tests at full length; the suite does a little of each."""


def main() -> int:
    """Run the steps in order; the first that fails ends the run with its exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests", description=__doc__)
    parser.add_argument("--lint", action="store_true", help="formatting, lint and types only")
    parser.add_argument(
        "--fast",
        action="store_true",
        help="ruff, architecture, core rules, samples of cases and reader: below 30 seconds",
    )
    parser.add_argument(
        "--coverage",
        action="store_true",
        help="the tests of the rulebook alone, with the lines of rules/ and grammar/ that they run",
    )
    parser.add_argument(
        "--full",
        action="store_true",
        help="crashes, second processes and phrases alone, at their full length: hours",
    )
    chosen = parser.parse_args()
    if sys.version_info >= (3, 13):
        print("Python 3.13 and later have no pgserver wheel: the PostgreSQL tests are left out.")
    tests = [FAST] if chosen.fast else [PYTEST]
    if chosen.coverage:
        tests = [(*PYTEST, *COVERED, *RULEBOOK)]
    if chosen.full:
        tests = [(*PYTEST, "--timeout", "0", *HARD)]
    lint = LINT[:2] if chosen.fast else LINT
    steps = [*lint, *([] if chosen.lint else tests)]
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(Path(sys.prefix) / "pycache")}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    if chosen.fast:
        environment["REFEREE_SAMPLE"] = "6"
    if chosen.coverage:
        environment["REFEREE_SHARE"] = "1"
    if chosen.full:
        environment |= FULL
    for step in steps:
        print("$", *step, flush=True)
        done = subprocess.run([sys.executable, "-m", *step], cwd=ROOT, env=environment)
        if done.returncode:
            return done.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main())
