"""Tests of `bot/lobby/`."""
