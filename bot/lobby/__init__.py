"""What surrounds play: seats, consent, proposals, removal, privacy, lists, the welcome.

It may use `posts` and below.
What may not come in: orders, rules of a game.
"""
