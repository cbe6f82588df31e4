"""Setting a server up: which permissions the bot lacks and where, its GMs' role, its words."""

from typing import Any

import discord
from discord import ui

from bot.chat.adapt import PERMISSIONS, respond
from bot.chat.telling import defer
from bot.chat.views.base import Interaction, Pressed, begin, panel, show
from bot.referee.service import RefereeError
from bot.render.escape import plain

NOTHING_MISSING = "I have every permission that I need."


async def tell_lacking(interaction: Interaction) -> None:
    """What is missing here and where matches are played, and the next steps."""
    bot = interaction.client
    await defer(interaction)
    if interaction.guild is None:
        await respond(interaction, "In a direct message nothing has to be set up.")
        return
    lines = missing_lines(interaction.channel_id, interaction.app_permissions)
    for place in await bot.referee.mail.places(str(interaction.guild.id)):
        channel = interaction.guild.get_channel_or_thread(int(place.channel))
        if channel is not None and channel.id != interaction.channel_id:
            held = channel.permissions_for(interaction.guild.me)
            lines += missing_lines(channel.id, held)
    content = (
        "Plain messages are read."
        if bot.content
        else "The message-content intent is off: orders come by reply, mention, direct "
        "message or command. That is all right."
    )
    role = bot.gm_roles_of(str(interaction.guild.id))
    named = " and ".join(f"<@&{one}>" for one in sorted(role))
    steps = [f"GM rights in every match here: {named or 'no role; choose one below, if you like'}."]
    steps.append("Then `/match new` makes a match with a thread of its own.")
    text = "\n".join((*(lines or [NOTHING_MISSING]), content, *steps))
    await respond(interaction, text, view=panel([GmRole(), CheckAgain()]))


async def choose_gm_role(interaction: Interaction, role: str) -> str:
    """Give a role GM rights here (none: an empty text); what is said of it.  Raises
    `RefereeError` unless it is said by who manages the server."""
    bot, guild = interaction.client, interaction.guild_id
    if guild is None:
        raise RefereeError("a role belongs to a server: say this there")
    if not bot.caller_of(interaction).manager:
        raise RefereeError("only someone who manages the server may do that")
    chosen = "" if role == str(guild) else role
    await bot.set_gm_role(str(guild), chosen)
    if not chosen:
        return "No role has GM rights here; the GMs of each match have them."
    return f"<@&{chosen}> has GM rights in every match of this server."


NO_WORDS = (
    "This server has taught no words. `/setup words phrase: the big guy means: WR1` teaches, for "
    "who manages it or has its GM role."
)


async def change_words(interaction: Interaction, phrase: str, means: str, remove: str) -> str:
    """Teach the server a phrase, take one away, or (all empty) list what it has been taught.
    Raises `RefereeError`: everybody here may look, its managers and GMs teach."""
    bot, guild = interaction.client, interaction.guild_id
    if guild is None:
        raise RefereeError("these words belong to a server: say this there")
    caller, words = bot.caller_of(interaction), bot.referee.server_words
    bot.looking.check(caller.user)
    if not (phrase or means or remove):
        known = [f"- {plain(said)} = {plain(meant)}" for said, meant in words.of(str(guild))]
        return "\n".join(("Every match of this server knows:", *known)) if known else NO_WORDS
    if not (caller.manager or caller.referee_role):
        raise RefereeError("only someone who manages the server, or has its GM role, may do that")
    if remove:
        if phrase or means:
            raise RefereeError("one thing at a time: remove, or phrase and means")
        return f"This server has forgotten: {plain(await words.forget(str(guild), remove))}"
    said, meant = await words.teach(str(guild), phrase, means)
    return f"In every match of this server: {plain(said)} = {plain(meant)}"


class GmRole(Pressed, template="cr:sr"):
    """The role that has GM rights on a server; none is a choice too."""

    def __init__(self) -> None:
        super().__init__(
            ui.RoleSelect(
                placeholder="the role of your GMs", custom_id="cr:sr", min_values=0, max_values=1
            )
        )

    async def act(self, interaction: Interaction) -> None:
        """As `/setup gm-role`."""
        await begin(interaction)
        data: Any = interaction.data
        await show(interaction, await choose_gm_role(interaction, "".join(data["values"][:1])))


class CheckAgain(Pressed, template="cr:sc"):
    """Look once more, after a permission was given."""

    def __init__(self) -> None:
        super().__init__(ui.Button(label="Check again", custom_id="cr:sc"))

    async def act(self, interaction: Interaction) -> None:
        """As `/setup check`."""
        await tell_lacking(interaction)


def missing_lines(channel: int | None, held: discord.Permissions) -> list[str]:
    """One line per permission that the bot needs in a channel and does not have."""
    lacking = [name for name, wanted in PERMISSIONS if wanted and not getattr(held, name)]
    return [f"- {title(name)} is missing in <#{channel}>" for name in lacking]


def title(name: str) -> str:
    """`Send Messages In Threads`, as Discord writes it."""
    return name.replace("_", " ").title()


SETUP: tuple[type[Pressed], ...] = (GmRole, CheckAgain)
"""What is registered at start."""
