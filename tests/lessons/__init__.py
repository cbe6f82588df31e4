"""Tests of `bot/lessons/`: every lesson, played to its end."""
