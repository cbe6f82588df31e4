"""The interface between the referee and its systems: what all of them, or only some, offer."""
