"""The practice opponent: what units and attacks are worth, and the orders that it chooses."""
