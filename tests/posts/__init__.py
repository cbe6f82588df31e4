"""Tests of `bot/posts/`."""
