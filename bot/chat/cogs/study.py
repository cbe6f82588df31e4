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
    Interaction,
    MatchName,
    MatchRequest,
    Seat,
    Short,
    begun,
    eyes,
    looking,
    match_command,
    playing,
    playing_seat,
)
from bot.chat.views.card import card_panel, show_reach
from bot.chat.views.replay import luck_text, send_page
from bot.history import looks, study
from bot.history.yearbook import has_news, news_of, yearbook_of
from bot.match.reply import Reply
from bot.referee.beside import PAGES, SCENES
from bot.referee.gate import viewer_of
from bot.render.alt import alt_text
from bot.render.card import MOST, card_text, price_text
from bot.render.png import PictureError, paint
from bot.render.roll import roll_text
from bot.render.wording import arrows, foreseen_text, inside_fence, plain
from rules.display.view import Picture

cards = common.named_here(looks.cards_named)
"""Completions: everything that has a card."""


class Study(BaseCog):
    """Answers are for whoever asks, and say no more than they may see."""

    @match_command("card", looking, name="A unit (B1) or a type (Ballista)", seat=EYES)
    @app_commands.autocomplete(name=cards)
    async def card(self, asked: MatchRequest, name: Short) -> None:
        """A unit as it is now, or a type as printed: numbers, attacks, what they need."""
        found = await SCENES.make(looks.card_of, asked.table, asked.viewer, name)
        view = await card_panel(asked.table, asked.viewer, asked.caller.user, found.title)
        await asked.respond(card_text(found), view=view)

    @match_command(
        "units",
        looking,
        of="Of which faction; left out: of yours",
        page="Twenty lines each",
        show="The factions, or your own army, instead",
        seat=EYES,
    )
    async def units(
        self,
        asked: MatchRequest,
        of: Short | None = None,
        page: app_commands.Range[int, 1, 50] = 1,
        show: Literal["units", "factions", "roster"] = "units",
    ) -> None:
        """What can be had, with prices and main numbers, one line each."""
        if show == "roster":
            await asked.respond(roll_text(looks.roster_of(asked.table, asked.viewer)))
            return
        if show == "factions":
            lines = looks.factions_of(asked.table, asked.viewer)
        else:
            lines = looks.prices_of(asked.table, asked.viewer, of or "")
        faction = f"of: {plain(of)} " if of else ""
        start = min(page - 1, (len(lines) - 1) // MOST) * MOST
        more = f"`/units {faction}page: {start // MOST + 2}`"
        await asked.respond(price_text(lines, "markdown", start, more))

    @match_command("reach", looking, unit="A unit on the board: B1", seat=EYES)
    @app_commands.autocomplete(unit=common.own_units)
    async def reach(self, asked: MatchRequest, unit: Short) -> None:
        """How far a unit goes and strikes: a picture, and the same in words."""
        await show_reach(asked.interaction, asked.table, asked.viewer, unit)

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
        asked = await begun(interaction, match)
        table = asked.table
        if study.is_question(order):
            viewer = eyes(table, asked.caller, seat)
            await respond(interaction, foreseen_text(*await study.foreseen(table, viewer, order)))
            return
        chosen = playing_seat(table, asked.caller, seat)
        found = await study.odds_of(self.referee, table, chosen, order)
        if isinstance(found, Reply):
            await respond(interaction, found)
            return
        head, *lines = map(plain, found)
        text = "\n".join(f"- {line}" for line in lines)
        await respond(interaction, f"**{head}** (nothing was ordered or rolled)\n{text}")

    @match_command("describe", looking, what="A unit or a place: L1, or 5,12", seat=EYES)
    @app_commands.autocomplete(what=common.own_units)
    async def describe(self, asked: MatchRequest, what: Short) -> None:
        """What is near a unit or a place, in words: bearing and distance of each thing."""
        lines = await study.described(asked.table, asked.viewer, what)
        await asked.respond("\n".join(map(plain, lines)))

    @match_command("catch-up", playing, seat=EYES)
    async def catch_up(self, asked: MatchRequest) -> None:
        """What changed for you since your last act."""
        turns = await self.bot.deadlines.sync(asked.table)
        start, lines = await study.caught_up(self.referee, asked.table, asked.seat, turns)
        since = f"since your #{start}" if start else "so far"
        head = f"**{plain(asked.table.record.name)}**, {asked.table.name_of(asked.seat)}, {since}:"
        told = [line if "<t:" in line else plain(arrows(line)) for line in lines]
        if start and has_news(asked.table):
            _, page = await news_of(self.referee, asked.table, asked.seat)
            if page:
                head = "\n".join((head, *map(plain, page), "", "One by one:"))
        await asked.respond("\n".join((head, *told)))

    @match_command("yearbook", begun)
    async def yearbook(self, asked: MatchRequest) -> None:
        """A campaign over time: every side's numbers as a table and as a picture."""
        found = await yearbook_of(self.referee, asked.table, viewer_of(asked.table, asked.caller))
        file = await PAGES.make(picture_file, found.picture, "yearbook.png")
        block = inside_fence("\n".join(found.lines))
        await asked.respond(f"**{plain(asked.table.record.name)}**\n```\n{block}\n```", file=file)

    @match_command("luck", begun)
    async def luck(self, asked: MatchRequest) -> None:
        """What the dice of each side brought, against what could be expected of them."""
        viewer = viewer_of(asked.table, asked.caller)
        await asked.respond(await luck_text(self.referee, asked.table, viewer))

    @match_command("replay", seat=EYES)
    async def replay(
        self, interaction: Interaction, match: MatchName | None = None, seat: Seat | None = None
    ) -> None:
        """The whole match as a page for your browser, as everybody (or your seat) may see it."""
        asked = await looking(interaction, match, seat)
        await send_page(interaction, asked.table, None if seat is None else asked.viewer)


def picture_file(picture: Picture, name: str) -> discord.File | None:
    """A picture with its alt text as a file to attach; None if it cannot be drawn."""
    try:
        content = paint(picture)
    except PictureError:
        return None
    return discord.File(io.BytesIO(content), name, description=alt_text(picture))
