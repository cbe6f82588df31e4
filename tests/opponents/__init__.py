"""Tests of `bot/opponents.py`."""
