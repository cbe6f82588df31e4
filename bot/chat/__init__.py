"""Discord: the client, adapting values to messages, the inbox, cogs and views.

It may use every room below.
What may not come in: rules, SQL, decisions: a cog calls one thing and shows its answer.
"""
