"""The guided set-up of a server: choices of its managers, missing permissions, a first match."""

from collections.abc import Iterator
from typing import Any

import discord
from discord import ui

from bot.chat.adapt import PERMISSIONS, as_discord_writes, defer, respond
from bot.chat.founding import make_practice
from bot.chat.views.base import Button, Interaction, Menu, Pressed, begin, chosen, panel, show
from bot.history.looks import FORMS
from bot.lobby.habits import ChannelHabits
from bot.referee.gate import check_manages_server
from bot.referee.open_match import needed
from bot.referee.service import RefereeError
from rules import games

NOTHING_MISSING = "Permissions: I have every permission that I need."
OPEN: dict[str, Any] = {"min_values": 0, "max_values": 1}
"""Options of a menu from which one may also choose nothing."""

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

BOARD_WORDS = {"both": "text and picture", "text": "text only", "picture": "picture only"}


async def tell_setup(interaction: Interaction) -> None:
    """Answer with how this server is set up, what is missing and what to do, and the choices."""
    await defer(interaction)
    if interaction.guild is None:
        await respond(interaction, "In a direct message nothing has to be set up.")
        return
    await respond(interaction, await setup_text(interaction), view=panel(items(interaction)))


async def show_again(interaction: Interaction, done: str = "") -> None:
    """Show the same page, brought up to date after a choice."""
    text = await setup_text(interaction)
    await show(interaction, f"{done}\n{text}" if done else text, items(interaction))


def items(interaction: Interaction) -> list[Pressed]:
    """The items below the page: for whoever manages the server a menu for each choice, showing what
    is chosen; for everybody the buttons to check again and to try the bot."""
    if not interaction.client.caller_of(interaction).manager:
        return [CheckAgain(), TryIt()]
    habits = interaction.client.habits.of(str(interaction.guild_id))
    boards = [
        discord.SelectOption(label=f"3. boards as {words}", value=one, default=one == habits.board)
        for one, words in BOARD_WORDS.items()
    ]
    return [Home(), GmRole(), Boards(options=boards), PickNews(), CheckAgain(), TryIt()]


async def setup_text(interaction: Interaction) -> str:
    """The page: numbered choices, then permissions one by one, then how orders come."""
    bot, guild = interaction.client, interaction.guild
    assert guild is not None
    habits = bot.habits.of(str(guild.id))
    manager = bot.caller_of(interaction).manager
    lines = ["**Setting me up on this server**" + ("" if manager else " (for who manages it)")]
    roles = " and ".join(f"<@&{one}>" for one in sorted(bot.gm_roles_of(str(guild.id))))
    told = f"in <#{habits.news}>" if habits.news else "in their own thread only"
    lines += [
        "1. Matches are played " + where_played(habits),
        f"2. GM rights in every match here: {roles or 'no role; those of each match have them'}",
        f"3. Boards of new matches: {BOARD_WORDS[habits.board]} (`/screen match` for one match)",
        f"4. Matches that look for players are told {told}",
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


def where_played(habits: ChannelHabits) -> str:
    """`in threads of <#5>, ...`: where matches of the server are played."""
    if habits.home:
        return f"in threads of <#{habits.home}>, wherever somebody says `/match new`"
    return "in threads of the channel where they are made"


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
            yield f"- {as_discord_writes(name)} is missing in <#{channel}>: {NEEDED[name]}"


async def choose_gm_role(interaction: Interaction, role: str) -> str:
    """Give a role GM rights on this server (empty: none); returns the answer.  Raises
    `RefereeError` unless the caller manages the server."""
    guild = check_manager(interaction)
    role = "" if role == guild else role
    await interaction.client.set_gm_role(guild, role)
    if not role:
        return "No role has GM rights here; the GMs of each match have them."
    return f"<@&{role}> has GM rights in every match of this server."


def check_manager(interaction: Interaction) -> str:
    """The id of the server.  Raises `RefereeError` unless the caller manages it."""
    guild = needed(interaction.guild_id, "a role belongs to a server: say this there")
    check_manages_server(interaction.client.caller_of(interaction))
    return str(guild)


async def choose(interaction: Interaction, **habits: str) -> None:
    """Change a habit of the server, for whoever manages it, and show the page again."""
    await interaction.client.habits.change(check_manager(interaction), **habits)
    await show_again(interaction)


def channel_menu(name: str, told: str, *kinds: discord.ChannelType) -> ui.ChannelSelect[Any]:
    """A menu of the channels of these kinds."""
    return ui.ChannelSelect(placeholder=told, channel_types=[*kinds], custom_id=name, **OPEN)


class Home(Pressed, id="sh"):
    """Chooses the channel below which matches are played."""

    def __init__(self) -> None:
        told = "1. the channel of your matches"
        super().__init__(channel_menu(self.head, told, discord.ChannelType.text))

    async def act(self, interaction: Interaction) -> None:
        """Make new matches get their threads there from now on."""
        await begin(interaction)
        await choose(interaction, home=chosen(interaction))


class GmRole(Pressed, id="sr"):
    """Chooses the role that has GM rights on a server, or none."""

    def __init__(self) -> None:
        told = "2. the role of your GMs"
        super().__init__(ui.RoleSelect(placeholder=told, custom_id=self.head, **OPEN))

    async def act(self, interaction: Interaction) -> None:
        """Do as `/setup gm-role`."""
        await begin(interaction)
        await show_again(interaction, await choose_gm_role(interaction, chosen(interaction)))


class Boards(Menu, id="sb"):
    """Chooses how new matches show their boards."""

    async def act(self, interaction: Interaction) -> None:
        """Make new matches begin with it from now on."""
        await begin(interaction)
        check_manager(interaction)
        if (board := chosen(interaction)) not in FORMS:
            raise RefereeError(f"a board is {', '.join(FORMS)}")
        await choose(interaction, board=board)


class PickNews(Pressed, id="sn"):
    """Chooses the channel where matches that look for players are announced."""

    def __init__(self) -> None:
        told, kinds = "4. where matches that look for players are told", discord.ChannelType
        super().__init__(channel_menu(self.head, told, kinds.text, kinds.news))

    async def act(self, interaction: Interaction) -> None:
        """Announce them there as well from now on."""
        await begin(interaction)
        await choose(interaction, news=chosen(interaction))


class CheckAgain(Button, id="sc", label="Check again"):
    """Checks once more, after a permission was given."""

    async def act(self, interaction: Interaction) -> None:
        """Do as `/setup check`."""
        await begin(interaction)
        await show_again(interaction)


class TryIt(Button, id="st", label="Try it", style=discord.ButtonStyle.success):
    """Makes a first match against the machine."""

    async def act(self, interaction: Interaction) -> None:
        """Do as `/match practice opponent: easy`."""
        await defer(interaction)
        await make_practice(interaction, games()[0].id, "easy")
