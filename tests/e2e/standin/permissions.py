"""Who may do what where: roles, overwrites, and the order in which Discord adds them up."""

from collections.abc import Iterable
from enum import IntFlag
from typing import Protocol


class Permission(IntFlag):
    """The permission bits that the stand-in knows by name."""

    CREATE_INVITE = 1 << 0
    KICK_MEMBERS = 1 << 1
    BAN_MEMBERS = 1 << 2
    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    CONNECT = 1 << 20
    SPEAK = 1 << 21
    CHANGE_NICKNAME = 1 << 26
    MANAGE_NICKNAMES = 1 << 27
    MANAGE_ROLES = 1 << 28
    MANAGE_WEBHOOKS = 1 << 29
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38
    MODERATE_MEMBERS = 1 << 40
    PIN_MESSAGES = 1 << 51
    BYPASS_SLOWMODE = 1 << 52


EVERYTHING = (1 << 53) - 1
NOTHING = Permission(0)
COMMON = (
    Permission.ADD_REACTIONS
    | Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.MENTION_EVERYONE
    | Permission.USE_APPLICATION_COMMANDS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.SEND_MESSAGES_IN_THREADS
    | Permission.CHANGE_NICKNAME
)
BOT = (
    COMMON
    | Permission.MANAGE_MESSAGES
    | Permission.PIN_MESSAGES
    | Permission.MANAGE_THREADS
    | Permission.CREATE_PRIVATE_THREADS
)
IN_A_DM = COMMON
NEEDS_SENDING = Permission.MENTION_EVERYONE | Permission.EMBED_LINKS | Permission.ATTACH_FILES


class Rule(Protocol):
    """What is needed of an overwrite: whom it concerns and what it changes."""

    id: int
    allow: int
    deny: int


def base_permissions(everyone: int, roles: Iterable[int], is_owner: bool) -> int:
    """What a member may do before the overwrites of a channel are applied."""
    total = everyone
    for role in roles:
        total |= role
    return EVERYTHING if is_owner or total & Permission.ADMINISTRATOR else total


def channel_permissions(
    base: int,
    rules: Iterable[Rule],
    everyone_id: int,
    role_ids: Iterable[int],
    member_id: int,
    sending: Permission = Permission.SEND_MESSAGES,
) -> int:
    """The base with overwrites: everyone's first, then all roles' at once, then the member's."""
    if base & Permission.ADMINISTRATOR:
        return EVERYTHING
    by_id = {rule.id: rule for rule in rules}
    held = [by_id[role_id] for role_id in role_ids if role_id in by_id and role_id != everyone_id]
    deny = allow = 0
    for rule in held:
        deny, allow = deny | rule.deny, allow | rule.allow
    total = _changed(base, by_id.get(everyone_id))
    total = total & ~deny | allow
    total = _changed(total, by_id.get(member_id))
    if not total & Permission.VIEW_CHANNEL:
        return 0
    return total if total & sending else total & ~NEEDS_SENDING


def _changed(total: int, rule: Rule | None) -> int:
    return total if rule is None else total & ~rule.deny | rule.allow
