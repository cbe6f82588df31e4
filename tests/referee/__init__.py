"""Tests of `bot/referee/`."""
