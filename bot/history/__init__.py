"""Reading back: the log, one entry explained, reports, questions, exports and their verification.

It may use `referee` and below.
What may not come in: filing anything.
"""
