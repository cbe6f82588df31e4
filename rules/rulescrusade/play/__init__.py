"""A practice opponent: what an attack is worth, where to stand, what to order."""
