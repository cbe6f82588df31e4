"""Chapters 5.2, 5.3, 7.9, 7.10, 9 and 6.3: rounds and phases, initiative, tactics, morale, the
end, the GM.
"""
