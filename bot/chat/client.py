"""The bot on Discord: which events it asks for, how it starts, what it says when it fails."""

import asyncio
import hashlib
import json
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from functools import partial
from importlib import import_module
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.chat import learning
from bot.chat.adapt import Courier, report_error, respond
from bot.chat.founding import Founding
from bot.chat.gateways import Gateways
from bot.chat.gauges import Gauges, HealthPage
from bot.chat.handover import Handover
from bot.chat.logs import begin
from bot.chat.marks import Marks, Replies
from bot.chat.messages import Messages
from bot.chat.seating import Seating
from bot.chat.sparring import Sparring
from bot.chat.views.every import EVERY
from bot.chat.views.forms import form_id
from bot.chat.views.turn import buttons_of
from bot.clocks.clockroom import live_lines, until_now, until_text
from bot.clocks.deadlines import Deadlines
from bot.clocks.timekeeper import Timekeeper
from bot.config import DiscordConfig
from bot.doors.doors import UNWRITTEN, Doors
from bot.doors.pace import Pace
from bot.doors.sandbox import Sandboxes, Trying
from bot.lessons.pupil import Classroom
from bot.lobby.habits import ServerHabits
from bot.lobby.welcome import greeting
from bot.plans.planroom import Watching
from bot.posts.announce import Announcer
from bot.posts.depths import Depths
from bot.posts.living_posts import LivingPosts, TurnShown
from bot.posts.outbox import Delivered, Outbox
from bot.posts.watch import ServerNotesChanged, Watch
from bot.posts.workers import Workers, by_and_by
from bot.referee.gate import Caller
from bot.referee.news import MatchChanged, News, SettingsChanged
from bot.referee.service import OpenMatch, Referee, RefereeError
from bot.render.wording import plain
from bot.rulings.challenges import match_in
from bot.store import StoreError, answer_anew, when_it_answers

log = logging.getLogger("referee.discord")
discord.VoiceClient.warn_nacl = False
discord.VoiceClient.warn_dave = False

GM_ROLE = "GM role of "
"""Prefix of the key under which a server's GM role is noted."""


def intents(content: bool) -> discord.Intents:
    """The gateway intents: servers, their messages and reactions, direct messages; the text of
    messages (`content`) only where the application was granted it."""
    wanted = ("guilds", "guild_messages", "guild_reactions", "dm_messages")
    return discord.Intents(**dict.fromkeys(wanted, True), message_content=content)


def habits(config: DiscordConfig) -> dict[str, Any]:
    """Options of the discord.py client: it caches no messages and no members, pings nobody by
    accident and has no help command of its own."""
    known = {} if config.application_id is None else {"application_id": config.application_id}
    return {
        "command_prefix": commands.when_mentioned,
        "help_command": None,
        "allowed_mentions": discord.AllowedMentions.none(),
        "chunk_guilds_at_startup": False,
        "member_cache_flags": discord.MemberCacheFlags.none(),
        "max_messages": None,
        "heartbeat_timeout": config.heartbeat_timeout,
        "max_ratelimit_timeout": config.max_ratelimit_timeout,
        "shard_ids": None if config.shard_ids is None else list(config.shard_ids),
        "shard_count": config.shard_count,
        **known,
    }


class Commands(app_commands.CommandTree["RefereeBot"]):
    """The commands; what each of them writes is recorded, in case its answer is lost."""

    async def interaction_check(self, asked: discord.Interaction["RefereeBot"], /) -> bool:
        """Start the record of what a command writes.  Every command may go on: it checks
        permissions itself."""
        answer_anew()
        asked.client.about(asked)
        return True


class RefereeBot(commands.AutoShardedBot):
    """The referee as a Discord account.

    For cogs: `referee` is the service, `doors` takes orders, `outbox` sends waiting posts, `living`
    keeps status posts and live posts; a command begins with `caller_of` and `table_here` and ends
    with `changed`; `opening` holds match and entry of the challenges being opened just now.
    """

    def __init__(
        self, referee: Referee, config: DiscordConfig, content: bool, heir: bool = False
    ) -> None:
        super().__init__(intents=intents(content), tree_cls=Commands, **habits(config))
        self.referee = referee
        self.config = config
        self.content = content
        self.gm_roles: dict[str, str] = {}
        self.habits = ServerHabits(referee.mail)
        self.deadlines = Deadlines(referee)
        self.depths = Depths()
        courier = Courier(self, buttons_of)
        self.outbox = Outbox(referee, courier)
        self.announcer = Announcer(referee, partial(until_text, self.deadlines))
        clock = partial(live_lines, self.deadlines), partial(until_now, self.deadlines)
        self.living = LivingPosts(
            referee, courier, self.announcer, self.depths, self.outbox, *clock
        )
        self.replies = Replies(self)
        self.marks = Marks(self, self.depths, self.living.shown)
        self.watch = Watch(referee, self.announcer)
        self.gateways = Gateways(self, referee.mail)
        self.handover = Handover(self, self._connection.parsers, heir)
        self.timekeeper = Timekeeper(
            referee, self.deadlines, self.until_orders_are_read, watched=self.gateways
        )
        self.plans = self.timekeeper.plans
        greets = partial(greeting, referee)
        names = partial(learning.names_in, self)
        self.doors = Doors(referee, plans=self.plans.answer, greets=greets, names=names)
        self.messages = Messages(self)
        self.seating = Seating(self)
        self.founding = Founding(self)
        self.sparring = Sparring(referee)
        self.looking = Pace(burst=40, every=0.5)
        self.classroom = Classroom(referee)
        self.trying = Trying(Sandboxes(referee), "markdown")
        self.opening: set[tuple[int, int]] = set()
        self.parts: list[Any] = []
        self.planning = Watching(self.plans)
        self.gauges = Gauges(self)
        self.health = HealthPage(self.gauges, config.health_port)
        self._rereading = Workers(self.read_notes)
        self._going_on = Workers(self.go_on)
        self._listen(referee.news)
        referee.subscribe(self.announcer.posts)
        self.add_dynamic_items(*EVERY)
        self.tree.error(self.failed)

    def _listen(self, news: News) -> None:
        """Subscribe to the news of the rooms below."""
        news.hear(MatchChanged, lambda event: self.outbox.wake(event.table.record.id))
        news.hear(MatchChanged, lambda event: self.living.refresh(event.table.record.id))
        news.hear(MatchChanged, lambda event: self.sparring.wake(event.table))
        news.hear(MatchChanged, lambda event: self.planning.wake(event.table))
        news.hear(MatchChanged, lambda event: self.timekeeper.moved(event.table))
        news.hear(SettingsChanged, lambda event: self.timekeeper.moved(event.table))
        news.hear(Delivered, lambda event: self.living.refresh(event.match))
        news.hear(TurnShown, lambda event: self.marks.follow(event.place, event.turn))
        news.attend(TurnShown, self.replies.follow)
        news.hear(ServerNotesChanged, lambda event: self._rereading.wake(event.keys))

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
        """An account with the rights that its roles give it on the server where it was met."""
        if not isinstance(person, discord.Member):
            return Caller(str(person.id))
        server = str(person.guild.id)
        referee = any(str(role.id) in self.gm_roles_of(server) for role in person.roles)
        return Caller(str(person.id), referee, person.guild_permissions.manage_guild, server)

    def gm_roles_of(self, server: str) -> set[str]:
        """The ids of the roles with GM rights on a server; one of them may be of another server."""
        chosen = {self.gm_roles.get(server, ""), str(self.config.gm_role or "")}
        return chosen - {""}

    async def set_gm_role(self, server: str, role: str) -> None:
        """Give a role GM rights on a server, in place of another; empty: no role has them."""
        await self.referee.mail.advance(GM_ROLE + server, role)
        self.gm_roles[server] = role

    async def table_here(
        self, interaction: discord.Interaction[Any], name: str | None = None
    ) -> OpenMatch:
        """The match that a command means: the named one, that of this channel (or of the challenge
        that is discussed in this thread), or the caller's only one.

        Raises `RefereeError` with one sentence; a members-only match is shown to members only.
        """
        caller = self.caller_of(interaction)
        self.looking.check(caller.user)
        if not name and isinstance(interaction.channel, discord.Thread):
            name = await match_in(self.referee, str(interaction.channel_id))
        return await self.doors.tables.table_for(str(interaction.channel_id), caller, name)

    def changed(self, table: OpenMatch) -> None:
        """Tell the rooms below that a match changed: they send what waits and update its posts.

        Returns at once; call it after every act that is not an order through `doors`.
        """
        self.referee.news.tell(MatchChanged(table))

    async def settle(
        self, table: OpenMatch, channel: discord.abc.Snowflake, after: int, guild_id: int | None
    ) -> None:
        """Let a match be played in this channel from now on; messages up to `after` are not orders.

        `after` is the id of the interaction, or of the channel that was made for the match.  Raises
        `RefereeError` if another match is played there already.
        """
        await self.living.settle(table, str(channel.id), str(guild_id or ""), str(after))
        await learning.settled(self, table)
        self.changed(table)

    async def until_orders_are_read(self) -> bool:
        """Wait until the bot is connected and has read what was written while it was not.

        Returns whether it had to wait for the connection.
        """
        waits = not self.gateways.online.is_set()
        await self.gateways.online.wait()
        await self.messages.inbox.caught_up()
        return waits

    # --- life -----------------------------------------------------------------------------------

    async def setup_hook(self) -> None:
        """Logged in, not yet connected: load every cog, tell Discord the commands."""
        self.parts = [part(self) for part in import_module("bot.chat.cogs.every").PARTS]
        for part in self.parts:
            await self.add_cog(part)
        await self.read_notes(None)
        self.timekeeper.start()
        if not self.handover.heir:
            await self.opened()

    async def opened(self) -> None:
        """This process is the bot now: open the health page, and tell Discord the commands."""
        await self.health.start()
        if self.config.sync:
            await self.sync_commands()

    async def read_notes(self, keys: frozenset[str] | None) -> None:
        """Load the notes about servers: those under these keys, or all of them (None)."""
        notes = await self.referee.mail.notes(keys)
        self.referee.server_words.load(notes)
        self.habits.load(notes)
        for key, role in notes.items():
            if key.startswith(GM_ROLE):
                self.gm_roles[key.removeprefix(GM_ROLE)] = role

    async def sync_commands(self) -> None:
        """Tell Discord the commands, if they have changed since it was last told.  Of several
        processes one does it, and the others see that it is done."""
        async with self.referee.store.database.one_at_a_time("commands"):
            await self._sync_commands()

    async def _sync_commands(self) -> None:
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

    async def on_shard_connect(self, shard: int) -> None:
        """Connected (again) with a new session: send waiting posts.  (The play cog reads on.)"""
        content = "on" if self.content else "off"
        log.info("shard %d connected as %s, message content %s", shard, self.user, content)
        await self.handover.passed(shard)
        self.gateways.begin(shard)
        if not self.gateways.online.is_set():
            return
        self.outbox.start(self.gateways.has)
        self.watch.start()
        await when_it_answers(self.wake_all, lambda: self.is_closed())

    async def wake_all(self) -> None:
        """Resume what was perhaps interrupted: matches with posts out of date, waiting plans."""
        behind = await self.referee.mail.behind()
        own = [number for number, server in behind if self.gateways.has(server)]
        await by_and_by(own, self._going_on.wake)
        await self.planning.wake_all(self.gateways.has)

    async def go_on(self, number: int) -> None:
        """Resume a match: pass phases that were to pass by themselves, let practice opponents order
        that are awaited, bring its posts up to date."""
        try:
            table = await self.referee.open(f"#{number}")
            if await self.referee.pass_idle(table):
                self.changed(table)
        except RefereeError as problem:
            log.info("match %d: nothing goes on in it: %s", number, problem)
            return
        except StoreError:  # the worker tries again
            raise
        except Exception:
            log.exception("match %d: nothing goes on in it", number)
            return
        self.sparring.wake(table)
        task = self.living.refresh(number)
        if task is not None:
            await asyncio.wait({task})

    async def on_shard_resumed(self, shard: int) -> None:
        """Connected again, and nothing was missed."""
        await self.handover.passed(shard)
        self.gateways.begin(shard)

    async def on_shard_disconnect(self, shard: int) -> None:
        """The connection is gone: no deadline is acted on until it is back."""
        self.gateways.end(shard)

    async def on_interaction(self, interaction: discord.Interaction["RefereeBot"]) -> None:
        """A form was sent, perhaps one from before a restart: hand it to its cog."""
        if interaction.type is not discord.InteractionType.modal_submit:
            return
        name = form_id(interaction)
        for part in self.parts:
            for form, work in part.forms().items():
                if name.startswith(f"{form}:"):
                    async with self.answers(interaction):
                        await work(interaction, name.removeprefix(f"{form}:"))

    async def on_message(self, message: discord.Message, /) -> None:
        """Do nothing: the play cog reads messages, and there are no commands with a prefix."""

    async def close(self) -> None:
        """Finish what is under way, stop sending, then disconnect."""
        await self.handover.end()
        at_work: list[Any] = [self.timekeeper, self.messages.inbox, self.marks, self.watch]
        at_work += [self.classroom, self.sparring, self.planning, self.outbox, self.living]
        for one in (*at_work, self._rereading, self._going_on, self.health):
            await one.close()
        with suppress(StoreError):
            await self.handover.tell()
            await self.referee.leases.give_all_back()
        self.referee.news.close()
        await super().close()

    # --- errors ---------------------------------------------------------------------------------

    @asynccontextmanager
    async def answers(self, interaction: discord.Interaction[Any]) -> AsyncIterator[None]:
        """Around the work for an interaction: what it writes is recorded, a failure is answered."""
        answer_anew()
        self.about(interaction)
        try:
            yield
        except Exception as error:
            await self.failed(interaction, error)

    def about(self, interaction: discord.Interaction[Any]) -> None:
        """Mark what this task logs from here on with this interaction."""
        begin(f"i{interaction.id}", self.gateways.of(str(interaction.guild_id or "")))

    async def failed(
        self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError | Exception
    ) -> None:
        """Answer an interaction that failed: in one sentence if the user asked for something wrong,
        with an error id if the bot is at fault."""
        cause = getattr(error, "original", error)
        if isinstance(cause, RefereeError):
            await respond(interaction, plain(str(cause)))
        elif isinstance(cause, StoreError):
            log.warning("an interaction failed: %s", cause)
            await respond(interaction, UNWRITTEN)
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
            return await self.doors.tables.about(place.match_id) if place else "no match"
        except Exception:
            return "unknown match"

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        """A listener failed: the log gets the traceback, never a message's text."""
        log.exception("failed on %s", event_method)
