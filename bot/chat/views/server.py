"""The set-up of a server, guided: choices for who manages it, what is missing, a first match."""

from collections.abc import Iterator
from typing import Any

import discord
from discord import ui

from bot.chat.adapt import PERMISSIONS, respond
from bot.chat.practising import make_practice
from bot.chat.telling import defer
from bot.chat.views.base import Button, Interaction, Pressed, begin, panel, show
from bot.history.looks import FORMS
from bot.lobby.habits import Habits
from bot.referee.gate import check_manages_server
from bot.referee.service import RefereeError
from rules import games

NOTHING_MISSING = "Permissions: I have every permission that I need."
WHERE_TO = (
    "Give them to my role: *Server Settings > Roles*, or for one channel *Edit Channel > "
    "Permissions*; then press *Check again*."
)
NEEDED = {
    "view_channel": "or I see nothing there",
    "send_messages": "or I cannot answer",
    "send_messages_in_threads": "a match is played in its thread",
    "create_public_threads": "each match gets a thread of its own",
    "attach_files": "pictures of the board, the forum pack, exports",
    "read_message_history": "orders written while I was away",
    "add_reactions": "the tick on each order; without it the turn's post comes anew each time",
    "pin_messages": "the post that says whose turn it is",
}
"""Why each permission is asked for."""

BOARD_WORDS = {
    "both": "text and picture",
    "text": "text only",
    "picture": "picture only",
}


async def tell_setup(interaction: Interaction) -> None:
    """How this server is set up, what is missing and what to do, and the choices."""
    await defer(interaction)
    if interaction.guild is None:
        await respond(interaction, "In a direct message nothing has to be set up.")
        return
    items = choices(interaction) if interaction.client.caller_of(interaction).manager else []
    text = await setup_text(interaction)
    await respond(interaction, text, view=panel([*items, *steps()]))


async def show_again(interaction: Interaction, done: str = "") -> None:
    """The same page, brought up to date after a choice."""
    items = choices(interaction) if interaction.client.caller_of(interaction).manager else []
    text = await setup_text(interaction)
    await show(interaction, f"{done}\n{text}" if done else text, [*items, *steps()])


def steps() -> list[Pressed]:
    """What comes after the choices."""
    return [CheckAgain(), TryIt()]


def choices(interaction: Interaction) -> list[Pressed]:
    """One menu for each choice, what is chosen shown in it."""
    habits = interaction.client.habits.of(str(interaction.guild_id))
    return [Home(), GmRole(), Boards(habits.board), News()]


async def setup_text(interaction: Interaction) -> str:
    """Numbered choices, then permissions one by one, then how orders come."""
    bot, guild = interaction.client, interaction.guild
    assert guild is not None
    habits = bot.habits.of(str(guild.id))
    manager = bot.caller_of(interaction).manager
    lines = ["**Setting me up on this server**" + ("" if manager else " (for who manages it)")]
    roles = " and ".join(f"<@&{one}>" for one in sorted(bot.gm_roles_of(str(guild.id))))
    lines += [
        "1. Matches are played " + where_played(habits),
        f"2. GM rights in every match here: {roles or 'no role; those of each match have them'}",
        f"3. Boards of new matches: {BOARD_WORDS[habits.board]} (`/screen match` for one match)",
        "4. Matches that look for players are told " + where_told(habits),
        *["I learn from play here (`/setup learning`)."] * bool(habits.learning),
        "",
        *await permission_lines(interaction),
    ]
    lines.append(
        "Plain messages are read."
        if bot.content
        else "The message-content intent is off: orders come by reply, mention, direct message or "
        "command. That is all right."
    )
    lines.append("*Try it* makes a practice match; then `/match new` makes one with a thread.")
    return "\n".join(lines)


def where_played(habits: Habits) -> str:
    """`in <#5>`."""
    if habits.home:
        return f"in threads of <#{habits.home}>, wherever somebody says `/match new`"
    return "in threads of the channel where they are made"


def where_told(habits: Habits) -> str:
    """`in <#5>`."""
    return f"in <#{habits.news}>" if habits.news else "in their own thread only"


async def permission_lines(interaction: Interaction) -> list[str]:
    """What is missing here, in the channels that are chosen, and where matches are played."""
    guild, bot = interaction.guild, interaction.client
    assert guild is not None
    lines = list(missing_lines(interaction.channel_id, interaction.app_permissions))
    habits = bot.habits.of(str(guild.id))
    known = [place.channel for place in await bot.referee.mail.places(str(guild.id))]
    wanted = dict.fromkeys(one for one in (habits.home, habits.news, *known) if one)
    for channel in wanted:
        found = guild.get_channel_or_thread(int(channel))
        if found is not None and found.id != interaction.channel_id:
            lines += missing_lines(found.id, found.permissions_for(guild.me))
        elif found is None and channel in (habits.home, habits.news):
            lines.append(f"- <#{channel}> is gone, or I may not see it: choose another")
    return [*lines, WHERE_TO] if lines else [NOTHING_MISSING]


def missing_lines(channel: int | None, held: discord.Permissions) -> Iterator[str]:
    """One line per permission that the bot needs in a channel and does not have."""
    for name, wanted in PERMISSIONS:
        if wanted and not getattr(held, name):
            yield f"- {title(name)} is missing in <#{channel}>: {NEEDED[name]}"


def title(name: str) -> str:
    """`Send Messages In Threads`, as Discord writes it."""
    return name.replace("_", " ").title()


async def choose_gm_role(interaction: Interaction, role: str) -> str:
    """Give a role GM rights here (none: an empty text); what is said of it.  Raises
    `RefereeError` unless it is said by who manages the server."""
    guild = check_manager(interaction)
    chosen = "" if role == guild else role
    await interaction.client.set_gm_role(guild, chosen)
    if not chosen:
        return "No role has GM rights here; the GMs of each match have them."
    return f"<@&{chosen}> has GM rights in every match of this server."


def check_manager(interaction: Interaction) -> str:
    """The server, for who manages it.  Raises `RefereeError`."""
    if interaction.guild_id is None:
        raise RefereeError("a role belongs to a server: say this there")
    check_manages_server(interaction.client.caller_of(interaction))
    return str(interaction.guild_id)


def picked(interaction: Interaction) -> str:
    """What was chosen in a menu; nothing is a choice too."""
    data: Any = interaction.data
    return "".join(data["values"][:1])


class Home(Pressed, template="cr:sh"):
    """The channel below which matches are played."""

    def __init__(self) -> None:
        super().__init__(
            ui.ChannelSelect(
                placeholder="1. the channel of your matches",
                channel_types=[discord.ChannelType.text],
                custom_id="cr:sh",
                min_values=0,
                max_values=1,
            )
        )

    async def act(self, interaction: Interaction) -> None:
        """From now on new matches get their threads there."""
        await begin(interaction)
        await interaction.client.habits.change(check_manager(interaction), home=picked(interaction))
        await show_again(interaction)


class GmRole(Pressed, template="cr:sr"):
    """The role that has GM rights on a server; none is a choice too."""

    def __init__(self) -> None:
        super().__init__(
            ui.RoleSelect(
                placeholder="2. the role of your GMs", custom_id="cr:sr", min_values=0, max_values=1
            )
        )

    async def act(self, interaction: Interaction) -> None:
        """As `/setup gm-role`."""
        await begin(interaction)
        await show_again(interaction, await choose_gm_role(interaction, picked(interaction)))


class Boards(Pressed, template="cr:sb"):
    """How new matches show their boards."""

    def __init__(self, now: str = "") -> None:
        options = [
            discord.SelectOption(
                label=f"3. boards as {BOARD_WORDS[one]}", value=one, default=one == now
            )
            for one in FORMS
        ]
        super().__init__(ui.Select(options=options, custom_id="cr:sb"))

    async def act(self, interaction: Interaction) -> None:
        """From now on new matches begin with it."""
        await begin(interaction)
        server, board = check_manager(interaction), picked(interaction)
        if board not in FORMS:
            raise RefereeError(f"a board is {', '.join(FORMS)}")
        await interaction.client.habits.change(server, board=board)
        await show_again(interaction)


class News(Pressed, template="cr:sn"):
    """The channel where matches that look for players are told."""

    def __init__(self) -> None:
        super().__init__(
            ui.ChannelSelect(
                placeholder="4. where matches that look for players are told",
                channel_types=[discord.ChannelType.text, discord.ChannelType.news],
                custom_id="cr:sn",
                min_values=0,
                max_values=1,
            )
        )

    async def act(self, interaction: Interaction) -> None:
        """From now on they are told there as well."""
        await begin(interaction)
        await interaction.client.habits.change(check_manager(interaction), news=picked(interaction))
        await show_again(interaction)


class CheckAgain(Button, id="sc", label="Check again"):
    """Look once more, after a permission was given."""

    async def act(self, interaction: Interaction) -> None:
        """As `/setup check`."""
        await begin(interaction)
        await show_again(interaction)


class TryIt(Button, id="st", label="Try it", style=discord.ButtonStyle.success):
    """The first match, against the machine."""

    async def act(self, interaction: Interaction) -> None:
        """As `/match practice opponent: easy`."""
        await defer(interaction)
        await make_practice(interaction, games()[0].id, "easy")


SERVER: tuple[type[Pressed], ...] = (Home, GmRole, Boards, News, CheckAgain, TryIt)
"""What is registered at start."""
