"""Lessons: a ready-made battle of one's own, step by step, checked by what stands on the board.

It may use `doors` and below.
What may not come in: Discord, the terminal, and anything of a match that is really played.
"""
