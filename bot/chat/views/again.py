"""The button below a practice match that is over: the same battle, on the other side."""

from bot.chat.practising import once_more
from bot.chat.views.base import Interaction, OfMatch, opened


class Again(OfMatch, id="ag", label="Again, sides changed"):
    """Another practice match against the same opponent, sides changed."""

    async def act(self, interaction: Interaction) -> None:
        """For whoever played."""
        table, _ = await opened(interaction, self.match)
        await once_more(interaction, table)
