"""Writing: the service that opens matches and files lines, the open match, the gate of rights.

It may use `match`, `store`, `render`.
What may not come in: Discord, posts, clocks; it tells nobody, it answers whoever asked.
"""
