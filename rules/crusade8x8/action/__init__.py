"""Chapter 7: one action from beginning to end, each kind of unit by itself."""
