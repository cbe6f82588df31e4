"""Deadlines, extensions, pauses, reminders, and the one task that acts on them.

It may use `plans` and below.
What may not come in: rules of a game; a missed deadline is filed as a line.
"""
