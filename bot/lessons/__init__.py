"""Lessons: a ready-made battle on a table of one's own, in steps that are checked on the board.

It may use `doors` and below.
What may not come in: Discord, the terminal, and anything of a match that is really played.
"""
