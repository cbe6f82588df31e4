"""From a text to the lines of a seat: hearing, asking back, forum posts, withdrawing, sandboxes.

It may use `cases` and below.
What may not come in: Discord objects, SQL, how an answer is posted.
"""
