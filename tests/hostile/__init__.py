"""Hostile inputs through every door: each is answered or refused, with bounded work."""
