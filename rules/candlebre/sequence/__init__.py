"""The steps of a turn, and resigning."""
