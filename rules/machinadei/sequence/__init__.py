"""Turns, phases and the end of a battle of Machina Dei."""
