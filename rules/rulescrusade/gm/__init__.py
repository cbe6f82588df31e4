"""What the GM may do: the ground, models, attributes; and what cases may ask (3.4, 6.4)."""
