"""What exists: users, guilds, roles, members, channels, threads, messages; plain and mutable."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import IntEnum, IntFlag

from .clock import born
from .errors import Json
from .permissions import (
    COMMON,
    EVERYTHING,
    IN_A_DM,
    Permission,
    base_permissions,
    channel_permissions,
)


class Kind(IntEnum):
    """Channel types."""

    TEXT = 0
    DM = 1
    VOICE = 2
    CATEGORY = 4
    NEWS = 5
    NEWS_THREAD = 10
    PUBLIC_THREAD = 11
    PRIVATE_THREAD = 12
    FORUM = 15


THREADS = frozenset({Kind.NEWS_THREAD, Kind.PUBLIC_THREAD, Kind.PRIVATE_THREAD})
TALKABLE = frozenset({Kind.TEXT, Kind.DM, Kind.VOICE, Kind.NEWS, *THREADS})


class Flag(IntFlag):
    """Message flags that the stand-in acts on."""

    SUPPRESS_EMBEDS = 1 << 2
    HAS_THREAD = 1 << 5
    EPHEMERAL = 1 << 6
    LOADING = 1 << 7
    SILENT = 1 << 12
    COMPONENTS_V2 = 1 << 15


@dataclass(eq=False)
class User:
    """An account."""

    id: int
    name: str
    display: str | None = None
    bot: bool = False
    dms_open: bool = True
    locale: str = "en-US"

    @property
    def mention(self) -> str:
        """How a message names this user."""
        return f"<@{self.id}>"


@dataclass(eq=False)
class Role:
    """A role; the one with the guild's own id is @everyone."""

    id: int
    name: str
    permissions: int = 0
    position: int = 0
    mentionable: bool = False
    bot_id: int | None = None

    @property
    def mention(self) -> str:
        """How a message names this role."""
        return f"<@&{self.id}>"


@dataclass(eq=False)
class Member:
    """A user inside one guild."""

    user: User
    joined: datetime
    roles: list[int] = field(default_factory=list)
    nick: str | None = None


@dataclass(eq=False)
class Overwrite:
    """A channel's own rule for one role (kind 0) or one member (kind 1)."""

    id: int
    kind: int
    allow: int = 0
    deny: int = 0


@dataclass(eq=False)
class ThreadFacts:
    """What a thread has beyond a channel."""

    owner_id: int
    archive_time: datetime
    auto_archive: int = 1440
    archived: bool = False
    locked: bool = False
    invitable: bool = True
    members: dict[int, datetime] = field(default_factory=dict)
    tags: list[int] = field(default_factory=list)
    sent: int = 0


@dataclass(eq=False)
class Attachment:
    """A file that somebody uploaded."""

    id: int
    filename: str
    content: bytes
    content_type: str
    url: str
    description: str | None = None


@dataclass(eq=False, repr=False)
class Message:
    """A message with everything that a test may ask about it.

    `earlier` are the texts, and `worn` the buttons, that it had before edits.  `mentions` are the
    users that it names now; `rang` are those whose phones rang when it was posted, which no edit
    changes.
    """

    id: int
    channel: "Channel"
    author: User
    content: str = ""
    kind: int = 0
    flags: int = 0
    edited: datetime | None = None
    embeds: list[Json] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    worn: list[Json] = field(default_factory=list)
    mentions: list[User] = field(default_factory=list)
    mention_roles: list[int] = field(default_factory=list)
    mention_everyone: bool = False
    rang: list[User] = field(default_factory=list)
    rang_roles: list[int] = field(default_factory=list)
    rang_everyone: bool = False
    pinned: bool = False
    deleted: bool = False
    nonce: str | int | None = None
    reference: Json | None = None
    replied: "Message | None" = None
    reply_ping: bool = False
    reactions: dict[str, list[int]] = field(default_factory=dict)
    thread: "Channel | None" = None
    interaction: Json | None = None
    command: str | None = None
    only_for: int | None = None
    webhook_id: int | None = None
    earlier: list[str] = field(default_factory=list)

    def __repr__(self) -> str:
        return f"<{self.author.name} in #{self.channel.name}: {self.content!r}>"

    @property
    def sent(self) -> datetime:
        """When it was posted, by the test's clock."""
        return born(self.id)

    @property
    def ephemeral(self) -> bool:
        """Whether one person alone sees it."""
        return bool(self.flags & Flag.EPHEMERAL)

    @property
    def loading(self) -> bool:
        """Whether it still says "thinking"."""
        return bool(self.flags & Flag.LOADING)

    @property
    def link(self) -> str:
        """The address that a client copies; always discord.com."""
        place = f"{self.channel.guild_id or '@me'}/{self.channel.id}"
        return f"https://discord.com/channels/{place}/{self.id}"


@dataclass(eq=False, repr=False)
class Channel:
    """A channel, a direct conversation or (with `thread`) a thread."""

    id: int
    kind: Kind
    name: str
    guild_id: int | None = None
    parent_id: int | None = None
    topic: str | None = None
    position: int = 0
    nsfw: bool = False
    slowmode: int = 0
    flags: int = 0
    overwrites: dict[int, Overwrite] = field(default_factory=dict)
    recipients: list[User] = field(default_factory=list)
    tags: list[Json] = field(default_factory=list)
    extras: Json = field(default_factory=dict)
    messages: dict[int, Message] = field(default_factory=dict)
    pins: dict[int, datetime] = field(default_factory=dict)
    typing: int = 0
    thread: ThreadFacts | None = None

    def __repr__(self) -> str:
        return f"<#{self.name} {self.id}>"

    @property
    def mention(self) -> str:
        """How a message names this channel."""
        return f"<#{self.id}>"

    @property
    def public(self) -> list[Message]:
        """What anybody in the channel sees, oldest first."""
        return [m for _, m in sorted(self.messages.items()) if m.only_for is None]


@dataclass(eq=False, repr=False)
class Guild:
    """A server."""

    id: int
    name: str
    owner_id: int
    roles: dict[int, Role] = field(default_factory=dict)
    members: dict[int, Member] = field(default_factory=dict)
    channels: dict[int, Channel] = field(default_factory=dict)
    available: bool = True

    def __post_init__(self) -> None:
        everyone = Role(self.id, "@everyone", COMMON)
        self.roles.setdefault(self.id, everyone)

    def __repr__(self) -> str:
        return f"<guild {self.name} {self.id}>"

    def threads(self) -> list[Channel]:
        """All threads, active or archived."""
        return [channel for channel in self.channels.values() if channel.thread]

    def held_by(self, member: Member) -> list[Role]:
        """The roles of a member, without @everyone."""
        return [self.roles[role_id] for role_id in member.roles if role_id in self.roles]

    def rank(self, user_id: int) -> int:
        """The position of a member's highest role."""
        return max((role.position for role in self.held_by(self.members[user_id])), default=0)

    def permissions_of(self, user_id: int, channel: Channel | None = None) -> Permission:
        """What a user may do here, or in one of the channels; nothing for strangers."""
        member = self.members.get(user_id)
        if member is None:
            return Permission(0)
        granted = [role.permissions for role in self.held_by(member)]
        everyone = self.roles[self.id].permissions
        base = base_permissions(everyone, granted, user_id == self.owner_id)
        if channel is None or base == EVERYTHING:
            return Permission(base)
        return Permission(self._in_channel(base, member, channel))

    def _in_channel(self, base: int, member: Member, channel: Channel) -> int:
        ruling = self.channels.get(channel.parent_id or 0) if channel.thread else channel
        rules = ruling.overwrites.values() if ruling else ()
        sending = Permission.SEND_MESSAGES
        if channel.thread:
            sending = Permission.SEND_MESSAGES_IN_THREADS
        total = channel_permissions(base, rules, self.id, member.roles, member.user.id, sending)
        hidden = channel.kind == Kind.PRIVATE_THREAD and channel.thread
        if hidden and member.user.id not in hidden.members:
            return total if total & Permission.MANAGE_THREADS else 0
        return total


def dm_permissions(channel: Channel, user_id: int) -> Permission:
    """What a user may do in a direct conversation: the usual if it is theirs, else nothing."""
    inside = any(user.id == user_id for user in channel.recipients)
    return Permission(IN_A_DM if inside else 0)
