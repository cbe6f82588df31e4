"""Between the referee's values and Discord: replies become messages, ids become numbers."""

import asyncio
import io
import logging
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any
from zlib import crc32

import aiohttp
import discord

from bot.doors.saying import Door
from bot.match.reply import Reply
from bot.match.tree import canonical
from bot.posts import outbox
from bot.posts.panels import Panel
from bot.posts.pictures import PictureFile
from bot.referee.service import OpenMatch
from bot.render import reply_text
from bot.render.pages import at_once, split
from bot.render.wording import plain
from bot.store import Kind, done
from rules.display.words import listed

if TYPE_CHECKING:
    from bot.chat.client import RefereeBot

log = logging.getLogger("referee.discord")

Sent = discord.InteractionMessage | discord.WebhookMessage
"""A message that answers an interaction."""

PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    attach_files=True,
    read_message_history=True,
    add_reactions=True,
    pin_messages=True,
)
"""All that the bot asks for; the invite link asks for exactly these."""

NET_TROUBLE = (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError)
"""The exceptions by which a request to Discord can fail."""


@contextmanager
def only_logged(told: Callable[..., None], what: str, *about: object) -> Iterator[None]:
    """Around a request to Discord without which all goes on: a failure is logged, no more."""
    try:
        yield
    except NET_TROUBLE as error:
        told(f"{what}: %s", *about, type(error).__name__)


NOBODY = discord.AllowedMentions.none()
AFTERWARDS = "look at what stands now, since something went wrong on my side after it"
WHOLE = "answer.txt"
LOOK_BACK = 200
MOST_FILES = 10
TRIES = 5
ALREADY_ANSWERED = 40060
DM_CLOSED = 50007
ARCHIVED = 50083
GONE_CODES = (10003, 10004)
"""Discord's codes for an unknown channel and an unknown server."""


def text_of(answer: Reply | str) -> str:
    """What an answer says, for Discord."""
    return answer if isinstance(answer, str) else reply_text(answer, "markdown")


def file_of(text: str, name: str) -> discord.File:
    """A text as a file to attach."""
    return discord.File(io.BytesIO(text.encode()), name)


async def respond(
    interaction: discord.Interaction[Any],
    answer: Reply | str | Sequence[str],
    ephemeral: bool = True,
    view: discord.ui.View | None = None,
    file: discord.File | None = None,
) -> Sent | None:
    """Answer an interaction, deferred or not, with as many messages as it takes.

    A list is sent as it is, one page per message; a text or a reply is split into pages.  The last
    message carries the buttons and the file, and a file with the whole answer if that is too long
    to show.  Returns that message if Discord hands it back (more can be attached to it), else None.
    """
    pages = split(text_of(answer)) if isinstance(answer, Reply | str) else list(answer)
    pages, whole = at_once(pages or ["(nothing)"])
    files = [file] * (file is not None) + [file_of(whole, WHOLE)] * bool(whole)
    sent = None
    for number, page in enumerate(pages):
        extra: dict[str, Any] = {}
        if number == len(pages) - 1:
            extra = {"view": view} if view is not None else {}
            extra |= {"files": files} if files else {}
        sent = await _say(interaction, page, ephemeral, extra)
    return sent


async def _say(
    interaction: discord.Interaction[Any], page: str, ephemeral: bool, extra: dict[str, Any]
) -> Sent | None:
    try:
        if is_thinking(interaction):
            interaction.extras["answered"] = True
            if "files" in extra:
                extra["attachments"] = extra.pop("files")
            return await interaction.edit_original_response(
                content=page, allowed_mentions=NOBODY, **extra
            )
        if interaction.response.is_done():
            return await interaction.followup.send(
                page, ephemeral=ephemeral, allowed_mentions=NOBODY, wait=True, **extra
            )
        await interaction.response.send_message(
            page, ephemeral=ephemeral, allowed_mentions=NOBODY, **extra
        )
    except discord.HTTPException as error:
        if error.code != ALREADY_ANSWERED:
            raise
        log.info("an interaction was answered already, or Discord says so (40060)")
    return None


async def hold(interaction: discord.Interaction[Any], ephemeral: bool = True) -> None:
    """Defer the answer ("thinking"); if Discord says that it was done already, go on."""
    try:
        await interaction.response.defer(ephemeral=ephemeral, thinking=True)
    except discord.HTTPException as error:
        if error.code != ALREADY_ANSWERED:
            raise
        interaction.extras["held"] = True


async def defer(interaction: discord.Interaction[Any], ephemeral: bool = True) -> None:
    """Defer the answer of a command, unless it is deferred or answered already."""
    if not interaction.response.is_done():
        await interaction.response.defer(ephemeral=ephemeral, thinking=True)


async def tell(
    interaction: discord.Interaction[Any],
    table: OpenMatch,
    text: str,
    private: str = "",
    kind: Kind = "",
    pings: tuple[int, ...] = (),
    **more: Any,
) -> None:
    """Announce in a match's own channel what was done to it, and tell whoever did it.

    The announcement goes through the outbox, so that it is posted once whatever happens.
    """
    bot = interaction.client
    await bot.referee.mail.notice(table.record.id, table.last, "public", text, kind, pings)
    await respond(interaction, text, **more)
    if private:
        await respond(interaction, private, ephemeral=True)
    bot.changed(table)


def is_thinking(interaction: discord.Interaction[Any]) -> bool:
    """Is the interaction deferred but not answered?  Then the answer is an edit, which may safely
    be sent twice."""
    deferred = discord.InteractionResponseType.deferred_channel_message
    held = interaction.response.type is deferred or interaction.extras.get("held")
    return bool(held) and not interaction.extras.get("answered")


class Courier:
    """Brings letters to Discord; failures become the outbox's exceptions."""

    def __init__(
        self, bot: "RefereeBot", buttons: Callable[[Panel], discord.ui.View | None]
    ) -> None:
        self.bot = bot
        self.buttons = buttons

    async def send(self, letter: outbox.Letter) -> str:
        """Send a letter under its nonce, pinging only the accounts that it names; returns the
        message's id."""
        files: dict[str, Any] = {}
        if letter.attachment:
            files["file"] = file_of(letter.attachment, letter.filename)
        if letter.panel is not None and (view := self.buttons(letter.panel)) is not None:
            files["view"] = view
        pings: Any = [discord.Object(user) for user in letter.pings]
        allowed = discord.AllowedMentions(
            everyone=False, roles=False, users=pings or False, replied_user=False
        )
        with self._asking(letter.to):
            place = await self._place(letter)
            message = await place.send(
                letter.content,
                nonce=letter.nonce,
                allowed_mentions=allowed,
                silent=not letter.pings and letter.to.startswith("channel "),
                **files,
            )
            return str(message.id)

    async def find(self, letter: outbox.Letter, after: str | None) -> str | None:
        """The id of an own message with this content, newer than `after`; None if there is none."""
        wanted = letter.content.strip()
        return await self._find(letter, after, lambda text: text == wanted)

    async def find_beginning(self, letter: outbox.Letter) -> str | None:
        """The id of an own message that begins with this line; None if there is none."""
        wanted = letter.content.strip()
        return await self._find(letter, None, lambda text: text.startswith(wanted))

    async def _find(self, letter: outbox.Letter, after: str | None, fits: Any) -> str | None:
        since = discord.Object(int(after)) if after else None
        with self._asking(letter.to), suppress(discord.Forbidden):
            place = await self._place(letter)
            async for message in place.history(limit=LOOK_BACK, after=since, oldest_first=False):
                if message.author == self.bot.user and fits(message.content.strip()):
                    return str(message.id)
        return None

    async def edit(self, channel: str, message: str, content: str, panel: Panel | None) -> bool:
        """Change one of the bot's own messages and its buttons; False if it was deleted.

        Attachments stay.
        """
        view = self.buttons(panel) if panel is not None else None
        return await self._change(channel, message, content=content, view=view)

    async def attach(
        self,
        channel: str,
        message: str,
        picture: PictureFile | None,
        files: Sequence[tuple[str, str]] = (),
    ) -> bool:
        """Attach a picture and files to one of the bot's own messages, in place of those before;
        False if it was deleted."""
        hung = [file_of(text, name) for name, text in files]
        if picture is not None:
            png = io.BytesIO(picture.png)
            hung.insert(0, discord.File(png, picture.name, description=picture.words))
        return await self._change(channel, message, attachments=hung[:MOST_FILES])

    async def _change(self, channel: str, message: str, **what: Any) -> bool:
        place = self.bot.get_partial_messageable(int(channel))
        with self._asking(f"channel {channel}"):
            try:
                await place.get_partial_message(int(message)).edit(allowed_mentions=NOBODY, **what)
            except discord.NotFound as error:
                if error.code in GONE_CODES:
                    raise
                return False
        return True

    async def delete(self, channel: str, message: str) -> bool:
        """Delete one of the bot's own messages; False if the bot may not.  Raises
        `outbox.Later`."""
        place = self.bot.get_partial_messageable(int(channel))
        try:
            await place.get_partial_message(int(message)).delete()
        except discord.NotFound:
            return True
        except NET_TROUBLE as error:
            trouble = self.trouble(f"channel {channel}", error)
            if isinstance(trouble, outbox.Later):
                raise trouble from error
            return False
        return True

    async def archive(self, channel: str, shut: bool) -> None:
        """Archive a thread (`shut`) or reopen it; where the bot may not, the thread stays as it is.
        Raises `outbox.Later`."""
        try:
            thread = await self.bot.fetch_channel(int(channel))
            if isinstance(thread, discord.Thread):
                await thread.edit(archived=shut)
        except NET_TROUBLE as error:
            trouble = self.trouble(f"channel {channel}", error)
            if isinstance(trouble, outbox.Later):
                raise trouble from error
            log.info("thread %s stays as it is: %s", channel, trouble)

    async def pin(self, channel: str, message: str) -> None:
        """Pin one of the bot's own messages."""
        place = self.bot.get_partial_messageable(int(channel))
        with self._asking(f"channel {channel}"):
            await place.get_partial_message(int(message)).pin()

    @contextmanager
    def _asking(self, to: str) -> Iterator[None]:
        """Around a request to Discord about this place: failures become the outbox's exceptions."""
        try:
            yield
        except NET_TROUBLE as error:
            raise self.trouble(to, error) from error

    async def _place(self, letter: outbox.Letter) -> Any:
        kind, number = letter.to.split()
        if kind == "user":
            return await self.bot.create_dm(discord.Object(int(number)))
        return self.bot.get_partial_messageable(int(number))

    def trouble(self, to: str, error: Exception) -> Exception:
        """The outbox's exception for a failed request."""
        if isinstance(error, discord.RateLimited):
            return outbox.Later(error.retry_after)
        if not isinstance(error, discord.HTTPException):
            return outbox.Later()
        if error.code == ARCHIVED:
            return outbox.Archived()
        if error.status >= 500 or error.status == 429:
            return outbox.Later()
        if error.code in GONE_CODES:
            return outbox.Gone()
        if error.code == DM_CLOSED or (error.status == 403 and to.startswith("user ")):
            return outbox.DirectMessagesClosed()
        if error.status in (401, 403):
            return outbox.Forbidden(self.missing(to, error.text))
        return outbox.Undeliverable(f"{error.status} {error.code}: {error.text}")

    def missing(self, to: str, otherwise: str) -> str:
        """The names of the permissions that the bot lacks in a channel, as Discord writes them;
        `otherwise` if they are not known."""
        channel = self.bot.get_channel(int(to.split()[1]))
        guild = getattr(channel, "guild", None)
        if guild is None or channel is None or isinstance(channel, discord.abc.PrivateChannel):
            return otherwise
        held = channel.permissions_for(guild.me)
        lacking = [name for name, wanted in PERMISSIONS if wanted and not getattr(held, name)]
        names = ", ".join(map(as_discord_writes, lacking))
        return f"missing {names}" if names else otherwise


def as_discord_writes(permission: str) -> str:
    """`Send Messages In Threads`."""
    return permission.replace("_", " ").title()


def message_door(message: discord.Message, me: int) -> Door:
    """The door that a message came in by."""
    if message.channel.type is discord.ChannelType.private:
        return "dm"
    if f"<@{me}>" in message.content or f"<@!{me}>" in message.content:
        return "mention"
    replied = message.reference.resolved if message.reference is not None else None
    if isinstance(replied, discord.Message) and replied.author.id == me:
        return "reply"
    return "chat"


def stamp_of(message: discord.Message) -> str:
    """An id of this version of a message, from the time of its last edit and its text."""
    at = int(message.edited_at.timestamp() * 1000) if message.edited_at else 0
    return f"{at:x}.{crc32(message.content.encode()):08x}"


async def reply_to(
    place: discord.abc.Messageable,
    message: discord.PartialMessage | discord.Message,
    text: str,
    version: str = "",
    here: bool = True,
    view: discord.ui.View | None = None,
) -> list[int]:
    """Answer a message page by page, each page under a nonce of its own; `here`: as a reply to it.

    The last page carries the buttons, and a file with the whole answer if that is too long to show.
    Returns the ids of the messages sent.
    """
    reference = discord.MessageReference(
        message_id=message.id, channel_id=message.channel.id, fail_if_not_exists=False
    )
    pages, whole = at_once(split(text))
    made = []
    for number, page in enumerate(pages):
        nonce = outbox.nonce_of("r", message.id, f"{version}p{number}")
        extra: dict[str, Any] = {"reference": reference} if here and not number else {}
        if view is not None and number == len(pages) - 1:
            extra["view"] = view
        attached = whole if number == len(pages) - 1 else ""
        made.append(await surely(place, page, nonce, extra, attached))
    return made


async def was_answered(place: discord.abc.Messageable, message_id: int, me: int) -> bool:
    """Has the bot replied to this message?  Asked where a crash leaves that open."""
    since = discord.Object(message_id)
    async for other in place.history(limit=LOOK_BACK, after=since):
        replied = other.reference.message_id if other.reference is not None else None
        if other.author.id == me and replied == message_id:
            return True
    return False


async def surely(
    place: discord.abc.Messageable, text: str, nonce: str, extra: dict[str, Any], whole: str = ""
) -> int:
    """Send a message, with retries while Discord or the network fails; returns its id."""
    for attempt in range(TRIES):
        files: dict[str, Any] = {"file": file_of(whole, WHOLE)} if whole else {}
        try:
            made = await place.send(
                text, nonce=nonce, allowed_mentions=NOBODY, silent=True, **extra, **files
            )
            return made.id
        except NET_TROUBLE as error:
            if isinstance(error, discord.HTTPException) and error.status < 500:
                raise
            if attempt == TRIES - 1:
                raise
            await asyncio.sleep(0.5 * 2**attempt)
    raise AssertionError("the last attempt returns or raises")


def report_error(error: BaseException, about: str, openly: bool = False) -> str:
    """Log the traceback under a new id; returns what the user is told: what was filed all the same
    (`openly`: by its numbers alone), or that nothing was changed."""
    number, written = secrets.token_hex(4), done()
    log.error("error %s, %s", number, about, exc_info=error)
    lost = "only my answer was lost on the way" if isinstance(error, NET_TROUBLE) else ""
    wrong = lost or "then something went wrong on my side; what is not named here was not filed"
    if written.entries:
        filed = [
            f"#{one.number}"
            + f" {plain(' then '.join(canonical(one.orders)))[:200]}" * (not openly)
            for one in written.entries
        ]
        verb = "is" if len(filed) == 1 else "are"
        return f"{listed(filed)} {verb} filed; {wrong} (error {number})"
    if written.other:
        return f"what you asked for is done; {lost or AFTERWARDS} (error {number})"
    return f"something went wrong on my side; nothing was changed (error {number})"
