"""The Magic phase of Machina Dei: effects and arrivals."""
