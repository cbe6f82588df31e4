"""Who is pinged by a message: this depends on its text, the author's rights, allowed_mentions."""

import re

from .errors import Json
from .guild import Flag, Message, User
from .permissions import Permission
from .world import World

USER = re.compile(r"<@!?(\d+)>")
ROLE = re.compile(r"<@&(\d+)>")
CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)
ALL = ("users", "roles", "everyone")


def settle(world: World, message: Message, allowed: Json | None) -> None:
    """Fill in whom a message mentions; what allowed_mentions does not allow stays plain text."""
    text = CODE.sub("", message.content)
    if message.components:
        text += " ".join(_texts(message.components))
    parse = ALL if allowed is None else tuple(allowed.get("parse") or ())
    named = {key: {int(i) for i in (allowed or {}).get(key) or []} for key in ("users", "roles")}
    _settle_users(world, message, text, "users" in parse, named["users"])
    _settle_roles(world, message, text, "roles" in parse, named["roles"])
    held = world.permissions(message.author.id, message.channel)
    loud = "@everyone" in text or "@here" in text
    may = bool(held & Permission.MENTION_EVERYONE)
    message.mention_everyone = loud and "everyone" in parse and may
    ping = (allowed or {}).get("replied_user", allowed is None)
    _settle_reply(message, bool(ping))


def ring(message: Message) -> None:
    """When a message is posted, ring the phones of those it mentions, unless it is silent."""
    if message.flags & Flag.SILENT:
        return
    message.rang = list(message.mentions)
    message.rang_roles = list(message.mention_roles)
    message.rang_everyone = message.mention_everyone


def _settle_users(
    world: World, message: Message, text: str, everybody: bool, named: set[int]
) -> None:
    found = dict.fromkeys(int(user_id) for user_id in USER.findall(text))
    wanted = [user_id for user_id in found if everybody or user_id in named]
    message.mentions = [world.users[user_id] for user_id in wanted if user_id in world.users]


def _settle_roles(
    world: World, message: Message, text: str, everybody: bool, named: set[int]
) -> None:
    guild = world.guilds.get(message.channel.guild_id or 0)
    message.mention_roles = []
    if guild is None:
        return
    held = world.permissions(message.author.id, message.channel)
    for role_id in dict.fromkeys(int(role_id) for role_id in ROLE.findall(text)):
        role = guild.roles.get(role_id)
        may = role and (role.mentionable or held & Permission.MENTION_EVERYONE)
        if may and (everybody or role_id in named):
            message.mention_roles.append(role_id)


def _settle_reply(message: Message, ping: bool) -> None:
    replied = message.replied
    message.reply_ping = False
    if message.kind != 19 or replied is None or not ping:
        return
    author: User = replied.author
    message.reply_ping = author not in message.mentions
    if message.reply_ping:
        message.mentions.append(author)


def _texts(components: list[Json]) -> list[str]:
    found: list[str] = []
    for component in components:
        if component.get("type") == 10:
            found.append(component.get("content") or "")
        found += _texts(component.get("components") or [])
    return found
