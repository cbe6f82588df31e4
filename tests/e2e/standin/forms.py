"""What a filled-in command, select or modal looks like on the wire, with `resolved` objects."""

from collections.abc import Callable, Iterable
from typing import Any

from . import commands, messages, payloads
from .components import (
    CHECKBOX,
    CHECKBOXES,
    FILE_UPLOAD,
    LABEL,
    RADIO,
    ROW,
    SELECTS,
    TEXT_INPUT,
    TEXT_SELECT,
)
from .errors import HumanCannotError, Json
from .guild import Channel, Message, Role, User
from .messages import Upload
from .places import Place
from .world import World

OPTION_SORTS = {
    commands.USER: "users",
    commands.CHANNEL: "channels",
    commands.ROLE: "roles",
    commands.MENTIONABLE: "mentionable",
    commands.ATTACHMENT: "attachments",
}


class Resolved:
    """Collects the objects that a payload names by id."""

    def __init__(self, world: World, place: Place) -> None:
        self.world = world
        self.place = place
        self.found: dict[str, dict[str, Json]] = {}

    def add(self, thing: Any) -> str:
        """Note a person, role, channel or file and return its id."""
        if isinstance(thing, Upload):
            file = messages.new_attachment(self.world, self.place.id, thing, {})
            self._note("attachments", file.id, payloads.attachment_json(file))
            return str(file.id)
        thing = getattr(thing, "user", getattr(thing, "channel", thing))
        if isinstance(thing, User):
            self._note_user(thing)
        elif isinstance(thing, Role):
            self._note("roles", thing.id, payloads.role_json(thing))
        elif isinstance(thing, Channel):
            self._note_channel(thing)
        else:
            raise HumanCannotError(f"cannot choose {thing!r}")
        return str(thing.id)

    def _note(self, sort: str, id_: int, body: Json) -> None:
        self.found.setdefault(sort, {})[str(id_)] = body

    def _note_user(self, user: User) -> None:
        self._note("users", user.id, payloads.user_json(user))
        channel = self.place.channel
        guild = self.world.guilds.get(channel.guild_id or 0)
        if guild is not None and user.id in guild.members:
            member = payloads.member_json(guild.members[user.id], with_user=False)
            del member["deaf"], member["mute"]
            may = {"permissions": str(int(guild.permissions_of(user.id, channel)))}
            self._note("members", user.id, {**member, **may})

    def _note_channel(self, channel: Channel) -> None:
        body = payloads.channel_json(self.world, channel)
        may = int(self.world.permissions(self.world.bot.id, channel))
        self._note("channels", channel.id, {**body, "permissions": str(may)})

    def body(self) -> Json:
        """The `resolved` part of a payload."""
        return {"resolved": self.found} if self.found else {}


def command_content(
    world: World,
    place: Place,
    command: Json,
    chain: list[Json],
    given: Json,
    force: bool,
    focused: str | None = None,
) -> Json:
    """The `data` of a slash command or of its autocompletion."""
    resolved = Resolved(world, place)
    known = {o["name"]: o for o in (chain[-1] if chain else command).get("options") or []}
    options = []
    for name, value in given.items():
        option = known.get(name, {"name": name, "type": commands.STRING})
        if not force:
            commands.check_value(option, value)
        sent = resolved.add(value) if option["type"] in OPTION_SORTS else value
        entry = {"name": name, "type": option["type"], "value": sent}
        options.append({**entry, "focused": True} if name == focused else entry)
    for part in reversed(chain):
        options = [{"name": part["name"], "type": part["type"], "options": options}]
    return {**_identity(command), "options": options, **resolved.body()}


def _identity(command: Json) -> Json:
    local = {"guild_id": command["guild_id"]} if "guild_id" in command else {}
    return {"id": command["id"], "name": command["name"], "type": command["type"], **local}


def menu_content(world: World, place: Place, command: Json, target: Any) -> Json:
    """The `data` of a context menu on a message or a person."""
    resolved = Resolved(world, place)
    if isinstance(target, Message):
        body = payloads.message_json(world, target)
        resolved.found["messages"] = {str(target.id): body}
    else:
        resolved.add(target)
    return {**_identity(command), "target_id": str(target.id), **resolved.body()}


def chosen(
    world: World, place: Place, menu: Json, choices: Iterable[Any], force: bool = False
) -> Json:
    """The values of a select, and what they stand for."""
    resolved = Resolved(world, place)
    picks = [*choices]
    if menu["type"] == TEXT_SELECT:
        values = [_option_value(menu, pick, force) for pick in picks]
    else:
        values = [resolved.add(pick) for pick in picks]
    least, most = menu.get("min_values", 1), menu.get("max_values", 1)
    if not force and not least <= len(values) <= most:
        raise HumanCannotError(f"choose {least} to {most} of {menu['custom_id']}, not {values}")
    return {"values": values, **resolved.body()}


def _option_value(menu: Json, pick: Any, force: bool = False) -> str:
    for option in menu.get("options") or []:
        if pick in (option["label"], option["value"]):
            return str(option["value"])
    if force:
        return str(pick)
    labels = [option["label"] for option in menu.get("options") or []]
    raise HumanCannotError(f"{pick!r} is not among {labels}")


def modal_content(world: World, place: Place, modal: Json, values: Json, force: bool) -> Json:
    """The `data` of a submitted form; every field appears, filled in or with its default."""
    resolved = Resolved(world, place)
    left = dict(values)
    parts = [_filled_part(part, left, resolved, force) for part in modal["components"]]
    if left:
        raise HumanCannotError(f"the form {modal['title']!r} has no field {', '.join(left)}")
    return {"custom_id": modal["custom_id"], "components": parts, **resolved.body()}


def _filled_part(part: Json, values: Json, resolved: Resolved, force: bool) -> Json:
    frame = {"type": part["type"], "id": part["id"]}
    if part["type"] == LABEL:
        field = part["component"]
        filled = _filled(field, _take(values, field, part.get("label")), resolved, force)
        return {**frame, "component": filled}
    if part["type"] == ROW:
        fields = part["components"]
        inner = [_filled(f, _take(values, f, f.get("label")), resolved, force) for f in fields]
        return {**frame, "components": inner}
    return frame


def _take(values: Json, field: Json, label: str | None) -> Any:
    for name in (field["custom_id"], label, field.get("placeholder")):
        if name in values:
            return values.pop(name)
    return None


def _filled(field: Json, value: Any, resolved: Resolved, force: bool) -> Json:
    kind = field["type"]
    frame = {"type": kind, "id": field["id"], "custom_id": field["custom_id"]}
    return {**frame, **FILLERS[kind](field, value, resolved, force)}


def _fill_text(field: Json, value: Any, resolved: Resolved, force: bool) -> Json:
    text = str(field.get("value") or "") if value is None else str(value)
    least, most = field.get("min_length") or 0, field.get("max_length") or 4000
    needed = field.get("required", True)
    if not force and needed and not text:
        raise HumanCannotError(f"{field['custom_id']} must be filled in")
    if not force and (text or needed) and not least <= len(text) <= most:
        raise HumanCannotError(f"{field['custom_id']} takes {least} to {most} characters")
    return {"value": text}


def _fill_select(field: Json, value: Any, resolved: Resolved, force: bool) -> Json:
    if value is None:
        options = field.get("options") or []
        picks: list[Any] = [option["value"] for option in options if option.get("default")]
    else:
        picks = [*value] if isinstance(value, (list, tuple)) else [value]
    if not picks and (force or not field.get("required", True)):
        return {"values": []}
    text = field["type"] in {TEXT_SELECT, CHECKBOXES}
    menu = {**field, "type": TEXT_SELECT if text else field["type"]}
    if field["type"] == CHECKBOXES:
        menu.setdefault("max_values", len(field["options"]))
    answer = chosen(resolved.world, resolved.place, menu, picks, force)
    for sort, found in (answer.get("resolved") or {}).items():
        resolved.found.setdefault(sort, {}).update(found)
    return {"values": answer["values"]}


def _fill_radio(field: Json, value: Any, resolved: Resolved, force: bool) -> Json:
    options = field.get("options") or []
    if value is None:
        value = next((option["value"] for option in options if option.get("default")), None)
    if value is None:
        if field.get("required", True) and not force:
            raise HumanCannotError(f"{field['custom_id']} needs a choice")
        return {"value": None}
    return {"value": _option_value(field, value, force)}


def _fill_checkbox(field: Json, value: Any, resolved: Resolved, force: bool) -> Json:
    return {"value": bool(field.get("default")) if value is None else bool(value)}


def _fill_files(field: Json, value: Any, resolved: Resolved, force: bool) -> Json:
    files = [] if value is None else [*value] if isinstance(value, (list, tuple)) else [value]
    if field.get("required", True) and not files and not force:
        raise HumanCannotError(f"{field['custom_id']} needs a file")
    return {"values": [resolved.add(file) for file in files]}


Filler = Callable[[Json, Any, Resolved, bool], Json]
FILLERS: dict[int, Filler] = {
    TEXT_INPUT: _fill_text,
    RADIO: _fill_radio,
    CHECKBOX: _fill_checkbox,
    CHECKBOXES: _fill_select,
    FILE_UPLOAD: _fill_files,
    **dict.fromkeys(SELECTS, _fill_select),
}
