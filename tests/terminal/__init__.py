"""Tests of `bot/terminal/` and of the command line."""
