"""Makes the JSON that Discord would send, from everything in the stand-in."""

from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING

from .clock import born
from .errors import Json
from .guild import Attachment, Channel, Flag, Guild, Kind, Member, Message, Overwrite, Role, User

if TYPE_CHECKING:
    from .world import World

CONTENT_INTENT_FLAG = 1 << 19
MEMBERS_INTENT_FLAG = 1 << 15
SYSTEM_KINDS = frozenset({1, 6, 18, 21})


def stamp(when: datetime | None) -> str | None:
    """A time as Discord writes it."""
    return None if when is None else when.isoformat(timespec="microseconds")


def user_json(user: User) -> Json:
    """An account."""
    return {
        "id": str(user.id),
        "username": user.name.lower().replace(" ", "_"),
        "global_name": user.display or (None if user.bot else user.name),
        "discriminator": "0",
        "avatar": None,
        "bot": user.bot,
        "public_flags": 0,
    }


def member_json(member: Member, with_user: bool = True) -> Json:
    """A member.  In a message the account is given beside it (`with_user=False`), not inside."""
    inner = {"user": user_json(member.user)} if with_user else {}
    return {
        **inner,
        "nick": member.nick,
        "avatar": None,
        "roles": [str(role_id) for role_id in member.roles],
        "joined_at": stamp(member.joined),
        "premium_since": None,
        "deaf": False,
        "mute": False,
        "pending": False,
        "flags": 0,
        "communication_disabled_until": None,
    }


def role_json(role: Role) -> Json:
    """A role."""
    tags = {"tags": {"bot_id": str(role.bot_id)}} if role.bot_id else {}
    return {
        **tags,
        "id": str(role.id),
        "name": role.name,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "position": role.position,
        "permissions": str(int(role.permissions)),
        "managed": role.bot_id is not None,
        "mentionable": role.mentionable,
        "flags": 0,
    }


def overwrite_json(rule: Overwrite) -> Json:
    """A channel's rule for a role or member."""
    bits = {"allow": str(int(rule.allow)), "deny": str(int(rule.deny))}
    return {"id": str(rule.id), "type": rule.kind, **bits}


def channel_json(world: "World", channel: Channel) -> Json:
    """A channel, a direct conversation or a thread."""
    common = {
        "id": str(channel.id),
        "type": int(channel.kind),
        "last_message_id": _last_id(channel),
        "flags": channel.flags,
    }
    if channel.kind == Kind.DM:
        others = [user for user in channel.recipients if user is not world.bot]
        return {**common, "recipients": [user_json(user) for user in others]}
    common |= {
        "guild_id": str(channel.guild_id),
        "name": channel.name,
        "parent_id": str(channel.parent_id) if channel.parent_id else None,
        "rate_limit_per_user": channel.slowmode,
        "nsfw": channel.nsfw,
    }
    if channel.thread:
        return {**common, **_thread_facts(world, channel)}
    rules = [overwrite_json(rule) for rule in channel.overwrites.values()]
    common |= {"position": channel.position, "permission_overwrites": rules, "topic": channel.topic}
    if channel.kind == Kind.VOICE:
        common |= {"bitrate": 64000, "user_limit": 0, "rtc_region": None}
    if channel.kind == Kind.FORUM:
        common |= {"available_tags": channel.tags, "default_reaction_emoji": None}
        common |= {"default_sort_order": None, "default_forum_layout": 0}
    return {**common, **channel.extras}


def _last_id(channel: Channel) -> str | None:
    public = channel.public
    return str(public[-1].id) if public else None


def _thread_facts(world: "World", channel: Channel) -> Json:
    facts = channel.thread
    assert facts is not None
    mine = {}
    if world.bot.id in facts.members:
        mine = {"member": thread_member_json(channel, world.bot.id)}
    starter = [m for m in channel.public if m.id == channel.id or m.kind == 21]
    return {
        "owner_id": str(facts.owner_id),
        "message_count": len(channel.public) - len(starter),
        "total_message_sent": facts.sent,
        "member_count": min(50, len(facts.members)),
        "applied_tags": [str(tag) for tag in facts.tags],
        "thread_metadata": {
            "archived": facts.archived,
            "auto_archive_duration": facts.auto_archive,
            "archive_timestamp": stamp(facts.archive_time),
            "locked": facts.locked,
            "invitable": facts.invitable,
            "create_timestamp": stamp(born(channel.id)),
        },
        **mine,
    }


def thread_member_json(channel: Channel, user_id: int) -> Json:
    """A member of a thread."""
    assert channel.thread is not None
    joined = stamp(channel.thread.members[user_id])
    ids = {"id": str(channel.id), "user_id": str(user_id)}
    return {**ids, "join_timestamp": joined, "flags": 1}


def attachment_json(file: Attachment) -> Json:
    """A file, with the address to fetch it from."""
    return {
        "id": str(file.id),
        "filename": file.filename,
        "size": len(file.content),
        "url": file.url,
        "proxy_url": file.url,
        "content_type": file.content_type,
        **({"description": file.description} if file.description else {}),
        **_picture_size(file.content),
    }


def _picture_size(content: bytes) -> Json:
    if content[:8] != b"\x89PNG\r\n\x1a\n" or len(content) < 24:
        return {}
    width, height = int.from_bytes(content[16:20]), int.from_bytes(content[20:24])
    return {"width": width, "height": height}


def reaction_json(emoji: str, users: list[int], me: int) -> Json:
    """One emoji below a message."""
    counts = {"count": len(users), "count_details": {"burst": 0, "normal": len(users)}}
    mine = {"me": me in users, "me_burst": False, "burst_colors": []}
    return {"emoji": emoji_json(emoji), **counts, **mine}


def emoji_json(emoji: str) -> Json:
    """A standard emoji, or a custom one written `name:id`."""
    name, _, id_ = emoji.partition(":")
    return {"id": id_ or None, "name": name}


def message_json(world: "World", message: Message, nested: bool = False) -> Json:
    """A message as REST returns it; a `nested` one does not show what it replies to."""
    body: Json = {
        "id": str(message.id),
        "channel_id": str(message.channel.id),
        "type": message.kind,
        "author": user_json(message.author),
        "content": message.content,
        "timestamp": stamp(message.sent),
        "edited_timestamp": stamp(message.edited),
        "tts": False,
        "mention_everyone": message.mention_everyone,
        "mentions": [user_json(user) for user in message.mentions],
        "mention_roles": [str(role_id) for role_id in message.mention_roles],
        "attachments": [attachment_json(file) for file in message.attachments],
        "embeds": message.embeds,
        "components": message.components,
        "pinned": message.pinned,
        "flags": message.flags,
    }
    reactions = message.reactions.items()
    if reactions:
        body["reactions"] = [reaction_json(e, u, world.bot.id) for e, u in reactions if u]
    if message.webhook_id:
        body |= {"webhook_id": str(message.webhook_id), "application_id": str(message.webhook_id)}
    body |= _optional_parts(world, message, nested)
    return body


def _optional_parts(world: "World", message: Message, nested: bool) -> Json:
    parts: Json = {}
    if message.nonce is not None:
        parts["nonce"] = message.nonce
    if message.reference:
        parts["message_reference"] = message.reference
    if message.kind in {19, 21, 23} and not nested:
        replied = message.replied
        parts["referenced_message"] = None
        if replied is not None and not replied.deleted:
            parts["referenced_message"] = message_json(world, replied, nested=True)
    if message.thread is not None and message.flags & Flag.HAS_THREAD:
        parts["thread"] = channel_json(world, message.thread)
    if message.interaction:
        parts["interaction_metadata"] = message.interaction
        if message.command:
            old = {key: message.interaction[key] for key in ("id", "type", "user")}
            parts["interaction"] = {**old, "name": message.command}
    return parts


def message_event(world: "World", message: Message) -> Json:
    """A message as the gateway sends it: with its guild and the author as a member."""
    body = message_json(world, message)
    guild = world.guilds.get(message.channel.guild_id or 0)
    body["channel_type"] = int(message.channel.kind)
    if guild is None:
        return body
    body["guild_id"] = str(guild.id)
    member = guild.members.get(message.author.id)
    if member is not None and message.webhook_id is None:
        body["member"] = member_json(member, with_user=False)
    for mention in body["mentions"]:
        known = guild.members.get(int(mention["id"]))
        if known is not None:
            mention["member"] = member_json(known, with_user=False)
    return body


def guild_facts(world: "World", guild: Guild) -> Json:
    """A guild as REST returns it."""
    return {
        "id": str(guild.id),
        "name": guild.name,
        "icon": None,
        "splash": None,
        "banner": None,
        "description": None,
        "owner_id": str(guild.owner_id),
        "afk_timeout": 300,
        "afk_channel_id": None,
        "verification_level": 0,
        "default_message_notifications": 1,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw_level": 0,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "premium_progress_bar_enabled": False,
        "preferred_locale": "en-US",
        "system_channel_id": None,
        "system_channel_flags": 0,
        "features": [],
        "emojis": [],
        "stickers": [],
        "roles": [role_json(role) for role in guild.roles.values()],
    }


def guild_json(world: "World", guild: Guild, members: Iterable[Member] | None = None) -> Json:
    """A guild as GUILD_CREATE sends it; without `members` it lists only the bot."""
    if members is None:
        members = [guild.members[world.bot.id]]
    seen = [c for c in guild.channels.values() if c.thread is None]
    active = [c for c in guild.threads() if c.thread and not c.thread.archived]
    threads = [c for c in active if world.sees(world.bot.id, c)]
    return {
        **guild_facts(world, guild),
        "joined_at": stamp(guild.members[world.bot.id].joined),
        "large": len(guild.members) >= 250,
        "unavailable": False,
        "member_count": len(guild.members),
        "members": [member_json(member) for member in members],
        "channels": [channel_json(world, channel) for channel in seen],
        "threads": [channel_json(world, thread) for thread in threads],
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def application_flags(world: "World") -> int:
    """The application's flags, which tell the privileged intents that it was granted."""
    granted = {"message_content": CONTENT_INTENT_FLAG, "members": MEMBERS_INTENT_FLAG}
    return sum(bit for name, bit in granted.items() if name in world.privileged)


def application_json(world: "World") -> Json:
    """The bot's application."""
    return {
        "id": str(world.application_id),
        "name": world.bot.name,
        "icon": None,
        "description": "",
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "owner": user_json(world.owner),
        "team": None,
        "flags": application_flags(world),
        "bot": user_json(world.bot),
        "tags": [],
        "integration_types_config": {"0": {}},
        "approximate_guild_count": len(world.guilds),
    }
