"""A player's plan for when they are away: checked when it is left, carried out line by line.

It may use `rulings` and below.
What may not come in: rules of a game (they offer `plans`), Discord objects, SQL.
"""
