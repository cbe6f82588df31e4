"""Tests of `bot/history/`."""
