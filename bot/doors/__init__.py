"""From a text to the orders of a seat: reading it, asking back, forum posts, undoing, sandboxes.

It may use `cases` and below.
What may not come in: Discord objects, SQL, how an answer is posted.
"""
