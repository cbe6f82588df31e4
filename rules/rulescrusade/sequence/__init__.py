"""Turns, activations, the checks common to all orders, victory."""
