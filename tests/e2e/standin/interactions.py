"""Interactions: what a press or a command sends to the bot, and every way of answering it."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import IntEnum
from typing import Any

from . import messages, payloads
from .components import check_modal, numbered
from .errors import (
    ApiError,
    Form,
    Json,
    already_answered,
    bad_form,
    dead_token,
    empty_message,
    unknown,
)
from .guild import Channel, Flag, Message, User
from .limits import shows_something
from .messages import Draft, Upload
from .world import World

FIRST_ANSWER_SECONDS = 3
TOKEN_SECONDS = 15 * 60


class Type(IntEnum):
    """What a person did."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL = 5


class Callback(IntEnum):
    """How the bot may answer first."""

    MESSAGE = 4
    DEFER = 5
    DEFER_UPDATE = 6
    UPDATE = 7
    CHOICES = 8
    MODAL = 9


ALLOWED = {
    Type.COMMAND: {Callback.MESSAGE, Callback.DEFER, Callback.MODAL},
    Type.COMPONENT: set(Callback) - {Callback.CHOICES},
    Type.AUTOCOMPLETE: {Callback.CHOICES},
    Type.MODAL: {Callback.MESSAGE, Callback.DEFER},
}


@dataclass(eq=False, repr=False)
class Interaction:
    """One press, command, keystroke or submitted form, and all answers to it."""

    id: int
    token: str
    type: Type
    user: User
    channel: Channel
    asked: Json
    born: datetime
    source: Message | None = None
    command: str | None = None
    response_kind: int = 0
    answer: Callback | None = None
    message: Message | None = None
    followups: list[Message] = field(default_factory=list)
    modal: Json | None = None
    choices: list[Json] | None = None

    def __repr__(self) -> str:
        what = self.command or self.asked.get("custom_id")
        return f"<{self.type.name} {what!r} by {self.user.name}, answer {self.answer!r}>"

    @property
    def shown(self) -> list[Message]:
        """Every message that answered it and is still there, oldest first."""
        own = [self.message] if self.message and self.message is not self.source else []
        return [m for m in [*own, *self.followups] if not m.deleted and not m.loading]


def begin(world: World, kind: Type, user: User, channel: Channel, **facts: Any) -> Interaction:
    """Make the interaction by which a person acts, without sending it."""
    id_ = world.clock.snowflake()
    token = f"interaction-token-{id_}"
    return Interaction(id_, token, kind, user, channel, {}, world.clock.now(), **facts)


def send(world: World, interaction: Interaction, asked: Json) -> None:
    """Remember the interaction and let the gateway deliver it."""
    interaction.asked = asked
    world.interactions[interaction.id] = interaction
    body = event_json(world, interaction)
    world.emit("INTERACTION_CREATE", body, guild_id=interaction.channel.guild_id)


def event_json(world: World, interaction: Interaction) -> Json:
    """INTERACTION_CREATE as the bot receives it."""
    channel, user = interaction.channel, interaction.user
    may = int(world.permissions(user.id, channel))
    place = {**payloads.channel_json(world, channel), "permissions": str(may)}
    body: Json = {
        "id": str(interaction.id),
        "application_id": str(world.application_id),
        "type": int(interaction.type),
        "token": interaction.token,
        "version": 1,
        "data": interaction.asked,
        "channel_id": str(channel.id),
        "channel": place,
        "locale": user.locale,
        "entitlements": [],
        "entitlement_sku_ids": [],
        "app_permissions": str(int(world.permissions(world.bot.id, channel))),
        "authorizing_integration_owners": {"0": str(channel.guild_id or 0)},
        "attachment_size_limit": 10 * 1024 * 1024,
    }
    if interaction.source is not None:
        message = interaction.source
        body["message"] = payloads.message_json(world, message)
        body["message"]["components"] = message.components or message.worn
    guild = world.guilds.get(channel.guild_id or 0)
    if guild is None:
        return {**body, "user": payloads.user_json(user), "context": 1}
    member = {**payloads.member_json(guild.members[user.id]), "permissions": str(may)}
    partial = {"id": str(guild.id), "locale": "en-US", "features": []}
    body |= {"guild_id": str(guild.id), "guild": partial, "guild_locale": "en-US"}
    return {**body, "member": member, "context": 0}


def find(world: World, interaction_id: int, token: str) -> Interaction:
    """The interaction, if it may still get its first answer.  Raises ApiError otherwise."""
    interaction = world.interactions.get(interaction_id)
    if interaction is None or interaction.token != token:
        raise unknown("Interaction")
    if interaction.answer is not None:
        raise already_answered()
    if (world.clock.now() - interaction.born).total_seconds() > FIRST_ANSWER_SECONDS:
        raise unknown("Interaction")
    return interaction


def find_by_token(world: World, token: str) -> Interaction:
    """The answered interaction behind a webhook address.  Raises ApiError if its token is unknown
    or too old, or if it was not answered."""
    for interaction in world.interactions.values():
        if interaction.token == token:
            age = (world.clock.now() - interaction.born).total_seconds()
            if age > TOKEN_SECONDS:
                raise dead_token()
            if interaction.answer is None:
                raise unknown("Webhook")
            return interaction
    raise dead_token()


def answer(world: World, it: Interaction, form: Json, uploads: dict[int, Upload]) -> Json:
    """Take the first answer to an interaction; returns what `with_response` asks for."""
    kind = _callback(it, form.get("type"))
    content: Json = form.get("data") or {}
    if kind in {Callback.MESSAGE, Callback.DEFER}:
        it.message = _respond(world, it, kind, content, uploads)
    elif kind == Callback.UPDATE:
        assert it.source is not None
        messages.edit(world, it.source, content, uploads)
        it.message = it.source
    elif kind == Callback.DEFER_UPDATE:
        it.message = it.source
    elif kind == Callback.MODAL:
        check_modal(content)
        it.modal = {**content, "components": numbered(content["components"])}
    else:
        it.choices = _checked_choices(content)
    it.answer = kind
    world.pulse.touch()
    return _receipt(world, it, kind)


def _callback(it: Interaction, number: object) -> Callback:
    allowed = set(ALLOWED[it.type])
    if it.type == Type.MODAL and it.source is not None:
        allowed |= {Callback.DEFER_UPDATE, Callback.UPDATE}
    if number not in allowed:
        words = f"Type {number} cannot answer an interaction of type {int(it.type)}"
        raise bad_form("type", "INTERACTION_INVALID_CALLBACK_TYPE", words)
    return Callback(int(str(number)))


def _respond(
    world: World, it: Interaction, kind: Callback, form: Json, uploads: dict[int, Upload]
) -> Message:
    draft = Draft(form, uploads, it.response_kind, webhook_id=world.application_id)
    draft.interaction, draft.command = metadata(it), it.command
    draft.flags, draft.only_for = _privacy(it, form)
    if kind == Callback.MESSAGE:
        return messages.post(world, it.channel, world.bot, draft)
    draft.flags |= Flag.LOADING
    loading = Message(world.clock.snowflake(), it.channel, world.bot, kind=draft.kind)
    loading.flags, loading.only_for = draft.flags, draft.only_for
    loading.webhook_id, loading.interaction = draft.webhook_id, draft.interaction
    loading.command = draft.command
    messages.store(world, loading)
    return loading


def _privacy(it: Interaction, form: Json) -> tuple[int, int | None]:
    private = bool((form.get("flags") or 0) & Flag.EPHEMERAL)
    return (Flag.EPHEMERAL, it.user.id) if private else (0, None)


def metadata(it: Interaction) -> Json:
    """What a message tells about the interaction that it answers."""
    about: Json = {"id": str(it.id), "type": int(it.type), "user": payloads.user_json(it.user)}
    about["authorizing_integration_owners"] = {"0": str(it.channel.guild_id or 0)}
    if it.source is not None:
        about["interacted_message_id"] = str(it.source.id)
    return about


def _checked_choices(content: Json) -> list[Json]:
    form = Form()
    choices = content.get("choices") or []
    form.longest("data.choices", choices, 25)
    for index, choice in enumerate(choices):
        form.between(f"data.choices.{index}.name", choice.get("name"), 1, 100)
        if isinstance(choice.get("value"), str):
            form.between(f"data.choices.{index}.value", choice["value"], 1, 100)
    form.check()
    return list(choices)


def _receipt(world: World, it: Interaction, kind: Callback) -> Json:
    about: Json = {"id": str(it.id), "type": int(it.type)}
    resource: Json = {"type": int(kind)}
    if it.message is not None:
        about["response_message_id"] = str(it.message.id)
        about["response_message_loading"] = it.message.loading
        about["response_message_ephemeral"] = it.message.ephemeral
        if kind in {Callback.MESSAGE, Callback.UPDATE, Callback.DEFER}:
            resource["message"] = payloads.message_json(world, it.message)
    return {"interaction": about, "resource": resource}


def follow_up(world: World, it: Interaction, form: Json, uploads: dict[int, Upload]) -> Message:
    """Post another answer; the first one after a deferral replaces "thinking"."""
    if it.answer == Callback.DEFER and it.message is not None and it.message.loading:
        return rewrite(world, it, it.message, form, uploads)
    draft = Draft(form, uploads, 0, webhook_id=world.application_id)
    if it.answer != Callback.MODAL and it.message is not None and it.message is not it.source:
        draft.kind, draft.replied = 19, it.message
    draft.interaction = metadata(it)
    if it.message is not None:
        draft.interaction["original_response_message_id"] = str(it.message.id)
    draft.flags, draft.only_for = _privacy(it, form)
    message = messages.post(world, it.channel, world.bot, draft)
    it.followups.append(message)
    world.pulse.touch()
    return message


def rewrite(
    world: World, it: Interaction, message: Message, form: Json, uploads: dict[int, Upload]
) -> Message:
    """Edit an answer; "thinking" becomes the message and stays as private as it was."""
    was_loading = message.loading
    if was_loading and not shows_something(form, uploads):
        raise empty_message()
    flags = (form.get("flags") or 0) & ~Flag.EPHEMERAL if form.get("flags") else None
    messages_form = {key: value for key, value in form.items() if key != "flags"}
    if flags is not None:
        messages_form["flags"] = flags
    message.flags &= ~Flag.LOADING
    try:
        messages.edit(world, message, messages_form, uploads)
    except ApiError:
        message.flags |= Flag.LOADING if was_loading else 0
        raise
    if was_loading:
        message.earlier.clear()
    return message


def find_message(it: Interaction, name: str) -> Message:
    """The first answer (`@original`), or one of the answers by its id.  Raises ApiError."""
    own = [it.message, *it.followups]
    for message in own:
        wanted = (
            message is it.message
            if name == "@original"
            else str(getattr(message, "id", "")) == name
        )
        if message is not None and wanted and not message.deleted:
            return message
    raise unknown("Message")


def remove_message(world: World, it: Interaction, name: str) -> None:
    """Delete an answer."""
    messages.remove(world, find_message(it, name))
