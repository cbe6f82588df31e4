"""Laws that hold for every system, tried on cases and on recorded and random matches."""
