"""What is said and shown: the report, the board, the picture."""
