"""The ground: distances, sight, cover, adjacency and ways, all in whole numbers."""
