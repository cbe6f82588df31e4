"""What happens to messages: posting, editing, deleting, pinning, reacting, and who is told."""

import re
from dataclasses import dataclass, field
from typing import Any

from . import limits, mentions, payloads
from .components import numbered
from .errors import ApiError, Json, bad_form, empty_message, missing_permissions
from .guild import TALKABLE, Attachment, Channel, Flag, Kind, Message, User
from .permissions import Permission
from .world import World

ODD = re.compile(r"[^\w.\-]+")
POSTABLE_FLAGS = Flag.SUPPRESS_EMBEDS | Flag.SILENT | Flag.COMPONENTS_V2
PINS = 250


@dataclass(frozen=True)
class Upload:
    """One file of a multipart request, or one that a person attaches."""

    filename: str
    content: bytes
    content_type: str = "application/octet-stream"


@dataclass
class Draft:
    """A message about to be posted: the payload, its files, and what only some posts have."""

    form: Json
    uploads: dict[int, Upload] = field(default_factory=dict)
    kind: int = 0
    flags: int = 0
    only_for: int | None = None
    webhook_id: int | None = None
    interaction: Json | None = None
    command: str | None = None
    replied: Message | None = None
    id: int | None = None


def post(world: World, channel: Channel, author: User, draft: Draft) -> Message:
    """Validate and store a message and tell everybody who may see it."""
    form = draft.form
    limits.check_upload_sizes(draft.uploads)
    limits.check_message(form, draft.uploads)
    again = _posted_before(world, channel, form)
    if again is not None:
        return again
    message = _compose(world, channel, author, draft)
    mentions.settle(world, message, form.get("allowed_mentions"))
    mentions.ring(message)
    store(world, message)
    if form.get("nonce") is not None and form.get("enforce_nonce"):
        world.nonces[channel.id, str(form["nonce"])] = message
    return message


def store(world: World, message: Message) -> None:
    """Put a finished message into its channel; if that is a thread, it is unarchived, and the
    author and those whom the message mentions join it."""
    channel = message.channel
    channel.messages[message.id] = message
    thread = channel.thread
    if thread is not None:
        thread.sent += message.id != channel.id
        if thread.archived:
            thread.archived = False
            world.channel_event("THREAD_UPDATE", channel)
        for user in [message.author, *message.mentions]:
            if world.sees(user.id, world.channels[channel.parent_id or 0]):
                add_to_thread(world, channel, user)
    tell(world, "MESSAGE_CREATE", message)


def tell(world: World, name: str, message: Message) -> None:
    """Send a message event; for an ephemeral message only wake those who wait for something."""
    if message.only_for is not None:
        world.pulse.touch()
        return
    channel = message.channel
    body = payloads.message_event(world, message)
    world.emit(name, body, guild_id=channel.guild_id, channel=channel, message=message)


def _posted_before(world: World, channel: Channel, form: Json) -> Message | None:
    if form.get("nonce") is None or not form.get("enforce_nonce"):
        return None
    message = world.nonces.get((channel.id, str(form["nonce"])))
    if message is None or (world.clock.now() - message.sent).total_seconds() > 300:
        return None
    return message


def _compose(world: World, channel: Channel, author: User, draft: Draft) -> Message:
    form = draft.form
    flags = (form.get("flags") or 0) & POSTABLE_FLAGS | draft.flags
    message = Message(draft.id or world.clock.snowflake(), channel, author, kind=draft.kind)
    message.content = (form.get("content") or "").strip()
    message.flags = flags
    message.embeds = [{"type": "rich", **embed} for embed in form.get("embeds") or []]
    message.components = numbered(form.get("components") or [])
    message.attachments = _attach(world, channel, form.get("attachments") or [], draft.uploads, [])
    message.nonce = form.get("nonce")
    message.only_for = draft.only_for
    message.webhook_id = draft.webhook_id
    message.interaction, message.command = draft.interaction, draft.command
    message.replied = draft.replied
    if draft.replied is not None:
        message.reference = reference_to(draft.replied)
    elif form.get("message_reference"):
        _refer(world, message, form["message_reference"])
    return message


def reference_to(message: Message) -> Json:
    """The pointer that a reply carries."""
    ids: Json = {"message_id": str(message.id), "channel_id": str(message.channel.id)}
    if message.channel.guild_id:
        ids["guild_id"] = str(message.channel.guild_id)
    return {"type": 0, **ids}


def _refer(world: World, message: Message, reference: Json) -> None:
    target = message.channel.messages.get(int(reference["message_id"]))
    if target is None or target.only_for is not None:
        if reference.get("fail_if_not_exists", True):
            code = "REPLIES_UNKNOWN_MESSAGE"
            raise bad_form("message_reference", code, "Unknown message")
        return
    message.kind, message.replied = 19, target
    message.reference = reference_to(target)


def _attach(
    world: World,
    channel: Channel,
    entries: list[Json],
    uploads: dict[int, Upload],
    kept: list[Attachment],
) -> list[Attachment]:
    by_id = {str(file.id): file for file in kept}
    files: list[Attachment] = []
    notes = {str(entry.get("id")): entry for entry in entries}
    for entry in entries:
        if str(entry.get("id")) in by_id:
            file = by_id[str(entry["id"])]
            file.description = entry.get("description", file.description)
            files.append(file)
    for index, upload in uploads.items():
        note = notes.get(str(index), {})
        files.append(new_attachment(world, channel.id, upload, note))
    return files


def new_attachment(world: World, place: int, upload: Upload, note: Json) -> Attachment:
    """Store a file at the address that its payload will name."""
    id_ = world.clock.snowflake()
    name = ODD.sub("_", note.get("filename") or upload.filename)
    url = f"{world.cdn_base}/attachments/{place}/{id_}/{name}"
    kind = _sniff(upload)
    file = Attachment(id_, name, upload.content, kind, url, note.get("description"))
    world.files[id_] = file
    return file


def _sniff(upload: Upload) -> str:
    if upload.content.startswith(b"\x89PNG"):
        return "image/png"
    if upload.filename.endswith((".txt", ".log", ".md")):
        return "text/plain; charset=utf-8"
    return upload.content_type


def edit(
    world: World, message: Message, form: Json, uploads: dict[int, Upload] | None = None
) -> None:
    """Change a message; fields that are absent stay, and its mentions are found anew."""
    uploads = uploads or {}
    limits.check_upload_sizes(uploads)
    _check_layout_stays(message, form)
    flags = (form.get("flags") or 0) | message.flags & Flag.COMPONENTS_V2
    limits.check_message({**form, "flags": flags}, uploads, editing=True)
    if not limits.shows_something({**_visible_parts(message), **form}, uploads):
        raise empty_message()
    if "content" in form and message.content != (form["content"] or ""):
        message.earlier.append(message.content)
        message.content = (form["content"] or "").strip()
    if "embeds" in form:
        message.embeds = [{"type": "rich", **embed} for embed in form["embeds"] or []]
    if "components" in form:
        message.worn = [*message.components, *message.worn]
        message.components = numbered(form["components"] or [])
    if "attachments" in form or uploads:
        entries = form.get("attachments")
        if entries is None:
            entries = [{"id": str(file.id)} for file in message.attachments]
        kept = message.attachments
        message.attachments = _attach(world, message.channel, entries, uploads, kept)
    if form.get("flags") is not None:
        changeable = Flag.SUPPRESS_EMBEDS | Flag.COMPONENTS_V2
        message.flags = message.flags & ~changeable | flags & changeable
    mentions.settle(world, message, form.get("allowed_mentions"))
    message.edited = world.clock.now()
    tell(world, "MESSAGE_UPDATE", message)


def _visible_parts(message: Message) -> Json:
    files = [{"id": str(file.id)} for file in message.attachments]
    parts = {"embeds": message.embeds, "components": message.components, "attachments": files}
    return {"content": message.content, **parts}


def _check_layout_stays(message: Message, form: Json) -> None:
    layout = message.flags & Flag.COMPONENTS_V2
    if layout and form.get("flags") is not None and not form["flags"] & Flag.COMPONENTS_V2:
        code = "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG"
        raise bad_form("flags", code, "The IS_COMPONENTS_V2 flag cannot be removed")


def remove(world: World, message: Message) -> None:
    """Delete a message."""
    message.channel.messages.pop(message.id, None)
    message.channel.pins.pop(message.id, None)
    message.deleted = True
    if message.only_for is not None:
        world.pulse.touch()
        return
    body = {"id": str(message.id), **place_of(message.channel)}
    _emit_at(world, "MESSAGE_DELETE", body, message.channel)


def remove_many(world: World, channel: Channel, messages: list[Message]) -> None:
    """Delete several messages with one event."""
    for message in messages:
        channel.messages.pop(message.id, None)
        message.deleted = True
    body = {"ids": [str(message.id) for message in messages], **place_of(channel)}
    _emit_at(world, "MESSAGE_DELETE_BULK", body, channel)


def place_of(channel: Channel) -> Json:
    """The ids that say where something happened."""
    guild = {"guild_id": str(channel.guild_id)} if channel.guild_id else {}
    return {"channel_id": str(channel.id), **guild}


def _emit_at(world: World, name: str, body: Json, channel: Channel, **more: Any) -> None:
    world.emit(name, body, guild_id=channel.guild_id, channel=channel, **more)


def set_pin(world: World, message: Message, pinned: bool, who: User) -> None:
    """Pin (with the small notice that Discord posts) or unpin."""
    channel = message.channel
    if message.pinned == pinned:
        return
    if pinned and len(channel.pins) >= PINS:
        raise ApiError(400, 30003, f"Maximum number of pins reached ({PINS})")
    message.pinned = pinned
    if pinned:
        channel.pins[message.id] = world.clock.now()
    else:
        channel.pins.pop(message.id, None)
    tell(world, "MESSAGE_UPDATE", message)
    last = max(channel.pins.values(), default=None)
    body = {**place_of(channel), "last_pin_timestamp": payloads.stamp(last)}
    _emit_at(world, "CHANNEL_PINS_UPDATE", body, channel)
    if pinned:
        notice(world, channel, who, 6, reference=reference_to(message))


def notice(world: World, channel: Channel, who: User, kind: int, **facts: Any) -> Message:
    """Post a line that Discord itself writes: kind 1 somebody was added, 6 pinned, 18 thread made,
    21 thread starter."""
    message = Message(world.clock.snowflake(), channel, who, kind=kind, **facts)
    store(world, message)
    return message


def react(world: World, message: Message, emoji: str, user: User, add: bool) -> None:
    """Put an emoji below a message, or take it away."""
    users = message.reactions.setdefault(emoji, [])
    if (user.id in users) == add:
        return
    (users.append if add else users.remove)(user.id)
    if not users:
        del message.reactions[emoji]
    body: Json = {"user_id": str(user.id), "message_id": str(message.id)}
    body |= {**place_of(message.channel), "emoji": payloads.emoji_json(emoji)}
    body |= {"burst": False, "type": 0}
    guild = world.guilds.get(message.channel.guild_id or 0)
    if add:
        body["message_author_id"] = str(message.author.id)
        if guild is not None and user.id in guild.members:
            body["member"] = payloads.member_json(guild.members[user.id])
    name = "MESSAGE_REACTION_ADD" if add else "MESSAGE_REACTION_REMOVE"
    _emit_at(world, name, body, message.channel)


def add_to_thread(world: World, channel: Channel, user: User) -> None:
    """Let somebody join a thread, and tell the bot."""
    assert channel.thread is not None
    if user.id in channel.thread.members:
        return
    channel.thread.members[user.id] = world.clock.now()
    if user is world.bot and channel.kind == Kind.PRIVATE_THREAD:
        world.channel_event("THREAD_CREATE", channel)
    added = [payloads.thread_member_json(channel, user.id)]
    _members_changed(world, channel, {"added_members": added})


def drop_from_thread(world: World, channel: Channel, user: User) -> None:
    """Let somebody leave a thread, and tell the bot."""
    assert channel.thread is not None
    if channel.thread.members.pop(user.id, None) is not None:
        _members_changed(world, channel, {"removed_member_ids": [str(user.id)]})


def _members_changed(world: World, channel: Channel, change: Json) -> None:
    assert channel.thread is not None
    ids = {"id": str(channel.id), "guild_id": str(channel.guild_id)}
    count = {"member_count": min(50, len(channel.thread.members))}
    _emit_at(world, "THREAD_MEMBERS_UPDATE", {**ids, **count, **change}, channel)


def check_may_talk(world: World, user: User, channel: Channel, draft: Draft) -> None:
    """Raise ApiError where an author may not write, or not with files, replies or embeds."""
    if channel.kind not in TALKABLE:
        raise ApiError(400, 50008, "Cannot send messages in a non-text channel")
    sending = Permission.SEND_MESSAGES
    if channel.thread is not None:
        sending = Permission.SEND_MESSAGES_IN_THREADS
    needs = [sending]
    if draft.uploads:
        needs.append(Permission.ATTACH_FILES)
    if draft.form.get("message_reference"):
        needs.append(Permission.READ_MESSAGE_HISTORY)
    world.check_may(user, channel, *needs)
    held = world.permissions(user.id, channel)
    if draft.form.get("embeds") and not held & Permission.EMBED_LINKS:
        raise missing_permissions()
    locked = channel.thread is not None and channel.thread.locked
    if locked and not held & Permission.MANAGE_THREADS:
        raise ApiError(403, 160005, "Thread is locked")
