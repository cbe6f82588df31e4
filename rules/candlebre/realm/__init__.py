"""The kingdom and what a seat owns: the map, turn 0, Houses, gold, honor, influence, income."""
