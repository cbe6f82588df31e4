"""All commands and listeners, in the order in which the bot is given them."""

from bot.chat.cogs.common import BaseCog
from bot.chat.cogs.gm import Gm
from bot.chat.cogs.help import Help, Learn
from bot.chat.cogs.lobby import Lobby
from bot.chat.cogs.plan import Planning
from bot.chat.cogs.play import Play
from bot.chat.cogs.screen import Screen
from bot.chat.cogs.show import Show
from bot.chat.cogs.study import Study
from bot.chat.cogs.time import Clocks, Reminders

PARTS: tuple[type[BaseCog], ...] = (
    *(Play, Lobby, Show, Gm, Help, Clocks, Reminders),
    *(Study, Screen, Learn, Planning),
)
