"""Attacks: pools of dice, fire, templates, melee, fails, harm, structures."""
