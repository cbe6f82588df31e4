"""Chapter 10: board, key, picture, reports, and every number explained."""
