"""Attacks: pools of dice, fire, melee, fails, harm, structures, reveals, readied cards."""
