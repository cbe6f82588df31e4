"""`/card`, `/units`, `/reach`, `/odds`, `/luck`, `/yearbook`, `/replay` and so on: looking up."""

import io
from typing import Literal

import discord
from discord import app_commands

from bot.chat.adapt import respond
from bot.chat.cogs import common
from bot.chat.cogs.common import (
    EYES,
    BaseCog,
    Choices,
    Interaction,
    MatchName,
    Seat,
    begun,
    eyes,
    looked_at,
    match_command,
    playing_seat,
)
from bot.chat.views.card import card_panel, show_reach
from bot.chat.views.replay import luck_text, send_page
from bot.doors.suggest import begins
from bot.history import looks, study
from bot.history.yearbook import has_news, news_of, yearbook_of
from bot.match.reply import Reply
from bot.referee.beside import PAGES, SCENES
from bot.render.alt import alt_text
from bot.render.card import MOST, card_text, price_text
from bot.render.png import PictureError, paint
from bot.render.roll import roll_text
from bot.render.wording import arrows, foreseen_text, inside_fence, plain
from rules.display.view import Picture


async def cards(interaction: Interaction, current: str) -> Choices:
    """Completions: everything that has a card, as far as the caller may see it."""
    found = await common.seen_here(interaction)
    if found is None:
        return []
    table, seat = found
    return common.choices(begins(looks.cards_named(table, seat or None), current))


class Study(BaseCog):
    """Answers are for whoever asks, and say no more than they may see."""

    @match_command("card", name="A unit (B1) or a type (Ballista)", seat=EYES)
    @app_commands.autocomplete(name=cards)
    async def card(
        self,
        interaction: Interaction,
        name: app_commands.Range[str, 1, 60],
        match: MatchName | None = None,
        seat: Seat | None = None,
    ) -> None:
        """A unit as it is now, or a type as printed: numbers, attacks, what they need."""
        table, viewer = await looked_at(interaction, match, seat)
        found = await SCENES.make(looks.card_of, table, viewer, name)
        view = await card_panel(table, viewer, str(interaction.user.id), found.title)
        await respond(interaction, card_text(found), view=view)

    @match_command(
        "units",
        of="Of which faction; left out: of yours",
        page="Twenty lines each",
        show="The factions, or your own army, instead",
        seat=EYES,
    )
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
        table, viewer = await looked_at(interaction, match, seat)
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

    @match_command("reach", unit="A unit on the board: B1", seat=EYES)
    @app_commands.autocomplete(unit=common.own_units)
    async def reach(
        self,
        interaction: Interaction,
        unit: app_commands.Range[str, 1, 60],
        match: MatchName | None = None,
        seat: Seat | None = None,
    ) -> None:
        """How far a unit goes and strikes: a picture, and the same in words."""
        table, viewer = await looked_at(interaction, match, seat)
        await show_reach(interaction, table, viewer, unit)

    @match_command(
        "odds",
        order="An order as you give it, `L1 against O1`, `what can reach L5`, `can L1 charge O1`",
        seat=EYES,
    )
    @app_commands.autocomplete(order=common.sentences)
    async def odds(
        self,
        interaction: Interaction,
        order: app_commands.Range[str, 1, 300],
        match: MatchName | None = None,
        seat: Seat | None = None,
    ) -> None:
        """What an order would bring, exactly, before you give it; nothing is rolled."""
        table, caller = await begun(interaction, match)
        if study.is_question(order):
            viewer = eyes(table, caller, seat)
            await respond(interaction, foreseen_text(*await study.foreseen(table, viewer, order)))
            return
        chosen = playing_seat(table, caller, seat)
        found = await study.odds_of(self.referee, table, chosen, order)
        if isinstance(found, Reply):
            await respond(interaction, found)
            return
        head, *lines = map(plain, found)
        text = "\n".join(f"- {line}" for line in lines)
        await respond(interaction, f"**{head}** (nothing was ordered or rolled)\n{text}")

    @match_command("describe", what="A unit or a place: L1, or 5,12", seat=EYES)
    @app_commands.autocomplete(what=common.own_units)
    async def describe(
        self,
        interaction: Interaction,
        what: app_commands.Range[str, 1, 60],
        match: MatchName | None = None,
        seat: Seat | None = None,
    ) -> None:
        """What is near a unit or a place, in words: bearing and distance of each thing."""
        table, viewer = await looked_at(interaction, match, seat)
        lines = await study.described(table, viewer, what)
        await respond(interaction, "\n".join(map(plain, lines)))

    @match_command("catch-up", seat=EYES)
    async def catch_up(
        self, interaction: Interaction, match: MatchName | None = None, seat: Seat | None = None
    ) -> None:
        """What changed for you since your last act."""
        table, caller = await begun(interaction, match)
        chosen = playing_seat(table, caller, seat)
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

    @match_command("yearbook")
    async def yearbook(self, interaction: Interaction, match: MatchName | None = None) -> None:
        """A campaign over time: every side's numbers as a table and as a picture."""
        table, viewer = await looked_at(interaction, match)
        found = await yearbook_of(self.referee, table, viewer)
        file = await PAGES.make(picture_file, found.picture, "yearbook.png")
        block = inside_fence("\n".join(found.lines))
        await respond(interaction, f"**{plain(table.record.name)}**\n```\n{block}\n```", file=file)

    @match_command("luck")
    async def luck(self, interaction: Interaction, match: MatchName | None = None) -> None:
        """What the dice of each side brought, against what could be expected of them."""
        table, viewer = await looked_at(interaction, match)
        await respond(interaction, await luck_text(self.referee, table, viewer))

    @match_command("replay", seat=EYES)
    async def replay(
        self, interaction: Interaction, match: MatchName | None = None, seat: Seat | None = None
    ) -> None:
        """The whole match as a page for your browser, as everybody (or your seat) may see it."""
        table, viewer = await looked_at(interaction, match, seat)
        await send_page(interaction, table, None if seat is None else viewer)


def picture_file(picture: Picture, name: str) -> discord.File | None:
    """A picture with its alt text as a file to attach; None if it cannot be drawn."""
    try:
        content = paint(picture)
    except PictureError:
        return None
    return discord.File(io.BytesIO(content), name, description=alt_text(picture))
