"""Chapter 4: dice, choices and placement, and the data that ship."""
