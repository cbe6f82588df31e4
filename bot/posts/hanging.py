"""What hangs on the post of a turn: the picture of its board, and what was sealed in it."""

import re

from bot.match.seal import Seal
from bot.posts.facts import Facts
from bot.posts.pictures import Drawn, drawn
from bot.posts.turns import Turn
from bot.referee.service import OpenMatch, Referee
from bot.render.compact import is_empty

PICTURE = "p"
SEALS = "s"
"""What follows the digest of a post on which the picture of its turn hangs, or what was sealed."""


async def hangings(
    referee: Referee, table: OpenMatch, turn: Turn, facts: Facts, at: int | None
) -> tuple[Drawn | None, list[tuple[str, str]]]:
    """The picture of the end of a phase, and what was sealed; the text did not wait for it."""
    ending = facts.endings.get(at or 0)
    after = ending.step.after if ending is not None else turn.first
    picture = await drawn(referee, table, after, at) if at is not None else None
    return picture, seal_files(table, facts)


def hangs_on(picture: int | None, facts: Facts) -> str:
    """What is to hang on a post, as it is noted: the entry of its picture, those that revealed
    something."""
    opened = "".join(f"{SEALS}{number}" for number in facts.opened)
    return (f"{PICTURE}{picture}" if picture is not None else "") + opened


def seal_files(table: OpenMatch, facts: Facts) -> list[tuple[str, str]]:
    """`seal-army-1-8.txt`: one file for each seat; several seals of one stand in it below one
    another, each under its SHA-256."""
    files = []
    for seat, found in facts.seals.items():
        name = re.sub(r"[^a-z0-9]+", "-", table.name_of(seat).lower()).strip("-")
        if len(found) == 1:
            files.append((f"seal-{name}-{found[0].number}.txt", found[0].text))
        else:
            parts = (f"{below(seal)}\n{seal.text}" for seal in found)
            files.append((f"seals-{name}.txt", "\n".join(parts)))
    return files


def below(seal: Seal) -> str:
    """What stands above one seal of several."""
    lines = seal.text.count("\n")
    return f"== #{seal.number}: the SHA-256 of the next {lines} lines is {seal.digest}"


def picture_of(table: OpenMatch, facts: Facts, turn: Turn, open_: bool) -> int | None:
    """The entry after which the board of a turn is drawn: the end of its last phase with a new
    board, or while it runs where it began, if its board is to be seen there."""
    if not has_pictures(table):
        return None
    moved = [number for number, ending in facts.endings.items() if ending.moved]
    if moved:
        return moved[-1]
    if not (open_ and facts.opens) or is_empty(table.game, turn.first, None):
        return None
    return turn.start


def has_pictures(table: OpenMatch) -> bool:
    """Are boards of this match shown as pictures too?"""
    return table.record.settings.board != "text"
