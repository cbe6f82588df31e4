"""The console and the `referee` subcommands.

It may use every room but `chat` (its own command starts the bot).
What may not come in: rules, SQL, decisions.
"""
