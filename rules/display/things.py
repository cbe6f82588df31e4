"""What stands on the table and what it is called, as a reader of orders needs to know it."""

from rules.line.frozen import Frozen
from rules.line.orders import Seat


class Thing(Frozen):
    """A unit (or whatever else can be named) that a viewer may know.

    `ref` is what orders call it (`L1`, `d7`), `said` how the canonical sentence says it if not so
    (`archer d7`).  `kind` is its type, `words` are further names of its kind: class, tags,
    nicknames.  `at` is its place as orders write it, empty if it is nowhere.  `able`: could it
    still be ordered to do something now?  `edge`: the half of a place that is given
    where it may come in (`?,1`).  `facing`: `up`, `down`, `left` or `right`, if it looks anywhere.
    `has`: the weapons, spells and effects that it brings; where one alone has what is named, it is
    that one who is meant.
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
        """What it is called in a canonical sentence."""
        return self.said or self.ref
