"""The two bots that `chat` measures, each in a process of its own: the referee and a bare echo.

`python -m tests.bench.bots referee FILE` or `... echo`: says `ready` when it takes messages, and
when its input ends, how many bytes of memory it holds; then it stops.  What the referee needs is
imported by the referee alone, so that the echo bot's memory is a bare bot's.
"""

import asyncio
import cProfile
import gc
import os
import resource
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import discord
import yarl
from discord import app_commands

UNLIMITED = 10**9


def memory() -> int:
    """The bytes of this process that are in memory; where nobody can say, the most that were."""
    gc.collect()
    pages = Path("/proc/self/statm")
    if pages.is_file():
        return int(pages.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else 1024 * most


async def until_told() -> None:
    """Wait until the input ends, then say how much memory is held."""
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    print(memory(), flush=True)


class Echo(discord.Client):
    """As little as a bot can be: `/echo` and messages come back as they are."""

    def __init__(self) -> None:
        intents = discord.Intents.none()
        intents.guilds = intents.guild_messages = intents.message_content = True
        quiet: Any = {
            "chunk_guilds_at_startup": False,
            "max_messages": None,
            "guild_ready_timeout": 0.1,
        }
        super().__init__(intents=intents, **quiet)
        self.tree = app_commands.CommandTree(self)
        self.there = asyncio.Event()

        @self.tree.command(name="echo")
        async def echo(interaction: discord.Interaction[Any], text: str) -> None:
            """Say it again."""
            await interaction.response.send_message(text, ephemeral=True)

    async def setup_hook(self) -> None:
        """Tell Discord the command."""
        await self.tree.sync()

    async def on_ready(self) -> None:
        """Messages are taken from now on."""
        self.there.set()

    async def on_message(self, message: discord.Message) -> None:
        """Say it again."""
        if message.author != self.user:
            await message.channel.send(message.content)


async def echo() -> None:
    """The bare bot."""
    discord.http.Route.BASE = os.environ["DISCORD_API_BASE"]
    gateway = yarl.URL(os.environ["DISCORD_GATEWAY_URL"])
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = gateway
    async with Echo() as bot:
        running = asyncio.create_task(bot.start(os.environ["DISCORD_TOKEN"]))
        await bot.there.wait()
        await until_told()
    await running


async def referee(file: str) -> None:
    """The referee as `referee discord` runs it, but nobody is ever too fast for it."""
    from bot.chat.client import RefereeBot, serve
    from bot.config import read_discord_config
    from bot.referee.service import Referee
    from bot.store import Store

    store = await Store.open(file)
    made: asyncio.Queue[RefereeBot] = asyncio.Queue()
    stop = asyncio.Event()
    config = read_discord_config(dict(os.environ))
    running = asyncio.create_task(serve(Referee(store), config, stop, made.put_nowait))
    bot = await made.get()
    bot.doors.pace.burst = bot.looking.burst = UNLIMITED
    while bot.get_cog("Play") is None or not bot.online.is_set():
        await asyncio.sleep(0.05)
    await bot.until_open()
    await until_told()
    stop.set()
    await running
    await store.close()


def main() -> None:
    """Run one of them; with REFEREE_PROFILE=FILE, note what its time was spent on."""
    profile = os.environ.get("REFEREE_PROFILE")
    with cProfile.Profile() if profile else nullcontext() as profiler:
        asyncio.run(echo() if sys.argv[1] == "echo" else referee(sys.argv[2]))
    if profiler is not None:
        profiler.dump_stats(f"{profile}.{sys.argv[1]}.{os.getpid()}")


if __name__ == "__main__":
    main()
