"""`/card`, `/units`, `/reach`, `/odds`, `/luck`, `/yearbook`, `/replay` and so on: looking up."""

import io
from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.chat.adapt import respond
from bot.chat.client import RefereeBot
from bot.chat.cogs import common
from bot.chat.cogs.common import Choices, Interaction, MatchName
from bot.chat.cogs.show import eyes, playing_seat
from bot.chat.telling import defer
from bot.chat.views.card import card_panel, show_reach
from bot.chat.views.replay import luck_text, send_page
from bot.doors.suggest import begins
from bot.history import looks, study
from bot.history.yearbook import has_news, news_of, yearbook_of
from bot.match.reply import Reply
from bot.referee.beside import PAGES, SCENES
from bot.referee.service import OpenMatch
from bot.render.card import MOST, card_text, price_text
from bot.render.escape import inside_fence, plain
from bot.render.png import PictureError, alt_text, paint
from bot.render.roll import roll_text
from bot.render.wording import arrows, foreseen_text
from rules.display.view import Picture

Seat = app_commands.Range[int, 1, 20]
EYES = "As which of your seats, if you hold several"


async def cards(interaction: Interaction, current: str) -> Choices:
    """Everything that has a card, as one may see it."""
    found = await common.seen_here(interaction)
    if found is None:
        return []
    table, seat = found
    return common.choices(begins(looks.cards_named(table, seat or None), current))


class Study(commands.Cog):
    """Answers are for whoever asks, and say no more than they may see."""

    def __init__(self, bot: RefereeBot) -> None:
        self.bot = bot
        self.referee = bot.referee

    async def asked(
        self, interaction: Interaction, match: str | None, seat: int | None = None
    ) -> tuple[OpenMatch, int | None]:
        """The match that is asked about, and through whose eyes it is seen."""
        await defer(interaction)
        table = await self.bot.table_here(interaction, match)
        return table, eyes(table, self.bot.caller_of(interaction), seat)

    @app_commands.command(name="card")
    @app_commands.describe(name="A unit (B1) or a type (Ballista)", match=common.WHICH, seat=EYES)
    @app_commands.autocomplete(match=common.matches, name=cards)
    async def card(
        self,
        interaction: Interaction,
        name: app_commands.Range[str, 1, 60],
        match: MatchName | None = None,
        seat: Seat | None = None,
    ) -> None:
        """A unit as it is now, or a type as printed: numbers, attacks, what they need."""
        table, viewer = await self.asked(interaction, match, seat)
        found = await SCENES.make(looks.card_of, table, viewer, name)
        view = await card_panel(table, viewer, str(interaction.user.id), found.title)
        await respond(interaction, card_text(found), view=view)

    @app_commands.command(name="units")
    @app_commands.describe(
        of="Of which faction; left out: of yours",
        page="Twenty lines each",
        show="The factions, or your own army, instead",
        match=common.WHICH,
        seat=EYES,
    )
    @app_commands.autocomplete(match=common.matches)
    async def units(
        self,
        interaction: Interaction,
        of: app_commands.Range[str, 1, 60] | None = None,
        page: app_commands.Range[int, 1, 50] = 1,
        show: Literal["units", "factions", "roster"] = "units",
        match: MatchName | None = None,
        seat: Seat | None = None,
    ) -> None:
        """What can be had, with prices and main numbers, one line each."""
        table, viewer = await self.asked(interaction, match, seat)
        if show == "roster":
            await respond(interaction, roll_text(looks.roster_of(table, viewer)))
            return
        if show == "factions":
            lines = looks.factions_of(table, viewer)
        else:
            lines = looks.prices_of(table, viewer, of or "")
        faction = f"of: {plain(of)} " if of else ""
        start = min(page - 1, (len(lines) - 1) // MOST) * MOST
        more = f"`/units {faction}page: {start // MOST + 2}`"
        await respond(interaction, price_text(lines, "markdown", start, more))

    @app_commands.command(name="reach")
    @app_commands.describe(unit="A unit on the board: B1", match=common.WHICH, seat=EYES)
    @app_commands.autocomplete(match=common.matches, unit=common.own_units)
    async def reach(
        self,
        interaction: Interaction,
        unit: app_commands.Range[str, 1, 60],
        match: MatchName | None = None,
        seat: Seat | None = None,
    ) -> None:
        """How far a unit goes and strikes: a picture, and the same in words."""
        table, viewer = await self.asked(interaction, match, seat)
        await show_reach(interaction, table, viewer, unit)

    @app_commands.command(name="odds")
    @app_commands.describe(
        order="An order as you give it, `L1 against O1`, `what can reach L5`, `can L1 charge O1`",
        match=common.WHICH,
        seat=EYES,
    )
    @app_commands.autocomplete(match=common.matches, order=common.sentences)
    async def odds(
        self,
        interaction: Interaction,
        order: app_commands.Range[str, 1, 300],
        match: MatchName | None = None,
        seat: Seat | None = None,
    ) -> None:
        """What an order would bring, exactly, before you give it; nothing is rolled."""
        await defer(interaction)
        table = await self.bot.table_here(interaction, match)
        if study.is_question(order):
            viewer = eyes(table, self.bot.caller_of(interaction), seat)
            await respond(interaction, foreseen_text(*await study.foreseen(table, viewer, order)))
            return
        chosen = playing_seat(table, self.bot.caller_of(interaction), seat)
        found = await study.odds_of(self.referee, table, chosen, order)
        if isinstance(found, Reply):
            await respond(interaction, found)
            return
        head, *lines = map(plain, found)
        text = "\n".join(f"- {line}" for line in lines)
        await respond(interaction, f"**{head}** (nothing was ordered or rolled)\n{text}")

    @app_commands.command(name="describe")
    @app_commands.describe(what="A unit or a place: L1, or 5,12", match=common.WHICH, seat=EYES)
    @app_commands.autocomplete(match=common.matches, what=common.own_units)
    async def describe(
        self,
        interaction: Interaction,
        what: app_commands.Range[str, 1, 60],
        match: MatchName | None = None,
        seat: Seat | None = None,
    ) -> None:
        """What is near a unit or a place, in words: bearing and distance of each thing."""
        table, viewer = await self.asked(interaction, match, seat)
        lines = await study.described(table, viewer, what)
        await respond(interaction, "\n".join(map(plain, lines)))

    @app_commands.command(name="catch-up")
    @app_commands.describe(match=common.WHICH, seat=EYES)
    @app_commands.autocomplete(match=common.matches)
    async def catch_up(
        self, interaction: Interaction, match: MatchName | None = None, seat: Seat | None = None
    ) -> None:
        """What changed for you since your last act."""
        await defer(interaction)
        table = await self.bot.table_here(interaction, match)
        chosen = playing_seat(table, self.bot.caller_of(interaction), seat)
        turns = await self.bot.deadlines.sync(table)
        start, lines = await study.caught_up(self.referee, table, chosen, turns)
        since = f"since your #{start}" if start else "so far"
        head = f"**{plain(table.record.name)}**, {table.name_of(chosen)}, {since}:"
        told = [line if "<t:" in line else plain(arrows(line)) for line in lines]
        if start and has_news(table):
            _, page = await news_of(self.referee, table, chosen)
            if page:
                head = "\n".join((head, *map(plain, page), "", "One by one:"))
        await respond(interaction, "\n".join((head, *told)))

    @app_commands.command(name="yearbook")
    @app_commands.describe(match=common.WHICH)
    @app_commands.autocomplete(match=common.matches)
    async def yearbook(self, interaction: Interaction, match: MatchName | None = None) -> None:
        """A campaign over time: every side's numbers as a table and as a picture."""
        table, viewer = await self.asked(interaction, match)
        found = await yearbook_of(self.referee, table, viewer)
        file = await PAGES.make(picture_file, found.picture, "yearbook.png")
        block = inside_fence("\n".join(found.lines))
        await respond(interaction, f"**{plain(table.record.name)}**\n```\n{block}\n```", file=file)

    @app_commands.command(name="luck")
    @app_commands.describe(match=common.WHICH)
    @app_commands.autocomplete(match=common.matches)
    async def luck(self, interaction: Interaction, match: MatchName | None = None) -> None:
        """What the dice of each side brought, against what could be expected of them."""
        table, viewer = await self.asked(interaction, match)
        await respond(interaction, await luck_text(self.referee, table, viewer))

    @app_commands.command(name="replay")
    @app_commands.describe(match=common.WHICH, seat=EYES)
    @app_commands.autocomplete(match=common.matches)
    async def replay(
        self, interaction: Interaction, match: MatchName | None = None, seat: Seat | None = None
    ) -> None:
        """The whole match as a page for your browser, as everybody (or your seat) may see it."""
        await defer(interaction)
        table = await self.bot.table_here(interaction, match)
        viewer = None
        if seat is not None:
            viewer = eyes(table, self.bot.caller_of(interaction), seat)
        await send_page(interaction, table, viewer)


def picture_file(picture: Picture, name: str) -> discord.File | None:
    """A picture with its alt text to attach; none where none can be drawn."""
    try:
        content = paint(picture)
    except PictureError:
        return None
    return discord.File(io.BytesIO(content), name, description=alt_text(picture))


async def setup(bot: RefereeBot) -> None:
    """Called when the bot loads this part."""
    await bot.add_cog(Study(bot))
