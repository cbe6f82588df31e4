"""The border between the referee and its systems: what each offers, and what only some do."""
