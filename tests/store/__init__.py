"""Tests of `bot/store/`."""
