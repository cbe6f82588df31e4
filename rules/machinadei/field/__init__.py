"""The table of Machina Dei: who stands where, arcs, lines of sight and walks."""
