"""Challenges of entries by players, and a search for what GMs have ruled so far.

It may use `lobby` and below.
What may not come in: changing a state; rulings are filed as lines of the GM.
"""
