"""Orders on Discord: chat, mention, reply, direct message, menu entry, command and form."""

import logging
import re
from datetime import timedelta
from functools import partial
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.chat.adapt import hold, only_logged, respond, surely
from bot.chat.client import RefereeBot
from bot.chat.cogs.common import BaseCog, Interaction, Work, matches, sentences
from bot.chat.views.base import MARK, NUMBER
from bot.chat.views.forms import LONG, ORDERS, asked, fields, form
from bot.chat.views.offer import answer_panel
from bot.chat.views.seats import hello
from bot.doors.saying import Door, IncomingText
from bot.lobby.welcome import HELLO, WELCOMED
from bot.posts.outbox import Gone, nonce_of
from bot.referee.gate import Caller, check_is_gm
from bot.store import when_it_answers

log = logging.getLogger("referee.play")

NEW = timedelta(days=7)
"""When the bot starts, servers that it joined no longer ago than this are greeted."""

EDITED = re.compile(rf"(#{NUMBER}):({MARK})")
"""The id of a form in which an offer is edited: the match, and the id of the offer."""

NOTHING_HERE = "there is no order of yours in this post"


class Play(BaseCog):
    """Listens to messages and takes orders from interactions; decides nothing."""

    def __init__(self, bot: RefereeBot) -> None:
        super().__init__(bot)
        self.messages = bot.messages
        self.menu = app_commands.ContextMenu(name="Referee this post", callback=self.referee_post)
        bot.tree.add_command(self.menu)

    # --- messages -------------------------------------------------------------------------------

    @commands.Cog.listener()
    async def on_shard_connect(self, shard: int) -> None:
        """A new session began: read what was posted since the last one before anything new."""
        await self.bot.handover.passed(shard)
        await self.messages.connected(shard)

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        """Somebody wrote something."""
        await self.messages.written(message)

    @commands.Cog.listener()
    async def on_raw_reaction_add(self, event: discord.RawReactionActionEvent) -> None:
        """Somebody pressed a sign below a message."""
        await self.messages.pressed(event)

    @commands.Cog.listener()
    async def on_raw_message_edit(self, event: discord.RawMessageUpdateEvent) -> None:
        """Somebody changed a message, or Discord did."""
        await self.messages.changed(event.message)

    @commands.Cog.listener()
    async def on_raw_message_delete(self, event: discord.RawMessageDeleteEvent) -> None:
        """Somebody deleted a message."""
        door: Door = "chat" if event.guild_id else "dm"
        await self.messages.gone(event.channel_id, event.message_id, door)

    @commands.Cog.listener()
    async def on_raw_bulk_message_delete(self, event: discord.RawBulkMessageDeleteEvent) -> None:
        """Several messages were deleted at once: the newest is taken back first."""
        for message_id in sorted(event.message_ids, reverse=True):
            await self.messages.gone(event.channel_id, message_id, "chat")

    # --- commands -------------------------------------------------------------------------------

    @app_commands.command(name="order")
    @app_commands.describe(
        text="Your orders; `;` between several. Left out, a form with room for many lines opens.",
        match="Which match: its name or #number. Needed where several could be meant.",
    )
    @app_commands.autocomplete(text=sentences, match=matches)
    async def order(
        self,
        interaction: discord.Interaction[Any],
        text: app_commands.Range[str, 1, 4000] | None = None,
        match: app_commands.Range[str, 1, 60] | None = None,
    ) -> None:
        """Give orders to your army."""
        if text is None:
            lines = asked("lines", "Your orders, one per line", style=LONG, max_length=4000)
            await interaction.response.send_modal(form("Orders", f"{ORDERS}:{match or ''}", lines))
        else:
            await self.file(interaction, text, match)

    async def file(
        self,
        interaction: discord.Interaction[Any],
        text: str,
        match: str | None = None,
        offer: str = "",
    ) -> None:
        """File orders that came with an interaction; the receipt is for its author alone."""
        await hold(interaction)
        caller = self.bot.caller_of(interaction)
        channel = str(interaction.channel_id)
        key = f"i{interaction.id}"
        heard = IncomingText(key, caller, channel, text, "command", match, offer=offer)
        await self.receipt(interaction, heard)

    def forms(self) -> dict[str, Work]:
        """Many lines of orders, or an offer that was edited."""
        return {ORDERS: self.written}

    async def written(self, interaction: Interaction, match: str) -> None:
        """File the orders of a form that was sent."""
        lines = fields(interaction).get("lines", [""])
        edited = EDITED.fullmatch(match)
        match, offer = edited.groups() if edited is not None else (match, "")
        await self.file(interaction, lines[0] if lines else "", match or None, offer)

    async def receipt(self, interaction: discord.Interaction[Any], heard: IncomingText) -> None:
        """Pass orders through the doors, and show the receipt to whoever asked."""
        answer = await self.messages.tried(heard, self.bot.doors.hear(heard))
        await respond(interaction, answer.text or NOTHING_HERE, view=answer_panel(answer))

    async def referee_post(
        self, interaction: discord.Interaction[Any], message: discord.Message
    ) -> None:
        """Read a post as orders of its author: by the author, or by the GM for him."""
        await hold(interaction)
        caller = self.bot.caller_of(interaction)
        if message.author.id != interaction.user.id:
            table = await self.bot.table_here(interaction)
            check_is_gm(table, caller)
            caller = Caller(str(message.author.id))
        channel = str(interaction.channel_id)
        heard = IncomingText(f"m{message.id}", caller, channel, message.content, "menu")
        await self.receipt(interaction, heard)

    # --- places ---------------------------------------------------------------------------------

    @commands.Cog.listener("on_guild_channel_update")
    @commands.Cog.listener("on_guild_role_update")
    async def retry(self, _: Any, after: discord.abc.GuildChannel | discord.Role) -> None:
        """Rights may have changed: wake the matches of the server whose posts were refused."""
        for place in await self.bot.referee.mail.places(str(after.guild.id)):
            if place.details.get("trouble"):
                self.bot.outbox.wake(place.match_id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, event: discord.RawThreadDeleteEvent) -> None:
        """A thread was deleted, perhaps with a match in it."""
        await self.lost(event.thread_id)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A channel was deleted, perhaps with a match in it."""
        await self.lost(channel.id)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot was removed from a server: its matches rest."""
        for place in await self.bot.referee.mail.places(str(guild.id)):
            await self.bot.outbox.troubled(place, Gone())

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The bot is back on a server: what waits there is posted."""

        async def go_on() -> None:
            for place in await self.bot.referee.mail.places(str(guild.id)):
                await self.bot.referee.mail.note(place.match_id, {"trouble": ""})
                self.bot.outbox.wake(place.match_id)
            await self.greet(guild)

        await when_it_answers(go_on, self.bot.is_closed)

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Greet servers that the bot joined while it was not running."""
        for guild in self.bot.guilds:
            joined = guild.me.joined_at if guild.me is not None else None
            if joined is not None and discord.utils.utcnow() - joined < NEW:
                await when_it_answers(partial(self.greet, guild), self.bot.is_closed)

    async def greet(self, guild: discord.Guild) -> None:
        """Say hello, once in each server, where everybody reads it."""
        mail, key = self.bot.referee.mail, f"server {guild.id}"
        known = await mail.person(key)
        if known.get(WELCOMED):
            return
        for channel in (guild.system_channel, *guild.text_channels):
            if channel is None or not channel.permissions_for(guild.me).send_messages:
                continue
            if (await mail.remember(key, {WELCOMED: "yes"})).get(WELCOMED):
                return
            with only_logged(log.info, "server %d could not be greeted", guild.id):
                await surely(channel, HELLO, nonce_of("h", guild.id, ""), {"view": hello()})
            return

    async def lost(self, channel_id: int) -> None:
        """Pause the match that was played there; its GM is told."""
        await self.bot.outbox.channel_gone(str(channel_id))
