"""The ground: distances, sight, cover, routes, templates and targets, all in whole numbers."""
