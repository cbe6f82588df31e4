"""Turns, activations, the orders to attack and the small ones, victory."""
