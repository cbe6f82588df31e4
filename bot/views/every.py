"""All buttons and menus, to be registered at start: one from before a restart works like a new."""

from bot.views.base import Pressed
from bot.views.challenge import CHALLENGES
from bot.views.confirm import CONFIRMATIONS
from bot.views.gm import GM_TOOLS
from bot.views.menu import MENUS
from bot.views.privacy import Erase
from bot.views.seats import SEATS

EVERY: tuple[type[Pressed], ...] = (*MENUS, *CONFIRMATIONS, *SEATS, *GM_TOOLS, *CHALLENGES, Erase)
