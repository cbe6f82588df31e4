"""How units of Machina Dei come into the game."""
