"""All buttons and menus, to be registered at start: one from before a restart works like a new."""

from bot.chat.views.base import Pressed
from bot.chat.views.challenge import CHALLENGES
from bot.chat.views.confirm import CONFIRMATIONS
from bot.chat.views.gm import GM_TOOLS
from bot.chat.views.menu import MENUS
from bot.chat.views.offer import OFFERS
from bot.chat.views.privacy import Erase
from bot.chat.views.seats import SEATS

EVERY: tuple[type[Pressed], ...] = (
    *MENUS,
    *CONFIRMATIONS,
    *OFFERS,
    *SEATS,
    *GM_TOOLS,
    *CHALLENGES,
    Erase,
)
