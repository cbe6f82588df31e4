"""A plain discord.py client with panels, forms and commands, to test the stand-in with."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import discord
import pytest
import yarl
from discord import app_commands

from .places import Place
from .pulse import at_once
from .server import PATIENCE, StandIn


def aim(standin: StandIn, monkeypatch: pytest.MonkeyPatch) -> None:
    """Point discord.py's addresses at the stand-in for one test."""
    settings = standin.settings()
    gateway = yarl.URL(settings["DISCORD_GATEWAY_URL"])
    monkeypatch.setattr("discord.http.Route.BASE", settings["DISCORD_API_BASE"])
    monkeypatch.setattr("discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY", gateway)
    monkeypatch.setattr("discord.Asset.BASE", settings["DISCORD_CDN_BASE"])


def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten discord.py's pauses between attempts to nearly nothing."""
    real = asyncio.sleep

    async def nap(seconds: float, *rest: Any) -> Any:
        return await real(min(seconds, 0.01), *rest)

    monkeypatch.setattr(asyncio, "sleep", nap)


class Bot(discord.Client):
    """A plain client that notes what it hears."""

    def __init__(self, content: bool = True, members: bool = False, **settings: Any) -> None:
        intents = discord.Intents.default()
        intents.message_content = content
        intents.members = members
        quick = {"guild_ready_timeout": 0.05, "chunk_guilds_at_startup": members}
        super().__init__(intents=intents, **{**quick, **settings})
        self.tree = app_commands.CommandTree(self)
        self.heard: list[discord.Message] = []
        self.noted: list[str] = []
        self.came = asyncio.Event()

    def note(self, what: str) -> None:
        """Write down an event."""
        self.noted.append(what)
        self.came.set()

    async def on_ready(self) -> None:
        """Connected and identified."""
        self.note("ready")

    async def on_resumed(self) -> None:
        """Connected again."""
        self.note("resumed")

    async def on_message(self, message: discord.Message) -> None:
        """Somebody else posted."""
        if message.author != self.user:
            self.heard.append(message)
            self.came.set()

    async def on_raw_message_edit(self, event: discord.RawMessageUpdateEvent) -> None:
        """A message changed."""
        self.note(f"edit {event.message.content}")

    async def on_raw_message_delete(self, event: discord.RawMessageDeleteEvent) -> None:
        """A message went."""
        self.note(f"delete {event.message_id}")

    async def on_raw_reaction_add(self, event: discord.RawReactionActionEvent) -> None:
        """Somebody reacted."""
        self.note(f"reaction {event.emoji}")

    async def until(self, look: Callable[[], Any]) -> None:
        """Wait until `look` returns something true; it is called again at every event."""
        async with asyncio.timeout(PATIENCE):
            while not look():
                self.came.clear()
                await self.came.wait()

    async def hears(self, count: int) -> list[str]:
        """Wait until `count` messages were heard, and return their texts."""
        await self.until(lambda: len(self.heard) >= count)
        return [message.content for message in self.heard]

    def at(self, place: Place) -> discord.PartialMessageable:
        """A channel to post to, not looked up in a cache."""
        return self.get_partial_messageable(place.id)


EVENTS = ("discord.py: on_", "discord-ui-", "CommandTree-invoker")


def hears(task: "asyncio.Task[object]") -> bool:
    """Is this a task in which discord.py deals with an event?"""
    return task.get_name().startswith(EVENTS)


def resting(standin: StandIn) -> Callable[[], Awaitable[None]]:
    """Makes a function that waits until no request and no event is being dealt with, or until a
    request is held back."""

    async def rest() -> None:
        async with asyncio.timeout(3 * PATIENCE):
            while standin.serving or any(map(hears, asyncio.all_tasks())):
                if standin.faults.holding:
                    return
                await asyncio.sleep(0.005)

    return rest


@asynccontextmanager
async def running(standin: StandIn, bot: Bot, sync: bool = False) -> AsyncIterator[Bot]:
    """Log the bot in, wait until it is ready, and close it when the block ends."""
    await bot.login(standin.token)
    if sync:
        await bot.tree.sync()
    task = asyncio.create_task(bot.connect())
    try:
        await standin.online()
        await bot.until(lambda: "ready" in bot.noted)
        standin.rest = resting(standin)
        yield bot
    finally:
        standin.rest = at_once
        await bot.close()
        await task


def options(*names: str) -> list[discord.SelectOption]:
    """Options whose labels are their values."""
    return [discord.SelectOption(label=name) for name in names]


class Orders(discord.ui.Modal, title="Orders"):
    """A form with a text and a choice."""

    text: discord.ui.Label[Any] = discord.ui.Label(
        text="Your orders", component=discord.ui.TextInput(max_length=200)
    )
    mood: discord.ui.Label[Any] = discord.ui.Label(
        text="Mood", component=discord.ui.Select(options=options("Bold", "Shy"))
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        """Repeat what was written."""
        text: Any = self.text.component
        mood: Any = self.mood.component
        await interaction.response.send_message(f"{text.value}, {mood.values[0]}")


class Survey(discord.ui.Modal, title="Survey"):
    """Every other kind of field."""

    who: discord.ui.Label[Any] = discord.ui.Label(
        text="Who", component=discord.ui.UserSelect(required=False)
    )
    side: discord.ui.Label[Any] = discord.ui.Label(
        text="Side",
        component=discord.ui.RadioGroup(
            options=[discord.RadioGroupOption(label=name, value=name) for name in ("Rome", "Gaul")]
        ),
    )
    sure: discord.ui.Label[Any] = discord.ui.Label(text="Sure", component=discord.ui.Checkbox())
    proof: discord.ui.Label[Any] = discord.ui.Label(
        text="Proof", component=discord.ui.FileUpload(required=False)
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        """Repeat what was chosen."""
        fields = (self.who, self.side, self.sure, self.proof)
        who, side, sure, proof = [label.component for label in fields]
        files = [(await file.read()).decode() for file in proof.values]  # type: ignore[attr-defined]
        names = [user.display_name for user in who.values]  # type: ignore[attr-defined]
        said = f"{names} {side.value} {sure.value} {files}"  # type: ignore[attr-defined]
        await interaction.response.send_message(said)


class Panel(discord.ui.View):
    """Two buttons and a select that outlive a restart."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    @discord.ui.button(label="Ready", custom_id="ready")
    async def ready(self, interaction: discord.Interaction, _: Any) -> None:
        """Change the panel."""
        await interaction.response.edit_message(content=f"{interaction.user.display_name} is ready")

    @discord.ui.button(label="Orders", custom_id="orders")
    async def orders(self, interaction: discord.Interaction, _: Any) -> None:
        """Open the form."""
        await interaction.response.send_modal(Orders())

    @discord.ui.select(custom_id="side", options=options("Rome", "Gaul"))
    async def side(self, interaction: discord.Interaction, chosen: Any) -> None:
        """Answer privately and late."""
        await interaction.response.defer()
        await interaction.followup.send(f"chose {chosen.values[0]}", ephemeral=True)


class Layout(discord.ui.LayoutView):
    """A panel in the new layout."""

    box: Any = discord.ui.Container(discord.ui.TextDisplay("Turn 3"), discord.ui.Separator())
    row: Any = discord.ui.ActionRow()

    @row.button(label="Ready", custom_id="layout-ready")  # type: ignore[untyped-decorator]
    async def ready(self, interaction: discord.Interaction, _: Any) -> None:
        """Answer privately."""
        await interaction.response.send_message("noted", ephemeral=True)


def with_commands(bot: Bot) -> Bot:
    """Give a bot a group of commands, a menu entry and a form."""
    match = app_commands.Group(name="match", description="Matches")

    @match.command()
    @app_commands.describe(system="Which rules", size="How large")
    async def new(
        interaction: discord.Interaction,
        system: str,
        size: app_commands.Range[int, 10, 30] = 20,
        rival: discord.Member | None = None,
    ) -> None:
        """Start a match."""
        await interaction.response.defer(ephemeral=True)
        await interaction.followup.send(f"{system} {size} {rival and rival.display_name}")
        await interaction.followup.send("public news")

    @new.autocomplete("system")
    async def systems(_: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        names = ["crusade7", "kriegsspiel"]
        return [app_commands.Choice(name=n, value=n) for n in names if n.startswith(typed)]

    @bot.tree.context_menu(name="Referee this post")
    async def referee(interaction: discord.Interaction, message: discord.Message) -> None:
        await interaction.response.send_message(f"read: {message.content}", ephemeral=True)

    @bot.tree.command()
    @app_commands.default_permissions(manage_guild=True)
    async def setup(interaction: discord.Interaction) -> None:
        """For administrators."""
        await interaction.response.send_message("done")

    @bot.tree.command()
    async def order(interaction: discord.Interaction) -> None:
        """Give orders in a form."""
        await interaction.response.send_modal(Orders())

    bot.tree.add_command(match)
    return bot
