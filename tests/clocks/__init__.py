"""Tests of `bot/clocks/`: deadlines, reminders, days off."""
