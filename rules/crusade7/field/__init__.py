"""Chapter 5.1: where units stand, how far it is, and which ways lead there."""
