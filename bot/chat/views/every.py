"""All buttons and menus, registered at start, so that those from before a restart work too."""

from bot.chat.views import (
    card,
    challenge,
    confirm,
    draft,
    gm,
    lesson,
    menu,
    offer,
    privacy,
    replay,
    sandbox,
    seats,
    server,
    turn,
)
from bot.chat.views.base import Pressed

EVERY: tuple[type[Pressed], ...] = tuple(
    kind
    for room in (
        *(card, challenge, confirm, draft, gm, lesson, menu, offer),
        *(privacy, replay, sandbox, seats, server, turn),
    )
    for kind in vars(room).values()
    if isinstance(kind, type) and issubclass(kind, Pressed) and kind.__module__ == room.__name__
)
