"""Routes by which the bot registers commands and answers interactions."""

from . import commands, interactions, payloads
from .errors import Form, Json, unknown
from .http import Call, route
from .interactions import Interaction
from .world import World

GLOBAL = "/applications/{application_id}/commands"
LOCAL = "/applications/{application_id}/guilds/{guild_id}/commands"
HOOK = "/webhooks/{webhook_id}/{token}"
ANSWER = HOOK + "/messages/{message}"


def _scope(call: Call) -> int | None:
    if "guild_id" not in call.ids:
        return None
    return call.world.find_guild(call.id("guild_id")).id


def _shelf(call: Call) -> dict[int, Json]:
    return call.world.commands.setdefault(_scope(call), {})


def _register(world: World, shelf: dict[int, Json], scope: int | None, form: Json) -> Json:
    kind = form.get("type") or commands.SLASH
    same = [c for c in shelf.values() if (c["name"], c["type"]) == (form["name"], kind)]
    id_ = int(same[0]["id"]) if same else world.clock.snowflake()
    command = {
        "default_member_permissions": None,
        "nsfw": False,
        "options": [],
        "description": "",
        **form,
        "type": kind,
        "id": str(id_),
        "application_id": str(world.application_id),
        "version": str(world.clock.snowflake()),
    }
    if scope is not None:
        command["guild_id"] = str(scope)
    shelf[id_] = command
    return command


@route("GET", GLOBAL)
@route("GET", LOCAL)
def list_commands(call: Call) -> list[Json]:
    """All registered commands."""
    return list(_shelf(call).values())


@route("PUT", GLOBAL)
@route("PUT", LOCAL)
def sync_commands(call: Call) -> list[Json]:
    """Replace all commands; one that stays keeps its id."""
    commands.check_all(call.form)
    shelf, scope = _shelf(call), _scope(call)
    kept = [_register(call.world, shelf, scope, form) for form in call.form]
    names = {(command["name"], command["type"]) for command in kept}
    for command in [*shelf.values()]:
        if (command["name"], command["type"]) not in names:
            del shelf[int(command["id"])]
    return kept


@route("POST", GLOBAL)
@route("POST", LOCAL)
def create_command(call: Call) -> tuple[int, Json]:
    """Register one command, which replaces one of the same name and type."""
    complaints = Form()
    commands.check_one(complaints, "", call.form)
    complaints.check()
    return 201, _register(call.world, _shelf(call), _scope(call), call.form)


def _command(call: Call) -> Json:
    shelf = _shelf(call)
    if call.id("command_id") not in shelf:
        raise unknown("Application Command")
    return shelf[call.id("command_id")]


@route("GET", GLOBAL + "/{command_id}")
@route("GET", LOCAL + "/{command_id}")
def get_command(call: Call) -> Json:
    """One registered command."""
    return _command(call)


@route("PATCH", GLOBAL + "/{command_id}")
@route("PATCH", LOCAL + "/{command_id}")
def edit_command(call: Call) -> Json:
    """Change one command."""
    changed = {**_command(call), **call.form}
    complaints = Form()
    commands.check_one(complaints, "", changed)
    complaints.check()
    changed["version"] = str(call.world.clock.snowflake())
    _shelf(call)[call.id("command_id")] = changed
    return changed


@route("DELETE", GLOBAL + "/{command_id}")
@route("DELETE", LOCAL + "/{command_id}")
def delete_command(call: Call) -> None:
    """Forget one command."""
    _shelf(call).pop(int(_command(call)["id"]))


@route("POST", "/interactions/{webhook_id}/{token}/callback")
def first_answer(call: Call) -> Json | None:
    """The first answer to an interaction."""
    it = interactions.find(call.world, call.id("webhook_id"), call.ids["token"])
    receipt = interactions.answer(call.world, it, call.form or {}, call.uploads)
    wanted = call.query.get("with_response", "") in {"1", "true", "True"}
    return receipt if wanted else None


def _answered(call: Call) -> Interaction:
    if call.id("webhook_id") != call.world.application_id:
        raise unknown("Webhook")
    return interactions.find_by_token(call.world, call.ids["token"])


@route("POST", HOOK)
def follow_up(call: Call) -> Json:
    """A further message to an interaction."""
    it = _answered(call)
    message = interactions.follow_up(call.world, it, call.form or {}, call.uploads)
    return payloads.message_json(call.world, message)


@route("GET", ANSWER)
def get_answer(call: Call) -> Json:
    """An answer as it is now."""
    message = interactions.find_message(_answered(call), call.ids["message"])
    return payloads.message_json(call.world, message)


@route("PATCH", ANSWER)
def edit_answer(call: Call) -> Json:
    """Change an answer, even one that is still "thinking"."""
    it = _answered(call)
    message = interactions.find_message(it, call.ids["message"])
    interactions.rewrite(call.world, it, message, call.form or {}, call.uploads)
    return payloads.message_json(call.world, message)


@route("DELETE", ANSWER)
def delete_answer(call: Call) -> None:
    """Delete an answer."""
    interactions.remove_message(call.world, _answered(call), call.ids["message"])
