"""What holds for every system: laws, rows, cases, whole recorded and random matches."""
