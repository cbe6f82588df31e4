"""Chapters 5, 7.9 and 7.10: turns, forfeits and draws; what the GM may set."""
