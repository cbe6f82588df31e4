"""Orders on Discord: chat, mention, reply, direct message, menu entry, command and form."""

import logging
import re
from collections.abc import AsyncIterator, Awaitable
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.chat.adapt import (
    NET_TROUBLE,
    hold,
    message_door,
    reply_to,
    report_error,
    respond,
    stamp_of,
    surely,
    was_answered,
)
from bot.chat.cogs.common import matches, sentences
from bot.chat.inbox import Busy, Inbox
from bot.chat.views.forms import ORDERS, fields, form_id
from bot.chat.views.offer import answer_panel
from bot.doors.doors import PUBLIC, Answer, Door, Heard
from bot.lobby.welcome import HELLO, WELCOMED
from bot.posts.outbox import Gone, nonce_of
from bot.referee.gate import Caller, check_is_gm
from bot.store import PlaceRecord

if TYPE_CHECKING:
    from bot.chat.client import RefereeBot

log = logging.getLogger("referee.play")

NEW = timedelta(days=7)
"""A server that took the bot in no longer ago is greeted when the bot starts."""

NOTHING_HERE = "there is no order of yours in this post"
DM_SHUT = "I may not write to you directly: `/report` and `/log` show you what is yours alone."


class Play(commands.Cog):
    """Listens to messages and takes orders from interactions; decides nothing."""

    def __init__(self, bot: "RefereeBot") -> None:
        self.bot = bot
        self.inbox = Inbox(
            bot.referee.mail, self.deal, self.history, key=version_key, keeps=self.keeps
        )
        self.menu = app_commands.ContextMenu(name="Referee this post", callback=self.referee_post)
        bot.tree.add_command(self.menu)

    async def cog_unload(self) -> None:
        """The bot stops."""
        await self.inbox.close()

    # --- messages -------------------------------------------------------------------------------

    @commands.Cog.listener()
    async def on_connect(self) -> None:
        """A new session: what was posted since the last one is read first."""
        self.inbox.shut()
        await self.inbox.catch_up()

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        """Somebody wrote something."""
        if is_speech(message):
            await self.inbox.receive(str(message.channel.id), message)

    async def keeps(self, message: discord.Message) -> bool:
        """Direct messages and channels with a match are read on after a break."""
        if message.channel.type is discord.ChannelType.private:
            return True
        return await self.bot.referee.mail.place_at(str(message.channel.id)) is not None

    async def history(self, channel: str, after: str) -> AsyncIterator[discord.Message]:
        """What was written in a channel after a message, oldest first."""
        known = await self.bot.referee.mail.place_at(channel)
        place = self.bot.get_partial_messageable(
            int(channel),
            guild_id=int(known.guild) if known is not None and known.guild else None,
            type=None if known is not None else discord.ChannelType.private,
        )
        begun = await self.begun(known, int(after)) if known is not None else int(after)
        since, there = discord.Object(begun), set[int]()
        try:
            async for message in place.history(limit=None, after=since, oldest_first=True):
                there.add(message.id)
                if is_speech(message) and (message.id > int(after) or message.edited_at):
                    yield message
        except (discord.Forbidden, discord.NotFound) as error:
            log.info("channel %s cannot be read: %s", channel, error.code)
        except NET_TROUBLE as error:
            raise Busy from error
        else:
            if known is not None:
                await self.missed_deletions(known, there)

    async def missed_deletions(self, place: PlaceRecord, there: set[int]) -> None:
        """Messages of this turn that were deleted while the bot was away: newest first."""
        table = await self.bot.referee.open(f"#{place.match_id}")
        _, entries = await self.bot.announcer.turn(table)
        found = {}
        for entry in entries:
            key = re.fullmatch(r"m([0-9]+)(?:[./].*)?", entry.key)
            if key is not None and int(key[1]) not in there:
                found[int(key[1])] = entry.holder
        for message_id in sorted(found, reverse=True):
            if not await self.wrote_directly(found[message_id], message_id):
                await self.take_back(int(place.channel), message_id, "chat")

    async def wrote_directly(self, holder: str, message_id: int) -> bool:
        """Is this a direct message, still there?  Where that cannot be said, it counts as one."""
        if not holder.isdecimal():
            return True
        try:
            letters = await self.bot.create_dm(discord.Object(int(holder)))
            await letters.fetch_message(message_id)
        except discord.NotFound:
            return False
        except NET_TROUBLE:
            return True
        return True

    async def begun(self, place: PlaceRecord, after: int) -> int:
        """Just before the first message of this turn: later ones may have been edited meanwhile."""
        table = await self.bot.referee.open(f"#{place.match_id}")
        _, entries = await self.bot.announcer.turn(table)
        keys = (re.match(r"m([0-9]+)", entry.key) for entry in entries)
        return min((after, *(int(key[1]) - 1 for key in keys if key is not None)))

    async def deal(self, message: discord.Message, late: bool) -> None:
        """One message: through the doors, and its answer back."""
        if not message.content:
            return
        heard = await self.heard(message, late)
        if message.edited_at is None:
            answer = await self.tried(heard, self.bot.doors.hear(heard))
            await self.answer(message, heard, answer)
        else:
            stamp = stamp_of(message)
            answer = await self.tried(heard, self.bot.doors.edited(heard, stamp))
            await self.answer(message, heard, answer, stamp)

    async def tried(self, heard: Heard, work: Awaitable[Answer]) -> Answer:
        """Where the bot is at fault: an id for whoever wrote, the rest into the log."""
        try:
            return await work
        except Exception as error:
            place = await self.bot.referee.mail.place_at(heard.channel)
            about = await self.bot.doors.about(place.match_id) if place else "no match"
            told = report_error(error, about)
            return Answer(told, told)

    async def heard(self, message: discord.Message, late: bool = False) -> Heard:
        """A message in the words of the doors."""
        caller = self.bot.caller_of(message)
        if late:
            caller = await self.late_caller(message, caller)
        door = message_door(message, self.me)
        channel = str(message.channel.id)
        return Heard(f"m{message.id}", caller, channel, message.content, door, late=late)

    async def late_caller(self, message: discord.Message, caller: Caller) -> Caller:
        """History does not say what roles an author has; where a GM role counts, it is asked."""
        place = await self.bot.referee.mail.place_at(str(message.channel.id))
        if place is None or not self.bot.gm_roles_of(place.guild):
            return caller
        guild = self.bot.get_guild(int(place.guild))
        try:
            guild = guild or await self.bot.fetch_guild(int(place.guild))
            return self.bot.caller_as(await guild.fetch_member(message.author.id))
        except discord.HTTPException:
            return caller

    @property
    def me(self) -> int:
        """The bot's own account."""
        return self.bot.user.id if self.bot.user else 0

    async def answer(
        self, message: discord.Message, heard: Heard, answer: Answer, version: str = ""
    ) -> None:
        """Bring an answer to where it belongs; a receipt is on the status post by then."""
        if answer.table is not None and answer.done:
            await self.bot.desk.shown(answer.table.record.id)
        try:
            said = answer.public if heard.door in PUBLIC else answer.text
            if heard.door in PUBLIC and answer.secret and answer.text:
                said = await self.whisper(message, answer, version)
            if said and heard.late and await was_answered(message.channel, message.id, self.me):
                return
            view = answer_panel(answer)
            await reply_to(message.channel, message, said, version, view=view)
        except NET_TROUBLE as error:
            log.warning("message %d could not be answered: %s", message.id, type(error).__name__)

    async def whisper(self, message: discord.Message, answer: Answer, version: str) -> str:
        """What is secret goes to its author directly; returns what is said in public."""
        try:
            letters = await self.bot.create_dm(message.author)
            await reply_to(letters, message, answer.text, version + "d", here=False)
        except NET_TROUBLE:
            return f"{answer.public} {DM_SHUT}".strip()
        return answer.public

    # --- second thoughts ------------------------------------------------------------------------

    @commands.Cog.listener()
    async def on_raw_message_edit(self, event: discord.RawMessageUpdateEvent) -> None:
        """Somebody changed a message (or Discord added a preview, which changes nothing)."""
        message = event.message
        if not is_speech(message) or message.edited_at is None or not message.content:
            return

        async def work() -> None:
            heard = await self.heard(message)
            stamp = stamp_of(message)
            answer = await self.tried(heard, self.bot.doors.edited(heard, stamp))
            await self.answer(message, heard, answer, stamp)

        await self.inbox.take(str(message.channel.id), version_key(message), work)

    @commands.Cog.listener()
    async def on_raw_message_delete(self, event: discord.RawMessageDeleteEvent) -> None:
        """Somebody deleted a message."""
        door: Door = "chat" if event.guild_id else "dm"
        await self.gone(event.channel_id, event.message_id, door)

    @commands.Cog.listener()
    async def on_raw_bulk_message_delete(self, event: discord.RawBulkMessageDeleteEvent) -> None:
        """Several messages were deleted at once: the newest is taken back first."""
        for message_id in sorted(event.message_ids, reverse=True):
            await self.gone(event.channel_id, message_id, "chat")

    async def gone(self, channel_id: int, message_id: int, door: Door) -> None:
        """Take back what a deleted message did, in its turn."""
        work = partial(self.take_back, channel_id, message_id, door)
        await self.inbox.take(str(channel_id), f"{message_id}/deleted", work)

    async def take_back(self, channel_id: int, message_id: int, door: Door) -> None:
        """What a deleted message did is taken back; it is said where it stood."""
        heard = Heard(f"m{message_id}", Caller(""), str(channel_id), "", door)
        answer = await self.tried(heard, self.bot.doors.deleted(heard))
        if answer.table is not None:
            await self.bot.desk.shown(answer.table.record.id)
        if answer.public:
            place = self.bot.get_partial_messageable(channel_id)
            nonce = nonce_of("x", message_id, "")
            try:
                await surely(place, answer.public, nonce, {})
            except NET_TROUBLE as error:
                log.warning("deletion of %d: %s", message_id, type(error).__name__)

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
            await interaction.response.send_modal(OrderForm(match))
        else:
            await self.file(interaction, text, match)

    async def file(
        self, interaction: discord.Interaction[Any], text: str, match: str | None = None
    ) -> None:
        """Orders that came with an interaction; the receipt is for its author alone."""
        await hold(interaction)
        caller = self.bot.caller_of(interaction)
        channel = str(interaction.channel_id)
        heard = Heard(f"i{interaction.id}", caller, channel, text, "command", match)
        await self.receipt(interaction, heard)

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """The form was sent, perhaps one that was opened before a restart."""
        name, _, match = form_id(interaction).removeprefix(ORDERS).partition(":")
        is_form = interaction.type is discord.InteractionType.modal_submit
        if not is_form or name or not form_id(interaction).startswith(ORDERS):
            return
        try:
            lines = fields(interaction).get("lines", [""])
            await self.file(interaction, lines[0] if lines else "", match or None)
        except Exception as error:
            await self.bot.failed(interaction, error)

    async def receipt(self, interaction: discord.Interaction[Any], heard: Heard) -> None:
        """Through the doors, and the receipt to whoever asked."""
        answer = await self.tried(heard, self.bot.doors.hear(heard))
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
        heard = Heard(f"m{message.id}", caller, channel, message.content, "menu")
        await self.receipt(interaction, heard)

    # --- places ---------------------------------------------------------------------------------

    @commands.Cog.listener()
    async def on_guild_channel_update(
        self, _: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """Rights may have changed: what waits is tried again."""
        await self.retry(after.guild)

    @commands.Cog.listener()
    async def on_guild_role_update(self, _: discord.Role, after: discord.Role) -> None:
        """Rights may have changed: what waits is tried again."""
        await self.retry(after.guild)

    async def retry(self, guild: discord.Guild) -> None:
        """Wake the matches of a server whose posts were refused."""
        for place in await self.bot.referee.mail.places(str(guild.id)):
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
        for place in await self.bot.referee.mail.places(str(guild.id)):
            await self.bot.referee.mail.note(place.match_id, {"trouble": ""})
            self.bot.outbox.wake(place.match_id)
        await self.greet(guild)

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Servers that took the bot in while it did not run are greeted now."""
        for guild in self.bot.guilds:
            joined = guild.me.joined_at if guild.me is not None else None
            if joined is not None and discord.utils.utcnow() - joined < NEW:
                await self.greet(guild)

    async def greet(self, guild: discord.Guild) -> None:
        """Say hello, once in each server, where everybody reads it."""
        mail, key = self.bot.referee.mail, f"server {guild.id}"
        known = await mail.person(key)
        if known.get(WELCOMED):
            return
        for channel in (guild.system_channel, *guild.text_channels):
            if channel is None or not channel.permissions_for(guild.me).send_messages:
                continue
            await mail.remember(key, {**known, WELCOMED: "yes"})
            try:
                await surely(channel, HELLO, nonce_of("h", guild.id, ""), {})
            except NET_TROUBLE as error:
                log.info("server %d could not be greeted: %s", guild.id, type(error).__name__)
            return

    async def lost(self, channel_id: int) -> None:
        """Pause the match that was played there; its GM is told."""
        await self.bot.outbox.channel_gone(str(channel_id))


class OrderForm(discord.ui.Modal, title="Orders"):
    """A form for many lines of orders; `Play.on_interaction` reads it, also after a restart."""

    lines: discord.ui.Label[Any] = discord.ui.Label(
        text="Your orders, one per line",
        component=discord.ui.TextInput(
            style=discord.TextStyle.paragraph, max_length=4000, custom_id="lines"
        ),
    )

    def __init__(self, match: str | None) -> None:
        super().__init__(custom_id=f"{ORDERS}:{match or ''}", timeout=60.0)


def version_key(message: discord.Message) -> str:
    """One version of a message."""
    edited = message.edited_at is not None
    return f"{message.id}/{stamp_of(message)}" if edited else str(message.id)


def is_speech(message: discord.Message) -> bool:
    """Written by a person, not by a bot or by Discord itself."""
    spoken = message.type in (discord.MessageType.default, discord.MessageType.reply)
    return spoken and not message.author.bot and message.webhook_id is None


async def setup(bot: "RefereeBot") -> None:
    """Called when the bot loads this part."""
    await bot.add_cog(Play(bot))
