"""Tests of `bot/doors/`."""
