"""Messages: read in order, passed through the doors, and answered where they were written."""

import logging
from collections.abc import AsyncIterator, Awaitable, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

import discord

from bot.chat.adapt import (
    NET_TROUBLE,
    message_door,
    only_logged,
    reply_to,
    report_error,
    stamp_of,
    surely,
    was_answered,
)
from bot.chat.inbox import Busy, Inbox
from bot.chat.logs import dealt, request
from bot.chat.marks import SIGNS, WRITTEN, Below, first_words, kept
from bot.chat.views.base import panel
from bot.chat.views.card import card_panel
from bot.chat.views.lesson import hello, learner, lesson_items
from bot.chat.views.offer import answer_panel
from bot.doors.saying import PUBLIC, Answer, Door, IncomingText, Mark
from bot.lessons.course import LEARN
from bot.match.tree import LogEntry
from bot.posts.outbox import nonce_of
from bot.referee.gate import Caller, viewer_of
from bot.referee.service import RefereeError
from bot.render.wording import plain
from bot.store import PlaceRecord, StoreError, done, when_it_answers

if TYPE_CHECKING:
    from bot.chat.client import RefereeBot

# What happened in a channel while the bot was away, beside new messages: deletions, lost signs.


async def by_message(bot: "RefereeBot", place: PlaceRecord) -> dict[int, LogEntry]:
    """The newest entry of each message with orders of this turn, by the message's id."""
    table = await bot.referee.open(f"#{place.match_id}")
    _, entries = await bot.announcer.turns.turn(table)
    keyed = ((WRITTEN.fullmatch(entry.key), entry) for entry in entries)
    return {int(key[1]): entry for key, entry in keyed if key is not None}


async def begun(bot: "RefereeBot", place: PlaceRecord, after: int) -> int:
    """The id after which a channel's history is read: that of `after`, or just before the first
    message of this turn that was filed or answered, since later ones may have been edited meanwhile
    or lack their sign."""
    known = {*await by_message(bot, place), *(one.message for one in kept(place))}
    return min((after, *(number - 1 for number in known)))


async def sign_again(bot: "RefereeBot", place: PlaceRecord, unsigned: set[int]) -> None:
    """Add the signs that messages lack which were filed or answered just before a crash."""
    signs: dict[int, Sequence[Mark]] = dict.fromkeys(await by_message(bot, place), ("filed",))
    signs |= {one.message: one.marks for one in kept(place) if one.marks}
    for number in sorted(unsigned.intersection(signs)):
        bot.marks.put(place.channel, number, signs[number])


async def deleted_meanwhile(bot: "RefereeBot", place: PlaceRecord, there: set[int]) -> list[int]:
    """The messages of this turn that were deleted while the bot was away, newest first."""
    found = await by_message(bot, place)
    gone = sorted(found.keys() - there, reverse=True)
    return [one for one in gone if not await wrote_directly(bot, found[one].holder, one)]


async def wrote_directly(bot: "RefereeBot", holder: str, message_id: int) -> bool:
    """Is this a direct message that still exists?  If Discord does not tell, it counts as one."""
    if not holder.isdecimal():
        return True
    try:
        letters = await bot.create_dm(discord.Object(int(holder)))
        await letters.fetch_message(message_id)
    except discord.NotFound:
        return False
    except NET_TROUBLE:
        return True
    return True


log = logging.getLogger("referee.play")

UNANSWERED = "message %d could not be answered"
DM_SHUT = "I may not write to you directly: `/report` and `/log` show you what is yours alone."


class Messages:
    """Brings what people write to the doors, and the answers back; decides nothing."""

    def __init__(self, bot: "RefereeBot") -> None:
        self.bot = bot
        self.inbox = Inbox(
            bot.referee.mail, self.deal, self.history, key=version_key, keeps=self.keeps
        )

    async def connected(self, shard: int) -> None:
        """A new session began: read what was posted since the last one before anything new."""
        self.inbox.shut()
        mail, shards = self.bot.referee.mail, self.bot.gateways
        places = await when_it_answers(mail.places)
        guilds = {place.channel: place.guild for place in places}
        await self.inbox.catch_up(lambda channel: shards.of(guilds.get(channel)) == shard)

    async def written(self, message: discord.Message) -> None:
        """Somebody wrote a message, which pushes living posts up.  Discord's notice that the bot
        pinned a post is deleted."""
        if message.type is discord.MessageType.pins_add and message.author.id == self.me:
            with suppress(*NET_TROUBLE):
                await message.delete()
            return
        self.bot.depths.written(str(message.channel.id), message.id)
        if is_speech(message):
            await self.inbox.receive(str(message.channel.id), message)

    async def changed(self, message: discord.Message) -> None:
        """Somebody changed a message (or Discord added a preview, which changes nothing)."""
        if not is_speech(message) or message.edited_at is None or not message.content:
            return
        work = partial(self.deal, message, False)
        await self.inbox.take(str(message.channel.id), version_key(message), work)

    async def pressed(self, event: discord.RawReactionActionEvent) -> None:
        """The author pressed the question mark below a message that may be an order: send them
        directly what it would be, with its button."""
        own = event.message_author_id == event.user_id and event.user_id != self.me
        if not own or str(event.emoji) != SIGNS["asked"]:
            return
        place = self.bot.get_partial_messageable(event.channel_id)
        try:
            message = await place.fetch_message(event.message_id)
        except NET_TROUBLE:
            return
        signs = [str(one.emoji) for one in message.reactions if one.me]
        if not is_speech(message) or SIGNS["asked"] not in signs:
            return
        heard = await self.heard(message)
        answer = await self.tried(heard, self.bot.doors.reveal(heard))
        if answer.text:
            await self.whisper(message, answer, f"{stamp_of(message)}?")

    async def gone(self, channel_id: int, message_id: int, door: Door) -> None:
        """Take back what a deleted message did, in its turn."""
        work = partial(self.take_back, channel_id, message_id, door)
        await self.inbox.take(str(channel_id), f"{message_id}/deleted", work)

    async def take_back(self, channel_id: int, message_id: int, door: Door) -> None:
        """Take back what a deleted message did; in a channel the turn's post strikes it out."""
        heard = IncomingText(f"m{message_id}", Caller(""), str(channel_id), "", door)
        answer = await self.tried(heard, self.bot.doors.deleted(heard))
        if answer.table is not None:
            await self.bot.living.shown(answer.table.record.id)
        if said := answer.public if door in PUBLIC else answer.text:
            place = self.bot.get_partial_messageable(channel_id)
            nonce = nonce_of("x", message_id, "")
            with only_logged(log.warning, "deletion of %d", message_id):
                await surely(place, said, nonce, {})

    async def keeps(self, message: discord.Message) -> bool:
        """Is its channel read on after a break: a direct message, or one with a match?"""
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
        start = int(after) if known is None else await begun(self.bot, known, int(after))
        since, there, unsigned = discord.Object(start), set[int](), set[int]()
        try:
            async for message in place.history(limit=None, after=since, oldest_first=True):
                there.add(message.id)
                if not any(one.me for one in message.reactions):
                    unsigned.add(message.id)
                if is_speech(message) and (message.id > int(after) or message.edited_at):
                    yield message
        except (discord.Forbidden, discord.NotFound) as error:
            log.info("channel %s cannot be read: %s", channel, error.code)
        except NET_TROUBLE as error:
            raise Busy from error
        else:
            if known is not None:
                await sign_again(self.bot, known, unsigned)
                for number in await deleted_meanwhile(self.bot, known, there):
                    await self.take_back(int(channel), number, "chat")

    async def deal(self, message: discord.Message, late: bool) -> None:
        """Pass one message through the doors, and bring its answer back."""
        if not message.content:
            return
        heard = await self.heard(message, late)
        if heard.door == "dm" and message.edited_at is None and await self.teach(message):
            return
        doors, stamp = self.bot.doors, "" if message.edited_at is None else stamp_of(message)
        answer = await self.tried(heard, doors.edited(heard, stamp) if stamp else doors.hear(heard))
        await self.answer(message, heard, answer, stamp)

    async def teach(self, message: discord.Message) -> bool:
        """Answer `learn` in a direct message with the lesson and its buttons; False if it says
        something else."""
        asked = LEARN.fullmatch(message.content.strip())
        if asked is None:
            return False
        user, view = str(message.author.id), None
        try:
            self.bot.looking.check(user)
            pupil = await learner(self.bot.classroom, user, asked[1] or "")
            said, view = hello(pupil), panel(lesson_items(pupil))
        except RefereeError as error:
            said = plain(str(error))
        except Exception as error:
            said = report_error(error, "a lesson")
        with only_logged(log.warning, UNANSWERED, message.id):
            await reply_to(message.channel, message, said, view=view)
        return True

    async def tried(self, heard: IncomingText, work: Awaitable[Answer]) -> Answer:
        """Wait for an answer.  If the bot fails, the answer is an error id, and the rest goes into
        the log.  Raises `StoreError`."""
        try:
            with request(heard.key, self.bot.gateways.of(heard.caller.server)):
                with self.bot.gauges.answers.time():
                    answer = await work
                self.note(answer)
            return answer
        except StoreError:  # the inbox tries again when the database answers
            raise
        except Exception as error:
            place = await self.bot.referee.mail.place_at(heard.channel)
            about = await self.bot.doors.tables.about(place.match_id) if place else "no match"
            told = report_error(error, about, heard.door in PUBLIC)
            return Answer(told, told)

    def note(self, answer: Answer) -> None:
        """Count an answer, and log what became of a message about a match."""
        self.bot.gauges.answered(answer)
        if answer.table is not None:
            numbers = tuple(entry.number for entry in done().entries)
            dealt(", ".join(answer.marked) or "told", answer.table.record.id, numbers)

    async def heard(self, message: discord.Message, late: bool = False) -> IncomingText:
        """A message in the form that the doors take."""
        caller = self.bot.caller_of(message)
        if late:
            caller = await self.late_caller(message, caller)
        door = message_door(message, self.me)
        channel = str(message.channel.id)
        return IncomingText(f"m{message.id}", caller, channel, message.content, door, late=late)

    async def late_caller(self, message: discord.Message, caller: Caller) -> Caller:
        """The caller with the roles that Discord reports, where a GM role counts: messages of the
        history do not carry them."""
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
        self, message: discord.Message, heard: IncomingText, answer: Answer, version: str = ""
    ) -> None:
        """Deliver an answer: a sign on the message, and a reply where words are needed; what counts
        is shown on the turn's post."""
        said = answer.public if heard.door in PUBLIC else answer.text
        with only_logged(log.warning, UNANSWERED, message.id):
            if heard.door in PUBLIC:
                await self.sign(message, heard, answer, bool(version))
                if answer.secret and answer.text:
                    said = await self.whisper(message, answer, version)
            if said and heard.late and await was_answered(message.channel, message.id, self.me):
                return
            table, channel = answer.table, str(message.channel.id)
            at = table.last if table is not None else 0
            view = await buttons_below(heard, answer)
            words = " ".join(sorted(first_words(answer.about)))
            with self.bot.replies.coming(channel) as done:
                made = await reply_to(message.channel, message, said, version, view=view)
                if heard.door in PUBLIC and table is not None and not answer.told:
                    for one in made:
                        author, signs = message.author.id, answer.marked
                        below = Below(message.id, author, one, words, at, signs)
                        await self.bot.replies.add(table.record.id, channel, below, done)

    async def sign(
        self, message: discord.Message, heard: IncomingText, answer: Answer, edited: bool
    ) -> None:
        """Queue the reaction that shows what became of a message, behind the turn's post, and
        delete answers that it makes obsolete."""
        channel = str(message.channel.id)
        match = answer.table.record.id if answer.table is not None and answer.done else 0
        self.bot.gauges.signed(answer.marked)
        self.bot.marks.look(channel)
        self.bot.marks.put(channel, message.id, answer.marked, match)
        if heard.late:
            return
        if edited:
            await self.bot.replies.answered(channel, message.id)
        if answer.done:
            await self.bot.replies.mended(channel, message.author.id, heard.text)

    async def whisper(self, message: discord.Message, answer: Answer, version: str) -> str:
        """Send what is secret to its author directly; returns what is said in public."""
        try:
            letters = await self.bot.create_dm(message.author)
            view = answer_panel(answer)
            await reply_to(letters, message, answer.text, version + "d", here=False, view=view)
        except NET_TROUBLE:
            return f"{answer.public} {DM_SHUT}".strip()
        return answer.public


async def buttons_below(heard: IncomingText, answer: Answer) -> discord.ui.View | None:
    """The buttons below an answer: those of its offer or question, or of the card it shows."""
    if answer.card and answer.table is not None:
        viewer = None if heard.door in PUBLIC else viewer_of(answer.table, heard.caller)
        return await card_panel(answer.table, viewer, heard.caller.user, answer.card)
    return None if answer.secret and heard.door in PUBLIC else answer_panel(answer)


def version_key(message: discord.Message) -> str:
    """The key of one version of a message."""
    edited = message.edited_at is not None
    return f"{message.id}/{stamp_of(message)}" if edited else str(message.id)


def is_speech(message: discord.Message) -> bool:
    """Was this written by a person, not by a bot or by Discord itself?"""
    spoken = message.type in (discord.MessageType.default, discord.MessageType.reply)
    return spoken and not message.author.bot and message.webhook_id is None
