"""Section 10 and 7.10: board, key, picture, reports, and every number explained."""
