"""Hostile inputs through every door: each must be answered or refused, with bounded work."""
