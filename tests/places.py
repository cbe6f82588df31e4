"""Paths of the files that tests read."""

from pathlib import Path

TESTS = Path(__file__).parent
ROOT = TESTS.parent
CASES = TESTS / "cases"
GAMES = TESTS / "games"
GOLDEN = TESTS / "golden"
CORPUS = TESTS / "phrasings"
PHRASINGS = CORPUS / "train"
