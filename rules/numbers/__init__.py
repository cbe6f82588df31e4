"""Whole numbers: sums, lengths, cells, and exact chances of dice; nothing is drawn here."""
