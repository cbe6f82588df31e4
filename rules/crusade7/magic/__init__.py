"""Chapters 7.5 and 7.6: spells and psionic powers."""
