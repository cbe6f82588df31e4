"""Guilds and channels as a test uses them: make things in them, and wait for what appears."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from .guild import Channel, Guild, Kind, Message, Overwrite, Role, ThreadFacts
from .permissions import NOTHING, Permission

if TYPE_CHECKING:
    from .driver import Human
    from .server import StandIn

T = TypeVar("T")
Look = Callable[[list[Message]], T | None]


class Place:
    """A channel, forum, thread or direct conversation."""

    def __init__(self, standin: "StandIn", channel: Channel) -> None:
        self.standin = standin
        self.channel = channel

    @property
    def id(self) -> int:
        """The channel's id."""
        return self.channel.id

    @property
    def name(self) -> str:
        """The channel's name."""
        return self.channel.name

    @property
    def mention(self) -> str:
        """How a message names it."""
        return self.channel.mention

    @property
    def messages(self) -> list[Message]:
        """What everybody in it sees, oldest first."""
        return self.channel.public

    @property
    def texts(self) -> list[str]:
        """The text of those messages."""
        return [message.content for message in self.messages]

    @property
    def pins(self) -> list[Message]:
        """The pinned messages, oldest pin first."""
        return [self.channel.messages[message_id] for message_id in self.channel.pins]

    @property
    def from_bot(self) -> list[Message]:
        """What the bot itself wrote here, without Discord's notices and "thinking"."""
        own = [m for m in self.messages if m.author is self.standin.bot]
        return [m for m in own if m.kind in {0, 19, 20, 23} and not m.loading]

    def visible_to(self, person: "Human") -> list[Message]:
        """What one person sees here, ephemeral messages for them included."""
        if not self.standin.world.sees(person.id, self.channel):
            return []
        every = sorted(self.channel.messages.values(), key=lambda message: message.id)
        return [m for m in every if m.only_for in {None, person.id}]

    async def until(self, look: Look[T], timeout: float = 5.0) -> T:
        """Wait for the first true value of `look(messages)`; AssertionError if it does not come."""
        try:
            return await self.standin.until(lambda: look(self.messages), timeout)
        except AssertionError as failure:
            raise AssertionError(f"#{self.name}: {failure}; it holds {self.texts}") from None

    async def says(self, text: str, timeout: float = 5.0) -> Message:
        """Wait for a message of the bot that contains a text, and return the first."""

        def look(_: list[Message]) -> Message | None:
            return next((m for m in self.from_bot if text in m.content), None)

        return await self.until(look, timeout)

    async def next(self, after: Message, timeout: float = 5.0) -> Message:
        """Wait for the bot's first message after a given one."""

        def look(_: list[Message]) -> Message | None:
            return next((m for m in self.from_bot if m.id > after.id), None)

        return await self.until(look, timeout)

    def threads(self) -> list["Place"]:
        """The threads or posts below it, oldest first."""
        world = self.standin.world
        return [Place(self.standin, thread) for thread in world.threads_below(self.channel)]

    async def thread(self, name: str = "", timeout: float = 5.0) -> "Place":
        """Wait for a thread whose name contains this, and return the first."""

        def look() -> Place | None:
            return next((place for place in self.threads() if name in place.name), None)

        return await self.standin.until(look, timeout, f"a thread {name!r} in #{self.name}")

    @property
    def facts(self) -> ThreadFacts:
        """A thread's archive, lock, members and tags."""
        assert self.channel.thread is not None, f"#{self.name} is no thread"
        return self.channel.thread

    def archive(self, locked: bool = False) -> None:
        """Archive a thread, as a moderator does, or Discord after idle time."""
        self.facts.archived, self.facts.locked = True, locked
        self.facts.archive_time = self.standin.clock.now()
        self.standin.world.channel_event("THREAD_UPDATE", self.channel)

    def allow(self, who: "Human | Role", allow: int = 0, deny: int = 0) -> "Place":
        """Add a rule for one role or person, as an administrator would."""
        kind = 0 if isinstance(who, Role) else 1
        self.channel.overwrites[who.id] = Overwrite(who.id, kind, allow, deny)
        self.standin.world.channel_event("CHANNEL_UPDATE", self.channel)
        return self

    def delete(self) -> None:
        """Delete the channel, as an administrator would."""
        self.standin.world.drop_channel(self.channel)

    def __repr__(self) -> str:
        return f"<#{self.name} {self.id}>"


class Home:
    """A guild."""

    def __init__(self, standin: "StandIn", guild: Guild) -> None:
        self.standin = standin
        self.guild = guild

    @property
    def id(self) -> int:
        """The guild's id."""
        return self.guild.id

    @property
    def everyone(self) -> Role:
        """The role that everybody has."""
        return self.guild.roles[self.guild.id]

    def role(self, name: str, permissions: int = NOTHING, mentionable: bool = False) -> Role:
        """A new role, or the one of this name that is already there."""
        for role in self.guild.roles.values():
            if role.name == name:
                return role
        return self.standin.world.new_role(self.guild, name, permissions, mentionable)

    def member(self, name: str, roles: "list[Role] | tuple[Role, ...]" = ()) -> "Human":
        """A person who joins with these roles; the same name is the same person in all guilds."""
        world = self.standin.world
        known = [user for user in world.users.values() if user.name == name and not user.bot]
        user = known[0] if known else world.new_user(name)
        if user.id not in self.guild.members:
            world.join(self.guild, user, [role.id for role in roles])
        return self.standin.person(user)

    def give(self, person: "Human", role: Role) -> None:
        """Give somebody a role, as an administrator would."""
        member = self.guild.members[person.id]
        member.roles.append(role.id)
        self.standin.world.member_event("GUILD_MEMBER_UPDATE", self.guild, member)

    def take(self, person: "Human", role: Role) -> None:
        """Take a role away, as an administrator would."""
        member = self.guild.members[person.id]
        member.roles.remove(role.id)
        self.standin.world.member_event("GUILD_MEMBER_UPDATE", self.guild, member)

    def remove(self, person: "Human") -> None:
        """Let somebody leave the guild, or be thrown out."""
        self.standin.world.leave(self.guild, person.user)

    def channel(self, name: str = "general", private: bool = False, **facts: Any) -> Place:
        """A new text channel; a private one is seen only by the bot and those added by `allow`."""
        place = self._make(Kind.TEXT, name, facts)
        if private:
            bot = self.standin.world.bot
            view = Permission.VIEW_CHANNEL
            place.channel.overwrites[self.id] = Overwrite(self.id, 0, 0, view)
            place.channel.overwrites[bot.id] = Overwrite(bot.id, 1, view, 0)
            self.standin.world.channel_event("CHANNEL_UPDATE", place.channel)
        return place

    def category(self, name: str) -> Place:
        """A new category; give its id as `parent_id` to channels."""
        return self._make(Kind.CATEGORY, name, {})

    def forum(self, name: str, tags: "list[str] | tuple[str, ...]" = (), **facts: Any) -> Place:
        """A new forum with tags of these names."""
        made = [self._tag(tag) for tag in tags]
        return self._make(Kind.FORUM, name, {"tags": made, **facts})

    def _tag(self, name: str) -> dict[str, Any]:
        id_ = str(self.standin.world.clock.snowflake())
        return {"id": id_, "name": name, "moderated": False, "emoji_id": None, "emoji_name": None}

    def _make(self, kind: Kind, name: str, facts: dict[str, Any]) -> Place:
        channel = self.standin.world.new_channel(self.guild, kind, name, **facts)
        return Place(self.standin, channel)

    def channels(self) -> list[Place]:
        """Every channel and thread there is."""
        return [Place(self.standin, channel) for channel in self.guild.channels.values()]

    def find(self, name: str) -> Place:
        """The channel or thread of this name."""
        return next(place for place in self.channels() if place.name == name)

    def expel_bot(self) -> None:
        """Throw the bot out, as an administrator would."""
        world = self.standin.world
        world.emit("GUILD_DELETE", {"id": str(self.id)}, guild_id=self.id)
        self.guild.members.pop(world.bot.id, None)

    def down(self) -> None:
        """Begin an outage of the guild."""
        self.standin.gateway.guild_down(self.guild)

    def up(self) -> None:
        """End the outage of the guild."""
        self.standin.gateway.guild_up(self.guild)
