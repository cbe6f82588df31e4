"""The cards of units and of types, and the price list."""
