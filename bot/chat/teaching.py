"""`/setup words`: what a server teaches all its matches."""

from bot.chat.views.base import Interaction
from bot.referee.service import RefereeError
from bot.render.escape import plain

NO_WORDS = (
    "This server has taught no words. `/setup words phrase: the big guy means: WR1` teaches, for "
    "who manages it or has its GM role."
)


async def change_words(interaction: Interaction, phrase: str, means: str, remove: str) -> str:
    """Teach the server a phrase, take one away, or (all empty) list what it has been taught.
    Raises `RefereeError`: everybody here may look, its managers and GMs teach."""
    bot, guild = interaction.client, interaction.guild_id
    if guild is None:
        raise RefereeError("these words belong to a server: say this there")
    caller, words = bot.caller_of(interaction), bot.referee.server_words
    bot.looking.check(caller.user)
    if not (phrase or means or remove):
        known = [f"- {plain(said)} = {plain(meant)}" for said, meant in words.of(str(guild))]
        return "\n".join(("Every match of this server knows:", *known)) if known else NO_WORDS
    if not (caller.manager or caller.referee_role):
        raise RefereeError("only someone who manages the server, or has its GM role, may do that")
    if remove:
        if phrase or means:
            raise RefereeError("one thing at a time: remove, or phrase and means")
        return f"This server has forgotten: {plain(await words.forget(str(guild), remove))}"
    said, meant = await words.teach(str(guild), phrase, means)
    return f"In every match of this server: {plain(said)} = {plain(meant)}"
