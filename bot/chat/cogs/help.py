"""`/help`, `/rule`, `/about`, `/privacy`, `/setup`, `/learn`: for newcomers and server owners."""

from importlib.metadata import PackageNotFoundError, metadata

import discord
from discord import app_commands

import grammar
from bot import __version__
from bot.chat.adapt import defer, hold, respond
from bot.chat.cogs.common import (
    BaseCog,
    Choices,
    Interaction,
    MatchName,
    Work,
    choices,
    eyes,
    match_command,
    seen_here,
    table_or_none,
    titled,
)
from bot.chat.handbook import command_lines
from bot.chat.learning import change_learning, change_words
from bot.chat.views.base import panel, short
from bot.chat.views.forms import fields
from bot.chat.views.lesson import AGAIN, FORM, heard, hello, learner, lesson_items
from bot.chat.views.menu import Orders
from bot.chat.views.privacy import Erase
from bot.chat.views.server import choose_gm_role, tell_setup
from bot.doors.confirming import SETTING
from bot.doors.suggest import begins
from bot.history import rulebook
from bot.history.log import entry_at
from bot.history.secrets import sight
from bot.lessons.course import systems_taught
from bot.lobby.privacy import kept_lines
from bot.plans.telling import help_on
from bot.referee.beside import PAGES
from bot.referee.gate import PLAYING, Caller, is_gm, status, viewer_of
from bot.referee.service import OpenMatch, RefereeError
from bot.render.wording import plain
from bot.rulings import precedents
from rules import find, games
from rules.line.orders import GM

PROJECT = "crusade-referee"
COMMANDS = "commands"


async def topic_names(interaction: Interaction, current: str) -> Choices:
    """Completions: the topics of the match of this channel, or of all systems."""
    found = await seen_here(interaction)
    systems = [found[0].game] if found else list(games())
    names = [COMMANDS, *(name for game in systems for name in grammar.topics(game.id))]
    return choices(begins(names, current))


async def rule_names(interaction: Interaction, current: str) -> Choices:
    """Completions: rule IDs, those of this channel's match first; its rulings, by their words."""
    found = await seen_here(interaction)
    own = rulebook.rule_ids(current, found[0].game) if found else []
    shown = choices(dict.fromkeys((*own, *rulebook.rule_ids(current))))
    wanted = precedents.words_of(current)
    if found is None or not wanted:
        return shown
    bot, table = interaction.client, found[0]
    viewer = viewer_of(table, bot.caller_of(interaction))
    ruled = await precedents.rulings_of(bot.referee, table, viewer, wanted, 5)
    named = [(f"#{one.number} {one.text}", f"#{one.number}") for one in ruled]
    first = [app_commands.Choice(name=short(name), value=value) for name, value in named]
    return [*first, *shown][:25]


async def server_phrases(interaction: Interaction, current: str) -> Choices:
    """Completions: the phrases that this server has taught."""
    words = interaction.client.referee.server_words.of(str(interaction.guild_id or ""))
    return choices(begins([said for said, _ in words], current))


class Help(BaseCog):
    """Answers for whoever asks."""

    @match_command("help", topic="moving, attacks ...; or: commands")
    @app_commands.autocomplete(topic=topic_names)
    async def help(
        self,
        interaction: Interaction,
        topic: app_commands.Range[str, 1, 40] | None = None,
        match: MatchName | None = None,
    ) -> None:
        """What you can type now, and how orders are written."""
        await defer(interaction)
        if topic is not None and topic.lower() == COMMANDS:
            await respond(interaction, "\n".join(command_lines()))
            return
        table = await table_or_none(interaction, match)
        if topic is not None:
            seat = self.seat_in(table, interaction) if table is not None else None
            told = await PAGES.make(topic_text, topic, table, seat)
            await respond(interaction, told)
            return
        if table is None:
            await respond(interaction, NO_MATCH)
            return
        caller = self.bot.caller_of(interaction)
        lines, seat = await self.now_lines(table, caller)
        topics = ", ".join(grammar.topics(table.game.id))
        lines.append(f"`/help topic:` how orders are written: {topics}; or `commands`.")
        view = panel([Orders(table.record.id, seat)]) if seat else None
        await respond(interaction, "\n".join(lines), view=view)

    def seat_in(self, table: OpenMatch, interaction: Interaction) -> int | None:
        """The seat for which forms are shown: one's own, the GM's, or none."""
        caller = self.bot.caller_of(interaction)
        if seats := table.acts_for(caller.user):
            return seats[0]
        return GM if is_gm(table, caller) else None

    async def now_lines(self, table: OpenMatch, caller: Caller) -> tuple[list[str], int]:
        """Where the match stands for this account, three sentences, and its seat (0: none)."""
        head = f"**{plain(table.record.name)}** \u00b7 {plain(table.now)}"
        held = table.plays(caller.user)
        if status(table) != PLAYING:
            return [f"{head} ({status(table)}): {NOT_PLAYED[status(table)]}"], 0
        if table.is_over:
            return [f"{head}: the match is over. `/report`, `/log` and `/match export` remain."], 0
        if not held:
            gm = " As its GM: `/gm line`, `/help topic: overrides`." if is_gm(table, caller) else ""
            return [f"{head}. You do not play here; `/board` and `/report` show you all.{gm}"], 0
        seat, awaited = table.acts_for(caller.user)[0], table.awaited
        texts = await self.bot.doors.suggestions.examples(table, seat)
        prefix = f"{seat}> " if len(held) > 1 else ""
        lines = [head]
        if seat not in awaited:
            others = ", ".join(map(table.name_of, awaited))
            lines.append(f"It is not your turn (waiting for {others or 'nobody'}).")
        if texts:
            lines.append(f"As {table.name_of(seat)} you could type now:")
            lines += [f"> {prefix}{plain(text)}" for text in texts]
        return lines, seat

    @match_command("rule", id="A rule by its id, or a ruling of this match: #17")
    @app_commands.autocomplete(id=rule_names)
    async def rule(
        self,
        interaction: Interaction,
        id: app_commands.Range[str, 1, 40],
        match: MatchName | None = None,
    ) -> None:
        """The text of a rule, or of a ruling of the GM."""
        await defer(interaction)
        if id.removeprefix("#").isdecimal():
            table = await self.bot.table_here(interaction, match)
            viewer = viewer_of(table, self.bot.caller_of(interaction))
            await respond(interaction, await self.ruling(table, int(id.removeprefix("#")), viewer))
            return
        head, _, text = rulebook.rule_text(id).partition("\n")
        await respond(interaction, f"**{plain(head)}**\n{plain(text)}")

    async def ruling(self, table: OpenMatch, number: int, viewer: int | None) -> str:
        """A ruling of a match by the number of its entry."""
        entry = await entry_at(self.referee, table, number)
        seen = await sight(self.referee, table, entry, viewer, report=False)
        if not precedents.is_ruling(entry) or not seen.open:
            raise RefereeError(f"#{number} is no ruling; /why shows any entry")
        void = "" if table.match.is_live(number) else " (taken back)"
        return plain(f"Ruling #{number}, {entry.at}: {'; '.join(seen.sentences)}{void}")

    @app_commands.command(name="about")
    async def about(self, interaction: Interaction) -> None:
        """Version, source, rules."""
        systems = ", ".join(f"{game.title} (`{game.id}`)" for game in games())
        lines = (
            f"**Crusade Referee {__version__}**, rules version {__version__}; every entry of a "
            "match keeps the version it was resolved under (`/why`).",
            f"Systems: {systems}",
            f"Source: {source()}; licence: MIT",
            "Dice: fixed by a secret seed whose hash is posted at the start; the seed is shown at "
            "the end, and `referee verify` checks every die of an exported match.",
            "Reading plain messages: " + ("on" if self.bot.content else "off: mention me or reply"),
        )
        await respond(interaction, "\n".join(lines))

    privacy = app_commands.Group(name="privacy", description="What is kept about you")

    @privacy.command(name="show")
    async def privacy_show(self, interaction: Interaction) -> None:
        """What is kept about you."""
        await defer(interaction)
        lines = await kept_lines(self.referee, str(interaction.user.id))
        await respond(interaction, "\n".join(lines))

    @privacy.command(name="erase")
    async def privacy_erase(self, interaction: Interaction) -> None:
        """Erase it; your seats become free."""
        await defer(interaction)
        lines = await kept_lines(self.referee, str(interaction.user.id))
        said = "\n".join((*lines, "Erase all this? Your seats become free for somebody else."))
        await respond(interaction, said, view=panel([Erase()]))

    setup = app_commands.Group(name="setup", description="How the bot is set up, here and for you")

    @setup.command(name="check")
    async def setup_check(self, interaction: Interaction) -> None:
        """How this server is set up: permissions that are missing, and the choices there are."""
        await tell_setup(interaction)

    @setup.command(name="gm-role")
    @app_commands.describe(role="The role whose members are GMs here; left out: no role is")
    async def setup_gm_role(
        self, interaction: Interaction, role: discord.Role | None = None
    ) -> None:
        """Give a role GM rights in the matches of this server (for who manages the server)."""
        await defer(interaction)
        said = await choose_gm_role(interaction, "" if role is None else str(role.id))
        await respond(interaction, said)

    @setup.command(name="words")
    @app_commands.describe(
        phrase="What your players say: the big guy",
        means="What it means: WR1, or falls back",
        remove="A phrase that means nothing any more",
    )
    @app_commands.autocomplete(remove=server_phrases)
    async def setup_words(
        self,
        interaction: Interaction,
        phrase: app_commands.Range[str, 1, 60] | None = None,
        means: app_commands.Range[str, 1, 120] | None = None,
        remove: app_commands.Range[str, 1, 60] | None = None,
    ) -> None:
        """Words that every match of this server knows: teach one, take one away, or list them."""
        await defer(interaction)
        said = await change_words(interaction, phrase or "", means or "", remove or "")
        await respond(interaction, said)

    @setup.command(name="learning")
    @app_commands.describe(on="Keep, without names, what I offer and what becomes of it")
    async def setup_learning(self, interaction: Interaction, on: bool) -> None:
        """Whether I learn from the matches of this server (for who manages the server)."""
        await defer(interaction)
        await respond(interaction, await change_learning(interaction, on))

    @setup.command(name="asking")
    @app_commands.describe(on="Ask me before a phase ends while units of mine could still act")
    async def setup_asking(self, interaction: Interaction, on: bool) -> None:
        """Whether you are asked before a phase ends."""
        await defer(interaction)
        mail, user = self.referee.mail, str(interaction.user.id)
        await mail.remember(user, {SETTING: "" if on else "no"})
        said = "I shall ask" if on else "I shall not ask"
        await respond(interaction, f"{said} before you end a phase with units that could act.")


NO_MATCH = (
    "No match is played here. `/learn` is a lesson of ten minutes, `/match practice` gives you a "
    "battle to try, `/match new` makes one, "
    "`/match list` shows those that there are, `/help topic: commands` every command."
)
NOT_PLAYED = {
    "open": "`/match join` takes a seat, `/match start` begins.",
    "paused": "`/match resume` goes on.",
}


def source() -> str:
    """Where the source is, as the installed package says."""
    try:
        named = metadata(PROJECT).get_all("Project-URL") or []
    except PackageNotFoundError:
        named = []
    urls = [one.partition(",")[2].strip() for one in named]
    return urls[0] if urls else "ask whoever runs this bot"


def topic_text(topic: str, table: OpenMatch | None, seat: int | None = None) -> str:
    """How orders of a kind are written, in the system of this match or in all."""
    systems = [table.game] if table is not None else list(games())
    wanted = topic.lower().rstrip("s")
    found = [
        help_on(table, seat, name) if table is not None else text
        for game in systems
        for name, text in grammar.topics(game.id).items()
        if name.startswith(wanted)
    ]
    if not found:
        names = ", ".join(
            dict.fromkeys(name for game in systems for name in grammar.topics(game.id))
        )
        raise RefereeError(f"there is no topic {topic[:40]!r}; there are {names}, {COMMANDS}")
    return "\n".join(f"```\n{text}\n```" for text in found)


async def taught(_: Interaction, current: str) -> Choices:
    """Completions: the systems that have a lesson."""
    return titled(map(find, systems_taught()), current)


class Learn(BaseCog):
    """Answers are for whoever asks; nobody else sees a lesson."""

    @app_commands.command(name="learn")
    @app_commands.describe(system="Which game; left out: the one played here, or where you stopped")
    @app_commands.autocomplete(system=taught)
    async def learn(
        self, interaction: Interaction, system: app_commands.Range[str, 1, 30] | None = None
    ) -> None:
        """A lesson of ten minutes, step by step, on a table of your own."""
        await defer(interaction)
        room, user = self.bot.classroom, str(interaction.user.id)
        chosen = (system or await room.system_of(user)).strip()
        if not chosen:
            table = await table_or_none(interaction, None)
            chosen = table.game.id if table is not None else ""
        pupil = await learner(room, user, chosen)
        await respond(interaction, hello(pupil), view=panel(lesson_items(pupil)))

    def forms(self) -> dict[str, Work]:
        """A line of a lesson."""
        return {FORM: self.written}

    async def written(self, interaction: Interaction, where: str) -> None:
        """Answer a line that was written in the form of a lesson."""
        system, step = where.split(":")
        text = (fields(interaction).get("text") or [""])[0]
        if interaction.message is not None:
            await interaction.response.defer()
        else:
            await hold(interaction)
        pupil, kept = await self.bot.classroom.at(str(interaction.user.id), system, int(step))
        await heard(interaction, pupil, text, "" if kept else AGAIN)

    @match_command("howto")
    async def howto(self, interaction: Interaction, match: MatchName | None = None) -> None:
        """How to play, on one page: the turn, orders that you could give now, how one wins."""
        await defer(interaction)
        table = await table_or_none(interaction, match)
        if table is None:
            lessons = ", ".join(f"{find(name).title} (`{name}`)" for name in systems_taught())
            await respond(
                interaction, f"No match is played here. `/learn system:` teaches {lessons}."
            )
            return
        viewer = eyes(table, self.bot.caller_of(interaction), None)
        await respond(interaction, await self.page(table, viewer))

    async def page(self, table: OpenMatch, viewer: int | None) -> str:
        """The page of `/howto`, with orders for units that are on the board."""
        lines = [f"**{plain(table.game.title)}** \u00b7 {plain(table.now or 'the beginning')}"]
        seats = table.awaited
        seat = viewer if viewer in seats else None
        for one in (seat,) if seat else ():
            found = await self.bot.doors.suggestions.examples(table, one, 3)
            lines += ["You could write now:", *(f"- `{plain(text)}`" for text in found)]
        if seat is None and seats:
            lines.append(f"Now it is up to {' and '.join(map(table.name_of, seats))}.")
        topics = ", ".join(f"`{one}`" for one in grammar.topics(table.game.id))
        lines += [
            "Write as to a person, one order per line; a refusal changes nothing and says why. "
            "`undo` takes back your last line.",
            f"`/help topic:` has all sentences: {topics}. `/rule` shows any rule, `/legal` what "
            "can be done, `/odds` what an attack would bring.",
            "`/learn` is a lesson of ten minutes on a table of your own.",
        ]
        return "\n".join(lines)
