"""Sections 3.4 and 6.1: who is meant, and the words of a match."""
