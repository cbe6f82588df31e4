"""The case format: texts that set a scene, give orders and say what must result.

It may use `history` and below.
What may not come in: Discord, the store of running matches.
"""
