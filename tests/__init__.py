"""Tests that read like the rulebook; `tests/README.md` says how to write one."""
