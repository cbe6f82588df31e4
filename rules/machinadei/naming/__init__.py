"""Sections 3.4 and 6.1: who is meant, the words of a match, and what can be asked of it."""
