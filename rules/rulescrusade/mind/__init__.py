"""Psykers: cards played, mind wars, incursions."""
