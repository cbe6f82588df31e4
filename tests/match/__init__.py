"""Tests of `bot/match/`."""
