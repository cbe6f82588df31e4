"""Rules Crusade, the inch skirmish, as a referee plays it."""
