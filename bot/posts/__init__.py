"""What is posted about a match, in order and once: announcements, the outbox, the living posts.

It may use `doors` and below.
What may not come in: deciding whether something may be done.
"""
