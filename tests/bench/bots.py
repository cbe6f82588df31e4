"""The two bots that `chat` measures, each in a process of its own: the referee and a bare echo.

`python -m tests.bench.bots referee FILE` (or `traced FILE`, or `echo`) prints `ready` when it takes
messages; for each line of its input, how many seconds its event loop has worked; and at the end of
the input, how many bytes of memory it uses.  Then it stops.  Only the referee imports what the
referee needs, so that the echo bot uses no more memory than a bare bot.
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
    """The bytes of memory that this process uses; on systems without /proc, its peak."""
    gc.collect()
    pages = Path("/proc/self/statm")
    if pages.is_file():
        return int(pages.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else 1024 * most


async def until_told(say: Callable[[], object] = time.thread_time) -> None:
    """Print `ready`; for each line of the input how long this event loop has worked (or what `say`
    returns); and at the end of the input how much memory is used."""
    print("ready", flush=True)
    while await asyncio.to_thread(sys.stdin.readline):
        print(say(), flush=True)
    print(memory(), flush=True)


class Echo(discord.Client):
    """The smallest possible bot: it sends back messages, and the text of `/echo`."""

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
        """Register the command with Discord."""
        await self.tree.sync()

    async def on_ready(self) -> None:
        """Note that messages are taken from now on."""
        self.there.set()

    async def on_message(self, message: discord.Message) -> None:
        """Send the message back."""
        if message.author != self.user:
            await message.channel.send(message.content)


async def echo() -> None:
    """Run the echo bot until the input ends."""
    discord.http.Route.BASE = os.environ["DISCORD_API_BASE"]
    gateway = yarl.URL(os.environ["DISCORD_GATEWAY_URL"])
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = gateway
    async with Echo() as bot:
        running = asyncio.create_task(bot.start(os.environ["DISCORD_TOKEN"]))
        await bot.there.wait()
        await until_told()
    await running


async def referee(file: str, traced: bool = False) -> None:
    """Run the referee as `referee discord` does, but without its limits on fast senders.

    `traced`: for each line of the input it prints what it has done since the last one.
    """
    from bot.chat.client import RefereeBot
    from bot.chat.serving import serve
    from bot.config import read_discord_config
    from bot.referee.service import Referee
    from bot.render import easel
    from bot.store import Store

    easel.KEPT = 1  # so a board that comes back later is drawn anew, like a board never seen
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
    """Run one of the bots; with REFEREE_PROFILE=FILE, also write a profile of it."""
    profile = os.environ.get("REFEREE_PROFILE")
    with cProfile.Profile() if profile else nullcontext() as profiler:
        traced = sys.argv[1] == "traced"
        asyncio.run(echo() if sys.argv[1] == "echo" else referee(sys.argv[2], traced))
    if profiler is not None:
        profiler.dump_stats(f"{profile}.{sys.argv[1]}.{os.getpid()}")


if __name__ == "__main__":
    main()
