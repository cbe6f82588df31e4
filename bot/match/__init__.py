"""A match as plain values: its log as a tree of entries, dice, seals, replies, settings.

It may use the rules and the grammar.
What may not come in: a database, a channel, a clock, anything that waits.
"""
