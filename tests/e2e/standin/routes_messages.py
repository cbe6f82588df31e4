"""Routes of a channel's messages: reading, posting, editing, deleting, pins, reactions."""

from typing import Any
from urllib.parse import unquote

from . import messages, payloads
from .errors import ApiError, Json, bad_form, dm_closed, missing_permissions, unknown
from .guild import Channel, Kind, Message, User
from .http import Call, route
from .messages import Draft
from .payloads import SYSTEM_KINDS
from .permissions import Permission
from .redaction import redacted
from .world import World

ALL = "/channels/{channel_id}/messages"
ONE = ALL + "/{message_id}"
REACTION = ONE + "/reactions/{emoji}"


def _one(call: Call, *needs: Permission) -> Message:
    channel = call.world.find_channel(call.id("channel_id"), *needs)
    return call.world.find_message(channel, call.id("message_id"))


def show(world: World, message: Message) -> Json:
    """A message for REST, without content if the application was not granted the intent."""
    body = payloads.message_json(world, message)
    return body if "message_content" in world.privileged else redacted(world, message, body)


@route("GET", ALL)
def list_messages(call: Call) -> list[Json]:
    """Messages of a channel, the newest first, as Discord lists them."""
    channel = call.world.find_channel(call.id("channel_id"))
    limit = int(call.query.get("limit", 50))
    if not 1 <= limit <= 100:
        words = "int value should be between 1 and 100."
        raise bad_form("limit", "NUMBER_TYPE_MAX", words)
    held = call.world.permissions(call.world.bot.id, channel)
    everything = channel.public if held & Permission.READ_MESSAGE_HISTORY else []
    chosen = _window(everything, call.query, limit)
    return [show(call.world, message) for message in reversed(chosen)]


def _window(everything: list[Message], query: dict[str, str], limit: int) -> list[Message]:
    if "after" in query:
        return [m for m in everything if m.id > int(query["after"])][:limit]
    if "before" in query:
        return [m for m in everything if m.id < int(query["before"])][-limit:]
    if "around" in query:
        middle = int(query["around"])
        older = [m for m in everything if m.id < middle][-(limit // 2) :]
        newer = [m for m in everything if m.id >= middle][: limit - limit // 2]
        return older + newer
    return everything[-limit:]


@route("GET", ONE)
def get_message(call: Call) -> Json:
    """One message."""
    return show(call.world, _one(call, Permission.READ_MESSAGE_HISTORY))


@route("POST", ALL)
def create_message(call: Call) -> Json:
    """The bot posts a message."""
    channel = call.world.find_channel(call.id("channel_id"))
    draft = Draft(call.form or {}, call.uploads)
    check_dm_open(call.world, channel)
    messages.check_may_talk(call.world, call.world.bot, channel, draft)
    message = messages.post(call.world, channel, call.world.bot, draft)
    return payloads.message_json(call.world, message)


def check_dm_open(world: World, channel: Channel) -> None:
    """Raise ApiError (50007) unless the person shares a guild with the bot and accepts its direct
    messages."""
    if channel.kind != Kind.DM:
        return
    person: User = next(user for user in channel.recipients if user is not world.bot)
    shared = any(person.id in guild.members for guild in world.guilds.values())
    if not person.dms_open or not shared:
        raise dm_closed()


@route("PATCH", ONE)
def edit_message(call: Call) -> Json:
    """The bot edits its own message (or hides the embeds of another's)."""
    message = _one(call)
    form: Json = call.form or {}
    if message.author is not call.world.bot:
        if set(form) - {"flags", "allowed_mentions", "tts"}:
            raise ApiError(403, 50005, "Cannot edit a message authored by another user")
        call.world.check_may(call.world.bot, message.channel, Permission.MANAGE_MESSAGES)
    if message.channel.thread is not None and message.channel.thread.archived:
        raise ApiError(400, 50083, "Thread is archived")
    messages.edit(call.world, message, form, call.uploads)
    return payloads.message_json(call.world, message)


@route("DELETE", ONE)
def delete_message(call: Call) -> None:
    """The bot deletes its own message, or anybody's if it has the permission."""
    message = _one(call)
    if message.author is not call.world.bot:
        if message.channel.kind == Kind.DM:
            raise ApiError(403, 50003, "Cannot execute action on a DM channel")
        call.world.check_may(call.world.bot, message.channel, Permission.MANAGE_MESSAGES)
    if message.kind in SYSTEM_KINDS - {6, 18}:
        raise ApiError(403, 50021, "Cannot execute action on a system message")
    messages.remove(call.world, message)


@route("POST", ALL + "/bulk-delete")
def bulk_delete(call: Call) -> None:
    """Delete two to a hundred messages at once, none older than two weeks."""
    channel = call.world.find_channel(call.id("channel_id"), Permission.MANAGE_MESSAGES)
    wanted = [int(id_) for id_ in call.form["messages"]]
    if not 2 <= len(wanted) <= 100:
        raise ApiError(400, 50016, "You must provide at least two message IDs")
    found = [channel.messages[id_] for id_ in wanted if id_ in channel.messages]
    if any((call.world.clock.now() - message.sent).days >= 14 for message in found):
        raise ApiError(400, 50034, "You can only bulk delete messages under 14 days old.")
    messages.remove_many(call.world, channel, found)


@route("GET", ALL + "/pins")
def list_pins(call: Call) -> Json:
    """A page of the pins, the newest first."""
    channel = call.world.find_channel(call.id("channel_id"))
    pins = sorted(channel.pins.items(), key=lambda pin: pin[1], reverse=True)
    before = call.query.get("before")
    if before:
        pins = [pin for pin in pins if (payloads.stamp(pin[1]) or "") < before]
    limit = int(call.query.get("limit", 50))
    items = [_pin(call.world, channel, *pin) for pin in pins[:limit]]
    return {"items": items, "has_more": len(pins) > limit}


def _pin(world: World, channel: Channel, message_id: int, when: Any) -> Json:
    return {"pinned_at": payloads.stamp(when), "message": show(world, channel.messages[message_id])}


@route("GET", "/channels/{channel_id}/pins")
def list_pins_the_old_way(call: Call) -> list[Json]:
    """The pins as a plain list."""
    return [item["message"] for item in list_pins(call)["items"]]


@route("PUT", ALL + "/pins/{message_id}")
@route("PUT", "/channels/{channel_id}/pins/{message_id}")
def pin(call: Call) -> None:
    """Pin."""
    _set_pin(call, True)


@route("DELETE", ALL + "/pins/{message_id}")
@route("DELETE", "/channels/{channel_id}/pins/{message_id}")
def unpin(call: Call) -> None:
    """Unpin."""
    _set_pin(call, False)


def _set_pin(call: Call, pinned: bool) -> None:
    message = _one(call)
    if message.channel.kind != Kind.DM:
        call.world.check_may(call.world.bot, message.channel, Permission.PIN_MESSAGES)
    messages.set_pin(call.world, message, pinned, call.world.bot)


@route("PUT", REACTION + "/@me")
def add_reaction(call: Call) -> None:
    """The bot reacts."""
    message = _one(call, Permission.READ_MESSAGE_HISTORY)
    emoji = _emoji(call)
    if emoji not in message.reactions:
        if message.channel.kind != Kind.DM:
            call.world.check_may(call.world.bot, message.channel, Permission.ADD_REACTIONS)
        if len(message.reactions) >= 20:
            raise ApiError(400, 30010, "Maximum number of reactions reached (20)")
    messages.react(call.world, message, emoji, call.world.bot, True)


def _emoji(call: Call) -> str:
    emoji = unquote(call.ids["emoji"])
    if emoji.isascii() and ":" not in emoji:
        raise unknown("Emoji")
    return emoji


@route("DELETE", REACTION + "/{user}")
def remove_reaction(call: Call) -> None:
    """The bot removes a reaction: its own, or another's if it has the permission."""
    message, world = _one(call), call.world
    if call.ids["user"] == "@me":
        messages.react(world, message, _emoji(call), world.bot, False)
        return
    if message.channel.kind == Kind.DM:
        raise missing_permissions()
    world.check_may(world.bot, message.channel, Permission.MANAGE_MESSAGES)
    messages.react(world, message, _emoji(call), world.users[call.id("user")], False)


@route("GET", REACTION)
def list_reaction(call: Call) -> list[Json]:
    """Who reacted with this emoji."""
    message = _one(call)
    users = message.reactions.get(_emoji(call), [])
    return [payloads.user_json(call.world.users[user_id]) for user_id in users]


@route("DELETE", REACTION)
@route("DELETE", ONE + "/reactions")
def clear_reactions(call: Call) -> None:
    """Remove one emoji of everybody, or all."""
    message = _one(call, Permission.MANAGE_MESSAGES)
    emojis = [_emoji(call)] if "emoji" in call.ids else list(message.reactions)
    for emoji in emojis:
        message.reactions.pop(emoji, None)
    body: Json = {"message_id": str(message.id), **messages.place_of(message.channel)}
    name = "MESSAGE_REACTION_REMOVE_ALL"
    if "emoji" in call.ids:
        name, body["emoji"] = "MESSAGE_REACTION_REMOVE_EMOJI", payloads.emoji_json(emojis[0])
    channel = message.channel
    call.world.emit(name, body, guild_id=channel.guild_id, channel=channel)
