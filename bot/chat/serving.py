"""Running the bot: the addresses of Discord, what it was granted, how it starts, why it cannot."""

import asyncio
import gc
import logging
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial

import aiohttp
import discord
import yarl

import grammar
from bot.chat.adapt import PERMISSIONS
from bot.chat.client import RefereeBot, intents
from bot.config import DiscordConfig, Trouble
from bot.referee.service import Referee
from bot.store import StoreError
from grammar.reader.candidates import rows_of
from grammar.reader.spell import english
from grammar.reader.table import table_of
from grammar.reader.weights import weights_of
from rules import games

log = logging.getLogger("referee.discord")


def aim(config: DiscordConfig) -> None:
    """Point discord.py at the addresses of the settings; once, before any client is made."""
    discord.http.Route.BASE = config.api_base
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(config.gateway_url)
    discord.Asset.BASE = config.cdn_base


SWITCH = 0.0005
"""Seconds that the thread that writes to the database waits for its turn while the event loop is
busy: with the usual ten times as many a burst of orders takes five times as long."""


def warm_up() -> None:
    """Fill the caches of grammar and reader, so that the first player does not wait for it."""
    for game in games():
        grammar.verbs(game.id)
        grammar.library(game.id)
        rows_of(table_of(game.id))
        weights_of(game.id)
    english()


async def may_read_content(token: str) -> bool:
    """Was the application granted the message-content intent?  Its flags say so."""
    async with discord.Client(intents=intents(False)) as asking:
        await asking.login(token)
        flags = asking.application_flags
    return flags.gateway_message_content or flags.gateway_message_content_limited


async def serve(
    referee: Referee,
    config: DiscordConfig,
    stop: asyncio.Event | None = None,
    made: Callable[[RefereeBot], None] = lambda _: None,
    heir: bool = False,
) -> None:
    """Run the bot until it is stopped; without the message-content intent if that is refused.

    `made` is called with every bot that is made; an `heir` takes over from one that runs.  Raises
    `StoreError` for an heir whose database is SQLite.
    """
    if heir and not referee.store.database.shared:
        raise StoreError(
            "--takeover needs PostgreSQL: a SQLite file takes one bot; stop it, then start this one"
        )
    referee.store.database.stand_alone()
    aim(config)
    sys.setswitchinterval(SWITCH)
    await asyncio.to_thread(warm_up)
    gc.freeze()
    content = await may_read_content(config.token)
    if not content:
        log.warning("the message-content intent is off: orders by mention, reply, DM or command")
    try:
        made(bot := RefereeBot(referee, config, content, heir))
        await _run(bot, config.token, stop)
    except discord.PrivilegedIntentsRequired:
        if not content:
            raise
        log.warning("Discord refused the message-content intent (4014): going on without it")
        made(bot := RefereeBot(referee, config, False, heir))
        await _run(bot, config.token, stop)


async def leave_alone(bot: RefereeBot) -> None:
    """Collect garbage once all servers and channels are known, then freeze what is left: to go
    through it again would delay messages (0.1 s with 10,000 channels)."""
    await bot.until_orders_are_read()
    gc.unfreeze()
    gc.collect()
    gc.freeze()


async def _run(bot: RefereeBot, token: str, stop: asyncio.Event | None) -> None:
    bot.add_listener(partial(leave_alone, bot), "on_ready")
    async with bot:
        running = asyncio.ensure_future(bot.start(token))
        ends = [bot.handover.asked] if stop is None else [bot.handover.asked, stop]
        waits = [running, *(asyncio.ensure_future(one.wait()) for one in ends)]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for wait in waits:
                if wait is not running:
                    wait.cancel()
        if running.done():
            await running
            return
        await bot.close()
        with suppress(aiohttp.ClientConnectionError):  # it was only just about to connect
            await running


async def invite_link(config: DiscordConfig) -> str:
    """The address that invites the bot to a server with exactly the rights that it needs."""
    number = config.application_id
    if number is None:
        aim(config)
        async with discord.Client(intents=intents(False)) as asking:
            await asking.login(config.token)
            number = asking.application_id
    assert number is not None
    scopes = ("bot", "applications.commands")
    return discord.utils.oauth_url(number, permissions=PERMISSIONS, scopes=scopes)


@contextmanager
def translated() -> Iterator[None]:
    """Turn what keeps the bot from Discord into a `Trouble` of one sentence."""
    try:
        yield
    except discord.LoginFailure:
        raise Trouble("Discord refuses DISCORD_TOKEN: it is not the token of a bot") from None
    except discord.PrivilegedIntentsRequired:
        raise Trouble("Discord refuses the intents that the bot asks for (4014)") from None
    except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
        raise Trouble(f"Discord cannot be reached or refuses the bot: {error}") from error
