"""`/learn` and `/howto`: a lesson on a table of one's own, and one page on how to play."""

from discord import app_commands

import grammar
from bot.chat.adapt import defer, hold, respond
from bot.chat.cogs.common import (
    Choices,
    Interaction,
    MatchName,
    Part,
    Work,
    eyes,
    match_command,
    table_or_none,
    titled,
)
from bot.chat.views.base import panel
from bot.chat.views.forms import fields
from bot.chat.views.lesson import AGAIN, FORM, heard, hello, learner, lesson_items
from bot.lessons.course import systems_taught
from bot.referee.service import OpenMatch
from bot.render.escape import plain
from rules import find


async def taught(_: Interaction, current: str) -> Choices:
    """The systems that have a lesson."""
    return titled(map(find, systems_taught()), current)


class Learn(Part):
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
        """A line was written in the form of a lesson."""
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
        """One page, with units that are on the board."""
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
