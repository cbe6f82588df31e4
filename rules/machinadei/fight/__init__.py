"""Strikes, wounds, area attacks, melees and morale of Machina Dei."""
