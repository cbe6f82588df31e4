"""A stand-in for Discord in the test's own process, with which unchanged discord.py talks."""

from .driver import Human
from .errors import ApiError, HumanCannotError
from .faults import Fault
from .guild import Channel, Guild, Message, Role, User
from .interactions import Callback, Interaction, Type
from .messages import Upload
from .permissions import Permission
from .places import Home, Place
from .server import PATIENCE, StandIn, StandInError

__all__ = [
    "PATIENCE",
    "ApiError",
    "Callback",
    "Channel",
    "Fault",
    "Guild",
    "Home",
    "Human",
    "HumanCannotError",
    "Interaction",
    "Message",
    "Permission",
    "Place",
    "Role",
    "StandIn",
    "StandInError",
    "Type",
    "Upload",
    "User",
]
