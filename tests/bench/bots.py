"""The two bots that `chat` measures, each in a process of its own: the referee and a bare echo.

`python -m tests.bench.bots referee FILE` (or `traced FILE`) or `... echo`: says `ready` when it
takes messages, for each line how many seconds its event loop has worked, and when its input ends,
how many bytes of memory it holds; then it stops.  What the referee needs is
imported by the referee alone, so that the echo bot's memory is a bare bot's.
"""

import asyncio
import cProfile
import gc
import os
import resource
import sys
import time
from collections.abc import Callable
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


async def until_told(say: Callable[[], object] = time.thread_time) -> None:
    """Say for each line of the input how long this event loop has worked, or what `say` says; when
    it ends, how much memory is held."""
    print("ready", flush=True)
    while await asyncio.to_thread(sys.stdin.readline):
        print(say(), flush=True)
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


async def referee(file: str, traced: bool = False) -> None:
    """The referee as `referee discord` runs it, but nobody is ever too fast for it.

    `traced`: it says for each line of the input what it has done since the last one.
    """
    from bot.chat.client import RefereeBot
    from bot.chat.serving import serve
    from bot.config import read_discord_config
    from bot.referee.service import Referee
    from bot.render import easel
    from bot.store import Store

    easel.KEPT = 1  # a board that comes back later is drawn once more, as if it were another one
    store = await Store.open(file)
    trace = None
    if traced:
        from tests.bench.tracing import Trace, steps_of_a_message

        trace = Trace()
        trace.watch(steps_of_a_message())
        trace.listen(store)
    made: asyncio.Queue[RefereeBot] = asyncio.Queue()
    stop = asyncio.Event()
    config = read_discord_config(dict(os.environ))
    running = asyncio.create_task(serve(Referee(store), config, stop, made.put_nowait))
    bot = await made.get()
    bot.doors.pace.burst = bot.looking.burst = UNLIMITED
    while not bot.gateways.online.is_set():
        await asyncio.sleep(0.05)
    await bot.messages.inbox.opened()
    await until_told(time.thread_time if trace is None else trace.told)
    stop.set()
    await running
    await store.close()


def main() -> None:
    """Run one of them; with REFEREE_PROFILE=FILE, note what its time was spent on."""
    profile = os.environ.get("REFEREE_PROFILE")
    with cProfile.Profile() if profile else nullcontext() as profiler:
        traced = sys.argv[1] == "traced"
        asyncio.run(echo() if sys.argv[1] == "echo" else referee(sys.argv[2], traced))
    if profiler is not None:
        profiler.dump_stats(f"{profile}.{sys.argv[1]}.{os.getpid()}")


if __name__ == "__main__":
    main()
