"""The table of Machina Dei: cells, bases, formations, arcs, lines of sight and walks."""
