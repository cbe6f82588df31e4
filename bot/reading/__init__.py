"""What a match makes of free words: candidates, trials on a copy of the state, the decision.

It may use `match`, the rules and the grammar.
What may not come in: a database, a channel, dice that count; it files nothing.
"""
