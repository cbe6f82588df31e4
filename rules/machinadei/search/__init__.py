"""Looking ahead: exact chances, what a battle is worth, and a practice opponent."""
