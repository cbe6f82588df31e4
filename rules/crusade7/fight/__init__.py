"""Chapters 7.1 to 7.4, 7.7 and 7.8: attacks and what comes of them, charges, reactions."""
