"""The button below a practice match that is over: the same battle, on the other side."""

from discord import ui

from bot.chat.practising import once_more
from bot.chat.views.base import NUMBER, Interaction, Pressed, opened


class Again(Pressed, template=rf"cr:ag:(?P<match>{NUMBER})"):
    """Another practice match against the same opponent, sides changed."""

    def __init__(self, match: int | str) -> None:
        self.match = str(match)
        label = "Again, sides changed"
        super().__init__(ui.Button(label=label, custom_id=f"cr:ag:{match}"))

    async def act(self, interaction: Interaction) -> None:
        """For whoever played."""
        table, _ = await opened(interaction, self.match)
        await once_more(interaction, table)
