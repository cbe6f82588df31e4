"""The steps of a turn, victory, and the end of a seat."""
