"""What a player leaves for when he is away: his plan, checked when filed, carried out line by line.

It may use `rulings` and below.
What may not come in: rules of a game (they offer `plans`), Discord objects, SQL.
"""
