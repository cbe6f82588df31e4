"""Chapters 3 and 6.1: who is meant, what may be asked and set, and the words of a match."""
