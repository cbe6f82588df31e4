"""The squares of a base, and how bases stand in ranks: no battle is known here yet."""
