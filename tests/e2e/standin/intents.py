"""Which events a session gets by its intents, and which privileged intents it may ask for."""

from .world import Event, World

GUILDS, MEMBERS, PRESENCES = 1 << 0, 1 << 1, 1 << 8
CONTENT = 1 << 15
KNOWN = (1 << 26) - 1
PRIVILEGED = {"members": MEMBERS, "presences": PRESENCES, "message_content": CONTENT}
MESSAGES, REACTIONS, TYPING = (1 << 9, 1 << 12), (1 << 10, 1 << 13), (1 << 11, 1 << 14)
PREFIXES = {
    "MESSAGE_REACTION": REACTIONS,
    "MESSAGE_": MESSAGES,
    "TYPING": TYPING,
    "GUILD_MEMBER_": (MEMBERS, MEMBERS),
    "CHANNEL_PINS": (GUILDS, MESSAGES[1]),
    "INTERACTION": (0, 0),
}


def needed(event: Event) -> int:
    """The intent that a session needs to get an event; 0 if none."""
    for prefix, (in_guild, in_dm) in PREFIXES.items():
        if event.name.startswith(prefix):
            return in_dm if event.guild_id is None else in_guild
    return GUILDS


def is_wanted(world: World, intents: int, event: Event) -> bool:
    """Whether a session with these intents gets an event."""
    if event.name == "THREAD_MEMBERS_UPDATE":
        about_me = str(world.bot.id) in str(event.payload)
        return bool(intents & MEMBERS or (intents & GUILDS and about_me))
    if event.name.startswith("GUILD_MEMBER_"):
        return bool(intents & MEMBERS or _is_me(world, event))
    bit = needed(event)
    return bit == 0 or bool(intents & bit)


def _is_me(world: World, event: Event) -> bool:
    about_me = event.payload["user"]["id"] == str(world.bot.id)
    return about_me and event.name == "GUILD_MEMBER_UPDATE"


def forbidden(world: World, intents: int) -> bool:
    """Whether a session asks for a privileged intent that was not granted."""
    return any(intents & bit for name, bit in PRIVILEGED.items() if name not in world.privileged)
