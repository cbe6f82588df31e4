"""Tests of `bot/plans/`."""
