"""The base of all buttons and menus: their ids, finding their match, answering whoever pressed."""

import re
import zlib
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Self

import discord
from discord import ui

from bot.chat.adapt import NOBODY, WHOLE, file_of
from bot.doors.saying import Answer, IncomingText
from bot.referee.gate import Caller, check_may_order, check_may_see, no_seat, viewer_of
from bot.referee.service import OpenMatch, RefereeError
from bot.render.pages import at_once, split

if TYPE_CHECKING:
    from bot.chat.client import RefereeBot

    Interaction = discord.Interaction[RefereeBot]
else:
    Interaction = discord.Interaction

NUMBER = r"[0-9]{1,9}"
SEAT = r"[0-9]{1,2}"
PRIMARY = discord.ButtonStyle.primary
MARK = r"[0-9a-f]{8}"


def mark(text: str) -> str:
    """A short id of a text: buttons carry it instead of the text."""
    return f"{zlib.crc32(text.encode()):08x}"


def named(wanted: str, texts: Iterable[str]) -> str | None:
    """The text with that id, if it is still among these."""
    return next((text for text in texts if mark(text) == wanted), None)


def short(text: str, most: int = 100) -> str:
    """A text cut to what a menu shows."""
    return text if len(text) <= most else text[: most - 1] + "\u2026"


MORE = "more"
PAGE = 24
COUNTED = ("seat", "number", "entry", "pick", "step", "page", "report")
"""Parts of ids that are numbers."""


class Pressed(ui.DynamicItem[Any], template="cr:none"):
    """A button or menu that does its work in `act`; if that fails, it is answered politely.

    Its `custom_id`, `cr:<id>:<part>:<part>`, holds ids only, so that it also works after a restart.
    A subclass declares each part with its pattern; the part becomes an attribute.
    """

    head: ClassVar[str]
    parts: ClassVar[tuple[str, ...]]
    match: str
    system: str
    option: str
    step: int
    way: str
    seat: int
    number: int
    entry: int
    report: int
    page: int
    unit: str
    kind: str
    order: str
    at: str
    what: str
    how: str
    word: str
    text: str
    entries: str
    whom: str
    pick: int
    moment: str

    def __init_subclass__(cls, *, id: str = "none", template: str = "", **parts: str) -> None:
        cls.head, cls.parts = f"cr:{id}", tuple(parts)
        found = (f"(?P<{name}>{pattern})" for name, pattern in parts.items())
        super().__init_subclass__(template=template or ":".join((cls.head, *found)))

    def keep(self, values: Sequence[int | str], named: Mapping[str, int | str]) -> str:
        """Set the parts of the id as attributes; returns the whole id."""
        given = {**dict(zip(self.parts[: len(values)], values, strict=True)), **named}
        for name in self.parts:
            setattr(self, name, int(given[name]) if name in COUNTED else str(given[name]))
        return ":".join((self.head, *(str(given[name]) for name in self.parts)))

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Make the item from its id, each time it is pressed."""
        given: dict[str, Any] = match.groupdict()
        return cls(**given)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Run `act`, and answer its errors."""
        async with interaction.client.answers(interaction):
            await self.act(interaction)

    async def act(self, interaction: Interaction) -> None:
        """Look everything up and check it anew, and do what the item is for; for subclasses."""
        raise TypeError(f"{type(self).__name__} does nothing when it is pressed")


class Button(Pressed):
    """A button; its label and style may differ from those of its class."""

    look: ClassVar[tuple[str, discord.ButtonStyle]]

    def __init_subclass__(
        cls,
        *,
        label: str = "",
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
        **declared: str,
    ) -> None:
        cls.look = label, style
        super().__init_subclass__(**declared)

    def __init__(
        self,
        *values: int | str,
        label: str = "",
        style: discord.ButtonStyle | None = None,
        **named: int | str,
    ) -> None:
        usual, look = self.look
        name, label = self.keep(values, named), (label or usual)[:80]
        super().__init__(ui.Button(label=label, style=style or look, custom_id=name))


class OfMatch(Button):
    """A button about a match, whose number is the first part of its id: `cr:<id>:<match>`."""

    def __init_subclass__(cls, **declared: Any) -> None:
        super().__init_subclass__(match=NUMBER, **declared)


class Menu(Pressed):
    """A menu; one that was made from its id alone has no options."""

    hint: ClassVar[str]

    def __init_subclass__(cls, *, hint: str = "", **declared: str) -> None:
        cls.hint = hint
        super().__init_subclass__(**declared)

    def __init__(
        self,
        *values: int | str,
        options: Sequence[discord.SelectOption] = (),
        hint: str = "",
        **named: int | str,
    ) -> None:
        shown = [*options] or [discord.SelectOption(label="nothing", value="0")]
        name, hint = self.keep(values, named), hint or self.hint
        super().__init__(ui.Select(placeholder=hint or None, options=shown, custom_id=name))


def paged(rows: Sequence[tuple[str, str]], page: int) -> list[discord.SelectOption]:
    """The options of a page, from rows of value and text, and `more` if there are several pages."""
    pages = max(1, -(-len(rows) // PAGE))
    shown = rows[page % pages * PAGE :][:PAGE]
    options = [discord.SelectOption(label=short(text), value=value) for value, text in shown]
    if pages > 1:
        label = f"more ... (page {page % pages + 1} of {pages})"
        options.append(discord.SelectOption(label=label, value=MORE))
    return options


def pressed_key(interaction: Interaction, what: str) -> str:
    """The key of what a button files: pressed twice on one message it files it once."""
    message = interaction.message
    return f"b{message.id if message is not None else interaction.id}-{what}"


async def said(
    interaction: Interaction, table: OpenMatch, key: str, lines: str, **more: Any
) -> Answer:
    """Pass the lines that a button stands for (`1> end phase`) through the doors."""
    caller, channel = interaction.client.caller_of(interaction), str(interaction.channel_id)
    heard = IncomingText(key, caller, channel, lines, "command", f"#{table.record.id}", **more)
    return await interaction.client.doors.hear(heard)


def chosen(interaction: Interaction) -> str:
    """The value that was picked from a menu; empty if none was, where that is allowed."""
    data: Any = interaction.data
    return "".join(data["values"][:1])


async def table_of(interaction: Interaction, number: str) -> tuple[OpenMatch, Caller]:
    """The match of a button, and the caller.  Raises `RefereeError` if they may not see it."""
    bot = interaction.client
    table = await bot.referee.open(f"#{int(number)}")
    caller = bot.caller_of(interaction)
    check_may_see(table, caller, f"#{int(number)}")
    return table, caller


async def opened(interaction: Interaction, number: str) -> tuple[OpenMatch, Caller]:
    """Acknowledge a press; returns the match of the button, and the caller.  Raises
    `RefereeError`."""
    await begin(interaction)
    return await table_of(interaction, number)


async def seen(interaction: Interaction, number: str) -> tuple[OpenMatch, int | None]:
    """Acknowledge a press; returns the match of the button, and as whom the caller sees it.  Raises
    `RefereeError`."""
    table, caller = await opened(interaction, number)
    return table, viewer_of(table, caller)


async def ordering(interaction: Interaction, number: str, seat: int) -> OpenMatch:
    """Acknowledge a press; returns the match.  Raises `RefereeError` unless the caller may give
    orders for the seat."""
    table, caller = await opened(interaction, number)
    check_may_order(table, caller, seat)
    return table


def seats_of(table: OpenMatch, caller: Caller) -> list[int]:
    """The seats that the caller plays.  Raises `RefereeError` if there is none."""
    seats = table.plays(caller.user)
    if not seats:
        raise RefereeError(no_seat(table, caller))
    return seats


async def begin(interaction: Interaction) -> None:
    """Acknowledge a press at once: below a public post, a private message will be the answer."""
    message = interaction.message
    if message is not None and message.flags.ephemeral:
        await interaction.response.defer()
    else:
        await interaction.response.defer(ephemeral=True, thinking=True)


async def show(interaction: Interaction, text: str, items: Sequence[ui.Item[Any]] = ()) -> None:
    """Put a text and buttons in place of those that were pressed."""
    (first, *rest), whole = at_once(split(text) or ["(nothing)"])
    await interaction.edit_original_response(
        content=first, view=panel(items), allowed_mentions=NOBODY
    )
    for page in rest:
        await interaction.followup.send(page, ephemeral=True, allowed_mentions=NOBODY)
    if whole:
        file = file_of(whole, WHOLE)
        await interaction.followup.send(file=file, ephemeral=True, allowed_mentions=NOBODY)


def panel(items: Sequence[ui.Item[Any]]) -> ui.View | None:
    """A view of these items that never times out; None if there are no items."""
    if not items:
        return None
    view = ui.View(timeout=None)
    for item in items:
        view.add_item(item)
    return view
