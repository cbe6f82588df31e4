"""Writing: the service that opens matches and files lines, the open match, permission checks.

It may use `match`, `store`, `render`.
What may not come in: Discord, posts, clocks.  It notifies nobody; it only answers the caller.
"""
