"""Starting threads and forum posts, by the bot or by people."""

from . import limits, messages
from .errors import ApiError, Form, Json, bad_form, unknown
from .guild import Channel, Flag, Kind, Message, ThreadFacts, User
from .messages import Draft, Upload
from .permissions import Permission
from .world import World

ARCHIVE_AFTER = (60, 1440, 4320, 10080)
REQUIRE_TAG = 1 << 4
TAGS_PER_POST = 5


def facts_of(channel: Channel) -> ThreadFacts:
    """The thread's own facts.  Raises ApiError (404) if this is no thread."""
    if channel.thread is None:
        raise unknown("Channel")
    return channel.thread


def check_form(form: Json) -> None:
    """Check a thread's name and its archive time.  Raises ApiError."""
    complaints = Form()
    complaints.between("name", form.get("name"), 1, 100)
    after = form.get("auto_archive_duration")
    if after is not None and after not in ARCHIVE_AFTER:
        words = f"Value must be one of {ARCHIVE_AFTER}."
        complaints.complain("auto_archive_duration", "BASE_TYPE_CHOICES", words)
    complaints.check()


def check_tags(forum: Channel, tags: list[int]) -> None:
    """Check that there are at most five tags, all of this forum, and at least one if the forum
    requires it.  Raises ApiError."""
    known = {int(tag["id"]) for tag in forum.tags}
    if len(tags) > TAGS_PER_POST:
        words = f"Must be {TAGS_PER_POST} or fewer in length."
        raise bad_form("applied_tags", "BASE_TYPE_MAX_LENGTH", words)
    if set(tags) - known:
        raise ApiError(400, 10087, "Unknown tag")
    if forum.flags & REQUIRE_TAG and not tags:
        raise ApiError(400, 40067, "A tag is required to create a forum post in this channel")


def begin_on(world: World, message: Message, form: Json, owner: User) -> Channel:
    """Start a thread on a message; it has the message's id."""
    world.check_may(owner, message.channel, Permission.CREATE_PUBLIC_THREADS)
    if message.thread is not None:
        raise ApiError(400, 160004, "A thread has already been created for this message")
    check_form(form)
    thread = _begin(world, message.channel, Kind.PUBLIC_THREAD, form, owner, message.id)
    message.thread = thread
    message.flags |= Flag.HAS_THREAD
    world.channel_event("THREAD_CREATE", thread, newly_created=True)
    pointer = messages.reference_to(message)
    messages.notice(world, thread, owner, 21, reference=pointer, replied=message)
    messages.tell(world, "MESSAGE_UPDATE", message)
    return thread


def begin_alone(world: World, parent: Channel, form: Json, owner: User) -> Channel:
    """Start a thread without a message: public, with a notice in the channel, or private."""
    check_form(form)
    kind = Kind(form.get("type") or Kind.PRIVATE_THREAD)
    private = kind == Kind.PRIVATE_THREAD
    needed = Permission.CREATE_PRIVATE_THREADS if private else Permission.CREATE_PUBLIC_THREADS
    world.check_may(owner, parent, needed)
    thread = _begin(world, parent, kind, form, owner, world.clock.snowflake())
    world.channel_event("THREAD_CREATE", thread, newly_created=True)
    if not private:
        pointer = {"channel_id": str(thread.id), "guild_id": str(thread.guild_id)}
        messages.notice(world, parent, owner, 18, content=thread.name, reference=pointer)
    return thread


def begin_post(
    world: World, forum: Channel, form: Json, uploads: dict[int, Upload], owner: User
) -> Message:
    """Start a forum post: a thread and its first message, which have the same id."""
    world.check_may(owner, forum, Permission.SEND_MESSAGES)
    check_form(form)
    tags = [int(tag) for tag in form.get("applied_tags") or []]
    check_tags(forum, tags)
    draft = Draft(form.get("message") or {}, uploads, id=world.clock.snowflake())
    limits.check_upload_sizes(draft.uploads)
    limits.check_message(draft.form, draft.uploads)
    thread = _begin(world, forum, Kind.PUBLIC_THREAD, form, owner, draft.id or 0)
    facts_of(thread).tags = tags
    world.channel_event("THREAD_CREATE", thread, newly_created=True)
    return messages.post(world, thread, owner, draft)


def _begin(world: World, parent: Channel, kind: Kind, form: Json, owner: User, id_: int) -> Channel:
    thread = world.new_thread(parent, kind, form["name"], owner, id_)
    facts = facts_of(thread)
    facts.auto_archive = form.get("auto_archive_duration") or 1440
    facts.invitable = form.get("invitable", True)
    thread.slowmode = form.get("rate_limit_per_user") or 0
    return thread
