"""Tables and laws of Machina Dei."""
