"""Routes of users, guilds, roles and members, and of where the gateway is."""

from . import payloads
from .errors import Json, missing_permissions, unknown
from .guild import Guild, Member
from .http import Call, route
from .permissions import Permission


@route("GET", "/users/@me")
def get_me(call: Call) -> Json:
    """The bot's own account."""
    return {**payloads.user_json(call.world.bot), "verified": True, "mfa_enabled": False}


@route("GET", "/users/{user_id}")
def get_user(call: Call) -> Json:
    """Any account."""
    user = call.world.users.get(call.id("user_id"))
    if user is None:
        raise unknown("User")
    return payloads.user_json(user)


@route("GET", "/oauth2/applications/@me")
@route("GET", "/applications/@me")
def get_application(call: Call) -> Json:
    """The bot's application."""
    return payloads.application_json(call.world)


@route("GET", "/gateway")
def get_gateway(call: Call) -> Json:
    """Where to connect."""
    return {"url": call.standin.gateway_url}


@route("GET", "/gateway/bot")
def get_gateway_bot(call: Call) -> Json:
    """Where to connect, and with how many shards."""
    limit = {"total": 1000, "remaining": 999, "reset_after": 86_400_000, "max_concurrency": 1}
    return {"url": call.standin.gateway_url, "shards": 1, "session_start_limit": limit}


@route("GET", "/users/@me/guilds")
def list_guilds(call: Call) -> list[Json]:
    """The guilds that the bot is in."""
    world = call.world
    found: list[Json] = []
    for guild in world.guilds.values():
        may = int(guild.permissions_of(world.bot.id))
        mine = {"id": str(guild.id), "name": guild.name, "icon": None, "owner": False}
        found.append({**mine, "permissions": str(may), "features": []})
    return found


@route("GET", "/guilds/{guild_id}")
def get_guild(call: Call) -> Json:
    """One guild."""
    guild = _guild(call)
    count = {"approximate_member_count": len(guild.members), "approximate_presence_count": 1}
    facts = payloads.guild_facts(call.world, guild)
    return {**facts, **(count if call.query.get("with_counts") else {})}


def _guild(call: Call) -> Guild:
    return call.world.find_guild(call.id("guild_id"))


@route("GET", "/guilds/{guild_id}/roles")
def list_roles(call: Call) -> list[Json]:
    """All roles."""
    return [payloads.role_json(role) for role in _guild(call).roles.values()]


@route("POST", "/guilds/{guild_id}/roles")
def create_role(call: Call) -> Json:
    """The bot makes a role."""
    guild = _guild(call)
    _check_manages_roles(call, guild)
    form: Json = call.form or {}
    bits, loud = int(form.get("permissions") or 0), bool(form.get("mentionable"))
    role = call.world.new_role(guild, form.get("name") or "new role", bits, loud)
    return payloads.role_json(role)


@route("DELETE", "/guilds/{guild_id}/roles/{role_id}")
def delete_role(call: Call) -> None:
    """The bot deletes a role."""
    guild = _guild(call)
    _check_manages_roles(call, guild)
    if guild.roles.pop(call.id("role_id"), None) is None:
        raise unknown("Role")
    for member in guild.members.values():
        member.roles = [role_id for role_id in member.roles if role_id in guild.roles]
    body = {"guild_id": str(guild.id), "role_id": call.ids["role_id"]}
    call.world.emit("GUILD_ROLE_DELETE", body, guild_id=guild.id)


@route("PATCH", "/guilds/{guild_id}/roles/{role_id}")
def edit_role(call: Call) -> Json:
    """The bot changes a role."""
    guild = _guild(call)
    _check_manages_roles(call, guild)
    role = guild.roles.get(call.id("role_id"))
    if role is None:
        raise unknown("Role")
    role.name = call.form.get("name") or role.name
    role.permissions = int(call.form.get("permissions") or role.permissions)
    role.mentionable = bool(call.form.get("mentionable", role.mentionable))
    body = {"guild_id": str(guild.id), "role": payloads.role_json(role)}
    call.world.emit("GUILD_ROLE_UPDATE", body, guild_id=guild.id)
    return payloads.role_json(role)


def _check_manages_roles(call: Call, guild: Guild) -> None:
    if not guild.permissions_of(call.world.bot.id) & Permission.MANAGE_ROLES:
        raise missing_permissions()


def _member(call: Call) -> tuple[Guild, Member]:
    guild = _guild(call)
    return guild, call.world.find_member(guild, call.id("user_id"))


@route("GET", "/guilds/{guild_id}/members")
def list_members(call: Call) -> list[Json]:
    """A page of members; needs the members intent."""
    guild = _guild(call)
    if "members" not in call.world.privileged:
        raise missing_permissions()
    after, limit = int(call.query.get("after") or 0), int(call.query.get("limit", 1))
    found = sorted(
        (m for m in guild.members.values() if m.user.id > after), key=lambda m: m.user.id
    )
    return [payloads.member_json(member) for member in found[:limit]]


@route("GET", "/guilds/{guild_id}/members/{user_id}")
def get_member(call: Call) -> Json:
    """One member; needs no intent."""
    return payloads.member_json(_member(call)[1])


@route("PATCH", "/guilds/{guild_id}/members/{user_id}")
def edit_member(call: Call) -> Json:
    """The bot renames a member or sets all of their roles."""
    guild, member = _member(call)
    if "roles" in call.form:
        _check_manages_roles(call, guild)
        member.roles = [int(role_id) for role_id in call.form["roles"]]
    if "nick" in call.form:
        member.nick = call.form["nick"] or None
    call.world.member_event("GUILD_MEMBER_UPDATE", guild, member)
    return payloads.member_json(member)


@route("PUT", "/guilds/{guild_id}/members/{user_id}/roles/{role_id}")
def give_role(call: Call) -> None:
    """The bot gives a role, which must be below its own."""
    guild, member = _member(call)
    role_id = _role_in_reach(call, guild)
    if role_id not in member.roles:
        member.roles.append(role_id)
        call.world.member_event("GUILD_MEMBER_UPDATE", guild, member)


@route("DELETE", "/guilds/{guild_id}/members/{user_id}/roles/{role_id}")
def take_role(call: Call) -> None:
    """The bot takes away a role, which must be below its own."""
    guild, member = _member(call)
    role_id = _role_in_reach(call, guild)
    if role_id in member.roles:
        member.roles.remove(role_id)
        call.world.member_event("GUILD_MEMBER_UPDATE", guild, member)


def _role_in_reach(call: Call, guild: Guild) -> int:
    _check_manages_roles(call, guild)
    role = guild.roles.get(call.id("role_id"))
    if role is None:
        raise unknown("Role")
    if role.bot_id or role.position >= guild.rank(call.world.bot.id):
        raise missing_permissions()
    return role.id
