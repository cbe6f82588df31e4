"""Turns free words into a decision: finds candidates, tries them on a copy of the state, decides.

It may use `match`, the rules and the grammar.
What may not come in: a database, a channel, dice that count; it files nothing.
"""
