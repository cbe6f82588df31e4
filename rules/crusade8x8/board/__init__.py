"""Tiles, kinds, positions and how they are written; the house rules of a match."""
