"""The bot on Discord: which events it asks for, how it starts, what it says when it fails."""

import asyncio
import hashlib
import json
import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from typing import Any

import aiohttp
import discord
import yarl
from discord import app_commands
from discord.ext import commands

import grammar
from bot.chat.adapt import PERMISSIONS, Courier, report_error, respond
from bot.chat.sparring import Sparring
from bot.clocks.clockroom import live_lines, until_text
from bot.clocks.deadlines import Deadlines
from bot.clocks.timekeeper import Timekeeper
from bot.clocks.timewords import DiscordWords
from bot.config import DiscordConfig, Trouble
from bot.doors.doors import Doors
from bot.doors.pace import Pace
from bot.posts.announce import Announcer
from bot.posts.living_posts import Desk
from bot.posts.outbox import Outbox
from bot.posts.watch import Watch
from bot.referee.gate import Caller
from bot.referee.service import Referee, RefereeError, Table
from bot.render.escape import plain
from bot.rulings.challenges import match_in
from rules import GAMES

log = logging.getLogger("referee.discord")
discord.VoiceClient.warn_nacl = False
discord.VoiceClient.warn_dave = False

COGS = (
    "bot.chat.cogs.play",
    "bot.chat.cogs.lobby",
    "bot.chat.cogs.show",
    "bot.chat.cogs.gm",
    "bot.chat.cogs.help",
    "bot.chat.cogs.time",
    "bot.chat.cogs.study",
)
"""Every part of the bot that Discord sees, loaded in this order."""


GM_ROLE = "GM role of "
"""What the note of a server's GM role begins with."""


def aim(config: DiscordConfig) -> None:
    """Point discord.py at the addresses of the settings; once, before any client is made."""
    discord.http.Route.BASE = config.api_base
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(config.gateway_url)
    discord.Asset.BASE = config.cdn_base


def intents(content: bool) -> discord.Intents:
    """Servers, messages there and in DMs; their text only where the application was granted it."""
    wanted = discord.Intents.none()
    wanted.guilds = True
    wanted.guild_messages = True
    wanted.dm_messages = True
    wanted.message_content = content
    return wanted


class RefereeBot(commands.Bot):
    """The referee as a Discord account.

    For cogs: `referee` is the service, `doors` takes orders, `outbox` sends what waits, `desk`
    keeps status posts and live posts; `caller_of`, `table_here` and `changed` are what a command
    begins and ends with.
    """

    def __init__(self, referee: Referee, config: DiscordConfig, content: bool) -> None:
        known: dict[str, Any] = {}
        if config.application_id is not None:
            known["application_id"] = config.application_id
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=intents(content),
            allowed_mentions=discord.AllowedMentions.none(),
            chunk_guilds_at_startup=False,
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            heartbeat_timeout=config.heartbeat_timeout,
            max_ratelimit_timeout=config.max_ratelimit_timeout,
            **known,
        )
        self.referee = referee
        self.config = config
        self.content = content
        self.gm_roles: dict[str, str] = {}
        self.order_panel: Callable[[int], discord.ui.View | None] = lambda _: None
        self.challenge_panel: Callable[[int, int], discord.ui.View | None] = lambda *_: None
        courier = Courier(self)
        self.outbox = Outbox(referee, courier)
        self.announcer = Announcer(referee, config.colour_level)
        self.desk = Desk(referee, courier, self.announcer, self.outbox.troubled)
        self.watch = Watch(referee, self.announcer, self.changed)
        self.doors = Doors(referee)
        referee.announce = self.announcer.posts
        self.outbox.on_done = self.desk.refresh
        self.doors.on_change = self.changed
        self.sparring = Sparring(referee, self.changed)
        self.looking = Pace(burst=40, every=0.5)
        self.online = asyncio.Event()
        self.deadlines = Deadlines(referee, DiscordWords())
        self.timekeeper = Timekeeper(referee, self.deadlines, self.until_orders_are_read)
        self.timekeeper.on_act = self.changed
        referee.moved = self.timekeeper.moved
        self.desk.clock_lines = partial(live_lines, self.deadlines)
        self.announcer.until = partial(until_text, self.deadlines)
        self.tree.error(self.failed)

    # --- what cogs use --------------------------------------------------------------------------

    def caller_of(self, source: discord.Interaction[Any] | discord.Message) -> Caller:
        """Whoever clicked or wrote, with the rights that the server gave them."""
        if isinstance(source, discord.Message):
            return self.caller_as(source.author)
        caller = self.caller_as(source.user)
        inside = source.guild_id is not None
        manager = inside and source.permissions.manage_guild
        return replace(caller, manager=manager, server=str(source.guild_id or ""))

    def caller_as(self, person: discord.abc.User) -> Caller:
        """An account with the rights that its roles give it on the server where it is met."""
        if not isinstance(person, discord.Member):
            return Caller(str(person.id))
        server = str(person.guild.id)
        referee = any(str(role.id) in self.gm_roles_of(server) for role in person.roles)
        return Caller(str(person.id), referee, person.guild_permissions.manage_guild, server)

    def gm_roles_of(self, server: str) -> set[str]:
        """The ids of the roles that have GM rights on a server (others are of other servers)."""
        chosen = {self.gm_roles.get(server, ""), str(self.config.gm_role or "")}
        return chosen - {""}

    async def set_gm_role(self, server: str, role: str) -> None:
        """From now on this role has GM rights on a server; an empty text: none has."""
        await self.referee.mail.advance(GM_ROLE + server, role)
        self.gm_roles[server] = role

    async def table_here(
        self, interaction: discord.Interaction[Any], name: str | None = None
    ) -> Table:
        """The match that a command means: the named one, that of this channel (or that a challenge
        is talked over in this thread), or one's only one.

        Raises `RefereeError` with one sentence; a members-only match is shown to members only.
        """
        caller = self.caller_of(interaction)
        self.looking.check(caller.user)
        if not name and isinstance(interaction.channel, discord.Thread):
            name = await match_in(self.referee, str(interaction.channel_id))
        return await self.doors.table_for(str(interaction.channel_id), caller, name)

    def changed(self, table: Table) -> None:
        """Something about a match changed: send what waits, bring status and live post up to date.

        Returns at once; call it after every act that is not an order through `doors`.
        """
        self.outbox.wake(table.record.id)
        self.desk.refresh(table.record.id)
        self.sparring.wake(table)
        self.timekeeper.moved(table)

    async def settle(
        self, table: Table, channel: discord.abc.Snowflake, after: int, guild_id: int | None
    ) -> None:
        """A match is played in this channel from now on; messages up to `after` are not orders.

        `after` is the id of the interaction, or of the channel where it was made for the match.
        Raises `RefereeError` where another match is played already.
        """
        await self.desk.settle(table, str(channel.id), str(guild_id or ""), str(after))
        self.changed(table)

    async def until_open(self) -> None:
        """Wait until messages are taken: what was missed is being read by then."""
        play: Any = self.get_cog("Play")
        await play.inbox.opened()

    async def until_orders_are_read(self) -> bool:
        """Wait until the bot is connected and has read what was written while it was not.

        Says whether that had to be waited for.
        """
        waits = not self.online.is_set()
        await self.online.wait()
        play: Any = self.get_cog("Play")
        await play.inbox.caught_up()
        return waits

    # --- life -----------------------------------------------------------------------------------

    async def setup_hook(self) -> None:
        """Logged in, not yet connected: load every part, tell Discord the commands."""
        for name in COGS:
            if find_spec(name) is not None:
                await self.load_extension(name)
        for key, role in (await self.referee.mail.cursors()).items():
            if key.startswith(GM_ROLE):
                self.gm_roles[key.removeprefix(GM_ROLE)] = role
        self.timekeeper.start()
        if self.config.sync:
            await self.sync_commands()

    async def sync_commands(self) -> None:
        """Tell Discord the commands, if they are not those that it was told last."""
        scope = self.config.command_guild
        guild = discord.Object(scope) if scope else None
        if guild is not None:
            self.tree.copy_global_to(guild=guild)
        known = [command.to_dict(self.tree) for command in self.tree.get_commands(guild=guild)]
        told = hashlib.sha256(json.dumps(known, sort_keys=True, default=str).encode()).hexdigest()
        key = f"commands of {self.application_id} for {scope or 'all'}"
        if await self.referee.mail.cursor(key) == told:
            return
        try:
            await self.tree.sync(guild=guild)
        except discord.Forbidden:
            log.error("the commands cannot be told to server %s: the bot is not in it", scope)
            return
        await self.referee.mail.advance(key, told)
        log.info("told Discord %d commands", len(known))

    async def on_connect(self) -> None:
        """Connected (again) with a new session: deliver what waits.  (The play cog reads on.)"""
        log.info("connected as %s, message content %s", self.user, "on" if self.content else "off")
        self.online.set()
        self.outbox.start()
        self.watch.start()
        await self.desk.refresh_all()
        await self.sparring.wake_all()

    async def on_resumed(self) -> None:
        """Connected again, and nothing was missed."""
        self.online.set()

    async def on_disconnect(self) -> None:
        """The connection is gone: no deadline is acted on until it is back."""
        self.online.clear()

    async def on_message(self, message: discord.Message, /) -> None:
        """Messages are read by the play cog; there are no commands with a prefix."""

    async def close(self) -> None:
        """Finish what is under way, stop sending, then disconnect."""
        await self.timekeeper.close()
        play: Any = self.get_cog("Play")
        if play is not None:
            await play.inbox.close()
        await self.watch.close()
        await self.sparring.close()
        await self.outbox.close()
        await self.desk.close()
        await super().close()

    # --- errors ---------------------------------------------------------------------------------

    async def failed(
        self,
        interaction: discord.Interaction[Any],
        error: app_commands.AppCommandError | Exception,
    ) -> None:
        """One sentence where somebody asked wrongly; an error id where the bot is at fault."""
        cause = getattr(error, "original", error)
        if isinstance(cause, RefereeError):
            await respond(interaction, plain(str(cause)))
        elif isinstance(
            error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch
        ):
            await respond(interaction, "this command has changed: reload Discord and try again")
        elif isinstance(error, app_commands.CheckFailure):
            await respond(interaction, "you may not do that here")
        else:
            await respond(interaction, report_error(cause, await self._about(interaction)))

    async def _about(self, interaction: discord.Interaction[Any]) -> str:
        """The match and entry that a failed command was about, for the log."""
        try:
            place = await self.referee.mail.place_at(str(interaction.channel_id))
            return await self.doors.about(place.match_id) if place else "no match"
        except Exception:
            return "unknown match"

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        """A listener failed: the log gets the traceback, never a message's text."""
        log.exception("failed on %s", event_method)


def warm_up() -> None:
    """Build what is built once, so that the first player does not wait for it."""
    for game in GAMES:
        grammar.verbs(game.id)
        grammar.library(game.id)


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
) -> None:
    """Run the bot until it is stopped; without the message-content intent if that is refused.

    `made` hears of every bot that is made.
    """
    aim(config)
    await asyncio.to_thread(warm_up)
    content = await may_read_content(config.token)
    if not content:
        log.warning("the message-content intent is off: orders by mention, reply, DM or command")
    try:
        made(bot := RefereeBot(referee, config, content))
        await _run(bot, config.token, stop)
    except discord.PrivilegedIntentsRequired:
        if not content:
            raise
        log.warning("Discord refused the message-content intent (4014): going on without it")
        made(bot := RefereeBot(referee, config, False))
        await _run(bot, config.token, stop)


async def _run(bot: RefereeBot, token: str, stop: asyncio.Event | None) -> None:
    async with bot:
        running = asyncio.ensure_future(bot.start(token))
        waits: Iterable[asyncio.Future[Any]] = [running]
        if stop is not None:
            waits = [running, asyncio.ensure_future(stop.wait())]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for wait in waits:
                if wait is not running:
                    wait.cancel()
        if not running.done():
            await bot.close()
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
    """What keeps the bot from Discord, in one sentence."""
    try:
        yield
    except discord.LoginFailure:
        raise Trouble("Discord refuses DISCORD_TOKEN: it is not the token of a bot") from None
    except discord.PrivilegedIntentsRequired:
        raise Trouble("Discord refuses the intents that the bot asks for (4014)") from None
    except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
        raise Trouble(f"Discord cannot be reached or refuses the bot: {error}") from error
