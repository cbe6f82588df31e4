"""The things on the table and their names, as the reader of orders needs them."""

from rules.line.frozen import Frozen
from rules.line.orders import Seat


class Thing(Frozen):
    """A unit, or anything else that can be named, that a viewer may know of.

    `ref` is what orders call it (`L1`, `d7`), `said` its name in canonical sentences if that
    differs (`archer d7`).  `kind` is its type, `words` are other names of its kind: class, tags,
    nicknames.  `at` is its place as orders write it, empty if it is nowhere.  `able`: can it still
    be ordered to do something now?  `edge`: where it may come in, as a place of which one half is
    fixed (`?,1`).  `facing`: `up`, `down`, `left` or `right`, empty if it has none.  `has`: its
    weapons, spells and effects; if an order names one that only one thing has, that thing is meant.
    """

    ref: str
    seat: Seat
    kind: str = ""
    words: tuple[str, ...] = ()
    at: str = ""
    able: bool = True
    edge: str = ""
    facing: str = ""
    said: str = ""
    has: tuple[str, ...] = ()

    @property
    def spoken(self) -> str:
        """Its name in a canonical sentence."""
        return self.said or self.ref
