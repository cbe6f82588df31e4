"""Tests of `bot/rulings/`."""
