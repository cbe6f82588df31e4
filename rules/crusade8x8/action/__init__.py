"""Chapter 7: judging one action from beginning to end, by kind of unit."""
