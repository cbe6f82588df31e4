"""Psykers: the deck and the hands, cards, mind wars, incursions."""
