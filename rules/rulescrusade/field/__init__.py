"""The ground: distances, sight, cover, ways, templates and targets, all in whole numbers."""
