"""Odds of attacks, and a practice opponent: the worth of attacks and places, its orders."""
