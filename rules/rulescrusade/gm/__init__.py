"""What the GM may do: the ground, models, attributes (6.4)."""
