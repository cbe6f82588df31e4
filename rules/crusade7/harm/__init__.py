"""Chapters 7.1 to 7.5 and 7.8: a unit's numbers, attacks resolved, damage, conditions, death."""
