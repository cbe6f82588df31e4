"""Tests of `bot/chat/`."""
