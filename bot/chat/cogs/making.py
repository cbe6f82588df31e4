"""`/match new` and `/match practice`: a match is made and gets its thread."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.chat import places
from bot.chat.adapt import respond
from bot.chat.client import RefereeBot
from bot.chat.cogs.common import Interaction, MatchName, systems
from bot.chat.practising import make_practice
from bot.chat.telling import defer
from bot.chat.views.draft import draft_panel
from bot.chat.views.forms import CHOOSE, NewMatch, one
from bot.lobby.draft import BOARD, WATCHERS, Draft, draft_text
from bot.referee.open_match import check_name
from bot.referee.service import Referee, RefereeError
from rules import games
from rules.border.game import LEVELS

LEVEL_CHOICES = [app_commands.Choice(name=level, value=level) for level in LEVELS]
AUDIENCES = [
    app_commands.Choice(name="everybody may watch", value="public"),
    app_commands.Choice(name="members only", value="members"),
]


class Making(commands.Cog):
    """The part of `/match` that makes matches."""

    bot: RefereeBot
    referee: Referee

    @app_commands.command(name="new")
    @app_commands.describe(
        name="What the match is called. Left out, a form asks for everything.",
        system="The rule system",
        opponent="Who plays against you; left out: whoever joins first",
        gm="Who referees what no rule says; left out: nobody",
        options="House rules: name=value name=value",
        audience="Who may watch",
    )
    @app_commands.choices(audience=AUDIENCES)
    @app_commands.autocomplete(system=systems)
    async def new(
        self,
        interaction: Interaction,
        name: MatchName | None = None,
        system: app_commands.Range[str, 1, 40] | None = None,
        opponent: discord.User | None = None,
        gm: discord.User | None = None,
        options: app_commands.Range[str, 1, 500] | None = None,
        audience: str = "public",
    ) -> None:
        """Make a match; it gets a thread of its own here."""
        places.check_can_be_home(interaction.channel, audience == "public")
        if name is None:
            await interaction.response.send_modal(NewMatch(audience, system))
            return
        given = {"name": [name], "system": [system or games()[0].id], "options": [options or ""]}
        given |= {"opponent": [str(opponent.id)] if opponent else []}
        given |= {"gm": [str(gm.id)] if gm else []}
        await self.make(interaction, given, audience)

    async def make(
        self, interaction: Interaction, given: dict[str, list[str]], audience: str
    ) -> None:
        """A match from a filled-in form, or first each choice about it."""
        draft = Draft(
            one(given, "name") or "",
            one(given, "system") or games()[0].id,
            one(given, "opponent") or "",
            one(given, "gm") or "",
        )
        if any(game.id == draft.system for game in games()):
            habits = self.bot.habits.of(str(interaction.guild_id or ""))
            draft = draft.choosing(BOARD, habits.board)
        if one(given, "rules") == CHOOSE:
            check_name(draft.name)
            draft = draft.choosing(WATCHERS, audience)
            await defer(interaction)
            await respond(interaction, draft_text(draft), view=draft_panel(draft))
            return
        rules = read_options(one(given, "options") or "")
        await self.bot.founding.make(interaction, draft, rules, audience)

    @app_commands.command(name="practice")
    @app_commands.describe(
        system="The rule system",
        opponent="Who plays army 2; left out, or where a system has no opponent: you do",
    )
    @app_commands.autocomplete(system=systems)
    @app_commands.choices(opponent=LEVEL_CHOICES)
    async def practice(
        self,
        interaction: Interaction,
        system: app_commands.Range[str, 1, 40] | None = None,
        opponent: str | None = None,
    ) -> None:
        """A ready-made battle against yourself, or against the machine."""
        places.check_can_be_home(interaction.channel, public=True)
        await defer(interaction)
        await make_practice(interaction, system or games()[0].id, opponent)


def read_options(text: str) -> dict[str, str]:
    """`gold=1500 engaged=strict`, one per line or in one.  Raises `RefereeError`."""
    found = {}
    for word in text.replace(",", " ").split():
        name, sign, value = word.partition("=")
        if not sign or not name or not value:
            raise RefereeError(f"{word[:40]!r} is no house rule; write name=value")
        found[name] = value
    return found
