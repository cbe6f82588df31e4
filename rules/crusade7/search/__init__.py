"""Practice: what units and blows are worth, and an opponent that orders by it."""
