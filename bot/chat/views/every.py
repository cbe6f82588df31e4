"""All buttons and menus, registered at start, so that those from before a restart work too."""

from importlib import import_module
from pkgutil import iter_modules

from bot.chat import views
from bot.chat.views.base import Pressed

ROOMS = [
    import_module(f"{views.__name__}.{room.name}")
    for room in iter_modules(views.__path__)
    if room.name not in ("base", "every")
]
EVERY: tuple[type[Pressed], ...] = tuple(
    kind
    for room in ROOMS
    for kind in vars(room).values()
    if isinstance(kind, type) and issubclass(kind, Pressed) and kind.__module__ == room.__name__
)
