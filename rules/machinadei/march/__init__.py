"""The Move phase of Machina Dei: drill, free moves, charges and flights."""
