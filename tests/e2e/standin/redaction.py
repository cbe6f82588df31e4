"""What Discord hides without the message-content intent, and in which messages it hides nothing."""

from .errors import Json
from .guild import Message
from .world import World

HIDDEN: Json = {"content": "", "embeds": [], "attachments": [], "components": []}


def is_open(world: World, message: Message) -> bool:
    """Does the bot get the content of a message without the intent?  It does for its own messages,
    direct messages, and messages that mention it, also by replying to a post of it.

    A reply to its answer to an interaction does not count, although it pings as well.
    """
    if message.author is world.bot or message.channel.guild_id is None:
        return True
    if world.bot not in message.mentions:
        return False
    replied = message.replied
    return not (message.reply_ping and replied is not None and replied.interaction)


def redacted(world: World, message: Message, body: Json) -> Json:
    """The payload as an application without the intent gets it."""
    if is_open(world, message):
        return body
    hidden = {**body, **HIDDEN}
    replied = message.replied
    if body.get("referenced_message") and replied is not None:
        hidden["referenced_message"] = redacted(world, replied, body["referenced_message"])
    return hidden
