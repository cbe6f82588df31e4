"""Moving about: steps, charges, climbing, jumping, falling, hiding, carrying."""
