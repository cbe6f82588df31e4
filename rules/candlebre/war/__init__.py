"""Movement, battles and mercenaries."""
