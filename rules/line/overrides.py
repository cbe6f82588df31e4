"""The GM's orders, the same in every system; a system adds its own beside them."""

from dataclasses import replace
from typing import ClassVar

from rules.line.orders import Order

Place = tuple[int, int] | str
"""A cell `(row, column)`, or a name: a tile, a province."""


def place_text(place: Place) -> str:
    """`5,12`, or the name."""
    return place if isinstance(place, str) else f"{place[0]},{place[1]}"


class Put(Order):
    """`put Legionnaire L1 for army 1 at 5,12`; for `in reserve` or `in CR1`, `inside` is set."""

    kind: str
    ref: str
    seat: int
    at: Place | None = None
    inside: str = ""

    def __str__(self) -> str:
        where = f"in {self.inside}" if self.at is None else f"at {place_text(self.at)}"
        return " ".join(f"put {self.kind} {self.ref} for army {self.seat} {where}".split())


class Remove(Order):
    """`remove L1`."""

    SAYS = "remove {ref}"

    ref: str


class Relocate(Order):
    """`move L1 to 5,12`, as the GM's act."""

    SAYS = "move {ref} to {to}"

    ref: str
    to: Place


class Set(Order):
    """`set L1 hp 9`, `set army 1 cp 3`, `set round 2` (its subject is `game`)."""

    SAYS = "set [{subject=game}|{else}{subject} ]{attribute} {value}"

    subject: str
    attribute: str
    value: str


class Give(Order):
    """`give L1 poisoned for 2 rounds`; without rounds it stays until cleared."""

    SAYS = "give {subject} {condition}[ for {rounds} round[{rounds=1}|{else}s]]"

    subject: str
    condition: str
    rounds: int | None = None


class Clear(Order):
    """`clear L1 poisoned`."""

    SAYS = "clear {subject} {condition}"

    subject: str
    condition: str


class NextDice(Order):
    """`next dice 12 3`: these faces are drawn next; they replace what the tray held."""

    SAYS = "next dice[ {faces: }]"

    faces: tuple[int, ...]


class Rewind(Order):
    """`rewind to #17`: back to the state just after entry 17, also on an abandoned branch."""

    SAYS = "rewind to #{to}"

    to: int


class Rule(Order):
    """`rule "..."`: record a ruling, without effect on the state."""

    SAYS = 'rule "{text}"'

    explains: ClassVar[bool] = True

    text: str


class SetWinner(Order):
    """`set winner army 1`, `set winner draw` (seat 0): end the match, for the reason given."""

    SAYS = "set winner [army {seat}|draw]"

    seat: int
    reason: str = ""

    def because(self, reason: str) -> Order:
        return replace(self, reason=reason)


class Timeout(Order):
    """`timeout army 2`: do what a missed deadline does; seat 0 means every awaited seat."""

    SAYS = "timeout[ army {seat}]"

    explains: ClassVar[bool] = True

    seat: int = 0
