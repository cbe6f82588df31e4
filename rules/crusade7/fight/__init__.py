"""Chapters 7.2, 7.3 and 7.7: who may attack whom with what, melees, reactions."""
