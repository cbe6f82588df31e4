"""Chapters 5.1 and 5.4: where units stand, how far it is, and how they go there."""
