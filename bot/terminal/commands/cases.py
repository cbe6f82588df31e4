"""`referee cases FILE_OR_FOLDER...`: run conformance cases."""

import argparse
from pathlib import Path

from bot.cases.casefile import CaseError, files_at, read_case, run_case
from bot.config import as_trouble


def arguments(_: str, parser: argparse.ArgumentParser) -> None:
    """Which files, and whether to mention refusals that nobody expected."""
    parser.add_argument("paths", nargs="+", metavar="FILE_OR_FOLDER", type=Path)
    parser.add_argument("--quiet", action="store_true", help="no warnings")


def run(_: str, chosen: argparse.Namespace) -> int:
    """Exit code 0: all passed, 1: some failed, 2: a file cannot be read."""
    passed = failed = 0
    for path in chosen.paths:
        for file in files_at(path):
            with as_trouble(CaseError):
                verdict = run_case(read_case(file))
            for failure in verdict.failures:
                print(
                    f"{failure.file}:{failure.line}: expected {failure.expected}; "
                    f"found {failure.found}"
                )
            if not chosen.quiet:
                for warning in verdict.warnings:
                    print(f"{warning.file}:{warning.line}: warning: refused, {warning.found}")
            passed += not verdict.failures
            failed += bool(verdict.failures)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0
