"""Chapters 5.2, 5.3, 7.9 and 9: rounds and phases, initiative, morale, the end."""
