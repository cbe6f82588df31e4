"""A line from order to events: what is ordered, refused, adjudicated, and what comes of it."""
