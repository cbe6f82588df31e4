"""Chapter 10: board, key, picture, reports, and how every number came about."""
