"""Tests of `bot/render/`."""
