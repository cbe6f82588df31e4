"""Challenges of a report, and the precedents of what GMs have ruled.

It may use `lobby` and below.
What may not come in: changing a state: rulings are filed as lines of the GM.
"""
