"""People: what they type, press, choose and submit, and what they then see."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from . import commands, forms, interactions, messages, threads
from .components import BUTTON, SELECTS, TEXT_SELECT, find
from .errors import ApiError, HumanCannotError, Json
from .guild import Kind, Message, User
from .interactions import Interaction, Type
from .messages import Draft, Upload
from .permissions import Permission
from .places import Place

if TYPE_CHECKING:
    from .server import StandIn

LINK = 5


class Human:
    """A person in front of Discord's client; acting is instant, seeing is awaited."""

    def __init__(self, standin: "StandIn", user: User) -> None:
        self.standin = standin
        self.user = user
        self.here: Place | None = None

    @property
    def id(self) -> int:
        """The account's id."""
        return self.user.id

    @property
    def name(self) -> str:
        """The account's name."""
        return self.user.name

    @property
    def mention(self) -> str:
        """How a message names this person."""
        return self.user.mention

    def enter(self, place: Place) -> "Human":
        """Open a channel; commands without `here` are given in the last one opened."""
        self._check_sees(place)
        self.here = place
        return self

    def _check_sees(self, place: Place) -> None:
        if not self.standin.world.sees(self.id, place.channel):
            raise HumanCannotError(f"{self.name} cannot see #{place.name}")

    def _place(self, here: Place | None) -> Place:
        place = here or self.here
        if place is None:
            raise HumanCannotError(f"{self.name} is nowhere: enter(place) or give here=place")
        self._check_sees(place)
        self.here = place
        return place

    def say(self, place: Place, text: str = "", files: Iterable[Upload] = ()) -> Message:
        """Post a message."""
        return self._post(place, text, files, {})

    def reply(self, message: Message, text: str, ping: bool = True) -> Message:
        """Reply to a message, with or without the ping."""
        form: Json = {"message_reference": {"message_id": str(message.id)}}
        allowed = {"parse": ["users", "roles", "everyone"], "replied_user": ping}
        form["allowed_mentions"] = allowed
        return self._post(Place(self.standin, message.channel), text, (), form)

    def dm(self, text: str, files: Iterable[Upload] = ()) -> Message:
        """Write to the bot directly."""
        return self._post(self.standin.dm(self), text, files, {})

    def _post(self, place: Place, text: str, files: Iterable[Upload], form: Json) -> Message:
        world = self.standin.world
        draft = Draft({"content": text, **form}, dict(enumerate(files)))
        self.here = place
        try:
            messages.check_may_talk(world, self.user, place.channel, draft)
            return messages.post(world, place.channel, self.user, draft)
        except ApiError as refusal:
            raise HumanCannotError(f"{self.name} cannot post in #{place.name}: {refusal}") from None

    def start_thread(self, where: Place | Message, name: str, private: bool = False) -> Place:
        """Start a thread on a message, or in a channel, public or private."""
        world = self.standin.world
        form: Json = {"name": name, "type": 12 if private else 11}
        try:
            if isinstance(where, Message):
                thread = threads.begin_on(world, where, form, self.user)
            else:
                thread = threads.begin_alone(world, where.channel, form, self.user)
        except ApiError as refusal:
            raise HumanCannotError(f"{self.name} cannot start a thread: {refusal}") from None
        return Place(self.standin, thread)

    def open_post(self, forum: Place, name: str, text: str, tags: Iterable[str] = ()) -> Place:
        """Open a post in a forum, with tags by name."""
        ids = {tag["name"]: tag["id"] for tag in forum.channel.tags}
        form: Json = {"name": name, "message": {"content": text}}
        form["applied_tags"] = [ids[tag] for tag in tags]
        try:
            first = threads.begin_post(self.standin.world, forum.channel, form, {}, self.user)
        except ApiError as refusal:
            raise HumanCannotError(f"{self.name} cannot open a post: {refusal}") from None
        return Place(self.standin, first.channel)

    def invite(self, place: Place, who: "Human | User") -> None:
        """Bring a person, or `discord_.bot`, into a thread."""
        self._check_sees(place)
        user = who.user if isinstance(who, Human) else who
        if user.id not in place.facts.members:
            messages.add_to_thread(self.standin.world, place.channel, user)
            messages.notice(self.standin.world, place.channel, self.user, 1, mentions=[user])

    def edit(self, message: Message, text: str) -> None:
        """Change an own message."""
        if message.author is not self.user:
            raise HumanCannotError(f"{self.name} did not write that message")
        try:
            named = {"parse": ["users", "roles", "everyone"], "replied_user": message.reply_ping}
            form = {"content": text, "allowed_mentions": named}
            messages.edit(self.standin.world, message, form)
        except ApiError as refusal:
            raise HumanCannotError(f"{self.name} cannot edit that: {refusal}") from None

    def delete(self, message: Message) -> None:
        """Delete an own message, or with the right anybody's."""
        held = self.standin.world.permissions(self.id, message.channel)
        mine = message.author is self.user or message.only_for == self.id
        if not mine and not held & Permission.MANAGE_MESSAGES:
            raise HumanCannotError(f"{self.name} may not delete that message")
        messages.remove(self.standin.world, message)

    def react(self, message: Message, emoji: str) -> None:
        """Put an emoji below a message."""
        messages.react(self.standin.world, message, emoji, self.user, add=True)

    def unreact(self, message: Message, emoji: str) -> None:
        """Take the emoji back."""
        messages.react(self.standin.world, message, emoji, self.user, add=False)

    def pin(self, message: Message) -> None:
        """Pin a message."""
        held = self.standin.world.permissions(self.id, message.channel)
        if message.channel.kind != Kind.DM and not held & Permission.PIN_MESSAGES:
            raise HumanCannotError(f"{self.name} may not pin here")
        messages.set_pin(self.standin.world, message, pinned=True, who=self.user)

    def _offered(self, place: Place) -> list[Json]:
        shelves = self.standin.world.commands
        local = shelves.get(place.channel.guild_id, {}) if place.channel.guild_id else {}
        return [*local.values(), *shelves[None].values()]

    def slash(
        self,
        path: str,
        options: Json | None = None,
        /,
        *,
        here: Place | None = None,
        force: bool = False,
        **named: Any,
    ) -> Interaction:
        """Give a slash command such as `match new`; `force` sends what the client would not."""
        place = self._place(here)
        given = {**(options or {}), **named}
        command, chain = commands.resolve(self._offered(place), path)
        leaf = (chain[-1] if chain else command).get("options") or []
        if not force:
            may = self.standin.world.permissions(self.id, place.channel)
            commands.check_usable(command, place.channel.kind == Kind.DM, may)
            commands.check_given(path, leaf, set(given))
        content = forms.command_content(self.standin.world, place, command, chain, given, force)
        kind = Type.COMMAND
        return self._send(
            kind, place, content, command=self._full(command, chain), response_kind=20
        )

    def _full(self, command: Json, chain: list[Json]) -> str:
        return " ".join([command["name"], *(part["name"] for part in chain)])

    def _send(self, kind: Type, place: Place, content: Json, **facts: Any) -> Interaction:
        world = self.standin.world
        interaction = interactions.begin(world, kind, self.user, place.channel, **facts)
        interactions.send(world, interaction, content)
        return interaction

    async def autocomplete(
        self,
        path: str,
        focused: str,
        options: Json | None = None,
        /,
        *,
        here: Place | None = None,
        timeout: float = 5.0,
        **named: Any,
    ) -> list[Json]:
        """Type into the option `focused` and return the choices offered."""
        place = self._place(here)
        given = {**(options or {}), **named}
        given.setdefault(focused, "")
        command, chain = commands.resolve(self._offered(place), path)
        leaf = (chain[-1] if chain else command).get("options") or []
        if not any(option["name"] == focused and option.get("autocomplete") for option in leaf):
            raise HumanCannotError(f"/{path}: {focused} offers no completion")
        world = self.standin.world
        content = forms.command_content(world, place, command, chain, given, True, focused)
        asked = self._send(Type.AUTOCOMPLETE, place, content)
        what = f"choices for {focused} of /{path}"
        await self.standin.until(lambda: asked.choices is not None, timeout, what)
        return asked.choices or []

    def context_menu(
        self, name: str, target: "Message | Human", here: Place | None = None
    ) -> Interaction:
        """Choose an entry from the menu of a message or of a person."""
        if isinstance(target, Message):
            wanted, here = commands.MESSAGE_MENU, Place(self.standin, target.channel)
        else:
            wanted = commands.USER_MENU
        place = self._place(here)
        found = [c for c in self._offered(place) if c["type"] == wanted and c["name"] == name]
        if not found:
            raise HumanCannotError(f"there is no menu entry {name!r} here")
        may = self.standin.world.permissions(self.id, place.channel)
        commands.check_usable(found[0], place.channel.kind == Kind.DM, may)
        content = forms.menu_content(self.standin.world, place, found[0], target)
        return self._send(Type.COMMAND, place, content, command=name, response_kind=23)

    def _component(self, message: Message, name: str, force: bool) -> Json:
        if not force and (message.deleted or message.only_for not in {None, self.id}):
            raise HumanCannotError(f"{self.name} does not see that message")
        component = find(message.components, name)
        if component is None and force:
            component = find(message.worn, name)
        if component is None:
            raise HumanCannotError(f"{name!r} is not on that message: {message.components}")
        if component.get("disabled") and not force:
            raise HumanCannotError(f"{name!r} is greyed out")
        return component

    def click(self, message: Message, name: str, force: bool = False) -> Interaction:
        """Press the button with this custom_id, label or emoji.  `force` also presses one that is
        grey, or that is gone already but this person's client does not know it yet."""
        button = self._component(message, name, force)
        if button["type"] != BUTTON or button.get("style") == LINK:
            raise HumanCannotError(f"{name!r} is no button that tells the bot")
        content = {"custom_id": button["custom_id"], "component_type": BUTTON, "id": button["id"]}
        place = Place(self.standin, message.channel)
        return self._send(Type.COMPONENT, self._place(place), content, source=message)

    def select(
        self, message: Message, name: str, *choices: Any, force: bool = False
    ) -> Interaction:
        """Choose from the select with this custom_id or placeholder, by label or value."""
        menu = self._component(message, name, force)
        if menu["type"] not in SELECTS:
            raise HumanCannotError(f"{name!r} is no select")
        place = self._place(Place(self.standin, message.channel))
        content = {"custom_id": menu["custom_id"], "component_type": menu["type"]}
        content |= {
            "id": menu["id"],
            **forms.chosen(self.standin.world, place, menu, choices, force),
        }
        if menu["type"] == TEXT_SELECT:
            content.pop("resolved", None)
        return self._send(Type.COMPONENT, place, content, source=message)

    async def modal(self, interaction: Interaction, timeout: float = 5.0) -> Interaction:
        """Wait for the form that an interaction opens; hand the result to `submit_modal`."""
        what = f"a modal for {self.name}"
        await self.standin.until(lambda: interaction.answer is not None, timeout, what)
        if interaction.modal is None:
            raise AssertionError(f"no modal but {interaction.answer!r} {interaction.message}")
        return interaction

    def submit_modal(
        self, opened: Interaction, values: dict[str, Any], force: bool = False
    ) -> Interaction:
        """Fill in a form by label or custom_id and send it off."""
        if opened.modal is None:
            raise HumanCannotError("that interaction opened no modal")
        place = Place(self.standin, opened.channel)
        content = forms.modal_content(self.standin.world, place, opened.modal, values, force)
        return self._send(Type.MODAL, place, content, source=opened.source)

    async def answer(self, interaction: Interaction, timeout: float = 5.0) -> Message:
        """Wait for the message that answers an interaction, after any "thinking"; it may be
        ephemeral."""

        def look() -> Message | None:
            message = interaction.message
            ready = message is not None and not message.loading and not message.deleted
            updated = interaction.answer == interactions.Callback.UPDATE
            if ready and (message is not interaction.source or updated):
                return message
            return next(iter(interaction.shown), None)

        try:
            return await self.standin.until(look, timeout, "an answer")
        except AssertionError as failure:
            sent = interaction.answer.name if interaction.answer else "nothing"
            asked = interaction.command or interaction.asked.get("custom_id")
            raise AssertionError(f"{self.name}, {asked}: {failure}; got {sent}") from None

    async def answers(
        self, interaction: Interaction, count: int, timeout: float = 5.0
    ) -> list[Message]:
        """Wait for at least `count` messages that answer an interaction."""

        def look() -> list[Message] | None:
            return interaction.shown if len(interaction.shown) >= count else None

        return await self.standin.until(look, timeout, f"{count} answers for {self.name}")

    def sees(self, place: Place) -> list[Message]:
        """Everything that this person sees in a channel."""
        return place.visible_to(self)

    @property
    def inbox(self) -> list[Message]:
        """What the bot wrote to this person directly."""
        return self.standin.dm(self).from_bot

    def was_pinged(self, message: Message) -> bool:
        """Whether a message made this person's phone ring when it was posted."""
        guild = self.standin.world.guilds.get(message.channel.guild_id or 0)
        roles = set(guild.members[self.id].roles) if guild and self.id in guild.members else set()
        named = self.user in message.rang or bool(roles & set(message.rang_roles))
        return named or message.rang_everyone

    def __repr__(self) -> str:
        return f"<{self.name} {self.id}>"
