"""All state of the stand-in: finds things, makes things, and tells the listeners."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from . import payloads
from .clock import START, Clock
from .errors import Json, missing_access, missing_permissions, unknown
from .guild import (
    THREADS,
    Attachment,
    Channel,
    Guild,
    Kind,
    Member,
    Message,
    Role,
    ThreadFacts,
    User,
    dm_permissions,
)
from .permissions import BOT, Permission
from .pulse import Pulse

if TYPE_CHECKING:
    from .interactions import Interaction


BOT_RANK = 100


@dataclass(frozen=True)
class Event:
    """An event for the gateway, which checks by `channel` who may see it, by `message` what to
    hide."""

    name: str
    payload: Json
    guild_id: int | None = None
    channel: Channel | None = None
    message: Message | None = None


class World:
    """All state of the stand-in; it survives restarts of the server."""

    def __init__(self, bot_name: str = "Referee", start: datetime = START) -> None:
        self.clock = Clock(start)
        self.pulse = Pulse()
        self.users: dict[int, User] = {}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.dms: dict[int, Channel] = {}
        self.commands: dict[int | None, dict[int, Json]] = {None: {}}
        self.interactions: dict[int, Interaction] = {}
        self.files: dict[int, Attachment] = {}
        self.nonces: dict[tuple[int, str], Message] = {}
        self.privileged = {"members", "presences", "message_content"}
        self.cdn_base = "http://127.0.0.1:0/cdn"
        self.listeners: list[Callable[[Event], None]] = []
        self.bot = self.new_user(bot_name, bot=True)
        self.owner = self.new_user("Discord")
        self.application_id = self.bot.id

    def emit(self, name: str, payload: Json, **about: Any) -> None:
        """Tell the gateway, and wake every test that is waiting for something."""
        event = Event(name, payload, **about)
        for listener in self.listeners:
            listener(event)
        self.pulse.touch()

    def new_user(self, name: str, bot: bool = False) -> User:
        """A new account, which is in no guild yet."""
        user = User(self.clock.snowflake(), name, bot=bot)
        self.users[user.id] = user
        return user

    def new_guild(self, name: str, bot_permissions: int = BOT) -> Guild:
        """A guild that the bot has been invited to with these permissions."""
        guild = Guild(self.clock.snowflake(), name, self.owner.id)
        self.guilds[guild.id] = guild
        self.commands.setdefault(guild.id, {})
        guild.members[self.owner.id] = Member(self.owner, self.clock.now())
        role = Role(self.clock.snowflake(), self.bot.name, bot_permissions, BOT_RANK)
        role.bot_id = self.bot.id
        guild.roles[role.id] = role
        guild.members[self.bot.id] = Member(self.bot, self.clock.now(), [role.id])
        self.emit("GUILD_CREATE", payloads.guild_json(self, guild), guild_id=guild.id)
        return guild

    def new_role(self, guild: Guild, name: str, permissions: int, mentionable: bool) -> Role:
        """A new role, above those that were there before but below the bot's own."""
        position = len(guild.roles) - 1
        role = Role(self.clock.snowflake(), name, permissions, position, mentionable)
        guild.roles[role.id] = role
        body = {"guild_id": str(guild.id), "role": payloads.role_json(role)}
        self.emit("GUILD_ROLE_CREATE", body, guild_id=guild.id)
        return role

    def join(self, guild: Guild, user: User, roles: list[int]) -> Member:
        """Somebody becomes a member."""
        member = Member(user, self.clock.now(), roles)
        guild.members[user.id] = member
        self.member_event("GUILD_MEMBER_ADD", guild, member)
        return member

    def leave(self, guild: Guild, user: User) -> None:
        """Somebody leaves or is thrown out."""
        guild.members.pop(user.id, None)
        body = {"guild_id": str(guild.id), "user": payloads.user_json(user)}
        self.emit("GUILD_MEMBER_REMOVE", body, guild_id=guild.id)

    def member_event(self, name: str, guild: Guild, member: Member) -> None:
        """Tell about a member who came or changed."""
        body = {"guild_id": str(guild.id), **payloads.member_json(member)}
        self.emit(name, body, guild_id=guild.id)

    def new_channel(self, guild: Guild, kind: Kind, name: str, **facts: Any) -> Channel:
        """A new channel, category or forum, last in the list."""
        position = sum(not channel.thread for channel in guild.channels.values())
        channel = Channel(self.clock.snowflake(), kind, name, guild.id, position=position, **facts)
        self.add_channel(channel)
        self.channel_event("CHANNEL_CREATE", channel)
        return channel

    def new_thread(self, parent: Channel, kind: Kind, name: str, owner: User, id_: int) -> Channel:
        """A new thread below a channel or forum; the caller must tell about it."""
        facts = ThreadFacts(owner.id, self.clock.now())
        facts.members[owner.id] = self.clock.now()
        thread = Channel(id_, kind, name, parent.guild_id, parent.id, thread=facts)
        self.add_channel(thread)
        return thread

    def add_channel(self, channel: Channel) -> None:
        """Put a channel where it can be found."""
        self.channels[channel.id] = channel
        if channel.guild_id is not None:
            self.guilds[channel.guild_id].channels[channel.id] = channel

    def drop_channel(self, channel: Channel) -> None:
        """Delete a channel, and the threads below it."""
        below = [c for c in self.channels.values() if c.thread and c.parent_id == channel.id]
        for gone in [*below, channel]:
            self.channels.pop(gone.id, None)
            if gone.guild_id is not None:
                self.guilds[gone.guild_id].channels.pop(gone.id, None)
        name = "THREAD_DELETE" if channel.thread else "CHANNEL_DELETE"
        self.channel_event(name, channel)

    def channel_event(self, name: str, channel: Channel, **more: Any) -> None:
        """Tell about a channel, hidden or not, or about a thread that the bot can see."""
        body = {**payloads.channel_json(self, channel), **more}
        seen = channel if channel.thread and name != "THREAD_DELETE" else None
        self.emit(name, body, guild_id=channel.guild_id, channel=seen)

    def dm_with(self, user: User) -> Channel:
        """The one conversation between the bot and a user."""
        if user.id not in self.dms:
            both = [user, self.bot]
            channel = Channel(self.clock.snowflake(), Kind.DM, user.name, recipients=both)
            self.dms[user.id] = self.channels[channel.id] = channel
        return self.dms[user.id]

    def permissions(self, user_id: int, channel: Channel) -> Permission:
        """What a user may do in a channel."""
        if channel.guild_id is None:
            return dm_permissions(channel, user_id)
        return self.guilds[channel.guild_id].permissions_of(user_id, channel)

    def find_channel(self, channel_id: int, *needs: Permission) -> Channel:
        """A channel that the bot sees and in which it may do all of `needs`.  Raises ApiError."""
        channel = self.channels.get(channel_id)
        if channel is None:
            raise unknown("Channel")
        self.check_may(self.bot, channel, *needs)
        return channel

    def check_may(self, user: User, channel: Channel, *needs: Permission) -> None:
        """Raise ApiError (403) if a user does not see a channel, and with another code if the user
        lacks one of the permissions."""
        held = self.permissions(user.id, channel)
        if not held & Permission.VIEW_CHANNEL:
            raise missing_access()
        if any(not held & need for need in needs):
            raise missing_permissions()

    def find_guild(self, guild_id: int) -> Guild:
        """A guild that the bot is in.  Raises ApiError (404)."""
        guild = self.guilds.get(guild_id)
        if guild is None or self.bot.id not in guild.members:
            raise unknown("Guild")
        return guild

    def find_member(self, guild: Guild, user_id: int) -> Member:
        """A member.  Raises ApiError (404)."""
        if user_id not in guild.members:
            raise unknown("Member")
        return guild.members[user_id]

    def find_message(self, channel: Channel, message_id: int) -> Message:
        """A message that is not ephemeral.  Raises ApiError (404)."""
        message = channel.messages.get(message_id)
        if message is None or message.only_for is not None:
            raise unknown("Message")
        return message

    def sees(self, user_id: int, channel: Channel) -> bool:
        """Can a user open a channel?"""
        return bool(self.permissions(user_id, channel) & Permission.VIEW_CHANNEL)

    def threads_below(self, channel: Channel) -> list[Channel]:
        """The threads of one channel, oldest first."""
        below = [c for c in self.channels.values() if c.kind in THREADS]
        return sorted((c for c in below if c.parent_id == channel.id), key=lambda c: c.id)
