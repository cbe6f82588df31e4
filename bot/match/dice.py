"""Fair dice that anyone can check afterwards: commit to a secret seed, reveal it at the end."""

import hashlib
import hmac
import secrets
from collections.abc import Mapping

from rules.line.adjudication import Dice, Die


def new_seed() -> str:
    """A secret seed of 256 bits, as hexadecimal digits."""
    return secrets.token_hex(32)


def commitment(seed: str) -> str:
    """The SHA-256 of the seed, made public at the start."""
    return hashlib.sha256(seed.encode()).hexdigest()


def mixed(match: str, salts: Mapping[str, str]) -> str:
    """The name of the match, mixed with the players' own words if they gave any.

    The seed was committed to before they gave them, so that not even the host of the bot can have
    chosen it to their advantage.
    """
    if not salts:
        return match
    words = "\n".join(f"{seat} {salts[seat]}" for seat in sorted(salts))
    return f"{match}/{hashlib.sha256(words.encode()).hexdigest()}"


def face(seed: str, match: str, entry: int, draw: int, faces: tuple[int, ...]) -> int:
    """The face of one draw: HMAC-SHA256(seed, match, entry, draw), mapped without bias.

    `match` is the name of the match for the dice, with the players' words mixed in (see `mixed`).

    A 256-bit number beyond the last whole multiple of the number of faces is rejected, and the next
    one (`:1`, `:2` ...) is taken.
    """
    limit = 2**256 - 2**256 % len(faces)
    attempt = 0
    while True:
        message = f"{match}/{entry}/{draw}:{attempt}"
        digest = hmac.new(seed.encode(), message.encode(), hashlib.sha256).digest()
        number = int.from_bytes(digest)
        if number < limit:
            return faces[number % len(faces)]
        attempt += 1


def seeded(seed: str, match: str, entry: int) -> Dice:
    """The dice of one entry: its first unloaded draw is number 0, and so on."""
    draws = iter(range(10**9))

    def draw(die: Die) -> int:
        return face(seed, match, entry, next(draws), die.faces)

    return draw


def recorded(faces: list[int]) -> Dice:
    """Dice that replay recorded faces.  A draw raises `ValueError` if there are no more faces, or
    if the die has no such face."""
    left = iter(faces)

    def draw(die: Die) -> int:
        fallen = next(left, None)
        if fallen is None or fallen not in die.faces:
            raise ValueError(f"the log has no face for this {die.name}")
        return fallen

    return draw
