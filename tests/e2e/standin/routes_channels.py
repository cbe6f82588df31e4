"""Routes of channels: reading, changing, deleting and making them, overwrites, typing."""

from . import payloads
from .errors import Form, Json, missing_permissions, unknown
from .guild import THREADS, Channel, Kind, Overwrite
from .http import Call, route
from .messages import place_of
from .permissions import Permission
from .routes_threads import edit_thread
from .world import World

ONE = "/channels/{channel_id}"
PLAIN = {"name": "name", "topic": "topic", "position": "position", "nsfw": "nsfw", "flags": "flags"}
EXTRAS = (
    "default_auto_archive_duration",
    "default_thread_rate_limit_per_user",
    "default_reaction_emoji",
    "default_sort_order",
    "default_forum_layout",
)


@route("GET", ONE)
def get_channel(call: Call) -> Json:
    """One channel or thread."""
    return payloads.channel_json(call.world, call.world.find_channel(call.id("channel_id")))


@route("PATCH", ONE)
def edit_channel(call: Call) -> Json:
    """Change a channel; threads have rules of their own."""
    channel = call.world.find_channel(call.id("channel_id"))
    if channel.kind in THREADS:
        edit_thread(call, channel)
    else:
        call.world.check_may(call.world.bot, channel, Permission.MANAGE_CHANNELS)
        change_channel(call.world, channel, call.form)
        call.world.channel_event("CHANNEL_UPDATE", channel)
    return payloads.channel_json(call.world, channel)


def change_channel(world: World, channel: Channel, form: Json) -> None:
    """Change all fields of a channel that the payload names.  Raises ApiError."""
    complaints = Form()
    if "name" in form:
        complaints.between("name", form["name"], 1, 100)
    complaints.longest("topic", form.get("topic"), 4096 if channel.kind == Kind.FORUM else 1024)
    complaints.longest("available_tags", form.get("available_tags"), 20)
    complaints.check()
    for key, name in PLAIN.items():
        if key in form:
            setattr(channel, name, form[key] if key in {"name", "topic"} else form[key] or 0)
    if "parent_id" in form:
        channel.parent_id = int(form["parent_id"]) if form["parent_id"] else None
    if form.get("rate_limit_per_user") is not None:
        channel.slowmode = form["rate_limit_per_user"]
    if form.get("permission_overwrites") is not None:
        rules = [_overwrite(int(rule["id"]), rule) for rule in form["permission_overwrites"]]
        channel.overwrites = {rule.id: rule for rule in rules}
    if "available_tags" in form:
        channel.tags = [_tag(world, tag) for tag in form["available_tags"]]
    channel.extras |= {key: form[key] for key in EXTRAS if key in form}


def _overwrite(id_: int, rule: Json) -> Overwrite:
    return Overwrite(id_, rule["type"], int(rule.get("allow") or 0), int(rule.get("deny") or 0))


def _tag(world: World, tag: Json) -> Json:
    return {
        "id": str(tag.get("id") or world.clock.snowflake()),
        "name": tag["name"],
        "moderated": tag.get("moderated", False),
        "emoji_id": tag.get("emoji_id"),
        "emoji_name": tag.get("emoji_name"),
    }


@route("DELETE", ONE)
def delete_channel(call: Call) -> Json:
    """Delete a channel or thread; a direct conversation is only closed."""
    channel = call.world.find_channel(call.id("channel_id"))
    body = payloads.channel_json(call.world, channel)
    if channel.kind == Kind.DM:
        return body
    thread = channel.kind in THREADS
    need = Permission.MANAGE_THREADS if thread else Permission.MANAGE_CHANNELS
    call.world.check_may(call.world.bot, channel, need)
    call.world.drop_channel(channel)
    return body


@route("PUT", ONE + "/permissions/{target_id}")
def set_overwrite(call: Call) -> None:
    """Set what a role or member may do in a channel."""
    channel = call.world.find_channel(call.id("channel_id"), Permission.MANAGE_ROLES)
    target = call.id("target_id")
    channel.overwrites[target] = _overwrite(target, call.form)
    call.world.channel_event("CHANNEL_UPDATE", channel)


@route("DELETE", ONE + "/permissions/{target_id}")
def drop_overwrite(call: Call) -> None:
    """Delete a channel's rule for a role or member."""
    channel = call.world.find_channel(call.id("channel_id"), Permission.MANAGE_ROLES)
    if channel.overwrites.pop(call.id("target_id"), None) is None:
        raise unknown("Overwrite")
    call.world.channel_event("CHANNEL_UPDATE", channel)


@route("POST", ONE + "/typing")
def typing(call: Call) -> None:
    """The bot is typing."""
    world = call.world
    channel = world.find_channel(call.id("channel_id"))
    channel.typing += 1
    body: Json = {"user_id": str(world.bot.id), **place_of(channel)}
    body["timestamp"] = int(world.clock.now().timestamp())
    world.emit("TYPING_START", body, guild_id=channel.guild_id, channel=channel)


@route("POST", "/users/@me/channels")
def open_dm(call: Call) -> Json:
    """Open the conversation with a user, who does not notice it."""
    user = call.world.users.get(int(call.form["recipient_id"]))
    if user is None:
        raise unknown("User")
    return payloads.channel_json(call.world, call.world.dm_with(user))


@route("GET", "/guilds/{guild_id}/channels")
def list_channels(call: Call) -> list[Json]:
    """All channels of a guild, without threads."""
    guild = call.world.find_guild(call.id("guild_id"))
    return [payloads.channel_json(call.world, c) for c in guild.channels.values() if not c.thread]


@route("POST", "/guilds/{guild_id}/channels")
def create_channel(call: Call) -> tuple[int, Json]:
    """The bot makes a channel."""
    world = call.world
    guild = world.find_guild(call.id("guild_id"))
    if not guild.permissions_of(world.bot.id) & Permission.MANAGE_CHANNELS:
        raise missing_permissions()
    kind = Kind(call.form.get("type") or 0)
    parent = int(call.form["parent_id"]) if call.form.get("parent_id") else None
    channel = Channel(world.clock.snowflake(), kind, "", guild.id, parent)
    channel.position = len(guild.channels)
    if parent in guild.channels:
        channel.overwrites = dict(guild.channels[parent].overwrites)
    change_channel(world, channel, call.form)
    world.add_channel(channel)
    world.channel_event("CHANNEL_CREATE", channel)
    return 201, payloads.channel_json(world, channel)
