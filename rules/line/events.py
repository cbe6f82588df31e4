"""Facts that can happen in every system: past tense, frozen, with every number a report shows."""

from typing import ClassVar, TypeAlias

from rules.line.said import NO_WORDS, Said, filled


class Event(Said):
    """A fact.

    Patterns (see `Said`) that describe it:
    `SAYS`: its sentence in the report (empty: it is not told), followed by the sentences in `MORE`;
    an event that defines no `SAYS` is told by a chapter of its system.
    `SHORT`: its clause in the short telling, strong between `**` (None: the system tells it, or it
    is told as in the report).  Write `{unit:them}` for the unit it happened to if the system groups
    units that share the same clause.
    `WHY`: how its numbers came about, one pattern for each line.

    Secrecy: `KNOWN_TO` names the field that holds the one seat that may know of it; `STRETCH` and
    `OPENS` are the patterns of `stretch` and `opens`.
    `stands_in_order`: the text of the order already says it, so the order is just as secret.

    What an undo must not cross: `draws`, `bars_undo`, `ends_phase`.
    `question`: it answers a question and changes nothing; a line with only such events is not
    logged.
    """

    MORE: ClassVar[tuple[str, ...]] = ()
    SHORT: ClassVar[str | None] = None
    WHY: ClassVar[tuple[str, ...]] = ()
    KNOWN_TO: ClassVar[str] = ""
    STRETCH: ClassVar[str] = ""
    OPENS: ClassVar[str] = ""

    draws: ClassVar[bool] = False
    bars_undo: ClassVar[bool] = False
    ends_phase: ClassVar[bool] = False
    question: ClassVar[bool] = False
    stands_in_order: ClassVar[bool] = False

    @property
    def known_to(self) -> tuple[int, ...] | None:
        """The seats that may know of it (empty: the GM only); None if everybody may."""
        return (getattr(self, self.KNOWN_TO),) if self.KNOWN_TO else None

    @property
    def stretch(self) -> str:
        """The name of the secret stretch that it belongs to: `placement`, `chit 3`."""
        return filled(self.STRETCH, self, NO_WORDS)

    @property
    def opens(self) -> tuple[str, ...]:
        """The names of the secret stretches that this event reveals to everybody."""
        return (filled(self.OPENS, self, NO_WORDS),) if self.OPENS else ()


class Rolled(Event):
    """One face was drawn; `loaded` if it came from the dice tray."""

    WHY = ("{die}: {face}, [{loaded?}loaded by the GM|drawn]",)
    draws: ClassVar[bool] = True

    die: str
    face: int
    why: str
    loaded: bool = False


class DiceLoaded(Event):
    """The GM loaded faces into the dice tray, replacing what was left in it."""

    faces: tuple[int, ...]


class PhaseBegan(Event):
    """A phase began.  A separate `TurnPassed` says whose turn it is."""

    ends_phase: ClassVar[bool] = True

    round: int
    phase: str


class TurnPassed(Event):
    """It is now this seat's turn (0: nobody's, or everybody's)."""

    turn: int


class DrawOffered(Event):
    """A seat offered a draw."""

    seat: int


class DrawOfferClosed(Event):
    """The standing offer was declined, or lapsed."""

    seat: int
    declined: bool


class DrawAgreed(Event):
    """A seat agreed to the standing draw offer; others have yet to answer."""

    seat: int


class Resigned(Event):
    """A seat gave up while others play on."""

    seat: int


class Ended(Event):
    """The match is over: the rule, how it ended in words, and the winners (empty: a draw)."""

    rule: str
    termination: str
    winners: tuple[int, ...]


class Ruled(Event):
    """The GM recorded a ruling in words; nothing in the state changed."""

    text: str


class Overridden(Event):
    """The GM set a number that belongs to the match as a whole: `round`, `phase`, `turn`."""

    attribute: str
    value: str


class Refused(Event):
    """A part of a line was refused while other parts of it stand."""

    rule: str
    why: str


SharedEvent: TypeAlias = (
    Rolled
    | DiceLoaded
    | PhaseBegan
    | TurnPassed
    | DrawOffered
    | DrawOfferClosed
    | DrawAgreed
    | Resigned
    | Ended
    | Ruled
    | Overridden
    | Refused
)
"""All events of this module, which every system applies and reports beside its own."""
