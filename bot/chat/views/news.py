"""The news below a turn's post: what changed for whoever presses, as his seat may see it."""

from discord import ui

from bot.chat.views.base import NUMBER, Interaction, Pressed, opened, show
from bot.history.yearbook import news_until
from bot.referee.gate import viewer_of
from bot.referee.service import OpenMatch
from bot.render.escape import plain

WHICH = rf"(?P<match>{NUMBER}):(?P<number>{NUMBER})"
"""A match, and the entry with which a turn began."""


class NewsPage(Pressed, template=rf"cr:nw:{WHICH}"):
    """What changed for the one who asks, from his own last act before this turn to its end."""

    def __init__(self, match: int | str, number: int | str) -> None:
        self.match, self.number = str(match), int(number)
        super().__init__(ui.Button(label="News", custom_id=f"cr:nw:{match}:{number}"))

    async def act(self, interaction: Interaction) -> None:
        """A page for his seat; for others the armies one by one."""
        table, caller = await opened(interaction, self.match)
        viewer = viewer_of(table, caller)
        end = await end_of(interaction, table, self.number)
        since, lines = await news_until(interaction.client.referee, table, viewer, self.number, end)
        who = f", {table.name_of(viewer)}" if viewer else ""
        head = f"**{plain(table.record.name)}**{plain(who)}, {since}:"
        await show(interaction, "\n".join((head, *map(plain, lines or ("Nothing has changed.",)))))


async def end_of(interaction: Interaction, table: OpenMatch, number: int) -> int:
    """The last entry that belongs to the post of a turn."""
    posts = await interaction.client.referee.mail.posted(table.record.id, "turn")
    later = [post.number for post in posts if post.number > number]
    return min(later, default=table.match.links[-1].number)
