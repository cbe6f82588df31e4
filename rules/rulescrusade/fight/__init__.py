"""Attacks: pools of dice, fire, melee, fails, harm, structures; who is found; cards that answer."""
