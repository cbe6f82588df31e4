"""Whole-number arithmetic, lengths, cells, and exact chances of dice.  No dice are drawn here."""
