"""Chapters 7.5, 7.6 and 8.4: spells, psionic powers, concentration and their effects."""
