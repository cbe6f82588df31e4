"""Routes of threads and forum posts: starting, changing, listing, and their members."""

from . import messages, payloads, threads
from .errors import ApiError, Json, unknown
from .guild import THREADS, Channel, Kind
from .http import Call, route
from .permissions import Permission
from .threads import check_form, check_tags, facts_of
from .world import World

BELOW = "/channels/{channel_id}/threads"
MEMBERS = "/channels/{channel_id}/thread-members"


@route("POST", "/channels/{channel_id}/messages/{message_id}/threads")
def start_from_message(call: Call) -> tuple[int, Json]:
    """Start a thread on a message; it has the message's id."""
    world = call.world
    parent = world.find_channel(call.id("channel_id"))
    message = world.find_message(parent, call.id("message_id"))
    thread = threads.begin_on(world, message, call.form, world.bot)
    return 201, payloads.channel_json(world, thread)


@route("POST", BELOW)
def start(call: Call) -> tuple[int, Json]:
    """Start a thread without a message, or in a forum a post with its first message."""
    world = call.world
    parent = world.find_channel(call.id("channel_id"))
    if parent.kind != Kind.FORUM:
        thread = threads.begin_alone(world, parent, call.form, world.bot)
        return 201, payloads.channel_json(world, thread)
    first = threads.begin_post(world, parent, call.form, call.uploads, world.bot)
    shown = {"message": payloads.message_json(world, first)}
    return 201, {**payloads.channel_json(world, first.channel), **shown}


def edit_thread(call: Call, thread: Channel) -> None:
    """Rename, archive, lock or tag a thread."""
    world, form, facts = call.world, call.form, facts_of(thread)
    own = facts.owner_id == world.bot.id
    if not own or form.get("locked") is not None:
        world.check_may(world.bot, thread, Permission.MANAGE_THREADS)
    if facts.archived and form.get("archived") is not False:
        raise ApiError(400, 50083, "Thread is archived")
    if "name" in form:
        check_form(form)
        thread.name = form["name"]
    if form.get("applied_tags") is not None:
        tags = [int(tag) for tag in form["applied_tags"]]
        check_tags(world.channels[thread.parent_id or 0], tags)
        facts.tags = tags
    if form.get("archived") is not None and facts.archived != form["archived"]:
        facts.archive_time = world.clock.now()
    facts.archived = form.get("archived", facts.archived)
    facts.locked = form.get("locked", facts.locked)
    facts.invitable = form.get("invitable", facts.invitable)
    facts.auto_archive = form.get("auto_archive_duration") or facts.auto_archive
    thread.slowmode = form.get("rate_limit_per_user", thread.slowmode) or 0
    thread.flags = form.get("flags", thread.flags) or 0
    world.channel_event("THREAD_UPDATE", thread)


def _listing(world: World, found: list[Channel], more: bool = False) -> Json:
    mine = [t for t in found if world.bot.id in facts_of(t).members]
    members = [payloads.thread_member_json(thread, world.bot.id) for thread in mine]
    shown = [payloads.channel_json(world, thread) for thread in found]
    return {"threads": shown, "members": members, "has_more": more}


@route("GET", "/guilds/{guild_id}/threads/active")
def list_active(call: Call) -> Json:
    """Every active thread that the bot can see."""
    world = call.world
    guild = world.find_guild(call.id("guild_id"))
    seen = [t for t in guild.threads() if world.sees(world.bot.id, t)]
    return _listing(world, [t for t in seen if not facts_of(t).archived])


@route("GET", BELOW + "/archived/public")
def list_archived_public(call: Call) -> Json:
    """Archived public threads of a channel."""
    return _archived(call, private=False)


@route("GET", BELOW + "/archived/private")
def list_archived_private(call: Call) -> Json:
    """Archived private threads of a channel."""
    return _archived(call, private=True)


@route("GET", "/channels/{channel_id}/users/@me/threads/archived/private")
def list_archived_joined(call: Call) -> Json:
    """Archived private threads that the bot has joined."""
    return _archived(call, private=True)


def _archived(call: Call, private: bool) -> Json:
    world = call.world
    parent = world.find_channel(call.id("channel_id"), Permission.READ_MESSAGE_HISTORY)
    below = [t for t in world.threads_below(parent) if facts_of(t).archived]
    found = [t for t in below if (t.kind == Kind.PRIVATE_THREAD) == private]
    found.sort(key=lambda thread: facts_of(thread).archive_time, reverse=True)
    before = call.query.get("before")
    if before:
        found = [t for t in found if (payloads.stamp(facts_of(t).archive_time) or "") < before]
    limit = int(call.query.get("limit", 50))
    return _listing(world, found[:limit], more=len(found) > limit)


def _thread(call: Call) -> Channel:
    thread = call.world.find_channel(call.id("channel_id"))
    if thread.kind not in THREADS:
        raise unknown("Channel")
    return thread


@route("GET", MEMBERS)
def list_members(call: Call) -> list[Json]:
    """Who is in a thread."""
    thread = _thread(call)
    return [payloads.thread_member_json(thread, user_id) for user_id in facts_of(thread).members]


@route("GET", MEMBERS + "/{user_id}")
def get_member(call: Call) -> Json:
    """One member of a thread."""
    thread = _thread(call)
    if call.id("user_id") not in facts_of(thread).members:
        raise unknown("Member")
    return payloads.thread_member_json(thread, call.id("user_id"))


@route("PUT", MEMBERS + "/{user}")
def add_member(call: Call) -> None:
    """The bot joins a thread, or adds somebody (with the notice that Discord posts)."""
    world, thread = call.world, _thread(call)
    if facts_of(thread).archived:
        raise ApiError(400, 50083, "Thread is archived")
    if call.ids["user"] == "@me":
        messages.add_to_thread(world, thread, world.bot)
        return
    guild = world.guilds[thread.guild_id or 0]
    user = world.find_member(guild, call.id("user")).user
    world.check_may(world.bot, thread, Permission.SEND_MESSAGES_IN_THREADS)
    if user.id not in facts_of(thread).members:
        messages.add_to_thread(world, thread, user)
        messages.notice(world, thread, world.bot, 1, mentions=[user])


@route("DELETE", MEMBERS + "/{user}")
def drop_member(call: Call) -> None:
    """The bot leaves a thread, or removes somebody from it."""
    world, thread = call.world, _thread(call)
    if call.ids["user"] == "@me":
        messages.drop_from_thread(world, thread, world.bot)
        return
    world.check_may(world.bot, thread, Permission.MANAGE_THREADS)
    messages.drop_from_thread(world, thread, world.users[call.id("user")])
