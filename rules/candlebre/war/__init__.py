"""Movement, battles, mercenaries and placement."""
