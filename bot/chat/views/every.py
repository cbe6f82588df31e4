"""All buttons and menus, to be registered at start: one from before a restart works like a new."""

from bot.chat.views.base import Pressed
from bot.chat.views.card import CARDS
from bot.chat.views.challenge import CHALLENGES
from bot.chat.views.confirm import CONFIRMATIONS
from bot.chat.views.draft import DRAFTS
from bot.chat.views.gm import GM_TOOLS
from bot.chat.views.lesson import LESSONS
from bot.chat.views.menu import MENUS
from bot.chat.views.offer import OFFERS
from bot.chat.views.privacy import Erase
from bot.chat.views.replay import REPLAYS
from bot.chat.views.sandbox import SANDBOXES
from bot.chat.views.seats import SEATS
from bot.chat.views.server import SERVER
from bot.chat.views.turn import TURNS, Again

EVERY: tuple[type[Pressed], ...] = (
    *MENUS,
    *CONFIRMATIONS,
    *OFFERS,
    *SEATS,
    *SERVER,
    *GM_TOOLS,
    *CHALLENGES,
    *REPLAYS,
    *LESSONS,
    *SANDBOXES,
    *DRAFTS,
    *CARDS,
    *TURNS,
    Erase,
    Again,
)
