"""Reading back: the log, one entry unfolded, reports, exports and their check, what is near.

It may use `referee` and below.
What may not come in: filing anything.
"""
